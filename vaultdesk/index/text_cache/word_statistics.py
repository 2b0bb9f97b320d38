"""Words of the vault: all of them for substring lookups, and the statistics stored of frequent ones."""

import math
import re
import sqlite3
from array import array
from collections.abc import Iterable, Sequence

from msgspec import Struct

from vaultdesk.index.text_cache.packed_text import ByteScanner, scanner_factory
from vaultdesk.index.text_folding import fold_to_base

# Read-only; common_words.py makes the lists. All of it is optional: without it a search is slower but has the same
# results.

MAX_CHANGED_NOTES = 2_000
"""Maximum number of notes changed since a list was made that are examined in addition. With more, the list is
outdated.
"""

MAX_COMPLETIONS = 8
"""Maximum number of completions of an unfinished word in a quick answer, the most common ones."""

MIN_RARITY = 1e-6
"""FTS5's inverse document frequency of a word in half of all notes or more."""


class BestNotes(Struct, frozen=True):
    """The notes that rank highest for one word alone."""

    notes: "array[int]"
    """By number, best first."""
    scores: "array[float]"
    """The score for the word: from 0 to about 2, for any word."""
    changed: frozenset[int]
    """Notes changed since, for which the list is outdated."""


def count_notes_with_word(connection: sqlite3.Connection, word: str) -> int:
    """Return the number of notes that contain *word*, in normalized form; 0 if it is not known to be frequent."""
    row = connection.execute("SELECT notes FROM frequent_word WHERE term = ?", (word,)).fetchone()
    return int(row[0]) if row else 0


def completions(connection: sqlite3.Connection, beginning: str) -> list[tuple[str, int]]:
    """Return the frequent words with this prefix and their number of notes, the most common first."""
    sql = "SELECT term, notes FROM frequent_word WHERE term >= ? AND term < ? ORDER BY notes DESC"
    return connection.execute(sql, (beginning, f"{beginning}\U0010ffff")).fetchall()


def best_notes(connection: sqlite3.Connection, word: str) -> BestNotes | None:
    """Return the list of *word*; None if there is none, or one too old to be used."""
    sql = "SELECT revision, ids, scores FROM best_notes WHERE term = ?"
    row = connection.execute(sql, (word,)).fetchone()
    if row is None:
        return None
    revision, ids, scores = row
    changed = changed_since(connection, revision)
    if len(changed) > MAX_CHANGED_NOTES:
        return None
    return BestNotes(array("q", ids), array("f", scores), frozenset(changed))


def fts_rarity(containing: int, notes: int) -> float:
    """Return FTS5's inverse document frequency of a word that *containing* of *notes* contain."""
    return max(math.log((notes - containing + 0.5) / (containing + 0.5)) if containing < notes else 0.0, MIN_RARITY)


def changed_since(connection: sqlite3.Connection, revision: int) -> list[int]:
    """Return the notes changed after *revision*, at most one more than the limit."""
    sql = "SELECT id FROM note WHERE revision > ? LIMIT ?"
    return [note for (note,) in connection.execute(sql, (revision, MAX_CHANGED_NOTES + 1))]


# Scanning the text of 14,000 notes takes 5 ms, their 160,000 different words a quarter of one. Written by
# common_words.py, read here. If the list is missing or too old, all texts are scanned.

MAX_QUICK_WORDS = 16
"""Number of words containing the letters that the full-text index can look up together in negligible time."""

MAX_LOOKUP_WORDS = 96
"""Maximum number of words looked up if fewer do not narrow enough: for 14,000 notes merging them takes 3 ms."""

SCAN_SHARE = 4
"""Scanning all texts is as fast if one in so many notes may match."""

MAX_TOKEN_BYTES = 32_768
"""Bytes after which FTS5 truncates a word: the rest is not indexed."""

_PLAIN = re.compile("[a-z0-9]+")


def word_lines(words: Iterable[str]) -> bytes | None:
    """Return *words* of the full-text index as lines for concatenation; None if one of them was truncated.

    A line is the word without accents, followed by a tab and the indexed form if that differs. Words without ASCII
    letters or digits have no line, since they are not looked up here.
    """
    lines: list[str] = []
    for word in words:
        base = fold_to_base(word)
        if len(word) * 4 >= MAX_TOKEN_BYTES and len(word.encode()) >= MAX_TOKEN_BYTES - 4:
            return None
        if _PLAIN.search(base) is not None:
            lines.append(f"{word}\n" if base == word else f"{base}\t{word}\n")
    return "".join(lines).encode()


class WordLookup:
    """Looks up notes by substrings of their words. Belongs to one thread."""

    def __init__(self) -> None:
        self._revision = -1
        self._lines: ByteScanner = b""
        self._text = b""

    def possible_notes(self, connection: sqlite3.Connection, needles: Sequence[str], notes: int) -> set[int] | None:
        """Return a superset of the notes that contain all of *needles*; *notes* is the total number.

        None if it cannot be determined, or is large.
        """
        changed = self._changed(connection)
        if changed is None:
            return None
        word_groups = [words for words in map(self._words_containing, needles) if words is not None]
        if not word_groups:
            return None
        if not all(word_groups):
            return set(changed)
        for groups in ([words for words in word_groups if len(words) <= MAX_QUICK_WORDS], word_groups):
            found = _notes_with_words(connection, groups, notes // SCAN_SHARE) if groups else None
            if found is not None:
                return found.union(changed)
        return None

    def _changed(self, connection: sqlite3.Connection) -> list[int] | None:
        """Load the words of the last count; return the notes changed since, None if there are too many."""
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

    def _words_containing(self, needle: str) -> list[str] | None:
        """Return the words that may contain *needle*; None if that cannot be determined, or there are many.

        Adjacent ASCII letters and digits of a text are in one word of FTS5, also without accents: this holds for every
        character that folds to such a letter, which a test verifies.
        """
        runs = "".join(
            letter if _PLAIN.fullmatch(fold_to_base(letter)) else " " for letter in needle.casefold()
        ).split()
        if not runs:
            return None
        needle_bytes = fold_to_base(max(runs, key=len)).encode()
        found: list[str] = []
        position = self._lines.find(needle_bytes)
        while position >= 0:
            if len(found) == MAX_LOOKUP_WORDS:
                return None
            end = self._text.index(b"\n", position)
            line = self._text[self._text.rindex(b"\n", 0, position) + 1 : end]
            found.append(line.rpartition(b"\t")[2].decode())
            position = self._lines.find(needle_bytes, end)
        return found


def _notes_with_words(connection: sqlite3.Connection, groups: Sequence[Sequence[str]], limit: int) -> set[int] | None:
    """Return the notes with one word of each of *groups*; None if there are more than *limit*."""
    match = " AND ".join(f"({' OR '.join(map(_quoted, words))})" for words in groups)
    rows = connection.execute("SELECT rowid FROM fts WHERE fts MATCH ? LIMIT ?", (match, limit + 1)).fetchall()
    return {note for (note,) in rows} if len(rows) <= limit else None


def _quoted(word: str) -> str:
    return f'"{word}"'
