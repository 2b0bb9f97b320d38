"""DuckDuckGo: its page read as it is."""

import pytest

from tests.support.web_engines import RESULTS, duckduckgo, duckduckgo_riddle
from vaultdesk.core.errors import WebRefused
from vaultdesk.web.duckduckgo import DuckDuckGo
from vaultdesk.web.engine import EngineReply, EngineRequest, SearchHit


def test_it_is_asked_as_its_form_asks() -> None:
    assert DuckDuckGo().request("https://html.duckduckgo.com", "heat pumps", 5, "") == EngineRequest(
        "https://html.duckduckgo.com/html/",
        method="POST",
        headers={"Accept": "text/html", "Accept-Language": "en"},
        form={"q": "heat pumps", "kl": "wt-wt"},
    )


def test_results_are_read_where_they_lead_and_adverts_are_left_out() -> None:
    found = DuckDuckGo().hits(EngineReply(200, "text/html", duckduckgo(*RESULTS).body.decode()))

    assert found == [SearchHit(*one) for one in RESULTS]


def test_nothing_found_is_no_results_and_another_page_is_told_as_that() -> None:
    assert DuckDuckGo().hits(EngineReply(200, "text/html", duckduckgo().body.decode())) == []
    with pytest.raises(WebRefused, match="cannot be understood"):
        DuckDuckGo().hits(EngineReply(200, "text/html", "<html><body>Welcome</body></html>"))


def test_a_riddle_for_robots_is_told_plainly() -> None:
    riddle = duckduckgo_riddle()
    refused = DuckDuckGo().refusal(EngineReply(riddle.status, riddle.content_type, riddle.body.decode()))

    assert refused is not None
    assert "robot" in refused.title
    assert DuckDuckGo().refusal(EngineReply(200, "text/html", duckduckgo(*RESULTS).body.decode())) is None
