"""Draw menus: rows are tinted, keys stand at the right."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
)
from pytestqt.qtbot import QtBot

from tests.support.drawing import has
from vaultdesk.ui.theme.theme import Theme


def test_menu_row_under_the_pointer_is_tinted(qtbot: QtBot, look: Theme) -> None:
    menu = QMenu()
    first = menu.addAction("Insert at the cursor")
    qtbot.addWidget(menu)
    menu.popup(QPoint(0, 0))
    menu.setActiveAction(first)
    QApplication.processEvents()

    assert has(menu.grab().toImage(), look.color("accent_tint"))
    menu.close()
