"""Waits for a window's first paint, and reports when the window is activated again."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui import bridge


class _Watch(QObject):
    painted = Signal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            # Behind the painting that this event begins.
            QTimer.singleShot(0, self.painted.emit)
        return False


async def first_paint(window: QWidget) -> None:
    """Show *window* and wait until it was painted."""
    # Watched before it is shown: some platforms paint inside `show`.
    watch = _Watch(window)
    window.installEventFilter(watch)
    window.show()
    window.update()
    await bridge.wait_signal(watch.painted)
    watch.deleteLater()


class ActivationWatch(QObject):
    """Calls *returned* each time *window* becomes the one in front; lives as long as its *owner*."""

    def __init__(self, window: QWidget, returned: Callable[[], object], owner: QObject) -> None:
        super().__init__(owner)
        self._window = window
        self._returned = returned
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at what happens to the window; take nothing away."""
        if watched is self._window and event.type() == QEvent.Type.WindowActivate:
            self._returned()
        return False
