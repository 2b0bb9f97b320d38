"""Tests of index/indexing/integrity_check.py."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import at_work
from tests.index.test_damage import notes
from tests.support.index_content import content, difference, fresh_content
from tests.support.vaults import write_vault
from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.index.indexing.integrity_check import flaw_in_structure, wrong_notes
from vaultdesk.index.store.database import read_checksum, remove_checksum
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.disk.vault_files import VaultFiles

# Rows are compared with the current notes; notes that changed meanwhile are skipped.


@pytest.fixture
async def index(tmp_path: Path) -> Index:
    """An index of some notes, without an indexer at work."""
    write_vault(tmp_path / "vault", notes())
    async with at_work(tmp_path / "vault", tmp_path / "index.sqlite"):
        pass
    opened_index = Index(tmp_path / "index.sqlite")
    opened_index.open()
    return opened_index


def _wrong_paths(index: Index, root: Path) -> tuple[list[str], int]:
    with index.reading() as connection:
        assert flaw_in_structure(connection) == ""
        batches = list(wrong_notes(connection, VaultFiles(root), lambda: False))
    return sorted(entry.path for batch in batches for entry in batch.entries), sum(batch.others for batch in batches)


def _change(index: Index, sql: str) -> None:
    with index.writing() as connection:
        assert connection.execute(sql).rowcount > 0


def test_an_intact_index_has_no_wrong_notes(index: Index, tmp_path: Path) -> None:
    assert _wrong_paths(index, tmp_path / "vault") == ([], 0)
    index.close()


def _note_id(name: str) -> str:
    return f"(SELECT id FROM note WHERE name = '{name}')"


@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE text SET properties = properties || ' ' WHERE id = {_note_id('Note 5')}",
        f"UPDATE note SET words = words + 1 WHERE id = {_note_id('Note 5')}",
        f"UPDATE note SET digest = 'ab' WHERE id = {_note_id('Note 5')}",
        f"UPDATE link SET subpath = '' WHERE note = {_note_id('Note 5')}",
        f"DELETE FROM tag WHERE note = {_note_id('Note 5')}",
        f"UPDATE alias SET nth = nth + 1 WHERE note = {_note_id('Note 5')}",
        f"UPDATE property SET value = '99' WHERE note = {_note_id('Note 5')} AND name = 'rating'",
        f"INSERT INTO inline SELECT {_note_id('Note 5')}, 50, 'a', '1'",
        f"UPDATE heading SET line = line + 1 WHERE note = {_note_id('Note 5')}",
    ],
)
def test_a_note_with_a_changed_row_is_wrong(index: Index, tmp_path: Path, sql: str) -> None:
    _change(index, sql)
    assert _wrong_paths(index, tmp_path / "vault") == (["heat pump/Note 5.md"], 0)
    index.close()


def test_an_excluded_note_with_a_wrong_row_is_counted(index: Index, tmp_path: Path) -> None:
    _change(index, "UPDATE note SET path_key = 'x' WHERE excluded = 1")
    assert _wrong_paths(index, tmp_path / "vault") == ([], 1)
    index.close()


def test_a_note_changed_meanwhile_is_skipped(index: Index, tmp_path: Path) -> None:
    write_vault(tmp_path / "vault", {"heat pump/Note 5.md": "changed since"})
    (tmp_path / "vault" / "boiler" / "Note 3.md").unlink()
    assert _wrong_paths(index, tmp_path / "vault") == ([], 0)
    index.close()


def test_rows_without_a_note_and_invalid_paths_are_flaws(index: Index, tmp_path: Path) -> None:
    _change(index, "INSERT INTO tag (note, key, tag, nth) VALUES (4711, 'a', 'a', 0)")
    with index.reading() as connection:
        assert "rows without their note" in flaw_in_structure(connection)
    _change(index, f"UPDATE note SET path = '../outside.md' WHERE id = {_note_id('Note 5')}")
    with index.reading() as connection, pytest.raises(sqlite3.DatabaseError):
        list(wrong_notes(connection, VaultFiles(tmp_path / "vault"), lambda: False))
    index.close()


def test_the_check_stops_on_request(index: Index, tmp_path: Path) -> None:
    with index.reading() as connection:
        assert list(wrong_notes(connection, VaultFiles(tmp_path / "vault"), lambda: True)) == []
    index.close()


def test_an_unavailable_vault_raises(index: Index, tmp_path: Path) -> None:
    files = VaultFiles(tmp_path / "vault")
    (tmp_path / "vault").rename(tmp_path / "away")
    with index.reading() as connection, pytest.raises(VaultUnavailable):
        list(wrong_notes(connection, files, lambda: False))
    index.close()


# Verification in the background: a few wrong notes are rewritten, a file with many is rebuilt.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "index.sqlite"


@pytest.fixture
async def root(tmp_path: Path, file: Path) -> Path:
    """A vault whose index was closed properly."""
    vault_root = write_vault(tmp_path / "vault", notes())
    async with at_work(vault_root, file):
        pass
    return vault_root


def _damage(file: Path, script: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.executescript(script)


def _first_indexed_at(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("SELECT min(indexed_at) FROM note WHERE indexed_at > 0").fetchone()[0] * 1_000)


async def test_a_file_with_a_checksum_is_verified_without_a_full_check(
    root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "vaultdesk.index.indexing.integrity_check.flaw_in_structure", lambda connection: "full index check"
    )
    before = _first_indexed_at(file)
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
    assert _first_indexed_at(file) == before


async def test_a_file_without_a_checksum_is_checked_fully_and_gets_one(root: Path, file: Path) -> None:
    before = _first_indexed_at(file)
    remove_checksum(file)
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
    assert _first_indexed_at(file) == before
    assert read_checksum(file) is not None


async def test_a_wrong_note_is_rewritten_and_the_others_are_retained(root: Path, file: Path, tmp_path: Path) -> None:
    before = _first_indexed_at(file)
    remove_checksum(file)
    _damage(file, "UPDATE link SET line = 77 WHERE note = (SELECT max(note) FROM link)")
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
    assert _first_indexed_at(file) == before
    assert difference(content(file), await fresh_content(root, tmp_path / "fresh.sqlite")) == ""


@pytest.mark.parametrize("script", ["UPDATE link SET line = 77", "DELETE FROM fts_docsize WHERE id = 3"])
async def test_many_wrong_notes_or_a_wrong_word_index_cause_a_rebuild(
    root: Path, file: Path, tmp_path: Path, script: str
) -> None:
    before = _first_indexed_at(file)
    remove_checksum(file)
    _damage(file, script)
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
        await scene.indexer.rescan()
    assert _first_indexed_at(file) > before
    assert difference(content(file), await fresh_content(root, tmp_path / "fresh.sqlite")) == ""


async def test_invalid_vectors_are_deleted_and_the_others_retained(root: Path, file: Path) -> None:
    remove_checksum(file)
    _damage(
        file,
        "INSERT INTO model (id, name, title, dimensions) VALUES (1, 'm', 'M', 2);"
        "INSERT INTO vector VALUES (1, x'01', x'00000000'), (1, x'02', x'0000'), (1, x'03', x''), (9, x'04', x'0000')",
    )
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
        with scene.index.reading() as connection:
            vectors = connection.execute("SELECT model, key FROM vector ORDER BY key").fetchall()
    assert vectors == [(1, b"\x01"), (1, b"\x03")]
