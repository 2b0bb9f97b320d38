"""Count card: one category of the reach page: its name, how many notes, and how many of them ask first."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from vaultdesk.ui.agents.reach_tally import Category
from vaultdesk.ui.agents.reach_words import category_title
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.right_to_left import draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme


class CountCard(QAbstractButton):
    """One category: how many notes, its name, and how many of them ask first."""

    def __init__(self, category: Category, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.category: Category = category
        self._count, self._asking = 0, 0
        self.setAccessibleName(category_title(category))
        self.setCheckable(True)
        self.setProperty(RADIUS, 8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_count(self, count: int, asking: int) -> None:
        """Show how many notes, and how many of them ask first."""
        self._count, self._asking = count, asking
        self.setAccessibleName(f"{category_title(self.category)}: {self.words()}")
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        """Return what is said of the notes."""
        notes = self.tr("1 note") if self._count == 1 else self.tr("{0} notes").format(format_number(self._count))
        if not self._asking or self.category == "invisible":
            return notes
        asking = self.tr("all ask first") if self._asking == self._count else self.tr("{0} ask first")
        return f"{notes}, {asking.format(format_number(self._asking))}"

    def sizeHint(self) -> QSize:
        """Return the size of three lines."""
        look = theme()
        title = look.metrics("strong").horizontalAdvance(category_title(self.category))
        said = look.metrics("small").horizontalAdvance(self._said())
        return QSize(max(look.step(150), title + look.step(24), said + look.step(24)), look.step(82))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a count without what it counts says nothing."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card."""
        look, painter, on = theme(), QPainter(self), self.isChecked()
        mirror_painting(painter, self.rect())
        ground = "accent_soft" if on else "hover" if self.underMouse() else "surface"
        box(painter, self.rect(), look.step(8), look.color(ground), look.color("accent" if on else "border"))
        inner = self.rect().adjusted(look.step(14), look.step(10), -look.step(8), -look.step(10))
        left = int(Qt.AlignmentFlag.AlignLeft)
        painter.setFont(look.font("strong"))
        painter.setPen(look.color("text2"))
        draw_upright_text(painter, inner, left | int(Qt.AlignmentFlag.AlignTop), category_title(self.category))
        painter.setFont(look.font("page"))
        painter.setPen(look.color("text"))
        draw_upright_text(painter, inner, left | int(Qt.AlignmentFlag.AlignVCenter), format_number(self._count))
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        draw_upright_text(painter, QRect(inner), left | int(Qt.AlignmentFlag.AlignBottom), self._said())

    def _said(self) -> str:
        return self.words().partition(", ")[2]


class CountGrid(QWidget):
    """Cards beside each other, or two by two where there is no room for all."""

    def __init__(self, cards: Sequence[CountCard], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = tuple(cards)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme().step(8))
        self._lay_out(2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether all of them have room on one line."""
        super().resizeEvent(event)
        gaps = self._grid.spacing() * (len(self._cards) - 1)
        wide = sum(card.sizeHint().width() for card in self._cards) + gaps
        self._lay_out(len(self._cards) if self.width() >= wide else 2)

    def _lay_out(self, columns: int) -> None:
        for place, card in enumerate(self._cards):
            self._grid.addWidget(card, place // columns, place % columns)
