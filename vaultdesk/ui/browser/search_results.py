"""Search results: notes with their passages as rows of a list, and the passages loaded for them."""

from collections.abc import AsyncGenerator, Mapping, Sequence, Set
from datetime import datetime

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import Hit, NotePassage, NotePassages
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search.ranked_search import VisibleHits, note_passages
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.browser.query_parts import query_parts
from vaultdesk.ui.browser.search_hints import CountedPart
from vaultdesk.ui.dates import freshness_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.lists.list_row import ListRow, Marks
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import RowList

_tr = translator("SearchResults")

SHOWN_PASSAGES = 3
"""Number of passages shown of a note until the user requests all of them."""

MAX_TEXT_BEFORE_MARK = 30
"""Maximum number of characters before the first match, so that it is in the first line."""

MAX_PASSAGE_LENGTH = 300
"""Maximum number of characters of a passage that are laid out; two lines hold fewer."""

MAX_HEADING_LENGTH = 60

KIND_ICONS = {"canvas": "canvas", "base": "table", "chat": "chat"}
"""Icons before the title of a file that is not a note."""


class ResultTarget(Struct, frozen=True):
    """Target of a row: a passage of a note, or with *more* its further ones."""

    hit: Hit
    more: bool = False


class _NoteTooltip(Struct, frozen=True):
    """Lazily created tooltip of a note: formatting the dates of a hundred notes would take 10 ms."""

    path: str
    modified: datetime
    indexed: datetime | None

    def __call__(self) -> str:
        return f"{self.path}\n{freshness_text(self.modified, self.indexed)}".rstrip()


def result_rows(
    hits: Sequence[Hit], loaded: dict[str, NotePassages], folded: Set[str], expanded: Set[str]
) -> tuple[list[ListRow], dict[str, ResultTarget]]:
    """Return the rows of *hits*, and the target of each row by its key.

    *loaded* are the loaded passages by path, *folded* the notes whose rows are hidden, *expanded* those whose passages
    are all shown.
    """
    rows: list[ListRow] = []
    targets: dict[str, ResultTarget] = {}

    def add(row: ListRow, target: ResultTarget) -> None:
        rows.append(row)
        targets[row.key] = target

    for hit in hits:
        passage_rows = _passage_rows(hit, loaded.get(hit.path), show_all=hit.path in expanded)
        is_folded = hit.path in folded
        add(
            _note_row(hit, loaded.get(hit.path), is_folded if passage_rows else None),
            ResultTarget(_first_passage(hit, passage_rows)),
        )
        if not is_folded:
            for row, target in passage_rows:
                add(row, target)
    return rows, targets


def _first_passage(hit: Hit, passage_rows: Sequence[tuple[ListRow, ResultTarget]]) -> Hit:
    return passage_rows[0][1].hit if passage_rows else hit


def _note_row(hit: Hit, loaded: NotePassages | None, folded: bool | None) -> ListRow:
    title = hit.title.replace("\n", " ")
    return ListRow(
        f"note {hit.path}",
        title,
        hit.path.rpartition("/")[0],
        format_number(loaded.count) if loaded and loaded.count else "",
        title_marks=hit.title_marks if title == hit.title else (),
        icon=KIND_ICONS.get(hit.kind, ""),
        folded=folded,
        font="strong",
        spaced=True,
        selectable=folded is not False,
        description=_NoteTooltip(hit.path, hit.modified, hit.indexed),
    )


def _passage_rows(hit: Hit, loaded: NotePassages | None, *, show_all: bool) -> list[tuple[ListRow, ResultTarget]]:
    if loaded is None or not loaded.passages:
        if not hit.snippet:
            return []
        loaded = NotePassages(0, (NotePassage(hit.snippet, hit.marks, hit.line, hit.heading),))
    shown = loaded.passages if show_all else loaded.passages[:SHOWN_PASSAGES]
    rows: list[tuple[ListRow, ResultTarget]] = []
    for index, passage in enumerate(shown):
        text, marks = shown_passage(hit, passage)
        row = ListRow(f"passage {index} {hit.path}", text=text, marks=marks, lines=2, depth=1, description=passage.text)
        passage_hit = replace(
            hit, snippet=passage.text, marks=passage.marks, line=passage.line, heading=passage.heading
        )
        rows.append((row, ResultTarget(passage_hit)))
    remaining = loaded.count - len(shown)
    if remaining > 0:
        more_text = plural_text(remaining, _tr("1 more in this note"), _tr("{n} more in this note"))
        rows.append((ListRow(f"more {hit.path}", more_text, depth=1, link=True), ResultTarget(hit, more=True)))
    return rows


def shown_passage(hit: Hit, passage: NotePassage) -> tuple[str, Marks]:
    """Return the shown part of a passage, after its heading; its first match is near the beginning."""
    text = passage.text.replace("\n", " ")
    heading = passage.heading if passage.heading != hit.title else ""
    excerpt, marks = excerpt_near_match(text, passage.marks, MAX_TEXT_BEFORE_MARK, MAX_PASSAGE_LENGTH)
    # A passage with a match in its heading begins with it: repeated, it would take space from the text.
    prefix = f"{heading[:MAX_HEADING_LENGTH].strip()}: " if heading and not excerpt.startswith(heading) else ""
    return prefix + excerpt, tuple((start + len(prefix), end + len(prefix)) for start, end in marks)


class SearchResultList(QObject):
    """The results as rows of a list, with their expansion state. Enter and a click open a passage."""

    opened = Signal(object, bool)
    """A `Hit` with the chosen passage, and whether to open it in a new tab."""
    more_requested = Signal(str)
    """All passages of the note at this path are requested."""
    menu_requested = Signal(str, QPoint)
    """Context menu of the note at this path, at a global position."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view = RowList(self.tr("Search results"))
        self._hits: Sequence[Hit] = ()
        self._loaded: dict[str, NotePassages] = {}
        self._folded: set[str] = set()
        self._expanded: set[str] = set()
        self._targets: dict[str, ResultTarget] = {}
        self.view.chosen.connect(self._choose)
        self.view.folding.connect(self._fold_note)
        self.view.menu_requested.connect(self._request_menu)

    def show_hits(self, hits: Sequence[Hit], loaded: Mapping[str, NotePassages], *, same_query: bool) -> None:
        """Show *hits* with their *loaded* passages; for the same query the scroll position is kept."""
        if not same_query:
            self._folded.clear()
            self._expanded.clear()
        # Passages of an earlier result are kept until they are loaded again: otherwise rows would disappear and
        # reappear.
        self._hits, self._loaded = tuple(hits), {**self._loaded, **loaded} if same_query else dict(loaded)
        self._update_rows(keep=same_query)
        for hit in self._hits:
            if hit.path in self._expanded:
                self.more_requested.emit(hit.path)

    def add_passages(self, loaded: Mapping[str, NotePassages]) -> None:
        """Add loaded passages, replacing earlier ones of the same notes."""
        for path, added in loaded.items():
            previous = self._loaded.get(path)
            # A partial list does not replace the complete one.
            if (
                path not in self._expanded
                or previous is None
                or len(added.passages) >= min(added.count, len(previous.passages))
            ):
                self._loaded[path] = added
        self._update_rows(keep=True)

    def paths(self) -> list[str]:
        """Return the shown notes in order."""
        return [hit.path for hit in self._hits]

    def passages(self) -> int:
        """Return the number of known passages."""
        return sum(self._loaded[hit.path].count for hit in self._hits if hit.path in self._loaded)

    def has_all_passages(self) -> bool:
        """Return whether the passages of every note are loaded."""
        return all(hit.path in self._loaded for hit in self._hits)

    def first(self) -> Hit | None:
        """Return the first note with its first passage."""
        row = self.view.row_model.row(0)
        return self._targets[row.key].hit if row is not None else None

    def fold_all(self, *, folded: bool) -> None:
        """Hide or show all passages."""
        self._folded = {hit.path for hit in self._hits} if folded else set()
        self._update_rows(keep=True)

    def _update_rows(self, *, keep: bool) -> None:
        rows, self._targets = result_rows(self._hits, self._loaded, self._folded, self._expanded)
        self.view.show_rows(rows, keep=keep)

    def _choose(self, key: str, new_tab: bool) -> None:
        target = self._targets.get(key)
        if target is None:
            return
        if target.more:
            self._expanded.add(target.hit.path)
            self._update_rows(keep=True)
            self.more_requested.emit(target.hit.path)
        else:
            self.opened.emit(target.hit, new_tab)

    def _request_menu(self, key: str, position: QPoint) -> None:
        target = self._targets.get(key)
        if target is not None:
            self.menu_requested.emit(target.hit.path, position)

    def _fold_note(self, key: str) -> None:
        target = self._targets.get(key)
        if target is not None:
            self._folded ^= {target.hit.path}
            self._update_rows(keep=True)
            self.view.go_to(f"note {target.hit.path}" if target.hit.path in self._folded else key)


MAX_COUNTED_PARTS = 4
"""Maximum number of parts of a query for which matching notes are counted."""


VISIBLE_RESULTS, RESULTS_PER_LOOKUP = 12, 30
"""Number of notes whose passages are part of the result, and number loaded at a time later."""

SHOWN_HITS = VisibleHits(VISIBLE_RESULTS, SHOWN_PASSAGES)
"""Passages included in a result."""

MAX_SIMILAR_NAMES = 3
"""Maximum number of notes offered with names similar to the query."""

MIN_NAME_QUERY = 4
"""Minimum length of a query for a name search: shorter ones are similar to many names."""

MAX_PASSAGES = 100
"""Maximum number of passages listed of one note."""

LoadedPassages = Mapping[str, NotePassages]


class ResultPassages:
    """Loads passages and suggestions for one search pane."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def first(self, query: str, hits: Sequence[Hit], loaded: LoadedPassages) -> LoadedPassages:
        """Return *loaded* with the passages of the notes visible first. Raises `IndexFailed`."""
        unknown = [hit.path for hit in hits[:VISIBLE_RESULTS] if hit.path not in loaded]
        return {**loaded, **await self._of(query, unknown, SHOWN_PASSAGES)}

    async def others(
        self, query: str, hits: Sequence[Hit], loaded: LoadedPassages
    ) -> AsyncGenerator[LoadedPassages, None]:
        """Yield the passages of the notes not in *loaded*, in batches. Raises `IndexFailed`."""
        unknown = [hit.path for hit in hits if hit.path not in loaded]
        for start in range(0, len(unknown), RESULTS_PER_LOOKUP):
            yield await self._of(query, unknown[start : start + RESULTS_PER_LOOKUP], SHOWN_PASSAGES)

    async def all_passages(self, query: str, path: str) -> LoadedPassages:
        """Return all passages of one note; empty if the index fails, which the next search reports."""
        try:
            return await self._of(query, [path], MAX_PASSAGES)
        except VaultDeskError:
            return {}

    async def suggestions(self, query: str) -> tuple[list[CountedPart], list[Hit]]:
        """Return suggestions if no note matches *query*: the number of notes for each part, and notes with similar
        names.

        Both are empty if the index fails, which the next search reports.
        """
        return await self.counted(query), await self._similarly_named(query)

    async def _similarly_named(self, query: str) -> list[Hit]:
        plain_query = parse_query(query).as_plain_query()
        if plain_query is None or plain_query.excluded or plain_query.filters:
            return []  # A restricted query is not a search for a name.
        name = " ".join(word.text for word in plain_query.words)
        if len(name) < MIN_NAME_QUERY:
            return []
        try:
            hits = await self._searcher.names(name, MAX_SIMILAR_NAMES)
        except VaultDeskError:
            return []
        return [Hit(hit.path, hit.alias or hit.name, "", "", (), 0.0, hit.modified) for hit in hits]

    async def counted(self, query: str) -> list[CountedPart]:
        """Return how many notes match each part of *query*; empty if there are not several parts."""
        parts = [part for part in query_parts(query) if not part.text.startswith("-")][:MAX_COUNTED_PARTS]
        if len(parts) < 2:
            return []
        try:
            return [CountedPart(part, await self._notes_with(part.text)) for part in parts]
        except VaultDeskError:
            return []

    async def _notes_with(self, text: str) -> int:
        result = await self._searcher.find(text, 1)
        if result.total is not None and not result.problem:
            return result.total
        return len(await self._searcher.occurrences(text))

    async def _of(self, query: str, paths: Sequence[str], max_passages: int) -> LoadedPassages:
        if not paths:
            return {}
        expression = parse_query(query, typing=True)
        return await self._searcher.read_index(note_passages, paths, expression, max_passages)
