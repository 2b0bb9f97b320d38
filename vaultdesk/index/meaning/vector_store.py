"""Vector store: the passages' vectors in the index's file, and which passages still lack one. Compares nothing.

Each step takes a connection for a few milliseconds only, and commits by itself: whoever stops loses one step.
"""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vaultdesk.index.index import Index
from vaultdesk.index.meaning.embedder import EmbeddingText
from vaultdesk.index.meaning.passage_store import Due
from vaultdesk.index.meaning.passage_text import given_text, hidden_spans, in_context, key_of
from vaultdesk.index.meaning.tally import COUNTED, OF_MODEL, Tally

NOTES_AT_ONCE = 200
"""Notes counted or loaded in one step: some 800 passages, 5 to 10 ms."""

VECTORS_AT_ONCE = 400
"""Vectors deleted or looked through in one step."""


class Row(NamedTuple):
    """A passage with its vector."""

    note: int
    nth: int
    key: bytes
    vector: bytes


class Wanted(NamedTuple):
    """A passage without one."""

    key: bytes
    text: EmbeddingText


@dataclass(slots=True)
class Kept:
    """What came of writing vectors."""

    notes: set[int] = field(default_factory=set)
    change: Tally = field(default_factory=Tally)


class VectorStore:
    """Two of its kind may be used, each by its own thread: one that writes, and one that only reads."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def lacking(self, model: int, after: int = 0) -> tuple[list[Due], Tally, int]:
        """Return some notes that have passages without a vector, the count over all looked at, and where to go on."""
        with self._index.reading() as db:
            notes = _next_notes(db, after)
            if not notes:
                return [], Tally(), 0
            rows = db.execute(
                f"SELECT note.mtime_ns, passage.note, {COUNTED} FROM {OF_MODEL} JOIN note ON note.id = passage.note"  # noqa: S608 - constants of ours
                " WHERE passage.note > ? AND passage.note <= ? GROUP BY passage.note",
                (model, after, notes[-1]),
            ).fetchall()
        tally = Tally()
        for _, _, *numbers in rows:
            tally = tally + Tally(*numbers)
        return [Due(modified, note) for modified, note, total, done, _ in rows if done < total], tally, notes[-1]

    def wanted(self, model: int, notes: Sequence[int]) -> list[Wanted]:
        """Return the passages of these notes without a vector, in their order."""
        with self._index.reading() as db:
            read = [(_text(db, note), _lacking(db, model, note)) for note in notes]
        return [one for text, passages in read if text is not None for one in _wanted(*text, passages)]

    def rows(self, model: int, notes: Collection[int]) -> list[Row]:
        """Return the passages of these notes that have a vector."""
        with self._index.reading() as db:
            return [row for note in notes for row in _rows(db, model, (note - 1, note))]

    def next_rows(self, model: int, after: int) -> tuple[list[int], list[Row]]:
        """Return the next notes with passages, and those of their passages that have a vector."""
        with self._index.reading() as db:
            notes = _next_notes(db, after)
            return notes, _rows(db, model, (after, notes[-1])) if notes else []

    def sample(self, model: int, most: int) -> list[bytes]:
        """Return some vectors of that model; their keys being digests, those with the smallest are taken by chance."""
        with self._index.reading() as db:
            return [vector for (vector,) in db.execute(
                "SELECT vector FROM vector WHERE model = ? AND length(vector) > 0 ORDER BY key LIMIT ?", (model, most)
            )]  # fmt: skip

    def put(self, model: int, dimensions: int, made: Sequence[tuple[bytes, bytes]]) -> Kept:
        """Keep these vectors by their keys; an empty one says that the text was refused."""
        kept = Kept()
        with self._index.writing() as db:
            db.execute("UPDATE model SET dimensions = ? WHERE id = ? AND dimensions = 0", (dimensions, model))
            for key, vector in made:
                notes = [note for (note,) in db.execute("SELECT note FROM passage WHERE key = ?", (key,))]
                if not notes:
                    continue  # its note changed meanwhile
                is_new = db.execute(
                    "INSERT OR IGNORE INTO vector (model, key, vector) VALUES (?, ?, ?)", (model, key, vector)
                ).rowcount
                if is_new:
                    kept.notes.update(notes)
                    kept.change = kept.change + Tally(0, len(notes), len(notes) if vector else 0)
        return kept

    def drop(self, model: int, keys: Iterable[bytes]) -> None:
        """Delete vectors that turned out to be damaged."""
        with self._index.writing() as db:
            db.executemany("DELETE FROM vector WHERE model = ? AND key = ?", [(model, key) for key in keys])

    def drop_loose(self, keys: Iterable[bytes]) -> None:
        """Delete those of the vectors with these keys that belong to no passage."""
        with self._index.writing() as db:
            db.executemany(
                "DELETE FROM vector WHERE key = ? AND NOT EXISTS (SELECT 1 FROM passage WHERE passage.key = vector.key)"
                " AND model IN (SELECT id FROM model)",
                [(key,) for key in keys],
            )

    def sweep(self, model: int, after: bytes) -> bytes:
        """Delete those of the next vectors that belong to no passage; return where to go on, empty at the end."""
        with self._index.reading() as db:
            rows = db.execute(
                "SELECT key, EXISTS (SELECT 1 FROM passage WHERE passage.key = vector.key) FROM vector"
                " WHERE model = ? AND key > ? ORDER BY key LIMIT ?",
                (model, after, VECTORS_AT_ONCE),
            ).fetchall()
        loose = [key for key, used in rows if not used]
        if loose:
            self.drop_loose(loose)
        return bytes(rows[-1][0]) if rows else b""


def _next_notes(db: sqlite3.Connection, after: int) -> list[int]:
    rows = db.execute("SELECT note FROM cut WHERE note > ? ORDER BY note LIMIT ?", (after, NOTES_AT_ONCE))
    return [note for (note,) in rows]


def _rows(db: sqlite3.Connection, model: int, notes: tuple[int, int]) -> list[Row]:
    """The passages of notes above the first number and up to the second one."""
    return [Row(*row) for row in db.execute(
        # A cross join keeps this order: SQLite would go through all vectors for every page.
        "SELECT passage.note, passage.nth, passage.key, vector.vector FROM passage"
        " CROSS JOIN vector ON vector.model = ? AND vector.key = passage.key"
        " WHERE passage.note > ? AND passage.note <= ? AND length(vector.vector) > 0",
        (model, *notes),
    )]  # fmt: skip


def _text(db: sqlite3.Connection, note: int) -> tuple[str, str, str, str] | None:
    found: tuple[str, str, str, str] | None = db.execute(
        "SELECT note.path, note.title, text.properties, text.body FROM note JOIN text ON text.id = note.id"
        " WHERE note.id = ?",
        (note,),
    ).fetchone()
    return found


def _lacking(db: sqlite3.Connection, model: int, note: int) -> list[tuple[bytes, str, int, int, int, int]]:
    return db.execute(
        f"SELECT passage.key, heading, first_line, last_line, start, finish FROM {OF_MODEL}"  # noqa: S608 - constants of ours
        " WHERE passage.note = ? AND vector.key IS NULL ORDER BY passage.nth",
        (model, note),
    ).fetchall()


def _wanted(
    path: str, title: str, head: str, body: str, passages: list[tuple[bytes, str, int, int, int, int]]
) -> Iterable[Wanted]:
    text = head + body
    hidden = hidden_spans(text, len(head))
    for key, heading, first, last, start, finish in passages:
        given = in_context(title, heading, given_text(text, (start, finish), hidden))
        # Where the note is another one already it will be cut again, and that passage asked for then.
        if key_of(given) == key:
            yield Wanted(bytes(key), EmbeddingText(given, path, heading, first, last))
