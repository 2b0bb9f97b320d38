"""Corners: pop-ups lose their corners where these would be black, and nowhere else."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.menu import Menu
from vaultdesk.ui.theme import corners
from vaultdesk.ui.theme.corners import cut_corners


def test_where_translucent_corners_can_be_seen_through_nothing_is_cut(qtbot: QtBot) -> None:
    popup = QWidget()
    qtbot.addWidget(popup)
    popup.resize(60, 40)
    cut_corners(popup, 8)
    assert popup.mask().isEmpty()


def test_a_menu_loses_its_corners_at_its_size(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corners, "needed", lambda: True)
    menu = Menu("Kinds")
    qtbot.addWidget(menu)
    menu.add("Ollama", lambda: None)
    menu.popup(QPoint(0, 0))
    assert not menu.mask().contains(QPoint(0, 0))
    assert menu.mask().contains(menu.rect().center())
    assert menu.mask().boundingRect().size() == menu.size()
    menu.close()
