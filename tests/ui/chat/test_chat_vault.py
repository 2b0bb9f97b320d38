"""Tests of chat_vault.py."""

from vaultdesk.ui.chat.chat_vault import ChatVault
from vaultdesk.workspace import Workspace


def test_the_workspace_has_what_the_chat_needs() -> None:
    wanted = {name for name in vars(ChatVault) if not name.startswith("_")} - {
        "store",
        "catalog",
        "chats",
        "searcher",
        "registry",
    }
    assert wanted == {name for name in wanted if hasattr(Workspace, name)}
