"""Damage of every kind to the index's file: it is noticed, and ends as a fresh index would be, the vault untouched."""

import asyncio
import random
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.index.scene import Scene, at_work, hashes, lay
from tests.support.campaigns import sampled
from tests.support.index_content import Content, content, difference, fresh_content
from tests.support.index_damage import Damage, every_kind
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.store.database import is_damage, read_checksum

KINDS = every_kind()

TRIED = 16
"""Kinds of damage tried in an ordinary run."""


def notes() -> dict[str, str]:
    """A small vault with something in every table."""
    chance = random.Random(5)
    words = ["boiler", "Ärger", "heat pump", "naïve", "garden", "straße", "budget", "数据"]
    made = {}
    for number in range(60):
        body = ". ".join(" ".join(chance.choices(words, k=9)) for _ in range(chance.randint(1, 30)))
        made[f"{words[number % 3]}/Note {number}.md"] = (
            f"---\ntags: [home/{words[number % 5].split()[0]}]\naliases: [N{number}]\nrating: {number % 7}\n---\n"
            f"# Part {number}\n{body}\n\n"
            f"See [[Note {(number * 7) % 60}#Part|it]] #seen\nDue:: 2024-01-0{number % 9 + 1}\n"
        )
    made[".obsidian/app.json"] = '{"userIgnoreFilters": ["garden/Hidden"]}'
    made["garden/Hidden.md"] = "Not to be searched."
    return made


@dataclass
class Ground:
    """A vault and its index, closed well and left by a crash, to be copied and damaged."""

    root: Path
    sealed: Path
    crashed: Path
    fresh: Content
    vault: dict[str, str]


async def background(folder: Path) -> Ground:
    """Make one below *folder*."""
    root = lay(folder / "vault", notes())
    file = folder / "sealed" / "index.sqlite"
    crashed = folder / "crashed"
    crashed.mkdir()
    async with at_work(root, file):
        pass
    async with at_work(root, file) as scene:
        await scene.indexer.integrity_check.verified.wait()
        lay(root, {"garden/Last.md": "What was written last: a [[Note 7]] #late"})
        await scene.indexer.rescan()
        for one in file.parent.iterdir():
            if not one.name.endswith("-shm"):  # A computer that went out has none.
                shutil.copy(one, crashed / one.name)
    assert read_checksum(file) is not None
    assert read_checksum(crashed / file.name) is None
    assert (crashed / "index.sqlite-wal").stat().st_size > 0
    return Ground(root, file, crashed / file.name, await fresh_content(root, folder / "fresh.sqlite"), hashes(root))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return asyncio.run(background(tmp_path_factory.mktemp("ground")))


async def trouble_after(made: Ground, damage: Damage, folder: Path) -> str:
    """Do *damage* to a copy in *folder*, work with it, and say what is wrong then; empty where nothing is."""
    source = made.crashed if damage.when == "crashed" else made.sealed
    shutil.copytree(made.root, folder / "vault")
    shutil.copytree(source.parent, folder / "data")
    file = folder / "data" / source.name
    if damage.when != "open":
        damage.to(file)
    async with at_work(folder / "vault", file) as scene:
        if damage.when == "open":
            await scene.indexer.integrity_check.verified.wait()
            damage.to(file)
        problem = await _used(scene)
    return problem or difference(made.fresh, content(file)) or _unlike(made.vault, hashes(folder / "vault"))


async def _used(scene: Scene) -> str:
    """Search, as somebody would who notices nothing, until the file is known to be sound."""
    try:
        await scene.searcher.search("boiler")
    except IndexFailed as problem:
        if not is_damage(problem):
            return f"a search is told: {problem}"
    await scene.indexer.rescan()  # What happens each minute.
    await scene.indexer.integrity_check.verified.wait()
    await scene.indexer.rescan()  # Waits for whoever fills a file that was made anew.
    if scene.indexer.state.phase != "ready" or scene.indexer.state.error:
        return f"the state tells: {scene.indexer.state}"
    return "" if await scene.searcher.search("boiler") else "nothing is found"


def _unlike(before: dict[str, str], after: dict[str, str]) -> str:
    return "" if before == after else f"the vault changed: {dict(set(before.items()) ^ set(after.items()))}"


def test_there_are_two_hundred_kinds() -> None:
    assert len(KINDS) >= 200


@pytest.mark.parametrize("damage", sampled(KINDS, TRIED), ids=lambda damage: damage.name)
async def test_the_index_ends_as_a_fresh_one(made: Ground, damage: Damage, tmp_path: Path) -> None:
    assert await trouble_after(made, damage, tmp_path) == ""
