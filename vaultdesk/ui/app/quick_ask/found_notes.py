"""Notes found while typing in quick ask: search, item model, delegate and list."""

from collections.abc import Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from enum import IntEnum
from typing import Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Hit
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import freshness_text, short_time_text
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, focus_ring, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.lists.matched_text import LaidOutText, lay_out_text

MOST_FOUND = 5
"""Maximum number of notes shown, which fit below the field without scrolling."""

CHANNEL = "quick-ask"
"""Name of this search channel in the index."""


class SearchableVault(Protocol):
    """The parts of an open vault needed for a search."""

    @property
    def searcher(self) -> Searcher:
        """Finds the notes with all words."""
        ...

    @property
    def passage_search(self) -> PassageSearch:
        """Finds the notes with some of the words of a question."""
        ...


class QuickSearch(QObject):
    """Searches notes with all the words; if there are none, those relevant to the words as a question."""

    found = Signal(str, object)
    """The query, and the notes (a list of `Hit`)."""

    def __init__(self, vault: SearchableVault, parent: QObject) -> None:
        super().__init__(parent)
        self._vault = vault
        self._wanted = ""

    def search(self, text: str) -> None:
        """Find notes for *text* and discard the previous query."""
        self._wanted = text
        if text:
            start(self._look(text), self)
        else:
            self.found.emit("", [])

    async def _look(self, text: str) -> None:
        try:
            if not await self._by_all_words(text) and self._wanted == text:
                self._tell(text, await self._as_question(text))
        except VaultDeskError:
            self._tell(text, [])  # The status bar reports the unusable index; a question can still be asked.

    async def _by_all_words(self, text: str) -> bool:
        some = False
        async with aclosing(self._vault.searcher.search_typing(text, MOST_FOUND, CHANNEL)) as answers:
            async for answer in answers:
                if answer.hits:
                    some = True
                    self._tell(text, answer.hits)
        return some

    async def _as_question(self, text: str) -> list[Hit]:
        # By words only: an embedding may be requested from a server, and nothing was submitted yet.
        query = PassageQuery(text, limit=3 * MOST_FOUND, use_embeddings=False)
        best: dict[str, FoundPassage] = {}
        for passage in await self._vault.passage_search.find(query):
            best.setdefault(passage.path, passage)
        return [_as_hit(passage) for passage in list(best.values())[:MOST_FOUND]]

    def _tell(self, text: str, hits: Sequence[Hit]) -> None:
        if text == self._wanted:
            self.found.emit(text, list(hits))


def _as_hit(passage: FoundPassage) -> Hit:
    words = plain_excerpt(passage.text, passage.marks)
    return Hit(
        passage.path, passage.title, passage.heading, words.text, tuple(words.marks), passage.score, passage.modified,
        passage.first_line, indexed=passage.indexed,
    )  # fmt: skip


Index = QModelIndex | QPersistentModelIndex


class FoundNoteRole(IntEnum):
    """Data roles besides the title."""

    HIT = Qt.ItemDataRole.UserRole
    PRIVATE = Qt.ItemDataRole.UserRole + 1


class FoundNotesModel(QAbstractListModel):
    """One row per note."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit] = []
        self._private: frozenset[str] = frozenset()

    def show_hits(self, hits: Sequence[Hit], is_private: Callable[[str], bool]) -> bool:
        """Replace the rows by *hits*; return False if they are the same."""
        private = frozenset(hit.path for hit in hits if is_private(hit.path))
        if list(hits) == self._hits and private == self._private:
            return False
        self.beginResetModel()
        self._hits, self._private = list(hits), private
        self.endResetModel()
        return True

    def row_of(self, path: str) -> int:
        """Return the row of the note at *path*, or -1."""
        return next((row for row, hit in enumerate(self._hits) if hit.path == path), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        hit = self._hits[index.row()]
        if role == FoundNoteRole.HIT:
            return hit
        if role == FoundNoteRole.PRIVATE:
            return hit.path in self._private
        if role == Qt.ItemDataRole.DisplayRole:
            return safe_label_text(hit.title, 300).replace("\n", " ")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = safe_label_text(f"{hit.title}, {hit.path}: {hit.snippet}", 500)
            return self.tr("Private: {0}").format(said) if hit.path in self._private else said
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tooltip(f"{hit.path}\n{freshness_text(hit.modified, hit.indexed)}".rstrip())
        return None


ROW = 44
"""Height of a row in design pixels."""

EDGE, ICON = 18, 14
"""Design pixels: side margin, and the icon before the name."""

TEXT_LEFT = 46
"""Left edge of the text of the field, of notes and of the answer."""

LEAD = 30
"""Maximum number of characters shown before the first match."""

LONGEST = 300
"""Maximum number of characters that are laid out; a line never has more."""

KIND_ICONS = {"canvas": "canvas", "base": "table", "chat": "chat"}


class FoundNoteDelegate(QStyledItemDelegate):
    """Paints rows of a `FoundNotesModel`; text is never interpreted as markup."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._view.viewport().width(), theme().px(ROW))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        values, state = theme(), option.state
        px = values.px
        hit = index.data(FoundNoteRole.HIT)
        full = QRect(option.rect)
        ground = full.adjusted(px(8), 1, -px(8), -1)
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            line = values.color("accent") if values.tokens.high_contrast else None
            box(painter, ground, px(5), values.color("accent_tint"), line)
        elif state & QStyle.StateFlag.State_MouseOver:
            box(painter, ground, px(5), values.color("hover"))
        side = px(ICON)
        picture = pixmap(KIND_ICONS.get(hit.kind, "file"), "muted", side, painter.device().devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(full.left() + px(EDGE), full.center().y() - side // 2 + 1), picture)
        right = self._when(painter, full, hit) - px(16)
        inner = QRect(full.left() + px(TEXT_LEFT), full.top() + px(4), 0, px(19))
        inner.setRight(right)
        self._name(painter, inner, hit, private=bool(index.data(FoundNoteRole.PRIVATE)))
        laid = _passage(hit, inner.width())
        laid.draw(painter, QPointF(inner.left(), inner.bottom() + 1), "text2")
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(values, painter, QRectF(ground), px(5))
        painter.restore()

    def _when(self, painter: QPainter, full: QRect, hit: Hit) -> int:
        """Draw the modification time at the right; return where it begins."""
        values = theme()
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted"))
        text = short_time_text(hit.modified, datetime.now().astimezone().date())
        room = full.adjusted(0, 0, -values.px(EDGE), 0)
        draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        return room.right() - painter.fontMetrics().horizontalAdvance(text)

    def _name(self, painter: QPainter, rect: QRect, hit: Hit, *, private: bool) -> None:
        values = theme()
        title = _line(hit.title)
        marks = hit.title_marks if title == hit.title else ()
        laid = lay_out_text(title, marks, values.font("strong"), rect.width(), 1)
        laid.draw(painter, QPointF(rect.topLeft()), "text")
        left = rect.left() + round(laid.layout.lineAt(0).naturalTextWidth()) + values.px(8) if title else rect.left()
        if private and rect.right() - left > values.px(14):
            side = values.px(13)
            lock = pixmap("lock", "muted", side, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(left, rect.top() + (rect.height() - side) // 2), lock)
            left += side + values.px(8)
        room = QRect(left, rect.top(), rect.right() - left, rect.height() - 1)
        if room.width() > values.px(24):
            painter.setFont(values.font("small"))
            painter.setPen(values.color("muted"))
            folder = _line(hit.path.rpartition("/")[0])
            cut = painter.fontMetrics().elidedText(folder, Qt.TextElideMode.ElideMiddle, room.width())
            draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)


def _passage(hit: Hit, width: int) -> LaidOutText:
    """Lay out one line of the passage with its first match near the beginning."""
    text = hit.snippet.replace("\n", " ")
    first = hit.marks[0][0] if hit.marks else 0
    begin, lead = 0, ""
    if first > LEAD:
        begin, lead = text.find(" ", first - LEAD, first) + 1 or first, "… "
    part = lead + text[begin : begin + LONGEST]
    moved = len(lead) - begin
    marks = [(start + moved, end + moved) for start, end in hit.marks if start >= begin]
    return lay_out_text(part, marks, theme().font("small"), width, 1)


def _line(text: str) -> str:
    return safe_label_text(text, LONGEST).replace("\n", " ")


class _FoundNotesView(QListView):
    chosen = Signal(object)
    left_at_top = Signal()
    escaped = Signal()
    typed = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose, return to the field, or hide; a character continues in the field."""
        key, current = event.key(), self.currentIndex()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            self.chosen.emit(current.data(FoundNoteRole.HIT))
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key == Qt.Key.Key_Up and current.row() <= 0:
            self.left_at_top.emit()
        elif event.text().isprintable() and event.text() and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class FoundNotesList(QWidget):
    """A heading and the rows, without scrolling."""

    chosen = Signal(object)
    """A `Hit` to be opened."""
    left = Signal()
    """The focus should return to the field."""
    escaped = Signal()
    typed = Signal(str)
    """A character that was typed on a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._heading = PlainLabel(self.tr("Notes found"), role="text2", font="small_strong")
        self._heading.setContentsMargins(px(EDGE), 0, px(EDGE), 0)
        self.model = FoundNotesModel(self)
        self.rows = _FoundNotesView()
        self.rows.setModel(self.model)
        self.rows.setItemDelegate(FoundNoteDelegate(self.rows))
        self.rows.setFrameShape(QFrame.Shape.NoFrame)
        self.rows.setMouseTracking(True)
        self.rows.setUniformItemSizes(True)
        self.rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for bar in (self.rows.setHorizontalScrollBarPolicy, self.rows.setVerticalScrollBarPolicy):
            bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.rows.setAccessibleName(self.tr("Notes found"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(10), 0, px(8))
        column.setSpacing(px(4))
        column.addWidget(self._heading)
        column.addWidget(self.rows)
        self.rows.chosen.connect(self.chosen)
        self.rows.clicked.connect(lambda index: self.chosen.emit(index.data(FoundNoteRole.HIT)))
        self.rows.left_at_top.connect(self._leave)
        self.rows.escaped.connect(self.escaped)
        self.rows.typed.connect(self._type)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def count(self) -> int:
        return self.model.rowCount()

    def show_hits(self, hits: Sequence[Hit], is_private: Callable[[str], bool]) -> None:
        """Show *hits*; the current note stays current if it is still among them."""
        current = self.rows.currentIndex().data(FoundNoteRole.HIT)
        if self.model.show_hits(hits, is_private):
            row = self.model.row_of(current.path) if isinstance(current, Hit) else -1
            if self.rows.hasFocus():
                self.rows.setCurrentIndex(self.model.index(max(row, 0), 0))
            self._fit()

    def enter(self) -> None:
        """Take the focus, in the first row."""
        self.rows.setFocus(Qt.FocusReason.TabFocusReason)
        self.rows.setCurrentIndex(self.model.index(0, 0))

    def _leave(self) -> None:
        self.rows.setCurrentIndex(QModelIndex())
        self.rows.clearSelection()
        self.left.emit()

    def _type(self, letter: str) -> None:
        self._leave()
        self.typed.emit(letter)

    def _fit(self) -> None:
        self.rows.setFixedHeight(self.count * theme().px(ROW))

    def _apply_theme(self) -> None:
        palette = QPalette(self.rows.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("raised"))
        self.rows.setPalette(palette)
        self._fit()
        self.rows.scheduleDelayedItemsLayout()
