"""Diff geometry: numbers, signs and text stand in columns of their own."""

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from vaultdesk.ui.changes.diff_geometry import columns_for, measures_for, pencil_rect, tick_rect


@pytest.mark.parametrize("both", [False, True])
def test_columns_follow_each_other(qtbot: QtBot, both: bool) -> None:
    columns = columns_for(99_999, 12, both=both)
    assert 12 < columns.old_right <= columns.new_right < columns.sign < columns.text
    assert (columns.old_right < columns.new_right) == both


def test_longer_numbers_take_more_room_and_a_wider_view_more_letters(qtbot: QtBot) -> None:
    assert columns_for(99_999, 12, both=True).text > columns_for(9, 12, both=True).text
    columns = columns_for(9, 12, both=True)
    assert columns.fitting(900) > columns.fitting(400)
    assert columns.fitting(1) >= 8
    assert columns.text + columns.fitting(600) * columns.character <= 600


def test_measures_carry_the_width_and_the_editor(qtbot: QtBot) -> None:
    measures = measures_for(77, 120)
    assert (measures.columns, measures.editor) == (77, 120)
    assert measures.line > 0


def test_tick_and_pencil_stand_in_the_middle_of_a_head(qtbot: QtBot) -> None:
    head = QRect(0, 100, 500, 30)
    tick, pencil = tick_rect(head, 12), pencil_rect(head, 12)
    assert tick.left() == 12
    assert pencil.right() == head.right() - 12
    assert abs(tick.center().y() - head.center().y()) <= 1
    assert abs(pencil.center().y() - head.center().y()) <= 1
