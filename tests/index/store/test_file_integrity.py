"""Tests of index/store/file_integrity.py."""

import hashlib
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.index.scene import entry, filled
from tests.support.vaults import write_vault
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.store import database
from vaultdesk.index.store.database import read_checksum
from vaultdesk.index.store.file_integrity import check_index_health, engine_name, engine_problem
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.vault import Vault

# Integrity: when the checksum is written, when the file counts as verified, and what a foreign change does to that.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An index that was closed properly."""
    index_file = tmp_path / "index.sqlite"
    filled(index_file, tmp_path / "vault", {"A.md": "one", "B.md": "two"}).close()
    return index_file


def _write(index: Index, root: Path, text: str) -> None:
    write_vault(root, {"A.md": text})
    index.apply([entry(root, "A.md")])


def test_a_properly_closed_file_has_a_valid_checksum(file: Path) -> None:
    assert read_checksum(file) is not None
    index = Index(file)
    index.open()
    assert not index.integrity.verified
    assert index.integrity.verify_checksum() == "valid"
    assert index.integrity.verified
    index.close()
    assert read_checksum(file) is not None


def test_the_first_commit_removes_the_checksum_and_closing_writes_a_new_one(file: Path, tmp_path: Path) -> None:
    before = read_checksum(file)
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    assert read_checksum(file) is None
    assert index.integrity.verify_checksum() == "valid"  # The commit is in the log; the file itself is unchanged.
    index.close()
    assert read_checksum(file) not in (None, before)


def test_a_file_that_was_not_verified_is_verified_on_closing(file: Path, tmp_path: Path) -> None:
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    index.close()
    assert read_checksum(file) is not None


def test_a_file_that_does_not_match_its_checksum_gets_no_new_one(file: Path, tmp_path: Path) -> None:
    with file.open("r+b") as stream:
        stream.seek(file.stat().st_size - 10)
        stream.write(b"damaged")
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    assert index.integrity.verify_checksum() == "mismatch"
    index.close()
    assert read_checksum(file) is None


def test_a_file_without_a_checksum_is_not_verified_and_gets_none(file: Path, tmp_path: Path) -> None:
    file.with_name("index.sqlite-seal").unlink()
    index = Index(file)
    _write(index, tmp_path / "vault", "three")
    assert index.integrity.verify_checksum() == "missing"
    assert not index.integrity.verified
    index.close()
    assert read_checksum(file) is None


def test_a_checksum_beside_a_log_is_removed_on_opening(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE note SET title = 'Other'")
        assert file.with_name("index.sqlite-wal").stat().st_size
        index = Index(file)
        index.open()
        assert read_checksum(file) is None
        assert index.integrity.verify_checksum() == "missing"
        index.close()
    assert read_checksum(file) is None


def test_a_foreign_write_to_the_open_file_ends_its_verification_and_own_writes_do_not(
    file: Path, tmp_path: Path
) -> None:
    index = Index(file)
    index.open()
    index.integrity.verify_checksum()
    _write(index, tmp_path / "vault", "three")
    index.open()
    assert index.integrity.verified
    data = file.read_bytes()
    file.write_bytes(data)
    index.open()
    assert not index.integrity.verified
    index.close()
    assert read_checksum(file) is None


def test_writes_through_another_connection_do_not_end_the_verification(file: Path, tmp_path: Path) -> None:
    index = Index(file)
    index.open()
    index.integrity.verify_checksum()
    other = Index(file)
    _write(other, tmp_path / "vault", "three")
    index.open()
    assert index.integrity.verified
    other.close()
    index.close()


def test_a_wal_checkpoint_is_not_a_foreign_write(file: Path, tmp_path: Path) -> None:
    index = Index(file)
    index.open()
    index.integrity.verify_checksum()
    before = file.read_bytes()
    for number in range(2):
        _write(index, tmp_path / "vault", " ".join(f"word{number}x{word}" for word in range(150_000)))
    assert file.read_bytes() != before
    index.open()
    assert index.integrity.verified
    index.close()
    assert read_checksum(file) is not None


def test_truncating_the_open_file_is_damage(file: Path) -> None:
    index = Index(file)
    index.open()
    with file.open("r+b") as stream:
        stream.truncate(4096)
    with pytest.raises(IndexFailed) as caught:
        index.stored()
    assert database.is_damage(caught.value)
    index.close()


# The SQLite library: its version and missing extensions are reported.


def test_the_sqlite_of_this_interpreter_can_search() -> None:
    assert engine_problem() == ""
    assert sqlite3.sqlite_version in engine_name()


def test_a_missing_extension_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class WithoutExtension(sqlite3.Connection):
        def execute(self, *arguments: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("no such module: fts5")

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda place: real(place, factory=WithoutExtension))
    assert "no such module: fts5" in engine_problem()


# Health checks of an index file, open or closed, intact or damaged; they never change it.

NOTES = {"Boiler.md": "# Boiler\n\nIt leaks.\n", "Projects/Heat.md": "8.2 kW\n", "Daily/2026-11-20.md": "rang\n"}


async def index_of(folder: Path) -> Path:
    """Return the file of a closed index over three notes."""
    root = folder / "notes"
    for name, text in NOTES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    file = folder / "index.sqlite"
    async with Vault(root, data_folder=folder / "place") as vault, Indexer(vault, Index(file)) as indexer:
        await indexer.settled()
        await indexer.integrity_check.verified.wait()
    return file


async def test_a_closed_index_is_intact_with_checksum_and_counts(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    before = {
        database_file.name: hashlib.sha256(database_file.read_bytes()).hexdigest()
        for database_file in tmp_path.glob("index.sqlite*")
    }
    health = check_index_health(file, 5.0)
    assert (health.condition, health.notes, health.unread, health.problems) == ("intact", 3, 0, 0)
    assert (health.has_checksum, health.is_complete) == (True, True)
    assert health.last is not None
    assert health.size == file.stat().st_size
    after = {
        database_file.name: hashlib.sha256(database_file.read_bytes()).hexdigest()
        for database_file in tmp_path.glob("index.sqlite*")
    }
    assert {name: after.get(name) for name in before} == before


async def test_an_open_index_can_be_checked_while_it_is_used(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "notes")
    file = tmp_path / "index.sqlite"
    async with Vault(root, data_folder=tmp_path / "place") as vault, Indexer(vault, Index(file)) as indexer:
        state = await indexer.settled()
        health = check_index_health(file, 5.0, is_open=True)
        assert (health.condition, health.notes, health.has_checksum) == ("intact", state.notes, False)
        (root / "Fresh.md").write_text("one more", encoding="utf-8")
        assert (await indexer.rescan()).notes == state.notes + 1


def test_a_missing_file_is_not_an_index(tmp_path: Path) -> None:
    assert check_index_health(tmp_path / "index.sqlite", 1.0).condition == "none"


async def test_a_changed_bit_in_a_closed_file_is_damage(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    data = bytearray(file.read_bytes())
    data[30] ^= 1
    file.write_bytes(data)
    health = check_index_health(file, 5.0)
    assert (health.condition, health.reason) == ("damaged", "it is not the file that was closed")


@pytest.mark.parametrize("text", [b"", b"no database at all" * 500])
def test_a_file_that_is_not_a_database_is_damaged_or_foreign(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    file.write_bytes(text)
    assert check_index_health(file, 1.0).condition in ("damaged", "other")


async def test_a_damaged_tree_is_found_without_a_checksum(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    file.with_name(file.name + "-seal").unlink()
    with file.open("r+b") as stream:
        stream.seek(4096 * 2)
        stream.write(b"\xee" * (file.stat().st_size - 4096 * 2))
    assert check_index_health(file, 5.0).condition == "damaged"


async def test_a_check_stops_at_its_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = await index_of(tmp_path)
    monkeypatch.setattr("vaultdesk.index.store.file_integrity.PROGRESS_STEPS", 1)
    seconds = count()
    health = check_index_health(file, 0.5, clock=lambda: float(next(seconds)))
    assert (health.condition, health.is_complete, health.notes) == ("intact", False, 3)
