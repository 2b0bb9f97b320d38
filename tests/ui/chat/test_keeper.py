"""Tests of keeper.py: whoever stands where a keeper does has all of it."""

from tests.support.chats import MemoryKeeper
from vaultdesk.ui.chat.keeper import Keeper
from vaultdesk.workspace.chat_autosave import ChatAutosave


def test_the_keeper_of_a_note_and_that_of_tests_do_what_the_window_needs() -> None:
    wanted = {name for name in vars(Keeper) if not name.startswith("_")} - {"path", "problem", "changes"}
    assert wanted == {"told", "touched", "settle"}
    assert all(wanted <= set(dir(kind)) for kind in (ChatAutosave, MemoryKeeper))
