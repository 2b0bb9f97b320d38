"""Card: a box with a border that holds a few things that belong together, or a list split by lines."""

from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme


class Card(QFrame):
    """A surface with a one-pixel border and round corners; put things into `content`."""

    def __init__(
        self,
        padding: int = 16,
        *,
        ground: str = "surface",
        line: str = "border",
        radius: int = 8,
        dashed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._ground, self._line, self._radius, self._dashed = ground, line, radius, dashed
        edge = theme().step(padding) if padding else 1
        self.content = QVBoxLayout(self)
        self.content.setContentsMargins(edge, edge, edge, edge)
        self.content.setSpacing(theme().step(8))
        theme().changed.connect(self.update)

    def set_line(self, role: str, *, dashed: bool = False) -> None:
        """Draw the border in another colour, or dashed."""
        self._line, self._dashed = role, dashed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box."""
        look = theme()
        painter = QPainter(self)
        radius = look.step(self._radius)
        if not self._dashed:
            box(painter, self.rect(), radius, look.color(self._ground), look.color(self._line))
            return
        box(painter, self.rect(), radius, look.color(self._ground))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(look.color(self._line), 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class Rule(QWidget):
    """A one-pixel line across: between rows of a card, between head and body."""

    def __init__(self, role: str = "border", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = role
        self.setFixedHeight(1)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        QPainter(self).fillRect(self.rect(), theme().color(self._role))
