from pytestqt.qtbot import QtBot

from vaultdesk.ui.kept_tabs import KeptTab
from vaultdesk.ui.note.waiting_tab import WaitingTab


def test_it_knows_where_its_note_is(qtbot: QtBot) -> None:
    made = WaitingTab(KeptTab("A/B.md", 12))
    qtbot.addWidget(made)
    assert (made.path, made.kept.scroll) == ("A/B.md", 12)
