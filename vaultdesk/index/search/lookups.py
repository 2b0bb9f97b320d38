"""Lookups answered from single tables: the file tree, one note, tags and counts."""

import json
import sqlite3
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime

from vaultdesk.core.local_time import in_local_zone, utc_at
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.index_results import IndexCounts, NameHit, NoteHead, NoteSummary, TagCount, VaultNames
from vaultdesk.index.search_query import storable_path
from vaultdesk.index.store.index_entry import decode_problem, note_kinds_sql

_NOTE = "SELECT path, name, title, size, mtime_ns, problem, excluded, indexed_at, kind FROM note"

_NO_NOTES = "(SELECT id FROM note WHERE kind != 'note')"
"""Canvases and bases, which are found by their text, and chats: never counted among the notes."""


def local_time(mtime_ns: int) -> datetime:
    """Return a file's time with the local time zone. An invalid time becomes the earliest one."""
    try:
        return in_local_zone(utc_time(mtime_ns))
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, tz=UTC)


def list_notes(connection: sqlite3.Connection) -> list[NoteSummary]:
    """Return every note and chat, by path."""
    sql = f"{_NOTE} WHERE {note_kinds_sql('all')} ORDER BY path_key, path"
    return [_summary(row) for row in connection.execute(sql)]


def list_unreadable(connection: sqlite3.Connection) -> dict[str, Phrase]:
    """Return every note whose text could not be read, by path, with the reason."""
    sql = "SELECT path, problem FROM note WHERE problem != '' AND kind = 'note' ORDER BY path_key, path"
    return {path: decode_problem(problem) for path, problem in connection.execute(sql)}


HEADS_PER_STEP = 2_000
"""Heads read in one step: some 10 ms, for which other queries wait."""

_HEAD = (
    "SELECT id, path, path_key, digest != '' AND problem = '', digest = '' AND problem = '' AND excluded = 0,"
    " excluded OR doubtful, (SELECT group_concat(key, char(10)) FROM tag WHERE note = note_.id),"
    " (SELECT group_concat(json_quote(name) || ':' || value) FROM property WHERE note = note_.id)"
    " FROM note AS note_ WHERE kind IN ('note', 'chat')"
)


def heads_after(connection: sqlite3.Connection, last: int) -> tuple[int, list[NoteHead]]:
    """Return the heads of the next notes and chats after number *last*, and the next *last*."""
    sql = f"{_HEAD} AND id > ? ORDER BY id LIMIT {HEADS_PER_STEP}"
    rows = connection.execute(sql, (last,)).fetchall()
    return rows[-1][0] if rows else last, [_note_head(row) for row in rows]


def heads_of(connection: sqlite3.Connection, paths: Sequence[str]) -> list[NoteHead]:
    """Return the heads of those of *paths* that are notes or chats."""
    sql = f"{_HEAD} AND path IN (SELECT value FROM json_each(?))"  # noqa: S608 - fixed identifiers
    return [_note_head(row) for row in connection.execute(sql, (json.dumps([storable_path(path) for path in paths]),))]


def _note_head(row: tuple[int, str, str, int, int, int, str | None, str | None]) -> NoteHead:
    _, path, path_key, is_read, is_unread, is_uncertain, tags, properties = row
    keys = tuple(tags.split("\n")) if tags else ()
    properties_json = f"{{{properties}}}" if properties else ""
    return NoteHead(path, path_key, is_read != 0, is_unread != 0, is_uncertain != 0, keys, properties_json)


def chats_with_property(
    connection: sqlite3.Connection, name: str, paths: Collection[str] | None = None
) -> dict[str, int]:
    """Return the chats that have the property *name*, each with its file's time; with *paths* only those."""
    sql = (
        "SELECT path, mtime_ns FROM note WHERE kind = 'chat'"
        " AND EXISTS (SELECT 1 FROM property WHERE note = note.id AND name = ?)"
    )
    if paths is None:
        return dict(connection.execute(sql, (name,)))
    sql += " AND path IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(sql, (name, json.dumps([storable_path(path) for path in paths]))))


def newest_notes(connection: sqlite3.Connection, limit: int) -> tuple[int, list[NoteSummary]]:
    """Return the number of notes without chats, and the most recently changed readable ones."""
    sql = f"{_NOTE} WHERE kind = 'note' AND problem = '' AND excluded = 0 AND size > 0 ORDER BY mtime_ns DESC LIMIT ?"
    rows = connection.execute(sql, (limit,))
    return count_notes(connection), [_summary(row) for row in rows]


def find_note(connection: sqlite3.Connection, path: str) -> NoteSummary | None:
    """Return the note or chat at *path*; None if it is not in the index."""
    row = connection.execute(f"{_NOTE} WHERE path = ? AND {note_kinds_sql('all')}", (storable_path(path),)).fetchone()
    return None if row is None else _summary(row)


def list_other_files(connection: sqlite3.Connection) -> list[NameHit]:
    """Return every canvas and base that may be a result, most recently changed first, by name with suffix."""
    others = f"id IN {_NO_NOTES} AND kind != 'chat' AND excluded = 0"
    sql = f"SELECT path, mtime_ns FROM note WHERE {others} ORDER BY mtime_ns DESC, path"  # noqa: S608 - constants
    return [NameHit(path, path.rpartition("/")[2], "", (), local_time(time)) for path, time in connection.execute(sql)]


def list_tags(connection: sqlite3.Connection) -> list[TagCount]:
    """Return every tag with its number of notes, in the first spelling found, by name."""
    # The index of the keys answers the inner query alone.
    counted = f"SELECT key, count(*) AS notes, min(note) AS first FROM tag WHERE note NOT IN {_NO_NOTES} GROUP BY key"  # noqa: S608 - constants
    spelling = "SELECT tag FROM tag WHERE tag.note = counted.first AND tag.key = counted.key"
    sql = f"SELECT ({spelling}), notes FROM ({counted}) AS counted ORDER BY key"  # noqa: S608 - the texts above
    return [TagCount(tag, notes) for tag, notes in connection.execute(sql)]


def count_notes(connection: sqlite3.Connection) -> int:
    """Return the number of notes, without chats."""
    return int(connection.execute("SELECT count(*) FROM note WHERE kind = 'note'").fetchone()[0])


def count_index(connection: sqlite3.Connection) -> IndexCounts:
    """Return counts and size of the index."""
    row = connection.execute(
        "SELECT count(*), coalesce(sum(digest = '' AND problem = ''), 0), coalesce(sum(excluded), 0),"
        " coalesce(sum(words), 0) FROM note WHERE kind = 'note'"
    ).fetchone()
    where = f"WHERE note NOT IN {_NO_NOTES}"
    distinct_tags = connection.execute(f"SELECT count(DISTINCT key) FROM tag {where}").fetchone()[0]  # noqa: S608 - constants
    links = connection.execute(f"SELECT count(*) FROM link {where}").fetchone()[0]  # noqa: S608 - the columns above
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    page_size = connection.execute("PRAGMA page_size").fetchone()[0]
    notes, unread, excluded, words = row
    return IndexCounts(notes, unread, excluded, words, distinct_tags, links, pages * page_size)


def _summary(row: tuple[str, str, str, int, int, str, int, float, str]) -> NoteSummary:
    path, name, title, size, mtime_ns, problem, excluded, indexed_at, kind = row
    # Done for every note of a vault: determining the local time of each would double the time.
    indexed = datetime.fromtimestamp(indexed_at, tz=UTC) if indexed_at else None
    reason = decode_problem(problem) if problem else NO_PHRASE
    return NoteSummary(path, name, title, size, utc_time(mtime_ns), reason, bool(excluded), indexed, kind == "chat")


def utc_time(mtime_ns: int) -> datetime:
    """Return the file time *mtime_ns*, in nanoseconds since 1970, in UTC; 1970-01-01 if it cannot be represented."""
    try:
        return utc_at(mtime_ns / 1e9)
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, tz=UTC)


def paths_with_value(connection: sqlite3.Connection, name: str, value: str) -> frozenset[str]:
    """Return the paths of the notes whose property *name* is the text *value*."""
    sql = "SELECT path FROM note WHERE id IN (SELECT note FROM property WHERE name = ? AND value = ?)"
    return frozenset(path for (path,) in connection.execute(sql, (name, json.dumps(value, ensure_ascii=False))))


MAX_VALUES = 2_000
"""Maximum number of different values listed of one property: more are free text, not names."""


def vault_names(
    connection: sqlite3.Connection,
    has_values: Callable[[str], bool],
    phrases: Collection[str],
    has_templates: Callable[[str], bool],
) -> VaultNames:
    """Return the tags, properties and folders of the notes, and the notes in folders that *has_templates* accepts.

    Folders are passed to it with a slash at the end, the root as an empty text. Includes the values of the properties
    whose names *has_values* accepts, and values that are in *phrases*, which are in lower case.
    """
    tags: dict[str, str] = {}
    for row in list_tags(connection):
        parts = row.tag.split("/")
        for end in range(1, len(parts) + 1):
            tags.setdefault("/".join(parts[:end]).casefold(), "/".join(parts[:end]))
    where = f"WHERE note NOT IN {_NO_NOTES}"
    sql = f"SELECT name FROM property {where} UNION SELECT name FROM inline {where}"  # noqa: S608 - constants
    properties = {name.casefold(): name for (name,) in connection.execute(sql)}.values()
    folders: dict[str, None] = {}
    templates: list[str] = []
    is_template_folder: dict[str, bool] = {}
    for (path,) in connection.execute("SELECT path FROM note WHERE kind = 'note' ORDER BY path"):
        parent = path[: path.rfind("/") + 1]
        if parent not in is_template_folder:
            is_template_folder[parent] = has_templates(parent)
            folder = parent[:-1]
            while folder and folder not in folders:
                folders[folder] = None
                folder = folder.rpartition("/")[0]
        if is_template_folder[parent]:
            templates.append(path)
    values = {name: _values(connection, name) for name in properties if has_values(name)}
    encoded = [json.dumps(phrase, ensure_ascii=False) for phrase in phrases]
    sql = "SELECT DISTINCT name, value FROM property WHERE lower(value) IN (SELECT value FROM json_each(?))"
    for name, value in connection.execute(sql, (json.dumps(encoded, ensure_ascii=False),)):
        if name not in values or json.loads(value) not in values[name]:
            values[name] = (*values.get(name, ()), json.loads(value))
    return VaultNames(tuple(tags.values()), tuple(properties), tuple(folders), values, tuple(templates))


def _values(connection: sqlite3.Connection, name: str) -> tuple[str, ...]:
    sql = (
        "SELECT value FROM property WHERE name = ?1 COLLATE NOCASE"
        " UNION SELECT value FROM inline WHERE name = ?1 COLLATE NOCASE LIMIT ?2"
    )
    found: dict[str, None] = {}
    for (text,) in connection.execute(sql, (name, MAX_VALUES)):
        value = json.loads(text)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str | int | float) and str(item).strip():
                found[str(item).lower() if isinstance(item, bool) else str(item)] = None
    return tuple(found)
