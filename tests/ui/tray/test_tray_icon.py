"""Tray icon: one mark, told apart by a dot where something goes on."""

from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.color_tokens import LIGHT
from vaultdesk.ui.tray.tray_icon import TrayState, tray_icon


def drawn(state: TrayState) -> QImage:
    return tray_icon(state).pixmap(32, 32).toImage().scaled(32, 32)


def test_each_state_looks_its_own(qtbot: QtBot) -> None:
    idle, answering, waiting = drawn("idle"), drawn("answering"), drawn("waiting")
    dot = (25, 25)

    assert idle.pixelColor(*dot).alpha() == 0
    assert answering.pixelColor(*dot) == QColor(LIGHT.hex("accent"))
    assert waiting.pixelColor(*dot) == QColor(LIGHT.hex("warning"))
    assert idle.pixelColor(16, 26).alpha() > 0
