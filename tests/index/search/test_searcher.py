"""Tests of index/search/searcher.py."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import PATIENCE, at_work, filled
from tests.index.test_search_query import HOSTILE
from tests.support.campaigns import sampled
from tests.support.vaults import write_vault
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import Searcher
from vaultdesk.index.index_results import Hit, SubstringHit
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search import searcher as searcher_module
from vaultdesk.index.search.ranked_search import VisibleHits
from vaultdesk.index.search.searcher import TypedQueries, TypedQuery
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import text_cache

# Typed queries: the newest query of a channel supersedes older ones, which are interrupted; other channels go on.

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def test_a_newer_query_supersedes_the_previous_one_of_its_channel_only() -> None:
    queries = TypedQueries()
    first, other, second = queries.start("a"), queries.start("b"), queries.start("a")
    assert (first.is_superseded, other.is_superseded, second.is_superseded) == (True, False, False)


async def test_only_one_query_of_a_channel_runs_at_a_time() -> None:
    queries = TypedQueries()
    first = queries.start("a")
    async with first.exclusive() as is_mine:
        assert is_mine
        second = queries.start("a")
        waiting = asyncio.ensure_future(second.exclusive().__aenter__())
        await asyncio.sleep(0)
        assert not waiting.done()
        third = queries.start("a")
    assert await waiting is False, "a third query arrived while it waited"
    assert not third.is_superseded


def test_a_superseded_query_is_interrupted() -> None:
    typed = TypedQuery(asyncio.Lock())
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as connection:
        running = threading.Event()

        def run_query() -> int:
            running.set()
            return int(connection.execute(ENDLESS).fetchone()[0])

        results: list[int | None] = []
        thread = threading.Thread(target=lambda: results.append(typed.run(connection, run_query)))
        thread.start()
        assert running.wait(10)
        typed.is_superseded = True
        thread.join(10)
        assert results == [None]
        assert connection.execute("SELECT 1").fetchone() == (1,), "the connection remains usable"


async def test_a_query_remains_the_newest_during_a_pause_unless_a_newer_one_arrives() -> None:
    queries = TypedQueries()
    first = queries.start("a")
    assert await first.stays_newest(0.001)
    waiting = asyncio.ensure_future(first.stays_newest(60))
    await asyncio.sleep(0)
    queries.start("a")
    async with asyncio.timeout(5):
        assert await waiting is False


def test_a_superseded_query_is_not_executed() -> None:
    typed = TypedQuery(asyncio.Lock())
    typed.is_superseded = True
    with closing(sqlite3.connect(":memory:")) as connection:
        assert typed.run(connection, lambda: pytest.fail("the query was executed")) is None


def test_other_errors_are_raised() -> None:
    with closing(sqlite3.connect(":memory:")) as connection, pytest.raises(sqlite3.OperationalError):
        TypedQuery(asyncio.Lock()).run(connection, lambda: connection.execute("SELECT x FROM nowhere"))


# Facts of all notes are read in a worker thread, and are current after each commit.


async def test_the_note_table_is_read_in_one_worker_thread(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", {"A.md": ""}), tmp_path / "index.sqlite") as scene:

        def read_table(table: NoteTable) -> tuple[str, int]:
            return threading.current_thread().name, len(table.facts)

        first, second = (
            await scene.searcher.read_note_table(read_table),
            await scene.searcher.read_note_table(read_table),
        )
        assert first == second
        assert first[0] != threading.current_thread().name


async def test_facts_are_current_after_each_commit(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "#one", "B.md": "#two"})
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        before = await scene.searcher.read_note_table(NoteTable.all_facts)
        (root / "A.md").write_text("#three")
        (root / "B.md").unlink()
        with scene.indexer.events.subscribe() as commits:
            await scene.indexer.rescan()
            events = [await anext(commits), await anext(commits)]
        changed = [path for event in events for path in event.paths]
        removed = [path for event in events for path in event.removed]
        assert (changed, removed) == (["A.md"], ["B.md"])
        assert {path: facts.tags for path, facts in (await scene.searcher.facts_of(changed)).items()} == {
            "A.md": ("three",)
        }
        assert before["A.md"].tags == ("one",), "returned facts do not change"
        assert set(before) == {"A.md", "B.md"}


async def test_loading_all_notes_does_not_block_other_queries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher_module, "TABLE_STEP_NOTES", 1)
    notes = {f"{number}.md": f"#t{number} boiler [[{number + 1}]]" for number in range(20)}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        order: list[str] = []

        async def facts() -> None:
            all_facts = await scene.searcher.read_note_table(NoteTable.all_facts)
            assert {path: facts.tags for path, facts in all_facts.items()} == {f"{n}.md": (f"t{n}",) for n in range(20)}
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


async def test_loading_all_texts_does_not_block_other_queries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher_module, "CACHE_STEP_BYTES", 1)
    monkeypatch.setattr(text_cache, "FILL_STEP_BYTES", 1)
    notes = {f"{number}.md": f"boiler {number}" for number in range(20)}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        order: list[str] = []

        async def find_substring() -> None:
            assert len(await scene.searcher.substring("boiler", 50)) == 20
            order.append("letters")

        async def find_name() -> None:
            assert [hit.path for hit in await scene.searcher.names("19")] == ["19.md"]
            order.append("names")

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(find_substring())
            tasks.create_task(find_name())
        assert order == ["names", "letters"]


async def test_uncommitted_texts_are_found(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", {"A.md": "old"}), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.substring("boiler") == []
        scene.index.pending_texts.put({"A.md": b"a new boiler"})
        assert [(hit.path, hit.preview) for hit in await scene.searcher.substring("boiler")] == [
            ("A.md", "a new boiler")
        ]
        scene.index.pending_texts.clear()
        assert await scene.searcher.substring("boiler") == []


async def test_closing_waits_for_running_queries_and_can_be_repeated(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    async with Searcher(index) as reader:
        reading = asyncio.ensure_future(reader.read_note_table(NoteTable.all_facts))
        await asyncio.sleep(0)
        await reader.aclose()
        assert await reading == {}
        await reader.aclose()
        with pytest.raises(RuntimeError):
            await reader.read_note_table(NoteTable.all_facts)
    index.close()


# The searcher as a whole, including typed and hostile queries.

NOTES = {
    "Projects/Café plan.md": "---\ntags: [Work/Plans]\naliases: [Coffee]\n---\n"
    "# Opening\nBuy the MACHINE for crème brûlée.\nSee [[Boiler]] and [[Missing note#Part]].\n",
    "Boiler.md": "# Boiler\nThe boiler needs 2 bar.\n\n## Pressure\nBleed the boiler when pressure falls. #home\n",
    "House/Heating.md": "Our boiler is old. Links: [[boiler|the boiler]], ![[Café plan]].\n",
    "中文笔记.md": "这是关于数据库的笔记。索引很快。\n",
}


@pytest.fixture
async def searcher(tmp_path: Path) -> AsyncIterator[Searcher]:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    async with asyncio.timeout(30), Searcher(index) as searcher:
        yield searcher
    index.close()


async def _search_paths(searcher: Searcher, query: str) -> list[str]:
    return [hit.path for hit in await searcher.search(query)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("boiler", ["Boiler.md", "House/Heating.md", "Projects/Café plan.md"]),
        ("creme brulee", ["Projects/Café plan.md"]),
        ("CRÈME machine", ["Projects/Café plan.md"]),
        ("coffee", ["Projects/Café plan.md"]),
        ("press", ["Boiler.md"]),
        ('"bleed the boiler"', ["Boiler.md"]),
        ('"boiler the bleed"', []),
        ("boiler -old -machine", ["Boiler.md"]),
        ("tag:home", ["Boiler.md"]),
        ("tag:work", ["Projects/Café plan.md"]),
        ("tag:wor", []),
        ("boiler path:house", ["House/Heating.md"]),
        ("boiler -path:house file:boil", ["Boiler.md"]),
        ("数据", ["中文笔记.md"]),
        ("索引 笔记", ["中文笔记.md"]),
        ("oiler nee", ["Boiler.md"]),
        ("nothing at all", []),
    ],
)
async def test_search_finds_the_expected_notes(searcher: Searcher, query: str, expected: list[str]) -> None:
    assert await _search_paths(searcher, query) == expected


async def test_a_hit_has_snippet_marks_heading_and_line(searcher: Searcher) -> None:
    (hit,) = await searcher.search("bleed pressure")
    assert (hit.path, hit.title, hit.heading, hit.line) == ("Boiler.md", "Boiler", "Pressure", 4)
    assert [hit.snippet[start:end].casefold() for start, end in hit.marks] == ["pressure", "bleed", "pressure"]
    assert "#" not in hit.snippet.split("falls")[0]


async def test_substring_search_lists_names_first_and_then_texts_with_counts(searcher: Searcher) -> None:
    assert await searcher.substring("BOILER") == [
        SubstringHit("Boiler.md", "Boiler", 3, NOTES["Boiler.md"]),
        SubstringHit("House/Heating.md", "Heating", 3, NOTES["House/Heating.md"]),
        SubstringHit("Projects/Café plan.md", "Café plan", 1, NOTES["Projects/Café plan.md"]),
    ]


async def test_substring_search_finds_chinese_and_respects_its_limit(searcher: Searcher) -> None:
    assert [hit.path for hit in await searcher.substring("据库")] == ["中文笔记.md"]
    assert len(await searcher.substring("e", 0)) == 1
    assert len(await searcher.substring("e", 1_000)) == 3
    assert await searcher.substring("  ") == []


async def _last_answer(searcher: Searcher, query: str, channel: str = "") -> list[Hit] | None:
    """Return the exact answer to a typed query; None if a newer query replaced it."""
    answers = [answer async for answer in searcher.search_typing(query, channel=channel)]
    return answers[-1].hits if answers and answers[-1].exact else None


@pytest.mark.parametrize("query", sampled(HOSTILE, 20))
async def test_hostile_text_raises_no_exception(searcher: Searcher, query: str) -> None:
    await searcher.search(query)
    await _last_answer(searcher, query)
    await searcher.substring(query)
    await searcher.names(query)
    await searcher.resolve(query, query)
    await searcher.note(query)
    await searcher.backlinks(query)
    await searcher.outgoing(query)


async def test_a_waiting_typed_query_is_replaced_by_a_newer_one(searcher: Searcher) -> None:
    answers = await asyncio.gather(*(_last_answer(searcher, query) for query in ("b", "bo", "boi", "boil")))
    assert [answer is None for answer in answers[1:3]] == [True, True]
    assert answers[3] is not None
    assert answers[3][0].path == "Boiler.md"


async def test_typing_gives_answers_until_a_newer_query_arrives(searcher: Searcher) -> None:
    first = searcher.search_typing("boil", channel="pane")
    answer = await anext(first)
    assert answer.hits[0].path == "Boiler.md"
    newer = [result async for result in searcher.search_typing("café plan", channel="pane")]
    assert newer[-1].exact
    assert newer[-1].hits[0].path == "Projects/Café plan.md"
    assert [result async for result in first] == []


async def test_an_abandoned_typed_query_does_not_block_others(searcher: Searcher) -> None:
    abandoned = searcher.search_typing("boil", channel="pane")
    await anext(abandoned)  # It is neither continued nor closed.
    assert [answer.exact async for answer in searcher.search_typing("boiler", channel="pane")][-1]


async def test_the_last_answer_to_a_typed_query_is_exact(searcher: Searcher) -> None:
    for query in ("boiler", "数据", "line:(bleed boiler)", "nothing at all", ""):
        answers = [answer async for answer in searcher.search_typing(query)]
        assert answers[-1].exact
        assert [hit.path for hit in answers[-1].hits] == await _search_paths(searcher, query)
        assert all(answer.hits for answer in answers[:-1])


async def test_passages_are_returned_only_for_the_visible_hits(searcher: Searcher) -> None:
    answers = [answer async for answer in searcher.search_typing("boiler", visible_hits=VisibleHits(2, 1))]
    answer = answers[-1]
    assert len(answer.hits) == 3
    assert [hit.snippet for hit in answer.hits] == ["", "", ""]
    assert list(answer.passages) == [hit.path for hit in answer.hits[:2]]
    assert all(len(passages.passages) == 1 and passages.passages[0].marks for passages in answer.passages.values())
    assert [hit.path for hit in answer.hits] == await _search_paths(searcher, "boiler")


async def test_invisible_notes_are_not_found(searcher: Searcher) -> None:
    hits = await searcher.search("boiler", is_visible=lambda path: path != "Boiler.md")
    assert [hit.path for hit in hits] == ["House/Heating.md", "Projects/Café plan.md"]
    typed = [answer async for answer in searcher.search_typing("boiler", is_visible=lambda path: path == "Boiler.md")]
    assert [[hit.path for hit in answer.hits] for answer in typed][-1] == ["Boiler.md"]


async def test_an_unusable_part_of_the_query_is_reported(searcher: Searcher) -> None:
    answer = await searcher.find("boiler /(/")
    assert answer.problem
    assert answer.hits


async def test_queries_of_different_channels_do_not_replace_each_other(searcher: Searcher) -> None:
    first, second, in_other_channel = await asyncio.gather(
        _last_answer(searcher, "boil"), _last_answer(searcher, "boil"), _last_answer(searcher, "cafe", channel="x")
    )
    assert second
    assert in_other_channel
    assert in_other_channel[0].path == "Projects/Café plan.md"
    assert first is None or first == second


async def test_links_are_resolved_as_in_the_vault(searcher: Searcher) -> None:
    assert await searcher.resolve("boiler", "House/Heating.md") == "Boiler.md"
    assert await searcher.resolve("Projects/Café plan") == "Projects/Café plan.md"
    assert await searcher.resolve("Missing note") is None


async def test_tree_tags_note_and_counts_are_returned(searcher: Searcher) -> None:
    assert [row.path for row in await searcher.tree()] == sorted(NOTES)
    assert [(tag.tag, tag.notes) for tag in await searcher.tags()] == [("home", 1), ("Work/Plans", 1)]
    row = await searcher.note("Boiler.md")
    assert row is not None
    assert (row.name, row.size, row.problem, row.excluded) == ("Boiler", len(NOTES["Boiler.md"]), "", False)
    assert await searcher.note("Nowhere.md") is None
    counts = await searcher.counts()
    assert (counts.notes, counts.tags, counts.links, counts.unread) == (4, 2, 4, 0)


async def test_an_unusable_index_location_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    async with asyncio.timeout(PATIENCE), Searcher(Index(tmp_path / "data" / "index.sqlite")) as searcher:
        with pytest.raises(IndexFailed):
            await searcher.search("x")


async def test_queries_before_indexing_find_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    async with asyncio.timeout(PATIENCE), Searcher(index) as searcher:
        assert await searcher.search("x") == []
        assert await searcher.tree() == []
        assert await searcher.substring("x") == []
    index.close()
