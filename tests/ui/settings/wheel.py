"""Mouse wheel events for widget tests."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget


def wheel_over(widget: QWidget) -> bool:
    """Turn the wheel over *widget* and return whether it accepted the event."""
    position = QPointF(5, 5)
    event = QWheelEvent(
        position,
        widget.mapToGlobal(position),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()
