"""Desktop notifications of answers and approvals, for a user who works in another program."""

import asyncio
import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.core.settings.settings_schema import DesktopSettings
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.bridge import wait_signal
from vaultdesk.ui.chat.conversation_controller import ConversationController, answering
from vaultdesk.ui.chat.open_conversations import OpenConversations
from vaultdesk.ui.translation import translator
from vaultdesk.ui.window.main_window import MainWindow

_tr = translator("Notifier")

AttentionKind = Literal["answer", "failure", "approval"]
"""An answer is there, could not be given, or waits for the person."""


@dataclass(frozen=True)
class AttentionRequest:
    """Something a person is told of: what, in which conversation, and the way there."""

    kind: AttentionKind
    chat: str
    """What the conversation is called; nothing of a note."""
    show: Callable[[], object]


class Attention(QObject):
    """Follows the conversations of one vault, and the questions to the person that they ask."""

    requested = Signal(object)
    """Something happened: a `AttentionRequest`."""
    changed = Signal()
    """An answer began or ended, or the person is waited for, or no more."""

    def __init__(self, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._show: Callable[[ConversationController], object] | None = None
        self._running: set[ConversationController] = set()
        self._waiting = 0

    @property
    def running(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._running)

    @property
    def waiting(self) -> bool:
        """Whether an approval waits."""
        return self._waiting > 0

    def follow(self, conversations: OpenConversations, show: Callable[[ConversationController], object]) -> None:
        """Follow *conversations*; *show* brings one of them into sight."""
        self._show = show
        conversations.changed.connect(self._look)

    def add_waiting(self) -> None:
        """Note that the person is asked for an approval, in the conversation whose answer is being worked on."""
        self._waiting += 1
        self.changed.emit()
        controller = answering.get()
        self.requested.emit(
            AttentionRequest(
                "approval", controller.title if controller is not None else "", partial(self._go, controller)
            )
        )

    def remove_waiting(self) -> None:
        """Note that this is over."""
        self._waiting -= 1
        self.changed.emit()

    async def wait_until_seen(self) -> bool:
        """Wait until the window can be seen; False where it is closed and nobody will open it."""
        while not self._window.isVisible():
            if not self._window.in_tray:
                return False
            await wait_signal(self._window.appeared)
            await asyncio.sleep(0)  # Drawn before a dialog lies over it.
        return True

    def _look(self, controller: ConversationController) -> None:
        before = controller in self._running
        if controller.running == before:
            return
        (self._running.discard if before else self._running.add)(controller)
        self.changed.emit()
        last = controller.exchanges[-1] if controller.exchanges else None
        if not before or last is None or last.stopped or (controller.goes_on and last.error is None):
            return
        self.requested.emit(
            AttentionRequest(
                "answer" if last.error is None else "failure", controller.title, partial(self._go, controller)
            )
        )

    def _go(self, controller: ConversationController | None) -> None:
        if controller is not None and self._show is not None:
            self._window.show_pane("chat")
            self._show(controller)
        self._window.bring_to_front()


MAX_CONVERSATION_NAME = 80
"""Characters of a conversation's name that are told."""


class TrayMessages(Protocol):
    """A tray, as far as it shows messages."""

    def show_message(self, title: str, text: str, clicked: Callable[[], object]) -> bool:
        """Show a message at the icon; False where there is none."""
        ...


class BusMessages(Protocol):
    """The desktop's notification server."""

    async def notify(self, text: str, clicked: Callable[[], object]) -> bool:
        """Show a message; False where nobody shows any."""
        ...

    async def withdraw(self) -> None:
        """Take away what is still shown."""
        ...

    async def close(self) -> None:
        """Leave the bus."""
        ...


class Notifier(QObject):
    """Tells of a `AttentionRequest`, unless a window of ours is in front or the settings say not to."""

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

    def notify(self, call: AttentionRequest, window: QWidget) -> None:
        """Tell of *call*, which concerns *window*."""
        if self._in_front():
            return
        QApplication.alert(window)
        wishes = self._wishes()
        if not wishes.notify:
            return
        if wishes.sound:
            QApplication.beep()
        text = notification_text(call)
        tray = self._tray()
        if tray is not None and tray.show_message(_tr("VaultDesk"), text, call.show):
            return
        if self._bus is None and sys.platform.startswith("linux"):
            # By name: most answers come while the window is in front, and nothing of it is needed.
            self._bus = importlib.import_module("vaultdesk.ui.app.dbus_notifications").DBusNotifications(self)
        if self._bus is not None:
            bridge.start(self._bus.notify(text, call.show), owner=self)

    def withdraw(self) -> None:
        """Take away what is still shown: a window came to the front."""
        if self._bus is not None:
            bridge.start(self._bus.withdraw(), owner=self)

    async def close(self) -> None:
        """Tell nothing any more."""
        if self._bus is not None:
            await self._bus.withdraw()
            await self._bus.close()


def notification_text(call: AttentionRequest) -> str:
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
    return (
        named[call.kind].format(sanitize_line(call.chat, MAX_CONVERSATION_NAME)) if call.chat else nameless[call.kind]
    )
