"""Damage of every kind to the index file is detected and repaired, and the vault is unchanged."""

import asyncio
import random
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.index.scene import Scene, at_work, hashes
from tests.support.campaigns import sampled
from tests.support.index_content import Content, content, difference, fresh_content
from tests.support.index_damage import Damage, every_kind
from tests.support.vaults import write_vault
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.store.database import is_damage, read_checksum

KINDS = every_kind()

TRIED = 16
"""Number of kinds of damage that are tested in an ordinary run."""


def notes() -> dict[str, str]:
    """Return the notes of a small vault that fill every table."""
    rng = random.Random(5)
    words = ["boiler", "Ärger", "heat pump", "naïve", "garden", "straße", "budget", "数据"]
    vault = {}
    for number in range(60):
        body = ". ".join(" ".join(rng.choices(words, k=9)) for _ in range(rng.randint(1, 30)))
        vault[f"{words[number % 3]}/Note {number}.md"] = (
            f"---\ntags: [home/{words[number % 5].split()[0]}]\naliases: [N{number}]\nrating: {number % 7}\n---\n"
            f"# Part {number}\n{body}\n\n"
            f"See [[Note {(number * 7) % 60}#Part|it]] #seen\nDue:: 2024-01-0{number % 9 + 1}\n"
        )
    vault[".obsidian/app.json"] = '{"userIgnoreFilters": ["garden/Hidden"]}'
    vault["garden/Hidden.md"] = "Not to be searched."
    return vault


@dataclass
class PreparedVault:
    """A vault with a properly closed index and one left by a crash, to be copied and damaged."""

    root: Path
    sealed: Path
    crashed: Path
    fresh: Content
    vault: dict[str, str]


async def background(folder: Path) -> PreparedVault:
    """Create the vault and its indexes below *folder*."""
    root = write_vault(folder / "vault", notes())
    file = folder / "sealed" / "index.sqlite"
    crashed = folder / "crashed"
    crashed.mkdir()
    async with at_work(root, file):
        pass
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
        write_vault(root, {"garden/Last.md": "What was written last: a [[Note 7]] #late"})
        await scene.indexer.rescan()
        for index_file in file.parent.iterdir():
            if not index_file.name.endswith("-shm"):  # It does not exist after a power failure.
                shutil.copy(index_file, crashed / index_file.name)
    assert read_checksum(file) is not None
    assert read_checksum(crashed / file.name) is None
    assert (crashed / "index.sqlite-wal").stat().st_size > 0
    return PreparedVault(
        root, file, crashed / file.name, await fresh_content(root, folder / "fresh.sqlite"), hashes(root)
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedVault:
    return asyncio.run(background(tmp_path_factory.mktemp("ground")))


async def trouble_after(prepared: PreparedVault, damage: Damage, folder: Path) -> str:
    """Apply *damage* to a copy in *folder*, use it, and return what is wrong afterwards; empty if nothing is."""
    source = prepared.crashed if damage.when == "crashed" else prepared.sealed
    shutil.copytree(prepared.root, folder / "vault")
    shutil.copytree(source.parent, folder / "data")
    file = folder / "data" / source.name
    if damage.when != "open":
        damage.to(file)
    async with at_work(folder / "vault", file) as scene:
        if damage.when == "open":
            await scene.indexer.integrity_check.verified.wait()
            damage.to(file)
        problem = await _use_until_verified(scene)
    return (
        problem
        or difference(prepared.fresh, content(file))
        or _vault_difference(prepared.vault, hashes(folder / "vault"))
    )


async def _use_until_verified(scene: Scene) -> str:
    """Search and rescan until the file is verified."""
    try:
        await scene.searcher.search("boiler")
    except IndexFailed as problem:
        if not is_damage(problem):
            return f"a search failed: {problem}"
    await scene.indexer.rescan()  # Happens every minute.
    await scene.indexer.integrity_check.verified.wait()
    await scene.indexer.rescan()  # Waits until a rebuilt file is filled.
    if scene.indexer.state.phase != "ready" or scene.indexer.state.error:
        return f"the state is {scene.indexer.state}"
    return "" if await scene.searcher.search("boiler") else "nothing is found"


def _vault_difference(before: dict[str, str], after: dict[str, str]) -> str:
    return "" if before == after else f"the vault changed: {dict(set(before.items()) ^ set(after.items()))}"


def test_there_are_at_least_two_hundred_kinds_of_damage() -> None:
    assert len(KINDS) >= 200


@pytest.mark.parametrize("damage", sampled(KINDS, TRIED), ids=lambda damage: damage.name)
async def test_the_damaged_index_is_repaired(prepared: PreparedVault, damage: Damage, tmp_path: Path) -> None:
    assert await trouble_after(prepared, damage, tmp_path) == ""
