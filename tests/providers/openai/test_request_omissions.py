"""Tests of providers/openai/request_omissions.py."""

from typing import Any

import pytest

from vaultdesk.core.errors import ProviderErrorKind
from vaultdesk.providers.openai.request_omissions import RequestOmissions

BODY: Any = {
    "model": "m",
    "messages": [],
    "stream_options": {},
    "temperature": 0.5,
    "reasoning_effort": "low",
    "tool_choice": "required",
    "max_tokens": 9,
    "usage": {"include": True},
}


def refused(message: str) -> dict[str, Any]:
    return {"error": {"message": message}}


@pytest.mark.parametrize(
    ("message", "trouble", "part"),
    [
        ("Unrecognized request argument supplied: stream_options", "bad_request", "stream_options"),
        ("Unsupported value: 'temperature' does not support 0.5", "bad_request", "temperature"),
        ("reasoning_effort low is not supported for this model", "bad_request", "reasoning_effort"),
        ("Budget 0 is invalid. This model only works in thinking mode.", "bad_request", "reasoning_effort"),
        ("No endpoints found that support the provided 'tool_choice' value.", "bad_request", "tool_choice"),
        ("tool_choice 'required' is not supported", "no_tools", "tool_choice"),
        ("'max_tokens' is too large: 8192. maximum context length is 8192", "context", "max_tokens"),
        ("Unknown parameter: 'usage'", "bad_request", "usage"),
    ],
)
def test_a_part_is_left_out_once_it_is_named(message: str, trouble: ProviderErrorKind, part: str) -> None:
    parts = RequestOmissions()

    assert parts.learn_from_refusal(refused(message), trouble, BODY)
    assert BODY.keys() - parts.apply(BODY).keys() == {part}
    assert not parts.learn_from_refusal(refused(message), trouble, parts.apply(BODY))


@pytest.mark.parametrize(
    ("message", "trouble"),
    [
        ("the schema of the_temperature_tool is odd", "bad_request"),
        ("usage of tools is wrong", "bad_request"),
        ("temperature is fine, the key is not", "auth"),
        ("model does not exist", "bad_request"),
        ("the messages are too long: temperature", "context"),
    ],
)
def test_another_refusal_teaches_nothing(message: str, trouble: ProviderErrorKind) -> None:
    parts = RequestOmissions()

    assert not parts.learn_from_refusal(refused(message), trouble, BODY)
    assert parts.apply(BODY) == BODY


def test_no_thinking_at_all_becomes_little_thinking_first() -> None:
    parts, body = RequestOmissions(), {**BODY, "reasoning_effort": "none"}

    assert parts.learn_from_refusal(refused("Unsupported value: 'reasoning_effort'"), "bad_request", body)
    assert parts.apply(body)["reasoning_effort"] == "low"
    assert parts.learn_from_refusal(refused("Unsupported value: 'reasoning_effort'"), "bad_request", parts.apply(body))
    assert "reasoning_effort" not in parts.apply(body)


@pytest.mark.parametrize(
    ("message", "replay"),
    [
        ("The `reasoning_content` in the thinking mode must be passed back to the API.", "filled"),
        ("Missing `reasoning_content` field in the assistant message at message index 2", "filled"),
        ("property 'reasoning_content' is unsupported", "none"),
        ("messages.1.content.0: Invalid `signature` in `thinking` block", "none"),
        ("Corrupted thought signature.", "none"),
        ("bad", "own"),
    ],
)
def test_what_goes_back_with_old_answers_is_learnt_once(message: str, replay: str) -> None:
    parts = RequestOmissions()

    assert parts.learn_from_refusal(refused(message), "bad_request", {}) == (replay != "own")
    assert parts.replay == replay
    assert not parts.learn_from_refusal(refused(message), "bad_request", {})
