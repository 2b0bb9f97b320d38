"""Switch: pressed with the mouse or Space, it is on or off at once, and one sees which."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.switch import Switch
from vaultdesk.ui.theme.theme import theme


def shown(qtbot: QtBot) -> Switch:
    switch = Switch("Assistants may use <b>tools</b>")
    qtbot.addWidget(switch)
    switch.resize(switch.sizeHint())
    switch.show()
    return switch


def test_a_click_and_space_turn_it(qtbot: QtBot) -> None:
    switch = shown(qtbot)
    told: list[bool] = []
    switch.toggled.connect(told.append)
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert told == [True, False]


def test_the_track_is_accent_when_on_and_not_when_off(qtbot: QtBot) -> None:
    switch = shown(qtbot)
    left = (theme().step(7), switch.height() // 2)
    right = (theme().step(26), switch.height() // 2)
    off = switch.grab().toImage()
    switch.setChecked(True)
    on = switch.grab().toImage()
    assert on.pixelColor(*left) == theme().color("accent")
    assert on.pixelColor(*right) == theme().color("on_accent")
    assert off.pixelColor(*left) == theme().color("outline")
    assert off.pixelColor(*right) == theme().color("surface")


def test_its_words_are_its_name_and_fit(qtbot: QtBot) -> None:
    switch = shown(qtbot)
    assert switch.accessibleName() == "Assistants may use <b>tools</b>"
    words = theme().metrics("strong").horizontalAdvance(switch.text())
    assert switch.sizeHint().width() >= words + theme().step(32)
