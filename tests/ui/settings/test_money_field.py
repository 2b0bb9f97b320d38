"""Money field: dollars and cents, told when finished; the wheel belongs to the page."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.settings.wheel import wheel_over
from vaultdesk.ui.settings.money_field import MoneyField


def test_an_amount_is_typed_and_told_once(qtbot: QtBot) -> None:
    field = MoneyField("Day")
    qtbot.addWidget(field)
    field.show()
    told: list[float] = []
    field.valueChanged.connect(told.append)
    field.selectAll()
    QTest.keyClicks(field, "1.25")
    assert told == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert told == [1.25]
    assert field.text() == "$1.25"


def test_nothing_is_no_cap_in_words(qtbot: QtBot) -> None:
    field = MoneyField("Day")
    qtbot.addWidget(field)
    field.setSpecialValueText("no cap")
    field.setValue(0)
    assert field.text() == "no cap"
    assert field.grab().toImage().width() >= field.sizeHint().width() > 0


def test_the_wheel_changes_nothing(qtbot: QtBot) -> None:
    field = MoneyField("Day")
    qtbot.addWidget(field)
    field.show()
    field.setFocus()
    assert not wheel_over(field)
    assert field.value() == 0
