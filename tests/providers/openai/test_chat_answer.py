"""Tests of providers/openai/chat_answer.py."""

import json
from typing import Any

import pytest

from tests.providers.transcripts import HELLO, WHOLE, call_delta
from tests.support.wire_turns import chat_chunk
from vaultdesk.core.errors import ProviderBroken, ProviderError
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.model_events import (
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.openai import chat_answer
from vaultdesk.providers.openai.chat_answer import ChatAnswer, InvalidStop, stop_reason, stricter_stop
from vaultdesk.providers.openai.chat_request import (
    COMPATIBLE_DIALECT,
    GEMINI_DIALECT,
    OPENROUTER_DIALECT,
    ChatDialect,
    ReplayReceiver,
)


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("stop", "end"),
        ("STOP", "end"),
        ("eos", "end"),
        ("tool_calls", "tool_calls"),
        ("function_call", "tool_calls"),
        ("length", "length"),
        ("MAX_TOKENS", "length"),
        ("model_context_window_exceeded", "length"),
        ("content_filter", "content_filter"),
        ("content_filter: PROHIBITED_CONTENT", "content_filter"),
        ("content_filter: news", "content_filter"),
        ("SAFETY", "content_filter"),
        ("refusal", "refusal"),
    ],
)
def test_each_servers_word_is_known(reason: str, stop: StopReason) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 9."""
    assert stop_reason(reason) == stop


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("error", "the model behind it failed"),
        ("function_call_filter: MALFORMED_FUNCTION_CALL", "cannot be read"),
        ("UNEXPECTED_TOOL_CALL", "not offered"),
        ("content_filter: MISSING_THOUGHT_SIGNATURE", "signatures"),
        ("tired", "it ended with 'tired'"),
        ("x" * 500, "x" * 40),
        ("", "it ended with ''"),
    ],
)
def test_an_end_that_is_none_says_why(reason: str, said: str) -> None:
    with pytest.raises(InvalidStop, match=said) as told:
        stop_reason(reason)

    assert len(str(told.value)) < 100


def test_of_two_reasons_the_stricter_counts() -> None:
    assert stricter_stop("tool_calls", None) == "tool_calls"
    assert stricter_stop("tool_calls", "length") == "length"
    assert stricter_stop("content_filter", "end") == "content_filter"
    assert stricter_stop("end", "tool_calls") == "tool_calls"


# What each broken and honest stream comes to stands in transcripts.py and runs in test_response_reader.py.


def read(*chunks: object, dialect: ChatDialect = COMPATIBLE_DIALECT, scope: str = "") -> list[ModelEvent]:
    answer = ChatAnswer(ErrorContext("Local", "localhost:1", "OpenAI"), ReplayReceiver(scope, dialect))
    events = [event for chunk in chunks for event in answer.feed(ServerEvent("", json.dumps(chunk)))]
    return [*events, *answer.finish()]


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_reasoning_is_told_apart_from_text(name: str) -> None:
    assert read(chat_chunk({name: "Hm."}), chat_chunk(HELLO, "stop")) == [
        ReasoningArrived("Hm."),
        TextArrived("Hello"),
        TurnEnded("end"),
    ]


def test_usage_is_reported_once_with_its_details() -> None:
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 4,
        "prompt_tokens_details": {"cached_tokens": 3},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }

    events = read(
        chat_chunk(HELLO, "stop"), {"choices": [], "usage": {"prompt_tokens": 1}}, {"choices": [], "usage": usage}
    )

    assert events[1:] == [UsageReported(9, 4, 3, 2), TurnEnded("end")]


def test_a_call_that_was_cut_is_noticed_and_never_ready() -> None:
    *_, notice, ended = read(chat_chunk(WHOLE, "length"))

    assert isinstance(notice, Noticed)
    assert ended == TurnEnded("length")


def test_an_answer_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_answer, "MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="no end"):
        read(*[chat_chunk({"content": "x" * 60})] * 3)


@pytest.mark.parametrize("junk", [{"choices": "x"}, {"choices": [7]}, {"choices": [{"delta": []}]}, {"usage": 3}])
def test_fields_of_the_wrong_kind_never_crash(junk: object) -> None:
    with pytest.raises(ProviderError):
        read(junk)


def ready(*deltas: dict[str, Any], finish: str = "tool_calls") -> list[tuple[str, str]]:
    events = read(*map(chat_chunk, deltas), chat_chunk({}, finish))
    return [(event.call.name, event.call.arguments_json) for event in events if isinstance(event, CallReady)]


def test_parallel_calls_with_equal_or_absent_index_stay_apart() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 7."""
    for index in (0, None):
        first = call_delta(index, id="a", name="read", arguments='{"p": 1}')
        second = call_delta(index, id="b", name="read", arguments='{"p": 2}')

        assert ready(first, second) == [("read", '{"p": 1}'), ("read", '{"p": 2}')]


def test_a_name_repeated_in_each_delta_is_one_name() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 8."""
    pieces = [call_delta(0, id="a", name="read", arguments=text) for text in ("", '{"p":', " 1}")]

    assert ready(*pieces) == [("read", '{"p": 1}')]


def test_calls_under_stop_are_calls_and_a_second_finish_changes_nothing() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 9."""
    assert ready(WHOLE, finish="stop") == [("read", '{"p": 1}')]
    twice = read(chat_chunk(WHOLE, "tool_calls"), chat_chunk({}, "tool_calls"))
    assert [event for event in twice if isinstance(event, TurnEnded)] == [TurnEnded("tool_calls")]


def test_a_cut_that_parses_runs_nothing() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 10."""
    assert ready(WHOLE, finish="length") == []


def test_a_stream_without_a_finish_reason_is_broken() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 11."""
    with pytest.raises(ProviderBroken, match="broke off"):
        read(chat_chunk(WHOLE))


def test_an_error_inside_a_stream_ends_it_and_keeps_what_came() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 12."""
    with pytest.raises(ProviderBroken, match="overloaded"):
        read(chat_chunk(HELLO), {"error": {"code": 503, "message": "x"}})


@pytest.mark.parametrize("arguments", [{}, {"arguments": ""}, {"arguments": "{}"}, {"arguments": None}])
def test_empty_arguments_are_an_empty_object(arguments: dict[str, Any]) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 13."""
    assert ready(call_delta(0, id="a", name="now", **arguments)) == [("now", "{}")]


def test_arguments_sent_as_an_object_become_text() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 14."""
    assert ready(call_delta(0, id="a", name="read", arguments={"p": 1})) == [("read", '{"p": 1}')]


def test_a_usage_chunk_without_choices_is_read() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 20."""
    events = read(chat_chunk(HELLO, "stop"), {"choices": [], "usage": {"prompt_tokens": 3}})

    assert events == [TextArrived("Hello"), UsageReported(3, 0), TurnEnded("end")]


def test_json_without_choices_is_another_language() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 22."""
    with pytest.raises(ProviderBroken, match="does not answer like an OpenAI server"):
        read({"object": "list"})


def test_thinking_that_only_the_total_tells_is_counted_as_output() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 40}

    assert UsageReported(10, 30, 0, 25) in read(chat_chunk(HELLO, "stop"), {"choices": [], "usage": usage})


@pytest.mark.parametrize("cost", [-1, "0.5", True, float("nan"), float("inf"), {"total": 1}, None])
def test_a_cost_that_is_none_is_not_told(cost: object) -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 1, "cost": cost}}

    events = read(chat_chunk(HELLO, "stop"), usage, dialect=OPENROUTER_DIALECT)

    assert [event.cost for event in events if isinstance(event, UsageReported)] == [None]


def test_a_summary_of_geminis_thinking_is_reasoning() -> None:
    thought = {"content": "Hm.", "extra_content": {"google": {"thought": True}}}

    assert read(chat_chunk(thought), chat_chunk(HELLO, "stop"))[:2] == [ReasoningArrived("Hm."), TextArrived("Hello")]


def test_reasoning_that_comes_in_two_fields_is_shown_once() -> None:
    both = {"reasoning": "Hm.", "reasoning_details": [{"type": "reasoning.text", "text": "Hm.", "index": 0}]}
    alone = {"reasoning_details": [{"type": "reasoning.summary", "summary": " So.", "index": 1}]}

    events = read(chat_chunk(both), chat_chunk(alone), chat_chunk(HELLO, "stop"), dialect=OPENROUTER_DIALECT)

    assert [event.text for event in events if isinstance(event, ReasoningArrived)] == ["Hm.", " So."]


def test_what_goes_back_is_kept_by_family_with_the_servers_ids() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 6."""
    signed: Any = call_delta(0, id="a", name="read", arguments="{}")
    signed["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": "c2ln"}}
    other = call_delta(1, id="b", name="read", arguments="{}")

    events = read(
        chat_chunk(other), chat_chunk(signed), chat_chunk({}, "stop"), dialect=GEMINI_DIALECT, scope="gemini@h/m"
    )

    ids = [event.call_id for event in events if isinstance(event, CallStarted)]
    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert [(part.family, part.item) for part in ended.replay] == [
        ("gemini@h/m", {"wire_ids": {ids[0]: "b", ids[1]: "a"}}),
        ("gemini@h/m", {"calls": {"1": {"google": {"thought_signature": "c2ln"}}}}),
    ]


def test_nothing_of_a_cut_answer_goes_back() -> None:
    piece = {"reasoning_details": [{"type": "reasoning.text", "text": "half", "index": 0}]}

    ended = read(chat_chunk(piece), chat_chunk(HELLO, "length"), dialect=OPENROUTER_DIALECT, scope="f")[-1]

    assert ended == TurnEnded("length")


def done(*deltas: dict[str, Any]) -> list[ModelEvent]:
    """Return what comes of a stream that ends with `[DONE]` and gives no finish reason."""
    answer = ChatAnswer(ErrorContext("Local", "localhost:1", "OpenAI"))
    events: list[ModelEvent] = []
    for delta in deltas:
        events += answer.feed(ServerEvent("", json.dumps(chat_chunk(delta))))
    events += answer.feed(ServerEvent("", "[DONE]"))
    return [*events, *answer.finish()]


def test_m17_done_without_a_finish_reason_ends_an_answer_that_can_be_read() -> None:
    assert done(HELLO)[-1] == TurnEnded("end")
    events = done(WHOLE)
    assert [event.call.name for event in events if isinstance(event, CallReady)] == ["read"]
    assert events[-1] == TurnEnded("tool_calls")


@pytest.mark.parametrize("deltas", [[call_delta(0, id="a", name="read", arguments='{"p')], [{}], [{"content": ""}]])
def test_m17_done_without_a_finish_reason_ends_nothing_else(deltas: list[dict[str, Any]]) -> None:
    with pytest.raises(ProviderBroken):
        done(*deltas)


def test_m17_a_message_instead_of_a_delta_is_read() -> None:
    chunk = {"id": "c", "choices": [{"index": 0, "message": HELLO, "finish_reason": "stop"}]}
    assert [event for event in read(chunk) if isinstance(event, TextArrived)] == [TextArrived("Hello")]
