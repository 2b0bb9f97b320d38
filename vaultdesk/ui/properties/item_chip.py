"""ItemChip: one item of a list among the properties. Changes no list."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent

from vaultdesk.ui.properties import words
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.chips import Chip


class ItemChip(Chip):
    """One item; Delete or its cross removes it while the list is changed."""

    removed = Signal()

    def __init__(self, text: str, removable: bool, hint: str) -> None:
        super().__init__(text)
        self._cross: IconButton | None = None
        self._removable = removable
        self._line_role = "control" if removable else "border"
        target, name = words.link_in(text)
        self.set_pieces([(name or text, "accent" if target else "text", "small")])
        if removable:
            self._cross = IconButton("close", hint, size=11, side=16)
            self._cross.setParent(self)
            self._cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._cross.clicked.connect(self.removed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the cross at the right edge."""
        super().resizeEvent(event)
        if self._cross is not None:
            side = self._cross.height()
            self._cross.move(self.width() - side - theme().step(3), (self.height() - side) // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it as a word on a ground while it is only read, as a box with its cross while the list is changed."""
        if self._removable:
            super().paintEvent(event)
            return
        look, painter = theme(), QPainter(self)
        line = look.color("border") if look.tokens.high_contrast else None
        ground = "pressed" if self.underMouse() or self.isDown() else "hover"
        high = look.step(19)
        place = QRect(0, (self.height() - high) // 2, self.width(), high)
        box(painter, place, look.step(4), look.color(ground), line)
        ((text, role, font),) = self._pieces
        painter.setFont(look.font(font))
        painter.setPen(look.color(role))
        room = place.adjusted(look.step(6), 0, -look.step(6), 0)
        cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), cut)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._cross is not None:
            self.removed.emit()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def _trail(self) -> int:
        return theme().step(22 if self._cross is not None else 7)
