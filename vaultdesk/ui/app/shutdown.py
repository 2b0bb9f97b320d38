"""Shutdown: windows closed with every note saved, also on signals and at the end of the desktop session."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QObject, QSocketNotifier, QTimer
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
        """Set when all is saved and the program shall end."""
        self.hide: Callable[[VaultWindow], bool] = lambda _last: False
        """Hides the last window instead of closing it, where the program stays in a tray; False where it does not."""
        self._one_at_a_time = asyncio.Lock()
        self._closing: list[VaultWindow] = []
        """Windows removed from the registry whose vault is still being closed."""

    def close(self, closed: VaultWindow) -> None:
        """Close one window and its vault; with the last one the program ends, unless it stays in the tray."""
        bridge.start(self._close(closed), owner=self)

    def quit(self) -> None:
        """Close every window; a note that cannot be saved keeps them open."""
        bridge.start(self._quit(), owner=self)

    async def save_all(self) -> bool:
        """Save what is unsaved in every window, the one in front first; False, and shown, where a note cannot be."""
        for one in self._registry.windows:
            if not await one.save(UnsavedChoice(_tr("Quit without saving"), self.end)):
                one.window.bring_to_front()
                return False
        return True

    def begin_saving(self) -> Callable[[], bool | None]:
        """Begin `save_all`; what is returned tells how it went, and None until then."""
        saving = bridge.start(self.save_all(), owner=self)
        return lambda: saving.result() if saving.done() else None

    def end(self) -> None:
        """End, whatever is saved."""
        self.remember()
        self.finished.set()

    def remember(self) -> None:
        """Keep what is open for the next start; what is closed because all ends stays noted as open."""
        if not self.finished.is_set():
            self._registry.remember()

    async def close_vaults(self) -> None:
        """Close every vault, all at once: each has a few seconds to keep its chats."""
        await asyncio.gather(*(one.close() for one in (*self._registry.windows, *self._closing)))
        for one in self._registry.windows:
            one.window.hide()

    async def _quit(self) -> None:
        if await self.save_all():
            self.end()

    async def _close(self, closed: VaultWindow, *, unsaved: bool = False) -> None:
        # One at a time, so that of two windows closed together the second one is the last.
        async with self._one_at_a_time:
            if closed not in self._registry.windows:  # Asked again while its vault was being closed.
                return
            if len(self._registry.windows) == 1:
                if self.hide(closed):
                    return
                if unsaved:
                    self.end()
                else:
                    await self._quit()
                return
            anyway = UnsavedChoice(
                _tr("Close without saving"),
                lambda: bridge.start(self._close(closed, unsaved=True), owner=self),
            )
            if not unsaved and not await closed.save(anyway):
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
"""Milliseconds that the end of a session waits until all is saved."""

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name))
"""What ends a program from outside, as far as this system has it."""


class SessionEnd(QObject):
    """Calls *leave* when the person's session ends, a signal says to end, or the system asks; saves first."""

    def __init__(
        self, application: QApplication, leave: Callable[[], object], save: Callable[[], Callable[[], bool | None]]
    ) -> None:
        """*save* begins to save and returns what tells how it went: None until all is saved or cannot be."""
        super().__init__(application)
        self._leave = leave
        self._save = save
        application.commitDataRequest.connect(self._commit)
        if isinstance(application, VaultDeskApplication):
            application.quit_requested.connect(leave)
        self._receiver, self._sender = socket.socketpair()
        for end in (self._receiver, self._sender):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._signal_received)
        self._signal_pending = False
        self._wakeup = signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)
        self._previous_handlers = {number: signal.signal(number, self._on_signal) for number in SIGNALS}

    def close(self) -> None:
        """Let signals do what they did before."""
        for number, before in self._previous_handlers.items():
            signal.signal(number, before)
        signal.set_wakeup_fd(self._wakeup)
        self._notifier.setEnabled(False)
        self._receiver.close()
        self._sender.close()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        # In the midst of anything: only noted. Qt wakes up by the byte Python has written. A second one ends at once.
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
        self._signal_pending = True

    def _signal_received(self) -> None:
        self._receiver.recv(64)
        if self._signal_pending:
            self._signal_pending = False
            log.info("A signal asked for the end")
            self._leave()

    def _commit(self, manager: QSessionManager) -> None:
        """Save before the session goes on ending: the loop turns on until that is done."""
        went, limit = self._save(), QDeadlineTimer(SAVE_TIMEOUT)
        clock = QTimer(self)
        clock.start(20)
        while went() is None and not limit.hasExpired():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        clock.stop()
        if went() is False and manager.allowsInteraction():
            manager.cancel()
