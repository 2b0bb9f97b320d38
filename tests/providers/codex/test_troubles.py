"""Troubles: codex's words for what went wrong."""

import pytest
from pydantic import JsonValue

from vaultdesk.providers.codex.troubles import logged_out, overreach, too_old, turn_error
from vaultdesk.providers.peer import Peer

PEER = Peer("Codex", "chatgpt.com", "Codex")


@pytest.mark.parametrize(
    ("info", "message", "trouble"),
    [
        ("contextWindowExceeded", "", "context"),
        ("usageLimitExceeded", "You've hit your usage limit", "quota"),
        ("sessionBudgetExceeded", "", "quota"),
        ("rateLimitExceeded", "", "rate_limit"),
        ("serverOverloaded", "", "overloaded"),
        ("internalServerError", "", "overloaded"),
        ("modelNotFound", "The model is unknown", "bad_request"),
        ("cyberPolicy", "This is not allowed", "bad_request"),
        ("unauthorized", "", "auth"),
        ("other", "Your access token could not be refreshed. Please log in again.", "auth"),
        ({"httpConnectionFailed": {"httpStatusCode": 402}}, "", "quota"),
        ({"httpConnectionFailed": {"httpStatusCode": None}}, "error sending request", "network"),
        ({"responseStreamDisconnected": {"httpStatusCode": None}}, "", "network"),
        ({"aLaterOne": {}}, "Hm", "bad_request"),
        (None, "The model does not support tools", "no_tools"),
        (17, "", "bad_request"),
    ],
)
def test_each_kind_has_its_trouble(info: JsonValue, message: str, trouble: str) -> None:
    before = turn_error(PEER, {"message": message, "codexErrorInfo": info}, begun=False)
    within = turn_error(PEER, {"message": message, "codexErrorInfo": info}, begun=True)

    assert before.trouble == trouble
    assert type(before).__name__ in ("ProviderRefused", "ProviderUnreachable")
    assert type(within).__name__ == ("ProviderRefused" if trouble == "auth" else "ProviderBroken")


def test_nothing_at_all_is_an_error_too() -> None:
    assert turn_error(PEER, None, begun=False).trouble == "bad_request"


def test_a_key_in_its_sentence_is_not_repeated() -> None:
    error = turn_error(PEER, {"message": "bad sk-abcdef0123456789", "codexErrorInfo": "badRequest"}, begun=False)

    assert "sk-abc" not in str(error)


def test_sentences_say_what_to_do() -> None:
    assert str(logged_out(PEER)) == "Codex is not logged in. Run `codex login` in a terminal, then ask again."
    assert "@latest" in too_old(PEER).hint
    assert "(a command)" in overreach(PEER, "a command").title
