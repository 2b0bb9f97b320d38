"""Schema: the tables of a new file, and a file of another version."""

import sqlite3
from contextlib import closing

from vaultdesk.index import schema


def test_a_new_file_is_current() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        assert not schema.is_current(connection)
        schema.create(connection)
        assert schema.is_current(connection)
        connection.execute("DROP TABLE tag")
        assert not schema.is_current(connection)


def test_another_version_is_not_current() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.create(connection)
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        assert not schema.is_current(connection)
