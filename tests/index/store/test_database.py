"""Tests of index/store/database.py."""

import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
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

# Checksums: changes of a closed file are detected; without a checksum, or with a write-ahead log, nothing is known.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    index_file = tmp_path / "index.sqlite"
    index_file.write_bytes(bytes(range(256)) * 10_000)
    write_checksum(index_file)
    return index_file


def _checksum(file: Path) -> object:
    with file.open("rb") as stream:
        return compute_checksum(stream.fileno())


def test_a_file_with_a_checksum_is_valid_and_a_changed_byte_changes_the_checksum(file: Path) -> None:
    assert verify_checksum(file) == "valid"
    assert _checksum(file) == read_checksum(file)
    with file.open("r+b") as stream:
        stream.seek(1_500_000)
        stream.write(b"\x00")
    assert verify_checksum(file) == "valid"  # This quick check compares only the header and the size.
    assert _checksum(file) != read_checksum(file)


@pytest.mark.parametrize("size", [0, 99, 2_559_999, 2_560_001])
def test_the_quick_check_detects_another_size(file: Path, size: int) -> None:
    os.truncate(file, size)
    assert verify_checksum(file) == "mismatch"


def test_the_quick_check_detects_another_header(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.write(b"x")
    assert verify_checksum(file) == "mismatch"


def test_a_removed_checksum_is_missing_and_removing_it_again_is_allowed(file: Path) -> None:
    remove_checksum(file)
    remove_checksum(file)
    assert read_checksum(file) is None
    assert verify_checksum(file) == "missing"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"size": "x", "head": 1, "whole": 1}', '{"size": null}'])
def test_an_unreadable_checksum_counts_as_missing(file: Path, text: str) -> None:
    file.with_name("index.sqlite-seal").write_text(text)
    assert read_checksum(file) is None
    assert verify_checksum(file) == "missing"


def test_beside_a_write_ahead_log_with_content_the_checksum_counts_as_missing(file: Path) -> None:
    file.with_name("index.sqlite-wal").touch()
    assert not has_log(file)
    file.with_name("index.sqlite-wal").write_bytes(b"x")
    assert has_log(file)
    assert verify_checksum(file) == "missing"


def test_a_folder_in_place_of_the_checksum_file_is_not_deleted(file: Path) -> None:
    remove_checksum(file)
    folder = file.with_name("index.sqlite-seal")
    folder.mkdir()
    remove_checksum(file)
    write_checksum(file)
    assert folder.is_dir()
    assert verify_checksum(file) == "missing"


# Database files: they are used, created or replaced; errors are classified by whether a new file would help.


def test_a_new_file_is_created_once(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folders" / "index.sqlite"
    assert database.prepare_file(file) is True
    assert database.prepare_file(file) is False


def test_tables_being_created_by_another_process_are_awaited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "index.sqlite"
    started, may_continue = threading.Event(), threading.Event()
    create_tables = index_tables.create_tables

    def create_slowly(connection: sqlite3.Connection) -> None:
        started.set()
        assert may_continue.wait(10)
        create_tables(connection)

    with closing(sqlite3.connect(":memory:")) as empty:
        index_tables.has_current_schema(empty)  # The expected schema is cached beforehand.
    monkeypatch.setattr(index_tables, "create_tables", create_slowly)
    with ThreadPoolExecutor(2) as programs:
        first = programs.submit(database.prepare_file, file)
        assert started.wait(10)
        identity = folder_identity(file)
        second = programs.submit(database.prepare_file, file)
        assert not wait({second}, timeout=0.2).done
        may_continue.set()
        assert (first.result(), second.result()) == (True, False)
    assert folder_identity(file) == identity


def test_a_foreign_database_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE note (id)")
    assert database.prepare_file(file) is True


def test_a_truncated_file_is_detected_without_reading_it(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    database.prepare_file(file)
    assert database.is_undamaged(file)
    file.write_bytes(file.read_bytes()[:-4096])
    assert not database.is_undamaged(file)


def test_a_folder_in_place_of_the_file_is_moved_aside(tmp_path: Path) -> None:
    file = write_vault(tmp_path / "index.sqlite", {"kept.txt": "kept"})
    assert database.prepare_file(file) is True
    (moved,) = tmp_path.glob("index.sqlite.aside-*")
    assert (moved / "kept.txt").read_text() == "kept"


def test_write_ahead_logs_of_an_old_file_are_deleted(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    write_vault(tmp_path, {"index.sqlite": "junk", "index.sqlite-wal": "junk", "index.sqlite-shm": "junk"})
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
def test_damage_is_distinguished_from_other_errors(code: int, is_damage: bool) -> None:
    error = database.index_error(_error(sqlite3.OperationalError, code), Path("x"))
    assert database.is_damage(error) is is_damage
    assert error.title
    assert error.hint


def test_an_error_without_a_code_is_damage() -> None:
    assert database.is_damage(database.index_error(sqlite3.OperationalError("Could not decode to UTF-8"), Path("x")))


def test_a_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(IndexFailed) as caught:
        database.prepare_file(tmp_path / "data" / "index.sqlite")
    assert not database.is_damage(caught.value)
