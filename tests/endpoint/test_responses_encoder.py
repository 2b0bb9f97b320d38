"""Tests of endpoint/responses_encoder.py."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from openai.types.responses import Response

from tests.endpoint.bench import SEAL, WEATHER, asked, call
from tests.support.responses_checker import check_stream
from vaultdesk.chat.messages import ProviderPart, ToolCallPart
from vaultdesk.endpoint.endpoint_request import MAX_STATE_BYTES
from vaultdesk.endpoint.http_error import Json
from vaultdesk.endpoint.responses_encoder import CallItem, EventNumbering, MessageItem, ReasoningItem, ResponsesEncoder
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)

# Items: each kind told alone, whole. Their order and numbers are the encoder's.


def test_a_message_from_added_to_done() -> None:
    item = MessageItem(EventNumbering(), 3)
    events = [*item.open(), *item.append("a"), *item.append("b"), *item.close("incomplete")]

    assert [event["type"] for event in events] == [
        "response.output_item.added", "response.content_part.added", "response.output_text.delta",
        "response.output_text.delta", "response.output_text.done", "response.content_part.done",
        "response.output_item.done",
    ]  # fmt: skip
    assert [event["sequence_number"] for event in events] == list(range(7))
    assert {event["output_index"] for event in events} == {3}
    assert events[-1]["item"] == item.done("incomplete")


def test_a_call_is_told_whole() -> None:
    item = CallItem(EventNumbering(), 1, ToolCallPart(id="call_1", name="look", arguments_json="{}"), '{"a":1}')
    events = list(item.emit())

    assert [event["type"] for event in events] == [
        "response.output_item.added", "response.function_call_arguments.delta",
        "response.function_call_arguments.done", "response.output_item.done",
    ]  # fmt: skip
    done = item.done()
    assert events[-1]["item"] == done
    assert (done["call_id"], done["name"], done["arguments"], done["status"]) == (
        "call_1",
        "look",
        '{"a":1}',
        "completed",
    )
    assert "call_id" not in events[1], "only items carry it"


# Reasoning item: with a summary for people, with what goes back to the model, or both.


def test_reasoning_has_one_summary() -> None:
    item = ReasoningItem(EventNumbering(), 0)
    events = [*item.open(), *item.append("a"), *item.close("completed")]

    assert [event["type"] for event in events] == [
        "response.output_item.added", "response.reasoning_summary_part.added", "response.reasoning_summary_text.delta",
        "response.reasoning_summary_text.done", "response.reasoning_summary_part.done", "response.output_item.done",
    ]  # fmt: skip
    assert item.done("completed")["summary"] == [{"type": "summary_text", "text": "a"}]


def test_reasoning_that_people_see_nothing_of_is_added_and_done() -> None:
    item = ReasoningItem(EventNumbering(), 2)
    item.encrypted = "vd1.word"
    added, done = item.emit()

    assert (added["type"], done["type"]) == ("response.output_item.added", "response.output_item.done")
    assert done["item"] == {
        "id": item.done()["id"],
        "type": "reasoning",
        "summary": [],
        "encrypted_content": "vd1.word",
    }
    assert isinstance(added["item"], dict)
    assert "encrypted_content" not in added["item"]


def test_what_is_hidden_is_only_in_the_whole_item() -> None:
    item = ReasoningItem(EventNumbering(), 0)
    begun = [*item.open(), *item.append("a")]
    item.encrypted = "vd1.word"
    *_, done = item.close("completed")

    assert "vd1.word" not in str(begun)
    assert done["item"] == item.done()
    assert item.done()["encrypted_content"] == "vd1.word"
    assert item.done()["summary"] == [{"type": "summary_text", "text": "a"}]


# Encoder: model events in any order become the grammar of vaultdesk/providers/README.md, "Responses", checked against
# the SDK's own types.

OSLO = '{"city": "Oslo"}'


def told(events: Sequence[ModelEvent], stop: StopReason = "end", *replay: ProviderPart, **wishes: Any) -> list[Json]:
    """Everything that is told of a turn."""
    encoder = ResponsesEncoder(asked({"model": "m", "input": "Hello", "tools": [WEATHER], **wishes}))
    taken = list(encoder.begin())
    for event in (*events, TurnEnded(stop, replay)):
        taken.extend(encoder.encode(event))
    return [*taken, *encoder.finish(stop)]


def kinds(response: Response) -> list[str]:
    return [item.type for item in response.output]


def test_text_passes_at_once_and_waits_from_the_first_call_on() -> None:
    encoder = ResponsesEncoder(asked({"input": "Hello", "tools": [WEATHER]}))
    list(encoder.begin())

    assert [event["type"] for event in encoder.encode(TextArrived("a"))][-1] == "response.output_text.delta"
    assert [list(encoder.encode(event)) for event in (*call("get_weather", OSLO), TextArrived("b"))] == [[], [], [], []]
    assert len(list(encoder.finish("tool_calls"))) > 10


def test_items_stand_in_the_order_they_appeared_though_calls_are_ready_late() -> None:
    first, second = call("get_weather", OSLO), call("get_weather", '{"city": "Rome"}')
    events = [
        TextArrived("a"),
        *first[:-1],
        TextArrived("b"),
        *second[:-1],
        ReasoningArrived("c"),
        second[-1],
        first[-1],
    ]

    final = check_stream(told(events, "tool_calls"))

    assert kinds(final) == ["message", "function_call", "message", "function_call", "reasoning"]
    calls = [item for item in final.output if item.type == "function_call"]
    assert [one.arguments for one in calls] == [OSLO, '{"city": "Rome"}']


def test_arguments_are_the_models_own_text_and_empty_ones_are_an_object() -> None:
    odd = '{ "city" :\t"O\\u0073lo" }'
    final = check_stream(told([*call("get_weather", odd), *call("get_weather", " ")], "tool_calls"))

    assert [item.arguments for item in final.output if item.type == "function_call"] == [odd, "{}"]


@pytest.mark.parametrize(("stop", "status", "reason"), [
    ("end", "completed", None), ("tool_calls", "completed", None), ("length", "incomplete", "max_output_tokens"),
    ("content_filter", "incomplete", "content_filter"), ("refusal", "incomplete", "content_filter"),
    ("pause", "incomplete", "max_output_tokens"),
])  # fmt: skip
def test_each_stop_has_its_status(stop: StopReason, status: str, reason: str | None) -> None:
    final = check_stream(told([TextArrived("a"), *call("get_weather", OSLO)], stop))

    assert final.status == status
    assert (final.incomplete_details and final.incomplete_details.reason) == reason
    assert ("function_call" in kinds(final)) == (status == "completed")


def test_a_call_that_never_was_ready_is_not_told() -> None:
    assert kinds(check_stream(told([*call("get_weather", OSLO)[:-1], TextArrived("b")]))) == ["message"]


def test_a_call_as_text_is_what_the_model_wrote_and_stands_on_a_line_of_its_own() -> None:
    written = '<tool_call>{"name": "nothing"}</tool_call>'
    final = check_stream(told([TextArrived("So:"), *call("nothing", "{}", written=written), *call("other", "{}")]))

    assert kinds(final) == ["message"]
    assert final.output_text == f"So:\n{written}\nother({{}})"


def test_one_call_that_breaks_a_strict_tools_promise_takes_the_others_with_it() -> None:
    events = [*call("get_weather", OSLO), *call("get_weather", "{}"), TextArrived("Done.")]
    final = check_stream(told(events, "tool_calls", tools=[{**WEATHER, "strict": True}]))

    assert (final.status, final.output_text) == ("failed", "get_weather({})Done.")


def test_blank_lines_alone_are_no_item() -> None:
    blank = TextArrived("\n\n")
    events = [blank, ReasoningArrived("a"), blank, *call("get_weather", OSLO), blank, *call("get_weather", OSLO), blank]

    assert kinds(check_stream(told(events))) == ["reasoning", "function_call", "function_call"]
    assert check_stream(told([blank, TextArrived("  a"), blank])).output_text == "\n\n  a\n\n"


def test_no_call_is_told_where_the_caller_wants_none() -> None:
    assert kinds(check_stream(told(call("get_weather", OSLO), tool_choice="none"))) == ["message"]


def test_the_last_usage_of_a_turn_counts_with_every_detail() -> None:
    final = check_stream(told([UsageReported(1, 1), TextArrived("a"), UsageReported(20, 5, 3, 2), Noticed("Slow.")]))

    assert final.usage
    assert final.usage.to_dict() == {
        "input_tokens": 20,
        "input_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 0},
        "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 2},
        "total_tokens": 25,
    }


def test_a_failure_keeps_the_text_that_waited_and_no_call() -> None:
    encoder = ResponsesEncoder(asked({"input": "Hello", "tools": [WEATHER]}))
    events = list(encoder.begin())
    for event in (TextArrived("a"), *call("get_weather", OSLO), TextArrived("b")):
        events.extend(encoder.encode(event))

    final = check_stream([*events, *encoder.fail("server_error", "Gone.")])

    assert final.output_text == "ab"
    assert final.error
    assert final.error.message == "Gone."


SIGN = ProviderPart(family="wire@host/m", item={"signature": "c2ln"})
HIDDEN = {"include": ["reasoning.encrypted_content"]}


def kept_in(response: Response) -> list[tuple[int, tuple[str, ...]]]:
    """Where the response hides what goes back, and for which calls."""
    found = []
    for place, item in enumerate(response.output):
        if item.type == "reasoning" and item.encrypted_content:
            kept = SEAL.verify(item.encrypted_content)
            assert kept
            assert kept.parts == (SIGN,)
            found.append((place, kept.calls))
    return found


def test_what_goes_back_stands_before_the_first_call_in_the_thought_that_led_to_it() -> None:
    calls = [*call("get_weather", OSLO), TextArrived("b"), *call("get_weather", OSLO)]
    thought = check_stream(told([ReasoningArrived("a"), *calls], "tool_calls", SIGN, **HIDDEN))
    spoken = check_stream(told([ReasoningArrived("a"), TextArrived("c"), *calls], "tool_calls", SIGN, **HIDDEN))

    ids = [tuple(item.call_id for item in one.output if item.type == "function_call") for one in (thought, spoken)]
    assert kinds(thought) == ["reasoning", "function_call", "message", "function_call"]
    assert kept_in(thought) == [(0, ids[0])]
    assert kinds(spoken) == ["reasoning", "message", "reasoning", "function_call", "message", "function_call"]
    assert kept_in(spoken) == [(2, ids[1])]


@pytest.mark.parametrize("stop", ["end", "length", "refusal"])
def test_what_goes_back_with_an_answer_without_calls_stands_behind_it(stop: StopReason) -> None:
    final = check_stream(told([TextArrived("a")], stop, SIGN, **HIDDEN))

    assert kinds(final) == ["message", "reasoning"]
    assert kept_in(final) == [(1, ())]
    assert final.output[0].status == ("completed" if stop == "end" else "incomplete")  # type: ignore[union-attr]


def test_nothing_goes_back_with_a_caller_that_did_not_ask_to_carry_it() -> None:
    final = check_stream(told([ReasoningArrived("a"), *call("get_weather", OSLO)], "tool_calls", SIGN))

    assert kinds(final) == ["reasoning", "function_call"]
    assert kept_in(final) == []


def test_nothing_goes_back_where_a_call_before_the_told_ones_became_text() -> None:
    unknown, known = call("nobody", "{}"), call("get_weather", OSLO)

    assert kept_in(check_stream(told([*unknown, *known], "tool_calls", SIGN, **HIDDEN))) == []
    assert kept_in(check_stream(told([*unknown], "tool_calls", SIGN, **HIDDEN))) == []
    after = check_stream(told([*known, *unknown], "tool_calls", SIGN, **HIDDEN))
    assert [len(calls) for _, calls in kept_in(after)] == [1]
    one = check_stream(
        told([*known, *call("get_weather", OSLO)], "tool_calls", SIGN, parallel_tool_calls=False, **HIDDEN)
    )
    assert [len(calls) for _, calls in kept_in(one)] == [1]


def test_what_is_too_long_to_go_back_stays_out() -> None:
    long = ProviderPart(family="wire@host/m", item={"signature": "x" * MAX_STATE_BYTES})

    assert kinds(check_stream(told([ReasoningArrived("a")], "end", long, **HIDDEN))) == ["reasoning"]
    assert kinds(check_stream(told([TextArrived("a")], "end", long, **HIDDEN))) == ["message"]


PIECES = some.one_of(
    some.builds(TextArrived, some.text(max_size=5)),
    some.builds(ReasoningArrived, some.text(max_size=5)),
    some.tuples(some.sampled_from(["get_weather", "nobody"]), some.sampled_from([OSLO, "{}", "", '{"a', "[]"])).map(
        lambda given: call(*given)
    ),
    some.builds(UsageReported, some.integers(0, 9), some.integers(0, 9)),
)


@given(some.lists(PIECES, max_size=12), some.sampled_from(["end", "tool_calls", "length", "refusal"]), some.booleans())
def test_any_turn_keeps_the_grammar(pieces: list[Any], stop: StopReason, strict: bool) -> None:
    events = [event for piece in pieces for event in (piece if isinstance(piece, list) else [piece])]

    final = check_stream(told(events, stop, SIGN, tools=[{**WEATHER, "strict": strict}], **HIDDEN))

    ready = sum(isinstance(event, CallReady) and event.call.name == "get_weather" and event.call.arguments is not None
                for event in events)  # fmt: skip
    calls = kinds(final).count("function_call")
    assert calls == (ready if final.status == "completed" else 0)
