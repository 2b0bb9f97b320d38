"""Jump: it looks like a field, and a press opens what it stands for."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.jump import JumpField
from vaultdesk.ui.widgets.glyphs import KeyCap


def shown(qtbot: QtBot, keys: str = "Ctrl+O") -> JumpField:
    field = JumpField(keys)
    qtbot.addWidget(field)
    field.resize(300, 28)
    field.show()
    return field


def test_a_press_enter_and_the_space_bar_ask_for_the_switcher(qtbot: QtBot) -> None:
    field = shown(qtbot)
    asked: list[bool] = []
    field.clicked.connect(lambda: asked.append(True))
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Space)
    assert len(asked) == 3


def test_the_keys_stand_inside_at_the_right_and_follow_a_change(qtbot: QtBot) -> None:
    field = shown(qtbot)
    (cap,) = field.findChildren(KeyCap)
    assert cap.text() == "Ctrl+O"
    assert field.rect().contains(cap.geometry())
    field.show_keys("")
    qtbot.waitUntil(lambda: not field.findChildren(KeyCap))
    assert not field.grab().isNull()
