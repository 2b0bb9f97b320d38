"""Notifier: tells a person who works elsewhere of an answer or an approval, by the tray or the desktop's messages."""

import importlib
import sys
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.core.settings.settings_schema import DesktopSettings
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.notify.attention import Call

LONGEST_NAME = 80
"""Characters of a conversation's name that are told."""


class TrayMessages(Protocol):
    """A tray, as far as it shows messages."""

    def tell(self, title: str, text: str, clicked: Callable[[], object]) -> bool:
        """Show a message at the icon; False where there is none."""
        ...


class BusMessages(Protocol):
    """The desktop's notification server."""

    async def tell(self, text: str, clicked: Callable[[], object]) -> bool:
        """Show a message; False where nobody shows any."""
        ...

    async def withdraw(self) -> None:
        """Take away what is still shown."""
        ...

    async def close(self) -> None:
        """Leave the bus."""
        ...


class Notifier(QObject):
    """Tells of a `Call`, unless a window of ours is in front or the settings say not to."""

    def __init__(
        self,
        wishes: Callable[[], DesktopSettings],
        tray: Callable[[], TrayMessages | None],
        bus: BusMessages | None = None,
        in_front: Callable[[], bool] = lambda: QApplication.activeWindow() is not None,
    ) -> None:
        """*bus* is the notification server; without it the system's own is used, where the system has one."""
        super().__init__()
        self._wishes = wishes
        self._tray = tray
        self._bus = bus
        self._in_front = in_front

    def tell(self, call: Call, window: QWidget) -> None:
        """Tell of *call*, which concerns *window*."""
        if self._in_front():
            return
        QApplication.alert(window)
        wishes = self._wishes()
        if not wishes.notify:
            return
        if wishes.sound:
            QApplication.beep()
        text = words_of(call)
        tray = self._tray()
        if tray is not None and tray.tell(_tr("VaultDesk"), text, call.go_there):
            return
        if self._bus is None and sys.platform.startswith("linux"):
            # By name: most answers come while the window is in front, and nothing of it is needed.
            self._bus = importlib.import_module("vaultdesk.ui.notify.bus_notices").BusNotices(self)
        if self._bus is not None:
            bridge.start(self._bus.tell(text, call.go_there), owner=self)

    def withdraw(self) -> None:
        """Take away what is still shown: a window came to the front."""
        if self._bus is not None:
            bridge.start(self._bus.withdraw(), owner=self)

    async def close(self) -> None:
        """Tell nothing any more."""
        if self._bus is not None:
            await self._bus.withdraw()
            await self._bus.close()


def words_of(call: Call) -> str:
    """Return what is told of *call*: what happened and in which conversation, and nothing that is in it."""
    named = {
        "answer": _tr("The answer in “{0}” is there."),
        "failure": _tr("The question in “{0}” could not be answered."),
        "approval": _tr("An approval waits for you in “{0}”."),
    }
    nameless = {
        "answer": _tr("An answer is there."),
        "failure": _tr("A question could not be answered."),
        "approval": _tr("An approval waits for you."),
    }
    return named[call.kind].format(sanitize_line(call.chat, LONGEST_NAME)) if call.chat else nameless[call.kind]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Notifier", text)
