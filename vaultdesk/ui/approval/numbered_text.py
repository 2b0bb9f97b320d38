"""Numbered text: long plain text with the numbers of its lines at the left."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.approval.text_box import TextBox
from vaultdesk.ui.theme.theme import theme


class NumberedText(TextBox):
    """A text box in the fixed font, with numbers."""

    def __init__(self, edge: int, name: str, parent: QWidget | None = None) -> None:
        """*edge* is the room left of the numbers, in pixels."""
        super().__init__(name, parent=parent)
        self._edge = edge
        self._numbers = _Numbers(self)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(lambda _rect, _dy: self._numbers.update())
        theme().changed.connect(self._make_room)
        self._make_room()

    def numbers_width(self) -> int:
        """Return the width of the column of numbers, in pixels."""
        digits = max(2, len(str(self.blockCount())))
        return self._edge // 2 + self.fontMetrics().horizontalAdvance("9") * digits + theme().step(6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text."""
        super().resizeEvent(event)
        self._place_numbers()

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Draw the numbers of the lines in sight."""
        painter = QPainter(self._numbers)
        painter.setFont(self.font())
        painter.setPen(theme().color("muted"))
        block = self.firstVisibleBlock()
        width, height = self._numbers.width() - theme().step(4), self.fontMetrics().height()
        while block.isValid():
            top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
            if top > event.rect().bottom():
                break
            # The number stands beside the words of the first line, not beside the air above them.
            area = QRect(0, round(top + block.layout().lineAt(0).y()), width, height)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignRight), str(block.blockNumber() + 1))
            block = block.next()

    def _make_room(self) -> None:
        self.setViewportMargins(self.numbers_width(), 0, theme().step(12), 0)
        self._place_numbers()

    def _place_numbers(self) -> None:
        inner = self.contentsRect()
        self._numbers.setGeometry(QRect(inner.left(), inner.top(), self.numbers_width(), inner.height()))


class _Numbers(QWidget):
    def __init__(self, text: NumberedText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_numbers(event)
