"""Delays before the buttons of a request can be pressed, so that keys typed for something else do not answer it."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

APPROVE_DELAY_MS = 700
"""Milliseconds without a key press after the request appears, or its window becomes active again."""

RING_DELAY_MS = 600
"""Milliseconds without a key press for which a button must have the focus ring before Enter or Space presses it."""

ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""Keys that press the button with the focus ring."""

PRESS_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Select, *ENTER_KEYS)
"""Keys that press the focused button."""

MOVING_KEYS = frozenset(
    (
        Qt.Key.Key_Tab,
        Qt.Key.Key_Backtab,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_Meta,
        Qt.Key.Key_AltGr,
    )
)
"""Keys that move the focus or modify others; every other key counts as typing."""


class RingDelay(QObject):
    """Lets Enter and Space press *button* once it has had the focus ring for `RING_DELAY_MS` without a key press.

    Before that they have no effect. Each key press restarts the delay.
    """

    def __init__(self, button: QAbstractButton, delay: int | None = None) -> None:
        """*delay* is in milliseconds; `RING_DELAY_MS` by default."""
        super().__init__(button)
        self._button = button
        self._timer = _single_shot(self, RING_DELAY_MS if delay is None else delay, None)
        self.refused = False
        """Whether keys do not press the button, because it got the focus by a key pressed during typing."""
        button.installEventFilter(self)

    @property
    def ready(self) -> bool:
        """Return whether a key presses the button now."""
        return self._button.hasFocus() and not self._timer.isActive() and not self.refused

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Restart the delay after each key; press with Enter after the delay."""
        if event.type() == QEvent.Type.FocusIn:
            self._timer.start()
        elif isinstance(event, QKeyEvent):
            return self._handle_key(event)
        return False

    def _handle_key(self, event: QKeyEvent) -> bool:
        ready = self.ready
        if event.type() == QEvent.Type.KeyPress:
            self._timer.start()
        if event.key() not in PRESS_KEYS:
            return False
        if event.type() == QEvent.Type.KeyRelease:
            # On key release: Space presses only a button that was pressed down after the delay.
            return not self._button.isDown()
        if event.type() != QEvent.Type.KeyPress:
            return False
        if ready and not event.isAutoRepeat() and event.key() in ENTER_KEYS:
            self._button.click()
            return True
        return not ready or event.isAutoRepeat()


class ApproveDelay(QObject):
    """Disables *button*, and enables it once nothing was typed for `APPROVE_DELAY_MS` while the window is active.

    Each key press restarts the delay, because the user may have been typing as the request appeared. Once enabled, the
    button stays enabled until the window is deactivated. `RingDelay` controls pressing it with the keyboard; if it got
    the focus less than `RING_DELAY_MS` after a typed key, no key presses it until it loses and regains the focus.
    """

    def __init__(self, button: QAbstractButton, view: QWidget, delay: int | None = None) -> None:
        """*delay* is in milliseconds; `APPROVE_DELAY_MS` and `RING_DELAY_MS` by default."""
        super().__init__(view)
        self._button = button
        self._view = view
        self._window: QWidget | None = None
        self._has_waited = False
        self._allowed = True
        self._watching = False
        self._typing_pause = RING_DELAY_MS if delay is None else delay
        self._since_typed = QElapsedTimer()
        self._timer = _single_shot(self, APPROVE_DELAY_MS if delay is None else delay, self._arm)
        self.ring = RingDelay(button, delay)
        button.setEnabled(False)
        button.installEventFilter(self)
        view.installEventFilter(self)

    @property
    def armed(self) -> bool:
        """Whether Approve can be pressed."""
        return self._button.isEnabled()

    def set_allowed(self, allowed: bool) -> None:
        """Set whether the button may be enabled after the delay: not before the user took a required action."""
        self._allowed = allowed
        self._show()

    def start(self) -> None:
        """Restart the delay."""
        self._disarm()
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Restart the delay after a key press; disable the button while another window is active."""
        event_type = event.type()
        if event_type == QEvent.Type.KeyPress:
            if self._timer.isActive():
                self._timer.start()
            if isinstance(event, QKeyEvent) and event.key() not in MOVING_KEYS:
                self._since_typed.start()
        elif watched is self._view and event_type == QEvent.Type.Show:
            self._set_window(self._view.window())
            self._set_watching(True)
            self.start()
        elif watched is self._view and event_type == QEvent.Type.Hide:
            self._set_watching(False)
            self._disarm()
        elif watched is self._window and event_type == QEvent.Type.WindowActivate:
            self.start()
        elif watched is self._window and event_type == QEvent.Type.WindowDeactivate:
            self._disarm()
        elif watched is self._button and event_type == QEvent.Type.FocusIn:
            self.ring.refused = self._since_typed.isValid() and self._since_typed.elapsed() < self._typing_pause
        return False

    def _set_window(self, window: QWidget) -> None:
        if window is not self._window:
            if self._window is not None:
                self._window.removeEventFilter(self)
            self._window = window
            window.installEventFilter(self)

    def _set_watching(self, enabled: bool) -> None:
        # Only while the request is shown: an application-wide event filter slows down every event.
        if enabled and not self._watching:
            _application().installEventFilter(self)
        elif self._watching and not enabled:
            _application().removeEventFilter(self)
        self._watching = enabled

    def _arm(self) -> None:
        self._has_waited = self._view.isVisible()
        self._show()

    def _disarm(self) -> None:
        self._timer.stop()
        self._has_waited = False
        self._show()

    def _show(self) -> None:
        self._button.setEnabled(self._has_waited and self._allowed)


def _single_shot(owner: QObject, delay: int, on_timeout: Callable[[], None] | None) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    # A coarse timer may fire up to 5 % early.
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(delay)
    if on_timeout is not None:
        timer.timeout.connect(on_timeout)
    return timer


def _application() -> QCoreApplication:
    application = QCoreApplication.instance()
    assert application is not None, "there is a widget, so there is an application"
    return application
