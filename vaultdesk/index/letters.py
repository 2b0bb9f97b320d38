"""Letters: search letter by letter over the haystack, in names and in text. Ranks by no words; see ranked.py."""

import sqlite3
from dataclasses import dataclass
from heapq import nsmallest

from vaultdesk.index.haystack import Haystack, Straw
from vaultdesk.index.query import folded, plain
from vaultdesk.index.results import SubstringHit
from vaultdesk.vault.note_path import same_name_key

SIDE = 100
"""Characters of a preview each side of what was found (CONTRACTS, vault_search)."""

ALONE = 200
"""Characters of a preview from the note's start, when only its name fitted."""

MOST = 50
"""Notes one search gives at most (CONTRACTS, vault_search)."""


@dataclass(frozen=True)
class Found:
    """A note that holds every needle, in its name or in its text."""

    straw: Straw
    in_name: bool
    """All needles stand in the name."""
    count: int


def substring(haystack: Haystack, connection: sqlite3.Connection, query: str, limit: int) -> list[SubstringHit]:
    """Notes whose name, then those whose text holds *query*, most occurrences first."""
    wanted = plain(query).strip()
    if not wanted:
        return []
    found = containing(haystack, connection, (folded(wanted),), max(1, min(limit, MOST)))
    return [_hit(connection, one, wanted) for one in found]


def containing(haystack: Haystack, connection: sqlite3.Connection, needles: tuple[str, ...], limit: int) -> list[Found]:
    """The best notes that hold all of the casefolded *needles*: by name first, then by how often."""
    keys = tuple(same_name_key(needle) for needle in needles)
    sought = tuple(needle.encode() for needle in needles)
    found: list[Found] = []
    for straw, text in haystack.texts(connection):
        counts = [text.count(needle) for needle in sought]
        in_name = all(key in straw.key for key in keys)
        if in_name or all(count or key in straw.key for count, key in zip(counts, keys, strict=True)):
            found.append(Found(straw, in_name, sum(counts) or sum(map(straw.key.count, keys))))
    return nsmallest(limit, found, key=lambda one: (not one.in_name, -one.count, one.straw.path_key))


def whole_text(connection: sqlite3.Connection, note: int) -> str:
    """The note's text as it is kept; empty when it was not read yet."""
    row = connection.execute("SELECT properties || body FROM text WHERE id = ?", (note,)).fetchone()
    return str(row[0]) if row else ""


def spans(text: str, needle: str, most: int = 1) -> list[tuple[int, int]]:
    """Where the first occurrences of the casefolded *needle* stand in *text*, as offsets of *text* itself."""
    low = folded(text)
    places: list[tuple[int, int]] = []
    start = low.find(needle) if needle else -1
    while start >= 0 and len(places) < most:
        places.append((start, start + len(needle)))
        start = low.find(needle, start + len(needle))
    # Casefolding never shortens: equal lengths mean that each character stayed one character.
    return places if len(low) == len(text) else _unfolded(text, places)


def _unfolded(text: str, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Offsets of the casefolded text as offsets of *text*: ß and ligatures count more than once when folded."""
    if not places:
        return []
    last = places[-1][1]
    origin: list[int] = []
    for offset, character in enumerate(text):
        origin += [offset] * len(folded(character))
        if len(origin) >= last:
            break
    return [(origin[start], origin[end - 1] + 1) for start, end in places]


def _hit(connection: sqlite3.Connection, found: Found, wanted: str) -> SubstringHit:
    body = whole_text(connection, found.straw.note)
    places = spans(body, folded(wanted))
    if places:
        start, end = max(0, places[0][0] - SIDE), min(len(body), places[0][1] + SIDE)
        preview = ("..." if start else "") + body[start:end] + ("..." if end < len(body) else "")
    else:
        preview = body[:ALONE]
    return SubstringHit(found.straw.path, found.straw.name, found.count, preview)
