"""Tests of tools/builtin/search_tools.py."""

import os
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.index.scene import Scene
from tests.support.tool_env import YES, call, open_tool_env, search
from tests.support.vaults import HEATING, write_vault
from tests.tools.vault_scene import NOTES as VAULT_SCENE_NOTES
from tests.tools.vault_scene import PUBLIC, data, failure, run, vault_scene
from vaultdesk.core.phrases import verbatim
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.argument_schema import InvalidArguments, json_schema, validate_arguments
from vaultdesk.tools.builtin.search_tools import (
    MAX_REMEMBERED_NOTES,
    IndexVault,
    IndexVaultParameters,
    LocalSearch,
    LocalSearchParameters,
    SearchNotes,
    SearchNotesParameters,
    SearchProvenance,
    VaultSearch,
)
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approval_text import visible_phrase
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure, Visibility
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.vault import Vault

# Chats are not found unless they are requested; the current chat is not found even then.

NOTES = {
    "Chats/Now.md": "---\nvaultdesk-chat: 1\nid: chat_1\n---\n## You\n\nWhat of the boiler?\n",
    "Chats/Before.md": "---\nvaultdesk-chat: 1\nid: chat_0\n---\n## You\n\nThe boiler again.\n",
    "Boiler.md": "The boiler is old.\n",
}
NOW = Visibility(conversation_id="chat_1")


async def test_a_search_finds_notes_and_no_chats_unless_their_folder_is_named(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        by_substring = await data(VaultSearch(scene.searcher), NOW, query="boiler")
        by_words = await data(SearchNotes(scene.searcher), NOW, query="boiler")
        in_folder = await data(SearchNotes(scene.searcher), NOW, query="boiler", folder="Chats")
        by_operator = await data(SearchNotes(scene.searcher), NOW, query="boiler in:chats")

    assert [hit["path"] for hit in by_substring] == ["Boiler.md"]
    assert [hit["path"] for hit in by_words["results"]] == ["Boiler.md"]
    # The current chat is not a result of its own search.
    assert [hit["path"] for hit in in_folder["results"]] == ["Chats/Before.md"]
    assert [hit["path"] for hit in by_operator["results"]] == ["Chats/Before.md"]


async def test_a_search_by_folder_alone_lists_all_its_notes(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        result = await data(SearchNotes(scene.searcher), NOW, folder="Chats")

    assert result["total_found"] == 2


# The provenance of recent results.


def test_the_latest_query_of_a_note_is_returned_and_old_ones_are_forgotten() -> None:
    provenance = SearchProvenance()
    provenance.record("boiler", ["a.md", "b.md"])
    provenance.record("pump", ["a.md"])
    assert (provenance.query_for("a.md"), provenance.query_for("b.md"), provenance.query_for("c.md")) == (
        "pump",
        "boiler",
        None,
    )
    provenance.record("many", [f"{number}.md" for number in range(MAX_REMEMBERED_NOTES)])
    assert provenance.query_for("b.md") is None


# vault_search: the documented data over a real index.


async def test_matching_names_are_listed_before_matching_content(tmp_path: Path) -> None:
    notes = {"Boiler.md": "Nothing.", "Other.md": "a BOILER and a boiler", "None.md": "nothing"}
    async with open_tool_env(tmp_path, YES, notes=notes) as env:
        (result,) = await env.results(search("boiler"))
        assert isinstance(result.data, list)
        assert [hit["path"] for hit in result.data] == ["Boiler.md", "Other.md"]
        assert result.data[1] == {
            "path": "Other.md", "basename": "Other", "matches": 2, "preview": "a BOILER and a boiler",
        }  # fmt: skip


async def test_previews_are_recorded_as_sources(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, notes={"Other.md": "a boiler"}) as env:
        events = await env.events(search("boiler"))
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert [(source.path, source.characters) for source in finished.part.sources] == [("Other.md", 8)]


async def test_a_search_without_results_returns_an_empty_list(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        (result,) = await env.results(search("zzz"))
        assert (result.success, result.data) == (True, [])


async def test_hidden_notes_do_not_count_towards_the_limit(tmp_path: Path) -> None:
    notes = {f"Private/Boiler {number}.md": "boiler " * 9 for number in range(8)} | {"Other.md": "a boiler"}
    rules = [PermissionRule(folder="Private", answer="deny")]
    async with open_tool_env(tmp_path, YES, notes=notes, rules=rules) as env:
        (result,) = await env.results(call("vault_search", query="boiler", limit=2))
        assert isinstance(result.data, list)
        assert [hit["path"] for hit in result.data] == ["Other.md"]


@pytest.mark.parametrize("limit", ["10", 1.5, True])
async def test_a_limit_that_is_not_an_integer_is_rejected(tmp_path: Path, limit: object) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        result = await env.runner.call("vault_search", {"query": "x", "limit": limit})
        assert result.error is not None
        assert result.error.code == "VALIDATION_FAILED"


async def test_hostile_queries_are_escaped_in_the_headline(tmp_path: Path) -> None:
    query = "<b>\u202eboiler</b>\n\n" + "x" * 500
    async with open_tool_env(tmp_path, YES, notes={"Hostile.md": f"{query}\n"}) as env:
        await env.events(search(query))
        request = env.answers.requests[0]
        (review,) = request.calls
        assert "“<b><U+202E>boiler</b> xxx" in str(visible_phrase(verbatim(review.action)))
        assert len(request.headline) < 250
        assert any("invisible" in warning for warning in review.warnings)
        assert (request.folder, request.query, request.query_call) == ("", query, "call_1")


# local_search: ranked passages of visible notes, with their sources.


def tool(scene: Scene, provenance: SearchProvenance | None = None) -> LocalSearch:
    return LocalSearch(scene.searcher, PassageSearch(scene.searcher, None), provenance)


async def test_passages_have_the_documented_fields_and_sources(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        provenance = SearchProvenance()
        output = await run(tool(scene, provenance), query="What does the heat pump cost?", salientTerms=["heat pump"])
        assert isinstance(output.data, list)
        first = output.data[0]
        assert isinstance(first, dict)
        assert sorted(first) == ["heading", "modified", "path", "score", "text"]
        assert (first["path"], first["heading"]) == ("Projects/Budget.md", "Budget")
        assert first["text"] == VAULT_SCENE_NOTES["Projects/Budget.md"].strip()
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
        assert provenance.query_for("Projects/Budget.md") == "What does the heat pump cost?"


async def test_hidden_and_excluded_notes_are_not_found(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        unrestricted = await data(tool(scene), query="boiler")
        assert "Projects-private/Secret.md" in [item["path"] for item in unrestricted]
        results = await data(tool(scene), PUBLIC, query="boiler")
        paths = [item["path"] for item in results]
        assert sorted(set(paths)) == ["Boiler.md", "Projects/Budget.md", "Projects/Deep/Plan.md"]
        assert "Old/Attic.md" not in paths


async def test_passages_are_redacted_by_the_whole_note(tmp_path: Path) -> None:
    comment = "%% The combination of the safe is 4711, which nobody but me may know of, of course. %%"
    words = " ".join(f"word{number}" for number in range(290))
    notes = {
        "Safe.md": f"# Safe\n\nWhere the safe stands. {comment}\nIn the cellar.\n\n%% {words}\n\n{words} safe\n%% end\n"
    }
    view = Visibility(redact=lambda _path, text: without_comments(text))
    async with vault_scene(tmp_path, notes) as scene:
        results = await data(tool(scene), view, query="safe cellar 4711 word7")
        assert results
        text = "\n".join(item["text"] for item in results)
        assert "4711" not in text
        assert "word7" not in text, "a passage may begin inside a comment"
        assert "Where the safe stands. %% kept back %%\nIn the cellar." in text


@pytest.mark.parametrize(
    ("time_range", "paths"),
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
async def test_only_notes_modified_in_the_time_range_are_searched(
    tmp_path: Path, time_range: JsonValue, paths: set[str]
) -> None:
    async with vault_scene(tmp_path, {"Alone.md": "the boiler", "Boiler.md": "the boiler"}) as scene:
        os.utime(scene.root / "Alone.md", (1_000_000_000, 1_000_000_000))
        await scene.indexer.rescan()
        results = await data(tool(scene), query="boiler", timeRange=time_range)
        assert {item["path"] for item in results} == paths


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "query"), ({"query": ""}, "query"), ({"query": "x", "salient_terms": "x"}, "salient_terms"),
        ({"query": "x", "salient_terms": [""]}, "salient_terms.0"),
        ({"query": "x", "time_range": {"start": "soon"}}, "time_range.start"),
        ({"query": "x", "time_range": "soon"}, "time_range"), ({"query": "x", "limit": 3}, "limit"),
    ],
)  # fmt: skip
def test_invalid_arguments_are_reported_with_their_field(arguments: dict[str, JsonValue], field: str) -> None:
    with pytest.raises(InvalidArguments) as error:
        validate_arguments(LocalSearchParameters, arguments)
    assert [problem.field for problem in error.value.problems] == [field]


def test_the_schema_describes_both_ends_of_the_range() -> None:
    schema = json_schema(LocalSearchParameters)
    assert schema["required"] == ["query"]
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert sorted(properties) == ["query", "salient_terms", "time_range"]
    assert "'start'" in str(properties["time_range"])
    assert "startTime" not in str(schema)


async def test_local_search_is_found_by_its_camel_case_name(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        registry = ToolRegistry((tool(scene),))
        assert registry.get("localSearch") is registry.get("local_search")
        description = registry.describe("localSearch", {"query": "boiler\u202e"})
        assert (description.display_name, description.summary) == ("Search passages", "“boiler<U+202E>”")


async def test_at_most_ten_passages_are_returned(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, {f"{number}.md": f"the boiler {number}" for number in range(30)}) as scene:
        assert len(await data(tool(scene), query="boiler")) == 10


async def test_chats_are_not_searched_for_passages(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        text = "# Talk\n\nThe heat pump costs nothing at all, said the assistant.\n"
        (scene.root / "Talk.md").write_text(f"---\nvaultdesk-chat: 1\n---\n{text}", encoding="utf-8")
        (scene.root / "Written.md").write_text(f"---\nsaid: true\n---\n{text}", encoding="utf-8")
        await scene.indexer.rescan()
        paths = {item["path"] for item in await data(tool(scene), query="heat pump costs nothing")}
        assert "Written.md" in paths
        assert "Talk.md" not in paths


# search_notes: words and filters with exact counts, over visible notes only.


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
        result = await data(SearchNotes(scene.searcher), PUBLIC, **arguments)
        assert sorted(hit["path"] for hit in result["results"]) == paths
        assert (result["total_found"], result["returned"]) == (len(paths), len(paths))


async def test_results_have_the_documented_fields_and_sources(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        provenance = SearchProvenance()
        output = await run(SearchNotes(scene.searcher, provenance), PUBLIC, query="heat pump")
        assert isinstance(output.data, dict)
        (result,) = output.data["results"]  # type: ignore[misc,union-attr] # a list
        assert isinstance(result, dict)
        assert sorted(result) == ["excerpt", "filename", "modified", "path", "tags"]
        assert result["excerpt"] == VAULT_SCENE_NOTES["Projects/Budget.md"].replace("18,400", "%% kept back %%")
        (source,) = output.sources
        assert (source.path, source.heading, source.first_line) == ("Projects/Budget.md", "Budget", 1)
        assert source.characters == len(VAULT_SCENE_NOTES["Projects/Budget.md"])
        assert provenance.query_for("Projects/Budget.md") == "heat pump"


async def test_an_unsupported_part_of_a_query_is_reported(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        result = await data(SearchNotes(scene.searcher), PUBLIC, query="boiler /x(?=y)/")
        assert result["total_found"] == 3
        assert "uses lookahead or lookbehind" in result["problem"]
        assert "problem" not in await data(SearchNotes(scene.searcher), PUBLIC, query="boiler")
        assert (await data(SearchNotes(scene.searcher), PUBLIC, query="/x(?=y)/"))["total_found"] == 0


async def test_pages_are_consecutive_in_the_requested_order(tmp_path: Path) -> None:
    notes = {f"N{number}.md": "word " * number for number in range(1, 8)}
    async with vault_scene(tmp_path, notes) as scene:
        for number in range(1, 8):
            os.utime(scene.root / f"N{number}.md", (2_000_000_000 - number,) * 2)
        await scene.indexer.rescan()
        search = SearchNotes(scene.searcher)
        newest = [
            result["path"]
            for offset in (0, 3, 6)
            for result in (await data(search, query="word", limit=3, offset=offset))["results"]
        ]
        assert newest == [f"N{number}.md" for number in range(1, 8)]
        by_relevance = await data(search, query="word", sort="relevance", limit=2)
        assert ([result["path"] for result in by_relevance["results"]], by_relevance["total_found"]) == (
            ["N7.md", "N6.md"],
            7,
        )


async def test_a_missing_folder_and_a_hidden_one_give_the_same_error(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        for folder in ("Nowhere", "Projects-private"):
            assert (await failure(SearchNotes(scene.searcher), PUBLIC, folder=folder))[0] == "FOLDER_NOT_FOUND"


@pytest.mark.parametrize(
    "arguments",
    [{"date_range": {"start": "soon"}}, {"limit": "5"}, {"limit": 1.5}, {"sort": "best"}],
)
def test_invalid_arguments_of_search_notes_are_rejected(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(InvalidArguments):
        validate_arguments(SearchNotesParameters, arguments)


def test_action_and_summary_are_readable() -> None:
    search_tool = SearchNotes.__new__(SearchNotes)
    parameters = SearchNotesParameters(query="boiler", tags=("#a",), frontmatter={"x": 1}, folder="b")
    assert search_tool.action(parameters) == "Search your notes for “boiler”, #a, x = 1, in b"
    assert search_tool.summary(SearchNotesParameters()) == "every note"


# The tool `index_vault`.


async def test_index_vault_finds_a_note_that_was_added_without_an_event(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    write_vault(root, HEATING)
    index = Index(tmp_path / "index.sqlite")
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        (root / "Solar.md").write_text("Twelve panels on the roof.\n", encoding="utf-8")
        assert await searcher.substring("panels") == []
        tool = IndexVault(indexer, searcher)
        output = await tool.run(IndexVaultParameters(), FULL_VISIBILITY)
        assert output.data == {"rebuilt": False, "notes": 4}
        assert [hit.path for hit in await searcher.substring("panels")] == ["Solar.md"]
        output = await tool.run(
            IndexVaultParameters(rebuild=True), Visibility(sees=lambda path: path.startswith("Garden/"))
        )
        assert output.data == {"rebuilt": True, "notes": 1}
        assert len(await searcher.tree()) == 4


async def test_a_failed_index_update_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    write_vault(root, HEATING)
    index = Index(tmp_path / "index.sqlite")
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        root.rename(tmp_path / "elsewhere")
        with pytest.raises(ToolFailure) as error:
            await IndexVault(indexer, searcher).run(IndexVaultParameters(), FULL_VISIBILITY)
        assert error.value.code == "SEARCH_FAILED"
        (tmp_path / "elsewhere").rename(root)
    caplog.clear()


def test_index_vault_runs_in_the_background_without_approval() -> None:
    assert IndexVault.background
    assert IndexVault.effect == "none"
    for example in IndexVault.examples:
        IndexVaultParameters.model_validate(example)
