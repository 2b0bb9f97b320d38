"""Searcher: every question answered off the loop, the newest typed query first, hostile ones like any other."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.index.scene import PATIENCE, filled
from tests.index.test_query import HOSTILE
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import Index, Searcher
from vaultdesk.index.ranked import Sight
from vaultdesk.index.results import Hit, SubstringHit

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


async def _paths(searcher: Searcher, query: str) -> list[str]:
    return [hit.path for hit in await searcher.search(query)]


@pytest.mark.parametrize(
    ("query", "paths"),
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
async def test_search_finds(searcher: Searcher, query: str, paths: list[str]) -> None:
    assert await _paths(searcher, query) == paths


async def test_a_hit_tells_passage_marks_heading_and_line(searcher: Searcher) -> None:
    (hit,) = await searcher.search("bleed pressure")
    assert (hit.path, hit.title, hit.heading, hit.line) == ("Boiler.md", "Boiler", "Pressure", 4)
    assert [hit.snippet[start:end].casefold() for start, end in hit.marks] == ["pressure", "bleed", "pressure"]
    assert "#" not in hit.snippet.split("falls")[0]


async def test_substring_is_names_first_then_content_with_counts(searcher: Searcher) -> None:
    assert await searcher.substring("BOILER") == [
        SubstringHit("Boiler.md", "Boiler", 3, NOTES["Boiler.md"]),
        SubstringHit("House/Heating.md", "Heating", 3, NOTES["House/Heating.md"]),
        SubstringHit("Projects/Café plan.md", "Café plan", 1, NOTES["Projects/Café plan.md"]),
    ]


async def test_substring_finds_chinese_and_keeps_its_limit(searcher: Searcher) -> None:
    assert [hit.path for hit in await searcher.substring("据库")] == ["中文笔记.md"]
    assert len(await searcher.substring("e", 0)) == 1
    assert len(await searcher.substring("e", 1_000)) == 3
    assert await searcher.substring("  ") == []


async def _last(searcher: Searcher, query: str, channel: str = "") -> list[Hit] | None:
    """The exact answer to what was typed; None where a newer query took its place."""
    answers = [found async for found in searcher.search_typing(query, channel=channel)]
    return answers[-1].hits if answers and answers[-1].exact else None


@pytest.mark.parametrize("query", HOSTILE)
async def test_hostile_text_never_raises(searcher: Searcher, query: str) -> None:
    await searcher.search(query)
    await _last(searcher, query)
    await searcher.substring(query)
    await searcher.names(query)
    await searcher.resolve(query, query)
    await searcher.note(query)
    await searcher.backlinks(query)
    await searcher.outgoing(query)


async def test_a_waiting_typed_query_is_replaced_by_a_newer_one(searcher: Searcher) -> None:
    answers = await asyncio.gather(*(_last(searcher, typed) for typed in ("b", "bo", "boi", "boil")))
    assert [answer is None for answer in answers[1:3]] == [True, True]
    assert answers[3] is not None
    assert answers[3][0].path == "Boiler.md"


async def test_typing_gives_answers_until_a_newer_query_comes(searcher: Searcher) -> None:
    first = searcher.search_typing("boil", channel="pane")
    answer = await anext(first)
    assert answer.hits[0].path == "Boiler.md"
    newer = [found async for found in searcher.search_typing("café plan", channel="pane")]
    assert newer[-1].exact
    assert newer[-1].hits[0].path == "Projects/Café plan.md"
    assert [found async for found in first] == []


async def test_a_typed_query_nobody_waits_for_any_more_holds_nobody_up(searcher: Searcher) -> None:
    left = searcher.search_typing("boil", channel="pane")
    await anext(left)  # And it is never asked for more, nor closed.
    assert [found.exact async for found in searcher.search_typing("boiler", channel="pane")][-1]


async def test_a_typed_query_ends_with_the_best_answer(searcher: Searcher) -> None:
    for query in ("boiler", "数据", "line:(bleed boiler)", "nothing at all", ""):
        answers = [found async for found in searcher.search_typing(query)]
        assert answers[-1].exact
        assert [hit.path for hit in answers[-1].hits] == await _paths(searcher, query)
        assert all(found.hits for found in answers[:-1])


async def test_with_sight_the_passages_of_the_first_notes_come_along_and_no_others(searcher: Searcher) -> None:
    answers = [found async for found in searcher.search_typing("boiler", sight=Sight(2, 1))]
    found = answers[-1]
    assert len(found.hits) == 3
    assert [hit.snippet for hit in found.hits] == ["", "", ""]
    assert list(found.passages) == [hit.path for hit in found.hits[:2]]
    assert all(len(one.passages) == 1 and one.passages[0].marks for one in found.passages.values())
    assert [hit.path for hit in found.hits] == await _paths(searcher, "boiler")


async def test_only_what_may_be_seen_is_found(searcher: Searcher) -> None:
    hits = await searcher.search("boiler", sees=lambda path: path != "Boiler.md")
    assert [hit.path for hit in hits] == ["House/Heating.md", "Projects/Café plan.md"]
    typed = [found async for found in searcher.search_typing("boiler", sees=lambda path: path == "Boiler.md")]
    assert [[hit.path for hit in found.hits] for found in typed][-1] == ["Boiler.md"]


async def test_what_could_not_be_used_is_told(searcher: Searcher) -> None:
    found = await searcher.find("boiler /(/")
    assert found.problem
    assert found.hits


async def test_fields_do_not_replace_each_others_queries(searcher: Searcher) -> None:
    one, two, other = await asyncio.gather(
        _last(searcher, "boil"), _last(searcher, "boil"), _last(searcher, "cafe", channel="x")
    )
    assert two
    assert other
    assert other[0].path == "Projects/Café plan.md"
    assert one is None or one == two


async def test_links_resolve_as_the_vault_says(searcher: Searcher) -> None:
    assert await searcher.resolve("boiler", "House/Heating.md") == "Boiler.md"
    assert await searcher.resolve("Projects/Café plan") == "Projects/Café plan.md"
    assert await searcher.resolve("Missing note") is None


async def test_tree_tags_note_and_counts(searcher: Searcher) -> None:
    assert [row.path for row in await searcher.tree()] == sorted(NOTES)
    assert [(tag.tag, tag.notes) for tag in await searcher.tags()] == [("home", 1), ("Work/Plans", 1)]
    row = await searcher.note("Boiler.md")
    assert row is not None
    assert (row.name, row.size, row.problem, row.excluded) == ("Boiler", len(NOTES["Boiler.md"]), "", False)
    assert await searcher.note("Nowhere.md") is None
    counts = await searcher.counts()
    assert (counts.notes, counts.tags, counts.links, counts.problems, counts.unread) == (4, 2, 4, 0, 0)


async def test_a_place_that_cannot_hold_an_index_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    async with asyncio.timeout(PATIENCE), Searcher(Index(tmp_path / "data" / "index.sqlite")) as searcher:
        with pytest.raises(IndexFailed):
            await searcher.search("x")


async def test_questions_before_anything_is_indexed_find_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    async with asyncio.timeout(PATIENCE), Searcher(index) as searcher:
        assert await searcher.search("x") == []
        assert await searcher.tree() == []
        assert await searcher.substring("x") == []
    index.close()
