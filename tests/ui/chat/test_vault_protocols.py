"""Tests of ui/chat/vault_protocols.py."""

from tests.support.chats import MemoryAutosave, MemoryChats
from vaultdesk.ui.chat.vault_protocols import ChatVault, ConversationAutosave, NamedModel, SavedChats
from vaultdesk.workspace import ModelChoice, Workspace
from vaultdesk.workspace.chat_autosave import ChatAutosave
from vaultdesk.workspace.chats import Chats

# Autosave: each implementation has all members of the protocol.


def test_autosave_implementations_have_the_members_that_the_window_uses() -> None:
    names = {name for name in vars(ConversationAutosave) if not name.startswith("_")}
    names -= {"path", "problem", "changes", "stored", "only_note_failed"}  # may be set in the constructor
    assert names == {"key", "handle_event", "save_soon", "commit", "flush"}
    assert all(names <= set(dir(kind)) for kind in (ChatAutosave, MemoryAutosave))


# Saved chats: each implementation has all members of the protocol.


def test_chats_implementations_have_the_members_that_the_window_uses() -> None:
    names = {name for name in vars(SavedChats) if not name.startswith("_")}
    assert names <= set(dir(MemoryChats()))
    # An attribute set in the constructor is no attribute of the class.
    assert names - set(dir(Chats)) == {"changes"}


# Named model.


def test_models_of_a_workspace_are_named_models() -> None:
    choice = ModelChoice("a/b", "A", local=True)
    assert all(hasattr(choice, name) for name in vars(NamedModel) if not name.startswith("_"))


# Chat vault.


def test_workspace_has_the_members_that_the_chat_uses() -> None:
    names = {name for name in vars(ChatVault) if not name.startswith("_")} - {
        "store",
        "catalog",
        "chats",
        "searcher",
        "registry",
    }
    assert names == {name for name in names if hasattr(Workspace, name)}
