"""Tests of ui/widgets/calendar_popup.py."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.calendar_popup import CalendarPopup, MonthGrid


def grid(qtbot: QtBot, day: date) -> MonthGrid:
    made = MonthGrid(day, date(2026, 11, 22))
    qtbot.addWidget(made)
    made.show()
    return made


def test_keys_go_from_day_to_day_and_by_months(qtbot: QtBot) -> None:
    made = grid(qtbot, date(2026, 1, 31))
    for key, day in (
        (Qt.Key.Key_Right, date(2026, 2, 1)),
        (Qt.Key.Key_Up, date(2026, 1, 25)),
        (Qt.Key.Key_PageUp, date(2025, 12, 25)),
        (Qt.Key.Key_Home, date(2026, 11, 22)),
    ):
        QTest.keyClick(made, key)
        assert made.day == day


def test_a_month_without_the_day_shows_its_last_one(qtbot: QtBot) -> None:
    made = grid(qtbot, date(2026, 1, 31))
    made.move_months(1)
    assert made.day == date(2026, 2, 28)


def test_a_day_is_chosen_by_enter_and_by_a_click(qtbot: QtBot) -> None:
    made = grid(qtbot, date(2026, 11, 22))
    chosen: list[object] = []
    made.chosen.connect(chosen.append)
    QTest.keyClick(made, Qt.Key.Key_Return)
    number = made.shown_days().index(date(2026, 11, 5))
    place = made._cell(number % 7, number // 7 + 1).center()
    QTest.mouseClick(made, Qt.MouseButton.LeftButton, pos=place)
    assert chosen == [date(2026, 11, 22), date(2026, 11, 5)]


def test_marked_days_have_a_dot(qtbot: QtBot) -> None:
    made = grid(qtbot, date(2026, 11, 22))
    before = made.grab().toImage()
    made.mark([date(2026, 11, 5)])
    assert made.grab().toImage() != before


def test_the_calendar_has_an_end(qtbot: QtBot) -> None:
    made = grid(qtbot, date(1, 1, 2))
    made.move_months(-1)
    QTest.keyClick(made, Qt.Key.Key_Up)
    assert made.day == date(1, 1, 1)
    assert not made.grab().isNull()


@pytest.fixture
def over(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.show()
    return made


def test_a_day_is_chosen_and_the_days_of_each_month_are_told(over: QWidget) -> None:
    popup = CalendarPopup(over, date(2026, 11, 22), date(2026, 11, 22))
    chosen: list[str] = []
    shown: list[list[date]] = []
    popup.day_chosen.connect(chosen.append)
    popup.month_shown.connect(shown.append)
    popup.open()
    QTest.keyClick(popup.month_grid, Qt.Key.Key_PageDown)
    assert [date(2026, 11, 5) in days for days in shown] == [True, False]
    QTest.keyClick(popup.month_grid, Qt.Key.Key_Return)
    assert chosen == ["2026-12-22"]
