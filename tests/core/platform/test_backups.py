"""Backups are complete, the last three are retained, and a newer database file is left unchanged."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from vaultdesk.core.platform.backups import (
    MAX_BACKUPS,
    back_up,
    back_up_database,
    database_for_version,
    database_version,
    list_backups,
    newest_backup,
)


def database(file: Path, version: int, *words: str) -> Path:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS word (text TEXT)")
        connection.executemany("INSERT INTO word VALUES (?)", [(word,) for word in words])
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
    return file


def words_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [str(row[0]) for row in connection.execute("SELECT text FROM word")]


def test_the_last_three_backups_of_each_file_are_retained(tmp_path: Path) -> None:
    file, other = tmp_path / "settings.toml", tmp_path / "state.json"
    other.write_text("{}")
    backup_of_other = back_up(other, 1)
    backups: list[Path] = []
    for number in range(MAX_BACKUPS + 2):
        file.write_text(str(number))
        backups.append(back_up(file, number))

    assert list_backups(file) == backups[:1:-1]
    assert [backup.read_text() for backup in list_backups(file)] == ["4", "3", "2"]
    assert list_backups(other) == [backup_of_other]
    assert {backup.name for backup in (tmp_path / "backups").iterdir()} == {
        backup.name for backup in (*backups[2:], backup_of_other)
    }


def test_the_newest_backup_of_a_version_is_found(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("first")
    back_up(file, 1)
    file.write_text("second")
    second = back_up(file, 1)
    file.write_text("eleventh")
    back_up(file, 11)

    assert newest_backup(file, 1) == second
    assert newest_backup(file, 2) is None


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_backups_are_private(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("key")
    copy = back_up(file, 1)
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.parent.stat().st_mode & 0o077 == 0


def test_a_failed_backup_leaves_no_file_and_deletes_no_older_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("a")
    before = [back_up(file, 1) for _ in range(MAX_BACKUPS)]

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        back_up(file, 1)
    assert sorted((tmp_path / "backups").iterdir()) == sorted(before)


def test_a_backup_contains_changes_that_are_still_in_the_write_ahead_log(tmp_path: Path) -> None:
    file = database(tmp_path / "journal.sqlite", 3, "old")
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("INSERT INTO word VALUES ('new')")
        writer.execute("BEGIN IMMEDIATE")  # as a migration does
        copy = back_up_database(file, 3)
        writer.execute("ROLLBACK")

    assert words_in(copy) == ["old", "new"]
    assert database_version(copy) == 3


@pytest.mark.parametrize("data", [None, b"", b"no database at all" * 100])
def test_a_file_that_is_not_a_database_has_no_version(tmp_path: Path, data: bytes | None) -> None:
    file = tmp_path / "a #%.sqlite"
    if data is not None:
        file.write_bytes(data)
    assert database_version(file) == 0
    assert database_for_version(file, 1) == file


def test_a_database_of_the_same_or_an_older_version_is_used(tmp_path: Path) -> None:
    file = database(tmp_path / "journal.sqlite", 2, "mine")
    assert database_for_version(file, 2) == file
    assert database_for_version(file, 3) == file


def test_beside_a_newer_database_the_last_backup_is_continued(tmp_path: Path) -> None:
    file = database(tmp_path / "journal.sqlite", 1, "before")
    back_up_database(file, 1)
    database(file, 2, "after")
    newer = file.read_bytes()

    own = database_for_version(file, 1)
    assert own == tmp_path / "journal.version-1.sqlite"
    assert words_in(own) == ["before"]
    database(own, 1, "meanwhile")
    assert words_in(database_for_version(file, 1)) == ["before", "meanwhile"]
    assert file.read_bytes() == newer


def test_beside_a_newer_database_without_a_backup_a_new_database_is_created(tmp_path: Path) -> None:
    file = database(tmp_path / "journal.sqlite", 9, "after")
    assert not database_for_version(file, 1).exists()
