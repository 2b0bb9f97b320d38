"""Evaluates an expression: narrows the notes by tables and names, then matches texts and property values."""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence, Set
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from vaultdesk.core.local_time import timestamp_of
from vaultdesk.core.values import replace
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
from vaultdesk.index.search_query import (
    AllOf,
    AnyOf,
    ComparisonSign,
    Expression,
    HasProperty,
    MatchCase,
    Negation,
    NoValue,
    Pattern,
    QueryNode,
    SearchWord,
    ValueComparison,
    Within,
    children,
    fold_query,
    tag_key,
)
from vaultdesk.index.store.index_entry import NoteScope, is_in_scope
from vaultdesk.index.text_cache.text_cache import CatalogEntry, TextCache
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.note_path import same_name_key

# Inside `line:`, `block:`, `section:` and `task:` all terms must match in the same region of the text; terms about a
# tag, a property or a name apply to the whole note.

KnownMatches = Mapping[tuple[QueryNode, bool], Set[int]]
"""The notes matching a property or tag node, with or without case sensitivity: looked up in advance."""


class NoteMatcher(Struct, frozen=True):
    """Matches one note against expressions, with the results looked up for all notes."""

    searched_note: SearchedNote
    known_matches: KnownMatches

    def matches(self, node: QueryNode) -> bool:
        """Whether the note matches *node*."""
        return self._matches(node, MatchRegion())

    def spans(self, node: QueryNode) -> tuple[RegionSpan, ...]:
        """Return the matching positions in the note's text, in order, without overlaps."""
        spans: list[RegionSpan] = []
        for start, end in sorted(set(self._spans(node, MatchRegion()))):
            if not spans or start >= spans[-1][1]:
                spans.append((start, end))
        return tuple(spans)

    def _matches(self, node: QueryNode, region: MatchRegion) -> bool:
        match node:
            case SearchWord():
                return not node.text or self.searched_note.has_word(node.text, region)
            case Pattern():
                return self.searched_note.has_pattern(node, region)
            case AllOf():
                return all(self._matches(child, region) for child in node.nodes)
            case AnyOf():
                return any(self._matches(child, region) for child in node.nodes)
            case Negation():
                return not self._matches(node.node, region)
            case MatchCase():
                return self._matches(node.node, replace(region, case_sensitive=node.case_sensitive))
            case HasProperty():
                return self.searched_note.note in self.known_matches[node, region.case_sensitive]
            case Within():
                return self._matches_within(node, region)
            case _:  # Only the value of a property can be this.
                return False

    def _matches_within(self, node: Within, region: MatchRegion) -> bool:
        match node.scope:
            case "tag":
                return self.searched_note.note in self.known_matches[node, region.case_sensitive]
            case "file" | "path":
                return self._matches(node.node, replace(region, scope=node.scope))
            case "content":
                return self._matches(node.node, self.searched_note.text_of(region))
            case _:
                return any(True for _ in self._matching_regions(node, node.scope, region))

    def _matching_regions(self, node: Within, kind: RegionKind, region: MatchRegion) -> Iterator[MatchRegion]:
        """Yield the regions of *kind* within *region* that match."""
        word = required_word(node.node)
        regions = self.searched_note.regions(kind, region, word.text if word is not None else "")
        return (inner for inner in regions if self._matches(node.node, inner))

    def _spans(self, node: QueryNode, region: MatchRegion) -> Iterator[RegionSpan]:
        match node:
            case SearchWord() if node.text and region.scope in ("note", "text"):
                yield from self.searched_note.word_spans_in(node.text, region)
            case Pattern() if region.scope in ("note", "text"):
                yield from self.searched_note.pattern_spans_in(node, region)
            case AllOf():
                for child in node.nodes:
                    yield from self._spans(child, region)
            case AnyOf():
                for child in node.nodes:
                    if self._matches(child, region):
                        yield from self._spans(child, region)
            case MatchCase():
                yield from self._spans(node.node, replace(region, case_sensitive=node.case_sensitive))
            case Within():
                yield from self._spans_within(node, region)
            case _:
                return

    def _spans_within(self, node: Within, region: MatchRegion) -> Iterator[RegionSpan]:
        match node.scope:
            case "content":
                yield from self._spans(node.node, self.searched_note.text_of(region))
            case "file" | "path" | "tag":
                return
            case _:
                for inner in self._matching_regions(node, node.scope, region):
                    # A region without any searched word, as of `task:""`, is returned as a whole.
                    yield from list(self._spans(node.node, inner)) or [(inner.start, inner.end)]


def required_word(node: QueryNode) -> SearchWord | None:
    """Return a word that every text matching *node* contains; None if there is none."""
    match node:
        case SearchWord() if node.text:
            return node
        case AllOf():
            words = (required_word(child) for child in node.nodes)
            return max((word for word in words if word is not None), key=lambda word: len(word.text), default=None)
        case MatchCase() | Within(scope="content" | "line" | "block" | "section" | "task" | "task-todo" | "task-done"):
            return required_word(node.node)
        case _:
            return None


# Every result is two sets: the notes that may match, and among them those that certainly do. Only the difference has to
# be read.

MAX_SCANNED_NOTES = 200
"""Number of notes up to which they are read one by one instead of searching all notes for a word."""

EMPTY_BOX = "[ ]"
"""Contained in every open task."""

NoteNumbers = frozenset[int]


class NarrowedNotes(NamedTuple):
    """Result of narrowing, before texts are read."""

    possible: NoteNumbers
    certain: NoteNumbers


class Narrowing:
    """Narrows the notes that may match an expression, with the results looked up for it."""

    def __init__(
        self,
        text_cache: TextCache,
        connection: sqlite3.Connection,
        known_matches: KnownMatches,
        scope: NoteScope = "notes",
    ) -> None:
        self._text_cache = text_cache
        self._connection = connection
        self._known_matches = known_matches
        self._entries = {
            entry.note: entry
            for entry in text_cache.entries(connection)
            if not entry.excluded and is_in_scope(entry.kind, scope)
        }
        self._notes_by_needles: dict[tuple[str, ...], NoteNumbers] = {}

    def narrow(self, node: QueryNode) -> NarrowedNotes:
        """Return the possible matches of *node*; never excluded notes."""
        return self._narrow(node, "note", frozenset(self._entries), case_sensitive=False)

    def _narrow(self, node: QueryNode, scope: str, among: NoteNumbers, *, case_sensitive: bool) -> NarrowedNotes:
        """Narrow *among*. The *scope* is `region` if only one line, block or similar part of the text is searched."""
        match node:
            case SearchWord():
                return self._narrow_word(node, scope, among, case_sensitive=case_sensitive)
            case Pattern():
                return self._narrow_pattern(node, scope, among, case_sensitive=case_sensitive)
            case AllOf():
                return self._narrow_all(node.nodes, scope, among, case_sensitive=case_sensitive)
            case AnyOf():
                found = [self._narrow(child, scope, among, case_sensitive=case_sensitive) for child in node.nodes]
                return NarrowedNotes(
                    frozenset().union(*(narrowed.possible for narrowed in found)),
                    frozenset().union(*(narrowed.certain for narrowed in found)),
                )
            case Negation():
                narrowed = self._narrow(node.node, scope, among, case_sensitive=case_sensitive)
                return NarrowedNotes(among - narrowed.certain, among - narrowed.possible)
            case MatchCase():
                return self._narrow(node.node, scope, among, case_sensitive=node.case_sensitive)
            case HasProperty():
                return _certain(among & self._known_matches[node, case_sensitive])
            case Within():
                return self._narrow_within(node, scope, among, case_sensitive=case_sensitive)
            case _:
                return _certain(frozenset())

    def _narrow_all(
        self, nodes: Sequence[QueryNode], scope: str, among: NoteNumbers, *, case_sensitive: bool
    ) -> NarrowedNotes:
        certain = among
        # Table lookups first: the fewer notes are left, the fewer are searched for words.
        for child in sorted(nodes, key=_cost):
            found = self._narrow(child, scope, among, case_sensitive=case_sensitive)
            among, certain = found.possible, certain & found.certain
        return NarrowedNotes(among, certain)

    def _narrow_within(self, node: Within, scope: str, among: NoteNumbers, *, case_sensitive: bool) -> NarrowedNotes:
        match node.scope:
            case "tag":
                return _certain(among & self._known_matches[node, case_sensitive])
            case "file" | "path":
                return self._narrow(node.node, node.scope, among, case_sensitive=case_sensitive)
            case "content":
                return self._narrow(
                    node.node, scope if scope == "region" else "text", among, case_sensitive=case_sensitive
                )
            case "line" | "block" | "section" if isinstance(node.node, SearchWord) and scope != "region":
                # A single word in the text is always inside a line, block or section.
                return (
                    self._narrow(node.node, "text", among, case_sensitive=case_sensitive)
                    if _is_one_line(node.node)
                    else self._narrow_region(node, among, case_sensitive=case_sensitive)
                )
            case _:
                return self._narrow_region(node, among, case_sensitive=case_sensitive)

    def _narrow_region(self, node: Within, among: NoteNumbers, *, case_sensitive: bool) -> NarrowedNotes:
        if node.scope == "task-todo" and len(among) > MAX_SCANNED_NOTES:
            among &= self._notes_containing((EMPTY_BOX,))
        return NarrowedNotes(
            self._narrow(node.node, "region", among, case_sensitive=case_sensitive).possible, frozenset()
        )

    def _narrow_word(self, word: SearchWord, scope: str, among: NoteNumbers, *, case_sensitive: bool) -> NarrowedNotes:
        text = word.text
        if not text and scope != "region":
            return _certain(among)
        if scope in ("file", "path"):
            return _certain(self._notes_named(text, scope, among, case_sensitive=case_sensitive))
        if not text or len(among) <= MAX_SCANNED_NOTES:
            return NarrowedNotes(among, frozenset())
        possible = among & self._notes_containing((text,))
        if scope == "region" or case_sensitive:
            return NarrowedNotes(possible, frozenset())
        if scope == "note":
            return _certain(possible)
        key = same_name_key(text)
        return NarrowedNotes(
            possible, frozenset(note for note in possible if not _names_contain(self._entries[note], key))
        )

    def _narrow_pattern(
        self, pattern: Pattern, scope: str, among: NoteNumbers, *, case_sensitive: bool
    ) -> NarrowedNotes:
        if scope in ("file", "path"):
            compiled = compile_pattern(pattern.source, case_sensitive=case_sensitive)
            paths = ((note, self._entries[note].path) for note in among)
            names = ((note, path if scope == "path" else path.rpartition("/")[2]) for note, path in paths)
            return _certain(
                frozenset(note for note, name in names if compiled and compiled.search(name.encode("utf-8", "replace")))
            )
        literals = required_literals(pattern.source)
        if literals and len(among) > MAX_SCANNED_NOTES:
            among &= self._notes_containing(literals)
        return NarrowedNotes(among, frozenset())

    def _notes_containing(self, needles: tuple[str, ...]) -> NoteNumbers:
        """Return the notes with all of *needles* in name, alias or text, ignoring case."""
        if needles not in self._notes_by_needles:
            self._notes_by_needles[needles] = frozenset(self._text_cache.notes_containing(self._connection, needles))
        return self._notes_by_needles[needles]

    def _notes_named(self, text: str, scope: str, among: NoteNumbers, *, case_sensitive: bool) -> NoteNumbers:
        """Return those of *among* whose file name or path contains *text*."""
        needle = text if case_sensitive else same_name_key(text)
        paths = ((note, self._entries[note].path if case_sensitive else self._entries[note].path_key) for note in among)
        names = ((note, path if scope == "path" else searched_file_name(path, text)) for note, path in paths)
        return frozenset(note for note, name in names if needle in name)


def _certain(notes: AbstractSet[int]) -> NarrowedNotes:
    return NarrowedNotes(frozenset(notes), frozenset(notes))


def _names_contain(entry: CatalogEntry, key: str) -> bool:
    return key in entry.key or any(key in same_name_key(alias) for alias in entry.aliases)


def _is_one_line(word: SearchWord) -> bool:
    return "\n" not in word.text and bool(word.text.strip())


def _cost(node: QueryNode) -> int:
    """Return a small number for table and name lookups, a large one for nodes that read many texts."""
    match node:
        case HasProperty() | Within(scope="tag" | "file" | "path"):
            return 0
        case SearchWord():
            return 1
        case Negation() | MatchCase():
            return _cost(node.node) + 1
        case Pattern():
            return 4
        case _:
            return 3


_TAGGED = (
    "SELECT note FROM tag WHERE key = :key"
    # Including nested tags: after the tag and `/`, and before `0`, the character that follows `/`.
    " UNION SELECT note FROM tag WHERE key > :key || '/' AND key < :key || '0'"
)


def lookup_known_matches(connection: sqlite3.Connection, node: QueryNode) -> KnownMatches:
    """Return, for every tag and property node in *node*, the matching notes."""
    found: dict[tuple[QueryNode, bool], frozenset[int]] = {}
    for table_node, case_sensitive in _table_nodes(node, case_sensitive=False):
        if (table_node, case_sensitive) not in found:
            if isinstance(table_node, HasProperty):
                found[table_node, case_sensitive] = _notes_with_property(
                    connection, table_node, case_sensitive=case_sensitive
                )
            else:
                found[table_node, case_sensitive] = _notes_with_tag(
                    connection, table_node.node, case_sensitive=case_sensitive
                )
    return found


def _table_nodes(node: QueryNode, *, case_sensitive: bool) -> Iterator[tuple[HasProperty | Within, bool]]:
    match node:
        case HasProperty():
            yield node, case_sensitive
        case Within(scope="tag"):
            yield node, case_sensitive
        case MatchCase():
            yield from _table_nodes(node.node, case_sensitive=node.case_sensitive)
        case _:
            for child in children(node):
                yield from _table_nodes(child, case_sensitive=case_sensitive)


def _notes_with_tag(connection: sqlite3.Connection, node: QueryNode, *, case_sensitive: bool) -> frozenset[int]:
    """Return the notes whose tags match *node*; tags are compared without case."""
    match node:
        case SearchWord():
            key = tag_key(node.text)
            if not key:
                return _numbers(connection, "SELECT DISTINCT note FROM tag", {})
            return _numbers(connection, _TAGGED, {"key": key})
        case Pattern():
            compiled = compile_pattern(node.source, case_sensitive=case_sensitive)
            rows = connection.execute("SELECT note, tag FROM tag").fetchall()
            matching = {tag for tag in {tag for _, tag in rows} if compiled and compiled.search(f"#{tag}".encode())}
            return frozenset(note for note, tag in rows if tag in matching)
        case AllOf():
            return frozenset.intersection(
                *(_notes_with_tag(connection, child, case_sensitive=case_sensitive) for child in node.nodes)
            )
        case AnyOf():
            return frozenset.union(
                *(_notes_with_tag(connection, child, case_sensitive=case_sensitive) for child in node.nodes)
            )
        case Negation():
            all_notes = _numbers(connection, "SELECT id FROM note", {})
            return all_notes - _notes_with_tag(connection, node.node, case_sensitive=case_sensitive)
        case MatchCase():
            return _notes_with_tag(connection, node.node, case_sensitive=node.case_sensitive)
        case _:
            return frozenset()


def _notes_with_property(connection: sqlite3.Connection, node: HasProperty, *, case_sensitive: bool) -> frozenset[int]:
    all_names = [name for (name,) in connection.execute("SELECT DISTINCT name FROM property").fetchall()]
    names = [name for name in all_names if matches_name(node.name, name, case_sensitive=case_sensitive)]
    found: set[int] = set()
    for name in names:
        rows = connection.execute("SELECT note, value FROM property WHERE name = ?", (name,)).fetchall()
        if node.value is None:
            found.update(note for note, _ in rows)
        else:
            # Notes share values, so each is parsed once.
            matching = {
                value: matches_value(node.value, json.loads(value), case_sensitive=case_sensitive)
                for value in {value for _, value in rows}
            }
            found.update(note for note, value in rows if matching[value])
    return frozenset(found)


def _numbers(connection: sqlite3.Connection, sql: str, values: dict[str, str]) -> frozenset[int]:
    return frozenset(note for (note,) in connection.execute(sql, values).fetchall())


# Tables, names and substring search narrow the notes first; the texts of the undecided ones are then matched one by
# one, a bounded number at a time.

NOTES_PER_STEP = 200
"""Notes matched in one step: some 10 ms, so that other queries can run in between."""

TEXT_FILL_BYTES = 8_000_000
"""Bytes of text loaded into the cache in one step, if it is not filled yet."""


class MatchedNotes(Struct, frozen=True):
    """The matching notes; `match_spans` returns the positions for those that are shown."""

    notes: dict[int, tuple[RegionSpan, ...]]
    """By number. The spans are left empty: finding them requires reading every text, and a list shows few."""
    complete: bool = True
    """False if the limit was reached and there may be more."""


def find_matched_notes(
    text_cache: TextCache, connection: sqlite3.Connection, expression: Expression, limit: int | None = None
) -> MatchedNotes:
    """Return the notes that match *expression*, or the *limit* recently changed of them; none for an empty
    expression.
    """
    evaluation = QueryEvaluation(text_cache, expression, limit)
    while (matched := evaluation.advance(connection)) is None:
        pass
    return matched


def match_spans(
    text_cache: TextCache, connection: sqlite3.Connection, expression: Expression, notes: Sequence[int]
) -> dict[int, tuple[RegionSpan, ...]]:
    """Return the matching positions in the text of each of *notes* that matches, in order."""
    node = expression.root
    if node is None or not needs_text(node):
        return dict.fromkeys(notes, ())
    known_matches = lookup_known_matches(connection, node)
    searched = load_searched_notes(text_cache, connection, notes, node, as_written=True)
    return {searched_note.note: NoteMatcher(searched_note, known_matches).spans(node) for searched_note in searched}


class QueryEvaluation:
    """The notes matching one expression, found in steps: call `advance` until it returns a result."""

    def __init__(self, text_cache: TextCache, expression: Expression, limit: int | None = None) -> None:
        self._text_cache = text_cache
        self._node = expression.root
        self._scope = expression.scope
        self._limit = limit
        self._connection: sqlite3.Connection | None = None
        self._known_matches: KnownMatches = {}
        self._undecided: list[int] = []
        self._certain: frozenset[int] = frozenset()
        self._found: dict[int, tuple[RegionSpan, ...]] = {}

    def advance(self, connection: sqlite3.Connection) -> MatchedNotes | None:
        """Do one step of some 10 ms; None if more are needed. Notes that change in between may be missed."""
        if self._node is None:
            return MatchedNotes({})
        if needs_text(self._node) and not self._text_cache.fill(connection, TEXT_FILL_BYTES):
            return None
        if connection is not self._connection:  # The first step, or another file, whose numbers mean other notes.
            self._begin(connection, self._node)
            return None if self._undecided else MatchedNotes(self._found)
        step_notes, self._undecided = self._undecided[:NOTES_PER_STEP], self._undecided[NOTES_PER_STEP:]
        undecided = [note for note in step_notes if note not in self._certain]
        searched = load_searched_notes(self._text_cache, connection, undecided, self._node, as_written=False)
        matching = {
            searched_note.note
            for searched_note in searched
            if NoteMatcher(searched_note, self._known_matches).matches(self._node)
        }
        for nth, note in enumerate(step_notes):
            if note in self._certain or note in matching:
                self._found[note] = ()
                if len(self._found) == self._limit:
                    return MatchedNotes(self._found, complete=not self._undecided and nth == len(step_notes) - 1)
        return None if self._undecided else MatchedNotes(self._found)

    def _begin(self, connection: sqlite3.Connection, node: QueryNode) -> None:
        self._connection = connection
        self._known_matches = lookup_known_matches(connection, node)
        likely = Narrowing(self._text_cache, connection, self._known_matches, self._scope).narrow(node)
        if self._limit is None:
            self._found = dict.fromkeys(likely.certain, ())
            self._certain, self._undecided = frozenset(), sorted(likely.possible - likely.certain)
        else:
            newest = connection.execute("SELECT id FROM note WHERE excluded = 0 ORDER BY mtime_ns DESC, path")
            self._found, self._certain = {}, likely.certain
            self._undecided = [note for (note,) in newest.fetchall() if note in likely.possible]


# A list matches if one of its items does. Text is compared without case unless a case-sensitive match is requested.

CACHED_DATES = 8_192
"""Number of parsed dates cached: a daily note a day for twenty years."""

Scalar: TypeAlias = "str | bool | int | float | None"

_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")
_DATE = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,6})?)?"
    r"(Z|[+-][0-9]{2}:?[0-9]{2})?)?)?)?"
)


class DatePeriod(NamedTuple):
    """Start and end of a moment, day, month or year, in seconds since 1970."""

    start: float
    end: float


def scalars(value: JsonValue) -> Iterator[Scalar]:
    """Yield every scalar in *value*, including those of nested lists; none for an empty list."""
    if isinstance(value, list):
        for item in value:
            yield from scalars(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from scalars(item)
    else:
        yield value


def matches_value(node: QueryNode, value: JsonValue, *, case_sensitive: bool = False) -> bool:
    """Whether a property with this *value* matches *node*."""
    return _value_matches(node, value, tuple(scalars(value)), case_sensitive=case_sensitive)


def matches_name(node: QueryNode, name: str, *, case_sensitive: bool = False) -> bool:
    """Whether a property with this *name* matches: names must be equal, patterns may match a part."""
    match node:
        case SearchWord():
            return node.text == name if case_sensitive else fold_query(node.text) == fold_query(name)
        case Pattern():
            return _pattern_matches(node, name, case_sensitive=case_sensitive)
        case AllOf():
            return all(matches_name(child, name, case_sensitive=case_sensitive) for child in node.nodes)
        case AnyOf():
            return any(matches_name(child, name, case_sensitive=case_sensitive) for child in node.nodes)
        case Negation():
            return not matches_name(node.node, name, case_sensitive=case_sensitive)
        case MatchCase():
            return matches_name(node.node, name, case_sensitive=node.case_sensitive)
        case _:
            return False


def _value_matches(node: QueryNode, value: JsonValue, items: Sequence[Scalar], *, case_sensitive: bool) -> bool:
    match node:
        case SearchWord():
            return any(_word_matches(node, item, case_sensitive=case_sensitive) for item in items)
        case Pattern():
            return any(
                _pattern_matches(node, value_as_query(item), case_sensitive=case_sensitive)
                for item in items
                if item is not None
            )
        case ValueComparison():
            return any(_satisfies(node, item) for item in items)
        case NoValue():
            return value is None
        case AllOf():
            return all(_value_matches(child, value, items, case_sensitive=case_sensitive) for child in node.nodes)
        case AnyOf():
            return any(_value_matches(child, value, items, case_sensitive=case_sensitive) for child in node.nodes)
        case Negation():
            return not _value_matches(node.node, value, items, case_sensitive=case_sensitive)
        case MatchCase():
            return _value_matches(node.node, value, items, case_sensitive=node.case_sensitive)
        case _:
            return False


def _word_matches(word: SearchWord, item: Scalar, *, case_sensitive: bool) -> bool:
    if item is None:
        return False
    if isinstance(item, bool):
        return fold_query(word.text.strip()) == value_as_query(item)
    if isinstance(item, int | float):
        return _number(word.text) == item
    text, value = (word.text, item) if case_sensitive else (fold_query(word.text), fold_query(item))
    return text == value if word.phrase else text in value


def _pattern_matches(pattern: Pattern, text: str, *, case_sensitive: bool) -> bool:
    compiled = compile_pattern(pattern.source, case_sensitive=case_sensitive)
    return compiled is not None and compiled.search(text.encode("utf-8", "replace")) is not None


def _satisfies(comparison: ValueComparison, item: Scalar) -> bool:
    """Whether *item* is before or after the compared value; values of different types do not compare."""
    if item is None or isinstance(item, bool):
        return False
    number = _number(comparison.text)
    own_number = item if isinstance(item, int | float) else _number(item)
    if own_number is not None:
        return number is not None and _in_order(comparison.sign, (own_number > number) - (own_number < number))
    assert isinstance(item, str)
    period, own_period = _period(comparison.text.strip()), _period(item.strip())
    if period is not None or own_period is not None:
        return (
            period is not None
            and own_period is not None
            and _in_order(comparison.sign, _compare_periods(own_period, period))
        )
    own_words, words = fold_query(item), fold_query(comparison.text)
    return number is None and _in_order(comparison.sign, (own_words > words) - (own_words < words))


def _compare_periods(value: DatePeriod, comparison: DatePeriod) -> int:
    """Return 1 if *value* begins after *comparison* has ended, -1 if it begins before it, else 0."""
    if value.start < comparison.start:
        return -1
    return int(value.start >= comparison.end and value.start > comparison.start)


def _in_order(sign: ComparisonSign, difference: int) -> bool:
    match sign:
        case "<":
            return difference < 0
        case "<=":
            return difference <= 0
        case ">":
            return difference > 0
        case ">=":
            return difference >= 0


def _number(text: str) -> float | int | None:
    bare = text.strip()
    return float(bare) if _NUMBER.fullmatch(bare) else None


@lru_cache(CACHED_DATES)
def _period(text: str) -> DatePeriod | None:
    """Return the period described by *text* in ISO 8601: `2026`, `2026-03`, a day, or a moment on it."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, _, _, _ = found.groups()
    try:
        if hour is not None:
            at = timestamp_of(datetime.fromisoformat(text.replace(" ", "T")))
            return DatePeriod(at, at)
        start = datetime(int(year), int(month or 1), int(day or 1))  # noqa: DTZ001 - local, like dates in notes
        if day is not None:
            end = start + timedelta(days=1)
        elif month is not None:
            end = (start + timedelta(days=31)).replace(day=1)
        else:
            end = start.replace(year=start.year + 1)
        return DatePeriod(timestamp_of(start), timestamp_of(end))
    except (ValueError, OverflowError, OSError):
        return None


def value_as_query(item: Scalar) -> str:
    """Return a value in query syntax; empty for an empty value."""
    if item is None:
        return ""
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, float) and item.is_integer():
        return str(int(item))
    return str(item)
