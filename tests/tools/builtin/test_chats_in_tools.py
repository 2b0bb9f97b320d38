"""Chats in the results of tools: no tool returns a chat unless it is requested."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.index.scene import Scene
from tests.index.test_chat_notes import CHAT, CHATS, NOTES, kept_chat
from tests.tools.vault_scene import data, vault_scene
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.tools.builtin.link_tools import GetLinks, Graph
from vaultdesk.tools.builtin.listing_tools import GetFileTree, ListNotes
from vaultdesk.tools.builtin.memory_tools import Recall
from vaultdesk.tools.builtin.query_tools import QueryBase, QueryNotes
from vaultdesk.tools.builtin.search_tools import IndexVault, LocalSearch, SearchNotes, VaultSearch
from vaultdesk.tools.tool import AnyTool

CALLS_WITHOUT_CHATS: dict[str, dict[str, JsonValue]] = {
    "vault_search": {"query": "boiler"},
    "search_notes": {"query": "boiler"},
    "local_search": {"query": "what about the boiler and its zither"},
    "list_notes": {"folder": "", "recursive": True},
    "get_file_tree": {},
    "query_notes": {"filter": {"tag": "heating"}},
    "query_base": {"path": "All.base"},
    "get_links": {"path": "Boiler.md"},
    "graph": {"kind": "neighbours", "path": "Boiler.md", "depth": 5},
}


def tool_of(name: str, scene: Scene) -> AnyTool:
    passages = PassageSearch(scene.searcher, None)
    tools: tuple[AnyTool, ...] = (
        VaultSearch(scene.searcher), SearchNotes(scene.searcher), LocalSearch(scene.searcher, passages),
        ListNotes(scene.vault, scene.searcher), GetFileTree(scene.searcher), QueryNotes(scene.vault, scene.searcher),
        QueryBase(scene.vault, scene.searcher),
        GetLinks(scene.vault, scene.searcher), Graph(scene.vault, scene.searcher),
        Recall(scene.vault, scene.searcher, passages), IndexVault(scene.indexer, scene.searcher),
    )  # fmt: skip
    return next(tool for tool in tools if tool.name == name)


def is_named(path: str, result: JsonValue) -> bool:
    name = path.rpartition("/")[2].removesuffix(".md")
    return name in str(result)


@pytest.mark.parametrize("name", CALLS_WITHOUT_CHATS)
async def test_t8_no_tool_returns_a_chat_by_default(tmp_path: Path, name: str) -> None:
    notes = NOTES | {"Aside.md": "Nothing of that.\n", "All.base": ""}
    async with vault_scene(tmp_path, notes) as scene:
        result = await data(tool_of(name, scene), **CALLS_WITHOUT_CHATS[name])
    assert is_named("Boiler.md", result)
    assert not any(is_named(path, result) for path in CHATS)
    assert "jsonword" not in str(result)


CALLS_WITH_CHATS: list[tuple[str, dict[str, JsonValue]]] = [
    ("search_notes", {"query": "zither", "folder": "Chats"}),
    ("search_notes", {"folder": "chats"}),
    ("search_notes", {"query": "in:chats zither"}),
    ("list_notes", {"folder": "Chats"}),
    ("get_file_tree", {"folder": "Chats"}),
    ("query_notes", {"filter": {"all": [{"folder": "Chats"}, {"tag": "heating"}]}}),
    ("query_notes", {"dataview": 'LIST FROM "Chats"'}),
    ("query_base", {"path": "Chats.base"}),
    ("get_links", {"path": "Chats/Heating talk.md"}),
    ("graph", {"kind": "neighbours", "path": "Chats/Heating talk.md"}),
    ("recall", {"query": "zither"}),
]


@pytest.mark.parametrize(("name", "arguments"), CALLS_WITH_CHATS)
async def test_t8_a_tool_returns_a_chat_if_its_folder_or_path_is_named(
    tmp_path: Path, name: str, arguments: dict[str, JsonValue]
) -> None:
    async with vault_scene(tmp_path, NOTES | {"Chats.base": "filters: file.inFolder('Chats')"}) as scene:
        result = await data(tool_of(name, scene), **arguments)
    if name == "get_links":
        assert [link["path"] for link in result["outgoing"]] == ["Boiler.md"]
    elif name == "graph":
        assert {row["path"] for row in result["results"]} == {"Boiler.md", "Aside.md"}
    else:
        assert is_named("Heating talk", result)
    assert "jsonword" not in str(result)


async def test_t8_a_filter_that_excludes_the_chat_folder_does_not_request_chats(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        result = await data(tool_of("query_notes", scene), filter={"none": [{"folder": "Chats"}]})
    assert not any(is_named(path, result) for path in CHATS)


async def test_t8_recall_returns_messages_and_no_tool_data(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        recall = tool_of("recall", scene)
        of_text = await data(recall, query="boiler")
        of_tool_data = await data(recall, query="jsonword")
    (passage,) = [chat for chat in of_text["chats"] if chat["path"] == "Chats/Heating talk.md"]
    assert "What of the boiler?" in passage["text"]
    assert "The boiler and its zither." in passage["text"]
    assert "\n\n\n" not in passage["text"]
    assert "vaultdesk:" not in str(of_text)
    assert of_tool_data["chats"] == []
    assert of_text["chats_looked_at"] == len(CHATS)


async def test_t8_index_vault_counts_notes(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        result = await data(tool_of("index_vault", scene))
    assert result["notes"] == len(NOTES) - len(CHATS)


async def test_t8_links_in_messages_and_attachments_of_chats_are_indexed(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES | {"Chats/Other.md": kept_chat("[[Budget]]?", "No.")}) as scene:
        sources = await scene.searcher.read_note_table(
            lambda table: {path: sorted(table.links.incoming(path)) for path in ("Boiler.md", "Budget.md")}
        )
    assert sources == {
        "Boiler.md": ["Budget.md", "Chats/Heating talk.md"],
        "Budget.md": ["Boiler.md", "Chats/Other.md"],
    }
    assert "[[Boiler]]" in CHAT
