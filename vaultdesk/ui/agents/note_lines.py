"""List of many notes, each with a remark."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultdesk.ui.theme.painting import box, draw_upright_text, focus_ring, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

NOTE_LINE_HEIGHT = 28
"""Height of a row in design pixels."""

SIDE, GAP = 12, 12
"""Padding at both ends of a row, and gap between its parts."""

MAX_NOTE_LINE = 300
"""Maximum number of characters of a name or remark that are drawn."""

NoteIndex = QModelIndex | QPersistentModelIndex
NoteState = QStyle.StateFlag

NoteLine = tuple[str, str]
"""A note's path, and the remark."""


class NoteLineModel(QAbstractListModel):
    """List model with a filter. A row's remark is created when it is drawn."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._paths: Sequence[str] = ()
        self._remark_of: Callable[[int], str] = lambda _place: ""
        self._visible: Sequence[int] = ()
        self._wanted: list[str] = []

    def show_notes(self, paths: Sequence[str], words: Callable[[int], str]) -> None:
        """Show the notes at *paths*; *words* returns the remark for an index in it."""
        self.beginResetModel()
        self._paths, self._remark_of = paths, words
        self._visible = self._filtered()
        self.endResetModel()

    def set_filter(self, wanted: str) -> None:
        """Keep only notes whose path or remark contains every word of *wanted*."""
        self.beginResetModel()
        self._wanted = wanted.casefold().split()
        self._visible = self._filtered()
        self.endResetModel()

    def line(self, row: int) -> NoteLine:
        """Return the content of *row*."""
        place = self._visible[row]
        return self._paths[place], self._remark_of(place)

    def rowCount(self, parent: NoteIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._visible)

    def data(self, index: NoteIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self._visible):
            return None
        path, words = self.line(index.row())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _clean(path)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{_clean(path)}: {_clean(words)}"
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip(f"{path}\n{words}")
            case _:
                return None

    def _filtered(self) -> Sequence[int]:
        if not self._wanted:
            return range(len(self._paths))
        return [place for place in range(len(self._paths)) if self._matches(place)]

    def _matches(self, place: int) -> bool:
        said = self._paths[place].casefold()
        if all(word in said for word in self._wanted):
            return True
        said = f"{said} {self._remark_of(place).casefold()}"
        return all(word in said for word in self._wanted)


class NoteLineDelegate(QStyledItemDelegate):
    """Draws the note's name, its muted folder, and the remark at the right."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: NoteIndex) -> QSize:
        return QSize(theme().px(160), theme().px(NOTE_LINE_HEIGHT))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: NoteIndex) -> None:
        rows = index.model()
        if not isinstance(rows, NoteLineModel):
            return
        values, rect, state = theme(), QRect(option.rect), option.state
        if state & NoteState.State_Selected:
            line = values.color("accent") if values.tokens.high_contrast else None
            box(painter, rect, values.px(5), values.color("accent_tint"), line)
        elif state & NoteState.State_MouseOver:
            box(painter, rect, values.px(5), values.color("hover"))
        path, words = rows.line(index.row())
        folder, _, name = path.rpartition("/")
        inner = rect.adjusted(values.px(SIDE), 0, -values.px(SIDE), 0)
        painter.setFont(values.font("small"))
        said = painter.fontMetrics().elidedText(_clean(words), Qt.TextElideMode.ElideRight, inner.width() // 2)
        painter.setPen(values.color("muted"))
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), said)
        inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(said) - values.px(GAP))
        painter.setFont(values.font("interface"))
        painter.setPen(values.color("text"))
        shown_name = _clean(name[:-3] if name.lower().endswith(".md") else name)
        cut = painter.fontMetrics().elidedText(shown_name, Qt.TextElideMode.ElideRight, inner.width())
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)
        inner.setLeft(inner.left() + painter.fontMetrics().horizontalAdvance(cut) + values.px(GAP))
        if folder and inner.width() > values.px(40):
            painter.setFont(values.font("small"))
            painter.setPen(values.color("muted"))
            cut = painter.fontMetrics().elidedText(_clean(folder), Qt.TextElideMode.ElideMiddle, inner.width())
            draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)
        if state & NoteState.State_HasFocus:
            focus_ring(values, painter, QRectF(rect), values.px(5))


class NoteLines(QListView):
    """List view. Enter or a double click opens a note."""

    opened = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = NoteLineModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(NoteLineDelegate(self))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)
        self.doubleClicked.connect(lambda index: self._open(index.row()))
        theme().changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def move_selection(self, by: int) -> None:
        """Move the current row by *by*, for the field above."""
        count = self.rows.rowCount()
        if count:
            here = self.currentIndex().row()
            self.setCurrentIndex(self.rows.index(max(0, min(count - 1, here + by))))

    def _open(self, row: int) -> None:
        if 0 <= row < self.rows.rowCount():
            self.opened.emit(self.rows.line(row)[0])


def _clean(text: str) -> str:
    return safe_label_text(text, MAX_NOTE_LINE).replace("\n", " ")
