"""Tests of index/search/searcher.py and index/index_state.py: no answer from a part of the notes."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.index.scene import PATIENCE, Scene, at_work, lay
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


class HeldReading:
    """Lets the index be filled only when it is told so."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self._read = IndexUpdater.read_found

    def read_found(self, updater: IndexUpdater, different: object) -> Iterator[NotesIndexed]:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        yield from self._read(updater, different)  # type: ignore[arg-type]  # as it was given


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldReading]:
    made = HeldReading()
    monkeypatch.setattr(IndexUpdater, "read_found", lambda updater, different: made.read_found(updater, different))
    yield made
    made.go_on.set()


@asynccontextmanager
async def damaged(folder: Path, held: HeldReading) -> AsyncIterator[Scene]:
    """A vault whose index was complete, was then damaged while in use, and is being made anew."""
    held.go_on.set()
    async with at_work(lay(folder / "vault", NOTES), folder / "index.sqlite") as scene:
        held.begun.clear()
        held.go_on.clear()
        os.truncate(scene.index.file, 4096)
        with pytest.raises(IndexFailed):
            await scene.searcher.tree()
        assert await asyncio.to_thread(held.begun.wait, PATIENCE)
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


async def outcome(scene: Scene, name: str, arguments: dict[str, JsonValue], patience: float) -> object:
    """Return the data of a call; raises what the tool raises."""
    complete = scene.searcher.complete(patience)
    tools = {tool.name: tool for tool in build_tools(scene.vault, complete, PassageSearch(complete, None))}
    tool = tools[name]
    return (await tool.run(validate_arguments(tool.parameters, arguments), FULL_VISIBILITY)).data


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=[name for name, _ in CALLS])
async def test_t12_no_tool_answers_from_an_index_that_is_being_made_anew(
    name: str, arguments: dict[str, JsonValue], tmp_path: Path, held: HeldReading
) -> None:
    async with damaged(tmp_path, held) as scene:
        with pytest.raises((IndexFailed, ToolFailure)) as caught:
            await outcome(scene, name, arguments, 0.05)
        if isinstance(caught.value, ToolFailure):
            assert caught.value.code == "SEARCH_FAILED"
        waiting = asyncio.create_task(outcome(scene, name, arguments, PATIENCE))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        held.go_on.set()
        whole = await waiting

        assert whole == await outcome(scene, name, arguments, PATIENCE)
        assert name == "recall" or "Boiler" in str(whole)


async def test_t12_the_read_that_meets_the_damage_is_answered_after_the_repair(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        os.truncate(scene.index.file, 4096)

        assert len(await scene.searcher.complete().search("boiler")) == 2


async def test_t12_a_file_that_was_damaged_while_closed_is_not_answered_from_while_it_is_filled(
    tmp_path: Path, held: HeldReading
) -> None:
    root, file = lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite"
    held.go_on.set()
    async with at_work(root, file):
        pass
    file.write_bytes(b"no database" * 1_000)
    held.begun.clear()
    held.go_on.clear()
    index = Index(file)
    async with Vault(root, watch=False) as vault, Indexer(vault, index), Searcher(index) as searcher:
        first = asyncio.create_task(searcher.complete().search("boiler"))
        assert await asyncio.to_thread(held.begun.wait, PATIENCE)
        assert not first.done()
        held.go_on.set()
        assert len(await first) == 2


async def test_t12_a_file_that_a_killed_program_left_half_filled_is_known_as_that(tmp_path: Path) -> None:
    root, file = lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite"
    async with at_work(root, file):
        pass
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE note SET digest = '' WHERE path = 'Boiler.md'")
    index = Index(file)
    index.open()

    assert index.completion.phase == "filling"
    index.close()


async def test_an_index_that_cannot_be_filled_is_not_waited_for() -> None:
    completion = IndexCompletion()
    completion.begin()
    waiting = asyncio.create_task(completion.wait(PATIENCE))
    await asyncio.sleep(0)
    completion.give_up()

    assert await waiting == "filling"
    completion.finish()
    assert await completion.wait(PATIENCE) == "complete"


async def test_an_old_index_is_answered_from_where_the_comparison_takes_long(tmp_path: Path) -> None:
    root, file = lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite"
    async with at_work(root, file):
        pass
    async with Searcher(Index(file)) as searcher:  # Without an indexer nothing is ever compared.
        assert len(await searcher.complete(timeout=0.05).search("boiler")) == 2
