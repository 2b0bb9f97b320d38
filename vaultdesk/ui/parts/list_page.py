"""ListPage: a page that is mostly a list: title, a sentence, what narrows it down, and the list. Knows no row."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.parts.card_list import CardList
from vaultdesk.ui.parts.card_rows import CardRow
from vaultdesk.ui.parts.empty import EmptyState
from vaultdesk.ui.parts.flow import FlowLayout
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme

NARROW = 700
"""Width in pixels of LOOK's drawings below which the sides are smaller."""

SIDE, NARROW_SIDE = 40, 16
"""Pixels at both sides of the page (mockups 11 and 12)."""


class ListPage(QWidget):
    """Put widgets into `head` (right of the title), `filters`, `tail` (right of those), and under them into `above`."""

    def __init__(self, title: str, lead: str, name: str, parent: QWidget | None = None) -> None:
        """*name* is the list's, for a screen reader."""
        super().__init__(parent)
        step = theme().step
        self.title = PlainLabel(title, "text", "page", wrap=True)
        self.lead = PlainLabel(lead, "muted", wrap=True)
        self.head = QHBoxLayout()
        self.head.setContentsMargins(0, 0, 0, 0)
        self.head.setSpacing(step(8))
        self.head.addWidget(self.title, 1)
        self._filters = QWidget()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._filters.setSizePolicy(policy)
        self.filters = FlowLayout(self._filters, step(8))
        self.tail = QHBoxLayout()
        self.tail.setAlignment(Qt.AlignmentFlag.AlignTop)
        narrowing = QHBoxLayout()
        narrowing.setSpacing(step(8))
        narrowing.addWidget(self._filters, 1)
        narrowing.addLayout(self.tail)
        self.above = QVBoxLayout()
        self.above.setContentsMargins(0, 0, 0, 0)
        self.above.setSpacing(step(8))
        self.list = CardList(name)
        self.empty = EmptyState("list", "", "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.empty)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(step(4))
        self._column.addLayout(self.head)
        self._column.addWidget(self.lead)
        self._column.addSpacing(step(10))
        self._column.addLayout(narrowing)
        self._column.addSpacing(step(6))
        self._column.addLayout(self.above)
        self._column.addWidget(self._stack, 1)
        self.setAccessibleName(title)
        theme().changed.connect(self.update)
        self._set_sides()

    def show_rows(self, rows: Sequence[CardRow]) -> None:
        """Show *rows*, or what is said where there are none."""
        self.list.show_rows(rows)
        self._stack.setCurrentWidget(self.list if rows else self.empty)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keyboard to the list."""
        super().focusInEvent(event)
        if self._stack.currentWidget() is self.list:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep less air where there is less room."""
        super().resizeEvent(event)
        self._set_sides()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        QPainter(self).fillRect(self.rect(), theme().color("surface"))

    def _set_sides(self) -> None:
        step = theme().step
        side = step(NARROW_SIDE if self.width() < step(NARROW) else SIDE)
        margins = (side, step(24), side, step(12))
        if self._column.getContentsMargins() != margins:
            self._column.setContentsMargins(*margins)
