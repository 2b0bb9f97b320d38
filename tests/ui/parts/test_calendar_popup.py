from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.calendar_popup import CalendarPopup


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
    QTest.keyClick(popup.grid_of_days, Qt.Key.Key_PageDown)
    assert [date(2026, 11, 5) in days for days in shown] == [True, False]
    QTest.keyClick(popup.grid_of_days, Qt.Key.Key_Return)
    assert chosen == ["2026-12-22"]
