"""IndexReader: facts of all notes, asked off the loop's thread, after each commit as they then are."""

import asyncio
import threading
from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from vaultdesk.index import haystack, index_reader
from vaultdesk.index.index import Index
from vaultdesk.index.index_reader import IndexReader
from vaultdesk.index.note_table import NoteTable


async def test_questions_to_the_facts_run_in_one_thread_that_is_not_the_loops(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", {"A.md": ""}), tmp_path / "index.sqlite") as scene:

        def ask(table: NoteTable) -> tuple[str, int]:
            return threading.current_thread().name, len(table.facts)

        first, second = await scene.searcher.over_facts(ask), await scene.searcher.over_facts(ask)
        assert first == second
        assert first[0] != threading.current_thread().name


async def test_facts_follow_each_change_that_is_told(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "#one", "B.md": "#two"})
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        before = await scene.searcher.all_facts()
        (root / "A.md").write_text("#three")
        (root / "B.md").unlink()
        with scene.indexer.events.subscribe() as commits:
            await scene.indexer.rescan()
            told = [await anext(commits), await anext(commits)]
        changed = [path for commit in told for path in commit.paths]
        gone = [path for commit in told for path in commit.removed]
        assert (changed, gone) == (["A.md"], ["B.md"])
        assert {path: facts.tags for path, facts in (await scene.searcher.facts_of(changed)).items()} == {
            "A.md": ("three",)
        }
        assert before["A.md"].tags == ("one",), "what was handed out stays what it was"
        assert set(before) == {"A.md", "B.md"}


async def test_taking_all_notes_in_lets_other_questions_come_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_reader, "AT_ONCE", 1)
    notes = {f"{number}.md": f"#t{number} boiler [[{number + 1}]]" for number in range(20)}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        order: list[str] = []

        async def facts() -> None:
            found = await scene.searcher.all_facts()
            assert {path: facts.tags for path, facts in found.items()} == {f"{n}.md": (f"t{n}",) for n in range(20)}
            order.append("facts")

        async def search() -> None:
            assert len(await scene.searcher.search("boiler")) == 20
            order.append("search")

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(facts())
            tasks.create_task(search())
        assert order == ["search", "facts"]
        (tmp_path / "vault" / "0.md").write_text("#new")
        await scene.indexer.rescan()
        changed = await scene.searcher.facts("0.md")
        assert changed is not None
        assert changed.tags == ("new",)


async def test_taking_all_texts_in_lets_other_questions_come_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_reader, "FILLED_AT_ONCE", 1)
    monkeypatch.setattr(haystack, "FILLED_BYTES", 1)
    notes = {f"{number}.md": f"boiler {number}" for number in range(20)}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        order: list[str] = []

        async def letters() -> None:
            assert len(await scene.searcher.substring("boiler", 50)) == 20
            order.append("letters")

        async def names() -> None:
            assert [hit.path for hit in await scene.searcher.names("19")] == ["19.md"]
            order.append("names")

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(letters())
            tasks.create_task(names())
        assert order == ["names", "letters"]


async def test_what_waits_for_its_commit_is_found(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", {"A.md": "old"}), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.substring("boiler") == []
        scene.index.early.put({"A.md": b"a new boiler"})
        assert [(hit.path, hit.preview) for hit in await scene.searcher.substring("boiler")] == [
            ("A.md", "a new boiler")
        ]
        scene.index.early.clear()
        assert await scene.searcher.substring("boiler") == []


async def test_what_was_asked_is_answered_and_closing_again_does_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    async with IndexReader(index) as reader:
        asked = asyncio.ensure_future(reader.all_facts())
        await asyncio.sleep(0)
        await reader.aclose()
        assert await asked == {}
        await reader.aclose()
        with pytest.raises(RuntimeError):
            await reader.all_facts()
    index.close()
