"""Found notes: the hits of an answer made of notes' numbers: each with its best passage, heading, line and marks.

What all of them need is read in two questions to the index, whatever their number. Ranks nothing.
"""

import sqlite3
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from vaultdesk.index import passage
from vaultdesk.index.passage import Passage
from vaultdesk.index.ranking import Ranked
from vaultdesk.index.results import Hit, NotePassage, NotePassages
from vaultdesk.index.rows import local_time
from vaultdesk.index.word_marks import Place, WordMarks

AT_ONCE = 500
"""Notes asked for in one statement."""

_NOTE = (
    "SELECT note.id, path, title, mtime_ns, kind, indexed_at, coalesce(properties, ''), coalesce(body, '')"
    " FROM note LEFT JOIN text ON text.id = note.id WHERE note.id IN"
)

_NO_PASSAGE = (Passage("", ()), 1, "")

Kind = Literal["note", "canvas", "base"]
"""Made once: `Literal` is worked out anew wherever it stands in a function."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A note as it is read for an answer."""

    path: str
    title: str
    mtime_ns: int
    kind: str
    indexed_at: float
    head: str
    body: str
    headings: Sequence[tuple[int, str]]


def hits(
    connection: sqlite3.Connection,
    ranked: Sequence[Ranked],
    marks: WordMarks,
    spans: Mapping[int, Sequence[tuple[int, int]]] | None = None,
) -> list[Hit]:
    """Return the hits of these notes in their order; *spans* tell where to look in head and body, where known."""
    made: list[Hit] = []
    for start in range(0, len(ranked), AT_ONCE):
        some = ranked[start : start + AT_ONCE]
        found = _read(connection, some)
        for one in some:
            if one.note in found:
                places = [Place(*span, 0) for span in (spans or {}).get(one.note, ())]
                made.append(_hit(found[one.note], one.score, marks, places))
    return made


def bare(connection: sqlite3.Connection, ranked: Sequence[Ranked], marks: WordMarks) -> list[Hit]:
    """As `hits`, without passages: no text is read."""
    sql = f"SELECT id, path, title, mtime_ns, kind, indexed_at FROM note WHERE id IN {_listed(ranked)}"  # noqa: S608 - numbers
    read = {
        note: _Found(path, title, mtime_ns, kind, indexed_at, "", "", ())
        for note, path, title, mtime_ns, kind, indexed_at in connection.execute(sql)
    }
    return [_told(read[one.note], one.score, marks, _NO_PASSAGE) for one in ranked if one.note in read]


def passages(
    connection: sqlite3.Connection,
    notes: Sequence[int],
    marks: WordMarks,
    spans: Mapping[int, Sequence[tuple[int, int]]],
    most: int,
) -> dict[int, NotePassages]:
    """Return the pieces of each of *notes* that have what was asked: all counted, the *most* best in their order."""
    read = _read(connection, [Ranked(note, "", 0.0) for note in notes])
    return {
        note: _pieces(found, marks, [Place(*span, 0) for span in spans.get(note, ())], most)
        for note, found in read.items()
    }


def _read(connection: sqlite3.Connection, ranked: Sequence[Ranked]) -> dict[int, _Found]:
    listed = _listed(ranked)
    headings: dict[int, list[tuple[int, str]]] = {}
    sql = f"SELECT note, line, heading FROM heading WHERE note IN {listed} ORDER BY note, nth"  # noqa: S608 - numbers
    for note, line, heading in connection.execute(sql):
        headings.setdefault(note, []).append((line, heading))
    rows = connection.execute(f"{_NOTE} {listed}")
    return {
        note: _Found(path, title, mtime_ns, kind, indexed_at, head, body, headings.get(note, ()))
        for note, path, title, mtime_ns, kind, indexed_at, head, body in rows
    }


def _listed(ranked: Sequence[Ranked]) -> str:
    return f"({','.join(str(one.note) for one in ranked)})"


def _hit(found: _Found, score: float, marks: WordMarks, places: Sequence[Place]) -> Hit:
    return _told(found, score, marks, _passage(found, marks, places))


def _told(found: _Found, score: float, marks: WordMarks, best: tuple[Passage, int, str]) -> Hit:
    shown, line, heading = best
    return Hit(
        path=found.path, title=found.title, heading=heading, snippet=shown.text, marks=shown.marks, score=score,
        modified=local_time(found.mtime_ns), line=line,
        title_marks=tuple((one.start, one.end) for one in marks.places(found.title) or marks.letters(found.title)),
        kind=cast("Kind", found.kind), indexed=_indexed(found.indexed_at),
    )  # fmt: skip


def _indexed(seconds: float) -> datetime | None:
    return local_time(int(seconds * 1e9)) if seconds else None


def _passage(found: _Found, marks: WordMarks, places: Sequence[Place]) -> tuple[Passage, int, str]:
    """Return the passage, its line in the note and its heading."""
    before = found.head.count("\n")
    if places:
        return _around(found.head + found.body, places, found.headings, 0)
    # Whole words before letters inside them, and the text before the properties: it says more.
    for find in (marks.places, marks.letters):
        if inside := find(found.body):
            return _around(found.body, inside, found.headings, before)
        if inside := find(found.head):
            return _around(found.head, inside, (), 0)
    return passage.beginning(found.body), before + 1, ""


def _pieces(found: _Found, marks: WordMarks, places: Sequence[Place], most: int) -> NotePassages:
    text, headings, before = found.head + found.body, found.headings, 0
    if not places:
        for find in (marks.places, marks.letters):
            if places := find(found.body):
                text, before = found.body, found.head.count("\n")
                break
            if places := find(found.head):
                text, headings = found.head, ()
                break
    if not places:
        shown, line = passage.beginning(found.body), found.head.count("\n") + 1
        return NotePassages(0, (NotePassage(shown.text, shown.marks, line, ""),) if shown.text else ())
    lines = _lines(text, places, before + 1)
    tops = [line for line, _ in headings]
    sections = [bisect_right(tops, line) for line in lines]
    firsts: list[int] = []
    for nth, place in enumerate(places):
        if not firsts or sections[nth] != sections[nth - 1] or place.start > places[firsts[-1]].start + passage.AFTER:
            firsts.append(nth)
    ends = [*firsts[1:], len(places)]
    # What has most of the different words says more than what comes first.
    different = [len({one.term for one in places[first:end]}) for first, end in zip(firsts, ends, strict=True)]
    best = sorted(sorted(range(len(firsts)), key=lambda nth: (-different[nth], nth))[:most])
    made: list[NotePassage] = []
    for nth in best:
        first, above = firsts[nth], sections[firsts[nth]]
        start = _after_line(text, places[first].start, lines[first] - tops[above - 1]) if above else 0
        shown = passage.around(text, places[first : ends[nth]], start)
        made.append(NotePassage(shown.text, shown.marks, lines[first], headings[above - 1][1] if above else ""))
    return NotePassages(len(firsts), tuple(made))


def _around(
    text: str, places: Sequence[Place], headings: Sequence[tuple[int, str]], before: int
) -> tuple[Passage, int, str]:
    """Return the best passage of *text*, which stands *before* so many lines of the note's."""
    lines = _lines(text, places, before + 1)
    tops = [line for line, _ in headings]
    sections = [bisect_right(tops, line) for line in lines]
    first = passage.best(places, sections)
    line, above = lines[first], sections[first]
    start = _after_line(text, places[first].start, line - tops[above - 1]) if above else 0
    return passage.around(text, places[first:], start), line, headings[above - 1][1] if above else ""


def _lines(text: str, places: Sequence[Place], first: int) -> list[int]:
    """Return the line of each place; *first* is the number of the text's first one."""
    lines: list[int] = []
    count, at = text.count, 0
    for start, _, _ in places:
        first += count("\n", at, start)
        at = start
        lines.append(first)
    return lines


def _after_line(text: str, place: int, lines: int) -> int:
    """Return where the line begins that follows the one so many *lines* above *place*; 0 where that is far off.

    The heading is told beside the passage and not once more in it, and what stands above it belongs to another one.
    """
    if not lines:
        return text.rfind("\n", 0, place) + 1
    least = max(0, place - passage.BEFORE - 1)
    for _ in range(lines):
        end = text.rfind("\n", least, place)
        if end < 0:
            return 0
        place = end
    return place + 1
