"""Drawing: the rendered image of a widget, and a search for a color in it."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget


def drawn(widget: QWidget) -> QImage:
    """Return the rendered image of *widget*."""
    widget.ensurePolished()
    widget.resize(widget.sizeHint().expandedTo(QSize(40, 16)))
    return widget.grab().toImage()


def has(image: QImage, color: QColor) -> bool:
    """Return whether any pixel of *image* has *color*."""
    return any(image.pixelColor(x, y).rgb() == color.rgb() for x in range(image.width()) for y in range(image.height()))
