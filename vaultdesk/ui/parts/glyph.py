"""Glyph: an icon that only shows something and cannot be pressed."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.ui.theme.icons import ICON_SIZE, pixmap
from vaultdesk.ui.theme.theme import theme


class Glyph(QWidget):
    """One icon in one colour, sharp at any scale, following the theme."""

    def __init__(self, name: str, role: str = "muted", size: int = ICON_SIZE, parent: QWidget | None = None) -> None:
        """*size* is the side in pixels of LOOK's drawings."""
        super().__init__(parent)
        self._name = name
        self._role = role
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().changed.connect(self._dress)

    def show_icon(self, name: str, role: str) -> None:
        """Show another icon."""
        self._name, self._role = name, role
        self.update()

    def sizeHint(self) -> QSize:
        """Return the icon's size."""
        side = theme().step(self._size)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon in the middle; without a name there is only its room."""
        if not self._name:
            return
        side = theme().step(self._size)
        place = QRect((self.width() - side) // 2, (self.height() - side) // 2, side, side)
        QPainter(self).drawPixmap(place, pixmap(self._name, self._role, side, self.devicePixelRatioF()))

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
