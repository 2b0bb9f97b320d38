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

# Requests to a real engine server, and the message of each kind of error.

KEY = "canary-0123456789"


async def ask_brave(site: WebSite, seconds: float = 5.0) -> EngineReply:
    engine = Brave()
    return await ask_engine(
        engine, engine.request(f"http://127.0.0.1:{site.port}", "heat pumps & “more”", 5, KEY), seconds
    )


async def test_the_query_is_sent_completely_without_additional_headers() -> None:
    with engine_site("brave") as site:
        reply = await ask_brave(site)

    (request,) = site.requests
    assert len(Brave().parse_hits(reply)) == len(RESULTS)
    assert (request.method, request.headers["x-subscription-token"]) == ("GET", KEY)
    assert "q=heat+pumps+%26+%E2%80%9Cmore%E2%80%9D" in request.path.replace("%20", "+")
    assert set(request.headers) <= {
        "host",
        "user-agent",
        "accept",
        "accept-encoding",
        "connection",
        "x-subscription-token",
    }


async def test_json_and_form_data_are_posted() -> None:
    with engine_site("tavily") as site:
        await ask_engine(Tavily(), Tavily().request(f"http://127.0.0.1:{site.port}", "pumps", 3, KEY))
    assert site.requests[0].json == {"query": "pumps", "max_results": 3, "search_depth": "basic"}
    assert site.requests[0].key == KEY
    with engine_site("duckduckgo") as site:
        await ask_engine(DuckDuckGo(), DuckDuckGo().request(f"http://127.0.0.1:{site.port}", "pumps", 3, ""))
    assert site.requests[0].headers["content-type"] == "application/x-www-form-urlencoded"


def error_route(status: int) -> Callable[[Recorded], Raw]:
    return lambda request: data({"error": f"bad key {request.headers.get('x-subscription-token')}"}, status)


@pytest.mark.parametrize(
    ("status", "error_class", "message"),
    [(401, WebRefused, "accept the key"), (403, WebRefused, "accept the key"), (402, WebRefused, "used up"),
     (429, WebUnreachable, "too many"), (400, WebRefused, "accept the query"), (404, WebRefused, "404"),
     (500, WebUnreachable, "an error of its own"), (503, WebUnreachable, "an error of its own")],
)  # fmt: skip
async def test_an_http_error_is_reported_without_the_key(
    status: int, error_class: type[WebError], message: str
) -> None:
    with engine_site("brave", error_route(status)) as site, pytest.raises(error_class, match=message) as raised:
        await ask_brave(site)

    assert KEY not in f"{raised.value}{raised.value.facts}{raised.value.__cause__}"


async def test_the_key_is_not_sent_after_a_redirect() -> None:
    with (
        engine_site("brave", brave(*RESULTS)) as other,
        engine_site("brave", moved(f"http://127.0.0.1:{other.port}/")) as site,
        pytest.raises(WebRefused, match="redirects to another address"),
    ):
        await ask_brave(site)

    assert other.requests == []


async def test_an_endless_answer_is_refused_and_a_missing_answer_times_out() -> None:
    with (
        engine_site("brave", Raw(b"{", 200, "application/json", endless=b" " * 5000)) as site,
        pytest.raises(WebRefused, match="is too large"),
    ):
        await asyncio.wait_for(ask_brave(site), 10)
    with (
        engine_site("brave", Raw(b"{", 200, "application/json", hold=True)) as site,
        pytest.raises(WebUnreachable, match="did not answer in time"),
    ):
        await asyncio.wait_for(ask_brave(site, seconds=0.3), 30)


async def test_an_unreachable_engine_is_reported_with_a_hint() -> None:
    with engine_site("brave") as site:
        pass
    with pytest.raises(WebUnreachable, match="Start it"):
        await ask_brave(site)


async def test_a_web_page_instead_of_data_is_reported() -> None:
    with engine_site("brave", duckduckgo(*RESULTS)) as site:
        reply = await ask_brave(site)

    with pytest.raises(WebRefused, match="cannot be understood"):
        Brave().parse_hits(reply)


# Search with the selected engine, and with the key that belongs to its address.


def no_backend() -> None:
    return None


def search_with(settings: WebSettings, **environment: str) -> WebSearch:
    return WebSearch(lambda: settings, Credentials(environment, backend=no_backend))  # type: ignore[arg-type]  # there is no backend


@pytest.mark.parametrize("kind", ENGINES)
async def test_every_engine_returns_the_same_results(kind: str) -> None:
    with engine_site(kind) as site:
        settings = settings_for(kind, site).model_copy(update={"api_key_env": "KEY"})
        hits = await search_with(settings, KEY="canary-0123456789").search("heat pumps", 2)

    assert [(hit.title, hit.address) for hit in hits] == [(title, url) for title, url, _ in RESULTS[:2]]


async def test_results_with_the_same_address_are_merged() -> None:
    with engine_site("searxng", searxng(RESULTS[0], RESULTS[1], RESULTS[0])) as site:
        hits = await search_with(settings_for("searxng", site)).search("pumps", 10)

    assert [hit.address for hit in hits] == [RESULTS[0][1], RESULTS[1][1]]


async def test_the_destination_contains_engine_and_host_and_is_never_local() -> None:
    assert search_with(WebSettings(engine="brave")).destination == Destination(
        "Brave Search", "api.search.brave.com", local=False
    )
    assert search_with(WebSettings(engine="searxng", base_url="http://localhost:8888")).destination == Destination(
        "SearXNG", "localhost:8888", local=False
    )


@pytest.mark.parametrize(
    "settings",
    [WebSettings(), WebSettings(engine="searxng"), WebSettings(engine="brave", base_url="not an address"),
     WebSettings(engine="searxng", base_url="http://user:password@localhost/")],
)  # fmt: skip
async def test_missing_settings_are_reported_before_a_request_is_sent(settings: WebSettings) -> None:
    search = search_with(settings)

    with pytest.raises(UsageError):
        _ = search.destination
    with pytest.raises(UsageError):
        await search.search("pumps", 3)


async def test_an_engine_without_its_key_is_not_requested() -> None:
    with engine_site("brave") as site, pytest.raises(WebRefused, match="no key for Brave Search"):
        await search_with(settings_for("brave", site)).search("pumps", 3)

    assert site.requests == []


async def test_a_key_is_not_sent_to_an_address_it_was_not_entered_for() -> None:
    with engine_site("tavily") as site:
        search = search_with(settings_for("tavily", site))
        search._credentials.set("Tavily", "https://api.tavily.com", "tvly-canary-0123456789")
        with pytest.raises(WebRefused, match="is not sent to"):
            await search.search("pumps", 3)

    assert site.requests == []


async def test_the_default_variable_of_a_vendor_is_used_only_for_its_own_address() -> None:
    with engine_site("brave") as site, pytest.raises(WebRefused, match="no key"):
        await search_with(settings_for("brave", site), BRAVE_API_KEY="canary-0123456789").search("pumps", 3)
    credentials = Credentials({"BRAVE_API_KEY": "canary-0123456789"}, backend=no_backend)  # type: ignore[arg-type]  # as above

    assert credentials.get("Brave Search", "https://api.search.brave.com") is not None
    assert site.requests == []


async def test_a_changed_setting_is_used_for_the_next_search() -> None:
    current = [WebSettings()]
    search = WebSearch(lambda: current[0], Credentials({}, backend=no_backend))  # type: ignore[arg-type]  # as above
    assert search.engine is None
    current[0] = WebSettings(engine="duckduckgo")

    assert search.engine is ENGINES["duckduckgo"]


class FakeLog:
    """Records connections, and checks that they are recorded before a request is sent."""

    def __init__(self, *sites: WebSite) -> None:
        self.records: list[tuple[str, str, int]] = []
        self._sites = sites

    async def record_connection(self, destination: Destination, purpose: str, size: int, origin: RequestOrigin) -> None:
        assert not any(site.requests for site in self._sites)
        self.records.append((destination.host, purpose, size))


async def test_t1_a_search_is_recorded_before_it_is_sent() -> None:
    with engine_site("tavily") as site:
        log = FakeLog(site)
        request = Tavily().request(f"http://127.0.0.1:{site.port}", "pumps", 3, KEY)
        await ask_engine(Tavily(), request, log=log)
    ((host, purpose, size),) = log.records
    assert (host, purpose) == (f"127.0.0.1:{site.port}", "web_search")
    assert size > len("pumps") + len(KEY)


async def test_t1_a_search_that_cannot_be_recorded_is_not_sent() -> None:
    class FullLog(FakeLog):
        async def record_connection(self, *_facts: object) -> None:
            raise LedgerFailed("The disk is full")

    with engine_site("tavily") as site, pytest.raises(LedgerFailed):
        await ask_engine(Tavily(), Tavily().request(f"http://127.0.0.1:{site.port}", "pumps", 3, KEY), log=FullLog())
    assert site.requests == []


# All engines, and the conversion of results.


def test_the_settings_list_exactly_the_existing_engines() -> None:
    field_type = WebSettings.model_fields["engine"].annotation

    assert set(getattr(field_type, "__args__", ())) - {""} == set(ENGINES)


@pytest.mark.parametrize("kind", ENGINES)
def test_an_engine_without_a_default_address_needs_no_key(kind: str) -> None:
    engine = ENGINES[kind]

    assert bool(engine.url) or not engine.wants_key
    assert not engine.url or engine.url.startswith("https://")


def test_title_and_text_of_a_result_are_single_lines_and_truncated() -> None:
    hit = make_hit(" A\n title ", "https://a.example/", "x " * MAX_TEXT_LENGTH)

    assert hit is not None
    assert (hit.title, len(hit.text)) == ("A title", MAX_TEXT_LENGTH)
    assert make_hit("t" * 999, "https://a.example/", None) == SearchHit(
        "t" * MAX_TITLE_LENGTH, "https://a.example/", ""
    )
    assert make_hit(None, "https://a.example/", 3) == SearchHit("https://a.example/", "https://a.example/", "3")


@pytest.mark.parametrize("address", [None, "", 7, "javascript:alert(1)", "file:///etc/hosts", "ftp://a.example/"])
def test_a_result_without_a_web_address_is_dropped(address: object) -> None:
    assert make_hit("t", address, "x") is None


def test_printing_a_request_does_not_reveal_the_key() -> None:
    assert "canary" not in repr(EngineRequest("https://a.example/", headers={"Authorization": "Bearer canary"}))


def test_a_web_page_is_distinguished_from_data_by_type_or_content() -> None:
    assert EngineReply(200, "text/html", "x").is_web_page
    assert EngineReply(200, "application/json", " <html>").is_web_page
    assert not EngineReply(200, "application/json", "{}").is_web_page


# Requests and answers of SearXNG.


def reply(text: str, status: int = 200, content_type: str = "application/json") -> EngineReply:
    return EngineReply(status, content_type, text)


@pytest.mark.parametrize("base", ["http://localhost:8888", "http://localhost:8888/", "http://localhost:8888/search"])
def test_searxng_is_requested_in_json_format_for_any_form_of_its_address(base: str) -> None:
    assert SearXng().request(base, "heat pumps", 5, "") == EngineRequest(
        "http://localhost:8888/search", query={"q": "heat pumps", "format": "json"}
    )


def test_searxng_results_are_parsed() -> None:
    assert SearXng().parse_hits(reply(searxng(*RESULTS).body.decode())) == [SearchHit(*result) for result in RESULTS]
    assert SearXng().parse_hits(reply(searxng().body.decode())) == []


def test_searxng_engines_without_an_answer_are_reported() -> None:
    with pytest.raises(WebRefused, match=r"None of the engines .*: google, bing"):
        SearXng().parse_hits(reply(searxng(silent=("google", "bing")).body.decode()))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": 3}', '{"results": [3]}', "no json"])
def test_an_invalid_searxng_answer_is_reported(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        SearXng().parse_hits(reply(text))


@pytest.mark.parametrize("answer", [reply("Forbidden", 403), reply("<html>", 200, "text/html")])
def test_a_disabled_json_format_of_searxng_is_reported_with_a_hint(answer: EngineReply) -> None:
    error = SearXng().error_for(answer)

    assert error is not None
    assert "search.formats" in error.hint


# Requests and answers of Brave Search.


def test_the_brave_key_is_sent_in_a_header() -> None:
    request = Brave().request("https://api.search.brave.com", "heat pumps", 5, "canary")

    assert request == EngineRequest(
        "https://api.search.brave.com/res/v1/web/search",
        headers={"X-Subscription-Token": "canary", "Accept": "application/json"},
        query={"q": "heat pumps", "count": "5", "text_decorations": "false"},
    )


def test_brave_results_are_parsed_with_their_extra_snippets() -> None:
    hits = Brave().parse_hits(EngineReply(200, "application/json", brave(*RESULTS).body.decode()))

    assert hits == [SearchHit(title, url, f"{text} … And more.") for title, url, text in RESULTS]


def test_brave_without_results_gives_an_empty_list() -> None:
    assert Brave().parse_hits(EngineReply(200, "application/json", brave().body.decode())) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"web": 3}', '{"web": {"results": [3]}}', "<html>"])
def test_an_invalid_brave_answer_is_reported(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        Brave().parse_hits(EngineReply(200, "application/json", text))


def test_an_invalid_brave_key_is_distinguished_from_an_invalid_query() -> None:
    error = Brave().error_for(EngineReply(422, "application/json", brave_wrong_key().body.decode()))

    assert error is not None
    assert "does not accept the key" in error.title
    assert Brave().error_for(EngineReply(422, "application/json", "{}")) is None


# Requests and answers of Tavily.


def test_tavily_is_requested_with_basic_depth() -> None:
    assert Tavily().request("https://api.tavily.com/search", "heat pumps", 5, "canary") == EngineRequest(
        "https://api.tavily.com/search",
        method="POST",
        headers={"Authorization": "Bearer canary"},
        json={"query": "heat pumps", "max_results": 5, "search_depth": "basic"},
    )


def test_tavily_results_are_parsed() -> None:
    assert Tavily().parse_hits(EngineReply(200, "", tavily(*RESULTS).body.decode())) == [
        SearchHit(*result) for result in RESULTS
    ]
    assert Tavily().parse_hits(EngineReply(200, "", tavily().body.decode())) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": [null]}'])
def test_an_invalid_tavily_answer_is_reported(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        Tavily().parse_hits(EngineReply(200, "application/json", text))


@pytest.mark.parametrize("status", [432, 433])
def test_an_exhausted_tavily_plan_is_reported(status: int) -> None:
    error = Tavily().error_for(EngineReply(status, "application/json", '{"detail": {"error": "limit"}}'))

    assert error is not None
    assert "used up" in error.title
    assert Tavily().error_for(EngineReply(401, "", "")) is None


# The result page of DuckDuckGo.


def test_duckduckgo_is_requested_like_its_form() -> None:
    assert DuckDuckGo().request("https://html.duckduckgo.com", "heat pumps", 5, "") == EngineRequest(
        "https://html.duckduckgo.com/html/",
        method="POST",
        headers={"Accept": "text/html", "Accept-Language": "en"},
        form={"q": "heat pumps", "kl": "wt-wt"},
    )


def test_duckduckgo_results_have_their_targets_and_adverts_are_left_out() -> None:
    hits = DuckDuckGo().parse_hits(EngineReply(200, "text/html", duckduckgo(*RESULTS).body.decode()))

    assert hits == [SearchHit(*result) for result in RESULTS]


def test_duckduckgo_without_results_gives_an_empty_list_and_another_page_is_reported() -> None:
    assert DuckDuckGo().parse_hits(EngineReply(200, "text/html", duckduckgo().body.decode())) == []
    with pytest.raises(WebRefused, match="cannot be understood"):
        DuckDuckGo().parse_hits(EngineReply(200, "text/html", "<html><body>Welcome</body></html>"))


def test_a_duckduckgo_captcha_is_reported() -> None:
    captcha = duckduckgo_riddle()
    error = DuckDuckGo().error_for(EngineReply(captcha.status, captcha.content_type, captcha.body.decode()))

    assert error is not None
    assert "automated" in error.title
    assert DuckDuckGo().error_for(EngineReply(200, "text/html", duckduckgo(*RESULTS).body.decode())) is None
