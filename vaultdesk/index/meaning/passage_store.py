"""Passage store: which notes are to be cut, and their passages written down. Embeds nothing; see vector_store.py.

Each step takes the index's connection for a few milliseconds: the same reader answers who types.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vaultdesk.index.chunks import Chunk, chunks_of
from vaultdesk.index.entry import HeadingRow
from vaultdesk.index.index import Index
from vaultdesk.index.meaning.passage_text import given_text, hidden_spans, in_context, key_of
from vaultdesk.index.meaning.tally import COUNTED, OF_MODEL, Tally

WAY = ":1"
"""How notes are cut; raised where the same note would give other passages. Stands behind the digest of the note."""

NOTES_COMPARED = 2_000
"""Notes held beside their passages in one step: some 4 ms."""

FRESH = f"cut.digest = note.digest || '{WAY}' AND note.excluded = 0"
"""In SQL: the passages are of the note as it is now."""

READ = "note.kind = 'note' AND note.excluded = 0 AND note.digest != '' AND note.problem = ''"
"""In SQL: the note is one whose text may be read for its meaning."""


class Due(NamedTuple):
    """A note whose passages are not those of its text."""

    modified_ns: int
    note: int


@dataclass(slots=True)
class Turned:
    """What came of one step."""

    notes: list[int] = field(default_factory=list)
    """Their passages are others now, or gone."""
    change: Tally = field(default_factory=Tally)
    loose: set[bytes] = field(default_factory=set)
    """Keys that lost a passage: perhaps no other has them."""


class _Cut(NamedTuple):
    note: int
    digest: str
    passages: list[tuple[Chunk, bytes]]


class PassageStore:
    """Belongs to one thread."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def due(self, after: int = 0) -> tuple[list[Due], int]:
        """Return notes to be cut with a number above *after*, and the number to go on after; 0 at the end."""
        with self._index.reading() as db:
            rows = db.execute(
                f"SELECT note.id, note.mtime_ns, cut.digest IS NOT note.digest || '{WAY}' AND {READ}"  # noqa: S608 - constants of ours
                " FROM note LEFT JOIN cut ON cut.note = note.id WHERE note.id > ? ORDER BY note.id LIMIT ?",
                (after, NOTES_COMPARED),
            ).fetchall()
        return [Due(modified, note) for note, modified, is_due in rows if is_due], rows[-1][0] if rows else 0

    def due_among(self, paths: Sequence[str]) -> list[Due]:
        """Return those of the notes at *paths* that are to be cut."""
        found: list[Due] = []
        with self._index.reading() as db:
            for path in paths:
                found += db.execute(
                    f"SELECT note.mtime_ns, note.id FROM note LEFT JOIN cut ON cut.note = note.id"  # noqa: S608 - constants of ours
                    f" WHERE note.path = ? AND cut.digest IS NOT note.digest || '{WAY}' AND {READ}",
                    (path,),
                )
        return [Due(*row) for row in found]

    def gone_among(self, paths: Sequence[str]) -> list[int]:
        """Return those of the notes at *paths* that have passages and are no more to be read."""
        found: list[int] = []
        with self._index.reading() as db:
            for path in paths:
                found += [note for (note,) in db.execute(
                    f"SELECT note.id FROM note JOIN cut ON cut.note = note.id WHERE note.path = ? AND NOT ({READ})",  # noqa: S608 - constants of ours
                    (path,),
                )]  # fmt: skip
        return found

    def gone(self, after: int = 0) -> tuple[list[int], int]:
        """Return notes with passages that are no more, or no more to be read, paged as in `due`."""
        with self._index.reading() as db:
            rows = db.execute(
                f"SELECT cut.note, note.id IS NULL OR NOT ({READ}) FROM cut LEFT JOIN note ON note.id = cut.note"  # noqa: S608 - constants of ours
                " WHERE cut.note > ? ORDER BY cut.note LIMIT ?",
                (after, NOTES_COMPARED),
            ).fetchall()
        return [note for note, is_gone in rows if is_gone], rows[-1][0] if rows else 0

    def cut(self, notes: Sequence[int], model: int) -> Turned:
        """Cut these notes anew; *model* is the one whose passages are counted."""
        with self._index.reading() as db:
            read = [_note(db, note) for note in notes]
        cuts = [_passages(*one) for one in read if one is not None]
        turned = Turned()
        with self._index.writing() as db:
            for one in cuts:
                before = _leave(db, one.note, model, turned)
                db.executemany(
                    "INSERT INTO passage (note, nth, key, heading, first_line, last_line, start, finish)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [(one.note, nth, key, chunk.heading, chunk.first_line, chunk.last_line, chunk.start, chunk.end)
                     for nth, (chunk, key) in enumerate(one.passages)],
                )  # fmt: skip
                db.execute("INSERT INTO cut (note, digest) VALUES (?, ?)", (one.note, one.digest))
                # The note is another one now: perhaps what forbade its text is no more in it.
                db.executemany(
                    "DELETE FROM vector WHERE model = ? AND key = ? AND length(vector) = 0",
                    [(model, key) for _, key in one.passages],
                )
                turned.change = turned.change - before + counted(db, one.note, model)
                turned.notes.append(one.note)
                turned.loose.difference_update(key for _, key in one.passages)
        return turned

    def remove(self, notes: Sequence[int], model: int) -> Turned:
        """Forget the passages of these notes."""
        turned = Turned(list(notes))
        with self._index.writing() as db:
            for note in notes:
                turned.change = turned.change - _leave(db, note, model, turned)
        return turned


def counted(db: sqlite3.Connection, note: int, model: int) -> Tally:
    """Return how many passages the note has, and how many of them that model has read."""
    return Tally(*db.execute(f"SELECT {COUNTED} FROM {OF_MODEL} WHERE passage.note = ?", (model, note)).fetchone())  # noqa: S608 - constants of ours


def headings_of(db: sqlite3.Connection, note: int) -> list[HeadingRow]:
    """Return the note's headings in their order."""
    return [HeadingRow(*row) for row in db.execute(
        "SELECT line, level, heading FROM heading WHERE note = ? ORDER BY nth", (note,)
    )]  # fmt: skip


def _note(db: sqlite3.Connection, note: int) -> tuple[int, str, str, str, str, list[HeadingRow]] | None:
    row = db.execute(
        f"SELECT note.title, note.digest, text.properties, text.body FROM note JOIN text ON text.id = note.id"  # noqa: S608 - constants of ours
        f" WHERE note.id = ? AND {READ}",
        (note,),
    ).fetchone()
    return None if row is None else (note, *row, headings_of(db, note))


def _passages(note: int, title: str, digest: str, head: str, body: str, headings: list[HeadingRow]) -> _Cut:
    text = head + body
    hidden = hidden_spans(text, len(head))
    passages: list[tuple[Chunk, bytes]] = []
    for chunk in chunks_of(text, len(head), headings):
        given = given_text(text, (chunk.start, chunk.end), hidden)
        if given:
            passages.append((chunk, key_of(in_context(title, chunk.heading, given))))
    return _Cut(note, digest + WAY, passages)


def _leave(db: sqlite3.Connection, note: int, model: int, turned: Turned) -> Tally:
    """Take the note's passages away; return what they counted for."""
    before = counted(db, note, model)
    if before.total:
        turned.loose.update(key for (key,) in db.execute("SELECT key FROM passage WHERE note = ?", (note,)))
        db.execute("DELETE FROM passage WHERE note = ?", (note,))
    db.execute("DELETE FROM cut WHERE note = ?", (note,))
    return before
