from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.folder_crumbs import FolderCrumbs


def test_the_way_is_shown_and_a_long_one_is_shortened(qtbot: QtBot) -> None:
    made = FolderCrumbs()
    qtbot.addWidget(made)
    made.show_folder("A/B")
    assert made.text() == "A › B"
    made.show_folder("A/B/C/D/E/F")
    assert made.text() == "A › … › E › F"
    made.show_folder("")
    assert made.isHidden()
