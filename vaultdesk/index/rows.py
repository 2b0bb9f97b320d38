"""Rows: questions that one look into the tables answers: the tree, one note, tags, counts. No search in it."""

import json
import sqlite3
from datetime import UTC, datetime

from vaultdesk.index.query import storable
from vaultdesk.index.results import IndexCounts, NameHit, NoteRow, TagCount

_NOTE = "SELECT path, name, title, size, mtime_ns, problem, excluded, indexed_at FROM note"

_OTHERS = "(SELECT id FROM note WHERE kind != 'note')"
"""Canvases and bases: found by their text, counted and listed nowhere among the notes."""


def local_time(mtime_ns: int) -> datetime:
    """A file's time as a date with zone. A time no calendar has becomes the earliest one."""
    try:
        return moment(mtime_ns).astimezone()
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, tz=UTC)


def tree(connection: sqlite3.Connection) -> list[NoteRow]:
    """Every note, by path."""
    return [_row(row) for row in connection.execute(f"{_NOTE} WHERE kind = 'note' ORDER BY path_key, path")]


def newest(connection: sqlite3.Connection, limit: int, but: str = "") -> tuple[int, list[NoteRow]]:
    """How many notes there are, and those changed last of what can be read of them; none whose path begins as *but*."""
    sql = (
        f"{_NOTE} WHERE kind = 'note' AND problem = '' AND excluded = 0 AND size > 0"
        " AND (? = '' OR substr(path, 1, length(?)) != ?) ORDER BY mtime_ns DESC LIMIT ?"
    )
    rows = connection.execute(sql, (storable(but), storable(but), storable(but), limit))
    count = connection.execute("SELECT count(*) FROM note WHERE kind = 'note'").fetchone()[0]
    return count, [_row(row) for row in rows]


def note(connection: sqlite3.Connection, path: str) -> NoteRow | None:
    """The note at *path*; None when the index knows none."""
    row = connection.execute(f"{_NOTE} WHERE path = ? AND kind = 'note'", (storable(path),)).fetchone()
    return None if row is None else _row(row)


def other_files(connection: sqlite3.Connection) -> list[NameHit]:
    """Every canvas and base that may be a result, those changed last first, by its name with the ending."""
    sql = f"SELECT path, mtime_ns FROM note WHERE id IN {_OTHERS} AND excluded = 0 ORDER BY mtime_ns DESC, path"  # noqa: S608 - the words above
    return [NameHit(path, path.rpartition("/")[2], "", (), local_time(time)) for path, time in connection.execute(sql)]


def tags(connection: sqlite3.Connection) -> list[TagCount]:
    """Every tag with how many notes carry it, in the spelling met first, by name."""
    # With a bare min(), SQLite takes the other columns from the row of the minimum.
    sql = f"SELECT tag, count(*), min(note) FROM tag WHERE note NOT IN {_OTHERS} GROUP BY key ORDER BY key"  # noqa: S608 - the words above
    rows = connection.execute(sql)
    return [TagCount(tag, notes) for tag, notes, _ in rows]


def counts(connection: sqlite3.Connection) -> IndexCounts:
    """The index in numbers."""
    row = connection.execute(
        "SELECT count(*), coalesce(sum(digest = '' AND problem = ''), 0), coalesce(sum(problem != ''), 0),"
        " coalesce(sum(excluded), 0), coalesce(sum(words), 0) FROM note"
        " WHERE kind = 'note'"
    ).fetchone()
    of_notes = f"WHERE note NOT IN {_OTHERS}"
    distinct_tags = connection.execute(f"SELECT count(DISTINCT key) FROM tag {of_notes}").fetchone()[0]  # noqa: S608 - the words above
    links = connection.execute(f"SELECT count(*) FROM link {of_notes}").fetchone()[0]  # noqa: S608 - the words above
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    page_size = connection.execute("PRAGMA page_size").fetchone()[0]
    notes, unread, problems, excluded, words = row
    return IndexCounts(notes, unread, problems, excluded, words, distinct_tags, links, pages * page_size)


def _row(row: tuple[str, str, str, int, int, str, int, float]) -> NoteRow:
    path, name, title, size, mtime_ns, problem, excluded, indexed_at = row
    # Put together for every note of a vault: to find out the local time of each would double what that takes.
    indexed = datetime.fromtimestamp(indexed_at, tz=UTC) if indexed_at else None
    return NoteRow(path, name, title, size, moment(mtime_ns), problem, bool(excluded), indexed)


def moment(mtime_ns: int) -> datetime:
    """Return a file's time in UTC. A time no calendar has becomes the earliest one."""
    try:
        return datetime.fromtimestamp(mtime_ns / 1e9, tz=UTC)
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, tz=UTC)


def with_property(connection: sqlite3.Connection, name: str) -> frozenset[str]:
    """Return the paths of the notes that have the property *name*, whatever its value."""
    sql = "SELECT path FROM note WHERE id IN (SELECT note FROM property WHERE name = ?)"
    return frozenset(path for (path,) in connection.execute(sql, (name,)))


def with_value(connection: sqlite3.Connection, name: str, value: str) -> frozenset[str]:
    """Return the paths of the notes whose property *name* is the text *value*."""
    sql = "SELECT path FROM note WHERE id IN (SELECT note FROM property WHERE name = ? AND value = ?)"
    return frozenset(path for (path,) in connection.execute(sql, (name, json.dumps(value, ensure_ascii=False))))
