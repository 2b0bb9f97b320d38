"""Search results: notes with their passages, the summary line, and help when nothing is found."""

import re
from collections.abc import AsyncGenerator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Hit, Hits, NotePassage, NotePassages
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search.ranked_search import VisibleHits, note_passages
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.search_query import SearchWord, Within
from vaultdesk.ui.browser.query_parts import QueryPart, query_parts
from vaultdesk.ui.dates import freshness_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, as_tooltip
from vaultdesk.ui.widgets.lists.list_row import ListRow, Marks
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.menu import Menu, MenuButton, literal_menu_text
from vaultdesk.vault.note_path import printable

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


@dataclass(frozen=True, slots=True)
class ResultTarget:
    """Target of a row: a passage of a note, or with *more* its further ones."""

    hit: Hit
    more: bool = False


@dataclass(frozen=True, slots=True)
class _NoteTooltip:
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
        more_text = (
            _tr("1 more in this note")
            if remaining == 1
            else _tr("{n} more in this note").format(n=format_number(remaining))
        )
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

    def current_hit(self) -> Hit | None:
        row = self.view.current()
        target = self._targets.get(row.key) if row is not None else None
        return target.hit if target is not None and not target.more else None

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

MAX_PART_LENGTH = 40
"""Maximum number of characters shown of a part."""

MAX_QUERY_LENGTH = 80
"""Maximum number of characters of a query shown if nothing was found."""

MAX_NAME_LENGTH = 30
"""Maximum number of characters shown of a note's name."""

_LONG_WORD = re.compile(r"(\S{24})\S+")
"""A word that does not fit in a line; labels do not break words."""


@dataclass(frozen=True, slots=True)
class CountedPart:
    """A part of a query with the number of matching notes."""

    part: QueryPart
    notes: int


class NoResultsPage(QWidget):
    """Page shown if a search has no results, with suggestions for other searches."""

    search_requested = Signal(str)
    """Another query to search for."""
    embeddings_requested = Signal()
    note_requested = Signal(object)
    """The `Hit` of a note with a similar name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alternative_query = ""
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(48), px(20), px(24))
        column.setSpacing(px(8))
        centre = Qt.AlignmentFlag.AlignHCenter
        self._title = PlainLabel("", "text", "title", wrap=True)
        self._text = PlainLabel("", "muted", wrap=True)
        self.only_button = PlainButton("")
        self.semantic_search_button = LinkButton(self.tr("Search by meaning"))
        self._similar_label = PlainLabel(self.tr("Notes with similar names"), "muted", "small", wrap=True)
        self.names: list[LinkButton] = []
        """The buttons of the offered notes."""
        self._names = QVBoxLayout()
        self._names.setSpacing(px(4))
        self._names.setContentsMargins(0, 0, 0, px(12))
        column.addWidget(Glyph("search", "muted", 26), 0, centre)
        for label in (self._title, self._text, self._similar_label):
            label.setAlignment(centre)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(px(8))
        column.addWidget(self._similar_label)
        column.addLayout(self._names)
        column.addWidget(self.only_button, 0, centre)
        column.addWidget(self.semantic_search_button, 0, centre)
        column.addStretch(1)
        self.only_button.clicked.connect(lambda: self.search_requested.emit(self._alternative_query))
        self.semantic_search_button.clicked.connect(self.embeddings_requested)

    def title(self) -> str:
        return self._title.text()

    def text(self) -> str:
        """Return the sentence below the title."""
        return self._text.text()

    def show_message(self, title: str, text: str, *, offer_semantic_search: bool = False) -> None:
        """Show only this message; *offer_semantic_search* adds a button for a semantic search."""
        self._title.setText(title)
        self._text.setText(text)
        self.only_button.hide()
        self.semantic_search_button.setVisible(offer_semantic_search)
        self.offer(())

    def offer(self, notes: Sequence[Hit]) -> None:
        """Offer to open these notes, whose names are similar to the query."""
        while self.names:
            self.names.pop().deleteLater()
        self._similar_label.setVisible(bool(notes))
        for note in notes:
            button = LinkButton(literal_menu_text(_shortened(note.title, MAX_NAME_LENGTH)))
            button.setToolTip(as_tooltip(note.path))
            button.clicked.connect(lambda _=False, note=note: self.note_requested.emit(note))
            self._names.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            self.names.append(button)

    def show_no_match(self, query: str) -> None:
        """Show that no note matches *query*."""
        template = self.tr(
            "No note contains “{words}”. Try fewer words, or click the question mark to see the search operators."
        )
        shown_query = printable(_shortened(query.strip(), MAX_QUERY_LENGTH))
        self.show_message(self.tr("Nothing found"), template.format(words=shown_query), offer_semantic_search=True)

    def explain(self, counted: Sequence[CountedPart]) -> None:
        """Show how many notes match each part of the query, and offer to search for a part with matches.

        Nothing is shown for a query without parts.
        """
        if not counted:
            return
        unmatched = [item for item in counted if not item.notes]
        if unmatched:
            title = self.tr("Nothing found")
        elif len(counted) == 2:
            title = self.tr("No note matches both")
        else:
            title = self.tr("No note matches everything")
        sentences = [self._sentence(item) for item in counted]
        if not unmatched:
            sentences.append(
                self.tr("No note matches both.") if len(counted) == 2 else self.tr("No note matches all of them.")
            )
        self.show_message(title, " ".join(sentences), offer_semantic_search=True)
        matched = [item for item in counted if item.notes]
        if matched:
            # Text is more specific than a folder or tag, and the rarer the better.
            best = min(matched, key=lambda item: (not _is_text(item.part), item.notes))
            self._alternative_query = best.part.text
            self.only_button.setText(
                literal_menu_text(self.tr("Search “{words}” only").format(words=_shortened(_part_name(best.part))))
            )
            self.only_button.show()

    def _sentence(self, counted: CountedPart) -> str:
        text, count = _shortened(_part_name(counted.part)), counted.notes
        scope = _scope(counted.part)
        if scope == "tag":
            text = f"#{text.removeprefix('#')}"
            template = self.tr("1 note is tagged {words}.") if count == 1 else self.tr("{n} notes are tagged {words}.")
            return (template if count else self.tr("No note is tagged {words}.")).format(
                n=format_number(count), words=text
            )
        if scope == "path":
            template = self.tr("1 note is in {words}.") if count == 1 else self.tr("{n} notes are in {words}.")
            return (template if count else self.tr("No note is in {words}.")).format(n=format_number(count), words=text)
        if _is_text(counted.part):
            template = self.tr("1 note contains “{words}”.") if count == 1 else self.tr("{n} notes contain “{words}”.")
            return (template if count else self.tr("No note contains “{words}”.")).format(
                n=format_number(count), words=text
            )
        template = self.tr("1 note matches {words}.") if count == 1 else self.tr("{n} notes match {words}.")
        return (template if count else self.tr("No note matches {words}.")).format(
            n=format_number(count), words=_shortened(counted.part.text)
        )


def _scope(part: QueryPart) -> str:
    root = parse_query(part.text).root
    return root.scope if isinstance(root, Within) and isinstance(root.node, SearchWord) else ""


def _is_text(part: QueryPart) -> bool:
    return isinstance(parse_query(part.text).root, SearchWord)


def _part_name(part: QueryPart) -> str:
    return part.operand if _is_text(part) or _scope(part) in ("tag", "path") else part.text


def _shortened(text: str, max_length: int = MAX_PART_LENGTH) -> str:
    """Return *text* with at most *max_length* characters, and with words that do not fit in a line truncated."""
    text = _LONG_WORD.sub(r"\1…", text)
    return text if len(text) <= max_length else f"{text[: max_length - 1]}…"


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


Order = Literal["best", "newest", "oldest", "name"]

RANKING_NOTICE_DELAY = 400
"""Milliseconds before the message that ranking continues is shown; for faster ones it would flicker."""


class SearchSummary(QWidget):
    """Line with the number of results, the duration and the sort order.

    The owner calls `begin` when a search starts, and `show_result` or `end` when it is finished.
    """

    order_changed = Signal()
    fold_requested = Signal(bool)
    """The passages of all notes should be hidden (true) or shown (false)."""
    search_test_requested = Signal()
    """The user requested the search test page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order: Order = "best"
        self._interim_text = ""
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(18), 0, px(8), 0)
        row.setSpacing(px(4))
        self._bold_label = PlainLabel("", "text", "small_strong")
        self._muted_label = ElidedLabel("", Qt.TextElideMode.ElideRight, "muted", "small", brief=True)
        row.addWidget(self._bold_label)
        row.addWidget(self._muted_label, 1)
        self.sort = MenuButton("", self.tr("Order"), self._fill, font="small", role="muted")
        row.addWidget(self.sort)
        self._ranking_timer = QTimer(self, singleShot=True, interval=RANKING_NOTICE_DELAY)
        self._ranking_timer.timeout.connect(self._show_ranking_notice)
        self._show_order()

    def text(self) -> str:
        return f"{self._bold_label.text()} {self._muted_label.text()}".strip()

    def begin(self) -> None:
        """Handle the start of a search; the previous text stays until there is a result."""
        self._interim_text = ""
        self._ranking_timer.start()

    def show_result(self, answer: Hits, shown: int, limit: int, seconds: float, passages: int = 0) -> None:
        """Show the result: *passages* in *shown* notes of at most *limit*, after *seconds*."""
        if answer.exact:
            self._ranking_timer.stop()
            duration = self.tr("{n} ms").format(n=format_number(max(1, round(seconds * 1000))))
            notes = self._count(answer.total, shown, limit)
            if passages:
                passage_count = (
                    self.tr("1 passage") if passages == 1 else self.tr("{n} passages").format(n=format_number(passages))
                )
                self._set_text(passage_count, f"{self._within(answer.total, shown, limit)} · {duration}")
            else:
                self._set_text(notes, f"· {duration}")
            return
        about = "" if answer.total is None else self.tr("Best of about {n}").format(n=format_number(answer.total))
        self._interim_text = about or self._count(None, shown, limit)
        if not self._ranking_timer.isActive():
            self._show_ranking_notice()

    def end(self) -> None:
        """Clear the text."""
        self._ranking_timer.stop()
        self._set_text("", "")

    def _set_text(self, bold_text: str, muted_text: str) -> None:
        self._bold_label.setText(bold_text)
        self._bold_label.setVisible(bool(bold_text))
        self._muted_label.set_text(muted_text)

    def sorted(self, hits: Sequence[Hit]) -> list[Hit]:
        """Return *hits*, sorted by relevance, in the selected order."""
        match self.order:
            case "newest":
                return sorted(hits, key=lambda hit: hit.modified, reverse=True)
            case "oldest":
                return sorted(hits, key=lambda hit: hit.modified)
            case "name":
                return sorted(hits, key=lambda hit: (hit.title.casefold(), hit.path))
            case _:
                return list(hits)

    def _show_ranking_notice(self) -> None:
        notice = self.tr("still ranking…") if self._interim_text else self.tr("Searching…")
        self._set_text(self._interim_text, f"· {notice}" if self._interim_text else notice)

    def _count(self, total: int | None, shown: int, limit: int) -> str:
        if total is not None and total > shown:
            return self.tr("Best {shown} of {total}").format(shown=format_number(shown), total=format_number(total))
        if shown >= limit:
            return self.tr("The best {n}").format(n=format_number(shown))
        return self.tr("1 note") if shown == 1 else self.tr("{n} notes").format(n=format_number(shown))

    def _within(self, total: int | None, shown: int, limit: int) -> str:
        if total is not None and total > shown:
            return self.tr("in the best {shown} of {total} notes").format(
                shown=format_number(shown), total=format_number(total)
            )
        if shown >= limit:
            return self.tr("in the best {n} notes").format(n=format_number(shown))
        return self.tr("in 1 note") if shown == 1 else self.tr("in {n} notes").format(n=format_number(shown))

    def _orders(self) -> dict[Order, str]:
        return {
            "best": self.tr("Best first"),
            "newest": self.tr("Newest first"),
            "oldest": self.tr("Oldest first"),
            "name": self.tr("By name"),
        }

    def _fill(self, menu: Menu) -> None:
        for order, text in self._orders().items():
            menu.add(text, partial(self._choose, order), checked=order == self.order)
        menu.addSeparator()
        menu.add(self.tr("Collapse all"), partial(self.fold_requested.emit, True))
        menu.add(self.tr("Expand all"), partial(self.fold_requested.emit, False))
        menu.addSeparator()
        menu.add(self.tr("Show passages and their ranking"), self.search_test_requested.emit, icon_name="bulb")

    def _choose(self, order: Order) -> None:
        self.order = order
        self._show_order()
        self.order_changed.emit()

    def _show_order(self) -> None:
        self.sort.set_shown_text(self._orders()[self.order])
