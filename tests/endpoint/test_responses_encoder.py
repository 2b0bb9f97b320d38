"""Tests of endpoint/responses_encoder.py."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from openai.types.responses import Response

from tests.endpoint.bench import SIGNER, WEATHER, call, parsed_request
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

# Items: each kind emitted alone and completely. The encoder determines their order and numbers.


def test_a_message_is_emitted_from_added_to_done() -> None:
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


def test_a_call_is_emitted_completely() -> None:
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


# Reasoning item: with a summary for users, with state for the model, or both.


def test_reasoning_has_one_summary() -> None:
    item = ReasoningItem(EventNumbering(), 0)
    events = [*item.open(), *item.append("a"), *item.close("completed")]

    assert [event["type"] for event in events] == [
        "response.output_item.added", "response.reasoning_summary_part.added", "response.reasoning_summary_text.delta",
        "response.reasoning_summary_text.done", "response.reasoning_summary_part.done", "response.output_item.done",
    ]  # fmt: skip
    assert item.done("completed")["summary"] == [{"type": "summary_text", "text": "a"}]


def test_reasoning_without_summary_is_added_and_done() -> None:
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


def test_encrypted_state_is_only_in_the_completed_item() -> None:
    item = ReasoningItem(EventNumbering(), 0)
    first_events = [*item.open(), *item.append("a")]
    item.encrypted = "vd1.word"
    *_, done = item.close("completed")

    assert "vd1.word" not in str(first_events)
    assert done["item"] == item.done()
    assert item.done()["encrypted_content"] == "vd1.word"
    assert item.done()["summary"] == [{"type": "summary_text", "text": "a"}]


# Encoder: model events in any order become the grammar of vaultdesk/providers/README.md, "Responses", checked against
# the SDK's own types.

OSLO = '{"city": "Oslo"}'


def encode_turn(
    events: Sequence[ModelEvent], stop: StopReason = "end", *replay: ProviderPart, **options: Any
) -> list[Json]:
    """Return all events that are emitted for a turn."""
    encoder = ResponsesEncoder(parsed_request({"model": "m", "input": "Hello", "tools": [WEATHER], **options}))
    encoded = list(encoder.begin())
    for event in (*events, TurnEnded(stop, replay)):
        encoded.extend(encoder.encode(event))
    return [*encoded, *encoder.finish(stop)]


def item_types(response: Response) -> list[str]:
    return [item.type for item in response.output]


def test_text_is_emitted_immediately_and_held_back_after_the_first_call() -> None:
    encoder = ResponsesEncoder(parsed_request({"input": "Hello", "tools": [WEATHER]}))
    list(encoder.begin())

    assert [event["type"] for event in encoder.encode(TextArrived("a"))][-1] == "response.output_text.delta"
    assert [list(encoder.encode(event)) for event in (*call("get_weather", OSLO), TextArrived("b"))] == [[], [], [], []]
    assert len(list(encoder.finish("tool_calls"))) > 10


def test_items_keep_the_order_of_their_appearance_although_calls_are_ready_late() -> None:
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

    final = check_stream(encode_turn(events, "tool_calls"))

    assert item_types(final) == ["message", "function_call", "message", "function_call", "reasoning"]
    calls = [item for item in final.output if item.type == "function_call"]
    assert [call_item.arguments for call_item in calls] == [OSLO, '{"city": "Rome"}']


def test_arguments_are_the_models_text_and_empty_ones_are_an_object() -> None:
    unusual = '{ "city" :\t"O\\u0073lo" }'
    final = check_stream(encode_turn([*call("get_weather", unusual), *call("get_weather", " ")], "tool_calls"))

    assert [item.arguments for item in final.output if item.type == "function_call"] == [unusual, "{}"]


@pytest.mark.parametrize(("stop", "status", "reason"), [
    ("end", "completed", None), ("tool_calls", "completed", None), ("length", "incomplete", "max_output_tokens"),
    ("content_filter", "incomplete", "content_filter"), ("refusal", "incomplete", "content_filter"),
    ("pause", "incomplete", "max_output_tokens"),
])  # fmt: skip
def test_each_stop_reason_has_a_status(stop: StopReason, status: str, reason: str | None) -> None:
    final = check_stream(encode_turn([TextArrived("a"), *call("get_weather", OSLO)], stop))

    assert final.status == status
    assert (final.incomplete_details and final.incomplete_details.reason) == reason
    assert ("function_call" in item_types(final)) == (status == "completed")


def test_a_call_that_never_became_ready_is_not_emitted() -> None:
    assert item_types(check_stream(encode_turn([*call("get_weather", OSLO)[:-1], TextArrived("b")]))) == ["message"]


def test_an_unknown_call_is_text_on_a_separate_line() -> None:
    written = '<tool_call>{"name": "nothing"}</tool_call>'
    final = check_stream(
        encode_turn([TextArrived("So:"), *call("nothing", "{}", written=written), *call("other", "{}")])
    )

    assert item_types(final) == ["message"]
    assert final.output_text == f"So:\n{written}\nother({{}})"


def test_one_invalid_call_of_a_strict_tool_drops_the_others() -> None:
    events = [*call("get_weather", OSLO), *call("get_weather", "{}"), TextArrived("Done.")]
    final = check_stream(encode_turn(events, "tool_calls", tools=[{**WEATHER, "strict": True}]))

    assert (final.status, final.output_text) == ("failed", "get_weather({})Done.")


def test_blank_lines_alone_are_no_item() -> None:
    blank = TextArrived("\n\n")
    events = [blank, ReasoningArrived("a"), blank, *call("get_weather", OSLO), blank, *call("get_weather", OSLO), blank]

    assert item_types(check_stream(encode_turn(events))) == ["reasoning", "function_call", "function_call"]
    assert check_stream(encode_turn([blank, TextArrived("  a"), blank])).output_text == "\n\n  a\n\n"


def test_no_call_is_emitted_with_tool_choice_none() -> None:
    assert item_types(check_stream(encode_turn(call("get_weather", OSLO), tool_choice="none"))) == ["message"]


def test_the_last_usage_report_is_used_with_all_details() -> None:
    final = check_stream(
        encode_turn([UsageReported(1, 1), TextArrived("a"), UsageReported(20, 5, 3, 2), Noticed("Slow.")])
    )

    assert final.usage
    assert final.usage.to_dict() == {
        "input_tokens": 20,
        "input_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 0},
        "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 2},
        "total_tokens": 25,
    }


def test_a_failure_keeps_the_held_back_text_and_no_call() -> None:
    encoder = ResponsesEncoder(parsed_request({"input": "Hello", "tools": [WEATHER]}))
    events = list(encoder.begin())
    for event in (TextArrived("a"), *call("get_weather", OSLO), TextArrived("b")):
        events.extend(encoder.encode(event))

    final = check_stream([*events, *encoder.fail("server_error", "Gone.")])

    assert final.output_text == "ab"
    assert final.error
    assert final.error.message == "Gone."


SIGN = ProviderPart(family="wire@host/m", item={"signature": "c2ln"})
INCLUDE_STATE = {"include": ["reasoning.encrypted_content"]}


def state_positions(response: Response) -> list[tuple[int, tuple[str, ...]]]:
    """Return the index of each item that carries state, with the calls it belongs to."""
    found = []
    for index, item in enumerate(response.output):
        if item.type == "reasoning" and item.encrypted_content:
            state = SIGNER.verify(item.encrypted_content)
            assert state
            assert state.parts == (SIGN,)
            found.append((index, state.calls))
    return found


def test_carried_state_precedes_the_first_call_in_its_reasoning_item() -> None:
    calls = [*call("get_weather", OSLO), TextArrived("b"), *call("get_weather", OSLO)]
    with_reasoning = check_stream(encode_turn([ReasoningArrived("a"), *calls], "tool_calls", SIGN, **INCLUDE_STATE))
    with_text = check_stream(
        encode_turn([ReasoningArrived("a"), TextArrived("c"), *calls], "tool_calls", SIGN, **INCLUDE_STATE)
    )

    ids = [
        tuple(item.call_id for item in response.output if item.type == "function_call")
        for response in (with_reasoning, with_text)
    ]
    assert item_types(with_reasoning) == ["reasoning", "function_call", "message", "function_call"]
    assert state_positions(with_reasoning) == [(0, ids[0])]
    assert item_types(with_text) == ["reasoning", "message", "reasoning", "function_call", "message", "function_call"]
    assert state_positions(with_text) == [(2, ids[1])]


@pytest.mark.parametrize("stop", ["end", "length", "refusal"])
def test_carried_state_follows_an_answer_without_calls(stop: StopReason) -> None:
    final = check_stream(encode_turn([TextArrived("a")], stop, SIGN, **INCLUDE_STATE))

    assert item_types(final) == ["message", "reasoning"]
    assert state_positions(final) == [(1, ())]
    assert final.output[0].status == ("completed" if stop == "end" else "incomplete")  # type: ignore[union-attr]


def test_no_state_is_sent_unless_requested() -> None:
    final = check_stream(encode_turn([ReasoningArrived("a"), *call("get_weather", OSLO)], "tool_calls", SIGN))

    assert item_types(final) == ["reasoning", "function_call"]
    assert state_positions(final) == []


def test_no_state_is_sent_if_an_earlier_call_became_text() -> None:
    unknown, known = call("nobody", "{}"), call("get_weather", OSLO)

    assert state_positions(check_stream(encode_turn([*unknown, *known], "tool_calls", SIGN, **INCLUDE_STATE))) == []
    assert state_positions(check_stream(encode_turn([*unknown], "tool_calls", SIGN, **INCLUDE_STATE))) == []
    after = check_stream(encode_turn([*known, *unknown], "tool_calls", SIGN, **INCLUDE_STATE))
    assert [len(calls) for _, calls in state_positions(after)] == [1]
    single = check_stream(
        encode_turn(
            [*known, *call("get_weather", OSLO)], "tool_calls", SIGN, parallel_tool_calls=False, **INCLUDE_STATE
        )
    )
    assert [len(calls) for _, calls in state_positions(single)] == [1]


def test_too_long_state_is_left_out() -> None:
    long = ProviderPart(family="wire@host/m", item={"signature": "x" * MAX_STATE_BYTES})

    assert item_types(check_stream(encode_turn([ReasoningArrived("a")], "end", long, **INCLUDE_STATE))) == ["reasoning"]
    assert item_types(check_stream(encode_turn([TextArrived("a")], "end", long, **INCLUDE_STATE))) == ["message"]


TURN_EVENTS = some.one_of(
    some.builds(TextArrived, some.text(max_size=5)),
    some.builds(ReasoningArrived, some.text(max_size=5)),
    some.tuples(some.sampled_from(["get_weather", "nobody"]), some.sampled_from([OSLO, "{}", "", '{"a', "[]"])).map(
        lambda arguments: call(*arguments)
    ),
    some.builds(UsageReported, some.integers(0, 9), some.integers(0, 9)),
)


@given(
    some.lists(TURN_EVENTS, max_size=12), some.sampled_from(["end", "tool_calls", "length", "refusal"]), some.booleans()
)
def test_any_turn_follows_the_grammar(pieces: list[Any], stop: StopReason, strict: bool) -> None:
    events = [event for piece in pieces for event in (piece if isinstance(piece, list) else [piece])]

    final = check_stream(encode_turn(events, stop, SIGN, tools=[{**WEATHER, "strict": strict}], **INCLUDE_STATE))

    ready = sum(isinstance(event, CallReady) and event.call.name == "get_weather" and event.call.arguments is not None
                for event in events)  # fmt: skip
    calls = item_types(final).count("function_call")
    assert calls == (ready if final.status == "completed" else 0)
