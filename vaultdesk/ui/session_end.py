"""Session end: what ends the program from outside: a signal, the person's session, the system. All is saved first."""

import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QObject, QSocketNotifier, QTimer
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.desk_application import DeskApplication

log = logging.getLogger(__name__)

SAVE_WITHIN = 5_000
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
        if isinstance(application, DeskApplication):
            application.quit_asked.connect(leave)
        self._ears, self._mouth = socket.socketpair()
        for end in (self._ears, self._mouth):
            end.setblocking(False)
        self._woken = QSocketNotifier(self._ears.fileno(), QSocketNotifier.Type.Read, self)
        self._woken.activated.connect(self._heard)
        self._asked = False
        self._wakeup = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, self._told) for number in SIGNALS}

    def close(self) -> None:
        """Let signals do what they did before."""
        for number, before in self._before.items():
            signal.signal(number, before)
        signal.set_wakeup_fd(self._wakeup)
        self._woken.setEnabled(False)
        self._ears.close()
        self._mouth.close()

    def _told(self, number: int, _frame: FrameType | None) -> None:
        # In the midst of anything: only noted. Qt wakes up by the byte Python has written. A second one ends at once.
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
        self._asked = True

    def _heard(self) -> None:
        self._ears.recv(64)
        if self._asked:
            self._asked = False
            log.info("A signal asked for the end")
            self._leave()

    def _commit(self, manager: QSessionManager) -> None:
        """Save before the session goes on ending: the loop turns on until that is done."""
        went, limit = self._save(), QDeadlineTimer(SAVE_WITHIN)
        clock = QTimer(self)
        clock.start(20)
        while went() is None and not limit.hasExpired():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        clock.stop()
        if went() is False and manager.allowsInteraction():
            manager.cancel()
