"""CommonWords: lists are there some time after the scan, and leaving the block ends the work."""

import asyncio
from pathlib import Path

import pytest

from tests.index.common_vault import lower_limits
from tests.index.scene import lay
from vaultdesk.index import frequent_upkeep
from vaultdesk.index.common_words import CommonWords
from vaultdesk.index.index import Index
from vaultdesk.index.indexer import Indexer
from vaultdesk.vault.vault import Vault

NOTES = {f"N{number}.md": f"common words {number}" for number in range(40)}


def _listed(index: Index) -> set[str]:
    with index.reading() as connection:
        return {word for (word,) in connection.execute("SELECT term FROM best_notes")}


async def test_lists_are_made_after_the_first_scan_and_renewed_after_many_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_limits(monkeypatch)
    made: asyncio.Queue[bool] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    keep_up = frequent_upkeep.keep_up

    def told(*given: object) -> bool:
        done = keep_up(*given)  # type: ignore[arg-type] # what it is called with
        loop.call_soon_threadsafe(made.put_nowait, done)
        return done

    monkeypatch.setattr(frequent_upkeep, "keep_up", told)
    root = lay(tmp_path / "vault", NOTES)
    index = Index(tmp_path / "index.sqlite")
    async with (
        asyncio.timeout(30),
        Vault(root, watch=False) as vault,
        Indexer(vault, index) as indexer,
        CommonWords(index, indexer),
    ):
        while not await made.get():
            pass
        assert _listed(index) == {"common", "words"}
        lay(root, dict.fromkeys(NOTES, "fresh words"))
        await indexer.rescan()
        while not await made.get():
            pass
        assert _listed(index) == {"fresh", "words"}


async def test_leaving_stops_the_work_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    root = lay(tmp_path / "vault", NOTES)
    index = Index(tmp_path / "index.sqlite")
    async with (
        asyncio.timeout(30),
        Vault(root, watch=False) as vault,
        Indexer(vault, index) as indexer,
        CommonWords(index, indexer),
    ):
        await indexer.settled()
    assert not index.file.with_name(index.file.name + "-wal").exists(), "nobody holds the file any more"


async def test_a_damaged_index_does_not_end_the_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    asked: asyncio.Queue[None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    keep_up = frequent_upkeep.keep_up

    def fails_first(*given: object) -> bool:
        first = not tried
        tried.append(True)
        try:
            index.file.is_file()
            if first:
                raise frequent_upkeep.database.damaged(index.file, "a page is not what it was")
            return keep_up(*given)  # type: ignore[arg-type] # what it is called with
        finally:
            loop.call_soon_threadsafe(asked.put_nowait, None)

    tried: list[bool] = []
    monkeypatch.setattr(frequent_upkeep, "keep_up", fails_first)
    root = lay(tmp_path / "vault", NOTES)
    index = Index(tmp_path / "index.sqlite")
    async with (
        asyncio.timeout(30),
        Vault(root, watch=False) as vault,
        Indexer(vault, index) as indexer,
        CommonWords(index, indexer),
    ):
        await asked.get()
        lay(root, dict.fromkeys(NOTES, "fresh words"))
        await indexer.rescan()
        while not _listed(index):
            await asked.get()
