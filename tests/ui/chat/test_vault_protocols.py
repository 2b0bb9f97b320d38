"""Tests of ui/chat/vault_protocols.py."""

from tests.support.chats import MemoryAutosave, MemoryChats
from vaultdesk.ui.chat.vault_protocols import ChatVault, ConversationAutosave, NamedModel, SavedChats
from vaultdesk.workspace import ModelChoice, Workspace
from vaultdesk.workspace.chat_autosave import ChatAutosave
from vaultdesk.workspace.chats import Chats

# Keeper: whoever stands where a keeper does has all of it.


def test_the_keeper_of_a_note_and_that_of_tests_do_what_the_window_needs() -> None:
    names = {name for name in vars(ConversationAutosave) if not name.startswith("_")}
    names -= {"path", "problem", "changes", "stored"}  # made when it is made
    assert names == {"key", "handle_event", "save_soon", "commit", "flush"}
    assert all(names <= set(dir(kind)) for kind in (ChatAutosave, MemoryAutosave))


# Kept chats: whoever stands where the kept chats are has all of it.


def test_the_chats_of_a_vault_and_those_of_tests_have_what_the_window_needs() -> None:
    names = {name for name in vars(SavedChats) if not name.startswith("_")}
    assert names <= set(dir(MemoryChats()))
    # What is made when they are made is no attribute of the class.
    assert names - set(dir(Chats)) == {"changes"}


# Named model.


def test_the_models_of_a_workspace_are_named_models() -> None:
    choice = ModelChoice("a/b", "A", local=True)
    assert all(hasattr(choice, name) for name in vars(NamedModel) if not name.startswith("_"))


# Chat vault.


def test_the_workspace_has_what_the_chat_needs() -> None:
    names = {name for name in vars(ChatVault) if not name.startswith("_")} - {
        "store",
        "catalog",
        "chats",
        "searcher",
        "registry",
    }
    assert names == {name for name in names if hasattr(Workspace, name)}
