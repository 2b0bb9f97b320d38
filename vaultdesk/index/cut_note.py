"""Cut note: a note from the index with its text cut into passages. Ranks nothing."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from vaultdesk.index.chunks import CONTEXT, Chunk, chunks_of
from vaultdesk.index.entry import HeadingRow
from vaultdesk.index.query import storable


@dataclass(frozen=True, slots=True)
class CutNote:
    """A note and its passages, as of one commit."""

    note: int
    path: str
    title: str
    names: str
    """File name, title and aliases, one a line."""
    mtime_ns: int
    indexed_at: float
    chunks: tuple[Chunk, ...]

    @property
    def indexed(self) -> datetime | None:
        """When the index last took the text in."""
        return datetime.fromtimestamp(self.indexed_at, tz=UTC).astimezone() if self.indexed_at else None

    def holding(self, start: int, end: int) -> Chunk | None:
        """Return the passage that holds the middle of a piece of the text, or the nearest one before it."""
        middle = (start + end) // 2
        found = [chunk for chunk in self.chunks if chunk.start <= middle]
        return found[-1] if found else next(iter(self.chunks), None)

    def on_line(self, line: int) -> Chunk | None:
        """Return the passage that holds *line*, or the nearest one before it."""
        found = [chunk for chunk in self.chunks if chunk.first_line <= line]
        return found[-1] if found else next(iter(self.chunks), None)


def cut_notes(connection: sqlite3.Connection, notes: Sequence[int]) -> list[CutNote]:
    """Return these notes in their order, cut; those that are gone or have no text are left out."""
    listed = ",".join(map(str, notes))
    headings: dict[int, list[HeadingRow]] = {}
    sql = f"SELECT note, line, level, heading FROM heading WHERE note IN ({listed}) ORDER BY note, nth"  # noqa: S608 - numbers
    for note, *row in connection.execute(sql):
        headings.setdefault(note, []).append(HeadingRow(*row))
    sql = (
        "SELECT note.id, path, title, names, mtime_ns, indexed_at, properties, body FROM note"  # noqa: S608 - numbers
        f" JOIN text ON text.id = note.id WHERE note.id IN ({listed}) AND kind = 'note'"
    )
    found: dict[int, CutNote] = {}
    for note, path, title, names, mtime_ns, indexed_at, properties, body in connection.execute(sql):
        chunks = chunks_of(properties + body, len(properties), headings.get(note, ()))
        found[note] = CutNote(note, path, title, names, mtime_ns, indexed_at, tuple(chunks))
    return [found[note] for note in notes if note in found]


def cut_note(connection: sqlite3.Connection, path: str) -> CutNote | None:
    """Return the note at *path*, cut; None where there is none, or no text of it."""
    row = connection.execute("SELECT id FROM note WHERE path = ? AND excluded = 0", (storable(path),)).fetchone()
    return next(iter(cut_notes(connection, [row[0]])), None) if row else None


def innermost(heading: str) -> str:
    """Return the last of the headings a passage stands under."""
    return heading.rpartition(CONTEXT)[2]


def whole_texts(connection: sqlite3.Connection, paths: Sequence[str]) -> dict[str, str]:
    """Return the whole text of each of these notes, properties and all, by path; those that are gone are left out."""
    sql = "SELECT properties || body FROM note JOIN text ON text.id = note.id WHERE path = ?"
    found = ((path, connection.execute(sql, (storable(path),)).fetchone()) for path in paths)
    return {path: row[0] for path, row in found if row is not None}
