"""Engine: can this computer's SQLite do what the index needs? Opens no file."""

import sqlite3
from contextlib import closing


def engine_problem() -> str:
    """Return why the search index cannot work here, as a plain sentence; empty where it can."""
    try:
        with closing(sqlite3.connect(":memory:")) as trial:
            trial.execute("CREATE VIRTUAL TABLE trial USING fts5(words)")
    except sqlite3.Error as error:
        return f"SQLite {sqlite3.sqlite_version} has no full-text search: {error}"
    return ""


def engine_name() -> str:
    """Return the engine and its version, for people."""
    return f"SQLite {sqlite3.sqlite_version} with FTS5"
