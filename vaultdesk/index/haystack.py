"""Haystack: every note's names and text in memory, to find letters in; refreshed from the index by what changed.

Kept as bytes of casefolded UTF-8: an emoji in a note would make a Python string of it four times as large.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from vaultdesk.index.query import folded
from vaultdesk.vault.links import NoteNames
from vaultdesk.vault.note_path import same_name_key

HELD_BYTES = 256_000_000
"""Text kept in memory at most: five times a vault of 14,000 notes. What is beyond is read for each search."""

STEP = 500
"""Notes read from the file at a time."""


@dataclass(slots=True)
class Straw:
    """One note as it is searched."""

    note: int
    path: str
    name: str
    key: str
    """The name, casefolded."""
    path_key: str
    aliases: tuple[str, ...]
    excluded: bool
    text: bytes | None = None
    """Casefolded; None before the first search for letters, or when memory did not reach."""


class Haystack:
    """Belongs to one thread. Each question takes in first what was committed since the last one."""

    def __init__(self, held_bytes: int = HELD_BYTES) -> None:
        self._limit = held_bytes
        self._held = 0
        self._connection: sqlite3.Connection | None = None
        self._version = -1
        self._revisions: dict[int, int] = {}
        self._straws: dict[int, Straw] = {}
        self._names: NoteNames | None = None

    def get(self, note: int) -> Straw:
        """The note of that number, as of the last question."""
        return self._straws[note]

    def straws(self, connection: sqlite3.Connection) -> list[Straw]:
        """Every note, the excluded ones too."""
        self._refresh(connection)
        return list(self._straws.values())

    def names(self, connection: sqlite3.Connection) -> NoteNames:
        """Every note's path, the excluded ones too, for links to be resolved with."""
        self._refresh(connection)
        if self._names is None:
            self._names = NoteNames(straw.path for straw in self._straws.values())
        return self._names

    def texts(self, connection: sqlite3.Connection) -> Iterator[tuple[Straw, bytes]]:
        """Every note that may be a result, with its casefolded text."""
        missing: list[int] = []
        for straw in self.straws(connection):
            if straw.text is not None and not straw.excluded:
                yield straw, straw.text
            elif not straw.excluded:
                missing.append(straw.note)
        for some in _steps(missing):
            bodies = "SELECT note.id, properties || body FROM note LEFT JOIN text ON text.id = note.id WHERE note.id IN"
            for note, body in connection.execute(f"{bodies} ({_list(some)})"):
                straw, text = self._straws[note], folded(body or "").encode()
                if self._held + len(text) <= self._limit:
                    straw.text = text
                    self._held += len(text)
                yield straw, text

    def _refresh(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if connection is self._connection and version == self._version:
            return
        if connection is not self._connection:  # Perhaps another file, whose numbers mean other notes.
            self._revisions, self._straws, self._held, self._names = {}, {}, 0, None
        now: dict[int, int] = dict(connection.execute("SELECT id, revision FROM note INDEXED BY note_revision"))
        for gone in self._revisions.keys() - now.keys():
            self._drop(gone)
        self._load(connection, [note for note, revision in now.items() if self._revisions.get(note) != revision])
        self._revisions, self._connection, self._version = now, connection, version

    def _load(self, connection: sqlite3.Connection, notes: list[int]) -> None:
        for some in _steps(notes):
            aliases: dict[int, list[str]] = {}
            sql = f"SELECT note, alias FROM alias WHERE note IN ({_list(some)}) ORDER BY note, nth"  # noqa: S608 - numbers
            for note, alias in connection.execute(sql):
                aliases.setdefault(note, []).append(alias)
            sql = f"SELECT id, path, name, excluded FROM note WHERE id IN ({_list(some)})"  # noqa: S608 - numbers
            for note, path, name, excluded in connection.execute(sql):
                self._drop(note)
                self._straws[note] = Straw(
                    note, path, name, same_name_key(name), same_name_key(path), tuple(aliases.get(note, ())),
                    bool(excluded),
                )  # fmt: skip
                if self._names is not None:
                    self._names.add(path)

    def _drop(self, note: int) -> None:
        straw = self._straws.pop(note, None)
        if straw is not None:
            self._held -= len(straw.text or b"")
            if self._names is not None:
                self._names.discard(straw.path)


def _steps(notes: list[int]) -> Iterator[list[int]]:
    return (notes[start : start + STEP] for start in range(0, len(notes), STEP))


def _list(notes: list[int]) -> str:
    """Numbers of our own as SQL."""
    return ",".join(map(str, notes))
