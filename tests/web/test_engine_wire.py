"""Engine wire: an engine asked for real, and every kind of no in a sentence."""

import asyncio
from collections.abc import Callable

import pytest

from tests.support.web_engines import RESULTS, brave, duckduckgo, engine_site
from tests.support.web_site import WebSite, data, moved
from tests.support.wire_turns import Raw, Recorded
from vaultdesk.core.errors import WebError, WebRefused, WebUnreachable
from vaultdesk.web.brave import Brave
from vaultdesk.web.duckduckgo import DuckDuckGo
from vaultdesk.web.engine import EngineReply
from vaultdesk.web.engine_wire import asked, is_here
from vaultdesk.web.tavily import Tavily

KEY = "canary-0123456789"


async def ask_brave(site: WebSite, seconds: float = 5.0) -> EngineReply:
    engine = Brave()
    return await asked(engine, engine.request(f"http://127.0.0.1:{site.port}", "heat pumps & “more”", 5, KEY), seconds)


async def test_the_question_arrives_whole_and_with_no_header_but_ours() -> None:
    with engine_site("brave") as site:
        reply = await ask_brave(site)

    (seen,) = site.requests
    assert len(Brave().hits(reply)) == len(RESULTS)
    assert (seen.method, seen.headers["x-subscription-token"]) == ("GET", KEY)
    assert "q=heat+pumps+%26+%E2%80%9Cmore%E2%80%9D" in seen.path.replace("%20", "+")
    assert set(seen.headers) <= {
        "host",
        "user-agent",
        "accept",
        "accept-encoding",
        "connection",
        "x-subscription-token",
    }


async def test_data_and_forms_are_posted() -> None:
    with engine_site("tavily") as site:
        await asked(Tavily(), Tavily().request(f"http://127.0.0.1:{site.port}", "pumps", 3, KEY))
    assert site.requests[0].json == {"query": "pumps", "max_results": 3, "search_depth": "basic"}
    assert site.requests[0].key == KEY
    with engine_site("duckduckgo") as site:
        await asked(DuckDuckGo(), DuckDuckGo().request(f"http://127.0.0.1:{site.port}", "pumps", 3, ""))
    assert site.requests[0].headers["content-type"] == "application/x-www-form-urlencoded"


def refusing(status: int) -> Callable[[Recorded], Raw]:
    return lambda request: data({"error": f"bad key {request.headers.get('x-subscription-token')}"}, status)


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [(401, WebRefused, "accept the key"), (403, WebRefused, "accept the key"), (402, WebRefused, "used up"),
     (429, WebUnreachable, "too often"), (400, WebRefused, "understand the question"), (404, WebRefused, "404"),
     (500, WebUnreachable, "trouble of its own"), (503, WebUnreachable, "trouble of its own")],
)  # fmt: skip
async def test_a_refusal_is_a_sentence_without_the_key(status: int, kind: type[WebError], words: str) -> None:
    with engine_site("brave", refusing(status)) as site, pytest.raises(kind, match=words) as refused:
        await ask_brave(site)

    assert KEY not in f"{refused.value}{refused.value.facts}{refused.value.__cause__}"


async def test_a_redirect_does_not_get_the_key() -> None:
    with (
        engine_site("brave", brave(*RESULTS)) as other,
        engine_site("brave", moved(f"http://127.0.0.1:{other.port}/")) as site,
        pytest.raises(WebRefused, match="sends to another address"),
    ):
        await ask_brave(site)

    assert other.requests == []


async def test_an_answer_without_end_and_one_that_never_comes_are_given_up() -> None:
    with (
        engine_site("brave", Raw(b"{", 200, "application/json", endless=b" " * 5000)) as site,
        pytest.raises(WebRefused, match="far more than results"),
    ):
        await asyncio.wait_for(ask_brave(site), 10)
    with (
        engine_site("brave", Raw(b"{", 200, "application/json", hold=True)) as site,
        pytest.raises(WebUnreachable, match="did not answer in time"),
    ):
        await asyncio.wait_for(ask_brave(site, seconds=0.3), 5)


async def test_nobody_there_is_told_with_what_to_do() -> None:
    with engine_site("brave") as site:
        pass
    with pytest.raises(WebUnreachable, match="Start it"):
        await ask_brave(site)


async def test_a_page_instead_of_an_answer_is_told_as_that() -> None:
    with engine_site("brave", duckduckgo(*RESULTS)) as site:
        reply = await ask_brave(site)

    with pytest.raises(WebRefused, match="cannot be understood"):
        Brave().hits(reply)


def test_only_what_can_be_nothing_else_is_this_computer() -> None:
    assert all(is_here(url) for url in ("http://localhost:8888", "http://127.0.0.1/", "http://[::1]:80/x"))
    assert not any(is_here(url) for url in ("https://search.example/", "http://localhost.example/", "http://10.0.0.1/"))
