"""Shutdown: windows are closed after saving every note, also on signals and at the end of the desktop session."""

import asyncio
import logging
import re
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import (
    QDeadlineTimer,
    QEventLoop,
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication

from vaultdesk.ui import bridge
from vaultdesk.ui.app.vault_window.vault_window import UnsavedChoice, VaultWindow, WindowRegistry
from vaultdesk.ui.single_instance import VaultDeskApplication
from vaultdesk.ui.translation import translator

_tr = translator("Shutdown")


class Shutdown(QObject):
    """Closes one window, or all."""

    def __init__(self, registry: WindowRegistry) -> None:
        super().__init__()
        self._registry = registry
        self.finished = asyncio.Event()
        """Set when everything is saved and the program should end."""
        self.hide: Callable[[VaultWindow], bool] = lambda _last: False
        """Hides the last window instead of closing it if the program stays in a tray; returns False otherwise."""
        self._close_lock = asyncio.Lock()
        self._closing: list[VaultWindow] = []
        """Windows removed from the registry whose vault is still being closed."""

    def close(self, closed: VaultWindow) -> None:
        """Close one window and its vault; with the last one the program ends, unless it stays in the tray."""
        bridge.start(self._close(closed), owner=self)

    def quit(self) -> None:
        """Close every window; a note that cannot be saved keeps them open."""
        bridge.start(self._quit(), owner=self)

    async def save_all(self) -> bool:
        """Save every window, the active one first; return False, and show it, if a note cannot be saved."""
        for vault_window in self._registry.windows:
            if not await vault_window.save(UnsavedChoice(_tr("Quit without saving"), self.end)):
                vault_window.window.bring_to_front()
                return False
        return True

    def begin_saving(self) -> Callable[[], bool | None]:
        """Start `save_all`; the returned function returns its result, and None until then."""
        saving = bridge.start(self.save_all(), owner=self)
        return lambda: saving.result() if saving.done() else None

    def end(self) -> None:
        """End the program without saving."""
        self.remember()
        self.finished.set()

    def remember(self) -> None:
        """Store which vaults are open for the next start; those closed because the program ends count as open."""
        if not self.finished.is_set():
            self._registry.remember()

    async def close_vaults(self) -> None:
        """Close every vault concurrently: each has a few seconds to store its chats."""
        await asyncio.gather(*(vault_window.close() for vault_window in (*self._registry.windows, *self._closing)))
        for vault_window in self._registry.windows:
            vault_window.window.hide()

    async def _quit(self) -> None:
        if await self.save_all():
            self.end()

    async def _close(self, closed: VaultWindow, *, unsaved: bool = False) -> None:
        # One at a time, so that of two windows closed together the second one is the last.
        async with self._close_lock:
            if closed not in self._registry.windows:  # Called again while its vault was being closed.
                return
            if len(self._registry.windows) == 1:
                if self.hide(closed):
                    return
                if unsaved:
                    self.end()
                else:
                    await self._quit()
                return
            without_saving = UnsavedChoice(
                _tr("Close without saving"),
                lambda: bridge.start(self._close(closed, unsaved=True), owner=self),
            )
            if not unsaved and not await closed.save(without_saving):
                return
            self._registry.remove(closed)
            self._closing.append(closed)
            self.remember()
            closed.window.hide()
        try:
            await closed.close()
        finally:
            self._closing.remove(closed)
            closed.window.deleteLater()


log = logging.getLogger(__name__)

SAVE_TIMEOUT = 5_000
"""Milliseconds for which the end of a session waits for saving."""

QUIT_TIMEOUT = 10_000
"""Milliseconds for which a quit on macOS waits until everything is saved and every vault is closed."""

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name))
"""Signals that end the program, as far as this system has them."""


class SessionEnd(QObject):
    """Calls *leave* when the user's session ends, on a signal, or when the system requests it; saves first."""

    def __init__(
        self,
        application: QApplication,
        leave: Callable[[], object],
        save: Callable[[], Callable[[], bool | None]],
        has_left: Callable[[], bool],
        end_process: Callable[[], object] | None,
    ) -> None:
        """*save* starts saving and returns a function for its result: None until it is known.

        *has_left* returns whether everything is closed after *leave*. *end_process* ends the process if the system
        waits for that, on macOS; it is None elsewhere.
        """
        super().__init__(application)
        self._leave = leave
        self._save = save
        self._has_left = has_left
        self._end_process = end_process
        application.commitDataRequest.connect(self._commit)
        if isinstance(application, VaultDeskApplication):
            application.quit_requested.connect(self._quit)
        self._receiver, self._sender = socket.socketpair()
        for end in (self._receiver, self._sender):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._signal_received)
        self._signal_pending = False
        self._wakeup = signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)
        self._previous_handlers = {number: signal.signal(number, self._on_signal) for number in SIGNALS}

    def close(self) -> None:
        """Restore the previous signal handlers."""
        for number, handler in self._previous_handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup)
        self._notifier.setEnabled(False)
        self._receiver.close()
        self._sender.close()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        # Only recorded, because it may interrupt anything. Python's wakeup byte wakes Qt. A second signal ends the
        # program immediately.
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
        self._signal_pending = True

    def _signal_received(self) -> None:
        self._receiver.recv(64)
        if self._signal_pending:
            self._signal_pending = False
            log.info("The program was ended by a signal")
            self._leave()

    def _quit(self) -> None:
        """Leave because the system requested it.

        Qt answers macOS that the program does not quit, whatever was decided (qcocoaapplicationdelegate.mm), which
        interrupts a log-out. So the process ends before that answer, once everything is saved and closed.
        """
        if self._end_process is None:
            self._leave()
            return
        saved = self._save()
        self._run_loop_until(lambda: saved() is not None, SAVE_TIMEOUT)
        if saved():
            self._leave()
            self._run_loop_until(self._has_left, QUIT_TIMEOUT)
            if self._has_left():
                self._end_process()

    def _commit(self, manager: QSessionManager) -> None:
        """Save before the session continues to end."""
        saved = self._save()
        self._run_loop_until(lambda: saved() is not None, SAVE_TIMEOUT)
        if saved() is False and manager.allowsInteraction():
            manager.cancel()

    def _run_loop_until(self, condition: Callable[[], bool], timeout: int) -> None:
        """Run the event loop until *condition* returns True, for at most *timeout* milliseconds."""
        deadline, timer = QDeadlineTimer(timeout), QTimer(self)
        timer.start(20)
        while not (condition() or deadline.hasExpired()):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        timer.stop()


_CONNECTION_BROKE = re.compile(r"The (?:Wayland|X11) connection broke")
"""Qt's message before it ends the process without the display server (qwaylanddisplay.cpp, qxcbconnection.cpp)."""


class DisplayEnd(QObject):
    """Calls *ended* when the connection to the display server is lost, as at some log-outs: Qt ends the process right
    after.
    """

    def __init__(self, application: QApplication, ended: Callable[[], object]) -> None:
        super().__init__(application)
        self._ended = ended
        self.has_ended = False
        """Whether the connection was lost: it is the reason for later errors."""
        self._previous = qInstallMessageHandler(self._receive)

    def close(self) -> None:
        """Restore the previous message handler."""
        qInstallMessageHandler(self._previous)

    def _receive(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if self._previous is not None:
            self._previous(kind, context, text)
        elif sys.stderr is not None:
            sys.stderr.write(f"{text}\n")
        if _CONNECTION_BROKE.match(text) and not self.has_ended:
            log.info("The display server is gone: the session has ended")
            self.has_ended = True
            self._ended()
