"""Health: the index's file looked at from beside it, open or closed, whole or broken, and never changed by that."""

import hashlib
from itertools import count
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.index.health import health_of
from vaultdesk.index.index import Index
from vaultdesk.index.indexer import Indexer
from vaultdesk.vault.vault import Vault

NOTES = {"Boiler.md": "# Boiler\n\nIt leaks.\n", "Projects/Heat.md": "8.2 kW\n", "Daily/2026-11-20.md": "rang\n"}


async def index_of(folder: Path) -> Path:
    """Return the file of a closed index over three notes."""
    root = folder / "notes"
    for name, text in NOTES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    file = folder / "index.sqlite"
    async with Vault(root, place=folder / "place") as vault, Indexer(vault, Index(file)) as indexer:
        await indexer.settled()
        await indexer.proof.proven.wait()
    return file


async def test_a_closed_index_is_sound_sealed_and_counted(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    before = {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in tmp_path.glob("index.sqlite*")}
    health = health_of(file, 5.0)
    assert (health.condition, health.notes, health.unread, health.problems) == ("sound", 3, 0, 0)
    assert (health.sealed, health.whole) == (True, True)
    assert health.last is not None
    assert health.size == file.stat().st_size
    after = {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in tmp_path.glob("index.sqlite*")}
    assert {name: after.get(name) for name in before} == before


async def test_an_open_index_is_looked_at_beside_its_work(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "notes")
    file = tmp_path / "index.sqlite"
    async with Vault(root, place=tmp_path / "place") as vault, Indexer(vault, Index(file)) as indexer:
        state = await indexer.settled()
        health = health_of(file, 5.0, held=True)
        assert (health.condition, health.notes, health.sealed) == ("sound", state.notes, False)
        (root / "Fresh.md").write_text("one more", encoding="utf-8")
        assert (await indexer.rescan()).notes == state.notes + 1


def test_no_file_is_no_index(tmp_path: Path) -> None:
    assert health_of(tmp_path / "index.sqlite", 1.0).condition == "none"


async def test_a_letter_changed_since_it_was_closed_is_damage(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    data = bytearray(file.read_bytes())
    data[30] ^= 1
    file.write_bytes(data)
    health = health_of(file, 5.0)
    assert (health.condition, health.why) == ("damaged", "it is not the file that was closed")


@pytest.mark.parametrize("text", [b"", b"no database at all" * 500])
def test_what_is_no_database_is_damaged_or_another(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite"
    file.write_bytes(text)
    assert health_of(file, 1.0).condition in ("damaged", "other")


async def test_a_broken_tree_is_found_without_a_seal(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    file.with_name(file.name + "-seal").unlink()
    with file.open("r+b") as opened:
        opened.seek(4096 * 2)
        opened.write(b"\xee" * (file.stat().st_size - 4096 * 2))
    assert health_of(file, 5.0).condition == "damaged"


async def test_a_check_that_would_take_too_long_is_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = await index_of(tmp_path)
    monkeypatch.setattr("vaultdesk.index.health.STEPS", 1)
    seconds = count()
    health = health_of(file, 0.5, clock=lambda: float(next(seconds)))
    assert (health.condition, health.whole, health.notes) == ("sound", False, 3)
