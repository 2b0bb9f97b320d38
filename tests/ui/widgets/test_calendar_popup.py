"""Tests of ui/widgets/calendar_popup.py."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.calendar_popup import CalendarPopup, MonthGrid


def show_grid(qtbot: QtBot, day: date) -> MonthGrid:
    month_grid = MonthGrid(day, date(2026, 11, 22))
    qtbot.addWidget(month_grid)
    month_grid.show()
    return month_grid


def test_arrow_and_page_keys_move_by_days_and_months(qtbot: QtBot) -> None:
    month_grid = show_grid(qtbot, date(2026, 1, 31))
    for key, day in (
        (Qt.Key.Key_Right, date(2026, 2, 1)),
        (Qt.Key.Key_Up, date(2026, 1, 25)),
        (Qt.Key.Key_PageUp, date(2025, 12, 25)),
        (Qt.Key.Key_Home, date(2026, 11, 22)),
    ):
        QTest.keyClick(month_grid, key)
        assert month_grid.day == day


def test_month_without_the_day_selects_its_last_day(qtbot: QtBot) -> None:
    month_grid = show_grid(qtbot, date(2026, 1, 31))
    month_grid.move_months(1)
    assert month_grid.day == date(2026, 2, 28)


def test_day_is_selected_by_enter_and_by_click(qtbot: QtBot) -> None:
    month_grid = show_grid(qtbot, date(2026, 11, 22))
    chosen: list[object] = []
    month_grid.chosen.connect(chosen.append)
    QTest.keyClick(month_grid, Qt.Key.Key_Return)
    number = month_grid.shown_days().index(date(2026, 11, 5))
    position = month_grid._cell(number % 7, number // 7 + 1).center()
    QTest.mouseClick(month_grid, Qt.MouseButton.LeftButton, pos=position)
    assert chosen == [date(2026, 11, 22), date(2026, 11, 5)]


def test_marked_days_have_a_dot(qtbot: QtBot) -> None:
    month_grid = show_grid(qtbot, date(2026, 11, 22))
    before = month_grid.grab().toImage()
    month_grid.mark([date(2026, 11, 5)])
    assert month_grid.grab().toImage() != before


def test_dates_are_limited_to_the_first_day_of_the_calendar(qtbot: QtBot) -> None:
    month_grid = show_grid(qtbot, date(1, 1, 2))
    month_grid.move_months(-1)
    QTest.keyClick(month_grid, Qt.Key.Key_Up)
    assert month_grid.day == date(1, 1, 1)
    assert not month_grid.grab().isNull()


@pytest.fixture
def parent_widget(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(600, 500)
    parent.show()
    return parent


def test_popup_emits_the_selected_day_and_the_days_of_each_shown_month(parent_widget: QWidget) -> None:
    popup = CalendarPopup(parent_widget, date(2026, 11, 22), date(2026, 11, 22))
    chosen: list[str] = []
    shown_months: list[list[date]] = []
    popup.day_chosen.connect(chosen.append)
    popup.month_shown.connect(shown_months.append)
    popup.open()
    QTest.keyClick(popup.month_grid, Qt.Key.Key_PageDown)
    assert [date(2026, 11, 5) in days for days in shown_months] == [True, False]
    QTest.keyClick(popup.month_grid, Qt.Key.Key_Return)
    assert chosen == ["2026-12-22"]
