"""Excerpts: notes that hold words letter by letter, all of them counted, and the text around what was found."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.index.folding import fold_needle
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.query import storable
from vaultdesk.index.search_language.evaluation import Held, places
from vaultdesk.index.search_language.expression import Expression
from vaultdesk.index.text_run import BETWEEN

BEFORE, AFTER = 100, 200
"""Characters around the first match (seed mnemosyne-agent-tools-guide)."""

ALONE = 200
"""Characters from the text's start, where nothing was looked for or only the name fitted."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A note that holds everything that was looked for."""

    path: str
    in_name: bool
    """All of it stands in the name."""
    count: int
    """How often the words stand in the text."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a note's text as it is written."""

    text: str
    """With `...` where it was cut."""
    characters: int
    """How much of it is the note's own."""
    heading: str
    """The heading it stands under; empty above the first one."""
    first_line: int
    last_line: int


def holding(haystack: Haystack, connection: sqlite3.Connection, asked: Expression, fitting: Held) -> list[Holding]:
    """Return the notes that fit *asked*, with how often they have its words; where it asks nothing, every note."""
    straws = [straw for straw in haystack.straws(connection) if not straw.excluded]
    if asked.problem or not asked.is_empty:  # What could not be understood is not to find everything.
        straws = [straw for straw in straws if straw.note in fitting.notes]
    needles = [needle for needle in map(fold_needle, asked.words) if BETWEEN not in needle]
    named = [haystack.named(connection, needle) for needle in needles]
    counts = haystack.counts(connection, needles, fitting.notes) if needles else []
    return [
        Holding(
            straw.path,
            all(straw.note in names for names in named),
            sum(count.get(straw.note, 0) for count in counts) or sum(map(straw.key.encode().count, needles)),
        )
        for straw in straws
    ]


def excerpts(
    haystack: Haystack, connection: sqlite3.Connection, paths: Sequence[str], asked: Expression
) -> dict[str, Excerpt]:
    """Return a piece of each note around the first place of what is *asked*; notes that are gone are left out."""
    sql = (
        "SELECT note.id, coalesce(properties, ''), coalesce(body, '') FROM note LEFT JOIN text"
        " ON text.id = note.id WHERE path = ?"
    )
    rows = {path: connection.execute(sql, (storable(path),)).fetchone() for path in paths}
    found = places(haystack, connection, asked, [row[0] for row in rows.values() if row is not None])
    return {path: _excerpt(connection, row, found.get(row[0], ())) for path, row in rows.items() if row is not None}


def _excerpt(connection: sqlite3.Connection, row: tuple[int, str, str], places: Sequence[tuple[int, int]]) -> Excerpt:
    note, head, body = row
    whole = head + body
    places = [place for place in places if place[1] <= len(whole)]  # Not those of a text that waits for its commit.
    start, end = len(head), min(len(whole), len(head) + ALONE)
    if places:
        # The text is looked at before the properties: it says more.
        first = min(places, key=lambda place: (place[0] < len(head), place[0]))
        start, end = max(0, first[0] - BEFORE), min(len(whole), first[1] + AFTER)
        if first[0] >= len(head):
            start = max(start, len(head))
    piece = whole[start:end]
    line = whole.count("\n", 0, start) + 1
    heading = connection.execute(
        "SELECT heading FROM heading WHERE note = ? AND line <= ? ORDER BY line DESC LIMIT 1", (note, line)
    ).fetchone()
    cut_before, cut_after = start > (0 if start < len(head) else len(head)), end < len(whole)
    return Excerpt(
        f"{'...' if cut_before else ''}{piece}{'...' if cut_after else ''}",
        len(piece),
        heading[0] if heading else "",
        line,
        line + piece.rstrip("\n").count("\n"),
    )
