"""Every built-in tool lists as a source, with characters, each note whose text its result may repeat."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tests.tools.vault_scene import run, vault_scene
from vaultdesk.chat.chat_store import ChatMessageText
from vaultdesk.chat.conversation_note import VERSION
from vaultdesk.tools.tool import ChangingTool
from vaultdesk.workspace.toolbox import TOOLS, ToolServices, build_tools

SECRETS = {
    "Plan.md": ("secretplan", "secretbudget"),
    "Boiler.md": ("secretboiler",),
    "Properties.md": ("secretproperty",),
    "Tagged.md": ("secrettag",),
    "Chats/Heating.md": ("secretchat",),
    "Assistant/Memory.md": ("secretmemory",),
}
"""Words that are in the text of one note only, by its path."""

NOTES = {
    "Plan.md": "---\nbudget: secretbudget\n---\n# Plan\n\nThe pump of secretplan. See [[Boiler]].\n",
    "Boiler.md": "# Boiler\n\nThe pump of secretboiler. See [[Plan]].\n",
    "Properties.md": "---\nowner: secretproperty\n---\n",
    "Tagged.md": "---\ntags: [secrettag]\n---\n",
    "Chats/Heating.md": f"---\nvaultdesk-chat: {VERSION}\nid: chat_1\n---\n## You\n\nThe pump of secretchat.\n",
    "Assistant/Memory.md": "# Memory\n\n- The pump of secretmemory\n",
    "Daily.md": "daily\n",
    "Table.base": "views:\n  - type: table\n    name: All\n    order: [file.name, budget, owner]\n",
}

CALLS: Mapping[str, Sequence[dict[str, JsonValue]]] = {
    "vault_search": ({"query": "pump"}, {"query": "Properties"}),
    "file_read": ({"file_paths": [*SECRETS]},),
    "read_note": tuple({"path": path, "include_frontmatter": True} for path in SECRETS),
    "search_notes": ({"query": "pump"}, {"query": ""}),
    "local_search": ({"query": "pump"},),
    "list_notes": ({"folder": "", "recursive": True},),
    "get_file_tree": ({},),
    "get_links": ({"path": "Plan.md"}, {"path": "Boiler.md"}),
    "graph": ({"kind": "hubs"}, {"kind": "neighbours", "path": "Plan.md"}),
    "query_notes": ({"columns": ["budget", "owner", "file.tags"]},),
    "query_base": ({"path": "Table.base"},),
    "recall": ({"query": "pump"},),
}
"""Calls whose results contain as much text of `NOTES` as possible."""

WITHOUT_NOTES = frozenset({
    "get_current_time", "pomodoro", "index_vault", "ask_user", "web_search", "fetch_page", "youtube_transcription",
    "find_tools",
})  # fmt: skip
"""Tools that read no notes."""


class SavedChats:
    """One chat outside of the vault; its message quotes two notes."""

    async def recall(self, _query: str, limit: int) -> list[ChatMessageText]:
        text, sources = "You wrote secretplan and secretmemory.", ("Plan.md", "Assistant/Memory.md")
        return [ChatMessageText("chat_2", "Talk", text, datetime(2026, 11, 20, tzinfo=UTC), sources)][:limit]


def test_the_calls_cover_every_tool_that_reads() -> None:
    reading = {tool.name for tool in TOOLS if not issubclass(tool, ChangingTool)}
    assert reading == CALLS.keys() | WITHOUT_NOTES


async def test_each_note_whose_text_is_in_a_result_is_a_source_with_characters(tmp_path: Path) -> None:
    missing: list[tuple[str, Any, str]] = []
    found: dict[str, set[str]] = {}
    async with vault_scene(tmp_path, NOTES) as scene:
        services = ToolServices(saved_chats=SavedChats())
        tools = {tool.name: tool for tool in build_tools(scene.vault, scene.searcher, services=services)}
        for name, calls in CALLS.items():
            for arguments in calls:
                output = await run(tools[name], **arguments)
                text = json.dumps(output.data)
                sources = {source.path for source in output.sources if source.characters}
                paths = {path for path, words in SECRETS.items() if any(word in text for word in words)}
                found.setdefault(name, set()).update(paths)
                missing += [(name, arguments, path) for path in sorted(paths - sources)]
    assert missing == []
    # Otherwise a call that returns nothing would prove nothing.
    assert {name for name, paths in found.items() if not paths} == {"list_notes", "get_file_tree", "graph"}


async def test_a_recalled_chat_counts_for_each_note_it_may_quote(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, NOTES) as scene:
        services = ToolServices(saved_chats=SavedChats())
        (tool,) = (
            tool for tool in build_tools(scene.vault, scene.searcher, services=services) if tool.name == "recall"
        )
        output = await run(tool, query="pump")
    message = "You wrote secretplan and secretmemory."
    characters = [source.characters for source in output.sources if source.path in ("Plan.md", "Assistant/Memory.md")]
    assert sorted(characters) == sorted([len("The pump of secretmemory"), len(message), len(message)])
