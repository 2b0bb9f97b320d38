"""Schema: lenient towards what means nothing here, clear about what is not done here."""

from typing import Any

import pytest

from vaultdesk.endpoint.refusal import Refusal
from vaultdesk.endpoint.schema import read_request

CODEX: dict[str, Any] = {
    "model": "work/m",
    "input": [],
    "stream": True,
    "store": False,
    "include": ["reasoning.encrypted_content"],
    "reasoning": {"summary": "auto", "effort": "minimal"},
    "tool_choice": "auto",
    "parallel_tool_calls": True,
    "prompt_cache_key": "x",
    "client_metadata": {"a": {"b": 1}},
    "text": {"verbosity": "low"},
    "service_tier": "auto",
    "stream_options": {"include_obfuscation": False},
    "truncation": "auto",
    "top_p": 0.5,
    "safety_identifier": "x",
    "max_tool_calls": 3,
    "user": "u",
    "some_day": {"new": True},
}


def refusal_of(body: dict[str, Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_request({"model": "m", "input": "Hello", **body})
    assert caught.value.status == 400
    return caught.value


def test_everything_codex_sends_is_accepted() -> None:
    request = read_request({**CODEX, "input": [{"role": "user", "content": "Hello", "id": "msg_1"}]})

    assert (request.model, request.stream, request.effort) == ("work/m", True, "low")


@pytest.mark.parametrize(
    ("effort", "meant"),
    [
        ("none", "off"),
        ("minimal", "low"),
        ("low", "low"),
        ("medium", "medium"),
        ("high", "high"),
        ("xhigh", "high"),
        ("max", "high"),
        ("colossal", ""),
        (None, ""),
    ],
)
def test_each_effort_has_its_word_here(effort: str | None, meant: str) -> None:
    assert read_request({"input": "Hello", "reasoning": {"effort": effort}}).effort == meant


@pytest.mark.parametrize(
    ("wrong", "param"),
    [
        ({"input": 1}, "input"),
        ({"input": ["text"]}, "input"),
        ({"tools": {}}, "tools"),
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": 3}, "temperature"),
        ({"max_output_tokens": 0}, "max_output_tokens"),
        ({"stream": "maybe"}, "stream"),
        ({"tool_choice": 1}, "tool_choice"),
        ({"model": 1}, "model"),
        ({"metadata": {"a": {}}}, "metadata"),
    ],
)
def test_a_wrong_field_is_named(wrong: dict[str, Any], param: str) -> None:
    refusal = refusal_of(wrong)

    assert (refusal.code, refusal.param) == ("invalid_value", param)
    assert refusal.message.startswith(f"{param}: ")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"previous_response_id": "resp_1"}, "previous_response_not_found"),
        ({"conversation": "conv_1"}, "unsupported_parameter"),
        ({"background": True}, "unsupported_parameter"),
        ({"prompt": {"id": "p"}}, "unsupported_parameter"),
        ({"text": {"format": {"type": "json_schema", "schema": {}}}}, "unsupported_parameter"),
        ({"input": ""}, "missing_required_parameter"),
        ({"input": []}, "missing_required_parameter"),
        ({"input": None}, "missing_required_parameter"),
    ],
)
def test_what_is_not_done_here_is_refused_and_not_passed_over(asked: dict[str, Any], code: str) -> None:
    assert refusal_of(asked).code == code


def test_nothing_asked_for_is_nothing_refused() -> None:
    read_request(
        {"input": "Hello", "previous_response_id": None, "background": False, "text": {"format": {"type": "text"}}}
    )
