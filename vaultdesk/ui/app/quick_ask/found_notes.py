"""Notes found while typing in quick ask: search, item model, delegate and list."""

from collections.abc import Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Hit
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import freshness_text, short_time_text
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import RowList

MAX_FOUND = 5
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
        self._query = ""

    def search(self, text: str) -> None:
        """Find notes for *text* and discard the previous query."""
        self._query = text
        if text:
            start(self._find(text), self)
        else:
            self.found.emit("", [])

    async def _find(self, text: str) -> None:
        try:
            if not await self._find_all_words(text) and self._query == text:
                self._emit_found(text, await self._find_as_question(text))
        except VaultDeskError:
            self._emit_found(text, [])  # The status bar reports the unusable index; a question can still be asked.

    async def _find_all_words(self, text: str) -> bool:
        found_any = False
        async with aclosing(self._vault.searcher.search_typing(text, MAX_FOUND, CHANNEL)) as answers:
            async for answer in answers:
                if answer.hits:
                    found_any = True
                    self._emit_found(text, answer.hits)
        return found_any

    async def _find_as_question(self, text: str) -> list[Hit]:
        # By words only: an embedding may be requested from a server, and nothing was submitted yet.
        query = PassageQuery(text, limit=3 * MAX_FOUND, use_embeddings=False)
        best: dict[str, FoundPassage] = {}
        for passage in await self._vault.passage_search.find(query):
            best.setdefault(passage.path, passage)
        return [_hit_from_passage(passage) for passage in list(best.values())[:MAX_FOUND]]

    def _emit_found(self, text: str, hits: Sequence[Hit]) -> None:
        if text == self._query:
            self.found.emit(text, list(hits))


def _hit_from_passage(passage: FoundPassage) -> Hit:
    excerpt = plain_excerpt(passage.text, passage.marks)
    return Hit(
        passage.path, passage.title, passage.heading, excerpt.text, tuple(excerpt.marks), passage.score,
        passage.modified, passage.first_line, indexed=passage.indexed,
    )  # fmt: skip


ROW_HEIGHT, SIDE_MARGIN = 44, 18
"""Design pixels: height of a row, and side margin."""

TEXT_LEFT = 46
"""Left edge of the text of the field, of notes and of the answer."""

FOUND_STYLE = RowStyle(
    row_height=ROW_HEIGHT, two_lines=ROW_HEIGHT, text_top=23, top=3, slot=20, centered=True, chevrons=False,
    background="raised", uniform=True,
)  # fmt: skip

MAX_LEAD = 30
"""Maximum number of characters shown before the first match."""

MAX_EXCERPT_LENGTH = 300
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
        self._heading.setContentsMargins(px(SIDE_MARGIN), 0, px(SIDE_MARGIN), 0)
        self._hits: dict[str, Hit] = {}
        self.rows = _FoundNotesView(self.tr("Notes found"), FOUND_STYLE)
        self.rows.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = column_layout(self, 4, margins=(0, 10, 0, 8))
        column.addWidget(self._heading)
        column.addWidget(self.rows)
        self.rows.chosen.connect(lambda path, _new_tab: self.chosen.emit(self._hits[path]))
        self.rows.left_at_top.connect(self._return_to_field)
        self.rows.escaped.connect(self.escaped)
        self.rows.typed.connect(self._forward_typed)
        theme().changed.connect(self._update_height)
        self._update_height()

    @property
    def count(self) -> int:
        return self.rows.row_model.rowCount()

    def show_hits(self, hits: Sequence[Hit], is_private: Callable[[str], bool]) -> None:
        """Show *hits*; the current note stays current if it is still among them."""
        self._hits = {hit.path: hit for hit in hits}
        self.rows.show_rows([self._create_row(hit, is_private(hit.path)) for hit in self._hits.values()])
        self._update_height()

    def enter(self) -> None:
        """Take the focus, in the first row."""
        self.rows.setFocus(Qt.FocusReason.TabFocusReason)
        self.rows.go_first()

    def _create_row(self, hit: Hit, private: bool) -> ListRow:
        spoken = safe_label_text(f"{hit.title}, {hit.path}: {hit.snippet}", 500)
        text, marks = excerpt_near_match(hit.snippet.replace("\n", " "), hit.marks, MAX_LEAD, MAX_EXCERPT_LENGTH)
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
            description="\n".join(filter(None, (text, hit.path, freshness_text(hit.modified, hit.indexed)))),
            spoken=self.tr("Private: {0}").format(spoken) if private else spoken,
        )

    def _return_to_field(self) -> None:
        self.rows.setCurrentIndex(self.rows.row_model.index(-1))
        self.left.emit()

    def _forward_typed(self, character: str) -> None:
        self._return_to_field()
        self.typed.emit(character)

    def _update_height(self) -> None:
        self.rows.setFixedHeight(self.count * theme().px(ROW_HEIGHT))
