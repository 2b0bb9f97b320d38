"""Text boxes with line numbers: a read-only one, and one with a check box for each line."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QTextEdit, QWidget

from vaultdesk.ui.review.line_choices import FilePart
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import safe_label_text


class NumberedText(TextBox):
    """A read-only text box in the fixed font, with line numbers."""

    def __init__(self, edge: int, name: str, parent: QWidget | None = None) -> None:
        """*edge* is the space left of the numbers, in pixels."""
        super().__init__(name, parent=parent)
        self._edge = edge
        self.numbers_column = _Numbers(self)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(lambda _rect, _dy: self.numbers_column.update())
        theme().changed.connect(self._make_room)
        self._make_room()

    def numbers_width(self) -> int:
        """Return the width of the column of numbers, in pixels."""
        digits = max(2, len(str(self.folds.line_number(self.blockCount() - 1))))
        return self._edge // 2 + self.fontMetrics().horizontalAdvance("9") * digits + theme().px(6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_numbers()

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Draw the numbers of the visible lines."""
        painter = QPainter(self.numbers_column)
        painter.setFont(self.font())
        painter.setPen(theme().color("muted"))
        block = self.firstVisibleBlock()
        width, height = self.numbers_column.width() - theme().px(4), self.fontMetrics().height()
        while block.isValid():
            top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
            if top > event.rect().bottom():
                break
            # Aligned with the first line of text, not with the margin above it.
            area = QRect(0, round(top + block.layout().lineAt(0).y()), width, height)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignRight), self.number_text(block.blockNumber()))
            block = block.next()

    def number_text(self, block: int) -> str:
        """Return the number shown for the text block *block*."""
        return str(self.folds.line_number(block))

    def _make_room(self) -> None:
        self.setViewportMargins(self.numbers_width(), 0, theme().px(12), 0)
        self._place_numbers()

    def _place_numbers(self) -> None:
        inner = self.contentsRect()
        self.numbers_column.setGeometry(QRect(inner.left(), inner.top(), self.numbers_width(), inner.height()))


class _Numbers(QWidget):
    def __init__(self, text: NumberedText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_numbers(event)


TICK = 14
"""Side of a check box in design pixels."""


class LinePicker(NumberedText):
    """A text with a check box for each line. Click, drag and Space toggle lines; Shift extends to several."""

    picked = Signal(object)
    """The numbers of the picked lines, from 1."""

    def __init__(self, edge: int, parent: QWidget | None = None) -> None:
        """*edge* is the space left of the check boxes, in pixels."""
        super().__init__(edge, "", parent)
        self.setAccessibleName(self.tr("Lines to share. Space ticks a line."))
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._role = "muted"
        self._picked: frozenset[int] = frozenset()
        self._line_of_block: list[int] = []
        self._current = 1
        self._anchor = 1
        self._is_ticking = True
        self._before: frozenset[int] = frozenset()
        self.dress()

    @property
    def lines(self) -> frozenset[int]:
        """The numbers of the picked lines."""
        return self._picked

    def show_part(self, text: str, lines: Iterable[int]) -> None:
        """Show *text* with *lines* picked; a long line may take several rows, which are picked together."""
        rows: list[str] = []
        self._line_of_block = []
        for number, line in enumerate(text.split("\n"), 1):
            shown = safe_label_text(line.removesuffix("\r"), len(line) + 1).split("\n")
            rows += shown
            self._line_of_block += [number] * len(shown)
        # Not folded: picked lines must be visible.
        self.setPlainText("\n".join(rows))
        self._picked, self._current, self._anchor = frozenset(lines), 1, 1
        self._show_picked()

    def line_of(self, block: int) -> int:
        """Return the number, from 1, of the line that contains the row *block*."""
        return self._line_of_block[block] if block < len(self._line_of_block) else block + 1

    def toggle(self, first: int, last: int) -> None:
        """Check the lines from *first* to *last*, or uncheck them if *first* is checked."""
        self._is_ticking = first not in self._picked
        self._before = self._picked
        self._extend(first, last)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle the line under the pointer; with Shift, all lines from the one toggled last."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        line = self._line_at(event.position().toPoint())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._before = self._picked
        else:
            self._anchor, self._is_ticking, self._before = line, line not in self._picked, self._picked
        self._current = line
        self._extend(self._anchor, line)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Toggle all lines that the pointer is dragged over."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            line = self._line_at(event.position().toPoint())
            if line != self._current:
                self._current = line
                self._extend(self._anchor, line)
                self._show_current()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Accept the event: lines are toggled during the drag."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Handle a double click as a second click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with arrow keys, toggle with Space; Shift with an arrow key extends the last toggle to the next line."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        last = self._line_of_block[-1] if self._line_of_block else 1
        if step is not None:
            self._move(min(max(self._current + step, 1), last), extend=_has_shift(event))
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move(1 if event.key() == Qt.Key.Key_Home else last, extend=_has_shift(event))
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select):
            self._anchor = self._current
            self.toggle(self._current, self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_picked()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_picked()

    def numbers_width(self) -> int:
        """Return the width of the column of check boxes and numbers, in pixels."""
        return super().numbers_width() + theme().px(TICK + 10)

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Draw the numbers of the visible lines, and a check box next to each."""
        super().paint_numbers(event)
        column = self.numbers_column
        painter, block = QPainter(column), self.firstVisibleBlock()
        while block.isValid():
            top = self._top(block)
            if top > event.rect().bottom():
                break
            if self._is_first_row(block.blockNumber()):
                self._draw_tick(painter, column, block, top)
            block = block.next()

    def number_text(self, block: int) -> str:
        """Return the line number for the first row of a line; empty for further rows."""
        return str(self.line_of(block)) if self._is_first_row(block) else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the background of picked lines under the text."""
        painter, block = QPainter(self.viewport()), self.firstVisibleBlock()
        wide = self.viewport().width()
        while block.isValid():
            top = self._top(block)
            if top > event.rect().bottom():
                break
            line = self.line_of(block.blockNumber())
            ground = QRectF(0, top, wide, self.blockBoundingRect(block).height())
            if line in self._picked:
                painter.fillRect(ground, theme().color("accent_tint"))
            if line == self._current and self.hasFocus():
                painter.fillRect(ground, theme().color("hover"))
            block = block.next()
        painter.end()
        super().paintEvent(event)

    def _draw_tick(self, painter: QPainter, column: QWidget, block: QTextBlock, top: float) -> None:
        px = theme().px
        side = px(TICK)
        row = block.layout().lineAt(0)
        option = QStyleOptionButton()
        option.rect = QRect(px(14), round(top + row.y() + (row.height() - side) / 2), side, side)
        ticked = self.line_of(block.blockNumber()) in self._picked
        mark = QStyle.StateFlag.State_On if ticked else QStyle.StateFlag.State_Off
        option.state = QStyle.StateFlag.State_Enabled | mark
        column.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, option, painter, column)

    def _is_first_row(self, block: int) -> bool:
        return block == 0 or self.line_of(block) != self.line_of(block - 1)

    def _top(self, block: QTextBlock) -> float:
        return self.blockBoundingGeometry(block).translated(self.contentOffset()).top()

    def _line_at(self, place: QPoint) -> int:
        return self.line_of(self.cursorForPosition(place).blockNumber())

    def _move(self, line: int, *, extend: bool) -> None:
        self._current = line
        if extend:
            self._extend(self._anchor, line)
        else:
            self._anchor, self._before = line, self._picked
        self._show_current()

    def _extend(self, first: int, last: int) -> None:
        """Check or uncheck all lines from *first* to *last*, as the toggle in progress does."""
        lines = frozenset(range(min(first, last), max(first, last) + 1))
        picked = self._before | lines if self._is_ticking else self._before - lines
        if picked != self._picked:
            self._picked = picked
            self._show_picked()
            self.picked.emit(picked)

    def _show_current(self) -> None:
        block = bisect_left(self._line_of_block, self._current)
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(block)))
        self.ensureCursorVisible()
        self.viewport().update()

    def _show_picked(self) -> None:
        """Show picked lines in the normal text colour; others are muted."""
        selections: list[QTextEdit.ExtraSelection] = []
        for first, last in FilePart("", self._picked).ranges:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document().findBlockByNumber(bisect_left(self._line_of_block, first)))
            end = self.document().findBlockByNumber(bisect_right(self._line_of_block, last) - 1)
            cursor.setPosition(end.position() + end.length() - 1, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format.setForeground(QColor(theme().color("text")))
            selections.append(selection)
        self.setExtraSelections(selections)
        self.viewport().update()
        self.numbers_column.update()


def _has_shift(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
