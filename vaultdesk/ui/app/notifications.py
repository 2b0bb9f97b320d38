"""Desktop notifications of answers and approvals, for a user who works in another program."""

import asyncio
import importlib
import sys
from collections.abc import Callable
from functools import partial
from typing import Literal, Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.core.settings.settings_schema import DesktopSettings
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.bridge import wait_signal
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations, answering
from vaultdesk.ui.translation import translator
from vaultdesk.ui.window.main_window import MainWindow

_tr = translator("Notifier")

AttentionKind = Literal["answer", "failure", "approval"]
"""An answer is complete, has failed, or waits for the user's approval."""


class AttentionRequest(Struct, frozen=True):
    """An event to notify the user of: its kind, the conversation, and how to show it."""

    kind: AttentionKind
    chat: str
    """The title of the conversation; contains nothing from notes."""
    show: Callable[[], object]


class Attention(QObject):
    """Follows the conversations of one vault, and their questions to the user."""

    requested = Signal(object)
    """Something happened: an `AttentionRequest`."""
    changed = Signal()
    """An answer began or ended, or a question to the user was added or removed."""

    def __init__(self, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._show: Callable[[ConversationController], object] | None = None
        self._running: set[ConversationController] = set()
        self._waiting = 0

    @property
    def running(self) -> bool:
        """Whether an answer is running."""
        return bool(self._running)

    @property
    def waiting(self) -> bool:
        """Whether an approval is pending."""
        return self._waiting > 0

    def follow(self, conversations: OpenConversations, show: Callable[[ConversationController], object]) -> None:
        """Follow *conversations*; *show* makes one of them visible."""
        self._show = show
        conversations.changed.connect(self._conversation_changed)

    def add_waiting(self) -> None:
        """Record a pending approval in the conversation of the running answer."""
        self._waiting += 1
        self.changed.emit()
        controller = answering.get()
        self.requested.emit(
            AttentionRequest(
                "approval",
                controller.title if controller is not None else "",
                partial(self._show_conversation, controller),
            )
        )

    def remove_waiting(self) -> None:
        """Record that the approval is no longer pending."""
        self._waiting -= 1
        self.changed.emit()

    async def wait_until_seen(self) -> bool:
        """Wait until the window is visible; return False if it is closed and will not be opened."""
        while not self._window.isVisible():
            if not self._window.in_tray:
                return False
            await wait_signal(self._window.appeared)
            await asyncio.sleep(0)  # Painted before a dialog covers it.
        return True

    def _conversation_changed(self, controller: ConversationController) -> None:
        was_running = controller in self._running
        if controller.running == was_running:
            return
        (self._running.discard if was_running else self._running.add)(controller)
        self.changed.emit()
        last = controller.exchanges[-1] if controller.exchanges else None
        if not was_running or last is None or last.stopped or (controller.continues_queue and last.error is None):
            return
        self.requested.emit(
            AttentionRequest(
                "answer" if last.error is None else "failure",
                controller.title,
                partial(self._show_conversation, controller),
            )
        )

    def _show_conversation(self, controller: ConversationController | None) -> None:
        if controller is not None and self._show is not None:
            self._window.show_pane("chat")
            self._show(controller)
        self._window.bring_to_front()


MAX_CONVERSATION_NAME = 80
"""Maximum number of characters of a conversation's title in a notification."""


class TrayMessages(Protocol):
    """A tray that can show messages."""

    def show_message(self, title: str, text: str, clicked: Callable[[], object]) -> bool:
        """Show a message at the icon; return False if there is none."""
        ...


class BusMessages(Protocol):
    """The desktop's notification server."""

    async def notify(self, text: str, clicked: Callable[[], object]) -> bool:
        """Show a message; return False if no server shows it."""
        ...

    async def withdraw(self) -> None:
        """Remove visible messages."""
        ...

    async def close(self) -> None: ...


class Notifier(QObject):
    """Notifies of an `AttentionRequest`, unless a window of the program is active or the settings disable it."""

    def __init__(
        self,
        settings: Callable[[], DesktopSettings],
        tray: Callable[[], TrayMessages | None],
        bus: BusMessages | None = None,
        in_front: Callable[[], bool] = lambda: QApplication.activeWindow() is not None,
    ) -> None:
        """*bus* is the notification server; by default the system's own is used, if it has one."""
        super().__init__()
        self._settings = settings
        self._tray = tray
        self._bus = bus
        self._in_front = in_front

    def notify(self, request: AttentionRequest, window: QWidget) -> None:
        """Notify of *request*, which concerns *window*."""
        if self._in_front():
            return
        QApplication.alert(window)
        settings = self._settings()
        if not settings.notify:
            return
        if settings.sound:
            QApplication.beep()
        text = notification_text(request)
        tray = self._tray()
        if tray is not None and tray.show_message(_tr("VaultDesk"), text, request.show):
            return
        if self._bus is None and sys.platform.startswith("linux"):
            # Imported by name: most answers arrive while the window is active, and nothing of it is needed.
            self._bus = importlib.import_module("vaultdesk.ui.app.dbus_notifications").DBusNotifications(self)
        if self._bus is not None:
            bridge.start(self._bus.notify(text, request.show), owner=self)

    def withdraw(self) -> None:
        """Remove visible messages, because a window became active."""
        if self._bus is not None:
            bridge.start(self._bus.withdraw(), owner=self)

    async def close(self) -> None:
        """Send no more notifications."""
        if self._bus is not None:
            await self._bus.withdraw()
            await self._bus.close()


def notification_text(request: AttentionRequest) -> str:
    """Return the text for *request*: the event and the conversation's title, without its content."""
    titled = {
        "answer": _tr("The answer in “{0}” is ready."),
        "failure": _tr("The question in “{0}” could not be answered."),
        "approval": _tr("“{0}” is waiting for your approval."),
    }
    untitled = {
        "answer": _tr("An answer is ready."),
        "failure": _tr("A question could not be answered."),
        "approval": _tr("A request is waiting for your approval."),
    }
    return (
        titled[request.kind].format(sanitize_line(request.chat, MAX_CONVERSATION_NAME))
        if request.chat
        else untitled[request.kind]
    )
