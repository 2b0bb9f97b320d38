"""Key capture: what is pressed is the answer, whatever it means elsewhere."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.ui.settings.key_capture import KeyCapture

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip


@pytest.fixture
def field(qtbot: QtBot) -> KeyCapture:
    made = KeyCapture("Keys")
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(
    ("key", "held", "told"),
    [
        (Qt.Key.Key_O, CTRL, "Ctrl+O"),
        (Qt.Key.Key_O, CTRL | SHIFT, "Ctrl+Shift+O"),
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, "F5"),
        (Qt.Key.Key_Return, ALT, "Alt+Return"),
        (Qt.Key.Key_Escape, CTRL, "Ctrl+Esc"),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, ""),
    ],
)
def test_pressed_keys_are_told(
    qtbot: QtBot, field: KeyCapture, key: Qt.Key, held: Qt.KeyboardModifier, told: str
) -> None:
    with qtbot.waitSignal(field.captured) as got:
        qtbot.keyClick(field, key, held)

    assert got.args == [told]


def test_esc_gives_up_and_a_held_key_alone_is_nothing(qtbot: QtBot, field: KeyCapture) -> None:
    told: list[str] = []
    field.captured.connect(told.append)

    qtbot.keyClick(field, Qt.Key.Key_Control, CTRL)
    with qtbot.waitSignal(field.given_up):
        qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert told == []
