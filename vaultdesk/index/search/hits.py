"""Creates hits from matched notes: snippet, heading and line of each, and all other positions in a note."""

import sqlite3
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, cast

from vaultdesk.index.index_results import Hit, NotePassage, NotePassages
from vaultdesk.index.query_syntax.expression import Expression
from vaultdesk.index.query_syntax.query_evaluation import MatchedNotes, match_places
from vaultdesk.index.search import ranking, snippet
from vaultdesk.index.search.lookups import local_time
from vaultdesk.index.search.ranking import RankedNote
from vaultdesk.index.search.snippet import Snippet, WordMatcher, WordPlace
from vaultdesk.index.search_query import storable_path
from vaultdesk.index.store.index_entry import is_in_scope
from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.index.text_folding import fold_needle

# The data for all hits is read with two queries, whatever their number. Does not rank.

NOTES_PER_QUERY = 500
"""Notes per statement."""

_NOTE = (
    "SELECT note.id, path, title, mtime_ns, kind, indexed_at, coalesce(properties, ''), coalesce(body, '')"
    " FROM note LEFT JOIN text ON text.id = note.id WHERE note.id IN"
)

_NO_PASSAGE = (Snippet("", ()), 1, "")

HitKind = Literal["note", "chat", "canvas", "base"]
"""Defined once: `Literal` is evaluated anew wherever it occurs in a function."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A note as read for an answer."""

    path: str
    title: str
    mtime_ns: int
    kind: str
    indexed_at: float
    head: str
    body: str
    headings: Sequence[tuple[int, str]]


def make_hits(
    connection: sqlite3.Connection,
    ranked: Sequence[RankedNote],
    marks: WordMatcher,
    spans: Mapping[int, Sequence[tuple[int, int]]] | None = None,
) -> list[Hit]:
    """Return the hits of these notes in their order; *spans* are the known positions in head and body."""
    made: list[Hit] = []
    for start in range(0, len(ranked), NOTES_PER_QUERY):
        some = ranked[start : start + NOTES_PER_QUERY]
        found = _load_notes(connection, some)
        for one in some:
            if one.note in found:
                places = [WordPlace(*span, 0) for span in (spans or {}).get(one.note, ())]
                made.append(_hit(found[one.note], one.score, marks, places))
    return made


def make_bare_hits(connection: sqlite3.Connection, ranked: Sequence[RankedNote], marks: WordMatcher) -> list[Hit]:
    """As `make_hits`, without passages: no text is read."""
    sql = f"SELECT id, path, title, mtime_ns, kind, indexed_at FROM note WHERE id IN {_id_list(ranked)}"  # noqa: S608 - numbers
    read = {
        note: _Found(path, title, mtime_ns, kind, indexed_at, "", "", ())
        for note, path, title, mtime_ns, kind, indexed_at in connection.execute(sql)
    }
    return [_with_best_passage(read[one.note], one.score, marks, _NO_PASSAGE) for one in ranked if one.note in read]


def make_passages(
    connection: sqlite3.Connection,
    notes: Sequence[int],
    marks: WordMatcher,
    spans: Mapping[int, Sequence[tuple[int, int]]],
    most: int,
) -> dict[int, NotePassages]:
    """Return the matching passages of each of *notes*: all are counted, the *most* best returned in text order."""
    read = _load_notes(connection, [RankedNote(note, "", 0.0) for note in notes])
    return {
        note: _pieces(found, marks, [WordPlace(*span, 0) for span in spans.get(note, ())], most)
        for note, found in read.items()
    }


def _load_notes(connection: sqlite3.Connection, ranked: Sequence[RankedNote]) -> dict[int, _Found]:
    listed = _id_list(ranked)
    headings: dict[int, list[tuple[int, str]]] = {}
    sql = f"SELECT note, line, heading FROM heading WHERE note IN {listed} ORDER BY note, nth"  # noqa: S608 - numbers
    for note, line, heading in connection.execute(sql):
        headings.setdefault(note, []).append((line, heading))
    rows = connection.execute(f"{_NOTE} {listed}")
    return {
        note: _Found(path, title, mtime_ns, kind, indexed_at, head, body, headings.get(note, ()))
        for note, path, title, mtime_ns, kind, indexed_at, head, body in rows
    }


def _id_list(ranked: Sequence[RankedNote]) -> str:
    return f"({','.join(str(one.note) for one in ranked)})"


def _hit(found: _Found, score: float, marks: WordMatcher, places: Sequence[WordPlace]) -> Hit:
    if places:
        best = _around(found.head + found.body, places, found.headings, 0)
        return _with_best_passage(found, score, marks, best)
    inside = _find_in(found, marks)
    if not inside.places:
        best = snippet.opening_snippet(found.body), found.head.count("\n") + 1, ""
    elif inside.in_body:
        best = _around(found.body, inside.places, found.headings, found.head.count("\n"))
    else:
        best = _around(found.head, inside.places, (), 0)
    return _with_best_passage(found, score, marks, best, is_respelled=inside.is_respelled)


def _with_best_passage(
    found: _Found, score: float, marks: WordMatcher, best: tuple[Snippet, int, str], *, is_respelled: bool = False
) -> Hit:
    shown, line, heading = best
    in_title = marks.places(found.title)
    if not in_title and is_respelled:
        in_title = marks.spellings(found.title)
    in_title = in_title or marks.substrings(found.title)
    return Hit(
        path=found.path, title=found.title, heading=heading, snippet=shown.text, marks=shown.marks, score=score,
        modified=local_time(found.mtime_ns), line=line,
        title_marks=tuple((one.start, one.end) for one in in_title),
        kind=cast("HitKind", found.kind), indexed=_indexed(found.indexed_at),
    )  # fmt: skip


def _indexed(seconds: float) -> datetime | None:
    return local_time(int(seconds * 1e9)) if seconds else None


class _PlacesInNote(NamedTuple):
    """Positions of the searched words in one part of a note."""

    places: Sequence[WordPlace]
    in_body: bool
    """In the body, else in the properties before it."""
    is_respelled: bool
    """Spelled differently from the query."""


def _find_in(found: _Found, marks: WordMatcher) -> _PlacesInNote:
    """Return the most exact positions in the note; the body takes precedence over the properties, as it is more
    informative.
    """
    for find in marks.finders:
        if find == marks.spellings and marks.places(found.title):
            continue  # It was found by its name in the query's spelling.
        for in_body, text in ((True, found.body), (False, found.head)):
            if places := find(text):
                return _PlacesInNote(places, in_body, find == marks.spellings)
    return _PlacesInNote((), True, False)


def _pieces(found: _Found, marks: WordMatcher, places: Sequence[WordPlace], most: int) -> NotePassages:
    text, headings, before = found.head + found.body, found.headings, 0
    if not places:
        places, in_body, _ = _find_in(found, marks)
        if in_body:
            text, before = found.body, found.head.count("\n")
        else:
            text, headings = found.head, ()
    if not places:
        shown, line = snippet.opening_snippet(found.body), found.head.count("\n") + 1
        return NotePassages(0, (NotePassage(shown.text, shown.marks, line, ""),) if shown.text else ())
    lines = _lines(text, places, before + 1)
    tops = [line for line, _ in headings]
    sections = [bisect_right(tops, line) for line in lines]
    firsts: list[int] = []
    for nth, place in enumerate(places):
        if (
            not firsts
            or sections[nth] != sections[nth - 1]
            or place.start > places[firsts[-1]].start + snippet.SNIPPET_AFTER
        ):
            firsts.append(nth)
    ends = [*firsts[1:], len(places)]
    # The passage with most different words is better than the first one.
    different = [len({one.term for one in places[first:end]}) for first, end in zip(firsts, ends, strict=True)]
    best = sorted(sorted(range(len(firsts)), key=lambda nth: (-different[nth], nth))[:most])
    made: list[NotePassage] = []
    for nth in best:
        first, above = firsts[nth], sections[firsts[nth]]
        start = _after_line(text, places[first].start, lines[first] - tops[above - 1]) if above else 0
        shown = snippet.snippet_around(text, places[first : ends[nth]], start)
        made.append(NotePassage(shown.text, shown.marks, lines[first], headings[above - 1][1] if above else ""))
    return NotePassages(len(firsts), tuple(made))


def _around(
    text: str, places: Sequence[WordPlace], headings: Sequence[tuple[int, str]], before: int
) -> tuple[Snippet, int, str]:
    """Return the best passage of *text*, which starts after *before* lines of the note."""
    lines = _lines(text, places, before + 1)
    tops = [line for line, _ in headings]
    sections = [bisect_right(tops, line) for line in lines]
    first = snippet.best_start(places, sections)
    line, above = lines[first], sections[first]
    start = _after_line(text, places[first].start, line - tops[above - 1]) if above else 0
    return snippet.snippet_around(text, places[first:], start), line, headings[above - 1][1] if above else ""


def _lines(text: str, places: Sequence[WordPlace], first: int) -> list[int]:
    """Return the line of each position; *first* is the number of the text's first line."""
    lines: list[int] = []
    count, at = text.count, 0
    for start, _, _ in places:
        first += count("\n", at, start)
        at = start
        lines.append(first)
    return lines


def _after_line(text: str, place: int, lines: int) -> int:
    """Return the start of the line after the one *lines* above *place*; 0 if that is far away.

    The heading is shown separately and not repeated in the passage, and the text above it belongs to another section.
    """
    if not lines:
        return text.rfind("\n", 0, place) + 1
    least = max(0, place - snippet.SNIPPET_BEFORE - 1)
    for _ in range(lines):
        end = text.rfind("\n", least, place)
        if end < 0:
            return 0
        place = end
    return place + 1


PASSAGE_NOTES_PER_QUERY = 200
"""Notes per statement."""


def note_passages(
    text_cache: TextCache, connection: sqlite3.Connection, paths: Sequence[str], expression: Expression, most: int
) -> dict[str, NotePassages]:
    """Return the passages of each of *paths*, which *expression* found; notes that are gone are left out.

    Takes about 0.2 ms for a note of usual length: pass few at a time.
    """
    paths_by_note = list(paths[:PASSAGE_NOTES_PER_QUERY])
    sql = f"SELECT id, path FROM note WHERE path IN ({','.join('?' * len(paths_by_note))})"  # noqa: S608 - placeholders only
    known: dict[int, str] = dict(connection.execute(sql, [storable_path(path) for path in paths_by_note]))
    plain = expression.as_plain_query()
    marks = WordMatcher(plain.words if plain is not None else ranking.as_terms(expression.words))
    spans = match_places(text_cache, connection, expression, list(known)) if plain is None else {}
    found = make_passages(connection, list(known), marks, spans, most)
    return {known[note]: one for note, one in found.items()}


EXCERPT_BEFORE, EXCERPT_AFTER = 100, 200
"""Characters around the first match."""

EXCERPT_START = 200
"""Characters from the text's start, if there is no search text or only the name matched."""


@dataclass(frozen=True, slots=True)
class NoteOccurrences:
    """A note that matches the query."""

    path: str
    in_name: bool
    """Whether the name contains all terms."""
    count: int
    """Number of occurrences of the words in the text."""


@dataclass(frozen=True, slots=True)
class TextExcerpt:
    """A part of a note's text as written."""

    text: str
    """With `...` where it was cut."""
    characters: int
    """Number of characters taken from the note."""
    heading: str
    """The heading above it; empty above the first one."""
    first_line: int
    last_line: int


def count_occurrences(
    text_cache: TextCache, connection: sqlite3.Connection, expression: Expression, matched: MatchedNotes
) -> list[NoteOccurrences]:
    """Return the notes that match *expression*, with the number of occurrences of its words; every note for an empty
    expression.
    """
    entries = [
        entry
        for entry in text_cache.entries(connection)
        if not entry.excluded and is_in_scope(entry.kind, expression.scope)
    ]
    if expression.problem or expression.root is not None:  # A query that could not be parsed must not match everything.
        entries = [entry for entry in entries if entry.note in matched.notes]
    needles = [needle for needle in map(fold_needle, expression.words) if TEXT_SEPARATOR not in needle]
    named = [text_cache.notes_named(connection, needle) for needle in needles]
    counts = text_cache.counts(connection, needles, matched.notes) if needles else []
    return [
        NoteOccurrences(
            entry.path,
            all(entry.note in names for names in named),
            sum(count.get(entry.note, 0) for count in counts) or sum(map(entry.key.encode().count, needles)),
        )
        for entry in entries
    ]


def make_excerpts(
    text_cache: TextCache, connection: sqlite3.Connection, paths: Sequence[str], expression: Expression
) -> dict[str, TextExcerpt]:
    """Return an excerpt of each note around the first match of *expression*; notes that are gone are left out."""
    sql = (
        "SELECT note.id, coalesce(properties, ''), coalesce(body, '') FROM note LEFT JOIN text"
        " ON text.id = note.id WHERE path = ?"
    )
    rows = {path: connection.execute(sql, (storable_path(path),)).fetchone() for path in paths}
    found = match_places(text_cache, connection, expression, [row[0] for row in rows.values() if row is not None])
    return {path: _excerpt(connection, row, found.get(row[0], ())) for path, row in rows.items() if row is not None}


def _excerpt(
    connection: sqlite3.Connection, row: tuple[int, str, str], places: Sequence[tuple[int, int]]
) -> TextExcerpt:
    note, head, body = row
    whole = head + body
    places = [place for place in places if place[1] <= len(whole)]  # Without those of a text that waits for its commit.
    start, end = len(head), min(len(whole), len(head) + EXCERPT_START)
    if places:
        # The body takes precedence over the properties, as it is more informative.
        first = min(places, key=lambda place: (place[0] < len(head), place[0]))
        start, end = max(0, first[0] - EXCERPT_BEFORE), min(len(whole), first[1] + EXCERPT_AFTER)
        if first[0] >= len(head):
            start = max(start, len(head))
    piece = whole[start:end]
    line = whole.count("\n", 0, start) + 1
    heading = connection.execute(
        "SELECT heading FROM heading WHERE note = ? AND line <= ? ORDER BY line DESC LIMIT 1", (note, line)
    ).fetchone()
    cut_before, cut_after = start > (0 if start < len(head) else len(head)), end < len(whole)
    return TextExcerpt(
        f"{'...' if cut_before else ''}{piece}{'...' if cut_after else ''}",
        len(piece),
        heading[0] if heading else "",
        line,
        line + piece.rstrip("\n").count("\n"),
    )
