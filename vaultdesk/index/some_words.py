"""Some words: how well notes fit a query of which they have only some words: the more different ones the better."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable
from heapq import nlargest

from vaultdesk.index.candidates import SCORED_AT_MOST, among, counted
from vaultdesk.index.query import Query, Term
from vaultdesk.index.word_search import Sought, WordSearch, word_search

EACH_WORD = 1_000.0
"""What one more of the words counts: more than any score by words."""

CANDIDATES = 1_000
"""Notes with the most words of which the words are weighed."""

SCORED_OF_FOUND = 20_000
"""Notes found by their text of which the words are weighed; of more, the order is that of time and links."""


def terms(words: Iterable[str]) -> list[Term]:
    """Return words and phrases as terms."""
    return [term for term in map(Term, words) if term.match]


def scores(connection: sqlite3.Connection, query: Query, conditions: WordSearch) -> dict[int, float]:
    """Return the notes with most of the words, and their scores."""
    sought = word_search(connection, query).sought
    alone = [WordSearch((one,), conditions.without, conditions.where, conditions.values) for one in sought]
    counts = [counted(connection, one, 0) or 0 for one in alone]
    # Words that very many notes have tell too little to look for notes by; they still count for those found.
    telling = [one for one, count in zip(alone, counts, strict=True) if 0 < count <= SCORED_AT_MOST]
    having: Counter[int] = Counter()
    for one in telling or [one for one, count in zip(alone, counts, strict=True) if count]:
        sql = f"SELECT fts.rowid FROM fts WHERE fts MATCH :match{one.where}"  # noqa: S608 - our own words
        having.update(note for (note,) in connection.execute(sql, {"match": one.match} | one.values))
    best = nlargest(CANDIDATES, having.items(), key=lambda one: (one[1], one[0]))
    return _weighed(connection, sought, [note for note, _ in best])


def of_these(connection: sqlite3.Connection, query: Query, notes: Collection[int]) -> dict[int, float]:
    """Return the scores of those of *notes* that have any of the words."""
    sought = word_search(connection, query).sought
    return _weighed(connection, sought, notes) if sought and len(notes) <= SCORED_OF_FOUND else {}


def _weighed(connection: sqlite3.Connection, sought: tuple[Sought, ...], notes: Collection[int]) -> dict[int, float]:
    found: dict[int, float] = {}
    for one in sought:
        for note, score in among(connection, WordSearch((one,)), notes).items():
            found[note] = found.get(note, 0.0) + EACH_WORD + score
    return found
