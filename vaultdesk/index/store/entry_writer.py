"""Writes entries and file states as rows, within a transaction of the caller."""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Literal, TypeVar

from vaultdesk.index.store.index_entry import IndexEntry, NoteKind, ScannedFile, kind_of
from vaultdesk.vault.note_path import same_name_key

NEVER_READ = "excluded"
"""Stored instead of the digest of an excluded note: it is listed, and its text is not read."""

VALUES_PER_QUERY = 500
"""Paths or numbers in one statement; SQLite accepts 32,766."""

VALUES_PER_INSERT = 5_000
"""Values in one statement that inserts: some 3 ms of work."""

FULL_TEXT_NOTES_PER_STATEMENT = 10_000
"""Notes per full-text statement: each one begins by writing what the previous one collected."""

T = TypeVar("T")


def record_files(connection: sqlite3.Connection, sightings: Sequence[ScannedFile]) -> None:
    """Record these notes by name. The text of one that is now excluded is deleted."""
    revision = _next_revision(connection)
    _insert(
        connection,
        f"INSERT INTO note {_STUB}",
        [_stub(seen, revision) for seen in sightings],
        " ON CONFLICT (path) DO UPDATE SET kind = excluded.kind, title = excluded.title,"
        " size = excluded.size, mtime_ns = excluded.mtime_ns, digest = excluded.digest, excluded = excluded.excluded,"
        " words = 0, problem = '', revision = excluded.revision",
    )
    hidden = _numbers(connection, [seen.path for seen in sightings if seen.excluded])
    _forget(connection, list(hidden.values()))


def update_times(connection: sqlite3.Connection, sightings: Sequence[ScannedFile]) -> None:
    """Store the new time of notes whose text is unchanged."""
    revision = _next_revision(connection)
    connection.executemany(
        "UPDATE note SET size = ?, mtime_ns = ?, revision = ? WHERE path = ?",
        [(one.size, one.mtime_ns, revision, one.path) for one in sightings],
    )


def update_states(connection: sqlite3.Connection, sightings: Sequence[ScannedFile]) -> None:
    """Store size and time of notes that are known by name and not read yet."""
    revision = _next_revision(connection)
    for some in _pieces(sightings, VALUES_PER_INSERT):
        # In one statement: with one each, the interpreter lock would be released and awaited as often.
        connection.execute(
            "UPDATE note SET size = json_extract(told.value, '$[1]'), mtime_ns = json_extract(told.value, '$[2]'),"
            " revision = ? FROM json_each(?) AS told"
            " WHERE note.path = json_extract(told.value, '$[0]') AND note.digest = ''",
            (revision, json.dumps([(one.path, one.size, one.mtime_ns) for one in some])),
        )


def remove_notes(connection: sqlite3.Connection, paths: Sequence[str]) -> None:
    """Delete these notes."""
    numbers = list(_numbers(connection, paths).values())
    _forget(connection, numbers)
    connection.executemany("DELETE FROM note WHERE id = ?", [(number,) for number in numbers])


WrittenTexts = Mapping[str, tuple[bytes, bytes]]
"""Head and body of notes in UTF-8, by path."""


def write_entries(connection: sqlite3.Connection, entries: Sequence[IndexEntry]) -> None:
    """Replace the rows of these notes."""
    update_full_text(connection, write_entry_rows(connection, entries, {}))


def write_entry_rows(connection: sqlite3.Connection, entries: Sequence[IndexEntry], written: WrittenTexts) -> list[int]:
    """Write the rows of these notes except their words; return their numbers, for `update_full_text` once all are
    written.

    Entries whose head and body are in *written* have none of their own. The words are written last and together,
    because every other statement in between makes FTS5 flush what it has collected.
    """
    revision = _next_revision(connection)
    numbers = _numbers(connection, [entry.path for entry in entries])
    unknown = [entry for entry in entries if entry.path not in numbers]
    if unknown:
        sightings = (ScannedFile(entry.path, entry.size, entry.mtime_ns) for entry in unknown)
        _insert(connection, f"INSERT INTO note {_STUB}", [_stub(seen, revision) for seen in sightings])
    _forget(connection, list(numbers.values()))
    numbers |= _numbers(connection, [entry.path for entry in unknown])
    now = time.time()
    connection.executemany(
        "UPDATE note SET kind = ?, title = ?, size = ?, mtime_ns = ?, born_ns = ?, oldest_ns = ?, digest = ?,"
        " words = ?, problem = ?, doubtful = ?, excluded = 0, indexed_at = ?, revision = ? WHERE id = ?",
        [(_kind(entry), entry.title, entry.size, entry.mtime_ns, entry.born_ns, entry.oldest_ns, entry.digest,
          entry.words, entry.problem, entry.doubtful, now, revision, numbers[entry.path])
         for entry in entries],
    )  # fmt: skip
    numbered = sorted(((numbers[entry.path], entry) for entry in entries), key=itemgetter(0))
    connection.executemany(
        # SQLite stores text as UTF-8, so bytes need no conversion to a string.
        "INSERT INTO text (id, names, headings, properties, body, spellings)"
        " VALUES (?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?)",
        [(number, entry.names, "\n".join([row[2] for row in entry.headings]),
          *written.get(entry.path, (entry.head, entry.body)), entry.spellings)
         for number, entry in numbered],
    )  # fmt: skip
    _write_listed(connection, numbered)
    return [number for number, _ in numbered]


def _kind(entry: IndexEntry) -> NoteKind:
    by_path = kind_of(entry.path)
    return entry.kind if by_path == "note" else by_path


def _write_listed(connection: sqlite3.Connection, numbered: Sequence[tuple[int, IndexEntry]]) -> None:
    _insert(
        connection,
        "INSERT OR IGNORE INTO tag (note, nth, key, tag)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.tags)],
    )
    for table, of_chats in (("link", False), ("chat_link", True)):
        _insert(
            connection,
            f"INSERT INTO {table} (note, nth, key, target, subpath, line, embed)",
            [
                (number, nth, *row)
                for number, entry in numbered
                if (entry.kind == "chat") is of_chats
                for nth, row in enumerate(entry.links)
            ],
        )
    _insert(
        connection,
        "INSERT INTO heading (note, nth, line, level, heading)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.headings)],
    )
    _insert(
        connection,
        "INSERT INTO alias (note, nth, alias)",
        [(number, nth, alias) for number, entry in numbered for nth, alias in enumerate(entry.aliases)],
    )
    _insert(
        connection,
        "INSERT OR REPLACE INTO property (note, nth, name, value)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.properties)],
    )
    _insert(
        connection,
        "INSERT INTO inline (note, nth, name, value)",
        [(number, nth, *row) for number, entry in numbered for nth, row in enumerate(entry.inline)],
    )


_STUB = "(path, kind, path_key, name_key, name, title, size, mtime_ns, digest, excluded, revision)"


def _stub(scanned: ScannedFile, revision: int) -> tuple[str | int, ...]:
    name = scanned.path.rpartition("/")[2].rpartition(".")[0]
    digest = NEVER_READ if scanned.excluded else ""
    return (scanned.path, kind_of(scanned.path), same_name_key(scanned.path), same_name_key(name), name, name,
            scanned.size, scanned.mtime_ns, digest, scanned.excluded, revision)  # fmt: skip


def _insert(connection: sqlite3.Connection, sql: str, rows: Sequence[Sequence[object]], after: str = "") -> None:
    """Run *sql*, an INSERT up to the columns' names, for all of *rows*, very many in one statement.

    The interpreter lock is released at each statement: with one row in each, the window and this thread alternated a
    hundred thousand times in a first scan.
    """
    if not rows:
        return
    one = f"({', '.join('?' * len(rows[0]))})"
    at_once = VALUES_PER_INSERT // len(rows[0])
    for some in _pieces(rows, at_once):
        if len(some) == at_once:
            connection.execute(f"{sql} VALUES {', '.join([one] * at_once)}{after}", list(chain.from_iterable(some)))
        else:
            connection.executemany(f"{sql} VALUES {one}{after}", some)


def _next_revision(connection: sqlite3.Connection) -> int:
    # The revision of a removed note may be used again, but none up to the last word count (common_words.py).
    sql = (
        "SELECT 1 + max(coalesce((SELECT max(revision) FROM note), 0),"
        " coalesce((SELECT max(revision) FROM words_counted), 0))"
    )
    return int(connection.execute(sql).fetchone()[0])


def _numbers(connection: sqlite3.Connection, paths: Sequence[str]) -> dict[str, int]:
    """Return the row numbers of those of *paths* that are known."""
    numbers: dict[str, int] = {}
    for some in _pieces(paths):
        marks = ",".join("?" * len(some))
        numbers.update(connection.execute(f"SELECT path, id FROM note WHERE path IN ({marks})", some))  # noqa: S608 - markers
    return numbers


def _forget(connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Delete everything read from these notes; their own rows stay."""
    read: list[int] = []
    for some in _pieces(numbers):
        # A note known by name only has no text and no other rows: the common case of a first scan.
        read += [row[0] for row in connection.execute(f"SELECT id FROM text WHERE id IN ({_list(some)})")]  # noqa: S608 - numbers
    # FTS5 needs the exact old words before they are deleted.
    update_full_text(connection, read, "delete")
    for some in _pieces(read):
        for table, column in _READ_FROM_NOTES:
            connection.execute(f"DELETE FROM {table} WHERE {column} IN ({_list(some)})")  # noqa: S608 - the table below


_READ_FROM_NOTES = (
    ("text", "id"), ("tag", "note"), ("link", "note"), ("chat_link", "note"), ("heading", "note"),
    ("alias", "note"), ("property", "note"), ("inline", "note"),
)  # fmt: skip


def update_full_text(connection: sqlite3.Connection, numbers: Sequence[int], order: Literal["", "delete"] = "") -> None:
    """Add or delete the words of these texts, as stored in the table `text`, in the full-text index."""
    # Ascending: at a lower number than the last one FTS5 flushes what it has collected.
    for some in _pieces(sorted(numbers), FULL_TEXT_NOTES_PER_STATEMENT):
        connection.execute(
            "INSERT INTO fts(fts, rowid, names, headings, properties, body, spellings)"  # noqa: S608 - numbers
            f" SELECT nullif('{order}', ''), id, names, headings, properties, body, spellings FROM text"
            f" WHERE id IN ({_list(some)}) ORDER BY id"
        )


def _list(numbers: Iterable[int]) -> str:
    """Return the numbers as an SQL list."""
    return ",".join(map(str, numbers))


def _pieces(items: Sequence[T], at_once: int = VALUES_PER_QUERY) -> Iterable[Sequence[T]]:
    return (items[start : start + at_once] for start in range(0, len(items), at_once))
