"""Tests of workspace/toolbox.py."""

import asyncio
from datetime import UTC, datetime

import pytest

from tests.support.web_site import WebSite, page
from tests.workspace.bench import Bench
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import AddressBlocked
from vaultdesk.core.settings.settings_schema import PomodoroSettings, VocabularySettings, WebSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.tools.builtin.pomodoro import FinishedSession
from vaultdesk.tools.tool import Tool
from vaultdesk.workspace import TOOLS
from vaultdesk.workspace.toolbox import web_services

# Web services: search, pages and transcripts follow the settings.


async def test_the_current_search_engine_is_used() -> None:
    settings = [Settings()]
    services = web_services(lambda: settings[0], Credentials({}))
    assert services.search.engine is None
    settings[0] = Settings(web=WebSettings(engine="duckduckgo"))

    assert services.search.destination.host == "html.duckduckgo.com"


async def test_pages_are_fetched_with_the_given_client_or_else_with_the_address_guard() -> None:
    with WebSite({"/": page("<p>Hello</p>")}) as site:
        url = site.url("heat-pumps.example")
        assert (await web_services(Settings, Credentials({}), site.client()).pages.fetch_page(url)).text == "Hello"
        with pytest.raises(AddressBlocked):
            await web_services(Settings, Credentials({})).pages.fetch_page(f"http://127.0.0.1:{site.port}/")


# Toolbox: the list of tools equals the registered tools.


async def test_the_listed_tools_are_those_of_an_open_vault(bench: Bench) -> None:
    async with bench.open() as workspace:
        assert tuple(type(tool) for tool in workspace.registry.tools) == TOOLS


# Services of an open vault follow changed settings without reopening.

SESSION = FinishedSession(25, datetime(2026, 11, 22, 9, 5, tzinfo=UTC), datetime(2026, 11, 22, 9, 30, tzinfo=UTC))


async def test_the_current_vocabulary_folder_is_used(bench: Bench) -> None:
    async with bench.open() as workspace:
        assert (await workspace.vocabulary.add("nuances")).word.path == "Vocabulary/nuances.md"
        other = VocabularySettings(folder="Words/English")
        bench.store.change(lambda tree: tree.model_copy(update={"vocabulary": other}))
        assert (await workspace.vocabulary.add("nuances")).word.path == "Words/English/nuances.md"


async def test_a_session_is_logged_only_if_enabled(bench: Bench) -> None:
    async with bench.open() as workspace:
        workspace.pomodoro_timer.finished.publish(SESSION)
        for _ in range(10):  # The log reads the settings when it receives the event.
            await asyncio.sleep(0)
        bench.store.change(lambda tree: tree.model_copy(update={"pomodoro": PomodoroSettings(log=True)}))
        with workspace.vault.changes.subscribe() as changes:
            workspace.pomodoro_timer.finished.publish(SESSION)
            async with asyncio.timeout(5):
                await anext(changes)
        text = (bench.root / "2026-11-22.md").read_text(encoding="utf-8")
        assert text.count("Pomodoro, 25 minutes") == 1


async def test_a_running_timer_ends_with_its_vault(bench: Bench) -> None:
    async with bench.open() as workspace:
        workspace.pomodoro_timer.start(1)
    assert workspace.pomodoro_timer._timer_handle is None


STEP_WORDS: list[tuple[str, dict[str, object], str, str]] = [
    ("vault_search", {"query": "boiler"}, "“boiler”", "Search your notes for “boiler”"),
    (
        "local_search",
        {"query": "the boiler", "salient_terms": ["boiler"]},
        "“the boiler”",
        "Search your notes for “the boiler”",
    ),
    (
        "search_notes",
        {"query": "boiler", "folder": "House"},
        "“boiler”, in House",
        "Search your notes for “boiler”, in House",
    ),
    ("file_read", {"file_paths": ["House/Boiler.md", "b.md"]}, "Boiler and 1 more", "Read"),
    ("read_note", {"path": "House/Boiler.md", "section": "Costs"}, "Boiler, Costs", "Read “Costs” of"),
    ("list_notes", {"folder": "House"}, "House", "List the notes in House"),
    ("get_file_tree", {"folder": "House"}, "House", "Show the folders and names of notes in House"),
    ("get_links", {"path": "House/Boiler.md"}, "Boiler", "Look at the links of “Boiler”"),
    ("graph", {"kind": "orphans"}, "orphans", "Look for notes without links"),
    ("query_notes", {"filter": {"tag": "a"}}, "#a", "Query your notes: #a"),
    ("write_note", {"path": "House/Boiler.md", "content": "x"}, "Boiler", "Write"),
    ("edit_note", {"path": "House/Boiler.md", "old": "a", "new": "b"}, "Boiler", "Edit"),
    ("rename_note", {"path": "a.md", "new_path": "b.md"}, "a → b", "Rename"),
    ("delete_note", {"path": "House/Boiler.md"}, "Boiler", "Delete"),
    ("update_frontmatter", {"path": "a.md", "set": {"x": 1}}, "a: x", "Change properties of"),
    ("add_tags", {"path": "a.md", "tags": ["x"]}, "a: #x", "Tag"),
    ("remove_tags", {"path": "a.md", "tags": ["x"]}, "a: #x", "Remove tags from"),
    (
        "bulk_update",
        {"filter": {"tag": "a"}, "change": {"kind": "set_property", "property": "status", "value": "done"}},
        "sets status",
        "Set status in",
    ),
    (
        "bulk_update",
        {"filter": {"tag": "a"}, "change": {"kind": "remove_property", "property": "status"}},
        "removes status",
        "Remove status from",
    ),
    ("bulk_update", {"filter": {"tag": "a"}, "change": {"kind": "add_tag", "tag": "b"}}, "adds #b", "Add #b to"),
    (
        "bulk_update",
        {"filter": {"tag": "a"}, "change": {"kind": "remove_tag", "tag": "b"}},
        "removes #b",
        "Remove #b from",
    ),
    (
        "bulk_update",
        {"filter": {"tag": "a"}, "change": {"kind": "rename_tag", "tag": "b", "new_tag": "c"}},
        "renames #b to #c",
        "Rename #b to #c in",
    ),
    (
        "bulk_update",
        {"filter": {"tag": "a"}, "change": {"kind": "move", "folder": "Old"}},
        "moves to Old",
        "Move to Old:",
    ),
    ("apply_template", {"template": "Meeting", "target": "B.md"}, "Meeting → B", "Apply the template “Meeting” to"),
    ("daily_note", {"action": "append", "date": "today", "content": "x"}, "today", "Append to"),
    ("add_vocabulary", {"word": "Wärme"}, "“Wärme”", "Add “Wärme” to your vocabulary"),
    ("remember", {"text": "I like tea"}, "“I like tea”", "Remember “I like tea”"),
    ("recall", {"query": "tea"}, "“tea”", "Search your earlier chats for “tea”"),
    ("get_current_time", {"timezone": "Europe/Berlin"}, "Europe/Berlin", "Get the date and time"),
    ("pomodoro", {"action": "start", "minutes": 50}, "start, 50 minutes", "Start a pomodoro of 50 minutes"),
    ("pomodoro", {"action": "pause"}, "pause", "Pause the pomodoro"),
    ("pomodoro", {"action": "stop"}, "stop", "Stop the pomodoro"),
    ("pomodoro", {"action": "status"}, "status", "Get the time left of the pomodoro"),
    ("ask_user", {"question": "Which one?", "choices": ["a", "b"]}, "Which one?", "Ask you"),
    ("find_tools", {"words": "tags"}, "“tags”", "Find tools"),
    ("index_vault", {}, "", "Refresh the search index"),
    ("web_search", {"query": "heat pump"}, "“heat pump”", "Search the web for “heat pump”"),
    ("fetch_page", {"url": "https://example.org/a"}, "https://example.org/a", "Fetch the page https://example.org/a"),
    (
        "youtube_transcription",
        {"url": "https://youtu.be/dQw4w9WgXcQ"},
        "https://youtu.be/dQw4w9WgXcQ",
        "Get the transcript of https://youtu.be/dQw4w9WgXcQ",
    ),
    ("query_base", {"path": "Projects.base"}, "Projects.base", "Evaluate the base “Projects.base”"),
]
"""Tool, arguments, summary of its step, and beginning of its approval question."""


@pytest.mark.parametrize(("name", "arguments", "summary", "action"), STEP_WORDS)
def test_each_tool_has_a_summary_and_an_action(
    name: str, arguments: dict[str, object], summary: str, action: str
) -> None:
    (kind,) = [kind for kind in TOOLS if kind.name == name]
    tool = kind.__new__(kind)  # Both depend only on the arguments.
    parsed = kind.parameters.model_validate(arguments)
    assert (tool.summary(parsed), tool.action(parsed)) == (summary, action)


def test_every_tool_with_its_own_summary_is_in_the_table() -> None:
    own = {kind.name for kind in TOOLS if kind.summary is not Tool.summary or kind.action is not Tool.action}
    assert own <= {name for name, *_ in STEP_WORDS}
