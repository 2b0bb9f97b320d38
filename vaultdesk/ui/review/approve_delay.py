"""Delay before an Approve button can be pressed, so that stray keystrokes approve nothing."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

APPROVE_DELAY_MS = 700
"""Milliseconds without a key press after the question appears, or its window comes back to the front."""

PRESS_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select)
"""Keys that press a button that has the focus."""

BLOCKED_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""Keys that never press it: Enter is struck too easily, and everywhere else here it refuses."""


class ApproveDelay(QObject):
    """Disables *button*, and enables it once nothing was typed for `APPROVE_DELAY_MS` while the window is in front.

    A key meant for something else (a person was typing as the question appeared) starts the wait again. Once armed it
    stays so until the window loses the front. A button that gets the focus by a key takes no key for the same time.
    Enter on the button does nothing at any time, neither yes nor no.
    """

    def __init__(self, button: QAbstractButton, view: QWidget, wait: int | None = None) -> None:
        """*wait* is in milliseconds; `APPROVE_DELAY_MS` where it is not given."""
        super().__init__(view)
        self._wait = APPROVE_DELAY_MS if wait is None else wait
        self._button = button
        self._view = view
        self._window: QWidget | None = None
        self._ripe = False
        self._allowed = True
        self._timer = self._stop_watch(self._arm)
        self._deaf = self._stop_watch(None)
        button.setEnabled(False)
        button.installEventFilter(self)
        view.installEventFilter(self)

    @property
    def armed(self) -> bool:
        """Whether Approve can be pressed."""
        return self._button.isEnabled()

    def set_allowed(self, allowed: bool) -> None:
        """Keep Approve dead, however long it is shown, until what must be done first was done."""
        self._allowed = allowed
        self._show()

    def start(self) -> None:
        """Begin to wait, from nothing."""
        self._disarm()
        # Only while waiting: a filter on the whole application makes every event of the program slower.
        _application().installEventFilter(self)
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait again after a key; be dead while another window is in front."""
        kind = event.type()
        if watched is self._view and kind == QEvent.Type.Show:
            self._follow(self._view.window())
            self.start()
        elif watched is self._window and kind == QEvent.Type.WindowActivate:
            self.start()
        elif watched is self._window and kind == QEvent.Type.WindowDeactivate:
            self._disarm()
        elif kind == QEvent.Type.KeyPress and self._timer.isActive():
            self._timer.start()
            return watched is self._button and isinstance(event, QKeyEvent) and event.key() in BLOCKED_KEYS
        elif watched is self._button and kind == QEvent.Type.FocusIn:
            self._deaf.start()
        elif watched is self._button and isinstance(event, QKeyEvent):
            return event.key() in BLOCKED_KEYS or (self._deaf.isActive() and event.key() in PRESS_KEYS)
        return False

    def _follow(self, window: QWidget) -> None:
        if window is not self._window:
            if self._window is not None:
                self._window.removeEventFilter(self)
            self._window = window
            window.installEventFilter(self)

    def _arm(self) -> None:
        _application().removeEventFilter(self)
        self._ripe = self._view.isVisible()
        self._show()

    def _disarm(self) -> None:
        _application().removeEventFilter(self)
        self._timer.stop()
        self._ripe = False
        self._show()

    def _show(self) -> None:
        self._button.setEnabled(self._ripe and self._allowed)

    def _stop_watch(self, end: Callable[[], None] | None) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        # A coarse timer may be a twentieth early.
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.setInterval(self._wait)
        if end is not None:
            timer.timeout.connect(end)
        return timer


def _application() -> QCoreApplication:
    application = QCoreApplication.instance()
    assert application is not None, "there is a widget, so there is an application"
    return application
