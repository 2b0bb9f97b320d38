"""Menu bar: the commands by their groups, where a system has one bar for all programs (macOS)."""

import sys
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMainWindow, QMenuBar

from vaultdesk.ui.action_table import ACTIONS, ActionGroup
from vaultdesk.ui.actions import Actions

GROUPS: tuple[tuple[ActionGroup, ...], ...] = (
    ("vault",),
    ("note",),
    ("find",),
    ("chat", "privacy"),
    ("tools", "window"),
)
"""Which commands stand in one menu, from left to right."""


def has_menu_bar(platform: str = sys.platform) -> bool:
    """Tell whether programs of *platform* are looked for in a bar at the top of the screen."""
    return platform == "darwin"


def add_menu_bar(window: QMainWindow, commands: Actions) -> QMenuBar:
    """Give *window* a bar with all *commands*; Qt moves those with a role to where the system has them."""
    bar = window.menuBar()
    for groups, title in zip(GROUPS, _titles(), strict=True):
        menu = bar.addMenu(title)
        menu.setObjectName(groups[0])
        for group in groups:
            if not menu.isEmpty():
                menu.addSeparator()
            for row in ACTIONS:
                if row.group == group:
                    menu.addAction(commands[row.id])
        shown = [row.id for row in ACTIONS if row.group in groups]
        menu.aboutToShow.connect(partial(commands.entries, shown))  # Their icons are drawn when they are first seen.
    return bar


def _titles() -> tuple[str, ...]:
    return (_tr("Vault"), _tr("Note"), _tr("Find"), _tr("Chat"), _tr("Window"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("MenuBar", text)
