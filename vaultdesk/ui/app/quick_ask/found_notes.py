"""Notes found while typing in quick ask: search, item model, delegate and list."""

from collections.abc import Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Hit
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import freshness_text, short_time_text
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import RowList

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
                self._emit_found(text, await self._as_question(text))
        except VaultDeskError:
            self._emit_found(text, [])  # The status bar reports the unusable index; a question can still be asked.

    async def _by_all_words(self, text: str) -> bool:
        some = False
        async with aclosing(self._vault.searcher.search_typing(text, MOST_FOUND, CHANNEL)) as answers:
            async for answer in answers:
                if answer.hits:
                    some = True
                    self._emit_found(text, answer.hits)
        return some

    async def _as_question(self, text: str) -> list[Hit]:
        # By words only: an embedding may be requested from a server, and nothing was submitted yet.
        query = PassageQuery(text, limit=3 * MOST_FOUND, use_embeddings=False)
        best: dict[str, FoundPassage] = {}
        for passage in await self._vault.passage_search.find(query):
            best.setdefault(passage.path, passage)
        return [_as_hit(passage) for passage in list(best.values())[:MOST_FOUND]]

    def _emit_found(self, text: str, hits: Sequence[Hit]) -> None:
        if text == self._wanted:
            self.found.emit(text, list(hits))


def _as_hit(passage: FoundPassage) -> Hit:
    words = plain_excerpt(passage.text, passage.marks)
    return Hit(
        passage.path, passage.title, passage.heading, words.text, tuple(words.marks), passage.score, passage.modified,
        passage.first_line, indexed=passage.indexed,
    )  # fmt: skip


ROW, EDGE = 44, 18
"""Design pixels: height of a row, and side margin."""

TEXT_LEFT = 46
"""Left edge of the text of the field, of notes and of the answer."""

FOUND_STYLE = RowStyle(
    row_height=ROW, two_lines=ROW, head=23, top=3, slot=20, centred=True, chevrons=False, background="raised",
    uniform=True,
)  # fmt: skip

LEAD = 30
"""Maximum number of characters shown before the first match."""

LONGEST = 300
"""Maximum number of characters of a passage; a line never has more."""

KIND_ICONS = {"canvas": "canvas", "base": "table", "chat": "chat"}


class _FoundNotesView(RowList):
    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hide on Esc; a character continues in the field."""
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.text() == " ":
            self.typed.emit(" ")
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
        self._hits: dict[str, Hit] = {}
        self.rows = _FoundNotesView(self.tr("Notes found"), FOUND_STYLE)
        self.rows.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(10), 0, px(8))
        column.setSpacing(px(4))
        column.addWidget(self._heading)
        column.addWidget(self.rows)
        self.rows.chosen.connect(lambda path, _new_tab: self.chosen.emit(self._hits[path]))
        self.rows.left_at_top.connect(self._leave)
        self.rows.escaped.connect(self.escaped)
        self.rows.typed.connect(self._type)
        theme().changed.connect(self._fit)
        self._fit()

    @property
    def count(self) -> int:
        return self.rows.shown.rowCount()

    def show_hits(self, hits: Sequence[Hit], is_private: Callable[[str], bool]) -> None:
        """Show *hits*; the current note stays current if it is still among them."""
        self._hits = {hit.path: hit for hit in hits}
        self.rows.show_rows([self._row(hit, is_private(hit.path)) for hit in self._hits.values()])
        self._fit()

    def enter(self) -> None:
        """Take the focus, in the first row."""
        self.rows.setFocus(Qt.FocusReason.TabFocusReason)
        self.rows.go_first()

    def _row(self, hit: Hit, private: bool) -> ListRow:
        spoken = safe_label_text(f"{hit.title}, {hit.path}: {hit.snippet}", 500)
        text, marks = excerpt_near_match(hit.snippet.replace("\n", " "), hit.marks, LEAD, LONGEST)
        return ListRow(
            hit.path,
            hit.title,
            hit.path.rpartition("/")[0],
            short_time_text(hit.modified, datetime.now().astimezone().date()),
            text,
            marks,
            hit.title_marks,
            text_role="text2",
            font="strong",
            icon=KIND_ICONS.get(hit.kind, "file"),
            badge="lock" if private else "",
            description=f"{hit.path}\n{freshness_text(hit.modified, hit.indexed)}".rstrip(),
            spoken=self.tr("Private: {0}").format(spoken) if private else spoken,
        )

    def _leave(self) -> None:
        self.rows.setCurrentIndex(self.rows.shown.index(-1))
        self.left.emit()

    def _type(self, letter: str) -> None:
        self._leave()
        self.typed.emit(letter)

    def _fit(self) -> None:
        self.rows.setFixedHeight(self.count * theme().px(ROW))
