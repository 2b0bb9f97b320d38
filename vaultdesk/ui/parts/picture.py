"""Picture: the program's own icon at any size. It keeps its colours in every theme."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme


class AppPicture(QWidget):
    """The program's icon."""

    def __init__(self, size: int, parent: QWidget | None = None) -> None:
        """*size* is the side in pixels of LOOK's drawings."""
        super().__init__(parent)
        self._size = size
        self._icon = app_icon()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the picture's size."""
        side = theme().step(self._size)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon."""
        self._icon.paint(QPainter(self), self.rect())
