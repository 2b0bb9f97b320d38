"""Frequent words: what is known beforehand of words that many notes hold, so that no search has to score all of them.

Read only; frequent_upkeep.py makes the lists. Everything may be missing: then a search takes longer and finds the same.
"""

import math
import sqlite3
from array import array
from dataclasses import dataclass

MOST_CHANGED = 2_000
"""Notes changed after a list was made that are looked at beside it. With more, the list is of another vault."""

COMPLETIONS = 8
"""Words one unfinished word stands for in a quick answer, the commonest."""

NO_RARITY = 1e-6
"""FTS5's rarity of a word in half of all notes or more."""


@dataclass(frozen=True, slots=True)
class BestNotes:
    """The notes that rank highest for one word alone."""

    notes: "array[int]"
    """By number, the best first."""
    scores: "array[float]"
    """How much of the word each has: from 0 to some 2, whatever the word."""
    changed: frozenset[int]
    """Notes changed since: what the list says of them is old."""


def holding(connection: sqlite3.Connection, word: str) -> int:
    """Return how many notes hold *word*, as it is compared; 0 where it is not frequent, or not known to be."""
    row = connection.execute("SELECT notes FROM frequent_word WHERE term = ?", (word,)).fetchone()
    return int(row[0]) if row else 0


def completions(connection: sqlite3.Connection, beginning: str) -> list[tuple[str, int]]:
    """Return the frequent words that begin so, and how many notes hold each, the commonest first."""
    sql = "SELECT term, notes FROM frequent_word WHERE term >= ? AND term < ? ORDER BY notes DESC"
    return connection.execute(sql, (beginning, f"{beginning}\U0010ffff")).fetchall()


def best_notes(connection: sqlite3.Connection, word: str) -> BestNotes | None:
    """Return the list of *word*; None where there is none, or one too old to be used."""
    sql = "SELECT revision, ids, scores FROM best_notes WHERE term = ?"
    row = connection.execute(sql, (word,)).fetchone()
    if row is None:
        return None
    revision, ids, scores = row
    changed = changed_since(connection, revision)
    if len(changed) > MOST_CHANGED:
        return None
    return BestNotes(array("q", ids), array("f", scores), frozenset(changed))


def rarity_of(holding: int, notes: int) -> float:
    """Return FTS5's own inverse document frequency of a word that so many of the notes hold."""
    return max(math.log((notes - holding + 0.5) / (holding + 0.5)) if holding < notes else 0.0, NO_RARITY)


def changed_since(connection: sqlite3.Connection, revision: int) -> list[int]:
    """Return the notes changed after *revision*, one more than count at most."""
    sql = "SELECT id FROM note WHERE revision > ? LIMIT ?"
    return [note for (note,) in connection.execute(sql, (revision, MOST_CHANGED + 1))]
