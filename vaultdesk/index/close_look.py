"""Close look: every row of the index held beside what the notes say now. Reads notes and rows, writes nothing.

It is what is left where nobody sealed the file, as after a crash: SQLite's own checks notice a broken tree, and no
changed letter in it.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from vaultdesk.core.errors import OutsideVault
from vaultdesk.index import schema, store
from vaultdesk.index.entry import Entry, Sighting, Stored
from vaultdesk.index.intake import take_in
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath

AT_ONCE = 100
"""Notes held beside their rows at a time: some 30 ms of work, after which a stop is heard."""

TABLES = {
    "note": "id", "text": "id", "tag": "note", "link": "note", "heading": "note", "alias": "note", "property": "note",
    "inline": "note",
}  # fmt: skip
"""Tables that hold what a note says, each with its column of the note's number."""

_BY_CHANCE = frozenset({"id", "note", "revision", "indexed_at", "size", "mtime_ns"})
"""Columns that no note's text decides; a wrong size or time is found by the next comparison with the disk."""

_LOOSE = (
    "SELECT count(*) FROM text WHERE id NOT IN (SELECT id FROM note WHERE excluded = 0)",
    *(f"SELECT count(*) FROM {table} WHERE note NOT IN (SELECT id FROM text)"  # noqa: S608 - the table above
      for table, column in TABLES.items() if column == "note"),
    "SELECT count(*) FROM passage WHERE note NOT IN (SELECT note FROM cut)",
    "SELECT count(*) FROM passage WHERE start < 0 OR finish < start OR first_line < 1 OR last_line < first_line",
)  # fmt: skip
"""Questions that find nothing in a sound file."""

DROPPED = (
    "DELETE FROM vector WHERE model NOT IN (SELECT id FROM model) OR length(vector) NOT IN"
    " (0, 2 * (SELECT dimensions FROM model WHERE id = vector.model))",
    "DELETE FROM words_counted", "DELETE FROM best_notes", "DELETE FROM frequent_word",
)  # fmt: skip
"""What nobody can hold beside a note is made again: vectors that can be none, and what was counted for ranking."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Notes whose rows are not what they should be."""

    entries: tuple[Entry, ...]
    others: int = 0
    """How many of those that are not read have wrong rows."""


def flaw_in_structure(connection: sqlite3.Connection) -> str:
    """Say what is wrong with the file's trees, or that rows belong to no note; empty where nothing is."""
    found = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if found != "ok":
        return found
    for sql in _LOOSE:
        if connection.execute(sql).fetchone()[0]:
            return f"rows without their note: {sql}"
    return ""


def wrong_notes(connection: sqlite3.Connection, files: VaultFiles, stopping: Callable[[], bool]) -> Iterator[Wrong]:
    """Read each note again and yield, piece by piece, those whose rows do not say what it says.

    A note that has changed since is passed over: it will be read for that. Raises `VaultUnavailable`.
    """
    rows = connection.execute("SELECT path, digest, size, mtime_ns, excluded FROM note ORDER BY id").fetchall()
    for start in range(0, len(rows), AT_ONCE):
        if stopping():
            return
        some = rows[start : start + AT_ONCE]
        hidden = [Sighting(path, size, mtime, excluded=True) for path, _, size, mtime, excluded in some if excluded]
        known = {path: Stored(size, mtime, digest, False) for path, digest, size, mtime, excluded in some
                 if digest and not excluded}  # fmt: skip
        yield _compared(connection, _as_known(files, known), hidden)


def _as_known(files: VaultFiles, known: Mapping[str, Stored]) -> list[Entry]:
    """The notes as they are, but for those that somebody will read again anyway. Raises `VaultUnavailable`."""
    entries: list[Entry] = []
    for path, stored in known.items():
        entry = take_in(files, _checked(path)).entry
        # With its old size and time, no comparison will ever see that the note is another.
        unseen = entry is not None and (entry.size, entry.mtime_ns) == (stored.size, stored.mtime_ns)
        if entry is not None and (unseen or entry.digest == stored.digest):
            entries.append(entry)
    return entries


def _checked(path: str) -> NotePath:
    try:
        return NotePath(path)
    except OutsideVault as error:
        raise sqlite3.DatabaseError("a note's path is none") from error


def _compared(connection: sqlite3.Connection, entries: Sequence[Entry], hidden: Sequence[Sighting]) -> Wrong:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        schema.create(fresh)
        # The words are checked elsewhere, all at once; here they would only cost time.
        fresh.executescript("DROP TABLE fts; CREATE TABLE fts (fts, names, headings, properties, body);")
        store.sight(fresh, hidden)
        store.write(fresh, entries)
        paths = [*(entry.path for entry in entries), *(seen.path for seen in hidden)]
        wrong: set[str] = set()
        for table, column in TABLES.items():
            wanted, found = (_rows(db, table, column, paths) for db in (fresh, connection))
            wrong.update(path for path in paths if wanted.get(path) != found.get(path))
    kept = tuple(entry for entry in entries if entry.path in wrong)
    return Wrong(kept, len(wrong) - len(kept))


def _rows(db: sqlite3.Connection, table: str, column: str, paths: Sequence[str]) -> dict[str, list[tuple[object, ...]]]:
    names = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in _BY_CHANCE]
    listed = ", ".join(f"rows.{name}" for name in names)
    marks = ",".join("?" * len(paths))
    found: dict[str, list[tuple[object, ...]]] = {}
    sql = (
        f"SELECT home.path, {listed} FROM note AS home CROSS JOIN {table} AS rows ON rows.{column} = home.id"  # noqa: S608 - names of our own tables
        f" WHERE home.path IN ({marks}) ORDER BY {'home.id' if column == 'id' else 'rows.nth'}"
    )
    for path, *values in db.execute(sql, paths):
        found.setdefault(path, []).append(tuple(values))
    return found
