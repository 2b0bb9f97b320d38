"""Tables of the index file, and the check that a file has exactly these."""

import functools
import sqlite3
from contextlib import closing

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

EMBEDDING_TABLE_NAMES = frozenset({"cut", "passage", "model", "vector"})
"""The tables above."""


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
-- was as a line (vocabulary.py); NULL where they would not do.
CREATE TABLE words_counted (revision INTEGER NOT NULL, notes INTEGER NOT NULL, words BLOB);
"""

RANKING_TABLE_NAMES = frozenset({"frequent_word", "best_notes", "words_counted"})


VERSION = 11
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
    spellings TEXT NOT NULL DEFAULT ''      -- keys of the words that differ from theirs (word_spelling.py)
);
-- Told by store.py, many notes in one statement: with a trigger it would write its words down at every single note.
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

TABLE_NAMES = (
    frozenset({"note", "text", "fts", "tag", "link", "chat_link", "heading", "alias", "property", "inline"})
    | EMBEDDING_TABLE_NAMES
    | RANKING_TABLE_NAMES
)
"""The tables of a valid file, without FTS5's own shadow tables."""


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in an empty file, all or nothing."""
    ours = f"('rank', '{BM25_RANK}'), ('hashsize', {FTS_HASH_BYTES}), ('automerge', {FTS_AUTOMERGE})"
    rank = f"INSERT INTO fts(fts, rank) VALUES {ours};"  # noqa: S608 - constants
    marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    tables = f"{NOTE_TABLES} {EMBEDDING_TABLES} {RANKING_TABLES}"
    connection.executescript(f"BEGIN IMMEDIATE; {tables} {rank} {marks} COMMIT;")


def has_current_schema(connection: sqlite3.Connection) -> bool:
    """Whether the file has our application id, version and schema: read from its header, so cheap at any size."""
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return bool(ours and version == VERSION and _layout(connection) == _own_layout())


def _layout(connection: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    """Return the SQL of every table, index and trigger."""
    return frozenset(connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master"))


@functools.cache
def _own_layout() -> frozenset[tuple[str, str, str]]:
    # A missing trigger or index is no error to SQLite, and yet the words of a note would not be found.
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as blank:
        create_tables(blank)
        return _layout(blank)
