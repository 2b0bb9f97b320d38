"""local_search: ranked passages of what a view sees, with their sources."""

import os
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.index.scene import Scene
from tests.tools.vault_scene import NOTES, PUBLIC, data, run, vault_scene
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.tools.found import Found
from vaultdesk.tools.local_search import LocalSearch, LocalSearchParameters
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.schema import WrongArguments, json_schema, validated
from vaultdesk.tools.tool import View
from vaultdesk.vault.markdown.markdown_scanner import without_comments


def tool(scene: Scene, found: Found | None = None) -> LocalSearch:
    return LocalSearch(scene.searcher, PassageSearch(scene.searcher, None), found)


async def test_passages_have_the_shape_of_the_contract_and_their_sources(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        found = Found()
        output = await run(tool(scene, found), query="What does the heat pump cost?", salientTerms=["heat pump"])
        assert isinstance(output.data, list)
        first = output.data[0]
        assert isinstance(first, dict)
        assert sorted(first) == ["heading", "modified", "path", "score", "text"]
        assert (first["path"], first["heading"]) == ("Projects/Budget.md", "Budget")
        assert first["text"] == NOTES["Projects/Budget.md"].strip()
        assert isinstance(first["score"], float)
        assert 0 < first["score"] <= 1
        source = output.sources[0]
        assert (source.path, source.heading, source.first_line, source.last_line) == (
            "Projects/Budget.md",
            "Budget",
            1,
            3,
        )
        assert source.characters == len(str(first["text"]))
        assert output.files_affected[0] == "Projects/Budget.md"
        assert found.query("Projects/Budget.md") == "What does the heat pump cost?"


async def test_hidden_and_excluded_notes_are_not_there(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        everything = await data(tool(scene), query="boiler")
        assert "Projects-private/Secret.md" in [one["path"] for one in everything]
        found = await data(tool(scene), PUBLIC, query="boiler")
        paths = [one["path"] for one in found]
        assert sorted(set(paths)) == ["Boiler.md", "Projects/Budget.md", "Projects/Deep/Plan.md"]
        assert "Old/Attic.md" not in paths


async def test_text_is_given_as_the_view_shows_the_whole_note(tmp_path: Path) -> None:
    comment = "%% The combination of the safe is 4711, which nobody but me may know of, of course. %%"
    long = " ".join(f"word{number}" for number in range(290))
    notes = {
        "Safe.md": f"# Safe\n\nWhere the safe stands. {comment}\nIn the cellar.\n\n%% {long}\n\n{long} safe\n%% end\n"
    }
    view = View(shown=lambda _path, text: without_comments(text))
    async with vault_scene(tmp_path, notes) as scene:
        found = await data(tool(scene), view, query="safe cellar 4711 word7")
        assert found
        text = "\n".join(one["text"] for one in found)
        assert "4711" not in text
        assert "word7" not in text, "a passage may begin inside a comment"
        assert "Where the safe stands. %% kept back %%\nIn the cellar." in text


@pytest.mark.parametrize(
    ("given", "paths"),
    [
        ({"start": "2001-01-01", "end": "2001-12-31"}, {"Alone.md"}),
        ({"startTime": "2001-09-09", "endTime": "2001-09-09"}, {"Alone.md"}),
        ({"end": 1_000_000_000_000}, {"Alone.md"}),
        ({"end": 999_999_999_999}, set()),
        ({"start": "-1d"}, {"Boiler.md"}),
        ({"start": "this week", "end": "this week"}, {"Boiler.md"}),
        ("since yesterday", {"Boiler.md"}),
        ("September 2001", {"Alone.md"}),
        ("last week", set()),
        ({}, {"Alone.md", "Boiler.md"}),
    ],
)
async def test_only_notes_changed_in_the_time_range_are_looked_at(
    tmp_path: Path, given: JsonValue, paths: set[str]
) -> None:
    async with vault_scene(tmp_path, {"Alone.md": "the boiler", "Boiler.md": "the boiler"}) as scene:
        os.utime(scene.root / "Alone.md", (1_000_000_000, 1_000_000_000))
        await scene.indexer.rescan()
        found = await data(tool(scene), query="boiler", timeRange=given)
        assert {one["path"] for one in found} == paths


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "query"), ({"query": ""}, "query"), ({"query": "x", "salient_terms": "x"}, "salient_terms"),
        ({"query": "x", "salient_terms": [""]}, "salient_terms.0"),
        ({"query": "x", "time_range": {"start": "soon"}}, "time_range.start"),
        ({"query": "x", "time_range": "soon"}, "time_range"), ({"query": "x", "limit": 3}, "limit"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_told_by_name(arguments: dict[str, JsonValue], field: str) -> None:
    with pytest.raises(WrongArguments) as wrong:
        validated(LocalSearchParameters, arguments)
    assert [problem.field for problem in wrong.value.problems] == [field]


def test_the_schema_names_both_edges_of_the_range() -> None:
    schema = json_schema(LocalSearchParameters)
    assert schema["required"] == ["query"]
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert sorted(properties) == ["query", "salient_terms", "time_range"]
    assert "'start'" in str(properties["time_range"])
    assert "startTime" not in str(schema)


async def test_it_answers_to_its_other_name(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        registry = ToolRegistry((tool(scene),))
        assert registry.get("localSearch") is registry.get("local_search")
        words = registry.describe("localSearch", {"query": "boiler\u202e"})
        assert (words.display_name, words.summary) == ("Search passages", "“boiler<U+202E>”")


async def test_at_most_ten_passages_are_given(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, {f"{number}.md": f"the boiler {number}" for number in range(30)}) as scene:
        assert len(await data(tool(scene), query="boiler")) == 10


async def test_what_was_said_in_a_chat_is_no_passage_of_the_notes(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        said = "# Talk\n\nThe heat pump costs nothing at all, said the assistant.\n"
        (scene.root / "Talk.md").write_text(f"---\nvaultdesk-chat: 1\n---\n{said}", encoding="utf-8")
        (scene.root / "Written.md").write_text(f"---\nsaid: true\n---\n{said}", encoding="utf-8")
        await scene.indexer.rescan()
        paths = {one["path"] for one in await data(tool(scene), query="heat pump costs nothing")}
        assert "Written.md" in paths
        assert "Talk.md" not in paths
