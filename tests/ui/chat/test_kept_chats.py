"""Tests of kept_chats.py: whoever stands where the kept chats are has all of it."""

from tests.support.chats import MemoryChats
from vaultdesk.ui.chat.kept_chats import KeptChats
from vaultdesk.workspace.chats import Chats


def test_the_chats_of_a_vault_and_those_of_tests_have_what_the_window_needs() -> None:
    wanted = {name for name in vars(KeptChats) if not name.startswith("_")}
    assert wanted <= set(dir(MemoryChats()))
    # What is made when they are made is no attribute of the class.
    assert wanted - set(dir(Chats)) == {"changes"}
