"""Tests of chat_vault.py."""

from vaultdesk.ui.chat.chat_vault import ChatVault, NamedModel
from vaultdesk.workspace import ModelChoice, Workspace


def test_the_workspace_has_what_the_chat_needs() -> None:
    wanted = {name for name in vars(ChatVault) if not name.startswith("_")} - {
        "store",
        "catalog",
        "searcher",
        "registry",
    }
    assert wanted == {name for name in wanted if hasattr(Workspace, name)}


def test_its_models_are_named_models() -> None:
    choice = ModelChoice("a/b", "A", local=True)
    assert all(hasattr(choice, name) for name in vars(NamedModel) if not name.startswith("_"))
