"""Brave: its question and its answers."""

import pytest

from tests.support.web_engines import RESULTS, brave, brave_wrong_key
from vaultdesk.core.errors import WebRefused
from vaultdesk.web.brave import Brave
from vaultdesk.web.engine import EngineReply, EngineRequest, SearchHit


def test_the_key_goes_in_its_own_header() -> None:
    request = Brave().request("https://api.search.brave.com", "heat pumps", 5, "canary")

    assert request == EngineRequest(
        "https://api.search.brave.com/res/v1/web/search",
        headers={"X-Subscription-Token": "canary", "Accept": "application/json"},
        query={"q": "heat pumps", "count": "5", "text_decorations": "false"},
    )


def test_its_results_are_read_with_all_their_pieces() -> None:
    found = Brave().hits(EngineReply(200, "application/json", brave(*RESULTS).body.decode()))

    assert found == [SearchHit(title, url, f"{text} … And more.") for title, url, text in RESULTS]


def test_nothing_found_is_no_results() -> None:
    assert Brave().hits(EngineReply(200, "application/json", brave().body.decode())) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"web": 3}', '{"web": {"results": [3]}}', "<html>"])
def test_another_answer_is_told_as_that(text: str) -> None:
    with pytest.raises(WebRefused, match="cannot be understood"):
        Brave().hits(EngineReply(200, "application/json", text))


def test_a_wrong_key_is_told_from_a_wrong_question() -> None:
    refused = Brave().refusal(EngineReply(422, "application/json", brave_wrong_key().body.decode()))

    assert refused is not None
    assert "does not accept the key" in refused.title
    assert Brave().refusal(EngineReply(422, "application/json", "{}")) is None
