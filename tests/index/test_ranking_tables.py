"""Ranking tables: they are laid with the others."""

import sqlite3
from contextlib import closing

from vaultdesk.index import ranking_tables, schema


def test_a_new_file_has_them() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.create(connection)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables >= ranking_tables.NAMES
    assert schema.NAMES >= ranking_tables.NAMES


def test_names_are_looked_up_by_an_index() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.create(connection)
        for sql in (
            "SELECT id FROM note WHERE name_key = ?",
            "SELECT id FROM note WHERE title COLLATE NOCASE IN (?)",
            "SELECT note FROM alias WHERE alias COLLATE NOCASE IN (?)",
        ):
            ((*_, plan),) = connection.execute(f"EXPLAIN QUERY PLAN {sql}", ("x",))
            assert plan.startswith("SEARCH")
