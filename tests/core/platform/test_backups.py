"""Backups: whole, on the disk, the last three; a newer file is left as it is."""

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
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE IF NOT EXISTS word (text TEXT)")
        made.executemany("INSERT INTO word VALUES (?)", [(word,) for word in words])
        made.execute(f"PRAGMA user_version = {version}")
        made.commit()
    return file


def words_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as opened:
        return [str(row[0]) for row in opened.execute("SELECT text FROM word")]


def test_the_last_three_are_kept_of_each_file(tmp_path: Path) -> None:
    file, other = tmp_path / "settings.toml", tmp_path / "state.json"
    other.write_text("{}")
    mine = back_up(other, 1)
    made: list[Path] = []
    for number in range(MAX_BACKUPS + 2):
        file.write_text(str(number))
        made.append(back_up(file, number))

    assert list_backups(file) == made[:1:-1]
    assert [one.read_text() for one in list_backups(file)] == ["4", "3", "2"]
    assert list_backups(other) == [mine]
    assert {one.name for one in (tmp_path / "backups").iterdir()} == {one.name for one in (*made[2:], mine)}


def test_the_newest_of_a_version_is_found_and_versions_are_not_mixed_up(tmp_path: Path) -> None:
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
def test_copies_are_private(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("key")
    copy = back_up(file, 1)
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.parent.stat().st_mode & 0o077 == 0


def test_a_copy_that_fails_leaves_no_litter_and_takes_no_older_one_away(
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


def test_a_copy_has_what_still_stands_in_the_log_of_a_database_that_is_open(tmp_path: Path) -> None:
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
def test_what_is_no_database_has_no_version(tmp_path: Path, data: bytes | None) -> None:
    file = tmp_path / "a #%.sqlite"
    if data is not None:
        file.write_bytes(data)
    assert database_version(file) == 0
    assert database_for_version(file, 1) == file


def test_a_program_works_on_the_file_of_its_own_version(tmp_path: Path) -> None:
    file = database(tmp_path / "journal.sqlite", 2, "mine")
    assert database_for_version(file, 2) == file
    assert database_for_version(file, 3) == file


def test_beside_a_newer_file_it_goes_on_from_its_last_copy(tmp_path: Path) -> None:
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


def test_without_a_copy_it_begins_with_nothing(tmp_path: Path) -> None:
    file = database(tmp_path / "journal.sqlite", 9, "after")
    assert not database_for_version(file, 1).exists()
