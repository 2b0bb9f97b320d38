"""Legend: which folder has which colour in the picture of all notes. Chooses no colour."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.graph.crowd import crowd_colors
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import safe_label_text

LONGEST = 24
"""Characters of a folder's name."""


class Legend(QWidget):
    """Dots with names below each other, over the picture at its bottom right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().changed.connect(self.settle)

    def show_names(self, names: Sequence[str]) -> None:
        """Show these folders, the largest first."""
        self.names = tuple(
            safe_label_text(name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…") for name in names
        )
        self.setAccessibleName(", ".join(self.names))
        self.setVisible(bool(names))
        self.settle()

    def sizeHint(self) -> QSize:
        """Return the size of all lines."""
        look = theme()
        metrics = look.metrics("small")
        width = max((metrics.horizontalAdvance(name) for name in self.names), default=0)
        return QSize(width + look.step(20), len(self.names) * look.step(20))

    def settle(self) -> None:
        """Lie at the bottom right of what is below."""
        held = self.parentWidget()
        if held is not None:
            edge, size = theme().step(16), self.sizeHint()
            self.resize(size)
            self.move(held.width() - size.width() - edge, held.height() - size.height() - edge)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines."""
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.font("small"))
        colors = crowd_colors()[2:]
        line, dot = look.step(20), look.step(4)
        for number, name in enumerate(self.names):
            top = number * line
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors[number])
            painter.drawEllipse(QPointF(dot + 1, top + line / 2), dot, dot)
            painter.setPen(look.color("muted"))
            area = self.rect().adjusted(look.step(16), top, 0, 0)
            area.setHeight(line)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)
