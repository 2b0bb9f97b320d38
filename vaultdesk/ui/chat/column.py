"""Column: the widget the messages stand in; it tells when they have been laid out."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget


class MessageColumn(QWidget):
    """Qt lays out before it hands the event on, and paints after all events: who listens can still put it right."""

    laid_out = Signal()

    def event(self, event: QEvent) -> bool:
        """Tell of it."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.laid_out.emit()
        return done
