"""Step body: what is behind a step line when it is opened: a rule at the left and one line for each thing."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.parts.labels import ElidedLabel
from vaultdesk.ui.theme.right_to_left import mirror_painting
from vaultdesk.ui.theme.theme import theme


class StepBody(QWidget):
    """Draws the rule beside what is put into it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the rule."""
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        painter.fillRect(QRect(theme().step(9), 0, 1, self.height()), theme().color("border"))


class SubLine(QWidget):
    """One line behind a step: icon, name, and what became of it."""

    def __init__(
        self, icon_name: str, text: str, result: str = "", role: str = "muted", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(step(6))
        row.addWidget(Glyph(icon_name, role, 14))
        muted = icon_name == "minus"
        name = ElidedLabel(text, Qt.TextElideMode.ElideMiddle, "muted" if muted else "text", "small")
        row.addWidget(name, 1)
        if result:
            end = ElidedLabel(result, Qt.TextElideMode.ElideRight, "muted", "small")
            end.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            row.addWidget(end)
        self.setFixedHeight(step(22))
