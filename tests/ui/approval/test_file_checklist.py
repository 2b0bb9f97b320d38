"""File checklist: counts what is ticked, and ticks all or none in one press."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.approval.file_checklist import CARD_ROWS, FileChecklist
from vaultdesk.ui.approval.file_list import CARD_ROW_HEIGHT
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton


def checklist(qtbot: QtBot, number: int = 5, *, compact: bool = False) -> FileChecklist:
    files = [FileChoice(f"n{place}.md", 100, "why", ticked=place < 3) for place in range(number)]
    made = FileChecklist(files, 24, compact=compact)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def button(made: FileChecklist, text: str) -> LinkButton:
    return next(one for one in made.findChildren(LinkButton) if one.text() == text)


def head_state(made: FileChecklist) -> Qt.CheckState:
    return made.findChildren(QCheckBox)[0].checkState()


def test_the_head_counts_and_shows_that_some_are_ticked(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    assert words_of(made) == "3 of 5 notes"
    assert head_state(made) == Qt.CheckState.PartiallyChecked


@pytest.mark.parametrize(
    ("text", "number", "state"),
    [("Select All", 5, Qt.CheckState.Checked), ("Deselect All", 0, Qt.CheckState.Unchecked)],
)
def test_select_all_and_deselect_all_do_what_they_say(
    qtbot: QtBot, text: str, number: int, state: Qt.CheckState
) -> None:
    made = checklist(qtbot)
    told: list[int] = []
    made.ticks_changed.connect(lambda: told.append(len(made.ticked())))
    QTest.mouseClick(button(made, text), Qt.MouseButton.LeftButton)
    assert len(made.ticked()) == number
    assert told == [number]
    assert head_state(made) == state
    assert words_of(made) == f"{number} of 5 notes"


def test_the_tick_in_the_head_goes_from_some_to_all_to_none(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    tick = made.findChildren(QCheckBox)[0]
    numbers = []
    for _ in range(3):
        QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=tick.rect().center())
        numbers.append(len(made.ticked()))
    assert numbers == [5, 0, 5]


def test_the_file_under_the_cursor_is_told(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    told: list[str] = []
    made.current_changed.connect(told.append)
    made.show_first()
    QTest.keyClick(made.view(), Qt.Key.Key_Down)
    assert told == ["n0.md", "n1.md"]


def test_in_the_card_five_rows_are_in_sight_and_fewer_files_take_less_room(qtbot: QtBot) -> None:
    row = theme().step(CARD_ROW_HEIGHT)
    assert checklist(qtbot, 300, compact=True).view().height() == row * CARD_ROWS
    assert checklist(qtbot, 2, compact=True).view().height() == row * 2


def test_three_hundred_files_can_be_reached_with_the_keyboard(qtbot: QtBot) -> None:
    made = checklist(qtbot, 300)
    made.show_first()
    QTest.keyClick(made.view(), Qt.Key.Key_End)
    assert made.view().currentIndex().row() == 299
    assert made.view().visualRect(made.view().currentIndex()).bottom() <= made.view().viewport().height()
