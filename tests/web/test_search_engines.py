"""Tests of web/search_engines.py."""

import pytest

from tests.support.web_engines import RESULTS, brave, brave_wrong_key, duckduckgo, duckduckgo_riddle, searxng, tavily
from vaultdesk.core.errors import WebRefused
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.web.search_engines import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    Brave,
    DuckDuckGo,
    EngineReply,
    EngineRequest,
    SearchHit,
    SearXng,
    Tavily,
    make_hit,
)
from vaultdesk.web.web_search import ENGINES

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
    hit = make_hit(" A\n title ", "https://a.example/", "x " * LONGEST_TEXT)

    assert hit is not None
    assert (hit.title, len(hit.text)) == ("A title", LONGEST_TEXT)
    assert make_hit("t" * 999, "https://a.example/", None) == SearchHit("t" * LONGEST_TITLE, "https://a.example/", "")
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
    assert "robot" in refused.title
    assert DuckDuckGo().error_for(EngineReply(200, "text/html", duckduckgo(*RESULTS).body.decode())) is None
