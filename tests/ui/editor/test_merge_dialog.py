import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.merge_dialog import BOTH, MINE, THEIRS, MergeDialog
from vaultdesk.vault.line_diff import merge

BASE = "head\none\nmiddle\ntwo\nend\n"
MERGED = merge(BASE, "head\nmy one\nmiddle\nmy two\nend\n", "new head\nits one\nmiddle\nits two\nend\n")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(900, 700)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def dialog(qtbot: QtBot, window: QWidget) -> MergeDialog:
    made = MergeDialog(MERGED, window)
    qtbot.addWidget(made)
    return made


def choose(dialog: MergeDialog, *choices: int) -> str:
    for place, choice in zip(dialog.places, choices, strict=True):
        place.choice.set_current(choice)
    return dialog.text()


def test_nothing_is_lost_where_nobody_chooses(dialog: MergeDialog) -> None:
    for line in ("my one", "its one", "my two", "its two"):
        assert line in dialog.text().split("\n")


def test_each_place_has_what_was_chosen_and_all_else_stays(dialog: MergeDialog) -> None:
    assert len(dialog.places) == 2
    first, second = (place.conflict for place in dialog.places)
    text = choose(dialog, MINE, THEIRS)
    lines = MERGED.text.split("\n")
    lines[second.line - 1 : second.line - 1 + len(second.mine)] = second.theirs
    assert text == "\n".join(lines)
    both = choose(dialog, BOTH, MINE)
    assert "\n".join((*first.mine, *first.theirs)) in both


def test_esc_and_enter_leave_everything_as_it_was(dialog: MergeDialog) -> None:
    ended: list[int] = []
    dialog.finished.connect(ended.append)
    dialog.open()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert ended == [QDialog.DialogCode.Rejected]
    assert dialog.cancel_button.isDefault()
