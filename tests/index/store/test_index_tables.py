"""Tests of index/store/index_tables.py."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.index.scene import entry, filled
from tests.support.vaults import write_vault
from vaultdesk.index.store import index_tables
from vaultdesk.index.store.index_entry import ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.store.index_tables import update_states


def test_a_new_file_has_the_tables_of_embeddings_and_ranking() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_tables.create_tables(connection)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables >= {"cut", "passage", "model", "vector", "frequent_word", "best_notes", "words_counted"}


def test_names_are_looked_up_through_an_index() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_tables.create_tables(connection)
        for sql in (
            "SELECT id FROM note WHERE name_key = ?",
            "SELECT id FROM note WHERE title COLLATE NOCASE IN (?)",
            "SELECT note FROM alias WHERE alias COLLATE NOCASE IN (?)",
        ):
            ((*_, plan),) = connection.execute(f"EXPLAIN QUERY PLAN {sql}", ("x",))
            assert plan.startswith("SEARCH")


# The schema of a new file and of another version.


def test_a_new_file_is_current() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        assert not index_tables.has_current_schema(connection)
        index_tables.create_tables(connection)
        assert index_tables.has_current_schema(connection)
        connection.execute("DROP TABLE tag")
        assert not index_tables.has_current_schema(connection)


def test_another_version_is_not_current() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_tables.create_tables(connection)
        connection.execute(f"PRAGMA user_version = {index_tables.VERSION + 1}")
        assert not index_tables.has_current_schema(connection)


# Writing entries: the words of FTS5 always equal those of the texts.

TABLES = ("text", "tag", "link", "heading", "alias", "property")
RICH = "---\naliases: [x]\nstate: new\n---\n# Head\n#tag [[Link]]\n"


def _rows(index: Index) -> dict[str, int]:
    with index.reading() as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}


def _check_words(index: Index) -> None:
    """Let FTS5 compare its words with the texts; it raises if they differ."""
    with index.writing() as connection:
        connection.execute("INSERT INTO fts(fts, rank) VALUES ('integrity-check', 1)")


def test_replacing_and_removing_notes_leaves_no_rows(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": RICH, "B.md": RICH})
    assert _rows(index) == {"text": 2, "tag": 2, "link": 2, "heading": 2, "alias": 2, "property": 4}
    write_vault(root, {"A.md": "plain"})
    index.apply([entry(root, "A.md")])
    assert _rows(index) == {"text": 2, "tag": 1, "link": 1, "heading": 1, "alias": 1, "property": 2}
    _check_words(index)
    index.apply([], removed=["B.md"])
    assert _rows(index) == {"text": 1, "tag": 0, "link": 0, "heading": 0, "alias": 0, "property": 0}
    _check_words(index)
    index.close()


def test_a_note_recorded_as_excluded_loses_its_rows(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": RICH})
    index.record_files([ScannedFile("A.md", 1, 1, excluded=True)])
    assert set(_rows(index).values()) == {0}
    assert index.stored()["A.md"].excluded
    _check_words(index)
    index.close()


def test_ids_are_never_reused(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one"})
    with index.reading() as connection:
        (first,) = connection.execute("SELECT id FROM note").fetchone()
    index.apply([], removed=["A.md"])
    index.apply([entry(root, "A.md")])
    with index.reading() as connection:
        (second,) = connection.execute("SELECT id FROM note").fetchone()
    assert second > first
    index.close()


def test_states_are_updated_only_for_unread_notes(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": RICH})
    index.record_files([ScannedFile("“B”, [1].md", 0, 0), ScannedFile("H.md", 0, 0, excluded=True)])
    before = index.stored()["A.md"]
    with index.reading() as connection:
        revision = connection.execute("SELECT max(revision) FROM note").fetchone()[0]
    with index.writing() as connection:
        update_states(
            connection, [ScannedFile(path, 7, 10**18 + 1) for path in ("A.md", "“B”, [1].md", "H.md", "C.md")]
        )
    stored = index.stored()
    assert stored["A.md"] == before
    assert (stored["“B”, [1].md"].size, stored["“B”, [1].md"].mtime_ns, stored["H.md"].size) == (7, 10**18 + 1, 0)
    assert stored.keys() == {"A.md", "“B”, [1].md", "H.md"}
    with index.reading() as connection:
        changed = connection.execute("SELECT path FROM note WHERE revision > ?", (revision,)).fetchall()
    assert changed == [("“B”, [1].md",)]
    index.close()
