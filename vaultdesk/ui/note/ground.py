"""Ground: a widget in the colour notes stand on."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.theme import theme


class Ground(QWidget):
    """Fills itself with the surface, also where nothing in it does."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        QPainter(self).fillRect(self.rect(), theme().color("surface"))
