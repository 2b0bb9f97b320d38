"""Diff view: what differs between versions of notes: to be read, and where it is a question, ticked and edited.

Reading only: `view = DiffView(name); view.set_notes([diff_of(old, new, path)])`.
"""

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.changes.diff_canvas import DiffCanvas
from vaultdesk.ui.changes.diff_document import Stop, stop_key
from vaultdesk.ui.changes.diff_geometry import pencil_rect, tick_rect
from vaultdesk.ui.changes.diff_heads import HeadLook, spoken_words
from vaultdesk.ui.changes.diff_items import Fold, FoldKey, HunkHead, Item, Lines, MoveHead
from vaultdesk.ui.changes.diff_lines import row_at
from vaultdesk.ui.changes.hunk_editor import LONGEST_EDIT, HunkEditor
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, focus_later

EDGE = 12
"""Pixels from the sides to ticks and numbers at LOOK's font size."""

Key = Qt.Key


class DiffView(DiffCanvas):
    """Arrows go from head to head and to what can be opened; Space ticks or opens, Enter or F2 edits a hunk."""

    hunk_ticked = Signal(str, str, bool)
    """A note's key, a hunk of it, and whether it is to be taken."""
    note_ticked = Signal(str, bool)
    """A note as a whole, by the change of its name."""
    hunk_edited = Signal(str, str, object)
    """A note's key, a hunk of it, and its lines as the person wrote them, a tuple."""
    opened = Signal()
    """Something that was folded or cut is shown."""
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
        """*name* is what a screen reader calls it; *compact* is for narrow places: one column of numbers."""
        super().__init__(name, HeadLook(theme().step(EDGE), ticks, editable), both_numbers=not compact, parent=parent)

    @property
    def editor(self) -> HunkEditor | None:
        """The field of the hunk that is being edited."""
        return self._editor

    def open_parts(self, keys: list[FoldKey]) -> None:
        """Open these folds and cut lines, and go to the first of them."""
        for key in keys:
            self.document.open(key)
        self._settle()
        place = self.document.place_of(keys[0][0]) if keys else None
        if place is not None:
            hunk = keys[0][1].partition(":")[0]
            stop = self.document.stop((keys[0][0], f"@{hunk}"))
            self.verticalScrollBar().setValue(stop.top if stop is not None else self.document.top_of(place))
        self.opened.emit()

    def edit(self, key: str, hunk_id: str) -> None:
        """Let the person write the new lines of a hunk."""
        stop = self.document.stop((key, f"@{hunk_id}"))
        if stop is None or not isinstance(stop.item, HunkHead) or not self._can_edit(stop.item):
            return
        self._drop_editor()
        self._current = stop.key
        editor = HunkEditor(stop.item.hunk.new_lines, self.viewport())
        editor.done.connect(lambda lines: self._edited(key, hunk_id, lines))
        editor.cancelled.connect(self._stop_editing)
        self._editor = editor
        self.document.editing = (key, hunk_id)
        self.document.renew(key)
        self._measure()
        editor.show()
        self._show_stop(stop, editor.height())
        focus_later(editor.box)
        self.editing_changed.emit(True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick, open or edit what was clicked."""
        found = self._found(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            item, area, key = found
            self._current = key
            at = event.position().toPoint()
            if isinstance(item, HunkHead) and pencil_rect(area, self._look.edge).adjusted(-6, -8, 6, 8).contains(at):
                self.edit(item.note.key, item.hunk.id)
            elif not isinstance(item, HunkHead | MoveHead) or self._on_tick(area, at):
                self._act(item, key)
        self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Count for nothing more than the click it began with."""
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be pressed."""
        at = event.position().toPoint()
        found = self._found(at)
        pressable = False
        if found is not None:
            item, area, _ = found
            pencil = isinstance(item, HunkHead) and self._can_edit(item)
            on_pencil = pencil and pencil_rect(area, self._look.edge).contains(at)
            ticked = isinstance(item, HunkHead | MoveHead) and self._look.ticks and self._on_tick(area, at)
            pressable = isinstance(item, Fold | Lines) or on_pencil or ticked
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if pressable else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, tick, open, edit; leave every other key to whoever asks the question."""
        bar, key = self.verticalScrollBar(), event.key()
        stop = self.document.stop(self._current) if self._current is not None else None
        if key in (Key.Key_Down, Key.Key_Up):
            self._walk(1 if key == Key.Key_Down else -1)
        elif key in (Key.Key_PageDown, Key.Key_PageUp):
            bar.setValue(bar.value() + (1 if key == Key.Key_PageDown else -1) * (bar.pageStep() - bar.singleStep()))
        elif key in (Key.Key_Home, Key.Key_End):
            self._current = None
            bar.setValue(bar.maximum() if key == Key.Key_End else 0)
        elif stop is not None and key in (Key.Key_Space, Key.Key_Select):
            self._act(stop.item, stop.key)
        elif stop is not None and key in (Key.Key_Return, Key.Key_Enter, Key.Key_F2) and self._enter(stop, key):
            pass
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first head in sight, where the keyboard comes."""
        super().focusInEvent(event)
        if self._current is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._walk(1)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _enter(self, stop: Stop, key: int) -> bool:
        """Do what Enter or F2 does on *stop*; False where it does nothing there."""
        if isinstance(stop.item, HunkHead) and self._can_edit(stop.item):
            self.edit(stop.item.note.key, stop.item.hunk.id)
            return True
        if isinstance(stop.item, Fold | Lines) and key != Key.Key_F2:
            self._act(stop.item, stop.key)
            return True
        return False

    def _act(self, item: Item, key: FoldKey) -> None:
        states = self.document.states
        match item:
            case HunkHead(note, hunk) if states.has_tick(note.key, hunk.id):
                self.hunk_ticked.emit(note.key, hunk.id, not states.hunk_taken(note.key, hunk.id))
                self._say()
            case MoveHead(note) if self._look.ticks:
                self.note_ticked.emit(note.key, not states.note_taken(note.key))
                self._say()
            case Fold() | Lines():
                self.document.open(key)
                self._settle()
                self.opened.emit()

    def _walk(self, way: int) -> None:
        """Go to the next head or fold; a long stretch of lines is scrolled through first."""
        document, bar = self.document, self.verticalScrollBar()
        top, bottom = bar.value(), bar.value() + self.viewport().height()
        current = document.stop(self._current) if self._current is not None else None
        inside = current is not None and top <= current.top < bottom
        start = current.top if current is not None and inside else (top - 1 if way > 0 else bottom)
        target = document.next_stop(start, way)
        if target is None or (way > 0 and target.top >= bottom) or (way < 0 and target.top + target.height <= top):
            near = target is not None and -bar.pageStep() < target.top - bottom < bar.pageStep() // 3
            if not near or target is None:
                bar.setValue(bar.value() + way * bar.pageStep() // 2)
                return
        self._current = target.key
        self._show_stop(target)
        self._say()

    def _show_stop(self, stop: Stop, more: int = 0) -> None:
        """Scroll as little as needed to have *stop*, and *more* pixels below it, in sight."""
        bar = self.verticalScrollBar()
        end = stop.top + stop.height + max(more, theme().step(60))
        if end > bar.value() + self.viewport().height():
            bar.setValue(min(stop.top, end - self.viewport().height()))
        if stop.top < bar.value():
            bar.setValue(stop.top)
        self.viewport().update()

    def _say(self) -> None:
        stop = self.document.stop(self._current) if self._current is not None else None
        words = spoken_words(stop.item, self.document.states) if stop is not None else ""
        self.setAccessibleDescription(words)
        if words:
            announce(self, words)

    def _found(self, at: QPoint) -> tuple[Item, QRect, FoldKey] | None:
        """Return what can be pressed at *at*, with its place and name."""
        y = at.y() + self.verticalScrollBar().value()
        found = self.document.at(y)
        if found is None:
            return None
        placed, top = found
        area = QRect(0, top - self.verticalScrollBar().value(), self.viewport().width(), placed.height)
        if not isinstance(placed.item, Lines):
            key = stop_key(placed.item)
            return (placed.item, area, key) if key is not None else None
        place, last = row_at(placed, (y - top) // self.document.measures.line)
        cut = last and self.document.is_cut(placed.item, place)
        return (placed.item, area, placed.item.key(place)) if cut else None

    def _on_tick(self, area: QRect, at: QPoint) -> bool:
        return bool(at.x() <= tick_rect(area, self._look.edge).right() + self._look.edge // 2)

    def _can_edit(self, item: HunkHead) -> bool:
        taken = self.document.states.hunk_taken(item.note.key, item.hunk.id)
        if item.note.kind == "delete":
            return False
        return self._look.editable and taken and sum(map(len, item.hunk.new_lines)) <= LONGEST_EDIT

    def _edited(self, key: str, hunk_id: str, lines: object) -> None:
        self._stop_editing()
        self.hunk_edited.emit(key, hunk_id, lines)

    def _stop_editing(self) -> None:
        key = self.document.editing
        self._drop_editor()
        if key is not None:
            self.document.renew(key[0])
        self._measure()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.editing_changed.emit(False)
