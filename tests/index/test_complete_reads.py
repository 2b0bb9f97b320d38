"""Tests of index/search/searcher.py and index/index_state.py: no answer is given from an incomplete index."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.index.scene import PATIENCE, Scene, at_work
from tests.support.vaults import write_vault
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.index_state import IndexCompletion, NotesIndexed
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.toolbox import build_tools

NOTES = {
    "Boiler.md": "---\nstatus: leaks\n---\n# Boiler\n\nThe boiler leaks. See [[Budget]]. #heating\n",
    "Projects/Budget.md": "# Budget\n\nThe boiler costs 18,400. [[Boiler]]\n",
}


class HeldUpdater:
    """Delays filling the index until it is released."""

    def __init__(self) -> None:
        self.started, self.released = threading.Event(), threading.Event()
        self._read = IndexUpdater.read_found

    def read_found(self, updater: IndexUpdater, different: object) -> Iterator[NotesIndexed]:
        self.started.set()
        assert self.released.wait(PATIENCE)
        yield from self._read(updater, different)  # type: ignore[arg-type]  # passed on


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldUpdater]:
    held_updater = HeldUpdater()
    monkeypatch.setattr(
        IndexUpdater, "read_found", lambda updater, different: held_updater.read_found(updater, different)
    )
    yield held_updater
    held_updater.released.set()


@asynccontextmanager
async def damaged_scene(folder: Path, held: HeldUpdater) -> AsyncIterator[Scene]:
    """Yield a vault whose index was complete, was then damaged while in use, and is being rebuilt."""
    held.released.set()
    async with at_work(write_vault(folder / "vault", NOTES), folder / "index.sqlite") as scene:
        held.started.clear()
        held.released.clear()
        os.truncate(scene.index.file, 4096)
        with pytest.raises(IndexFailed):
            await scene.searcher.tree()
        assert await asyncio.to_thread(held.started.wait, PATIENCE)
        yield scene


CALLS: list[tuple[str, dict[str, JsonValue]]] = [
    ("vault_search", {"query": "boiler"}),
    ("search_notes", {"query": "boiler"}),
    ("local_search", {"query": "boiler", "salient_terms": ["boiler"]}),
    ("list_notes", {"folder": "", "recursive": True}),
    ("get_file_tree", {}),
    ("get_links", {"path": "Boiler.md"}),
    ("graph", {"kind": "hubs"}),
    ("query_notes", {"filter": {"folder": ""}}),
    ("recall", {"query": "boiler"}),
]


async def call_tool(scene: Scene, name: str, arguments: dict[str, JsonValue], patience: float) -> object:
    """Return the data of a tool call; errors of the tool are raised."""
    complete = scene.searcher.complete(patience)
    tools = {tool.name: tool for tool in build_tools(scene.vault, complete, PassageSearch(complete, None))}
    tool = tools[name]
    return (await tool.run(validate_arguments(tool.parameters, arguments), FULL_VISIBILITY)).data


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=[name for name, _ in CALLS])
async def test_t12_no_tool_answers_from_an_index_that_is_being_rebuilt(
    name: str, arguments: dict[str, JsonValue], tmp_path: Path, held: HeldUpdater
) -> None:
    async with damaged_scene(tmp_path, held) as scene:
        with pytest.raises((IndexFailed, ToolFailure)) as caught:
            await call_tool(scene, name, arguments, 0.05)
        if isinstance(caught.value, ToolFailure):
            assert caught.value.code == "SEARCH_FAILED"
        call = asyncio.create_task(call_tool(scene, name, arguments, PATIENCE))
        await asyncio.sleep(0.05)
        assert not call.done()
        held.released.set()
        data = await call

        assert data == await call_tool(scene, name, arguments, PATIENCE)
        assert name == "recall" or "Boiler" in str(data)


async def test_t12_a_read_that_detects_damage_is_answered_after_the_repair(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        os.truncate(scene.index.file, 4096)

        assert len(await scene.searcher.complete().search("boiler")) == 2


async def test_t12_an_index_file_damaged_while_closed_is_not_used_while_it_is_filled(
    tmp_path: Path, held: HeldUpdater
) -> None:
    root, file = write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite"
    held.released.set()
    async with at_work(root, file):
        pass
    file.write_bytes(b"no database" * 1_000)
    held.started.clear()
    held.released.clear()
    index = Index(file)
    async with Vault(root, watch=False) as vault, Indexer(vault, index), Searcher(index) as searcher:
        first = asyncio.create_task(searcher.complete().search("boiler"))
        assert await asyncio.to_thread(held.started.wait, PATIENCE)
        assert not first.done()
        held.released.set()
        assert len(await first) == 2


async def test_t12_a_partly_filled_index_of_a_killed_process_is_recognized(tmp_path: Path) -> None:
    root, file = write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite"
    async with at_work(root, file):
        pass
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE note SET digest = '' WHERE path = 'Boiler.md'")
    index = Index(file)
    index.open()

    assert index.completion.phase == "filling"
    index.close()


async def test_an_index_that_cannot_be_filled_is_not_awaited() -> None:
    completion = IndexCompletion()
    completion.begin()
    waiting = asyncio.create_task(completion.wait(PATIENCE))
    await asyncio.sleep(0)
    completion.give_up()

    assert await waiting == "filling"
    completion.finish()
    assert await completion.wait(PATIENCE) == "complete"


async def test_an_old_index_is_used_if_the_comparison_takes_long(tmp_path: Path) -> None:
    root, file = write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite"
    async with at_work(root, file):
        pass
    # Without an indexer there is no comparison.
    with closing(Index(file)) as index:
        async with Searcher(index) as searcher:
            assert len(await searcher.complete(timeout=0.05).search("boiler")) == 2
