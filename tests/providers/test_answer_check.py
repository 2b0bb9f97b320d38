"""Tests of providers/answer_check.py."""

from dataclasses import replace
from typing import Any

import pytest

from tests.endpoint.bench import call, said, scripted
from tests.providers.asking import ask, request
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.answer_check import AnswerCheck
from vaultdesk.providers.model_events import (
    Noticed,
    ReasoningArrived,
    TextArrived,
    TextReclassified,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider import AnswerFormat, ModelRequest, ToolChoice

NUMBER: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


def demanding(**demands: Any) -> ModelRequest:
    return replace(request(), **demands)


JSON = demanding(answer_format=AnswerFormat(NUMBER, strict=True))


async def test_a_request_that_demands_nothing_passes_event_by_event() -> None:
    turn = said("No", " JSON.")

    assert (await ask(AnswerCheck(scripted(turn)), request())).events == turn


async def test_the_rest_of_an_answer_that_has_begun_is_not_compared() -> None:
    begun = Message(role="assistant", parts=(TextPart(text='{"a": '),))

    outcome = await ask(AnswerCheck(scripted(said("1}"))), replace(JSON, messages=(*JSON.messages, begun)))

    assert outcome.text == "1}"


async def test_both_tries_are_counted_and_the_first_is_not_shown() -> None:
    first = [ReasoningArrived("Hm."), TextArrived("One."), UsageReported(10, 5, cost=0.1), TurnEnded("end")]
    second = [TextArrived('{"a": 1}'), UsageReported(20, 7, cost=0.2), TurnEnded("end")]
    far = scripted(first, second)

    outcome = await ask(AnswerCheck(far), JSON)

    assert (outcome.text, outcome.reasoning, outcome.stop) == ('{"a": 1}', "Hm.", "end")
    used = [event for event in outcome.events if isinstance(event, UsageReported)]
    assert (used[-1].input_tokens, used[-1].output_tokens, used[-1].cost) == (30, 12, pytest.approx(0.3))
    assert [type(event) for event in outcome.events].count(Noticed) == 1
    assert [message.role for message in far.requests[1].messages] == ["user", "assistant", "user"]


async def test_an_empty_answer_is_not_said_back() -> None:
    far = scripted(said(""), said('{"a": 1}'))

    assert (await ask(AnswerCheck(far), JSON)).text == '{"a": 1}'
    assert [message.role for message in far.requests[1].messages] == ["user", "user"]


async def test_text_that_was_reasoning_is_no_part_of_the_json() -> None:
    turn = [TextArrived('{"draft": 1}'), TextReclassified(), TextArrived('{"a": 1}'), TurnEnded("end")]

    assert (await ask(AnswerCheck(scripted(turn)), JSON)).events[1:] == [TextArrived('{"a": 1}'), TurnEnded("end")]


@pytest.mark.parametrize("stop", ["length", "content_filter", "refusal", "repetition"])
async def test_an_answer_that_was_cut_or_refused_is_told_as_it_is(stop: str) -> None:
    far = scripted(said("I will not.", stop=stop))

    outcome = await ask(AnswerCheck(far), JSON)

    assert (outcome.text, outcome.stop, len(far.requests)) == ("I will not.", stop, 1)


async def test_another_tool_than_the_one_demanded_is_asked_for_again_by_text() -> None:
    demand = demanding(tool_choice=ToolChoice("tool", "file_read"))
    far = scripted(
        [*call("vault_search", "{}"), TurnEnded("tool_calls")], [*call("file_read", "{}"), TurnEnded("tool_calls")]
    )

    outcome = await ask(AnswerCheck(far), demand)

    assert [one.name for one in outcome.calls] == ["file_read"]
    assert ([tool.name for tool in far.requests[1].tools], far.requests[1].force_emulation) == (["file_read"], True)


async def test_what_fits_in_neither_try_is_an_error_with_the_reason() -> None:
    outcome = await ask(AnswerCheck(scripted(said("One."), said('{"a": "1"}'))), JSON)

    assert isinstance(outcome.error, ProviderRefused)
    assert "a is not of type integer" in str(outcome.error)
    assert outcome.text == ""
