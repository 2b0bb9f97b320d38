"""First paint: the moment a window can be seen. What is slow waits for it (PERFORMANCE, Start)."""

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
