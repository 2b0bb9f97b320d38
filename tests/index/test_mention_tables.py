"""What may be mentioned: notes, tags and folders by a few letters, the notes changed last by none."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.index.index import Index
from vaultdesk.index.indexer import Indexer
from vaultdesk.index.mention_tables import MentionTables, Named, NotePlace
from vaultdesk.index.searcher import Searcher
from vaultdesk.vault.vault import Vault

NOTES = {
    "Projects/House/Boiler.md": "---\naliases: [Heating]\ntags: [house/heat]\n---\nx\n",
    "Projects/House/Roof.md": "#house x\n",
    "Projects/Boat/Boiler.md": "#boat #house x\n",
    "Archive/Old house.md": "x\n",
}


class Tables:
    def __init__(self, searcher: Searcher, vault: Vault, indexer: Indexer) -> None:
        self.tables = MentionTables()
        self.searcher = searcher
        self.vault = vault
        self.indexer = indexer

    async def notes(self, typed: str, limit: int = 20) -> list[NotePlace]:
        return await self.searcher.over_index(lambda hay, db: self.tables.notes(hay, db, typed, limit))

    async def tags(self, typed: str, limit: int = 20) -> list[Named]:
        return await self.searcher.over_index(lambda _, db: self.tables.tags(db, typed, limit))

    async def folders(self, typed: str, limit: int = 20) -> list[str]:
        found = await self.searcher.over_index(lambda hay, db: self.tables.folders(hay, db, typed, limit))
        return [one.name for one in found]


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Tables]:
    root = write_vault(folder / "vault", NOTES)
    for age, path in enumerate(sorted(NOTES)):
        os.utime(root / path, (1_700_000_000 - age, 1_700_000_000 - age))
    index = Index(folder / "data" / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        yield Tables(searcher, vault, indexer)


async def test_a_note_comes_with_the_shortest_link_that_means_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        assert {one.hit.path: one.link for one in await at.notes("boiler")} == {
            "Projects/House/Boiler.md": "Projects/House/Boiler",
            "Projects/Boat/Boiler.md": "Projects/Boat/Boiler",
        }
        (roof, *_) = await at.notes("rof")
        assert roof.link == "Roof"
        (heating, *_) = await at.notes("heati")
        assert (heating.hit.alias, heating.link) == ("Heating", "Projects/House/Boiler")


async def test_where_nothing_is_typed_the_newest_come(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        assert [one.hit.path for one in await at.notes("")] == sorted(NOTES)
        assert len(await at.notes(" ", 2)) == 2


async def test_tags_that_begin_so_come_first_and_then_by_use(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        assert await at.tags("") == [Named("house", 2), Named("boat", 1), Named("house/heat", 1)]
        assert [one.name for one in await at.tags("hou")] == ["house", "house/heat"]
        assert await at.tags("HEAT") == [Named("house/heat", 1, ((6, 10),))]
        assert [one.name for one in await at.tags("hht")] == ["house/heat"]
        assert await at.tags("zz") == []


async def test_folders_are_found_by_any_of_their_names(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        assert await at.folders("") == ["Projects", "Projects/House", "Archive", "Projects/Boat"]
        assert await at.folders("proj", 1) == ["Projects"]
        assert await at.folders("bo/") == ["Projects/Boat"]
        assert await at.folders("Projects/H") == ["Projects/House"]


async def test_what_is_new_is_offered_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        assert await at.tags("fresh") == []
        assert await at.folders("Fresh") == []
        assert (await at.notes(""))[0].hit.name == "Old house"
        with at.indexer.events.subscribe() as events:
            from vaultdesk.vault.note_path import NotePath

            await at.vault.create(NotePath("Fresh/New.md"), "#fresh\n")
            async for event in events:
                if "Fresh/New.md" in getattr(event, "paths", ()):
                    break

        assert [one.name for one in await at.tags("fresh")] == ["fresh"]
        assert await at.folders("Fresh") == ["Fresh"]
        assert (await at.notes(""))[0].hit.name == "New"


@pytest.mark.parametrize("typed", ["\0", "\ud800", "[", "a" * 500])
async def test_anything_may_be_typed(tmp_path: Path, typed: str) -> None:
    async with opened(tmp_path) as at:
        assert await at.tags(typed) == []
        assert await at.folders(typed) == []
        assert len(await at.notes(typed)) <= len(NOTES)
