"""Index: one file, a writer and a reader that never wait for each other, damage told apart from trouble."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.database import is_damage
from vaultdesk.index.entry import Sighting, Stored
from vaultdesk.index.index import Index


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM note").fetchone()[0])


def test_what_is_applied_is_stored(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one", "B.md": "two"})
    first = entry(root, "A.md")
    assert index.stored(["A.md", "C.md"]) == {"A.md": Stored(3, first.mtime_ns, first.digest, False)}
    assert index.standing()[:2] == (2, 0)
    index.apply([], gone=["A.md", "never.md"])
    assert set(index.stored()) == {"B.md"}
    index.melt()
    index.close()


def test_a_failing_transaction_changes_nothing(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with suppress(ZeroDivisionError), index.writing() as connection:
        connection.execute("DELETE FROM note")
        raise ZeroDivisionError
    assert set(index.stored()) == {"A.md"}
    index.close()


def test_a_reader_sees_one_commit_for_a_whole_question_and_waits_for_no_writer(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with index.reading() as connection:
        assert _count(connection) == 1
        index.sight([Sighting("B.md", 1, 1)])
        assert _count(connection) == 1
    with index.reading() as connection:
        assert _count(connection) == 2
    index.close()


def test_damage_that_was_met_before_anybody_listened_is_told_then(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    told: list[str] = []
    index.tell_damage(lambda: told.append("sound"))
    index.tell_damage(None)
    index.condemn("a look at all of it")
    index.tell_damage(lambda: told.append("damaged"))
    assert told == ["damaged"]
    index.recover()
    index.tell_damage(lambda: told.append("again"))
    assert told == ["damaged"]
    index.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody remove a file in use")
def test_a_file_removed_while_open_is_damage_and_told(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    told: list[str] = []
    index.tell_damage(lambda: told.append("damaged"))
    (tmp_path / "index.sqlite").unlink()
    with pytest.raises(IndexFailed) as caught:
        index.stored()
    assert is_damage(caught.value)
    assert told == ["damaged"]
    index.recover()
    assert index.stored() == {}
    index.close()


def test_an_error_that_a_new_file_would_not_cure_is_no_damage(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with pytest.raises(IndexFailed) as caught, index.reading() as connection:
        connection.execute("DELETE FROM note")
    assert not is_damage(caught.value)
    assert set(index.stored()) == {"A.md"}
    index.close()


def test_two_programs_write_to_the_same_file(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    one = filled(tmp_path / "index.sqlite", root, {"A.md": "one"})
    two = Index(tmp_path / "index.sqlite")
    lay(root, {"A.md": "changed", "B.md": "two"})
    two.apply([entry(root, "A.md"), entry(root, "B.md")])
    one.apply([entry(root, "A.md")])
    for index in (one, two):
        assert set(index.stored()) == {"A.md", "B.md"}
        with index.reading() as connection:
            found = connection.execute("SELECT rowid FROM fts WHERE fts MATCH 'one'").fetchall()
            assert found == []
            connection.execute("SELECT count(*) FROM fts WHERE fts MATCH 'changed'")
        index.close()


def test_rebuild_empties_and_closing_twice_is_fine(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    index.rebuild()
    assert index.stored() == {}
    index.close()
    index.close()
