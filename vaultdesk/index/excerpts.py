"""Excerpts: notes that hold words letter by letter, all of them counted, and the text around what was found."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.letters import spans
from vaultdesk.index.query import Query, folded, storable
from vaultdesk.vault.note_path import same_name_key

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


def holding(haystack: Haystack, connection: sqlite3.Connection, asked: Query) -> list[Holding]:
    """Return every note that has each word of *asked* in its name or text, and none of the unwanted ones."""
    needles = [folded(term.text) for term in asked.words]
    keys = [same_name_key(needle) for needle in needles]
    sought = [needle.encode() for needle in needles]
    unwanted = [folded(term.text) for term in asked.without]
    found: list[Holding] = []
    for straw, text in haystack.texts(connection):
        counts = [text.count(needle) for needle in sought]
        in_name = all(key in straw.key for key in keys)
        if not in_name and not all(count or key in straw.key for count, key in zip(counts, keys, strict=True)):
            continue
        if not any(word.encode() in text or same_name_key(word) in straw.key for word in unwanted):
            found.append(Holding(straw.path, in_name, sum(counts) or sum(map(straw.key.count, keys))))
    return found


def excerpts(connection: sqlite3.Connection, paths: Sequence[str], asked: Query) -> dict[str, Excerpt]:
    """Return a piece of each note around the first word of *asked* it holds; notes that are gone are left out."""
    needles = [folded(term.text) for term in asked.words]
    return {path: found for path in paths if (found := _excerpt(connection, path, needles)) is not None}


def _excerpt(connection: sqlite3.Connection, path: str, needles: Sequence[str]) -> Excerpt | None:
    sql = (
        "SELECT note.id, coalesce(properties, ''), coalesce(body, '') FROM note LEFT JOIN text ON text.id = note.id"
        " WHERE path = ?"
    )
    row = connection.execute(sql, (storable(path),)).fetchone()
    if row is None:
        return None
    note, head, body = row
    whole = head + body
    places = [place for needle in needles for place in spans(whole, needle)]
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
