"""Words of the vault: all of them for substring lookups, and the statistics kept of frequent ones."""

import math
import re
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vaultdesk.index.text_cache.packed_text import ByteScanner, scanner_factory
from vaultdesk.index.text_folding import fold_to_base

# Read only; common_words.py makes the lists. Everything may be missing: then a search takes longer and finds the
# same.

MAX_CHANGED_NOTES = 2_000
"""Notes changed after a list was made that are looked at beside it. With more, the list is of another vault."""

MAX_COMPLETIONS = 8
"""Words one unfinished word stands for in a quick answer, the commonest."""

MIN_RARITY = 1e-6
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


def count_notes_holding(connection: sqlite3.Connection, word: str) -> int:
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
    if len(changed) > MAX_CHANGED_NOTES:
        return None
    return BestNotes(array("q", ids), array("f", scores), frozenset(changed))


def fts_rarity(holding: int, notes: int) -> float:
    """Return FTS5's own inverse document frequency of a word that so many of the notes hold."""
    return max(math.log((notes - holding + 0.5) / (holding + 0.5)) if holding < notes else 0.0, MIN_RARITY)


def changed_since(connection: sqlite3.Connection, revision: int) -> list[int]:
    """Return the notes changed after *revision*, one more than count at most."""
    sql = "SELECT id FROM note WHERE revision > ? LIMIT ?"
    return [note for (note,) in connection.execute(sql, (revision, MAX_CHANGED_NOTES + 1))]


# The text of 14,000 notes is walked through in 5 ms, their 160,000 different words in a quarter of one. Made by
# common_words.py, read here. It may be missing, or too old: then nothing is told, and all texts are looked through.

MAX_QUICK_WORDS = 16
"""Words with the same letters in them that the full text is asked for together in no time."""

MAX_LOOKUP_WORDS = 96
"""Words that it is asked for where fewer tell too little: of 14,000 notes it merges them in 3 ms."""

SCAN_SHARE = 4
"""A walk through all texts is as quick where one note in so many may hold what is looked for."""

MAX_TOKEN_BYTES = 32_768
"""Bytes after which FTS5 cuts a word: what follows is in no index."""

_PLAIN = re.compile("[a-z0-9]+")


def word_lines(words: Iterable[str]) -> bytes | None:
    """Return *words* of the full text as lines, to be laid behind one another; None where one of them was cut off.

    A line is the word without accents, and behind a tab as the full text has it where that is another one. Words in
    which no plain letter or digit stands have none: nobody looks for these here.
    """
    made: list[str] = []
    for word in words:
        plainly = fold_to_base(word)
        if len(word) * 4 >= MAX_TOKEN_BYTES and len(word.encode()) >= MAX_TOKEN_BYTES - 4:
            return None
        if _PLAIN.search(plainly) is not None:
            made.append(f"{word}\n" if plainly == word else f"{plainly}\t{word}\n")
    return "".join(made).encode()


class WordLookup:
    """Belongs to one thread."""

    def __init__(self) -> None:
        self._revision = -1
        self._lines: ByteScanner = b""
        self._text = b""

    def may_hold(self, connection: sqlite3.Connection, needles: Sequence[str], notes: int) -> set[int] | None:
        """Return the notes that may hold all of *needles*, others too; *notes* is how many there are.

        None where that cannot be told, or where they are many.
        """
        changed = self._changed(connection)
        if changed is None:
            return None
        told = [words for words in map(self._words, needles) if words is not None]
        if not told:
            return None
        if not all(told):
            return set(changed)
        for some in ([words for words in told if len(words) <= MAX_QUICK_WORDS], told):
            found = _having(connection, some, notes // SCAN_SHARE) if some else None
            if found is not None:
                return found.union(changed)
        return None

    def _changed(self, connection: sqlite3.Connection) -> list[int] | None:
        """Have the words of the last count; return the notes changed since, None where they are too many."""
        row = connection.execute("SELECT revision, words IS NULL FROM words_counted").fetchone()
        if row is None or row[1]:
            return None
        revision = int(row[0])
        changed = changed_since(connection, revision)
        if len(changed) > MAX_CHANGED_NOTES:
            return None
        if revision != self._revision:
            self._text = b"\n" + connection.execute("SELECT words FROM words_counted").fetchone()[0]
            self._lines, self._revision = scanner_factory()(self._text), revision
        return changed

    def _words(self, needle: str) -> list[str] | None:
        """Return the words that may have *needle* in them; None where that cannot be told, or they are many.

        Plain letters and digits that stand together in a text stand in one word of FTS5's, and in it without accents:
        so it is for every character that such a letter can come of, which a test shows.
        """
        runs = "".join(
            letter if _PLAIN.fullmatch(fold_to_base(letter)) else " " for letter in needle.casefold()
        ).split()
        if not runs:
            return None
        wanted = fold_to_base(max(runs, key=len)).encode()
        found: list[str] = []
        place = self._lines.find(wanted)
        while place >= 0:
            if len(found) == MAX_LOOKUP_WORDS:
                return None
            end = self._text.index(b"\n", place)
            line = self._text[self._text.rindex(b"\n", 0, place) + 1 : end]
            found.append(line.rpartition(b"\t")[2].decode())
            place = self._lines.find(wanted, end)
        return found


def _having(connection: sqlite3.Connection, told: Sequence[Sequence[str]], most: int) -> set[int] | None:
    """Return the notes with one word of each of *told*; None where they are more than *most*."""
    match = " AND ".join(f"({' OR '.join(map(_quoted, words))})" for words in told)
    rows = connection.execute("SELECT rowid FROM fts WHERE fts MATCH ? LIMIT ?", (match, most + 1)).fetchall()
    return {note for (note,) in rows} if len(rows) <= most else None


def _quoted(word: str) -> str:
    return f'"{word}"'
