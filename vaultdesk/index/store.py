"""Store: how sightings and entries become rows, inside a transaction that the caller opened. Knows no file."""

import sqlite3
import time
from collections.abc import Iterable, Sequence
from typing import TypeVar

from vaultdesk.index.entry import Entry, Sighting
from vaultdesk.vault.note_path import same_name_key

NEVER_READ = "excluded"
"""Stands for the digest of a note among the vault's excluded files: it is listed, and its text stays out."""

AT_ONCE = 500
"""Paths or numbers in one statement; SQLite takes 32,766."""

T = TypeVar("T")


def sight(connection: sqlite3.Connection, sightings: Sequence[Sighting]) -> None:
    """Know these notes by name. What was read of one that is excluded now is forgotten."""
    revision = _next_revision(connection)
    connection.executemany(
        "INSERT INTO note (path, path_key, name_key, name, title, size, mtime_ns, digest, excluded, revision)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET title = excluded.title,"
        " size = excluded.size, mtime_ns = excluded.mtime_ns, digest = excluded.digest, excluded = excluded.excluded,"
        " words = 0, problem = '', revision = excluded.revision",
        [_stub(seen, revision) for seen in sightings],
    )
    hidden = _numbers(connection, [seen.path for seen in sightings if seen.excluded])
    _forget(connection, list(hidden.values()))


def touch(connection: sqlite3.Connection, sightings: Sequence[Sighting]) -> None:
    """Keep the new time of notes whose text is the same."""
    revision = _next_revision(connection)
    connection.executemany(
        "UPDATE note SET size = ?, mtime_ns = ?, revision = ? WHERE path = ?",
        [(one.size, one.mtime_ns, revision, one.path) for one in sightings],
    )


def remove(connection: sqlite3.Connection, paths: Sequence[str]) -> None:
    """No longer know these notes."""
    numbers = list(_numbers(connection, paths).values())
    _forget(connection, numbers)
    connection.executemany("DELETE FROM note WHERE id = ?", [(number,) for number in numbers])


def write(connection: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    """Keep what was read of these notes in place of what was kept before."""
    revision = _next_revision(connection)
    connection.executemany(
        "INSERT OR IGNORE INTO note (path, path_key, name_key, name, title, size, mtime_ns, digest, excluded, revision)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [_stub(Sighting(entry.path, entry.size, entry.mtime_ns), revision) for entry in entries],
    )
    numbers = _numbers(connection, [entry.path for entry in entries])
    _forget(connection, list(numbers.values()))
    now = time.time()
    connection.executemany(
        "UPDATE note SET title = ?, size = ?, mtime_ns = ?, born_ns = ?, oldest_ns = ?, digest = ?, words = ?,"
        " problem = ?, doubtful = ?, excluded = 0, indexed_at = ?, revision = ? WHERE path = ?",
        [(entry.title, entry.size, entry.mtime_ns, entry.born_ns, entry.oldest_ns, entry.digest, entry.words,
          entry.problem, entry.doubtful, now, revision, entry.path)
         for entry in entries],
    )  # fmt: skip
    numbered = [(numbers[entry.path], entry) for entry in entries]
    connection.executemany(
        "INSERT INTO text (id, names, headings, properties, body) VALUES (?, ?, ?, ?, ?)",
        [(number, entry.names, "\n".join(row.heading for row in entry.headings), entry.head, entry.body)
         for number, entry in numbered],
    )  # fmt: skip
    _write_rows(connection, numbered)


def _write_rows(connection: sqlite3.Connection, numbered: Sequence[tuple[int, Entry]]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO tag (note, nth, key, tag) VALUES (?, ?, ?, ?)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.tags)],
    )
    connection.executemany(
        "INSERT INTO link (note, nth, key, target, subpath, line, embed) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.links)],
    )
    connection.executemany(
        "INSERT INTO heading (note, nth, line, level, heading) VALUES (?, ?, ?, ?, ?)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.headings)],
    )
    connection.executemany(
        "INSERT INTO alias (note, nth, alias) VALUES (?, ?, ?)",
        [(number, nth, alias) for number, entry in numbered for nth, alias in enumerate(entry.aliases)],
    )
    connection.executemany(
        "INSERT OR REPLACE INTO property (note, nth, name, value) VALUES (?, ?, ?, ?)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.properties)],
    )
    connection.executemany(
        "INSERT INTO inline (note, nth, name, value) VALUES (?, ?, ?, ?)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.inline)],
    )


def _stub(seen: Sighting, revision: int) -> tuple[str | int, ...]:
    # Every note's name ends in .md, in whatever case.
    name = seen.path.rpartition("/")[2][:-3]
    digest = NEVER_READ if seen.excluded else ""
    return (seen.path, same_name_key(seen.path), same_name_key(name), name, name, seen.size, seen.mtime_ns, digest,
            seen.excluded, revision)  # fmt: skip


def _next_revision(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(revision), 0) + 1 FROM note").fetchone()[0])


def _numbers(connection: sqlite3.Connection, paths: Sequence[str]) -> dict[str, int]:
    """The rows' numbers of those paths that are known."""
    numbers: dict[str, int] = {}
    for some in _pieces(paths):
        marks = ",".join("?" * len(some))
        numbers.update(connection.execute(f"SELECT path, id FROM note WHERE path IN ({marks})", some))  # noqa: S608 - only marks
    return numbers


def _forget(connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Take away everything that was read from these notes; their own rows stay."""
    for some in _pieces(numbers):
        known = ",".join(map(str, some))
        # A note that is only sighted has no text, and then nothing else either: the common case of a first scan.
        read = [row[0] for row in connection.execute(f"SELECT id FROM text WHERE id IN ({known})")]  # noqa: S608 - numbers
        for table, column in _READ_FROM_NOTES:
            connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(number,) for number in read])  # noqa: S608 - the table above


_READ_FROM_NOTES = (
    ("text", "id"), ("tag", "note"), ("link", "note"), ("heading", "note"), ("alias", "note"), ("property", "note"),
    ("inline", "note"),
)  # fmt: skip


def _pieces(items: Sequence[T]) -> Iterable[Sequence[T]]:
    return (items[start : start + AT_ONCE] for start in range(0, len(items), AT_ONCE))
