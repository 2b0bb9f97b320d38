import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.properties.completing_field import CompletingField


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


def field(window: QWidget) -> tuple[CompletingField, list[object]]:
    made = CompletingField("Status", lambda: ("open", "done", "opened"), window)
    window.show()
    told: list[object] = []
    made.finished.connect(told.append)
    made.given_up.connect(lambda: told.append("given up"))
    made.went_on.connect(told.append)
    made.begin("")
    return made, told


def test_enter_finishes_with_what_was_typed(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "ope")
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert told == ["ope"]


def test_an_offer_that_was_stepped_to_is_taken(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "ope")
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert told == ["opened"]


def test_esc_closes_the_offers_first_and_then_gives_up(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "o")
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert told == []
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert told == ["given up"]


def test_tab_finishes_and_goes_on(window: QWidget) -> None:
    made, told = field(window)
    QTest.keyClicks(made, "x")
    QTest.keyClick(made, Qt.Key.Key_Tab)
    assert told == ["x", 1]
