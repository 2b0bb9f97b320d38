"""Tables of the index file: their schema, and entries and file states written as rows within a transaction of the
caller."""

import functools
import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import chain
from operator import itemgetter
from typing import Literal, TypeVar

from vaultdesk.index.store.index_entry import IndexEntry, NoteKind, ScannedFile, kind_of
from vaultdesk.vault.note_path import same_name_key

T = TypeVar("T")

EMBEDDING_TABLES = """
-- A note's passages as they were cut last; `digest` is of the note they were cut from, and says how they were cut.
CREATE TABLE cut (note INTEGER PRIMARY KEY, digest TEXT NOT NULL);
CREATE TABLE passage (
    note INTEGER, nth INTEGER, key BLOB NOT NULL, heading TEXT NOT NULL,
    first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, start INTEGER NOT NULL, finish INTEGER NOT NULL,
    PRIMARY KEY (note, nth)
) WITHOUT ROWID;
CREATE INDEX passage_key ON passage(key);
CREATE TABLE model (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
    dimensions INTEGER NOT NULL DEFAULT 0,   -- 0 before its first vector
    complete INTEGER NOT NULL DEFAULT 0      -- whether all passages had their vector once
);
-- By what was embedded, so that a passage that moves or is cut again the same keeps its vector.
CREATE TABLE vector (
    model INTEGER, key BLOB, vector BLOB NOT NULL,   -- float16, of length 1; empty: this text may not be sent
    PRIMARY KEY (model, key)
) WITHOUT ROWID;
"""

# Filled by common_words.py, read by word_statistics.py; no code here.

RANKING_TABLES = """
CREATE INDEX note_name ON note(name_key);
CREATE INDEX note_title ON note(title COLLATE NOCASE);
CREATE INDEX alias_name ON alias(alias COLLATE NOCASE);
-- The words that many notes hold, as the full text knows them, with how many do.
CREATE TABLE frequent_word (term TEXT PRIMARY KEY, notes INTEGER NOT NULL) WITHOUT ROWID;
-- Of the commonest of them the notes that rank highest for the word alone: numbers and scores, best first.
CREATE TABLE best_notes (
    term TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,  -- of the newest note when the list was made
    ids BLOB NOT NULL, scores BLOB NOT NULL
);
-- One row: the newest note's revision and how many notes there were when the words were counted, and every word there
-- was as a line (common_words.py); NULL where they would not do.
CREATE TABLE words_counted (revision INTEGER NOT NULL, notes INTEGER NOT NULL, words BLOB);
"""

VERSION = 13
"""Raise with every change below, and whenever notes are indexed differently: a file with another number is deleted and
rebuilt from the vault.
"""

APPLICATION_ID = 0x56444958
"""`VDIX` in the file header, to detect another program's database."""

BM25_RANK = "bm25(12.0, 4.0, 1.0, 1.0, 1.0)"
"""Weights of names, headings, properties, body and spelling keys: a word in a note's name is the most significant."""

FTS_HASH_BYTES = 64_000_000
"""Bytes of new words FTS5 collects before it writes them: a whole batch. The default is one megabyte, and merging the
many small segments took most of a first scan.
"""

FTS_AUTOMERGE = 15
"""Number of equal-sized segments from which FTS5 merges them (default 4): a first scan of 14,000 notes creates
fewer.
"""

NOTE_TABLES = """
CREATE TABLE note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never given twice, so a cache by id can tell gone from changed
    path TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL DEFAULT 'note',      -- or 'chat', 'canvas', 'base' (index_entry.py)
    path_key TEXT NOT NULL,                 -- NFC and casefolded, for `path:` and `file:`
    name_key TEXT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    born_ns INTEGER NOT NULL DEFAULT 0,     -- the disk's birth time; 0 where there is none
    oldest_ns INTEGER NOT NULL DEFAULT 0,   -- the earlier of the file's other times; 0 where it was not read yet
    digest TEXT NOT NULL,                   -- empty: not read yet, or to be tried again
    words INTEGER NOT NULL DEFAULT 0,
    indexed_at REAL NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT '',
    doubtful INTEGER NOT NULL DEFAULT 0,    -- its head looks like properties and cannot be read as such
    excluded INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0     -- grows with every commit that touched the note
);
CREATE INDEX note_revision ON note(revision);
CREATE INDEX note_other ON note(id) WHERE kind != 'note';
CREATE INDEX note_chat ON note(id) WHERE kind = 'chat';
CREATE INDEX note_problem ON note(id) WHERE problem != '' AND kind = 'note';
CREATE INDEX note_indexed ON note(indexed_at);

-- The properties' lines stand apart, so that a passage is looked for in the text first; together they are the note.
CREATE TABLE text (
    id INTEGER PRIMARY KEY, names TEXT NOT NULL, headings TEXT NOT NULL, properties TEXT NOT NULL, body TEXT NOT NULL,
    spellings TEXT NOT NULL DEFAULT ''      -- keys of the words that differ from theirs (text_folding.py)
);
-- Filled for many notes in one statement; a trigger would write the words of each note separately.
CREATE VIRTUAL TABLE fts USING fts5 (
    names, headings, properties, body, spellings, content='text', content_rowid='id',
    tokenize='unicode61 remove_diacritics 2'
);
CREATE TABLE tag (
    note INTEGER, key TEXT, tag TEXT NOT NULL, nth INTEGER NOT NULL, PRIMARY KEY (note, key)
) WITHOUT ROWID;
CREATE INDEX tag_key ON tag(key, note);
CREATE TABLE link (
    note INTEGER, nth INTEGER, key TEXT NOT NULL, target TEXT NOT NULL, subpath TEXT NOT NULL,
    line INTEGER NOT NULL, embed INTEGER NOT NULL, PRIMARY KEY (note, nth)
) WITHOUT ROWID;
CREATE INDEX link_key ON link(key);
-- The links of chats: they count nowhere among those of notes, and are repaired as those are.
CREATE TABLE chat_link (
    note INTEGER, nth INTEGER, key TEXT NOT NULL, target TEXT NOT NULL, subpath TEXT NOT NULL,
    line INTEGER NOT NULL, embed INTEGER NOT NULL, PRIMARY KEY (note, nth)
) WITHOUT ROWID;
CREATE TABLE heading (
    note INTEGER, nth INTEGER, line INTEGER NOT NULL, level INTEGER NOT NULL, heading TEXT NOT NULL,
    PRIMARY KEY (note, nth)
) WITHOUT ROWID;
CREATE TABLE alias (note INTEGER, nth INTEGER, alias TEXT NOT NULL, PRIMARY KEY (note, nth)) WITHOUT ROWID;
CREATE TABLE property (
    note INTEGER, name TEXT, value TEXT NOT NULL, nth INTEGER NOT NULL, PRIMARY KEY (note, name)
) WITHOUT ROWID;
-- Fields written in the text itself, `Key:: value`: a name may stand there several times.
CREATE TABLE inline (
    note INTEGER, nth INTEGER, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (note, nth)
) WITHOUT ROWID;
"""


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in an empty file, all or nothing."""
    options = f"('rank', '{BM25_RANK}'), ('hashsize', {FTS_HASH_BYTES}), ('automerge', {FTS_AUTOMERGE})"
    rank = f"INSERT INTO fts(fts, rank) VALUES {options};"  # noqa: S608 - constants
    version_marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    tables = f"{NOTE_TABLES} {EMBEDDING_TABLES} {RANKING_TABLES}"
    connection.executescript(f"BEGIN IMMEDIATE; {tables} {rank} {version_marks} COMMIT;")


def has_current_schema(connection: sqlite3.Connection) -> bool:
    """Whether the file has our application id, version and schema: read from its header, so cheap at any size."""
    is_ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return bool(is_ours and version == VERSION and _schema(connection) == _current_schema())


def _schema(connection: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    """Return the SQL of every table, index and trigger."""
    return frozenset(connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master"))


@functools.cache
def _current_schema() -> frozenset[tuple[str, str, str]]:
    # A missing trigger or index is no error to SQLite, and yet the words of a note would not be found.
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create_tables(connection)
        return _schema(connection)


NEVER_READ = "excluded"
"""Stored instead of the digest of an excluded note: it is listed, and its text is not read."""

VALUES_PER_QUERY = 500
"""Paths or numbers in one statement; SQLite accepts 32,766."""

VALUES_PER_INSERT = 5_000
"""Values in one statement that inserts: some 3 ms of work."""

FULL_TEXT_NOTES_PER_STATEMENT = 10_000
"""Notes per full-text statement: each one begins by writing the words collected by the previous one."""


def record_files(connection: sqlite3.Connection, scanned: Sequence[ScannedFile]) -> None:
    """Record these notes by name. The text of one that is now excluded is deleted."""
    revision = _next_revision(connection)
    _insert(
        connection,
        f"INSERT INTO note {_STUB}",
        [_stub(file, revision) for file in scanned],
        " ON CONFLICT (path) DO UPDATE SET kind = excluded.kind, title = excluded.title,"
        " size = excluded.size, mtime_ns = excluded.mtime_ns, digest = excluded.digest, excluded = excluded.excluded,"
        " words = 0, problem = '', revision = excluded.revision",
    )
    hidden = _numbers(connection, [file.path for file in scanned if file.excluded])
    _delete_content(connection, list(hidden.values()))


def update_times(connection: sqlite3.Connection, scanned: Sequence[ScannedFile]) -> None:
    """Store the new time of notes whose text is unchanged."""
    revision = _next_revision(connection)
    connection.executemany(
        "UPDATE note SET size = ?, mtime_ns = ?, revision = ? WHERE path = ?",
        [(file.size, file.mtime_ns, revision, file.path) for file in scanned],
    )


def update_states(connection: sqlite3.Connection, scanned: Sequence[ScannedFile]) -> None:
    """Store size and time of notes that are known by name and not read yet."""
    revision = _next_revision(connection)
    for batch in _batches(scanned, VALUES_PER_INSERT):
        # In one statement: with one each, the interpreter lock would be released and awaited as often.
        connection.execute(
            "UPDATE note SET size = json_extract(told.value, '$[1]'), mtime_ns = json_extract(told.value, '$[2]'),"
            " revision = ? FROM json_each(?) AS told"
            " WHERE note.path = json_extract(told.value, '$[0]') AND note.digest = ''",
            (revision, json.dumps([(file.path, file.size, file.mtime_ns) for file in batch])),
        )


def remove_notes(connection: sqlite3.Connection, paths: Sequence[str]) -> None:
    """Delete these notes."""
    numbers = list(_numbers(connection, paths).values())
    _delete_content(connection, numbers)
    connection.executemany("DELETE FROM note WHERE id = ?", [(number,) for number in numbers])


WrittenTexts = Mapping[str, tuple[bytes, bytes]]
"""Head and body of notes in UTF-8, by path."""


def write_entries(connection: sqlite3.Connection, entries: Sequence[IndexEntry]) -> None:
    """Replace the rows of these notes."""
    update_full_text(connection, write_entry_rows(connection, entries, {}))


def write_entry_rows(connection: sqlite3.Connection, entries: Sequence[IndexEntry], texts: WrittenTexts) -> list[int]:
    """Write the rows of these notes except their words; return their numbers, for `update_full_text` once all are
    written.

    Entries whose head and body are in *texts* have none of their own. The words are written last and together,
    because every other statement in between makes FTS5 flush the collected words.
    """
    revision = _next_revision(connection)
    numbers = _numbers(connection, [entry.path for entry in entries])
    unknown = [entry for entry in entries if entry.path not in numbers]
    if unknown:
        scanned = (ScannedFile(entry.path, entry.size, entry.mtime_ns) for entry in unknown)
        _insert(connection, f"INSERT INTO note {_STUB}", [_stub(file, revision) for file in scanned])
    _delete_content(connection, list(numbers.values()))
    numbers |= _numbers(connection, [entry.path for entry in unknown])
    now = time.time()
    connection.executemany(
        "UPDATE note SET kind = ?, title = ?, size = ?, mtime_ns = ?, born_ns = ?, oldest_ns = ?, digest = ?,"
        " words = ?, problem = ?, doubtful = ?, excluded = 0, indexed_at = ?, revision = ? WHERE id = ?",
        [(_kind(entry), entry.title, entry.size, entry.mtime_ns, entry.birth_ns, entry.oldest_ns, entry.digest,
          entry.words, entry.problem, entry.doubtful, now, revision, numbers[entry.path])
         for entry in entries],
    )  # fmt: skip
    numbered = sorted(((numbers[entry.path], entry) for entry in entries), key=itemgetter(0))
    connection.executemany(
        # SQLite stores text as UTF-8, so bytes need no conversion to a string.
        "INSERT INTO text (id, names, headings, properties, body, spellings)"
        " VALUES (?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?)",
        [(number, entry.names, "\n".join([row[2] for row in entry.headings]),
          *texts.get(entry.path, (entry.head, entry.body)), entry.spellings)
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
    row_marks = f"({', '.join('?' * len(rows[0]))})"
    batch_size = VALUES_PER_INSERT // len(rows[0])
    for batch in _batches(rows, batch_size):
        if len(batch) == batch_size:
            connection.execute(
                f"{sql} VALUES {', '.join([row_marks] * batch_size)}{after}", list(chain.from_iterable(batch))
            )
        else:
            connection.executemany(f"{sql} VALUES {row_marks}{after}", batch)


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
    for batch in _batches(paths):
        marks = ",".join("?" * len(batch))
        numbers.update(connection.execute(f"SELECT path, id FROM note WHERE path IN ({marks})", batch))  # noqa: S608 - markers
    return numbers


def _delete_content(connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Delete everything read from these notes; their own rows stay."""
    stored: list[int] = []
    for batch in _batches(numbers):
        # A note known by name only has no text and no other rows: the common case of a first scan.
        stored += [row[0] for row in connection.execute(f"SELECT id FROM text WHERE id IN ({_sql_list(batch)})")]  # noqa: S608 - numbers
    # FTS5 needs the exact old words before they are deleted.
    update_full_text(connection, stored, "delete")
    for batch in _batches(stored):
        for table, column in _READ_FROM_NOTES:
            connection.execute(f"DELETE FROM {table} WHERE {column} IN ({_sql_list(batch)})")  # noqa: S608 - the table below


_READ_FROM_NOTES = (
    ("text", "id"), ("tag", "note"), ("link", "note"), ("chat_link", "note"), ("heading", "note"),
    ("alias", "note"), ("property", "note"), ("inline", "note"),
)  # fmt: skip


def update_full_text(connection: sqlite3.Connection, numbers: Sequence[int], order: Literal["", "delete"] = "") -> None:
    """Add or delete the words of these texts, as stored in the table `text`, in the full-text index."""
    # Ascending: at a lower number than the last one FTS5 flushes the collected words.
    for batch in _batches(sorted(numbers), FULL_TEXT_NOTES_PER_STATEMENT):
        connection.execute(
            "INSERT INTO fts(fts, rowid, names, headings, properties, body, spellings)"  # noqa: S608 - numbers
            f" SELECT nullif('{order}', ''), id, names, headings, properties, body, spellings FROM text"
            f" WHERE id IN ({_sql_list(batch)}) ORDER BY id"
        )


def _sql_list(numbers: Iterable[int]) -> str:
    """Return the numbers as an SQL list."""
    return ",".join(map(str, numbers))


def _batches(items: Sequence[T], size: int = VALUES_PER_QUERY) -> Iterable[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))
