"""Drawing: a widget as it is drawn, and whether a colour is in it."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget


def drawn(widget: QWidget) -> QImage:
    """Return *widget* as it is drawn."""
    widget.ensurePolished()
    widget.resize(widget.sizeHint().expandedTo(QSize(40, 16)))
    return widget.grab().toImage()


def has(image: QImage, colour: QColor) -> bool:
    """Tell whether *colour* is drawn somewhere."""
    return any(
        image.pixelColor(x, y).rgb() == colour.rgb() for x in range(image.width()) for y in range(image.height())
    )
