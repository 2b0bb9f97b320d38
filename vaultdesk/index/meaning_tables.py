"""Meaning tables: what the search by meaning keeps in the index's file: passages and vectors. Reads nothing."""

TABLES = """
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

NAMES = frozenset({"cut", "passage", "model", "vector"})
"""The tables above."""
