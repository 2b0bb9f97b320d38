"""Return watch: tells when somebody comes back to a window, from another program perhaps. Does nothing about it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class ReturnWatch(QObject):
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
