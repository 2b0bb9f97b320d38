"""Tests of index/store/index_schema.py."""

import sqlite3
from contextlib import closing

from vaultdesk.index.store import index_schema

# Meaning tables: those of the search by meaning are part of a new file.


def test_a_new_file_has_them_all() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_schema.create_tables(connection)
        made = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert made >= index_schema.EMBEDDING_TABLE_NAMES


# Ranking tables: they are laid with the others.


def test_a_new_file_has_them() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_schema.create_tables(connection)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables >= index_schema.RANKING_TABLE_NAMES
    assert index_schema.TABLE_NAMES >= index_schema.RANKING_TABLE_NAMES


def test_names_are_looked_up_by_an_index() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_schema.create_tables(connection)
        for sql in (
            "SELECT id FROM note WHERE name_key = ?",
            "SELECT id FROM note WHERE title COLLATE NOCASE IN (?)",
            "SELECT note FROM alias WHERE alias COLLATE NOCASE IN (?)",
        ):
            ((*_, plan),) = connection.execute(f"EXPLAIN QUERY PLAN {sql}", ("x",))
            assert plan.startswith("SEARCH")


# Schema: the tables of a new file, and a file of another version.


def test_a_new_file_is_current() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        assert not index_schema.has_current_schema(connection)
        index_schema.create_tables(connection)
        assert index_schema.has_current_schema(connection)
        connection.execute("DROP TABLE tag")
        assert not index_schema.has_current_schema(connection)


def test_another_version_is_not_current() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_schema.create_tables(connection)
        connection.execute(f"PRAGMA user_version = {index_schema.VERSION + 1}")
        assert not index_schema.has_current_schema(connection)
