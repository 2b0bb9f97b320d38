"""Completion popup: entries below a field that keeps the keyboard focus.

A child widget, not a window of the system, so that keys typed while it is open go to the field.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.labels import ElidedLabel
from vaultdesk.ui.widgets.lists.entry_list import SIDE, EntryList, ListEntry

EDGE = 4
"""Design pixels around the list, and between the popup and its field."""

SHADOW = 10
"""Pixels of soft shadow around the popup. Painted, because an effect would redraw the whole list for each key."""


class CompletionPopup(QFrame):
    """Emits the chosen entry; the owner of the keyboard focus calls `step` and `choose`."""

    chosen = Signal(str)
    """An entry's key."""

    def __init__(self, field: QWidget, name: str) -> None:
        super().__init__(field.window())
        self._field = field
        self._name = name
        self.list = EntryList(name, takes_keyboard=False)
        self.hint = ElidedLabel("", role="muted", font="small")
        self.hint.hide()
        # Opaque, so that repainting a row repaints nothing below it.
        self.list.viewport().setAutoFillBackground(True)
        self._ground = QPixmap()
        theme().changed.connect(self._forget_ground)
        self.setFrameShape(QFrame.Shape.NoFrame)
        column = QVBoxLayout(self)
        edge = theme().px(EDGE) + theme().px(SHADOW)
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(0)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme().px(SIDE), theme().px(2), theme().px(SIDE), theme().px(2))
        foot.addWidget(self.hint)
        column.addWidget(self.list, 1)
        column.addLayout(foot)
        self.list.chosen.connect(self._choose)
        self.hide()

    def show_entries(self, entries: Sequence[ListEntry], at: QRect, size: tuple[int, int], hint: str = "") -> None:
        """Show *entries* at the rectangle *at* of the field, where the window has space; hide if there are none.

        *size* is the minimum width and the maximum height of the list in design pixels; *hint* is shown below it.
        """
        if not any(not entry.heading for entry in entries):
            self.hide()
            return
        self.list.show_entries(entries, None)
        self.hint.set_text(hint)
        self.hint.setVisible(bool(hint))
        self._place(at, size)
        self.show()
        self.raise_()
        self._tell()

    def count(self) -> int:
        return self.list.count() if self.isVisible() else 0

    def step(self, by: int) -> None:
        """Make the next entry current, wrapping at the ends."""
        self.list.step(by, wraps=True)
        self._tell()

    def page(self, way: int) -> None:
        """Move by the number of visible entries."""
        self.list.step(way * self.list.visible_row_count())
        self._tell()

    def choose(self) -> None:
        """Emit the current entry and hide; does nothing without entries."""
        if self.count():
            self.list.choose_current()

    def paintEvent(self, _event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._ground.size() != self.size() * ratio:
            self._ground = self._painted(ratio)
        QPainter(self).drawPixmap(0, 0, self._ground)

    def _painted(self, ratio: float) -> QPixmap:
        values, soft = theme(), theme().px(SHADOW)
        ground = QPixmap(self.size() * ratio)
        ground.setDevicePixelRatio(ratio)
        ground.fill(Qt.GlobalColor.transparent)
        painter = QPainter(ground)
        body = self.rect().adjusted(soft, soft, -soft, -soft)
        for ring in range(soft, 0, -2):
            shadow_color = values.shadow_color()
            shadow_color.setAlphaF(shadow_color.alphaF() * 0.16 * (1 - ring / (soft + 1)))
            box(painter, body.adjusted(-ring, -ring + 2, ring, ring), values.px(8) + ring, shadow_color)
        box(painter, body, values.px(8), values.color("raised"), values.color("control"))
        painter.end()
        return ground

    def _forget_ground(self) -> None:
        self._ground = QPixmap()
        self.update()

    def _choose(self, key: str) -> None:
        self.hide()
        self.chosen.emit(key)

    def _place(self, at: QRect, size: tuple[int, int]) -> None:
        """Position the popup below the rectangle in the field, or above it if there is more space."""
        px, window = theme().px, self._field.window()
        soft, gap = px(SHADOW), px(EDGE)
        room = window.rect().adjusted(gap, gap, -gap, -gap)
        place = QRect(self._field.mapTo(window, at.topLeft()), at.size())
        around = 2 * px(EDGE) + 2 * px(2) + (self.hint.sizeHint().height() if self.hint.text() else 0)
        wide = min(px(size[0]), room.width())
        high = min(px(size[1]), self.list.wanted_height()) + around
        below, above = room.bottom() - place.bottom() - gap, place.top() - gap - room.top()
        down = high <= below or below >= above
        high = min(high, below if down else above)
        left = max(room.left(), min(place.left(), room.right() + 1 - wide))
        top = place.bottom() + gap if down else place.top() - gap - high
        body = QRect(QPoint(left, top), QSize(wide, high))
        self.setGeometry(body.adjusted(-soft, -soft, soft, soft))

    def _tell(self) -> None:
        # A screen reader follows the field, so the current entry is announced there.
        announce(self._field, self.list.current_text())
