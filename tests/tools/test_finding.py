"""search_notes: words together with everything else, counted exactly, and only what a view sees."""

import os
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.tools.vault_scene import NOTES, PUBLIC, data, failure, run, vault_scene
from vaultdesk.tools.finding import SearchNotes, SearchNotesParameters
from vaultdesk.tools.found import Found
from vaultdesk.tools.schema import WrongArguments, validated


@pytest.mark.parametrize(
    ("arguments", "paths"),
    [
        ({"query": "boiler"}, ["Boiler.md", "Projects/Budget.md", "Projects/Deep/Plan.md"]),
        ({"query": "BOILER plan"}, ["Projects/Deep/Plan.md"]),
        ({"query": '"boiler leaks"'}, ["Boiler.md"]),
        ({"query": "boiler -plan"}, ["Boiler.md", "Projects/Budget.md"]),
        ({"query": "boiler", "folder": "projects"}, ["Projects/Budget.md", "Projects/Deep/Plan.md"]),
        ({"query": "tag:heating boiler"}, ["Boiler.md", "Projects/Deep/Plan.md"]),
        ({"query": "tag:heating OR budget"}, ["Boiler.md", "Projects/Budget.md", "Projects/Deep/Plan.md"]),
        ({"query": "[status:open]"}, ["Projects/Deep/Plan.md"]),
        ({"query": "-[status] boiler"}, ["Projects/Budget.md"]),
        ({"query": "/^# b/ folder:"}, []),
        ({"query": "/^# b/", "folder": "Projects"}, ["Projects/Budget.md"]),
        ({"query": "tag:", "folder": "Projects"}, ["Projects/Budget.md", "Projects/Deep/Plan.md"]),
        ({"query": "-file:plan boiler"}, ["Boiler.md", "Projects/Budget.md"]),
        ({"tags": ["heating"]}, ["Boiler.md", "Projects/Deep/Plan.md"]),
        ({"tags": ["#heating/new"]}, ["Projects/Deep/Plan.md"]),
        ({"frontmatter": {"Status": "OPEN"}}, ["Projects/Deep/Plan.md"]),
        ({"frontmatter": {"status": None}}, ["Alone.md", "Projects/Budget.md"]),
        ({"frontmatter": {"tags": ["heating"]}}, ["Boiler.md"]),
        ({"dateRange": {"start": "2001-01-01", "end": "2001-12-31"}}, ["Alone.md"]),
        ({"date_range": {"end": 1_000_000_000_000}}, ["Alone.md"]),
        ({"date_range": "in September 2001"}, ["Alone.md"]),
        ({"date_range": {"start": "2001", "end": "2001"}}, ["Alone.md"]),
        ({"date_range": {"start": "-1d"}, "query": "budget"}, ["Boiler.md", "Projects/Budget.md"]),
        ({"query": "absent"}, []),
        ({}, ["Alone.md", "Boiler.md", "Projects/Budget.md", "Projects/Deep/Plan.md"]),
    ],
)
async def test_a_search_finds_exactly_its_notes(
    tmp_path: Path, arguments: dict[str, JsonValue], paths: list[str]
) -> None:
    async with vault_scene(tmp_path) as scene:
        os.utime(scene.root / "Alone.md", (1_000_000_000, 1_000_000_000))
        await scene.indexer.rescan()
        found = await data(SearchNotes(scene.searcher), PUBLIC, **arguments)
        assert sorted(one["path"] for one in found["results"]) == paths
        assert (found["total_found"], found["returned"]) == (len(paths), len(paths))


async def test_results_have_the_shape_of_the_contract_and_their_sources(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        found = Found()
        output = await run(SearchNotes(scene.searcher, found), PUBLIC, query="heat pump")
        assert isinstance(output.data, dict)
        (result,) = output.data["results"]  # type: ignore[misc,union-attr] # a list
        assert isinstance(result, dict)
        assert sorted(result) == ["excerpt", "filename", "modified", "path", "tags"]
        assert result["excerpt"] == NOTES["Projects/Budget.md"].replace("18,400", "%% kept back %%")
        (source,) = output.sources
        assert (source.path, source.heading, source.first_line) == ("Projects/Budget.md", "Budget", 1)
        assert source.characters == len(NOTES["Projects/Budget.md"])
        assert found.query("Projects/Budget.md") == "heat pump"


async def test_what_cannot_be_used_of_a_query_is_told(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        found = await data(SearchNotes(scene.searcher), PUBLIC, query="boiler /x(?=y)/")
        assert found["total_found"] == 3
        assert "looks ahead or behind" in found["problem"]
        assert "problem" not in await data(SearchNotes(scene.searcher), PUBLIC, query="boiler")
        assert (await data(SearchNotes(scene.searcher), PUBLIC, query="/x(?=y)/"))["total_found"] == 0


async def test_pages_follow_each_other_and_the_order_is_the_one_asked_for(tmp_path: Path) -> None:
    notes = {f"N{number}.md": "word " * number for number in range(1, 8)}
    async with vault_scene(tmp_path, notes) as scene:
        for number in range(1, 8):
            os.utime(scene.root / f"N{number}.md", (2_000_000_000 - number,) * 2)
        await scene.indexer.rescan()
        search = SearchNotes(scene.searcher)
        newest = [
            one["path"]
            for offset in (0, 3, 6)
            for one in (await data(search, query="word", limit=3, offset=offset))["results"]
        ]
        assert newest == [f"N{number}.md" for number in range(1, 8)]
        best = await data(search, query="word", sort="relevance", limit=2)
        assert ([one["path"] for one in best["results"]], best["total_found"]) == (["N7.md", "N6.md"], 7)


async def test_a_wrong_folder_is_told_and_a_hidden_one_too(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        for folder in ("Nowhere", "Projects-private"):
            assert (await failure(SearchNotes(scene.searcher), PUBLIC, folder=folder))[0] == "FOLDER_NOT_FOUND"


@pytest.mark.parametrize(
    "arguments",
    [{"date_range": {"start": "soon"}}, {"limit": 0}, {"limit": 101}, {"sort": "best"}, {"offset": -1}],
)
def test_wrong_arguments_are_told(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(WrongArguments):
        validated(SearchNotesParameters, arguments)


def test_words_for_people() -> None:
    search = SearchNotes.__new__(SearchNotes)
    asked = SearchNotesParameters(query="boiler", tags=("#a",), frontmatter={"x": 1}, folder="b")
    assert search.action(asked) == "Search your notes for “boiler”, #a, x = 1, in b"
    assert search.summary(SearchNotesParameters()) == "every note"
