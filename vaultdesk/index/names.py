"""Names: finds notes by what they are called while it is typed, a few letters being enough. Reads no text of notes."""

import sqlite3
from collections.abc import Iterator
from datetime import datetime
from heapq import nsmallest
from itertools import pairwise

from vaultdesk.index.haystack import Haystack, Straw
from vaultdesk.index.letters import spans
from vaultdesk.index.query import folded, plain
from vaultdesk.index.results import NameHit
from vaultdesk.index.rows import local_time

_Rank = tuple[int, bool, int, str]
"""Smaller is better: how it fits, whether only an alias does, how long the name is, its path."""

LONGEST = 200
"""Characters of what was typed that count: no name is longer."""

WIDEST = 4
"""Scattered letters may span this many times their number: farther apart they fit by chance."""


def find_names(haystack: Haystack, connection: sqlite3.Connection, query: str, limit: int) -> list[NameHit]:
    """The notes whose name, alias or path fits best. An empty query gives the notes changed last."""
    wanted = " ".join(folded(plain(query))[:LONGEST].split())
    straws = [straw for straw in haystack.straws(connection) if not straw.excluded]
    if not wanted:
        sql = "SELECT id FROM note WHERE excluded = 0 ORDER BY mtime_ns DESC, path LIMIT ?"
        return [
            _hit(connection, haystack.get(note), "", ()) for (note,) in connection.execute(sql, (limit,)).fetchall()
        ]
    best = nsmallest(limit, _fitting(straws, wanted), key=lambda fit: fit[0])
    hits = [_hit(connection, straw, alias, _marks(alias or straw.name, wanted)) for _, straw, alias in best]
    if len(hits) < limit:
        known = {hit.path for hit in hits}
        hits += _scattered_hits(connection, [s for s in straws if s.path not in known], wanted, limit - len(hits))
    return hits


def _fitting(straws: list[Straw], wanted: str) -> Iterator[tuple[_Rank, Straw, str]]:
    words = wanted.split()
    for straw in straws:
        rank, shown = _rank(straw.key, wanted, words), ""
        for alias in straw.aliases:
            by_alias = _rank(folded(alias), wanted, words)
            if by_alias is not None and (rank is None or by_alias < rank):
                rank, shown = by_alias, alias
        if rank is None and all(word in straw.path_key for word in words):
            rank = 4
        if rank is not None:
            yield (rank, bool(shown), len(shown or straw.name), straw.path_key), straw, shown


def _rank(name: str, wanted: str, words: list[str]) -> int | None:
    """How well *wanted* fits *name*: is it, begins it, begins a word of it, stands in it; None when it does not."""
    if wanted in name:
        if name.startswith(wanted):
            return 0 if name == wanted else 1
        return 2 if f" {wanted}" in name else 3
    return 3 if len(words) > 1 and all(word in name for word in words) else None


def _scattered_hits(connection: sqlite3.Connection, straws: list[Straw], wanted: str, limit: int) -> list[NameHit]:
    """Notes in whose name the letters stand in order but apart, the closest together first: `mtg` for Meeting."""
    letters = wanted.replace(" ", "")
    if len(letters) < 2:
        return []
    found: list[tuple[int, int, str, Straw]] = []
    for straw in straws:
        remaining = iter(straw.key)
        if all(letter in remaining for letter in letters):
            marks = _scattered(straw.name, letters)
            if marks:
                found.append((marks[-1][1] - marks[0][0], len(straw.name), straw.path_key, straw))
    best = nsmallest(limit, found, key=lambda one: one[:3])
    return [_hit(connection, straw, "", _scattered(straw.name, letters)) for _, _, _, straw in best]


def _hit(connection: sqlite3.Connection, straw: Straw, alias: str, marks: tuple[tuple[int, int], ...]) -> NameHit:
    row = connection.execute("SELECT mtime_ns FROM note WHERE id = ?", (straw.note,)).fetchone()
    modified: datetime = local_time(row[0] if row else 0)
    return NameHit(straw.path, straw.name, alias, marks, modified)


def _marks(name: str, wanted: str) -> tuple[tuple[int, int], ...]:
    whole = spans(name, wanted)
    if whole:
        return tuple(whole)
    words = wanted.split()
    by_word = sorted(place for word in words for place in spans(name, word))
    apart = len(by_word) == len(words) and all(one[1] <= two[0] for one, two in pairwise(by_word))
    return tuple(by_word) if apart else ()


def _scattered(name: str, letters: str) -> tuple[tuple[int, int], ...]:
    """Where the letters stand in order, from the word's start that keeps them closest; empty when too far apart."""
    low = [folded(character) for character in name]
    best: list[int] = []
    for start, character in enumerate(low):
        begins_word = (
            start == 0 or not name[start - 1].isalnum() or (name[start].isupper() and name[start - 1].islower())
        )
        if begins_word and letters[0] in character:
            places = _in_order(low, letters, start)
            if places and (not best or places[-1] - places[0] < best[-1] - best[0]):
                best = places
    if not best or best[-1] + 1 - best[0] > WIDEST * len(letters):
        return ()
    marks: list[tuple[int, int]] = []
    for place in best:
        if marks and marks[-1][1] == place:
            marks[-1] = (marks[-1][0], place + 1)
        else:
            marks.append((place, place + 1))
    return tuple(marks)


def _in_order(low: list[str], letters: str, start: int) -> list[int]:
    """The first place from *start* on of each letter, one after the other; empty when one is missing."""
    places: list[int] = []
    for letter in letters:
        place = next((at for at in range(start, len(low)) if letter in low[at]), -1)
        if place < 0:
            return []
        places.append(place)
        start = place + 1
    return places
