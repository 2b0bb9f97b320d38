"""Straws: every note as it is searched, without its text: number, names, aliases; refreshed by what changed."""

import json
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vaultdesk.index.folding import bare
from vaultdesk.index.name_keys import NameKeys
from vaultdesk.index.text_run import TextRun
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import same_name_key

STEP = 500
"""Notes read from the file at a time."""

AT_ONCE = 2_000
"""Notes in one value of the file's answer: taking it apart holds the interpreter's lock for some 4 ms."""


class Straw(NamedTuple):
    """One note as it is searched."""

    note: int
    path: str
    name: str
    aliases: tuple[str, ...]
    excluded: bool
    kind: str = "note"
    """Or `canvas`, `base`: found by their text, in no list of notes."""
    mtime_ns: int = 0
    revision: int = 0

    # Worked out when asked for: kept, they would double what a note's names take.

    @property
    def key(self) -> str:
        """The name, casefolded."""
        return self.name.lower() if self.name.isascii() else same_name_key(self.name)

    @property
    def path_key(self) -> str:
        """The path, casefolded."""
        return self.path.lower() if self.path.isascii() else same_name_key(self.path)


@dataclass(slots=True)
class Changes:
    """What a refresh found."""

    all_new: bool = False
    """Another file, whose numbers mean other notes: nothing known before holds."""
    changed: list[Straw] = field(default_factory=list)
    gone: list[Straw] = field(default_factory=list)


class Straws:
    """Belongs to one thread. `refresh` before asking."""

    def __init__(self) -> None:
        self.by_note: dict[int, Straw] = {}
        """Only to be read."""
        self._connection: sqlite3.Connection | None = None
        self._version = -1
        self._last_revision = -1
        self._last_note = 0
        self._names: NoteNames | None = None
        self._named: tuple[TextRun, list[int]] | None = None
        self._aliases: tuple[TextRun, list[int]] | None = None
        self._keys: NameKeys | None = None

    def refresh(self, connection: sqlite3.Connection) -> Changes:
        """Take in what was committed since the last question."""
        changes = Changes()
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if connection is self._connection and version == self._version:
            return changes
        if connection is not self._connection:
            changes.all_new = True
            self.by_note, self._names, self._last_revision, self._last_note = {}, None, -1, 0
            self._rename()
        if not self.by_note:
            self._load_all(connection, changes)
        else:
            new = connection.execute(
                "SELECT id FROM note INDEXED BY note_revision WHERE revision > ?"
                " UNION SELECT id FROM note WHERE id > ? ORDER BY id",
                (self._last_revision, self._last_note),
            )
            self._load(connection, [note for (note,) in new], changes)
        if connection.execute("SELECT count(*) FROM note").fetchone()[0] != len(self.by_note):
            self._compare(connection, changes)
        self._last_revision, self._last_note = connection.execute(
            "SELECT coalesce(max(revision), -1), coalesce(max(id), 0) FROM note"
        ).fetchone()
        self._connection, self._version = connection, version
        return changes

    def names(self) -> NoteNames:
        """Every note's path, the excluded ones too, for links to be resolved with."""
        if self._names is None:
            self._names = NoteNames(straw.path for straw in self.by_note.values())
        return self._names

    def named(self, needle: bytes) -> set[int]:
        """Return the notes, none of them excluded, whose folded name has *needle*."""
        if self._named is None:
            shown = [straw for straw in self.by_note.values() if not straw.excluded]
            self._named = (TextRun([straw.key.encode() for straw in shown]), [straw.note for straw in shown])
        run, notes = self._named
        return {notes[slot] for slot in run.slots(needle)}

    def called(self, needle: bytes) -> set[int]:
        """Return the notes, none of them excluded, of which the folded name or an alias has *needle*."""
        return self.named(needle) | self._also_named(needle)

    def called_without_accents(self, needle: str) -> set[int]:
        """As `called`, with accents on neither side."""
        keys = self.keys()
        return {keys.notes[slot] for slot in keys.have([bare(needle)])}

    def keys(self) -> NameKeys:
        """The names and aliases that may be typed, in the order they are shown."""
        if self._keys is None:
            self._keys = NameKeys(
                (straw.note, straw.name, straw.aliases, straw.path)
                for straw in self.by_note.values()
                if not straw.excluded and straw.kind == "note"
            )
        return self._keys

    def _also_named(self, needle: bytes) -> set[int]:
        if self._aliases is None:
            pairs = [(alias, straw.note) for straw in self.by_note.values() if not straw.excluded
                     for alias in straw.aliases]  # fmt: skip
            run = TextRun([same_name_key(alias).encode() for alias, _ in pairs])
            self._aliases = (run, [note for _, note in pairs])
        run, notes = self._aliases
        return {notes[slot] for slot in run.slots(needle)}

    def _compare(self, connection: sqlite3.Connection, changes: Changes) -> None:
        """Something is gone: then revisions may have been given again, and each note is looked at."""
        now: dict[int, int] = dict(connection.execute("SELECT id, revision FROM note INDEXED BY note_revision"))
        for note in self.by_note.keys() - now.keys():
            straw = self.by_note.pop(note)
            changes.gone.append(straw)
            self._rename()
            if self._names is not None:
                self._names.discard(straw.path)
        self._load(
            connection,
            [note for note, revision in now.items() if self.by_note.get(note, _NOBODY).revision != revision],
            changes,
        )

    def _load_all(self, connection: sqlite3.Connection, changes: Changes) -> None:
        """Take in every note where none is known: half the time of `_load`, and the first question waits for it."""
        # Many rows as one value: at each row Python's lock is let go of, and beside another busy thread waited for.
        sql = (
            f"SELECT json_group_array(json_array({_COLUMNS})) FROM"  # noqa: S608 - names of our own
            f" (SELECT {_COLUMNS} FROM note WHERE id > ? ORDER BY id LIMIT ?)"
        )
        called = _aliases(connection)
        last = 0
        while rows := json.loads(connection.execute(sql, (last, AT_ONCE)).fetchone()[0]):
            straws = [_straw(row, called) for row in rows]
            self.by_note.update((straw.note, straw) for straw in straws)
            changes.changed += straws
            last = straws[-1].note
        self._names = None
        self._rename()

    def _load(self, connection: sqlite3.Connection, notes: list[int], changes: Changes) -> None:
        for some in steps(notes):
            called = _aliases(connection, f" WHERE note IN ({listed(some)})")
            sql = f"SELECT {_COLUMNS} FROM note WHERE id IN ({listed(some)})"  # noqa: S608 - numbers
            for row in connection.execute(sql):
                self._take(_straw(row, called), changes)

    def _take(self, straw: Straw, changes: Changes) -> None:
        before = self.by_note.get(straw.note)
        if before is None or _called(before) != _called(straw):
            self._rename()
            if self._names is not None:
                if before is not None:
                    self._names.discard(before.path)
                self._names.add(straw.path)
        self.by_note[straw.note] = straw
        changes.changed.append(straw)

    def _rename(self) -> None:
        """Have what is made of the names made anew when it is asked for."""
        self._named = self._aliases = self._keys = None


_COLUMNS = "id, path, name, excluded, kind, mtime_ns, revision"
_Row: TypeAlias = tuple[int, str, str, int, str, int, int]


def _aliases(connection: sqlite3.Connection, where: str = "") -> dict[int, tuple[str, ...]]:
    """Return the other names of the notes that have some, in their order."""
    found: dict[int, list[str]] = {}
    sql = f"SELECT note, alias FROM alias{where} ORDER BY note, nth"  # noqa: S608 - our own words
    for note, alias in connection.execute(sql):
        found.setdefault(note, []).append(alias)
    return {note: tuple(names) for note, names in found.items()}


def _straw(row: _Row, called: Mapping[int, tuple[str, ...]]) -> Straw:
    note, path, name, excluded, kind, mtime_ns, revision = row
    return Straw(note, path, name, called.get(note, ()), excluded != 0, sys.intern(kind), mtime_ns, revision)


_NOBODY = Straw(0, "", "", (), excluded=True, revision=-1)


def _called(straw: Straw) -> tuple[str, tuple[str, ...], bool]:
    return (straw.path, straw.aliases, straw.excluded)


def steps(notes: list[int]) -> Iterator[list[int]]:
    """*notes* a few at a time."""
    return (notes[start : start + STEP] for start in range(0, len(notes), STEP))


def listed(notes: list[int]) -> str:
    """Numbers of our own as SQL."""
    return ",".join(map(str, notes))
