"""Encoder: model events in any order become the grammar of PROTOCOLS 2.1, checked against the SDK's own types."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from openai.types.responses import Response

from tests.endpoint.bench import WEATHER, call
from tests.support.responses_checker import check_stream
from vaultdesk.endpoint.asked import understood
from vaultdesk.endpoint.encoder import Encoder
from vaultdesk.endpoint.schema import read_request
from vaultdesk.endpoint.wire_json import Json
from vaultdesk.providers.events import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)

OSLO = '{"city": "Oslo"}'


def told(events: Sequence[ModelEvent], stop: StopReason = "end", **asked: Any) -> list[Json]:
    """Everything that is told of a turn."""
    request = read_request({"model": "m", "input": "Hello", "tools": [WEATHER], **asked})
    encoder = Encoder(understood(request, "work/m", 1.0))
    taken = list(encoder.begin())
    for event in (*events, TurnEnded(stop)):
        taken.extend(encoder.take(event))
    return [*taken, *encoder.finish(stop)]


def kinds(response: Response) -> list[str]:
    return [item.type for item in response.output]


def test_text_passes_at_once_and_waits_from_the_first_call_on() -> None:
    encoder = Encoder(understood(read_request({"input": "Hello", "tools": [WEATHER]}), "work/m", 1.0))
    list(encoder.begin())

    assert [event["type"] for event in encoder.take(TextArrived("a"))][-1] == "response.output_text.delta"
    assert [list(encoder.take(event)) for event in (*call("get_weather", OSLO), TextArrived("b"))] == [[], [], [], []]
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
    encoder = Encoder(understood(read_request({"input": "Hello", "tools": [WEATHER]}), "work/m", 1.0))
    events = list(encoder.begin())
    for event in (TextArrived("a"), *call("get_weather", OSLO), TextArrived("b")):
        events.extend(encoder.take(event))

    final = check_stream([*events, *encoder.fail("server_error", "Gone.")])

    assert final.output_text == "ab"
    assert final.error
    assert final.error.message == "Gone."


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

    final = check_stream(told(events, stop, tools=[{**WEATHER, "strict": strict}]))

    ready = sum(isinstance(event, CallReady) and event.call.name == "get_weather" and event.call.arguments is not None
                for event in events)  # fmt: skip
    calls = kinds(final).count("function_call")
    assert calls == (ready if final.status == "completed" else 0)
