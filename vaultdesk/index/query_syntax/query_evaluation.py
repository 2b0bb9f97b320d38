"""Evaluates an expression: narrows the notes by tables and names, then matches the remaining texts."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence, Set
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import NamedTuple

from vaultdesk.index.query_syntax.expression import (
    AllOf,
    AnyOf,
    Expression,
    HasProperty,
    MatchCase,
    Negation,
    Pattern,
    QueryNode,
    SearchWord,
    Within,
    children,
    tag_key,
)
from vaultdesk.index.query_syntax.property_match import matches_name, matches_value
from vaultdesk.index.query_syntax.search_pattern import compile_pattern, required_literals
from vaultdesk.index.query_syntax.searched_note import (
    MatchRegion,
    RegionKind,
    RegionSpan,
    SearchedNote,
    load_searched_notes,
    needs_text,
    searched_file_name,
)
from vaultdesk.index.text_cache.text_cache import CatalogEntry, TextCache
from vaultdesk.vault.note_path import same_name_key

# Inside `line:`, `block:`, `section:` and `task:` all of what is asked must fit one and the same piece of the text;
# what
# asks for a tag, a property or a name asks the note, wherever it stands.

KnownMatches = Mapping[tuple[QueryNode, bool], Set[int]]
"""The notes that fit a property, or what is asked of a tag, with capitals counting or not: looked up beforehand."""


@dataclass(frozen=True, slots=True)
class NoteMatcher:
    """A page beside what is known of all notes."""

    page: SearchedNote
    facts: KnownMatches

    def fits(self, root: QueryNode) -> bool:
        """Whether the note is what *root* asks for."""
        return self._fits(root, MatchRegion())

    def places(self, root: QueryNode) -> tuple[RegionSpan, ...]:
        """Return where in its text the note has what *root* asks for, in order, none over another."""
        found: list[RegionSpan] = []
        for start, end in sorted(set(self._places(root, MatchRegion()))):
            if not found or start >= found[-1][1]:
                found.append((start, end))
        return tuple(found)

    def _fits(self, node: QueryNode, where: MatchRegion) -> bool:
        match node:
            case SearchWord():
                return not node.text or self.page.has_word(node.text, where)
            case Pattern():
                return self.page.has_pattern(node, where)
            case AllOf():
                return all(self._fits(part, where) for part in node.parts)
            case AnyOf():
                return any(self._fits(part, where) for part in node.parts)
            case Negation():
                return not self._fits(node.part, where)
            case MatchCase():
                return self._fits(node.part, replace(where, exactly=node.exactly))
            case HasProperty():
                return self.page.note in self.facts[node, where.exactly]
            case Within():
                return self._fits_within(node, where)
            case _:  # What only a property's value can be.
                return False

    def _fits_within(self, node: Within, where: MatchRegion) -> bool:
        match node.scope:
            case "tag":
                return self.page.note in self.facts[node, where.exactly]
            case "file" | "path":
                return self._fits(node.part, replace(where, place=node.scope))
            case "content":
                return self._fits(node.part, self.page.text_of(where))
            case _:
                return any(True for _ in self._fitting(node, node.scope, where))

    def _fitting(self, node: Within, kind: RegionKind, where: MatchRegion) -> Iterator[MatchRegion]:
        """Yield the pieces of *kind* in what is looked at that fit by themselves."""
        word = required_word(node.part)
        pieces = self.page.pieces(kind, where, word.text if word is not None else "")
        return (piece for piece in pieces if self._fits(node.part, piece))

    def _places(self, node: QueryNode, where: MatchRegion) -> Iterator[RegionSpan]:
        match node:
            case SearchWord() if node.text and where.place in ("note", "text"):
                yield from self.page.word_places(node.text, where)
            case Pattern() if where.place in ("note", "text"):
                yield from self.page.pattern_places(node, where)
            case AllOf():
                for part in node.parts:
                    yield from self._places(part, where)
            case AnyOf():
                for part in node.parts:
                    if self._fits(part, where):
                        yield from self._places(part, where)
            case MatchCase():
                yield from self._places(node.part, replace(where, exactly=node.exactly))
            case Within():
                yield from self._places_within(node, where)
            case _:
                return

    def _places_within(self, node: Within, where: MatchRegion) -> Iterator[RegionSpan]:
        match node.scope:
            case "content":
                yield from self._places(node.part, self.page.text_of(where))
            case "file" | "path" | "tag":
                return
            case _:
                for piece in self._fitting(node, node.scope, where):
                    # A piece without any word of the search in it, as of `task:""`, is found as a whole.
                    yield from list(self._places(node.part, piece)) or [(piece.start, piece.end)]


def required_word(node: QueryNode) -> SearchWord | None:
    """Return a word that stands in every text that fits *node*; None where there is none."""
    match node:
        case SearchWord() if node.text:
            return node
        case AllOf():
            words = (required_word(part) for part in node.parts)
            return max((word for word in words if word is not None), key=lambda word: len(word.text), default=None)
        case MatchCase() | Within(scope="content" | "line" | "block" | "section" | "task" | "task-todo" | "task-done"):
            return required_word(node.part)
        case _:
            return None


# Every answer is two sets: the notes that may fit, and among them those that surely do. Only what lies between has to
# be looked at (matching.py).

FEW_NOTES = 200
"""Notes that are looked at one by one rather than searching all of them for a word."""

EMPTY_BOX = "[ ]"
"""What every task still to be done has in it."""

NoteNumbers = frozenset[int]


class NarrowedNotes(NamedTuple):
    """What is known before texts are looked at."""

    possible: NoteNumbers
    certain: NoteNumbers


class Narrowing:
    """One question to the haystack and what was looked up for it."""

    def __init__(self, haystack: TextCache, connection: sqlite3.Connection, facts: KnownMatches) -> None:
        self._haystack = haystack
        self._connection = connection
        self._facts = facts
        self._straws = {straw.note: straw for straw in haystack.straws(connection) if not straw.excluded}
        self._known: dict[tuple[str, ...], NoteNumbers] = {}

    def of(self, root: QueryNode) -> NarrowedNotes:
        """Return what is likely of *root*; excluded notes never are."""
        return self._of(root, "note", frozenset(self._straws), exactly=False)

    def _of(self, node: QueryNode, place: str, among: NoteNumbers, *, exactly: bool) -> NarrowedNotes:
        """Narrow *among*. The *place* is `piece` where only one line, block or the like of the text is looked at."""
        match node:
            case SearchWord():
                return self._word(node, place, among, exactly=exactly)
            case Pattern():
                return self._pattern(node, place, among, exactly=exactly)
            case AllOf():
                return self._every(node.parts, place, among, exactly=exactly)
            case AnyOf():
                found = [self._of(part, place, among, exactly=exactly) for part in node.parts]
                return NarrowedNotes(
                    frozenset().union(*(one.possible for one in found)),
                    frozenset().union(*(one.certain for one in found)),
                )
            case Negation():
                inner = self._of(node.part, place, among, exactly=exactly)
                return NarrowedNotes(among - inner.certain, among - inner.possible)
            case MatchCase():
                return self._of(node.part, place, among, exactly=node.exactly)
            case HasProperty():
                return _sure(among & self._facts[node, exactly])
            case Within():
                return self._within(node, place, among, exactly=exactly)
            case _:
                return _sure(frozenset())

    def _every(self, parts: Sequence[QueryNode], place: str, among: NoteNumbers, *, exactly: bool) -> NarrowedNotes:
        certain = among
        # What is known from tables first: the fewer notes are left, the less is searched for words.
        for part in sorted(parts, key=_costs):
            found = self._of(part, place, among, exactly=exactly)
            among, certain = found.possible, certain & found.certain
        return NarrowedNotes(among, certain)

    def _within(self, node: Within, place: str, among: NoteNumbers, *, exactly: bool) -> NarrowedNotes:
        match node.scope:
            case "tag":
                return _sure(among & self._facts[node, exactly])
            case "file" | "path":
                return self._of(node.part, node.scope, among, exactly=exactly)
            case "content":
                return self._of(node.part, place if place == "piece" else "text", among, exactly=exactly)
            case "line" | "block" | "section" if isinstance(node.part, SearchWord) and place != "piece":
                # A word alone stands in a line, block or section wherever it stands.
                return (
                    self._of(node.part, "text", among, exactly=exactly)
                    if _is_one_line(node.part)
                    else self._piece(node, among, exactly=exactly)
                )
            case _:
                return self._piece(node, among, exactly=exactly)

    def _piece(self, node: Within, among: NoteNumbers, *, exactly: bool) -> NarrowedNotes:
        if node.scope == "task-todo" and len(among) > FEW_NOTES:
            among &= self._holding((EMPTY_BOX,))
        return NarrowedNotes(self._of(node.part, "piece", among, exactly=exactly).possible, frozenset())

    def _word(self, word: SearchWord, place: str, among: NoteNumbers, *, exactly: bool) -> NarrowedNotes:
        said = word.text
        if not said and place != "piece":
            return _sure(among)
        if place in ("file", "path"):
            return _sure(self._named(said, place, among, exactly=exactly))
        if not said or len(among) <= FEW_NOTES:
            return NarrowedNotes(among, frozenset())
        possible = among & self._holding((said,))
        if place == "piece" or exactly:
            return NarrowedNotes(possible, frozenset())
        if place == "note":
            return _sure(possible)
        key = same_name_key(said)
        return NarrowedNotes(possible, frozenset(note for note in possible if not _names_hold(self._straws[note], key)))

    def _pattern(self, pattern: Pattern, place: str, among: NoteNumbers, *, exactly: bool) -> NarrowedNotes:
        if place in ("file", "path"):
            ready = compile_pattern(pattern.source, exactly=exactly)
            paths = ((note, self._straws[note].path) for note in among)
            named = ((note, path if place == "path" else path.rpartition("/")[2]) for note, path in paths)
            return _sure(
                frozenset(note for note, name in named if ready and ready.search(name.encode("utf-8", "replace")))
            )
        letters = required_literals(pattern.source)
        if letters and len(among) > FEW_NOTES:
            among &= self._holding(letters)
        return NarrowedNotes(among, frozenset())

    def _holding(self, needles: tuple[str, ...]) -> NoteNumbers:
        """Return the notes with all of *needles* in name, alias or text, whatever their case."""
        if needles not in self._known:
            self._known[needles] = frozenset(self._haystack.holding(self._connection, needles))
        return self._known[needles]

    def _named(self, said: str, place: str, among: NoteNumbers, *, exactly: bool) -> NoteNumbers:
        """Return those of *among* whose file's name or path holds *said*."""
        wanted = said if exactly else same_name_key(said)
        paths = ((note, self._straws[note].path if exactly else self._straws[note].path_key) for note in among)
        named = ((note, path if place == "path" else searched_file_name(path, said)) for note, path in paths)
        return frozenset(note for note, name in named if wanted in name)


def _sure(notes: AbstractSet[int]) -> NarrowedNotes:
    return NarrowedNotes(frozenset(notes), frozenset(notes))


def _names_hold(straw: CatalogEntry, key: str) -> bool:
    return key in straw.key or any(key in same_name_key(alias) for alias in straw.aliases)


def _is_one_line(word: SearchWord) -> bool:
    return "\n" not in word.text and bool(word.text.strip())


def _costs(node: QueryNode) -> int:
    """Return a small number for what tables and names tell, a large one for what takes a look at many texts."""
    match node:
        case HasProperty() | Within(scope="tag" | "file" | "path"):
            return 0
        case SearchWord():
            return 1
        case Negation() | MatchCase():
            return _costs(node.part) + 1
        case Pattern():
            return 4
        case _:
            return 3


_TAGGED = (
    "SELECT note FROM tag WHERE key = :key"
    # The nested ones too: after the tag and `/`, and before `0`, the character that follows `/`.
    " UNION SELECT note FROM tag WHERE key > :key || '/' AND key < :key || '0'"
)


def lookup_known_matches(connection: sqlite3.Connection, root: QueryNode) -> KnownMatches:
    """Return, for everything in *root* that asks for a tag or a property, the notes that have it."""
    found: dict[tuple[QueryNode, bool], frozenset[int]] = {}
    for node, exactly in _asked(root, exactly=False):
        if (node, exactly) not in found:
            if isinstance(node, HasProperty):
                found[node, exactly] = _with_property(connection, node, exactly=exactly)
            else:
                found[node, exactly] = _tagged(connection, node.part, exactly=exactly)
    return found


def _asked(node: QueryNode, *, exactly: bool) -> Iterator[tuple[HasProperty | Within, bool]]:
    match node:
        case HasProperty():
            yield node, exactly
        case Within(scope="tag"):
            yield node, exactly
        case MatchCase():
            yield from _asked(node.part, exactly=node.exactly)
        case _:
            for part in children(node):
                yield from _asked(part, exactly=exactly)


def _tagged(connection: sqlite3.Connection, node: QueryNode, *, exactly: bool) -> frozenset[int]:
    """Return the notes whose tags fit *node*; tags are the same whatever their case."""
    match node:
        case SearchWord():
            key = tag_key(node.text)
            if not key:
                return _numbers(connection, "SELECT DISTINCT note FROM tag", {})
            return _numbers(connection, _TAGGED, {"key": key})
        case Pattern():
            ready = compile_pattern(node.source, exactly=exactly)
            rows = connection.execute("SELECT note, tag FROM tag").fetchall()
            fitting = {tag for tag in {tag for _, tag in rows} if ready and ready.search(f"#{tag}".encode())}
            return frozenset(note for note, tag in rows if tag in fitting)
        case AllOf():
            return frozenset.intersection(*(_tagged(connection, part, exactly=exactly) for part in node.parts))
        case AnyOf():
            return frozenset.union(*(_tagged(connection, part, exactly=exactly) for part in node.parts))
        case Negation():
            every = _numbers(connection, "SELECT id FROM note", {})
            return every - _tagged(connection, node.part, exactly=exactly)
        case MatchCase():
            return _tagged(connection, node.part, exactly=node.exactly)
        case _:
            return frozenset()


def _with_property(connection: sqlite3.Connection, asked: HasProperty, *, exactly: bool) -> frozenset[int]:
    spelled = [name for (name,) in connection.execute("SELECT DISTINCT name FROM property").fetchall()]
    names = [name for name in spelled if matches_name(asked.name, name, exactly=exactly)]
    found: set[int] = set()
    for name in names:
        rows = connection.execute("SELECT note, value FROM property WHERE name = ?", (name,)).fetchall()
        if asked.value is None:
            found.update(note for note, _ in rows)
        else:
            # Notes share their values: each is understood once.
            fitting = {
                value: matches_value(asked.value, json.loads(value), exactly=exactly)
                for value in {value for _, value in rows}
            }
            found.update(note for note, value in rows if fitting[value])
    return frozenset(found)


def _numbers(connection: sqlite3.Connection, sql: str, values: dict[str, str]) -> frozenset[int]:
    return frozenset(note for (note,) in connection.execute(sql, values).fetchall())


# What tables, names and a search for letters tell is asked first (narrowing.py); the texts of the notes still in doubt
# are then looked at one by one (matching.py), a bounded number at a time.

NOTES_PER_STEP = 200
"""Notes looked at in one step: some 10 ms, so that other questions come in between."""

TEXT_FILL_BYTES = 8_000_000
"""Bytes of text taken into memory in one step, where that was not done yet."""


@dataclass(frozen=True)
class MatchedNotes:
    """The notes that fit; `match_places` tells where, for those that are shown."""

    notes: dict[int, tuple[RegionSpan, ...]]
    """By number. The spans are left empty: finding them costs a look at every text, and a list shows few."""
    complete: bool = True
    """False where so many were asked for at most and there may be more."""


def find_matched_notes(
    haystack: TextCache, connection: sqlite3.Connection, expression: Expression, most: int | None = None
) -> MatchedNotes:
    """Return every note that fits *expression*, or the *most* changed last of them; none where nothing is asked."""
    evaluation = QueryEvaluation(haystack, expression, most)
    while (found := evaluation.advance(connection)) is None:
        pass
    return found


def match_places(
    haystack: TextCache, connection: sqlite3.Connection, expression: Expression, notes: Sequence[int]
) -> dict[int, tuple[RegionSpan, ...]]:
    """Return where in the text of each of *notes* (of those that fit) it has what is asked, in order."""
    root = expression.root
    if root is None or not needs_text(root):
        return dict.fromkeys(notes, ())
    known = lookup_known_matches(connection, root)
    shown = load_searched_notes(haystack, connection, notes, root, as_written=True)
    return {page.note: NoteMatcher(page, known).places(root) for page in shown}


class QueryEvaluation:
    """One expression's notes, found in steps: call `advance` until it answers."""

    def __init__(self, haystack: TextCache, expression: Expression, most: int | None = None) -> None:
        self._haystack = haystack
        self._root = expression.root
        self._most = most
        self._connection: sqlite3.Connection | None = None
        self._facts: KnownMatches = {}
        self._waiting: list[int] = []
        self._certain: frozenset[int] = frozenset()
        self._found: dict[int, tuple[RegionSpan, ...]] = {}

    def advance(self, connection: sqlite3.Connection) -> MatchedNotes | None:
        """Take one step of some 10 ms; None where more are needed. Notes that change meanwhile may be missed."""
        if self._root is None:
            return MatchedNotes({})
        if needs_text(self._root) and not self._haystack.fill(connection, TEXT_FILL_BYTES):
            return None
        if connection is not self._connection:  # The first step, or another file, whose numbers mean other notes.
            self._begin(connection, self._root)
            return None if self._waiting else MatchedNotes(self._found)
        taken, self._waiting = self._waiting[:NOTES_PER_STEP], self._waiting[NOTES_PER_STEP:]
        doubtful = [note for note in taken if note not in self._certain]
        looked_at = load_searched_notes(self._haystack, connection, doubtful, self._root, as_written=False)
        fitting = {page.note for page in looked_at if NoteMatcher(page, self._facts).fits(self._root)}
        for nth, note in enumerate(taken):
            if note in self._certain or note in fitting:
                self._found[note] = ()
                if len(self._found) == self._most:
                    return MatchedNotes(self._found, complete=not self._waiting and nth == len(taken) - 1)
        return None if self._waiting else MatchedNotes(self._found)

    def _begin(self, connection: sqlite3.Connection, root: QueryNode) -> None:
        self._connection = connection
        self._facts = lookup_known_matches(connection, root)
        likely = Narrowing(self._haystack, connection, self._facts).of(root)
        if self._most is None:
            self._found = dict.fromkeys(likely.certain, ())
            self._certain, self._waiting = frozenset(), sorted(likely.possible - likely.certain)
        else:
            newest = connection.execute("SELECT id FROM note WHERE excluded = 0 ORDER BY mtime_ns DESC, path")
            self._found, self._certain = {}, likely.certain
            self._waiting = [note for (note,) in newest.fetchall() if note in likely.possible]
