"""Chats and the tools that look through notes: no tool gives one unless it is asked for."""

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

UNASKED: dict[str, dict[str, JsonValue]] = {
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


def names(path: str, told: JsonValue) -> bool:
    name = path.rpartition("/")[2].removesuffix(".md")
    return name in str(told)


@pytest.mark.parametrize("name", UNASKED)
async def test_t8_no_tool_gives_a_chat_unasked(tmp_path: Path, name: str) -> None:
    notes = NOTES | {"Aside.md": "Nothing of that.\n", "All.base": ""}
    async with vault_scene(tmp_path, notes) as scene:
        told = await data(tool_of(name, scene), **UNASKED[name])
    assert names("Boiler.md", told)
    assert not any(names(path, told) for path in CHATS)
    assert "jsonword" not in str(told)


ASKED: list[tuple[str, dict[str, JsonValue]]] = [
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


@pytest.mark.parametrize(("name", "arguments"), ASKED)
async def test_t8_a_tool_gives_a_chat_where_its_folder_or_path_is_named(
    tmp_path: Path, name: str, arguments: dict[str, JsonValue]
) -> None:
    async with vault_scene(tmp_path, NOTES | {"Chats.base": "filters: file.inFolder('Chats')"}) as scene:
        told = await data(tool_of(name, scene), **arguments)
    if name == "get_links":
        assert [link["path"] for link in told["outgoing"]] == ["Boiler.md"]
    elif name == "graph":
        assert {row["path"] for row in told["results"]} == {"Boiler.md", "Aside.md"}
    else:
        assert names("Heating talk", told)
    assert "jsonword" not in str(told)


async def test_t8_a_folder_filter_that_leaves_chats_out_does_not_ask_for_them(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        told = await data(tool_of("query_notes", scene), filter={"none": [{"folder": "Chats"}]})
    assert not any(names(path, told) for path in CHATS)


async def test_t8_recall_returns_what_was_said_and_no_tool_data(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        recall = tool_of("recall", scene)
        said = await data(recall, query="boiler")
        of_data = await data(recall, query="jsonword")
    (passage,) = [chat for chat in said["chats"] if chat["path"] == "Chats/Heating talk.md"]
    assert "What of the boiler?" in passage["text"]
    assert "The boiler and its zither." in passage["text"]
    assert "\n\n\n" not in passage["text"]
    assert "vaultdesk:" not in str(said)
    assert of_data["chats"] == []
    assert said["chats_looked_at"] == len(CHATS)


async def test_t8_index_vault_counts_notes(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        told = await data(tool_of("index_vault", scene))
    assert told["notes"] == len(NOTES) - len(CHATS)


async def test_t8_a_renamed_note_is_followed_in_what_was_said_and_attached(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES | {"Chats/Other.md": kept_chat("[[Budget]]?", "No.")}) as scene:
        sources = await scene.searcher.read_note_table(
            lambda table: {path: sorted(table.links.incoming(path)) for path in ("Boiler.md", "Budget.md")}
        )
    assert sources == {
        "Boiler.md": ["Budget.md", "Chats/Heating talk.md"],
        "Budget.md": ["Boiler.md", "Chats/Other.md"],
    }
    assert "[[Boiler]]" in CHAT
