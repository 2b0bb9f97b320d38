"""Diff view: displays the changes of notes, which can be ticked and edited hunk by hunk."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QPlainTextEdit, QWidget

from vaultdesk.ui.editor.note_editor import LosslessText
from vaultdesk.ui.review.diff_items import (
    DiffFold,
    DiffItem,
    DiffLines,
    DiffMoveHeader,
    DiffNote,
    FoldKey,
    HunkHeader,
    HunkStates,
    ReadOnlyStates,
)
from vaultdesk.ui.review.diff_layout import DiffDocument, KeyboardStop, stop_key
from vaultdesk.ui.review.diff_painter import (
    HeaderPainter,
    HeaderStyle,
    LinePainter,
    columns_for,
    measures_for,
    pencil_rect,
    row_at,
    spoken_item_text,
    tick_rect,
)
from vaultdesk.ui.theme.painting import box, focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, focus_later
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import ElidedLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout

MAX_EDITOR_LINES, MIN_EDITOR_LINES = 14, 2
"""Maximum and minimum number of visible lines; more scroll."""

EDITOR_EDGE = 8
"""Padding above and below in pixels."""

MAX_EDIT_CHARACTERS = 400_000
"""Maximum number of characters of a hunk that can be edited here, because the layout of more blocks the window. Larger
ones can be edited in the note.
"""

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HunkEditor(QWidget):
    """Editor of the new lines of a hunk. Ctrl+Enter or Done accepts them, Esc or Cancel discards the edit."""

    done = Signal(object)
    """Tuple of the edited lines."""
    cancelled = Signal()

    def __init__(self, lines: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._original_lines = LosslessText("\n".join(lines))
        self._lines = tuple(lines)
        self.box = QPlainTextEdit(self)
        self.box.setFrameShape(QFrame.Shape.NoFrame)
        self.box.setFont(theme().font("fixed"))
        self.box.setTabChangesFocus(True)
        self.box.setAccessibleName(self.tr("New lines; Ctrl+Enter accepts them, Esc cancels"))
        self.box.setPlainText(self._original_lines.shown)
        self.box.document().setModified(False)
        self.box.viewport().setAutoFillBackground(False)
        self.box.installEventFilter(self)
        self.done_button = PlainButton(self.tr("Done"), small=True)
        self.cancel_button = PlainButton(self.tr("Cancel"), small=True)
        self.done_button.setToolTip(QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText))
        self.done_button.clicked.connect(self._finish)
        self.cancel_button.clicked.connect(self.cancelled)
        row = row_layout(spacing=8)
        hint = self.tr("These lines replace the suggested ones.")
        row.addWidget(ElidedLabel(hint, role="muted", font="small"), 1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.done_button)
        column = column_layout(self, 8, margins=(12, EDITOR_EDGE, 12, EDITOR_EDGE))
        column.addWidget(self.box, 1)
        column.addLayout(row)
        QWidget.setTabOrder(self.box, self.cancel_button)
        QWidget.setTabOrder(self.cancel_button, self.done_button)

    def preferred_height(self) -> int:
        """Return the preferred height of the editor for its initial lines."""
        lines = min(MAX_EDITOR_LINES, max(MIN_EDITOR_LINES, len(self._lines) + 1))
        padding = theme().px(EDITOR_EDGE)
        buttons = self.done_button.sizeHint().height() + theme().px(8)
        return lines * self.box.fontMetrics().lineSpacing() + theme().px(12) + buttons + 2 * padding

    def lines(self) -> tuple[str, ...]:
        """Return the current lines; none for an empty text."""
        if not self.box.document().isModified():
            return self._lines
        text = self._original_lines.original(self.box.document().toRawText())
        return tuple(text.split("\n")) if text else ()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys that end editing before the surrounding request does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()
            return False
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._finish()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.cancelled.emit()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `cancelled` on Esc. Accept every key, so that none reaches the surrounding request."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        painter.fillRect(self.rect(), values.color("surface"))
        field = self.box.geometry().adjusted(-values.px(4), -values.px(3), values.px(4), values.px(3))
        box(painter, field, values.px(6), values.color("surface"), values.color("accent"), 2.0)

    def _finish(self) -> None:
        self.done.emit(self.lines())


class ClickableItem(Struct, frozen=True):
    """An item of a diff that reacts to the mouse."""

    item: DiffItem
    area: QRect
    """Its rectangle in the viewport."""
    key: FoldKey


DIFF_EDGE = 12
"""Horizontal margins in design pixels of ticks and numbers."""

QtKey = Qt.Key


class DiffView(QAbstractScrollArea):
    """View of the changes of notes, with any number of lines: only visible ones are laid out.

    Arrow keys move between headers and folds; Space ticks or expands, Enter or F2 edits a hunk. A read-only diff:
    `view = DiffView(name); view.set_notes([diff_of(old, new, path)])`.
    """

    hunk_ticked = Signal(str, str, bool)
    """Key of a note, one of its hunks, and whether it is selected."""
    note_ticked = Signal(str, bool)
    """Key of a note, and whether all of its changes are selected; from the tick beside its name change."""
    hunk_edited = Signal(str, str, object)
    """Key of a note, one of its hunks, and a tuple of the user's lines."""
    opened = Signal()
    """Something folded or cut was expanded."""
    editing_changed = Signal(bool)

    def __init__(
        self,
        name: str,
        *,
        ticks: bool = False,
        editable: bool = False,
        compact: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """*name* is the accessible name; *compact* shows only one column of line numbers, for a narrow view."""
        super().__init__(parent)
        self._style = HeaderStyle(theme().px(DIFF_EDGE), ticks, editable)
        self._both_numbers = not compact
        self._current: FoldKey | None = None
        self._editor: HunkEditor | None = None
        self._document = DiffDocument((), ReadOnlyStates())
        self._columns = columns_for(1, self._style.edge, both=self._both_numbers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        theme().changed.connect(self._measure)

    @property
    def document(self) -> DiffDocument:
        """The content and its layout."""
        return self._document

    def set_notes(self, notes: Sequence[DiffNote], states: HunkStates | None = None) -> None:
        """Show *notes*; *states* provides the user's choices, by default those of a read-only diff."""
        self._close_editor()
        self._current = None
        self._document = DiffDocument(notes, states or ReadOnlyStates())
        self.verticalScrollBar().setValue(0)
        self._measure()

    def show_note(self, key: str) -> None:
        index = self._document.index_of(key)
        if index is not None:
            self._document.laid_out_section(index)
            self._update_layout()
            self.verticalScrollBar().setValue(self._document.top_of(index))

    def refresh(self, key: str | None = None) -> None:
        """Update the choices shown for the note *key*, or for all."""
        self._document.invalidate(key)
        self._update_layout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Lay out what becomes visible."""
        self._update_layout()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        clip = event.rect()
        scroll, width = self.verticalScrollBar().value(), self.viewport().width()
        document, opened = self._document, self._document.opened
        headers = HeaderPainter(painter, self.viewport(), self._style, document.states)
        line_height = document.measures.line
        for placed, top in document.between(scroll + clip.top(), scroll + clip.bottom() + 1):
            item, area = placed.item, QRect(0, top - scroll, width, placed.height)
            if isinstance(item, DiffLines):
                selected = not item.hunk_id or document.states.is_hunk_selected(item.note.key, item.hunk_id)
                LinePainter(painter, self._columns, width, line_height).draw(
                    placed, area.top(), clip, opened, selected=selected
                )
            else:
                headers.draw(item, area, current=self.hasFocus() and stop_key(item) == self._current)
        self._draw_ring(painter)

    @property
    def editor(self) -> HunkEditor | None:
        """The editor of the hunk being edited."""
        return self._editor

    def open_parts(self, keys: list[FoldKey]) -> None:
        """Expand these folds and cut lines, and go to the first of them."""
        for key in keys:
            self.document.open(key)
        self._update_layout()
        index = self.document.index_of(keys[0][0]) if keys else None
        if index is not None:
            hunk = keys[0][1].partition(":")[0]
            stop = self.document.stop((keys[0][0], f"@{hunk}"))
            self.verticalScrollBar().setValue(stop.top if stop is not None else self.document.top_of(index))
        self.opened.emit()

    def edit(self, key: str, hunk_id: str) -> None:
        """Let the user edit the new lines of a hunk."""
        stop = self.document.stop((key, f"@{hunk_id}"))
        if stop is None or not isinstance(stop.item, HunkHeader) or not self._can_edit(stop.item):
            return
        self._close_editor()
        self._current = stop.key
        editor = HunkEditor(stop.item.hunk.new_lines, self.viewport())
        editor.done.connect(lambda lines: self._finish_edit(key, hunk_id, lines))
        editor.cancelled.connect(self._stop_editing)
        self._editor = editor
        self.document.editing = (key, hunk_id)
        self.document.invalidate(key)
        self._measure()
        editor.show()
        self._show_stop(stop, editor.height())
        focus_later(editor.box)
        self.editing_changed.emit(True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick, expand or edit what was clicked."""
        position = event.position().toPoint()
        clicked = self._item_at(position)
        if event.button() == Qt.MouseButton.LeftButton and clicked is not None:
            self._current = clicked.key
            match clicked.item:
                case HunkHeader(note, hunk) if self._pencil_area(clicked).adjusted(-6, -8, 6, 8).contains(position):
                    self.edit(note.key, hunk.id)
                case HunkHeader() | DiffMoveHeader() if not self._on_tick(clicked, position):
                    pass
                case item:
                    self._activate(item, clicked.key)
        self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second click of a double click."""
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand cursor over what can be clicked."""
        position = event.position().toPoint()
        hovered = self._item_at(position)
        clickable = hovered is not None and self._is_clickable(hovered, position)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Navigate, tick, expand or edit; ignore other keys, so that the surrounding request gets them."""
        bar, key = self.verticalScrollBar(), event.key()
        stop = self.document.stop(self._current) if self._current is not None else None
        if key in (QtKey.Key_Down, QtKey.Key_Up):
            self._go_to_next_stop(1 if key == QtKey.Key_Down else -1)
        elif key in (QtKey.Key_PageDown, QtKey.Key_PageUp):
            bar.setValue(bar.value() + (1 if key == QtKey.Key_PageDown else -1) * (bar.pageStep() - bar.singleStep()))
        elif key in (QtKey.Key_Home, QtKey.Key_End):
            self._current = None
            bar.setValue(bar.maximum() if key == QtKey.Key_End else 0)
        elif stop is not None and key in (QtKey.Key_Space, QtKey.Key_Select):
            self._activate(stop.item, stop.key)
        elif (
            stop is not None
            and key in (QtKey.Key_Return, QtKey.Key_Enter, QtKey.Key_F2)
            and self._activate_stop(stop, key)
        ):
            pass
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the first visible header current."""
        super().focusInEvent(event)
        if self._current is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._go_to_next_stop(1)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _draw_ring(self, painter: QPainter) -> None:
        """Draw the focus ring around the view if no header has the focus."""
        if not self.hasFocus() or self._editor is not None:
            return
        if self._current is not None and ":" not in self._current[1]:
            return  # A header or fold draws its own ring.
        stop = self._document.stop(self._current) if self._current is not None else None
        if stop is None:
            area = self.viewport().rect().toRectF()
        else:
            top = stop.top - self.verticalScrollBar().value()
            area = QRect(0, top, self.viewport().width(), stop.height).toRectF()
        focus_ring(theme(), painter, area.adjusted(1, 1, -1, -1), theme().px(4))

    def _measure(self) -> None:
        self._columns = columns_for(self._document.last_line, self._style.edge, both=self._both_numbers)
        line_capacity = self._columns.line_capacity(self.viewport().width())
        editor_height = self._editor.preferred_height() if self._editor is not None else 0
        self._document.set_measures(measures_for(line_capacity, editor_height))
        self._update_layout()

    def _update_layout(self) -> None:
        """Lay out what is visible, and update the scroll bar's range."""
        bar, visible_height = self.verticalScrollBar(), self.viewport().height()
        shift = self._document.lay_out(bar.value(), bar.value() + visible_height)
        bar.setPageStep(visible_height)
        bar.setSingleStep(self._document.measures.line * 2)
        bar.setRange(0, max(0, self._document.height - visible_height))
        if shift:
            bar.setValue(bar.value() + shift)
        self._place_editor()
        self.viewport().update()

    def _place_editor(self) -> None:
        editing = self._document.editing
        stop = self._document.stop((editing[0], f"@{editing[1]}")) if editing is not None else None
        if self._editor is not None and stop is not None:
            top = stop.top + stop.height - self.verticalScrollBar().value()
            self._editor.setGeometry(0, top, self.viewport().width(), self._document.measures.editor)

    def _close_editor(self) -> None:
        if self._editor is not None:
            self._editor.hide()
            self._editor.deleteLater()
            self._editor = None
        self._document.editing = None

    def _activate_stop(self, stop: KeyboardStop, key: int) -> bool:
        """Perform the action of Enter or F2 on *stop*; return False if there is none."""
        if isinstance(stop.item, HunkHeader) and self._can_edit(stop.item):
            self.edit(stop.item.note.key, stop.item.hunk.id)
            return True
        if isinstance(stop.item, DiffFold | DiffLines) and key != QtKey.Key_F2:
            self._activate(stop.item, stop.key)
            return True
        return False

    def _activate(self, item: DiffItem, key: FoldKey) -> None:
        states = self.document.states
        match item:
            case HunkHeader(note, hunk) if states.has_tick(note.key, hunk.id):
                self.hunk_ticked.emit(note.key, hunk.id, not states.is_hunk_selected(note.key, hunk.id))
                self._announce()
            case DiffMoveHeader(note) if self._style.ticks:
                self.note_ticked.emit(note.key, not states.is_note_selected(note.key))
                self._announce()
            case DiffFold() | DiffLines():
                self.document.open(key)
                self._update_layout()
                self.opened.emit()

    def _go_to_next_stop(self, direction: int) -> None:
        """Go to the next header or fold; scroll through a long stretch of lines first."""
        document, bar = self.document, self.verticalScrollBar()
        top, bottom = bar.value(), bar.value() + self.viewport().height()
        current = document.stop(self._current) if self._current is not None else None
        is_visible = current is not None and top <= current.top < bottom
        start = current.top if current is not None and is_visible else (top - 1 if direction > 0 else bottom)
        target = document.next_stop(start, direction)
        if (
            target is None
            or (direction > 0 and target.top >= bottom)
            or (direction < 0 and target.top + target.height <= top)
        ):
            is_near = target is not None and -bar.pageStep() < target.top - bottom < bar.pageStep() // 3
            if not is_near or target is None:
                bar.setValue(bar.value() + direction * bar.pageStep() // 2)
                return
        self._current = target.key
        self._show_stop(target)
        self._announce()

    def _show_stop(self, stop: KeyboardStop, extra_height: int = 0) -> None:
        """Scroll as little as needed to make *stop*, and *extra_height* pixels below it, visible."""
        bar = self.verticalScrollBar()
        bottom = stop.top + stop.height + max(extra_height, theme().px(60))
        if bottom > bar.value() + self.viewport().height():
            bar.setValue(min(stop.top, bottom - self.viewport().height()))
        if stop.top < bar.value():
            bar.setValue(stop.top)
        self.viewport().update()

    def _announce(self) -> None:
        stop = self.document.stop(self._current) if self._current is not None else None
        text = spoken_item_text(stop.item, self.document.states) if stop is not None else ""
        self.setAccessibleDescription(text)
        if text:
            announce(self, text)

    def _item_at(self, position: QPoint) -> ClickableItem | None:
        """Return the clickable item at *position*."""
        y = position.y() + self.verticalScrollBar().value()
        found = self.document.at(y)
        if found is None:
            return None
        placed, top = found
        area = QRect(0, top - self.verticalScrollBar().value(), self.viewport().width(), placed.height)
        if not isinstance(placed.item, DiffLines):
            key = stop_key(placed.item)
            return ClickableItem(placed.item, area, key) if key is not None else None
        index, is_last = row_at(placed, (y - top) // self.document.measures.line)
        is_cut = is_last and self.document.is_cut(placed.item, index)
        return ClickableItem(placed.item, area, placed.item.key(index)) if is_cut else None

    def _is_clickable(self, hovered: ClickableItem, position: QPoint) -> bool:
        match hovered.item:
            case DiffFold() | DiffLines():
                return True
            case HunkHeader() as header if self._can_edit(header) and self._pencil_area(hovered).contains(position):
                return True
            case HunkHeader() | DiffMoveHeader():
                return self._style.ticks and self._on_tick(hovered, position)
            case _:
                return False

    def _pencil_area(self, header: ClickableItem) -> QRect:
        return pencil_rect(header.area, self._style.edge)

    def _on_tick(self, header: ClickableItem, position: QPoint) -> bool:
        return bool(position.x() <= tick_rect(header.area, self._style.edge).right() + self._style.edge // 2)

    def _can_edit(self, item: HunkHeader) -> bool:
        selected = self.document.states.is_hunk_selected(item.note.key, item.hunk.id)
        if item.note.kind == "delete":
            return False
        return self._style.editable and selected and sum(map(len, item.hunk.new_lines)) <= MAX_EDIT_CHARACTERS

    def _finish_edit(self, key: str, hunk_id: str, lines: object) -> None:
        self._stop_editing()
        self.hunk_edited.emit(key, hunk_id, lines)

    def _stop_editing(self) -> None:
        key = self.document.editing
        self._close_editor()
        if key is not None:
            self.document.invalidate(key[0])
        self._measure()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.editing_changed.emit(False)
