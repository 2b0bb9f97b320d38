"""Segmented: exactly one holds; only a choice made by hand is told."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.segmented import Segmented


def buttons(switch: Segmented) -> list[QAbstractButton]:
    return switch.findChildren(QAbstractButton)


def test_choosing_by_hand_is_told(qtbot: QtBot) -> None:
    switch = Segmented(["Files", "Note", "Chat"], "Pane")
    qtbot.addWidget(switch)
    told: list[int] = []
    switch.changed.connect(told.append)

    qtbot.mouseClick(buttons(switch)[2], Qt.MouseButton.LeftButton)
    switch.set_current(1)

    assert told == [2]
    assert switch.current() == 1
    assert [button.isChecked() for button in buttons(switch)] == [False, True, False]


def test_arrows_move_the_choice(qtbot: QtBot) -> None:
    switch = Segmented(["Files", "Note"], "Pane")
    qtbot.addWidget(switch)
    switch.show()
    switch.activateWindow()
    qtbot.waitUntil(switch.isActiveWindow)
    buttons(switch)[0].setFocus()

    qtbot.keyClick(buttons(switch)[0], Qt.Key.Key_Right)

    assert switch.current() == 1


def test_a_dot_makes_room_for_itself(qtbot: QtBot) -> None:
    switch = Segmented(["Files", "Chat"], "Pane")
    qtbot.addWidget(switch)
    before = switch.sizeHint().width()

    switch.set_dot(1, True)

    assert switch.sizeHint().width() > before
    assert not switch.grab().isNull()
