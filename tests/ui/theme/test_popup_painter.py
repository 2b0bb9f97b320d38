"""Tests of ui/theme/popup_painter.py."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.support.drawing import has
from vaultdesk.ui.theme import popup_painter
from vaultdesk.ui.theme.popup_painter import mask_corners
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.menu import Menu

# Corners: pop-ups lose their corners where these would be black, and nowhere else.


def test_where_translucent_corners_can_be_seen_through_nothing_is_cut(qtbot: QtBot) -> None:
    popup = QWidget()
    qtbot.addWidget(popup)
    popup.resize(60, 40)
    mask_corners(popup, 8)
    assert popup.mask().isEmpty()


def test_a_menu_loses_its_corners_at_its_size(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(popup_painter, "needs_corner_mask", lambda: True)
    menu = Menu("Kinds")
    qtbot.addWidget(menu)
    menu.add("Ollama", lambda: None)
    menu.popup(QPoint(0, 0))
    assert not menu.mask().contains(QPoint(0, 0))
    assert menu.mask().contains(menu.rect().center())
    assert menu.mask().boundingRect().size() == menu.size()
    menu.close()


# Draw menus: rows are tinted, keys stand at the right.


def test_menu_row_under_the_pointer_is_tinted(qtbot: QtBot, look: Theme) -> None:
    menu = QMenu()
    first = menu.addAction("Insert at the cursor")
    qtbot.addWidget(menu)
    menu.popup(QPoint(0, 0))
    menu.setActiveAction(first)
    QApplication.processEvents()

    assert has(menu.grab().toImage(), look.color("accent_tint"))
    menu.close()
