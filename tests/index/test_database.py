"""Database: a file is taken, made or thrown away; errors say whether a new file is the cure."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import lay
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import database, schema
from vaultdesk.vault.disk.watcher import folder_identity


def test_a_new_file_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folders" / "index.sqlite"
    assert database.prepare(file) is True
    assert database.prepare(file) is False


def test_what_another_program_is_laying_is_waited_for_not_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "index.sqlite"
    half, on = threading.Event(), threading.Event()
    lay_tables = schema.create

    def slowly(connection: sqlite3.Connection) -> None:
        half.set()
        assert on.wait(10)
        lay_tables(connection)

    schema.is_current(sqlite3.connect(":memory:"))  # What a sound file looks like is known before.
    monkeypatch.setattr(schema, "create", slowly)
    with ThreadPoolExecutor(2) as programs:
        first = programs.submit(database.prepare, file)
        assert half.wait(10)
        laid = folder_identity(file)
        second = programs.submit(database.prepare, file)
        assert not wait({second}, timeout=0.2).done
        on.set()
        assert (first.result(), second.result()) == (True, False)
    assert folder_identity(file) == laid


def test_another_programs_database_is_thrown_away(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE note (id)")
    assert database.prepare(file) is True


def test_a_file_cut_short_is_seen_without_reading_it(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    database.prepare(file)
    assert database.is_sound(file)
    file.write_bytes(file.read_bytes()[:-4096])
    assert not database.is_sound(file)


def test_somebodys_folder_in_its_place_is_moved_aside_not_deleted(tmp_path: Path) -> None:
    file = lay(tmp_path / "index.sqlite", {"kept.txt": "kept"})
    assert database.prepare(file) is True
    (aside,) = tmp_path.glob("index.sqlite.aside-*")
    assert (aside / "kept.txt").read_text() == "kept"


def test_no_log_of_an_old_file_reaches_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    lay(tmp_path, {"index.sqlite": "junk", "index.sqlite-wal": "junk", "index.sqlite-shm": "junk"})
    assert database.prepare(file) is True
    assert database.is_sound(file)


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
    problem = database.translate(_error(sqlite3.OperationalError, code), Path("x"))
    assert database.is_damage(problem) is is_damage
    assert problem.title
    assert problem.hint


def test_an_error_without_a_code_is_damage() -> None:
    assert database.is_damage(database.translate(sqlite3.OperationalError("Could not decode to UTF-8"), Path("x")))


def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(IndexFailed) as caught:
        database.prepare(tmp_path / "data" / "index.sqlite")
    assert not database.is_damage(caught.value)
