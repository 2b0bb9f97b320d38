"""Web search: the tool, over a server that stands for an engine."""

from pathlib import Path

from tests.support.desk import NO, YES, call, open_desk
from tests.support.web_engines import RESULTS, engine_site, searxng, settings_for
from tests.support.web_site import data
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.tools.approvals import ApprovalDecision
from vaultdesk.tools.barrier import offered
from vaultdesk.tools.leash import FREE
from vaultdesk.tools.outside import FOREIGN
from vaultdesk.tools.web_search import WebSearchTool
from vaultdesk.web.web_search import WebSearch


def tool(settings: WebSettings) -> WebSearchTool:
    return WebSearchTool(WebSearch(lambda: settings, Credentials({"KEY": "canary-0123456789"})))


def one(title: str, url: str, text: str) -> dict[str, str]:
    return {"title": title, "url": url, "text": text}


async def test_the_chosen_results_are_framed_as_strangers_words(tmp_path: Path) -> None:
    taking = ApprovalDecision(approved=True, results=("1", "3"))
    with engine_site("searxng") as site:
        async with open_desk(tmp_path, YES, taking, tools=[tool(settings_for("searxng", site))]) as desk:
            (result,) = await desk.results(call("web_search", query="heat pumps"))

    assert result.data == {"about": FOREIGN, "results": [one(*RESULTS[0]), one(*RESULTS[2])], "returned": 2}
    asked, shown = desk.answers.requests
    assert asked.headline == "Search the web for “heat pumps”"
    assert asked.calls[0].receiver is not None
    assert asked.calls[0].receiver.host == f"127.0.0.1:{site.port}"
    assert [(one.title, one.address, one.text) for one in shown.results] == list(RESULTS)
    assert desk.runner.taint.flags("chat_1").untrusted


async def test_a_no_sends_nothing(tmp_path: Path) -> None:
    with engine_site("searxng") as site:
        async with open_desk(tmp_path, NO, tools=[tool(settings_for("searxng", site))]) as desk:
            await desk.results(call("web_search", query="heat pumps"))

    assert site.requests == []


async def test_the_limit_holds_and_nothing_found_is_no_failure(tmp_path: Path) -> None:
    with engine_site("searxng") as site:
        async with open_desk(tmp_path / "a", tools=[tool(settings_for("searxng", site))]) as desk:
            (two,) = await desk.results(call("web_search", query="heat pumps", limit=2))
    with engine_site("searxng", searxng()) as site:
        async with open_desk(tmp_path / "b", tools=[tool(settings_for("searxng", site))]) as desk:
            (none,) = await desk.results(call("web_search", query="heat pumps"))

    assert isinstance(two.data, dict)
    assert two.data["returned"] == 2
    assert (none.success, none.data) == (True, {"about": FOREIGN, "results": [], "returned": 0})


async def test_a_refusal_of_the_engine_is_told_to_the_model(tmp_path: Path) -> None:
    with engine_site("searxng", data({"error": "x"}, 429)) as site:
        async with open_desk(tmp_path, tools=[tool(settings_for("searxng", site))]) as desk:
            (result,) = await desk.results(call("web_search", query="heat pumps"))

    assert result.error is not None
    assert (result.error.code, "asked too often" in result.error.message) == ("NETWORK_FAILED", True)


async def test_without_an_engine_it_is_not_offered_and_nobody_is_asked(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=[tool(WebSettings())]) as desk:
        names = [one.name for one in offered(desk.registry, FREE, "ask")]
        (result,) = await desk.results(call("web_search", query="heat pumps"))

        assert "web_search" not in names
        assert desk.answers.requests == []
        assert result.error is not None
        assert "No search engine is chosen" in result.error.message


async def test_a_query_is_bounded_and_shown_whole(tmp_path: Path) -> None:
    with engine_site("searxng") as site:
        async with open_desk(tmp_path, NO, tools=[tool(settings_for("searxng", site))]) as desk:
            query = "word " * 70
            (long,) = await desk.results(call("web_search", query="x" * 401))
            await desk.results(call("web_search", "call_2", query=query))

    assert long.error is not None
    assert long.error.code == "VALIDATION_FAILED"
    (request,) = desk.answers.requests
    assert request.calls[0].arguments["query"] == query
