"""Tests of web/web_search.py."""

import asyncio
from collections.abc import Callable

import pytest

from tests.support.web_engines import (
    RESULTS,
    brave,
    brave_wrong_key,
    duckduckgo,
    duckduckgo_riddle,
    engine_site,
    searxng,
    settings_for,
    tavily,
)
from tests.support.web_site import WebSite, data, moved
from tests.support.wire_turns import Raw, Recorded
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import LedgerFailed, UsageError, WebError, WebRefused, WebUnreachable
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.core.transmission import Destination, RequestOrigin
from vaultdesk.web.web_search import (
    ENGINES,
    MAX_TEXT_LENGTH,
    MAX_TITLE_LENGTH,
    Brave,
    DuckDuckGo,
    EngineReply,
    EngineRequest,
    SearchHit,
    SearXng,
    Tavily,
    WebSearch,
    ask_engine,
    make_hit,
)

# Engine wire: an engine asked for real, and every kind of no in a sentence.

KEY = "canary-0123456789"


async def ask_brave(site: WebSite, seconds: float = 5.0) -> EngineReply:
    engine = Brave()
    return await ask_engine(
        engine, engine.request(f"http://127.0.0.1:{site.port}", "heat pumps & “more”", 5, KEY), seconds
    )


async def test_the_question_arrives_whole_and_with_no_header_but_ours() -> None:
    with engine_site("brave") as site:
        reply = await ask_brave(site)

    (seen,) = site.requests
    assert len(Brave().parse_hits(reply)) == len(RESULTS)
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
        await ask_engine(Tavily(), Tavily().request(f"http://127.0.0.1:{site.port}", "pumps", 3, KEY))
    assert site.requests[0].json == {"query": "pumps", "max_results": 3, "search_depth": "basic"}
    assert site.requests[0].key == KEY
    with engine_site("duckduckgo") as site:
        await ask_engine(DuckDuckGo(), DuckDuckGo().request(f"http://127.0.0.1:{site.port}", "pumps", 3, ""))
    assert site.requests[0].headers["content-type"] == "application/x-www-form-urlencoded"


def refusing(status: int) -> Callable[[Recorded], Raw]:
    return lambda request: data({"error": f"bad key {request.headers.get('x-subscription-token')}"}, status)


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [(401, WebRefused, "accept the key"), (403, WebRefused, "accept the key"), (402, WebRefused, "used up"),
     (429, WebUnreachable, "too many"), (400, WebRefused, "accept the query"), (404, WebRefused, "404"),
     (500, WebUnreachable, "an error of its own"), (503, WebUnreachable, "an error of its own")],
)  # fmt: skip
async def test_a_refusal_is_a_sentence_without_the_key(status: int, kind: type[WebError], words: str) -> None:
    with engine_site("brave", refusing(status)) as site, pytest.raises(kind, match=words) as refused:
        await ask_brave(site)

    assert KEY not in f"{refused.value}{refused.value.facts}{refused.value.__cause__}"


async def test_a_redirect_does_not_get_the_key() -> None:
    with (
        engine_site("brave", brave(*RESULTS)) as other,
        engine_site("brave", moved(f"http://127.0.0.1:{other.port}/")) as site,
        pytest.raises(WebRefused, match="redirects to another address"),
    ):
        await ask_brave(site)

    assert other.requests == []


async def test_an_answer_without_end_and_one_that_never_comes_are_given_up() -> None:
    with (
        engine_site("brave", Raw(b"{", 200, "application/json", endless=b" " * 5000)) as site,
        pytest.raises(WebRefused, match="is too large"),
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
        Brave().parse_hits(reply)


# Search: the engine the person chose, with the key that belongs to its address.


def nobody() -> None:
    return None


def searching(settings: WebSettings, **environment: str) -> WebSearch:
    return WebSearch(lambda: settings, Credentials(environment, backend=nobody))  # type: ignore[arg-type]  # no backend is what it finds


@pytest.mark.parametrize("kind", ENGINES)
async def test_every_engine_finds_the_same_in_its_own_way(kind: str) -> None:
    with engine_site(kind) as site:
        settings = settings_for(kind, site).model_copy(update={"api_key_env": "KEY"})
        found = await searching(settings, KEY="canary-0123456789").search("heat pumps", 2)

    assert [(hit.title, hit.address) for hit in found] == [(title, url) for title, url, _ in RESULTS[:2]]


async def test_the_same_page_is_one_result() -> None:
    with engine_site("searxng", searxng(RESULTS[0], RESULTS[1], RESULTS[0])) as site:
        found = await searching(settings_for("searxng", site)).search("pumps", 10)

    assert [hit.address for hit in found] == [RESULTS[0][1], RESULTS[1][1]]


async def test_the_destination_names_engine_and_host_and_is_never_local() -> None:
    assert searching(WebSettings(engine="brave")).destination == Destination(
        "Brave Search", "api.search.brave.com", local=False
    )
    assert searching(WebSettings(engine="searxng", base_url="http://localhost:8888")).destination == Destination(
        "SearXNG", "localhost:8888", local=False
    )


@pytest.mark.parametrize(
    "settings",
    [WebSettings(), WebSettings(engine="searxng"), WebSettings(engine="brave", base_url="not an address"),
     WebSettings(engine="searxng", base_url="http://user:password@localhost/")],
)  # fmt: skip
async def test_what_is_not_set_up_is_told_before_anything_is_sent(settings: WebSettings) -> None:
    search = searching(settings)

    with pytest.raises(UsageError):
        _ = search.destination
    with pytest.raises(UsageError):
        await search.search("pumps", 3)


async def test_without_its_key_an_engine_is_not_asked() -> None:
    with engine_site("brave") as site, pytest.raises(WebRefused, match="no key for Brave Search"):
        await searching(settings_for("brave", site)).search("pumps", 3)

    assert site.requests == []


async def test_a_key_is_not_sent_to_another_address_than_it_was_typed_for() -> None:
    with engine_site("tavily") as site:
        search = searching(settings_for("tavily", site))
        search._credentials.set("Tavily", "https://api.tavily.com", "tvly-canary-0123456789")
        with pytest.raises(WebRefused, match="is not sent to"):
            await search.search("pumps", 3)

    assert site.requests == []


async def test_the_usual_variable_of_a_vendor_is_read_for_its_own_address_only() -> None:
    with engine_site("brave") as site, pytest.raises(WebRefused, match="no key"):
        await searching(settings_for("brave", site), BRAVE_API_KEY="canary-0123456789").search("pumps", 3)
    credentials = Credentials({"BRAVE_API_KEY": "canary-0123456789"}, backend=nobody)  # type: ignore[arg-type]  # as above, none

    assert credentials.get("Brave Search", "https://api.search.brave.com") is not None
    assert site.requests == []


async def test_a_changed_setting_holds_at_the_next_question() -> None:
    now = [WebSettings()]
    search = WebSearch(lambda: now[0], Credentials({}, backend=nobody))  # type: ignore[arg-type]  # as above, none
    assert search.engine is None
    now[0] = WebSettings(engine="duckduckgo")

    assert search.engine is ENGINES["duckduckgo"]


class Log:
    """Remembers what it was told to record, before anything was sent."""

    def __init__(self, *sites: WebSite) -> None:
        self.lines: list[tuple[str, str, int]] = []
        self._sites = sites

    async def record_connection(self, destination: Destination, purpose: str, size: int, origin: RequestOrigin) -> None:
        assert not any(site.requests for site in self._sites)
        self.lines.append((destination.host, purpose, size))


async def test_t1_a_search_is_recorded_before_its_first_byte() -> None:
    with engine_site("tavily") as site:
        log = Log(site)
        request = Tavily().request(f"http://127.0.0.1:{site.port}", "pumps", 3, KEY)
        await ask_engine(Tavily(), request, log=log)
    ((host, purpose, size),) = log.lines
    assert (host, purpose) == (f"127.0.0.1:{site.port}", "web_search")
    assert size > len("pumps") + len(KEY)


async def test_t1_a_search_that_cannot_be_recorded_is_not_sent() -> None:
    class Full(Log):
        async def record_connection(self, *_facts: object) -> None:
            raise LedgerFailed("The disk is full")

    with engine_site("tavily") as site, pytest.raises(LedgerFailed):
        await ask_engine(Tavily(), Tavily().request(f"http://127.0.0.1:{site.port}", "pumps", 3, KEY), log=Full())
    assert site.requests == []


# Engine: what every engine has, and results made of whatever an answer holds.


def test_the_settings_name_exactly_the_engines_there_are() -> None:
    named = WebSettings.model_fields["engine"].annotation

    assert set(getattr(named, "__args__", ())) - {""} == set(ENGINES)


@pytest.mark.parametrize("kind", ENGINES)
def test_who_has_no_usual_address_needs_no_key(kind: str) -> None:
    engine = ENGINES[kind]

    assert bool(engine.url) or not engine.wants_key
    assert not engine.url or engine.url.startswith("https://")


def test_a_result_is_one_line_each_and_cut() -> None:
    hit = make_hit(" A\n title ", "https://a.example/", "x " * MAX_TEXT_LENGTH)

    assert hit is not None
    assert (hit.title, len(hit.text)) == ("A title", MAX_TEXT_LENGTH)
    assert make_hit("t" * 999, "https://a.example/", None) == SearchHit(
        "t" * MAX_TITLE_LENGTH, "https://a.example/", ""
    )
    assert make_hit(None, "https://a.example/", 3) == SearchHit("https://a.example/", "https://a.example/", "3")


@pytest.mark.parametrize("address", [None, "", 7, "javascript:alert(1)", "file:///etc/hosts", "ftp://a.example/"])
def test_what_leads_to_no_page_is_no_result(address: object) -> None:
    assert make_hit("t", address, "x") is None


def test_a_key_is_never_printed_with_the_request() -> None:
    assert "canary" not in repr(EngineRequest("https://a.example/", headers={"Authorization": "Bearer canary"}))


def test_a_page_is_told_from_data_by_its_type_or_its_first_sign() -> None:
    assert EngineReply(200, "text/html", "x").is_web_page
    assert EngineReply(200, "application/json", " <html>").is_web_page
    assert not EngineReply(200, "application/json", "{}").is_web_page


# SearXNG: its question and its answers.


def reply(text: str, status: int = 200, kind: str = "application/json") -> EngineReply:
    return EngineReply(status, kind, text)


@pytest.mark.parametrize("base", ["http://localhost:8888", "http://localhost:8888/", "http://localhost:8888/search"])
def test_it_is_asked_for_data_wherever_the_address_ends(base: str) -> None:
    assert SearXng().request(base, "heat pumps", 5, "") == EngineRequest(
        "http://localhost:8888/search", query={"q": "heat pumps", "format": "json"}
    )


def test_its_results_are_read() -> None:
    assert SearXng().parse_hits(reply(searxng(*RESULTS).body.decode())) == [SearchHit(*one) for one in RESULTS]
    assert SearXng().parse_hits(reply(searxng().body.decode())) == []


def test_nothing_found_because_nobody_answered_is_told_as_that() -> None:
    with pytest.raises(WebRefused, match=r"None of the engines .*: google, bing"):
        SearXng().parse_hits(reply(searxng(silent=("google", "bing")).body.decode()))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": 3}', '{"results": [3]}', "no json"])
def test_another_answer_is_told_as_that(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        SearXng().parse_hits(reply(text))


@pytest.mark.parametrize("answer", [reply("Forbidden", 403), reply("<html>", 200, "text/html")])
def test_the_setting_almost_every_new_one_lacks_is_named(answer: EngineReply) -> None:
    refused = SearXng().error_for(answer)

    assert refused is not None
    assert "search.formats" in refused.hint


# Brave: its question and its answers.


def test_the_key_goes_in_its_own_header() -> None:
    request = Brave().request("https://api.search.brave.com", "heat pumps", 5, "canary")

    assert request == EngineRequest(
        "https://api.search.brave.com/res/v1/web/search",
        headers={"X-Subscription-Token": "canary", "Accept": "application/json"},
        query={"q": "heat pumps", "count": "5", "text_decorations": "false"},
    )


def test_its_results_are_read_with_all_their_pieces() -> None:
    found = Brave().parse_hits(EngineReply(200, "application/json", brave(*RESULTS).body.decode()))

    assert found == [SearchHit(title, url, f"{text} … And more.") for title, url, text in RESULTS]


def test_nothing_found_is_no_results() -> None:
    assert Brave().parse_hits(EngineReply(200, "application/json", brave().body.decode())) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"web": 3}', '{"web": {"results": [3]}}', "<html>"])
def test_brave_another_answer_is_told_as_that(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        Brave().parse_hits(EngineReply(200, "application/json", text))


def test_a_wrong_key_is_told_from_a_wrong_question() -> None:
    refused = Brave().error_for(EngineReply(422, "application/json", brave_wrong_key().body.decode()))

    assert refused is not None
    assert "does not accept the key" in refused.title
    assert Brave().error_for(EngineReply(422, "application/json", "{}")) is None


# Tavily: its question and its answers.


def test_it_is_asked_in_its_cheapest_depth() -> None:
    assert Tavily().request("https://api.tavily.com/search", "heat pumps", 5, "canary") == EngineRequest(
        "https://api.tavily.com/search",
        method="POST",
        headers={"Authorization": "Bearer canary"},
        json={"query": "heat pumps", "max_results": 5, "search_depth": "basic"},
    )


def test_tavily_its_results_are_read() -> None:
    assert Tavily().parse_hits(EngineReply(200, "", tavily(*RESULTS).body.decode())) == [
        SearchHit(*one) for one in RESULTS
    ]
    assert Tavily().parse_hits(EngineReply(200, "", tavily().body.decode())) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": [null]}'])
def test_tavily_another_answer_is_told_as_that(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        Tavily().parse_hits(EngineReply(200, "application/json", text))


@pytest.mark.parametrize("status", [432, 433])
def test_a_used_up_plan_is_told_as_that(status: int) -> None:
    refused = Tavily().error_for(EngineReply(status, "application/json", '{"detail": {"error": "limit"}}'))

    assert refused is not None
    assert "used up" in refused.title
    assert Tavily().error_for(EngineReply(401, "", "")) is None


# DuckDuckGo: its page read as it is.


def test_it_is_asked_as_its_form_asks() -> None:
    assert DuckDuckGo().request("https://html.duckduckgo.com", "heat pumps", 5, "") == EngineRequest(
        "https://html.duckduckgo.com/html/",
        method="POST",
        headers={"Accept": "text/html", "Accept-Language": "en"},
        form={"q": "heat pumps", "kl": "wt-wt"},
    )


def test_results_are_read_where_they_lead_and_adverts_are_left_out() -> None:
    found = DuckDuckGo().parse_hits(EngineReply(200, "text/html", duckduckgo(*RESULTS).body.decode()))

    assert found == [SearchHit(*one) for one in RESULTS]


def test_nothing_found_is_no_results_and_another_page_is_told_as_that() -> None:
    assert DuckDuckGo().parse_hits(EngineReply(200, "text/html", duckduckgo().body.decode())) == []
    with pytest.raises(WebRefused, match="cannot be understood"):
        DuckDuckGo().parse_hits(EngineReply(200, "text/html", "<html><body>Welcome</body></html>"))


def test_a_riddle_for_robots_is_told_plainly() -> None:
    riddle = duckduckgo_riddle()
    refused = DuckDuckGo().error_for(EngineReply(riddle.status, riddle.content_type, riddle.body.decode()))

    assert refused is not None
    assert "automated" in refused.title
    assert DuckDuckGo().error_for(EngineReply(200, "text/html", duckduckgo(*RESULTS).body.decode())) is None
