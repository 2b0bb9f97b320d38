"""Tools that are not listed in the first request: the model searches for each, gets it, calls it, and gets a result."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import NAMED, bodies, system
from tests.support.campaigns import paired
from tests.support.tool_env import YES, Answers
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
"""Arguments of a successful call of each tool."""

UNASKED = {"get_current_time", "pomodoro", "index_vault", "ask_user", "recall"}
"""Tools that need no approval, as they touch no notes and send nothing; `recall` finds no earlier chats here."""

OTHERS = [tool for tool in TOOLS if not tool.lists_tools]


class FirstChoice(Answers):
    """Approves, and selects the first choice of a question."""

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        return ElicitationAnswer((elicitation.choices[0],))


def call_turn(tool_format: str, name: str, arguments: Mapping[str, Any]) -> Turn:  # Any: as a model writes them
    """Return the turn of a model that calls a tool as *tool_format*."""
    if tool_format == "native":
        return Turn(calls=[Call(name, dict(arguments))])
    if tool_format == "sentinel":
        return Turn(f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>")
    return Turn(f"<use_tool><name>{name}</name><args>{json.dumps(arguments)}</args></use_tool>")


def offered_tools(body: Mapping[str, Any], tool_format: str) -> set[str]:
    """Return the names of the tools that a request offers."""
    if tool_format == "native":
        return {tool["function"]["name"] for tool in body["tools"]}
    return {line.removeprefix("## ") for line in system(body).splitlines() if line.startswith("## ")}


@asynccontextmanager
async def open_tool_bench(
    folder: Path, tool_format: str, name: str, *, finds: bool = True
) -> AsyncIterator[tuple[Bench, WireServer]]:
    """Open a bench whose model searches for the tool *name* (with *finds*), calls it, and answers."""
    arguments = ARGUMENTS[name]
    async with AsyncExitStack() as stack:
        engine = stack.enter_context(engine_site("searxng"))
        site: WebSite = engine
        if name == "fetch_page":
            site = stack.enter_context(WebSite({"/": page("<p>Heat pumps work.</p>")}))
            arguments = {"url": site.url(PAGE, "/")}
        elif name == "youtube_transcription":
            site = stack.enter_context(video_site())
        turns = [call_turn(tool_format, "find_tools", {"words": name})] if finds else []
        turns += [call_turn(tool_format, name, arguments), Turn("Done.")]
        server = await stack.enter_async_context(NAMED["openai-compatible"].server(turns))
        # The default context window of local servers, in which four tools are listed.
        bench = await stack.enter_async_context(
            open_bench(folder, server, notes=NOTES, web=site.client(), tools=tool_format, context=8_192)
        )
        bench.answers = FirstChoice(YES)
        bench.workspace.store.change(
            lambda settings: settings.model_copy(update={"web": settings_for("searxng", engine)})
        )
        yield bench, server


@pytest.mark.parametrize(
    ("tool", "tool_format"),
    paired(OTHERS, ["native", "sentinel", "xml"]),
    ids=lambda value: value if isinstance(value, str) else value.name,
)
async def test_r1_a_tool_that_is_not_listed_is_found_and_called(
    tmp_path: Path, tool: type[AnyTool], tool_format: str
) -> None:
    async with open_tool_bench(tmp_path, tool_format, tool.name) as (bench, server):
        events = await bench.ask("Please do what I told you.")

        found, result = results_of(events)
        assert isinstance(found.data, list)
        assert tool.name in [listed["name"] for listed in found.data if isinstance(listed, dict)]
        assert result.success, result.error
        first, second, *_ = bodies(server)
        assert "find_tools" in offered_tools(first, tool_format)
        assert len(offered_tools(first, tool_format)) <= 6
        assert tool.name in offered_tools(second, tool_format)
        approved_tools = [call.tool for request in bench.answers.requests for call in request.calls]
        assert "find_tools" not in approved_tools
        assert bool(bench.answers.requests) is (tool.name not in UNASKED)
        assert (events[-1], bench.transcript[-1][1]) == (RunFinished("end"), "Done.")


@pytest.mark.parametrize("tool_format", ["native", "sentinel"])
async def test_r1_an_unlisted_tool_is_run_when_it_is_called(tmp_path: Path, tool_format: str) -> None:
    async with open_tool_bench(tmp_path, tool_format, "get_links", finds=False) as (bench, server):
        events = await bench.ask("Please do what I told you.")

        (result,) = results_of(events)
        assert "get_links" not in offered_tools(bodies(server)[0], tool_format)
        assert result.success
        assert bench.answers.requests
