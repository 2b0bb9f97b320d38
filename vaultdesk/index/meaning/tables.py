"""Tables: what the search by meaning keeps in the index's file: passages and vectors. Writes and reads nothing."""

TABLES = """
-- A note's passages as they were cut last; `digest` is of the note's text they were cut from.
CREATE TABLE cut (note INTEGER PRIMARY KEY, digest TEXT NOT NULL);
CREATE TABLE passage (
    note INTEGER, nth INTEGER, key BLOB NOT NULL, heading TEXT NOT NULL,
    first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, start INTEGER NOT NULL, finish INTEGER NOT NULL,
    PRIMARY KEY (note, nth)
) WITHOUT ROWID;
CREATE INDEX passage_key ON passage(key);
-- By what was embedded, so that a passage that moves or is cut again the same keeps its vector.
CREATE TABLE model (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, complete INTEGER NOT NULL DEFAULT 0);
CREATE TABLE vector (
    model INTEGER, key BLOB, vector BLOB NOT NULL,   -- float16, of length 1
    PRIMARY KEY (model, key)
) WITHOUT ROWID;
"""

NAMES = frozenset({"cut", "passage", "model", "vector"})
