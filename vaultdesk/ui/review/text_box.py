"""Read-only boxes for untrusted text with folded blank runs, line numbers and check boxes; fitted scroll area."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
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
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.tools.blank_runs import FoldedText, fold_blank_runs
from vaultdesk.ui.editor.plain_text_edit import SpacedTextEdit
from vaultdesk.ui.review.passage_choices import FilePart
from vaultdesk.ui.theme.painting import focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, wrapping_policy

_tr = translator("FoldedText")


def folded_text(text: str) -> FoldedText:
    """Return *text* with its blank runs folded, with markers in the user's language."""
    return fold_blank_runs(text, _lines_mark, _blanks_mark)


def _lines_mark(count: int) -> str:
    if count == 1:
        return _tr("⋯ 1 blank line")
    return _tr("⋯ {n} blank lines").format(n=count)


def _blanks_mark(count: int) -> str:
    if count == 1:
        return _tr("⋯ 1 blank ⋯")
    return _tr("⋯ {n} blanks ⋯").format(n=count)


class BlankFolds:
    """The folded blank runs of the text in *box*, all of which are expanded by a click on one or by Space.

    The box must forward its key presses and clicks.
    """

    def __init__(self, box: QPlainTextEdit) -> None:
        self._box = box
        self._full_text = ""
        self._shown = FoldedText("", ())

    @property
    def has_folds(self) -> bool:
        """Whether anything is folded."""
        return self._shown.is_changed

    def show_text(self, text: str) -> None:
        """Show *text* from its beginning."""
        self._full_text, self._shown = text, folded_text(text)
        self._box.setPlainText(self._shown.text)
        hint = _open_hint() if self.has_folds else ""
        self._box.setToolTip(hint)
        self._box.setAccessibleDescription(hint)

    def open(self) -> None:
        """Expand all folds."""
        if not self.has_folds:
            return
        scroll = self._box.verticalScrollBar().value()
        self._shown = FoldedText(self._full_text, ())
        self._box.setPlainText(self._full_text)
        self._box.verticalScrollBar().setValue(scroll)
        self._box.setToolTip("")
        self._box.setAccessibleDescription("")

    def line_number(self, block: int) -> int:
        """Return the line number, from 1, of the text block *block*, from 0."""
        numbers = self._shown.numbers
        return numbers[block] if block < len(numbers) else block + 1

    def handle_key(self, event: QKeyEvent) -> bool:
        """Expand the folds on Space; return whether *event* was handled."""
        if not self.has_folds or event.key() != Qt.Key.Key_Space:
            return False
        self.open()
        return True

    def handle_click(self, event: QMouseEvent) -> bool:
        """Expand the folds on a click on one; return whether *event* was handled."""
        if not self.has_folds or event.button() != Qt.MouseButton.LeftButton:
            return False
        block = self._box.cursorForPosition(event.position().toPoint()).blockNumber()
        if block not in self._shown.folds or self._box.textCursor().hasSelection():
            return False
        self.open()
        return True


def _open_hint() -> str:
    return QCoreApplication.translate(
        "FoldedText", "Blank lines are collapsed. Click the marker or press Space to show them."
    )


class TextBox(SpacedTextEdit):
    """Read-only text that is scrolled with the keyboard and has a focus ring."""

    end_seen = Signal()
    """The last line became visible for the first time."""

    def __init__(self, name: str, font: FontName = "fixed", role: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._font_name: FontName = font
        self._role = role
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(theme().px(8))
        self.viewport().setAutoFillBackground(False)
        self.folds = BlankFolds(self)
        self._was_end_seen = False
        theme().changed.connect(self.apply_theme)
        self.apply_theme()

    def show_text(self, text: str) -> None:
        """Show *text* with its blank runs folded (vaultdesk/ui/review/README.md, "Hostile text")."""
        self.folds.show_text(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Expand folded blank lines with Space."""
        if not self.folds.handle_key(event):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Expand folded blank lines on a click."""
        if not self.folds.handle_click(event):
            super().mouseReleaseEvent(event)

    def show_lines(self, lines: int) -> None:
        """Set the height to exactly *lines* lines."""
        # The document's bottom margin is below the last line of the text only: including it would show part of another
        # line. Instead, space is added for the descenders of the last visible line.
        line_height = theme().line_height(self._font_name)
        descender_space = max(0, line_height - self.fontMetrics().height() - 1)
        self.setFixedHeight(line_height * lines + descender_space + round(self.document().documentMargin()))

    def apply_theme(self) -> None:
        self.spaced_layout.set_pitch(theme().line_height(self._font_name))
        self.setFont(theme().font(self._font_name))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Text, theme().color(self._role))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, and the focus ring."""
        super().paintEvent(event)
        bar = self.verticalScrollBar()
        if not self._was_end_seen and bar.value() >= bar.maximum():
            self._was_end_seen = True
            QTimer.singleShot(0, self, self.end_seen.emit)  # Receivers must not change widgets during painting.
        if self.hasFocus():
            rect = QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1)
            focus_ring(theme(), QPainter(self.viewport()), rect, theme().px(4))


class FittedScrollArea(QScrollArea):
    """Scroll area as high as its contents, up to a maximum. If they do not fit, it scrolls, also with the keyboard."""

    def __init__(self, contents: QWidget, max_height: int | None, name: str, parent: QWidget | None = None) -> None:
        """*max_height* is the maximum height in design pixels; None for no limit."""
        super().__init__(parent)
        self._contents = contents
        self._max_height = max_height
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred))
        self.setWidget(contents)
        # Transparent, because the background is that of the dialog or card.
        contents.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._update_focus_policy)

    def heightForWidth(self, width: int) -> int:
        """Return the contents' height at *width*, up to the maximum."""
        height = self._contents_height(width)
        return height if self._max_height is None else min(theme().px(self._max_height), height)

    def sizeHint(self) -> QSize:
        """Return the contents' size within the limit."""
        width = self._contents.sizeHint().width()
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def minimumSizeHint(self) -> QSize:
        """Return a size of a few words."""
        return QSize(theme().px(120), theme().px(40))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the layout when the contents' layout changes, which a scroll area does not propagate."""
        if watched is self._contents and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._update_bar()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._update_bar()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the focus ring."""
        super().paintEvent(event)
        if self.hasFocus():
            rect = QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1)
            focus_ring(theme(), QPainter(self.viewport()), rect, theme().px(4))

    def _contents_height(self, width: int) -> int:
        layout = self._contents.layout()
        layout_height = layout.totalHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else -1
        # The scroll area keeps the contents at their minimum height, regardless of height-for-width.
        return max(layout_height if layout_height >= 0 else self._contents.sizeHint().height(), self._minimum_height())

    def _update_bar(self) -> None:
        """Hide the scroll bar if everything fits without it: with its width the text might wrap and not fit."""
        fits = self._contents_height(self.width()) <= self.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)

    def _minimum_height(self) -> int:
        return self._contents.minimumSizeHint().height()

    def _update_focus_policy(self, _minimum: int, maximum: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if maximum > 0 else Qt.FocusPolicy.NoFocus)


def scrolling_column(outer: QVBoxLayout, name: str) -> QVBoxLayout:
    """Add a scroll area called *name* to *outer*, which takes the remaining height, and return the layout in it."""
    body = QWidget()
    column = column_layout(body)
    outer.addWidget(FittedScrollArea(body, None, name), 1)
    return column


class NumberedText(TextBox):
    """A read-only text box in the fixed font, with line numbers."""

    def __init__(self, edge: int, name: str, parent: QWidget | None = None) -> None:
        """*edge* is the space left of the numbers, in pixels."""
        super().__init__(name, parent=parent)
        self._edge = edge
        self.numbers_column = _Numbers(self)
        self.blockCountChanged.connect(self._update_margins)
        self.updateRequest.connect(lambda _rect, _dy: self.numbers_column.update())
        theme().changed.connect(self._update_margins)
        self._update_margins()

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
            # Aligned with the first row of the block, below its margin.
            area = QRect(0, round(top + block.layout().lineAt(0).y()), width, height)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignRight), self.number_text(block.blockNumber()))
            block = block.next()

    def number_text(self, block: int) -> str:
        """Return the number shown for the text block *block*."""
        return str(self.folds.line_number(block))

    def _update_margins(self) -> None:
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
    """Numbered text with a check box for each line. Click, drag and Space toggle lines; Shift toggles a range."""

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
        self._picked_before: frozenset[int] = frozenset()
        self.apply_theme()

    @property
    def lines(self) -> frozenset[int]:
        """The numbers of the picked lines."""
        return self._picked

    def show_part(self, text: str, lines: Iterable[int]) -> None:
        """Show *text* with *lines* picked. A long line may take several rows, which are picked together."""
        rows: list[str] = []
        self._line_of_block = []
        for number, line in enumerate(text.split("\n"), 1):
            line_rows = safe_label_text(line.removesuffix("\r"), len(line) + 1).split("\n")
            rows += line_rows
            self._line_of_block += [number] * len(line_rows)
        # Blank runs are not folded, because picked lines must be visible.
        self.setPlainText("\n".join(rows))
        self._picked, self._current, self._anchor = frozenset(lines), 1, 1
        self._show_picked()

    def line_of(self, block: int) -> int:
        """Return the number, from 1, of the line that contains the row *block*."""
        return self._line_of_block[block] if block < len(self._line_of_block) else block + 1

    def toggle(self, first: int, last: int) -> None:
        """Check the lines from *first* to *last*, or uncheck them if *first* is checked."""
        self._is_ticking = first not in self._picked
        self._picked_before = self._picked
        self._extend(first, last)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle the line under the pointer; with Shift, all lines from the one toggled last."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        line = self._line_at(event.position().toPoint())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._picked_before = self._picked
        else:
            self._anchor, self._is_ticking, self._picked_before = line, line not in self._picked, self._picked
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
        width = self.viewport().width()
        while block.isValid():
            top = self._top(block)
            if top > event.rect().bottom():
                break
            line = self.line_of(block.blockNumber())
            background = QRectF(0, top, width, self.blockBoundingRect(block).height())
            if line in self._picked:
                painter.fillRect(background, theme().color("accent_tint"))
            if line == self._current and self.hasFocus():
                painter.fillRect(background, theme().color("hover"))
            block = block.next()
        painter.end()
        super().paintEvent(event)

    def _draw_tick(self, painter: QPainter, column: QWidget, block: QTextBlock, top: float) -> None:
        px = theme().px
        size = px(TICK)
        row = block.layout().lineAt(0)
        option = QStyleOptionButton()
        option.rect = QRect(px(14), round(top + row.y() + (row.height() - size) / 2), size, size)
        ticked = self.line_of(block.blockNumber()) in self._picked
        mark = QStyle.StateFlag.State_On if ticked else QStyle.StateFlag.State_Off
        option.state = QStyle.StateFlag.State_Enabled | mark
        column.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, option, painter, column)

    def _is_first_row(self, block: int) -> bool:
        return block == 0 or self.line_of(block) != self.line_of(block - 1)

    def _top(self, block: QTextBlock) -> float:
        return self.blockBoundingGeometry(block).translated(self.contentOffset()).top()

    def _line_at(self, position: QPoint) -> int:
        return self.line_of(self.cursorForPosition(position).blockNumber())

    def _move(self, line: int, *, extend: bool) -> None:
        self._current = line
        if extend:
            self._extend(self._anchor, line)
        else:
            self._anchor, self._picked_before = line, self._picked
        self._show_current()

    def _extend(self, first: int, last: int) -> None:
        """Check or uncheck all lines from *first* to *last*, as the toggle in progress does."""
        lines = frozenset(range(min(first, last), max(first, last) + 1))
        picked = self._picked_before | lines if self._is_ticking else self._picked_before - lines
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
        """Show picked lines in the normal text color; others are muted."""
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
