"""Lookups answered from single tables: the file tree, one note, tags and counts."""

import json
import sqlite3
from datetime import UTC, datetime

from vaultdesk.index.index_results import IndexCounts, NameHit, NoteSummary, TagCount
from vaultdesk.index.search_query import storable_path
from vaultdesk.index.store.index_entry import note_kinds_sql

_NOTE = "SELECT path, name, title, size, mtime_ns, problem, excluded, indexed_at, kind FROM note"

_NO_NOTES = "(SELECT id FROM note WHERE kind != 'note')"
"""Canvases and bases, found by their text, and chats: counted nowhere among the notes."""


def local_time(mtime_ns: int) -> datetime:
    """A file's time as a date with zone. A time no calendar has becomes the earliest one."""
    try:
        return utc_time(mtime_ns).astimezone()
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, tz=UTC)


def list_notes(connection: sqlite3.Connection) -> list[NoteSummary]:
    """Every note and chat, by path."""
    sql = f"{_NOTE} WHERE {note_kinds_sql('all')} ORDER BY path_key, path"
    return [_row(row) for row in connection.execute(sql)]


def newest_notes(connection: sqlite3.Connection, limit: int) -> tuple[int, list[NoteSummary]]:
    """How many notes there are, chats left out, and those changed last of what can be read of them."""
    sql = f"{_NOTE} WHERE kind = 'note' AND problem = '' AND excluded = 0 AND size > 0 ORDER BY mtime_ns DESC LIMIT ?"
    rows = connection.execute(sql, (limit,))
    count = connection.execute("SELECT count(*) FROM note WHERE kind = 'note'").fetchone()[0]
    return count, [_row(row) for row in rows]


def find_note(connection: sqlite3.Connection, path: str) -> NoteSummary | None:
    """The note or chat at *path*; None when the index knows none."""
    row = connection.execute(f"{_NOTE} WHERE path = ? AND {note_kinds_sql('all')}", (storable_path(path),)).fetchone()
    return None if row is None else _row(row)


def list_other_files(connection: sqlite3.Connection) -> list[NameHit]:
    """Every canvas and base that may be a result, those changed last first, by its name with the ending."""
    others = f"id IN {_NO_NOTES} AND kind != 'chat' AND excluded = 0"
    sql = f"SELECT path, mtime_ns FROM note WHERE {others} ORDER BY mtime_ns DESC, path"  # noqa: S608 - the words above
    return [NameHit(path, path.rpartition("/")[2], "", (), local_time(time)) for path, time in connection.execute(sql)]


def list_tags(connection: sqlite3.Connection) -> list[TagCount]:
    """Every tag with how many notes carry it, in the spelling met first, by name."""
    # With a bare min(), SQLite takes the other columns from the row of the minimum.
    sql = f"SELECT tag, count(*), min(note) FROM tag WHERE note NOT IN {_NO_NOTES} GROUP BY key ORDER BY key"  # noqa: S608 - the words above
    rows = connection.execute(sql)
    return [TagCount(tag, notes) for tag, notes, _ in rows]


def count_index(connection: sqlite3.Connection) -> IndexCounts:
    """The index in numbers."""
    row = connection.execute(
        "SELECT count(*), coalesce(sum(digest = '' AND problem = ''), 0), coalesce(sum(problem != ''), 0),"
        " coalesce(sum(excluded), 0), coalesce(sum(words), 0) FROM note"
        " WHERE kind = 'note'"
    ).fetchone()
    of_notes = f"WHERE note NOT IN {_NO_NOTES}"
    distinct_tags = connection.execute(f"SELECT count(DISTINCT key) FROM tag {of_notes}").fetchone()[0]  # noqa: S608 - the words above
    links = connection.execute(f"SELECT count(*) FROM link {of_notes}").fetchone()[0]  # noqa: S608 - the words above
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    page_size = connection.execute("PRAGMA page_size").fetchone()[0]
    notes, unread, problems, excluded, words = row
    return IndexCounts(notes, unread, problems, excluded, words, distinct_tags, links, pages * page_size)


def _row(row: tuple[str, str, str, int, int, str, int, float, str]) -> NoteSummary:
    path, name, title, size, mtime_ns, problem, excluded, indexed_at, kind = row
    # Put together for every note of a vault: to find out the local time of each would double what that takes.
    indexed = datetime.fromtimestamp(indexed_at, tz=UTC) if indexed_at else None
    return NoteSummary(path, name, title, size, utc_time(mtime_ns), problem, bool(excluded), indexed, kind == "chat")


def utc_time(mtime_ns: int) -> datetime:
    """Return a file's time in UTC. A time no calendar has becomes the earliest one."""
    try:
        return datetime.fromtimestamp(mtime_ns / 1e9, tz=UTC)
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, tz=UTC)


def paths_with_property(connection: sqlite3.Connection, name: str) -> frozenset[str]:
    """Return the paths of the notes that have the property *name*, whatever its value."""
    sql = "SELECT path FROM note WHERE id IN (SELECT note FROM property WHERE name = ?)"
    return frozenset(path for (path,) in connection.execute(sql, (name,)))


def paths_with_value(connection: sqlite3.Connection, name: str, value: str) -> frozenset[str]:
    """Return the paths of the notes whose property *name* is the text *value*."""
    sql = "SELECT path FROM note WHERE id IN (SELECT note FROM property WHERE name = ? AND value = ?)"
    return frozenset(path for (path,) in connection.execute(sql, (name, json.dumps(value, ensure_ascii=False))))
