"""Tests of index/indexing/integrity_check.py."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from tests.index.test_damage import notes
from tests.support.index_content import content, difference, fresh_content
from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.index.indexing.integrity_check import flaw_in_structure, wrong_notes
from vaultdesk.index.store.database import read_checksum, remove_checksum
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.disk.vault_files import VaultFiles

# Close look: rows are held beside what the notes say now; what will be read for another reason is passed over.


@pytest.fixture
async def index(tmp_path: Path) -> Index:
    """An index of some notes, with nobody at work on it."""
    lay(tmp_path / "vault", notes())
    async with at_work(tmp_path / "vault", tmp_path / "index.sqlite"):
        pass
    one = Index(tmp_path / "index.sqlite")
    one.open()
    return one


def _wrong(index: Index, root: Path) -> tuple[list[str], int]:
    with index.reading() as connection:
        assert flaw_in_structure(connection) == ""
        found = list(wrong_notes(connection, VaultFiles(root), lambda: False))
    return sorted(entry.path for piece in found for entry in piece.entries), sum(piece.others for piece in found)


def _change(index: Index, sql: str) -> None:
    with index.writing() as connection:
        assert connection.execute(sql).rowcount > 0


def test_in_a_sound_index_nothing_is_wrong(index: Index, tmp_path: Path) -> None:
    assert _wrong(index, tmp_path / "vault") == ([], 0)
    index.close()


def _note(name: str) -> str:
    return f"(SELECT id FROM note WHERE name = '{name}')"


@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE text SET properties = properties || ' ' WHERE id = {_note('Note 5')}",
        f"UPDATE note SET words = words + 1 WHERE id = {_note('Note 5')}",
        f"UPDATE note SET digest = 'ab' WHERE id = {_note('Note 5')}",
        f"UPDATE link SET subpath = '' WHERE note = {_note('Note 5')}",
        f"DELETE FROM tag WHERE note = {_note('Note 5')}",
        f"UPDATE alias SET nth = nth + 1 WHERE note = {_note('Note 5')}",
        f"UPDATE property SET value = '99' WHERE note = {_note('Note 5')} AND name = 'rating'",
        f"INSERT INTO inline SELECT {_note('Note 5')}, 50, 'a', '1'",
        f"UPDATE heading SET line = line + 1 WHERE note = {_note('Note 5')}",
    ],
)
def test_a_row_that_says_something_else_is_wrong(index: Index, tmp_path: Path, sql: str) -> None:
    _change(index, sql)
    assert _wrong(index, tmp_path / "vault") == (["heat pump/Note 5.md"], 0)
    index.close()


def test_a_hidden_note_with_a_wrong_row_is_counted(index: Index, tmp_path: Path) -> None:
    _change(index, "UPDATE note SET path_key = 'x' WHERE excluded = 1")
    assert _wrong(index, tmp_path / "vault") == ([], 1)
    index.close()


def test_a_note_that_has_changed_since_is_passed_over(index: Index, tmp_path: Path) -> None:
    lay(tmp_path / "vault", {"heat pump/Note 5.md": "changed since"})
    (tmp_path / "vault" / "boiler" / "Note 3.md").unlink()
    assert _wrong(index, tmp_path / "vault") == ([], 0)
    index.close()


def test_rows_without_their_note_and_a_path_that_is_none_are_flaws(index: Index, tmp_path: Path) -> None:
    _change(index, "INSERT INTO tag (note, key, tag, nth) VALUES (4711, 'a', 'a', 0)")
    with index.reading() as connection:
        assert "rows without their note" in flaw_in_structure(connection)
    _change(index, f"UPDATE note SET path = '../outside.md' WHERE id = {_note('Note 5')}")
    with index.reading() as connection, pytest.raises(sqlite3.DatabaseError):
        list(wrong_notes(connection, VaultFiles(tmp_path / "vault"), lambda: False))
    index.close()


def test_it_stops_when_told(index: Index, tmp_path: Path) -> None:
    with index.reading() as connection:
        assert list(wrong_notes(connection, VaultFiles(tmp_path / "vault"), lambda: True)) == []
    index.close()


def test_a_vault_that_is_away_proves_nothing(index: Index, tmp_path: Path) -> None:
    files = VaultFiles(tmp_path / "vault")
    (tmp_path / "vault").rename(tmp_path / "away")
    with index.reading() as connection, pytest.raises(VaultUnavailable):
        list(wrong_notes(connection, files, lambda: False))
    index.close()


# Proof: the file is proven or condemned in the background; a few wrong notes are written again, many are not.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "index.sqlite"


@pytest.fixture
async def root(tmp_path: Path, file: Path) -> Path:
    """A vault whose index was closed well."""
    made = lay(tmp_path / "vault", notes())
    async with at_work(made, file):
        pass
    return made


def _damage(file: Path, script: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.executescript(script)


def _first_made(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("SELECT min(indexed_at) FROM note WHERE indexed_at > 0").fetchone()[0] * 1_000)


async def test_a_sealed_file_is_proven_without_a_close_look(
    root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "vaultdesk.index.indexing.integrity_check.flaw_in_structure", lambda connection: "full index check"
    )
    before = _first_made(file)
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
    assert _first_made(file) == before


async def test_a_file_after_a_crash_is_looked_at_closely_and_sealed_again(root: Path, file: Path) -> None:
    before = _first_made(file)
    remove_checksum(file)
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
    assert _first_made(file) == before
    assert read_checksum(file) is not None


async def test_a_wrong_note_is_written_again_and_the_others_are_kept(root: Path, file: Path, tmp_path: Path) -> None:
    before = _first_made(file)
    remove_checksum(file)
    _damage(file, "UPDATE link SET line = 77 WHERE note = (SELECT max(note) FROM link)")
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
    assert _first_made(file) == before
    assert difference(content(file), await fresh_content(root, tmp_path / "fresh.sqlite")) == ""


@pytest.mark.parametrize("script", ["UPDATE link SET line = 77", "DELETE FROM fts_docsize WHERE id = 3"])
async def test_many_wrong_notes_and_wrong_words_condemn_the_file(
    root: Path, file: Path, tmp_path: Path, script: str
) -> None:
    before = _first_made(file)
    remove_checksum(file)
    _damage(file, script)
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
        await scene.indexer.rescan()
    assert _first_made(file) > before
    assert difference(content(file), await fresh_content(root, tmp_path / "fresh.sqlite")) == ""


async def test_vectors_that_can_be_none_are_dropped_and_the_others_kept(root: Path, file: Path) -> None:
    remove_checksum(file)
    _damage(
        file,
        "INSERT INTO model (id, name, title, dimensions) VALUES (1, 'm', 'M', 2);"
        "INSERT INTO vector VALUES (1, x'01', x'00000000'), (1, x'02', x'0000'), (1, x'03', x''), (9, x'04', x'0000')",
    )
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
        with scene.index.reading() as connection:
            kept = connection.execute("SELECT model, key FROM vector ORDER BY key").fetchall()
    assert kept == [(1, b"\x01"), (1, b"\x03")]
