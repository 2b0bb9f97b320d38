"""Meaning tables: those of the search by meaning are part of a new file."""

import sqlite3
from contextlib import closing

from vaultdesk.index import meaning_tables, schema


def test_a_new_file_has_them_all() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.create(connection)
        made = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert made >= meaning_tables.NAMES
