"""Menu bar: every command is in it once, with its keys and its role, and only macOS has one."""

from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar
from pytestqt.qtbot import QtBot

from vaultdesk.ui.action_table import ACTIONS
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.menu_bar import add_menu_bar, has_menu_bar
from vaultdesk.ui.state import StateFile


def test_every_command_is_in_one_menu(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"))
    qtbot.addWidget(window)
    assert window.findChildren(QMenuBar) == []

    bar = add_menu_bar(window, window.commands)

    listed = [action.objectName() for menu in bar.findChildren(QMenu) for action in menu.actions() if action.text()]
    assert sorted(listed) == sorted(row.id for row in ACTIONS)
    assert window.commands["jump"].icon().isNull()
    for menu in bar.findChildren(QMenu):
        menu.aboutToShow.emit()
    assert not any(action.icon().isNull() for action in window.commands)
    roles = {action.objectName(): action.menuRole() for action in window.commands}
    assert roles["quit"] == QAction.MenuRole.QuitRole
    assert roles["settings"] == QAction.MenuRole.PreferencesRole


def test_only_macos_has_one() -> None:
    assert has_menu_bar("darwin")
    assert not has_menu_bar("linux")
    assert not has_menu_bar("win32")
