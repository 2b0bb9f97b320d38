"""Counts the vault's frequent words in the background and lists the best notes of the most frequent."""

import asyncio
import logging
import sqlite3
import threading
import time
from array import array
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from heapq import nlargest
from typing import Self

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.worker_thread import WorkerThread
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search import ranking
from vaultdesk.index.store import database
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import word_statistics

log = logging.getLogger(__name__)

# Each step takes a tenth of a second at most for 100,000 notes, on a separate connection. A stop leaves either the old
# or the new counts, and for each word the old or the new list; the next run does the rest.

MIN_VAULT_NOTES = 4_000
"""Minimum number of notes for which lists are useful: fewer are all scored in 3 ms."""

FREQUENT_SHARE = 2_000
"""A word is frequent if one in so many notes contains it, and at least `MIN_FREQUENT_NOTES` do."""

MIN_FREQUENT_NOTES = 20

LISTED_SHARE, MIN_LISTED_NOTES, MAX_LISTED_NOTES = 0.15, 2_000, 8_000
"""A list is made for words in this share of all notes, between the minimum and the maximum: see ranking.py's limits."""

LENGTH_SHARE, MIN_LIST_LENGTH, MAX_LIST_LENGTH = 0.025, 300, 1_500
"""Length of a list as a share of all notes, with minimum and maximum: notes found by two or three common words are
further down in each of their lists.
"""

MAX_WEIGHED_NOTES = 4_000
"""Number of notes with the highest counts of a word, from which time and links choose the list."""

RECOUNT_AFTER_CHANGES = 1_000
"""Number of changed notes after which the words are counted again."""

_SLICES = (*"0123456789abcdefghijklmnopqrstuvwxyz", "\u0080", "\u0400", "\u0600", "\u3000", "\U0010ffff")
"""Boundaries of the slices in which words are counted."""


class _Stopped(Exception):
    """The work was stopped before it was done."""


def update_word_lists(index: Index, stopping: Callable[[], bool]) -> bool:
    """Update the counts and lists if that is due. Return whether they were due and the work was not stopped."""
    try:
        is_counted = _count_words(index, stopping)
        return _list_best_notes(index, stopping) or is_counted
    except _Stopped:
        return False


def count_words(index: Index) -> bool:
    """Count the words if that is due, without lists, which take seven times as long. Return whether it was due.

    Raises `IndexFailed`.
    """
    try:
        return _count_words(index, lambda: False)
    except sqlite3.Error as error:
        raise database.index_error(error, index.file) from error


def _is_count_due(connection: sqlite3.Connection) -> bool:
    """Whether enough notes have changed since the words were counted."""
    row = connection.execute("SELECT revision FROM words_counted").fetchone()
    if row is not None:
        return len(word_statistics.changed_since(connection, row[0])) >= RECOUNT_AFTER_CHANGES
    return _known_notes(connection) >= MIN_VAULT_NOTES


def _count_words(index: Index, stopping: Callable[[], bool]) -> bool:
    with _reading(index) as connection:
        if not _is_count_due(connection):
            return False
        revision, notes = _revision(connection), _known_notes(connection)
    counts: dict[str, int] = {}
    words: list[bytes] | None = []
    frequent = max(MIN_FREQUENT_NOTES, notes // FREQUENT_SHARE)
    for first, end in zip(("", *_SLICES), _SLICES, strict=False):
        _raise_if_stopped(stopping)
        with _reading(index) as connection:
            connection.text_factory = _decoded_word
            sql = "SELECT term, doc FROM temp.term WHERE term >= ? AND term < ?"
            found = connection.execute(sql, (first, end)).fetchall()
        counts.update(row for row in found if row[1] >= frequent)
        lines = word_statistics.word_lines(word for word, _ in found)
        words = None if words is None or lines is None else [*words, lines]
    _write_counts(index, counts, revision, notes, None if words is None else b"".join(words))
    return True


def _list_best_notes(index: Index, stopping: Callable[[], bool]) -> bool:
    """Make the lists of the common words that have none since the last count."""
    with _reading(index) as connection:
        counted = connection.execute("SELECT revision, notes FROM words_counted").fetchone()
        if counted is None:
            return False
        revision, notes = counted
        sql = (
            "SELECT term FROM frequent_word WHERE notes >= ? AND term NOT IN"
            " (SELECT term FROM best_notes WHERE revision >= ?) ORDER BY notes DESC"
        )
        unlisted = [term for (term,) in connection.execute(sql, (_listed_notes(notes), revision))]
        boosts = _note_boosts(connection) if unlisted else {}
    for word in unlisted:
        _raise_if_stopped(stopping)
        _list_word(index, word, notes, boosts)
    return bool(unlisted)


def _listed_notes(notes: int) -> int:
    """Return the number of *notes* that must contain a word for it to have a list."""
    return int(min(MAX_LISTED_NOTES, max(MIN_LISTED_NOTES, notes * LISTED_SHARE)))


def _raise_if_stopped(stopping: Callable[[], bool]) -> None:
    if stopping():
        raise _Stopped


def _decoded_word(word: bytes) -> str:
    """Return the word. FTS5 truncates very long ones, possibly within a character."""
    return word.decode("utf-8", "replace")


def _reading(index: Index) -> "closing[sqlite3.Connection]":
    if not index.file.is_file():  # SQLite would create an empty one.
        raise database.damaged(index.file, "removed while open")
    return closing(database.connect(index.file, writable=False))


def _known_notes(connection: sqlite3.Connection) -> int:
    """Return the number of notes with text."""
    return int(connection.execute("SELECT count(*) FROM fts_docsize").fetchone()[0])


def _revision(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(revision), 0) FROM note").fetchone()[0])


def _write_counts(index: Index, counts: dict[str, int], revision: int, notes: int, words: bytes | None) -> None:
    with index.writing() as connection:
        connection.execute("DELETE FROM frequent_word")
        connection.executemany("INSERT INTO frequent_word (term, notes) VALUES (?, ?)", sorted(counts.items()))
        sql = "DELETE FROM best_notes WHERE term NOT IN (SELECT term FROM frequent_word WHERE notes >= ?)"
        connection.execute(sql, (_listed_notes(notes),))
        connection.execute("DELETE FROM words_counted")
        connection.execute(
            "INSERT INTO words_counted (revision, notes, words) VALUES (?, ?, ?)", (revision, notes, words)
        )


def _list_word(index: Index, word: str, notes: int, boosts: Mapping[int, float]) -> None:
    """Rebuild the list of one word."""
    with _reading(index) as connection:
        connection.execute("BEGIN")
        revision = _revision(connection)
        match = f'"{word}"'
        containing = int(connection.execute("SELECT count(*) FROM fts WHERE fts MATCH ?", (match,)).fetchone()[0])
        if not containing:
            return
        sql = (
            f"SELECT fts.rowid, {ranking.WORD_SCORE_SQL} AS words FROM fts WHERE fts MATCH ? ORDER BY words "  # noqa: S608 - constants
            "DESC LIMIT ?"
        )
        length = int(min(MAX_LIST_LENGTH, max(MIN_LIST_LENGTH, notes * LENGTH_SHARE)))
        rarity = word_statistics.fts_rarity(containing, notes)
        scores = {note: score / rarity for note, score in connection.execute(sql, (match, MAX_WEIGHED_NOTES))}
        chosen = nlargest(length, scores.keys() & boosts.keys(), key=lambda note: scores[note] * boosts[note])
        listed_scores = array("f", [scores[note] for note in chosen])
    with index.writing() as connection:
        connection.execute(
            "INSERT OR REPLACE INTO best_notes (term, revision, ids, scores) VALUES (?, ?, ?, ?)",
            (word, revision, array("q", chosen).tobytes(), listed_scores.tobytes()),
        )


def _note_boosts(connection: sqlite3.Connection) -> dict[int, float]:
    """Return the effect of time and links on the score of each note that may be listed."""
    now = time.time_ns()
    linked = dict(connection.execute("SELECT key, count(DISTINCT note) FROM link GROUP BY key"))
    rows = connection.execute("SELECT id, name_key, mtime_ns FROM note WHERE excluded = 0 AND kind != 'chat'")
    return {note: ranking.score_boost(mtime_ns, linked.get(name, 0), now) for note, name, mtime_ns in rows}


class CommonWordsUpdater:
    """`async with CommonWordsUpdater(index, indexer)`: updates the lists after each scan until the block ends.

    Without the lists searches have the same results, but a search for words that most notes contain takes longer.
    """

    def __init__(self, index: Index, indexer: Indexer) -> None:
        self._index = index
        self._indexer = indexer
        self._thread = WorkerThread("index-words")
        self._stopping = threading.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="common-words")
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._task is not None
        self._stopping.set()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        # A running step ends within a tenth of a second; the index is closed only after it.
        await self._thread.aclose()

    async def _run(self) -> None:
        with self._indexer.progress.subscribe() as states:
            state = await self._indexer.settled()
            if state.phase == "ready":
                await self._thread.run(self._update_lists)
            async for state in states:
                if state.phase == "ready":
                    await self._thread.run(self._update_lists)

    def _update_lists(self) -> None:
        try:
            update_word_lists(self._index, self._stopping.is_set)
        except sqlite3.Error as error:
            # A search gets the same error and has the index repaired; after the next scan it is tried again.
            log.info("common words were not counted: %s", database.index_error(error, self._index.file))
        except IndexFailed as error:
            log.info("common words were not counted: %s", error)
