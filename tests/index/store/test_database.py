"""Tests of index/store/database.py."""

import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import lay
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.store import database, index_tables
from vaultdesk.index.store.database import (
    compute_checksum,
    has_log,
    read_checksum,
    remove_checksum,
    verify_checksum,
    write_checksum,
)
from vaultdesk.vault.disk.watcher import folder_identity

# Seal: a file is known again bit by bit; without a seal, or with a log beside it, nothing is said.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "index.sqlite"
    made.write_bytes(bytes(range(256)) * 10_000)
    write_checksum(made)
    return made


def _checksum(file: Path) -> object:
    with file.open("rb") as opened:
        return compute_checksum(opened.fileno())


def test_a_sealed_file_is_whole_and_one_bit_makes_another_seal(file: Path) -> None:
    assert verify_checksum(file) == "valid"
    assert _checksum(file) == read_checksum(file)
    with file.open("r+b") as opened:
        opened.seek(1_500_000)
        opened.write(b"\x00")
    assert verify_checksum(file) == "valid"  # A glance looks at head and size alone.
    assert _checksum(file) != read_checksum(file)


@pytest.mark.parametrize("size", [0, 99, 2_559_999, 2_560_001])
def test_another_size_is_seen_at_a_glance(file: Path, size: int) -> None:
    os.truncate(file, size)
    assert verify_checksum(file) == "mismatch"


def test_another_head_is_seen_at_a_glance(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(b"x")
    assert verify_checksum(file) == "mismatch"


def test_a_broken_seal_says_nothing_and_breaking_it_twice_is_fine(file: Path) -> None:
    remove_checksum(file)
    remove_checksum(file)
    assert read_checksum(file) is None
    assert verify_checksum(file) == "missing"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"size": "x", "head": 1, "whole": 1}', '{"size": null}'])
def test_a_seal_that_cannot_be_read_is_none(file: Path, text: str) -> None:
    file.with_name("index.sqlite-seal").write_text(text)
    assert read_checksum(file) is None
    assert verify_checksum(file) == "missing"


def test_a_log_that_would_be_taken_in_makes_the_seal_say_nothing(file: Path) -> None:
    file.with_name("index.sqlite-wal").touch()
    assert not has_log(file)
    file.with_name("index.sqlite-wal").write_bytes(b"x")
    assert has_log(file)
    assert verify_checksum(file) == "missing"


def test_a_folder_in_the_seals_place_is_left_alone(file: Path) -> None:
    remove_checksum(file)
    place = file.with_name("index.sqlite-seal")
    place.mkdir()
    remove_checksum(file)
    write_checksum(file)
    assert place.is_dir()
    assert verify_checksum(file) == "missing"


# Database: a file is taken, made or thrown away; errors say whether a new file is the cure.


def test_a_new_file_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folders" / "index.sqlite"
    assert database.prepare_file(file) is True
    assert database.prepare_file(file) is False


def test_what_another_program_is_laying_is_waited_for_not_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "index.sqlite"
    half, on = threading.Event(), threading.Event()
    lay_tables = index_tables.create_tables

    def slowly(connection: sqlite3.Connection) -> None:
        half.set()
        assert on.wait(10)
        lay_tables(connection)

    index_tables.has_current_schema(sqlite3.connect(":memory:"))  # What a sound file looks like is known before.
    monkeypatch.setattr(index_tables, "create_tables", slowly)
    with ThreadPoolExecutor(2) as programs:
        first = programs.submit(database.prepare_file, file)
        assert half.wait(10)
        laid = folder_identity(file)
        second = programs.submit(database.prepare_file, file)
        assert not wait({second}, timeout=0.2).done
        on.set()
        assert (first.result(), second.result()) == (True, False)
    assert folder_identity(file) == laid


def test_another_programs_database_is_thrown_away(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE note (id)")
    assert database.prepare_file(file) is True


def test_a_file_cut_short_is_seen_without_reading_it(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    database.prepare_file(file)
    assert database.is_undamaged(file)
    file.write_bytes(file.read_bytes()[:-4096])
    assert not database.is_undamaged(file)


def test_somebodys_folder_in_its_place_is_moved_aside_not_deleted(tmp_path: Path) -> None:
    file = lay(tmp_path / "index.sqlite", {"kept.txt": "kept"})
    assert database.prepare_file(file) is True
    (aside,) = tmp_path.glob("index.sqlite.aside-*")
    assert (aside / "kept.txt").read_text() == "kept"


def test_no_log_of_an_old_file_reaches_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    lay(tmp_path, {"index.sqlite": "junk", "index.sqlite-wal": "junk", "index.sqlite-shm": "junk"})
    assert database.prepare_file(file) is True
    assert database.is_undamaged(file)


def _error(kind: type[sqlite3.Error], code: int) -> sqlite3.Error:
    error = kind("it failed")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "is_damage"),
    [
        (sqlite3.SQLITE_CORRUPT, True),
        (sqlite3.SQLITE_CORRUPT_VTAB, True),
        (sqlite3.SQLITE_NOTADB, True),
        (sqlite3.SQLITE_ERROR, True),
        (sqlite3.SQLITE_IOERR_SHORT_READ, True),
        (sqlite3.SQLITE_IOERR, False),
        (sqlite3.SQLITE_FULL, False),
        (sqlite3.SQLITE_BUSY, False),
        (sqlite3.SQLITE_READONLY, False),
        (sqlite3.SQLITE_CANTOPEN, False),
    ],
)
def test_damage_is_told_from_trouble(code: int, is_damage: bool) -> None:
    problem = database.index_error(_error(sqlite3.OperationalError, code), Path("x"))
    assert database.is_damage(problem) is is_damage
    assert problem.title
    assert problem.hint


def test_an_error_without_a_code_is_damage() -> None:
    assert database.is_damage(database.index_error(sqlite3.OperationalError("Could not decode to UTF-8"), Path("x")))


def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(IndexFailed) as caught:
        database.prepare_file(tmp_path / "data" / "index.sqlite")
    assert not database.is_damage(caught.value)
