"""Menu link: a word of a sentence that can be exchanged for another: in the accent colour, underlined, with a menu."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.primitives import chevron
from vaultdesk.ui.theme.right_to_left import draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.menu import Menu

SIDE, GAP, CHEVRON = 2, 4, 12
"""Pixels of LOOK's drawings: air at both ends, air before the chevron, and the chevron (mockup 10)."""

HEIGHT = 22
"""Pixels of a line of a sentence at LOOK's font size."""

Option = tuple[str, str]
"""A value, and the words for it in the sentence."""


class MenuLink(QToolButton):
    """Shows the words of the value that holds; the menu offers the others."""

    chosen = Signal(str)
    """Another value was chosen by hand."""

    def __init__(self, name: str, options: Sequence[Option], value: str, parent: QWidget | None = None) -> None:
        """*name* is what the words are about, for a voice."""
        super().__init__(parent)
        self._name = name
        self._options = tuple(options)
        self._value = value
        self._after = ""
        self.setProperty(RADIUS, 4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{safe_label_text(name)}: {self.words()}")
        self.clicked.connect(self.open)
        theme().changed.connect(self.update)

    def set_after(self, after: str) -> None:
        """End with *after*, a full stop or a comma: it must not begin a line."""
        self._after = after
        self.updateGeometry()
        self.update()

    def value(self) -> str:
        """Return the value that holds."""
        return self._value

    def words(self) -> str:
        """Return what stands in the sentence."""
        return next((safe_label_text(words) for value, words in self._options if value == self._value), self._value)

    def sentence(self) -> str:
        """Return what stands in the sentence with what ends it."""
        return self.words() + self._after

    def open(self) -> Menu:
        """Open the menu under the words."""
        menu = Menu(self._name, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for value, words in self._options:
            menu.add(words, partial(self._choose, value), checked=value == self._value)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + theme().step(4))))
        return menu

    def sizeHint(self) -> QSize:
        """Return the size of the words and the chevron."""
        step = theme().step
        width = theme().metrics("strong").horizontalAdvance(self.words()) + 1
        return QSize(width + 2 * step(SIDE) + step(GAP) + step(CHEVRON) + self._after_width(), step(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the words, the chevron and the line under both."""
        look, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        role = "disabled" if not self.isEnabled() else "accent_hover" if self.underMouse() else "accent"
        side, left = look.step(CHEVRON), look.step(SIDE)
        painter.setFont(look.font("strong"))
        painter.setPen(look.color(role))
        end = self.width() - self._after_width()
        right = end - side - left
        room = QRect(left, 0, right - look.step(GAP) - left + 1, self.height())
        cut = painter.fontMetrics().elidedText(self.words(), Qt.TextElideMode.ElideRight, room.width())
        draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), cut)
        chevron(painter, QRectF(right, (self.height() - side) / 2, side, side), look.color(role), "down")
        painter.fillRect(0, self.height() - 1, end, 1, look.color("control"))
        painter.setFont(look.font("interface"))
        painter.setPen(look.color("text"))
        tail = QRect(end + 1, 0, self._after_width(), self.height())
        draw_upright_text(painter, tail, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self._after)

    def _after_width(self) -> int:
        return theme().metrics("interface").horizontalAdvance(self._after) + 2 if self._after else 0

    def _choose(self, value: str) -> None:
        if value != self._value:
            self.chosen.emit(value)
