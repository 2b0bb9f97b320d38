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


def error_body(message: str) -> dict[str, Any]:
    return {"error": {"message": message}}


@pytest.mark.parametrize(
    ("message", "error_kind", "field"),
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
def test_a_field_is_omitted_after_a_refusal_names_it(message: str, error_kind: ProviderErrorKind, field: str) -> None:
    omissions = RequestOmissions()

    assert omissions.learn_from_refusal(error_body(message), error_kind, BODY)
    assert BODY.keys() - omissions.apply(BODY).keys() == {field}
    assert not omissions.learn_from_refusal(error_body(message), error_kind, omissions.apply(BODY))


@pytest.mark.parametrize(
    ("message", "error_kind"),
    [
        ("the schema of the_temperature_tool is odd", "bad_request"),
        ("usage of tools is wrong", "bad_request"),
        ("temperature is fine, the key is not", "auth"),
        ("model does not exist", "bad_request"),
        ("the messages are too long: temperature", "context"),
    ],
)
def test_other_refusals_change_nothing(message: str, error_kind: ProviderErrorKind) -> None:
    omissions = RequestOmissions()

    assert not omissions.learn_from_refusal(error_body(message), error_kind, BODY)
    assert omissions.apply(BODY) == BODY


def test_effort_none_is_lowered_to_low_before_it_is_omitted() -> None:
    omissions, body = RequestOmissions(), {**BODY, "reasoning_effort": "none"}

    assert omissions.learn_from_refusal(error_body("Unsupported value: 'reasoning_effort'"), "bad_request", body)
    assert omissions.apply(body)["reasoning_effort"] == "low"
    assert omissions.learn_from_refusal(
        error_body("Unsupported value: 'reasoning_effort'"), "bad_request", omissions.apply(body)
    )
    assert "reasoning_effort" not in omissions.apply(body)


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
def test_the_replay_mode_is_learned_once_from_a_refusal(message: str, replay: str) -> None:
    omissions = RequestOmissions()

    assert omissions.learn_from_refusal(error_body(message), "bad_request", {}) == (replay != "own")
    assert omissions.replay == replay
    assert not omissions.learn_from_refusal(error_body(message), "bad_request", {})
