"""Number field: typed and stepped within its limits, and every number fits."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.settings.wheel import wheel_over
from vaultdesk.ui.parts.number_field import NumberField
from vaultdesk.ui.theme.theme import theme


def shown(qtbot: QtBot, least: int = 1, most: int = 1_000_000) -> NumberField:
    field = NumberField("Longest tool result", least, most)
    qtbot.addWidget(field)
    field.resize(field.sizeHint())
    field.show()
    return field


def test_keys_typed_one_by_one_are_told_once_at_the_end(qtbot: QtBot) -> None:
    field = shown(qtbot)
    told: list[int] = []
    field.valueChanged.connect(told.append)
    field.selectAll()
    QTest.keyClicks(field, "60000")
    assert told == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert told == [60_000]


def test_the_largest_number_fits_beside_the_arrows(qtbot: QtBot) -> None:
    field = shown(qtbot)
    field.setValue(1_000_000)
    edit = field.lineEdit()
    assert edit is not None
    assert field.fontMetrics().horizontalAdvance(field.text()) < edit.width()
    assert field.height() == theme().step(30)


def test_it_is_drawn_in_the_colours_of_the_theme(qtbot: QtBot) -> None:
    field = shown(qtbot)
    inside = field.grab().toImage().pixelColor(field.width() - 3, field.height() // 2)
    assert inside == theme().color("surface")
    theme().set_choice("dark")
    inside = field.grab().toImage().pixelColor(field.width() - 3, field.height() // 2)
    assert inside == theme().color("surface")


def test_a_screen_reader_gets_its_name(qtbot: QtBot) -> None:
    assert shown(qtbot).accessibleName() == "Longest tool result"


def test_the_wheel_over_it_scrolls_the_page(qtbot: QtBot) -> None:
    field = shown(qtbot)
    field.setValue(5)
    field.setFocus()
    assert not wheel_over(field)
    assert field.value() == 5
