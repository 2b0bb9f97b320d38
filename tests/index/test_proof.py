"""Proof: the file is proven or condemned in the background; a few wrong notes are written again, many are not."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from tests.index.test_damage import notes
from tests.support.index_content import content, difference, fresh_content
from vaultdesk.index.seal import break_seal, read_seal


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
    monkeypatch.setattr("vaultdesk.index.close_look.flaw_in_structure", lambda connection: "looked at closely")
    before = _first_made(file)
    async with at_work(root, file) as scene:
        await scene.indexer.proof.proven.wait()
    assert _first_made(file) == before


async def test_a_file_after_a_crash_is_looked_at_closely_and_sealed_again(root: Path, file: Path) -> None:
    before = _first_made(file)
    break_seal(file)
    async with at_work(root, file) as scene:
        await scene.indexer.proof.proven.wait()
    assert _first_made(file) == before
    assert read_seal(file) is not None


async def test_a_wrong_note_is_written_again_and_the_others_are_kept(root: Path, file: Path, tmp_path: Path) -> None:
    before = _first_made(file)
    break_seal(file)
    _damage(file, "UPDATE link SET line = 77 WHERE note = (SELECT max(note) FROM link)")
    async with at_work(root, file) as scene:
        await scene.indexer.proof.proven.wait()
    assert _first_made(file) == before
    assert difference(content(file), await fresh_content(root, tmp_path / "fresh.sqlite")) == ""


@pytest.mark.parametrize("script", ["UPDATE link SET line = 77", "DELETE FROM fts_docsize WHERE id = 3"])
async def test_many_wrong_notes_and_wrong_words_condemn_the_file(
    root: Path, file: Path, tmp_path: Path, script: str
) -> None:
    before = _first_made(file)
    break_seal(file)
    _damage(file, script)
    async with at_work(root, file) as scene:
        await scene.indexer.proof.proven.wait()
        await scene.indexer.rescan()
    assert _first_made(file) > before
    assert difference(content(file), await fresh_content(root, tmp_path / "fresh.sqlite")) == ""


async def test_vectors_that_can_be_none_are_dropped_and_the_others_kept(root: Path, file: Path) -> None:
    break_seal(file)
    _damage(
        file,
        "INSERT INTO model (id, name, title, dimensions) VALUES (1, 'm', 'M', 2);"
        "INSERT INTO vector VALUES (1, x'01', x'00000000'), (1, x'02', x'0000'), (1, x'03', x''), (9, x'04', x'0000')",
    )
    async with at_work(root, file) as scene:
        await scene.indexer.proof.proven.wait()
        with scene.index.reading() as connection:
            kept = connection.execute("SELECT model, key FROM vector ORDER BY key").fetchall()
    assert kept == [(1, b"\x01"), (1, b"\x03")]
