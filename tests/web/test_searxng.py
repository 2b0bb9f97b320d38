"""SearXNG: its question and its answers."""

import pytest

from tests.support.web_engines import RESULTS, searxng
from vaultdesk.core.errors import WebRefused
from vaultdesk.web.engine import EngineReply, EngineRequest, SearchHit
from vaultdesk.web.searxng import SearXng


def reply(text: str, status: int = 200, kind: str = "application/json") -> EngineReply:
    return EngineReply(status, kind, text)


@pytest.mark.parametrize("base", ["http://localhost:8888", "http://localhost:8888/", "http://localhost:8888/search"])
def test_it_is_asked_for_data_wherever_the_address_ends(base: str) -> None:
    assert SearXng().request(base, "heat pumps", 5, "") == EngineRequest(
        "http://localhost:8888/search", query={"q": "heat pumps", "format": "json"}
    )


def test_its_results_are_read() -> None:
    assert SearXng().hits(reply(searxng(*RESULTS).body.decode())) == [SearchHit(*one) for one in RESULTS]
    assert SearXng().hits(reply(searxng().body.decode())) == []


def test_nothing_found_because_nobody_answered_is_told_as_that() -> None:
    with pytest.raises(WebRefused, match=r"None of the engines .*: google, bing"):
        SearXng().hits(reply(searxng(silent=("google", "bing")).body.decode()))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": 3}', '{"results": [3]}', "no json"])
def test_another_answer_is_told_as_that(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        SearXng().hits(reply(text))


@pytest.mark.parametrize("answer", [reply("Forbidden", 403), reply("<html>", 200, "text/html")])
def test_the_setting_almost_every_new_one_lacks_is_named(answer: EngineReply) -> None:
    refused = SearXng().refusal(answer)

    assert refused is not None
    assert "search.formats" in refused.hint
