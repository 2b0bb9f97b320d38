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
"""Number of passages of a note shown before more are requested."""

MAX_TEXT_BEFORE_MARK = 30
"""Maximum number of characters before the first match, so that it is in the first line."""

MAX_PASSAGE_LENGTH = 300
"""Maximum number of characters of a passage that are laid out; two lines hold fewer."""

MAX_HEADING_LENGTH = 60

KIND_ICONS = {"canvas": "canvas", "base": "table", "chat": "chat"}
"""Icons before the title of a file that is not a note."""


@dataclass(frozen=True, slots=True)
class ResultPlace:
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
    hits: Sequence[Hit], known: dict[str, NotePassages], folded: Set[str], whole: Set[str]
) -> tuple[list[ListRow], dict[str, ResultPlace]]:
    """Return the rows of *hits*, and the target of each row by its key.

    *known* are the loaded passages, *folded* the notes whose rows are hidden, *whole* those of which all passages are
    shown.
    """
    rows: list[ListRow] = []
    places: dict[str, ResultPlace] = {}

    def add(row: ListRow, place: ResultPlace) -> None:
        rows.append(row)
        places[row.key] = place

    for hit in hits:
        below = _below(hit, known.get(hit.path), whole=hit.path in whole)
        is_folded = hit.path in folded
        add(_head(hit, known.get(hit.path), is_folded if below else None), ResultPlace(_first(hit, below)))
        if not is_folded:
            for row, place in below:
                add(row, place)
    return rows, places


def _first(hit: Hit, below: Sequence[tuple[ListRow, ResultPlace]]) -> Hit:
    return below[0][1].hit if below else hit


def _head(hit: Hit, known: NotePassages | None, folded: bool | None) -> ListRow:
    title = hit.title.replace("\n", " ")
    return ListRow(
        f"note {hit.path}",
        title,
        hit.path.rpartition("/")[0],
        format_number(known.count) if known and known.count else "",
        title_marks=hit.title_marks if title == hit.title else (),
        icon=KIND_ICONS.get(hit.kind, ""),
        folded=folded,
        font="strong",
        spaced=True,
        selectable=folded is not False,
        description=_NoteTooltip(hit.path, hit.modified, hit.indexed),
    )


def _below(hit: Hit, known: NotePassages | None, *, whole: bool) -> list[tuple[ListRow, ResultPlace]]:
    if known is None or not known.passages:
        if not hit.snippet:
            return []
        known = NotePassages(0, (NotePassage(hit.snippet, hit.marks, hit.line, hit.heading),))
    some = known.passages if whole else known.passages[:SHOWN_PASSAGES]
    found: list[tuple[ListRow, ResultPlace]] = []
    for nth, one in enumerate(some):
        text, marks = shown_passage(hit, one)
        row = ListRow(f"passage {nth} {hit.path}", text=text, marks=marks, lines=2, depth=1, description=one.text)
        place = replace(hit, snippet=one.text, marks=one.marks, line=one.line, heading=one.heading)
        found.append((row, ResultPlace(place)))
    left = known.count - len(some)
    if left > 0:
        words = _tr("1 more in this note") if left == 1 else _tr("{n} more in this note").format(n=format_number(left))
        found.append((ListRow(f"more {hit.path}", words, depth=1, link=True), ResultPlace(hit, more=True)))
    return found


def shown_passage(hit: Hit, one: NotePassage) -> tuple[str, Marks]:
    """Return the shown part of a passage, after its heading; its first match is near the beginning."""
    text = one.text.replace("\n", " ")
    heading = one.heading if one.heading != hit.title else ""
    part, marks = excerpt_near_match(text, one.marks, MAX_TEXT_BEFORE_MARK, MAX_PASSAGE_LENGTH)
    # A passage with a match in its heading begins with it: repeated, it would take space from the text.
    head = f"{heading[:MAX_HEADING_LENGTH].strip()}: " if heading and not part.startswith(heading) else ""
    return head + part, tuple((start + len(head), end + len(head)) for start, end in marks)


class SearchResultList(QObject):
    """The results as rows of a list, with their expansion state.

    Enter and a click open a passage.
    """

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
        self._known: dict[str, NotePassages] = {}
        self._folded: set[str] = set()
        self._whole: set[str] = set()
        self._places: dict[str, ResultPlace] = {}
        self.view.chosen.connect(self._choose)
        self.view.folding.connect(self._fold_note)
        self.view.menu_requested.connect(self._ask_menu)

    def show_hits(self, hits: Sequence[Hit], known: Mapping[str, NotePassages], *, same_question: bool) -> None:
        """Show *hits* with their *known* passages; for the same query the scroll position is kept."""
        if not same_question:
            self._folded.clear()
            self._whole.clear()
        # Passages of other notes are kept until loaded again: otherwise rows would disappear and reappear.
        self._hits, self._known = tuple(hits), {**self._known, **known} if same_question else dict(known)
        self._renew(keep=same_question)
        for hit in self._hits:
            if hit.path in self._whole:
                self.more_requested.emit(hit.path)

    def learn(self, known: Mapping[str, NotePassages]) -> None:
        """Add loaded passages, replacing earlier ones of the same notes."""
        for path, one in known.items():
            before = self._known.get(path)
            # A partial list does not replace the complete one.
            if path not in self._whole or before is None or len(one.passages) >= min(one.count, len(before.passages)):
                self._known[path] = one
        self._renew(keep=True)

    def paths(self) -> list[str]:
        """Return the shown notes in order."""
        return [hit.path for hit in self._hits]

    def passages(self) -> int:
        """Return the number of known passages."""
        return sum(self._known[hit.path].count for hit in self._hits if hit.path in self._known)

    def knows_all(self) -> bool:
        """Return whether the passages of every note are loaded."""
        return all(hit.path in self._known for hit in self._hits)

    def first(self) -> Hit | None:
        """Return the first note with its first passage."""
        row = self.view.shown.row(0)
        return self._places[row.key].hit if row is not None else None

    def current_hit(self) -> Hit | None:
        """Return the current passage."""
        row = self.view.current()
        place = self._places.get(row.key) if row is not None else None
        return place.hit if place is not None and not place.more else None

    def fold_all(self, *, folded: bool) -> None:
        """Hide or show all passages."""
        self._folded = {hit.path for hit in self._hits} if folded else set()
        self._renew(keep=True)

    def _renew(self, *, keep: bool) -> None:
        rows, self._places = result_rows(self._hits, self._known, self._folded, self._whole)
        self.view.show_rows(rows, keep=keep)

    def _choose(self, key: str, new_tab: bool) -> None:
        place = self._places.get(key)
        if place is None:
            return
        if place.more:
            self._whole.add(place.hit.path)
            self._renew(keep=True)
            self.more_requested.emit(place.hit.path)
        else:
            self.opened.emit(place.hit, new_tab)

    def _ask_menu(self, key: str, at: QPoint) -> None:
        place = self._places.get(key)
        if place is not None:
            self.menu_requested.emit(place.hit.path, at)

    def _fold_note(self, key: str) -> None:
        place = self._places.get(key)
        if place is not None:
            self._folded ^= {place.hit.path}
            self._renew(keep=True)
            self.view.go_to(f"note {place.hit.path}" if place.hit.path in self._folded else key)


MAX_COUNTED_PARTS = 4
"""Maximum number of parts of a query for which matching notes are counted."""

MAX_PART_LENGTH = 40
"""Maximum number of characters shown of a part."""

MAX_QUERY_LENGTH = 80
"""Maximum number of characters of a query shown if nothing was found."""

MAX_NAME_LENGTH = 30
"""Maximum number of characters shown of a note's name."""

_LONG_WORD = re.compile(r"(\S{24})\S+")
"""A word that does not fit in a line; a label does not break words."""


@dataclass(frozen=True, slots=True)
class CountedPart:
    """A part of a query with the number of matching notes."""

    part: QueryPart
    notes: int


class NoResultsPage(QWidget):
    """Shown in place of the results."""

    search_requested = Signal(str)
    """Another query to search for."""
    embeddings_requested = Signal()
    note_requested = Signal(object)
    """The `Hit` of a note with a similar name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._instead = ""
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(48), px(20), px(24))
        column.setSpacing(px(8))
        centre = Qt.AlignmentFlag.AlignHCenter
        self._title = PlainLabel("", "text", "title", wrap=True)
        self._text = PlainLabel("", "muted", wrap=True)
        self.only = PlainButton("")
        self.semantic_search = LinkButton(self.tr("Search by meaning"))
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
        column.addWidget(self.only, 0, centre)
        column.addWidget(self.semantic_search, 0, centre)
        column.addStretch(1)
        self.only.clicked.connect(lambda: self.search_requested.emit(self._instead))
        self.semantic_search.clicked.connect(self.embeddings_requested)

    def title(self) -> str:
        return self._title.text()

    def words(self) -> str:
        """Return the sentence below it."""
        return self._text.text()

    def show_message(self, title: str, text: str, *, offer_semantic_search: bool = False) -> None:
        """Show only this message; *offer_semantic_search* adds a button for a semantic search."""
        self._title.setText(title)
        self._text.setText(text)
        self.only.hide()
        self.semantic_search.setVisible(offer_semantic_search)
        self.offer(())

    def offer(self, notes: Sequence[Hit]) -> None:
        """Offer to open these notes, whose names are similar to the query."""
        while self.names:
            self.names.pop().deleteLater()
        self._similar_label.setVisible(bool(notes))
        for note in notes:
            button = LinkButton(literal_menu_text(_short(note.title, MAX_NAME_LENGTH)))
            button.setToolTip(as_tooltip(note.path))
            button.clicked.connect(lambda _=False, note=note: self.note_requested.emit(note))
            self._names.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            self.names.append(button)

    def lack(self, query: str) -> None:
        """Show that no note matches *query*."""
        words = self.tr(
            "No note contains “{words}”. Try fewer words, or click the question mark to see the search operators."
        )
        shown_query = printable(_short(query.strip(), MAX_QUERY_LENGTH))
        self.show_message(self.tr("Nothing found"), words.format(words=shown_query), offer_semantic_search=True)

    def explain(self, counted: Sequence[CountedPart]) -> None:
        """Show how many notes match each part of the query, and offer to search for a part with matches.

        Nothing is shown for a query without parts.
        """
        if not counted:
            return
        lacking = [one for one in counted if not one.notes]
        if lacking:
            title = self.tr("Nothing found")
        elif len(counted) == 2:
            title = self.tr("No note matches both")
        else:
            title = self.tr("No note matches everything")
        sentences = [self._sentence(one) for one in counted]
        if not lacking:
            sentences.append(
                self.tr("No note matches both.") if len(counted) == 2 else self.tr("No note matches all of them.")
            )
        self.show_message(title, " ".join(sentences), offer_semantic_search=True)
        having = [one for one in counted if one.notes]
        if having:
            # Text is more specific than a folder or tag, and the rarer the better.
            best = min(having, key=lambda one: (not _is_text(one.part), one.notes))
            self._instead = best.part.text
            self.only.setText(
                literal_menu_text(self.tr("Search “{words}” only").format(words=_short(_name(best.part))))
            )
            self.only.show()

    def _sentence(self, one: CountedPart) -> str:
        words, n = _short(_name(one.part)), one.notes
        scope = _scope(one.part)
        if scope == "tag":
            words = f"#{words.removeprefix('#')}"
            some = self.tr("1 note is tagged {words}.") if n == 1 else self.tr("{n} notes are tagged {words}.")
            return (some if n else self.tr("No note is tagged {words}.")).format(n=format_number(n), words=words)
        if scope == "path":
            some = self.tr("1 note is in {words}.") if n == 1 else self.tr("{n} notes are in {words}.")
            return (some if n else self.tr("No note is in {words}.")).format(n=format_number(n), words=words)
        if _is_text(one.part):
            some = self.tr("1 note contains “{words}”.") if n == 1 else self.tr("{n} notes contain “{words}”.")
            return (some if n else self.tr("No note contains “{words}”.")).format(n=format_number(n), words=words)
        some = self.tr("1 note matches {words}.") if n == 1 else self.tr("{n} notes match {words}.")
        return (some if n else self.tr("No note matches {words}.")).format(
            n=format_number(n), words=_short(one.part.text)
        )


def _scope(part: QueryPart) -> str:
    root = parse_query(part.text).root
    return root.scope if isinstance(root, Within) and isinstance(root.node, SearchWord) else ""


def _is_text(part: QueryPart) -> bool:
    return isinstance(parse_query(part.text).root, SearchWord)


def _name(part: QueryPart) -> str:
    return part.words if _is_text(part) or _scope(part) in ("tag", "path") else part.text


def _short(text: str, most: int = MAX_PART_LENGTH) -> str:
    shown = _LONG_WORD.sub(r"\1…", text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


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

Known = Mapping[str, NotePassages]


class ResultPassages:
    """Loads passages and suggestions for one search pane."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def first(self, query: str, hits: Sequence[Hit], known: Known) -> Known:
        """Return *known* with the passages of the notes visible first. Raises `IndexFailed`."""
        unknown = [hit.path for hit in hits[:VISIBLE_RESULTS] if hit.path not in known]
        return {**known, **await self._of(query, unknown, SHOWN_PASSAGES)}

    async def others(self, query: str, hits: Sequence[Hit], known: Known) -> AsyncGenerator[Known, None]:
        """Yield the passages of the notes not in *known*, in batches. Raises `IndexFailed`."""
        unknown = [hit.path for hit in hits if hit.path not in known]
        for start in range(0, len(unknown), RESULTS_PER_LOOKUP):
            yield await self._of(query, unknown[start : start + RESULTS_PER_LOOKUP], SHOWN_PASSAGES)

    async def whole(self, query: str, path: str) -> Known:
        """Return all passages of one note; empty if the index fails, which the next search reports."""
        try:
            return await self._of(query, [path], MAX_PASSAGES)
        except VaultDeskError:
            return {}

    async def instead(self, query: str) -> tuple[list[CountedPart], list[Hit]]:
        """Return suggestions if no note matches *query*: the number of notes for each part, and notes with similar
        names.

        Both are empty if the index fails, which the next search reports.
        """
        return await self.counted(query), await self._similarly_named(query)

    async def _similarly_named(self, query: str) -> list[Hit]:
        plain_query = parse_query(query).as_plain_query()
        if plain_query is None or plain_query.without or plain_query.filters:
            return []  # A restricted query is not a search for a name.
        said = " ".join(word.text for word in plain_query.words)
        if len(said) < MIN_NAME_QUERY:
            return []
        try:
            named = await self._searcher.names(said, MAX_SIMILAR_NAMES)
        except VaultDeskError:
            return []
        return [Hit(one.path, one.alias or one.name, "", "", (), 0.0, one.modified) for one in named]

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
        found = await self._searcher.find(text, 1)
        if found.total is not None and not found.problem:
            return found.total
        return len(await self._searcher.occurrences(text))

    async def _of(self, query: str, paths: Sequence[str], most: int) -> Known:
        if not paths:
            return {}
        expression = parse_query(query, typing=True)
        return await self._searcher.read_index(note_passages, paths, expression, most)


Order = Literal["best", "newest", "oldest", "name"]

RANKING_NOTICE_DELAY = 400
"""Milliseconds before the message that ranking continues is shown; for faster ones it would flicker."""


class SearchSummary(QWidget):
    """Summary line; call it when a search begins and ends."""

    order_changed = Signal()
    fold_requested = Signal(bool)
    """The passages of all notes should be hidden (true) or shown (false)."""
    recall_requested = Signal()
    """The search test page is requested."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order: Order = "best"
        self._before = ""
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(18), 0, px(8), 0)
        row.setSpacing(px(4))
        self._many = PlainLabel("", "text", "small_strong")
        self._shown_text = ElidedLabel("", Qt.TextElideMode.ElideRight, "muted", "small", brief=True)
        row.addWidget(self._many)
        row.addWidget(self._shown_text, 1)
        self.sort = MenuButton("", self.tr("Order"), self._fill, font="small", role="muted")
        row.addWidget(self.sort)
        self._late = QTimer(self, singleShot=True, interval=RANKING_NOTICE_DELAY)
        self._late.timeout.connect(self._show_ranking_notice)
        self._name_order()

    def text(self) -> str:
        return f"{self._many.text()} {self._shown_text.text()}".strip()

    def begin(self) -> None:
        """Handle the start of a search; the previous text stays until there is a result."""
        self._before = ""
        self._late.start()

    def show_result(self, answer: Hits, shown: int, most: int, seconds: float, passages: int = 0) -> None:
        """Show the result: *passages* in *shown* notes of at most *most*, after *seconds*."""
        if answer.exact:
            self._late.stop()
            took = self.tr("{n} ms").format(n=format_number(max(1, round(seconds * 1000))))
            notes = self._count(answer.total, shown, most)
            if passages:
                many = (
                    self.tr("1 passage") if passages == 1 else self.tr("{n} passages").format(n=format_number(passages))
                )
                self._set_text(many, f"{self._within(answer.total, shown, most)} · {took}")
            else:
                self._set_text(notes, f"· {took}")
            return
        about = "" if answer.total is None else self.tr("Best of about {n}").format(n=format_number(answer.total))
        self._before = about or self._count(None, shown, most)
        if not self._late.isActive():
            self._show_ranking_notice()

    def end(self) -> None:
        """Clear the text."""
        self._late.stop()
        self._set_text("", "")

    def _set_text(self, many: str, accessible_text: str) -> None:
        self._many.setText(many)
        self._many.setVisible(bool(many))
        self._shown_text.set_text(accessible_text)

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
        going_on = self.tr("still ranking…") if self._before else self.tr("Searching…")
        self._set_text(self._before, f"· {going_on}" if self._before else going_on)

    def _count(self, total: int | None, shown: int, most: int) -> str:
        if total is not None and total > shown:
            return self.tr("Best {shown} of {total}").format(shown=format_number(shown), total=format_number(total))
        if shown >= most:
            return self.tr("The best {n}").format(n=format_number(shown))
        return self.tr("1 note") if shown == 1 else self.tr("{n} notes").format(n=format_number(shown))

    def _within(self, total: int | None, shown: int, most: int) -> str:
        if total is not None and total > shown:
            return self.tr("in the best {shown} of {total} notes").format(
                shown=format_number(shown), total=format_number(total)
            )
        if shown >= most:
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
        for order, words in self._orders().items():
            menu.add(words, partial(self._choose, order), checked=order == self.order)
        menu.addSeparator()
        menu.add(self.tr("Collapse all"), partial(self.fold_requested.emit, True))
        menu.add(self.tr("Expand all"), partial(self.fold_requested.emit, False))
        menu.addSeparator()
        menu.add(self.tr("Show passages and their ranking"), self.recall_requested.emit, icon_name="bulb")

    def _choose(self, order: Order) -> None:
        self.order = order
        self._name_order()
        self.order_changed.emit()

    def _name_order(self) -> None:
        self.sort.set_shown_text(self._orders()[self.order])
