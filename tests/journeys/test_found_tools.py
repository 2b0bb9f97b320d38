"""Every tool is reached by a model that is named few: it looks for it, is given it, calls it, and gets a result."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import NAMED, bodies, system
from tests.support.campaigns import paired
from tests.support.desk import YES, Answers
from tests.support.vaults import HEATING
from tests.support.web_engines import engine_site, settings_for
from tests.support.web_site import WebSite, page
from tests.support.web_video import VIDEO, video_site
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.run import RunFinished
from vaultdesk.tools.elicitation import Elicitation, ElicitationAnswer
from vaultdesk.tools.tool import AnyTool
from vaultdesk.workspace.toolbox import TOOLS

NOTES = {
    **HEATING,
    "Templates/Visit.md": "Visit of {{title}}\n",
    "Heating.base": "filters: file.hasTag('heating')\n",
    ".obsidian/templates.json": '{"folder": "Templates"}',
}
PAGE = "pumps.example"

ARGUMENTS: Mapping[str, dict[str, Any]] = {
    "vault_search": {"query": "pump"},
    "file_read": {"file_paths": ["Budget.md"]},
    "read_note": {"path": "Budget"},
    "search_notes": {"query": "pump"},
    "local_search": {"query": "heat pump"},
    "list_notes": {"folder": "Garden"},
    "get_file_tree": {},
    "get_links": {"path": "Boiler"},
    "graph": {"kind": "hubs"},
    "query_notes": {"filter": {"tag": "heating"}},
    "query_base": {"path": "Heating.base"},
    "write_note": {"path": "New.md", "content": "New."},
    "edit_note": {"path": "Budget", "old": "18,400", "new": "19,000"},
    "rename_note": {"path": "Budget", "new_path": "Costs"},
    "delete_note": {"path": "Garden/Apples"},
    "update_frontmatter": {"path": "Budget", "set": {"status": "open"}},
    "add_tags": {"path": "Budget", "tags": ["money"]},
    "remove_tags": {"path": "Boiler", "tags": ["heating"]},
    "bulk_update": {"paths": ["Budget.md", "Boiler.md"], "change": {"kind": "add_tag", "tag": "house"}},
    "apply_template": {"template": "Visit", "target": "Visits/First"},
    "daily_note": {"action": "append", "content": "Called the fitter."},
    "add_vocabulary": {"word": "flow temperature"},
    "get_current_time": {},
    "pomodoro": {"action": "status"},
    "remember": {"text": "The heat pump is a Nordwind."},
    "recall": {"query": "heat pump"},
    "index_vault": {},
    "ask_user": {"question": "Which?", "choices": ["House", "Garden"]},
    "web_search": {"query": "heat pump"},
    "fetch_page": {"url": f"http://{PAGE}/"},
    "youtube_transcription": {"url": f"https://youtu.be/{VIDEO}"},
}
"""A call of each tool that comes to something."""

UNASKED = {"get_current_time", "pomodoro", "index_vault", "ask_user", "recall"}
"""Tools that touch no notes and send nothing; and where there are no earlier chats, nothing is recalled."""

OTHERS = [tool for tool in TOOLS if not tool.lists_tools]


class Person(Answers):
    """Agrees, and chooses the first answer."""

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        return ElicitationAnswer((elicitation.choices[0],))


def calls(way: str, name: str, arguments: Mapping[str, Any]) -> Turn:  # Any: as a model writes them
    """Return the turn of a model that asks for a tool in *way*."""
    if way == "native":
        return Turn(calls=[Call(name, dict(arguments))])
    if way == "sentinel":
        return Turn(f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>")
    return Turn(f"<use_tool><name>{name}</name><args>{json.dumps(arguments)}</args></use_tool>")


def named(body: Mapping[str, Any], way: str) -> set[str]:
    """Return the tools that a request names."""
    if way == "native":
        return {tool["function"]["name"] for tool in body["tools"]}
    return {line.removeprefix("## ") for line in system(body).splitlines() if line.startswith("## ")}


@asynccontextmanager
async def table(folder: Path, way: str, name: str, *, finds: bool = True) -> AsyncIterator[tuple[Bench, WireServer]]:
    """Open a bench whose model looks for the tool *name* (unless not *finds*), calls it, and is done."""
    arguments = ARGUMENTS[name]
    async with AsyncExitStack() as open_things:
        engine = open_things.enter_context(engine_site("searxng"))
        site: WebSite = engine
        if name == "fetch_page":
            site = open_things.enter_context(WebSite({"/": page("<p>Heat pumps work.</p>")}))
            arguments = {"url": site.url(PAGE, "/")}
        elif name == "youtube_transcription":
            site = open_things.enter_context(video_site())
        turns = [calls(way, "find_tools", {"words": name})] if finds else []
        turns += [calls(way, name, arguments), Turn("Done.")]
        server = await open_things.enter_async_context(NAMED["openai-compatible"].server(turns))
        # The window that local servers have by default: the core is four tools.
        bench = await open_things.enter_async_context(
            open_bench(folder, server, notes=NOTES, web=site.client(), tools=way, context=8_192)
        )
        bench.answers = Person(YES)
        bench.workspace.store.change(
            lambda settings: settings.model_copy(update={"web": settings_for("searxng", engine)})
        )
        yield bench, server


@pytest.mark.parametrize(
    ("tool", "way"),
    paired(OTHERS, ["native", "sentinel", "xml"]),
    ids=lambda value: value if isinstance(value, str) else value.name,
)
async def test_r1_a_tool_that_is_not_named_is_found_and_called(tmp_path: Path, tool: type[AnyTool], way: str) -> None:
    async with table(tmp_path, way, tool.name) as (bench, server):
        events = await bench.ask("Please do what I told you.")

        found, result = results_of(events)
        assert isinstance(found.data, list)
        assert tool.name in [one["name"] for one in found.data if isinstance(one, dict)]
        assert result.success, result.error
        first, second, *_ = bodies(server)
        assert "find_tools" in named(first, way)
        assert len(named(first, way)) <= 6
        assert tool.name in named(second, way)
        asked = [call.tool for request in bench.answers.requests for call in request.calls]
        assert "find_tools" not in asked
        assert bool(bench.answers.requests) is (tool.name not in UNASKED)
        assert (events[-1], bench.said[-1][1]) == (RunFinished("end"), "Done.")


@pytest.mark.parametrize("way", ["native", "sentinel"])
async def test_r1_a_known_tool_that_was_not_named_is_carried_out(tmp_path: Path, way: str) -> None:
    async with table(tmp_path, way, "get_links", finds=False) as (bench, server):
        events = await bench.ask("Please do what I told you.")

        (result,) = results_of(events)
        assert "get_links" not in named(bodies(server)[0], way)
        assert result.success
        assert bench.answers.requests
