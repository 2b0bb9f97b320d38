"""Frequent upkeep: counts the vault's common words and lists the best notes of the commonest, step by step.

Each step takes a tenth of a second at most for 100,000 notes, on a connection of its own. A stop leaves the old lists
or new ones; the next time all are made anew.
"""

import json
import sqlite3
import time
from array import array
from collections.abc import Callable, Mapping
from contextlib import closing
from heapq import nlargest

from vaultdesk.index import database, frequent_words, ranking, vocabulary
from vaultdesk.index.index import Index

WORTH_NOTES = 4_000
"""Notes of a vault from which lists gain anything: fewer are all scored in 3 ms."""

FREQUENT = 2_000
"""A word is frequent when one in so many notes holds it, and at least `LEAST` do."""

LEAST = 20

LISTED_SHARE, LISTED_LEAST, LISTED_MOST = 0.15, 2_000, 8_000
"""A list is made for words in a seventh of all notes, at least and at most in so many: see candidates.py's limits."""

LENGTH_SHARE, LENGTH_LEAST, LENGTH_MOST = 0.025, 300, 1_500
"""A list has so many notes, as a share of all, and at least and at most: what two and three common words find together
is further down in each of theirs."""

WEIGHED = 4_000
"""Of so many notes with the most of a word, time and links choose the list."""

OUT_OF_DATE = 1_000
"""Notes changed since the words were counted after which they are counted again."""

_SLICES = (*"0123456789abcdefghijklmnopqrstuvwxyz", "\u0080", "\u0400", "\u0600", "\u3000", "\U0010ffff")
"""Where the words are parted to be counted a slice at a time."""


def is_due(connection: sqlite3.Connection) -> bool:
    """Whether enough notes have changed since the words were counted."""
    row = connection.execute("SELECT revision, notes FROM words_counted").fetchone()
    if row is not None:
        return len(frequent_words.changed_since(connection, row[0])) >= OUT_OF_DATE
    return _known_notes(connection) >= WORTH_NOTES


def keep_up(index: Index, stopping: Callable[[], bool]) -> bool:
    """Bring the counts and lists up to date where that is due; whether they were, when it was not stopped before."""
    with _reading(index) as connection:
        if not is_due(connection):
            return False
        revision = _revision(connection)
        notes = _known_notes(connection)
        nudges = _nudges(connection)
    counts: dict[str, int] = {}
    words: list[bytes] | None = []
    frequent = max(LEAST, notes // FREQUENT)
    for first, end in zip(("", *_SLICES), _SLICES, strict=False):
        if stopping():
            return False
        with _reading(index) as connection:
            connection.text_factory = _as_far_as_it_goes
            sql = "SELECT term, doc FROM temp.term WHERE term >= ? AND term < ?"
            found = connection.execute(sql, (first, end)).fetchall()
        counts.update(row for row in found if row[1] >= frequent)
        some = vocabulary.lines(word for word, _ in found)
        words = None if words is None or some is None else [*words, some]
    listed = int(min(LISTED_MOST, max(LISTED_LEAST, notes * LISTED_SHARE)))
    common = sorted((word for word in counts if counts[word] >= listed), key=lambda word: -counts[word])
    for word in common:
        if stopping():
            return False
        _list(index, word, notes, nudges)
    # Last, for it says that all is done.
    _write_counts(index, counts, common, (revision, notes, None if words is None else b"".join(words)))
    return True


def _as_far_as_it_goes(word: bytes) -> str:
    """Return the word. FTS5 cuts very long ones, and may do so within a letter."""
    return word.decode("utf-8", "replace")


def _reading(index: Index) -> "closing[sqlite3.Connection]":
    if not index.file.is_file():  # SQLite would lay an empty one.
        raise database.damaged(index.file, "removed while open")
    return closing(database.connect(index.file, writable=False))


def _known_notes(connection: sqlite3.Connection) -> int:
    """Return how many notes have text."""
    return int(connection.execute("SELECT count(*) FROM fts_docsize").fetchone()[0])


def _revision(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(revision), 0) FROM note").fetchone()[0])


def _write_counts(
    index: Index, counts: dict[str, int], listed: list[str], counted: tuple[int, int, bytes | None]
) -> None:
    with index.writing() as connection:
        kept = json.dumps(listed)
        connection.execute("DELETE FROM best_notes WHERE term NOT IN (SELECT value FROM json_each(?))", (kept,))
        connection.execute("DELETE FROM frequent_word")
        connection.executemany("INSERT INTO frequent_word (term, notes) VALUES (?, ?)", sorted(counts.items()))
        connection.execute("DELETE FROM words_counted")
        connection.execute("INSERT INTO words_counted (revision, notes, words) VALUES (?, ?, ?)", counted)


def _list(index: Index, word: str, notes: int, nudges: Mapping[int, float]) -> None:
    """Make the list of one word anew."""
    with _reading(index) as connection:
        connection.execute("BEGIN")
        revision = _revision(connection)
        match = f'"{word}"'
        holding = int(connection.execute("SELECT count(*) FROM fts WHERE fts MATCH ?", (match,)).fetchone()[0])
        if not holding:
            return
        sql = f"SELECT fts.rowid, {ranking.WORDS} AS words FROM fts WHERE fts MATCH ? ORDER BY words DESC LIMIT ?"  # noqa: S608 - our own words
        length = int(min(LENGTH_MOST, max(LENGTH_LEAST, notes * LENGTH_SHARE)))
        rarity = frequent_words.rarity_of(holding, notes)
        scores = {note: score / rarity for note, score in connection.execute(sql, (match, WEIGHED))}
        chosen = nlargest(length, scores, key=lambda note: scores[note] * nudges.get(note, 0.0))
        had = array("f", [scores[note] for note in chosen])
    with index.writing() as connection:
        connection.execute(
            "INSERT OR REPLACE INTO best_notes (term, revision, ids, scores) VALUES (?, ?, ?, ?)",
            (word, revision, array("q", chosen).tobytes(), had.tobytes()),
        )


def _nudges(connection: sqlite3.Connection) -> dict[int, float]:
    """Return what time and links make of each note's score."""
    now = time.time_ns()
    linked = dict(connection.execute("SELECT key, count(DISTINCT note) FROM link GROUP BY key"))
    rows = connection.execute("SELECT id, name_key, mtime_ns FROM note WHERE excluded = 0")
    return {note: ranking.nudge(mtime_ns, linked.get(name, 0), now) for note, name, mtime_ns in rows}
