"""Tavily: its question and its answers."""

import pytest

from tests.support.web_engines import RESULTS, tavily
from vaultdesk.core.errors import WebRefused
from vaultdesk.web.engine import EngineReply, EngineRequest, SearchHit
from vaultdesk.web.tavily import Tavily


def test_it_is_asked_in_its_cheapest_depth() -> None:
    assert Tavily().request("https://api.tavily.com/search", "heat pumps", 5, "canary") == EngineRequest(
        "https://api.tavily.com/search",
        method="POST",
        headers={"Authorization": "Bearer canary"},
        json={"query": "heat pumps", "max_results": 5, "search_depth": "basic"},
    )


def test_its_results_are_read() -> None:
    assert Tavily().hits(EngineReply(200, "", tavily(*RESULTS).body.decode())) == [SearchHit(*one) for one in RESULTS]
    assert Tavily().hits(EngineReply(200, "", tavily().body.decode())) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": [null]}'])
def test_another_answer_is_told_as_that(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        Tavily().hits(EngineReply(200, "application/json", text))


@pytest.mark.parametrize("status", [432, 433])
def test_a_used_up_plan_is_told_as_that(status: int) -> None:
    refused = Tavily().refusal(EngineReply(status, "application/json", '{"detail": {"error": "limit"}}'))

    assert refused is not None
    assert "used up" in refused.title
    assert Tavily().refusal(EngineReply(401, "", "")) is None
