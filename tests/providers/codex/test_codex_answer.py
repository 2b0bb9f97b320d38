"""Tests of providers/codex/codex_answer.py."""

from typing import Any

import pytest
from pydantic import JsonValue

from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.providers.codex.codex_answer import (
    CodexAnswer,
    LengthLimit,
    ThreadUsage,
    logged_out_error,
    outdated_codex_error,
    own_action_error,
    turn_error,
)
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)

# Usage: each part of a turn reports its own tokens, once.

ONE_RESPONSE = {"inputTokens": 10, "outputTokens": 5, "cachedInputTokens": 4, "reasoningOutputTokens": 2}
TWO_RESPONSES = {name: 2 * number for name, number in ONE_RESPONSE.items()}
ONE_REPORT = UsageReported(10, 5, cached_tokens=4, reasoning_tokens=2)


def test_usage_of_responses_is_summed_and_the_total_is_not_counted_again() -> None:
    thread_usage = ThreadUsage()
    thread_usage.add_response(dict(ONE_RESPONSE))
    first = thread_usage.report()
    thread_usage.set_total(dict(ONE_RESPONSE))
    thread_usage.add_response(dict(ONE_RESPONSE))
    thread_usage.add_response(dict(ONE_RESPONSE))

    assert first == ONE_REPORT
    assert thread_usage.report() == UsageReported(20, 10, cached_tokens=8, reasoning_tokens=4)
    assert thread_usage.report() is None


def test_usage_is_computed_from_the_total_without_single_responses() -> None:
    thread_usage = ThreadUsage()
    thread_usage.set_total(dict(ONE_RESPONSE))
    first = thread_usage.report()
    thread_usage.set_total(dict(TWO_RESPONSES))

    assert (first, thread_usage.report()) == (ONE_REPORT, ONE_REPORT)


def test_invalid_token_counts_are_ignored() -> None:
    thread_usage = ThreadUsage()
    thread_usage.add_response({"inputTokens": -4, "outputTokens": "many", "cachedInputTokens": True})

    assert thread_usage.report() is None


# Error kinds: what codex reports as the cause of a failure.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


@pytest.mark.parametrize(
    ("info", "message", "error_kind"),
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
def test_each_codex_error_is_mapped_to_an_error_kind(info: JsonValue, message: str, error_kind: str) -> None:
    before = turn_error(CONTEXT, {"message": message, "codexErrorInfo": info}, begun=False)
    within = turn_error(CONTEXT, {"message": message, "codexErrorInfo": info}, begun=True)

    assert before.kind == error_kind
    assert type(before).__name__ in ("ProviderRefused", "ProviderUnreachable")
    assert type(within).__name__ == ("ProviderRefused" if error_kind == "auth" else "ProviderBroken")


def test_a_failed_turn_without_an_error_object_is_an_error() -> None:
    assert turn_error(CONTEXT, None, begun=False).kind == "bad_request"


def test_a_key_in_an_error_message_is_removed() -> None:
    error = turn_error(CONTEXT, {"message": "bad sk-abcdef0123456789", "codexErrorInfo": "badRequest"}, begun=False)

    assert "sk-abc" not in str(error)


def test_error_messages_contain_the_remedy() -> None:
    assert str(logged_out_error(CONTEXT)) == "Codex is not logged in. Run `codex login` in a terminal, then ask again."
    assert "@latest" in outdated_codex_error(CONTEXT).hint
    assert "(a command)" in own_action_error(CONTEXT, "a command").title


# Answer of a turn: events from the notifications of one turn, without a process.


def answer() -> CodexAnswer:
    return CodexAnswer(CONTEXT, "codex@chatgpt.com/m", "turn-1", ("search",), ThreadUsage())


def notification(method: str, **params: Any) -> dict[str, Any]:
    return {"method": method, "params": {"threadId": "t", "turnId": "turn-1", **params}}


def call(name: str, number: int = 0, arguments: Any = None) -> dict[str, Any]:
    return {**notification("item/tool/call", callId=name, tool="search", arguments=arguments or {}), "id": number}


def written_call(name: str, arguments: str = "{}") -> dict[str, Any]:
    item = {"type": "function_call", "call_id": name, "name": "search", "arguments": arguments}
    return notification("rawResponseItem/completed", item=item)


def turn_completed(status: str = "completed", error: Any = None) -> dict[str, Any]:
    turn = {"id": "turn-1", "status": status, "error": error}
    return {"method": "turn/completed", "params": {"threadId": "t", "turn": turn}}


def feed(reader: CodexAnswer, *messages: dict[str, Any]) -> list[ModelEvent]:
    return [event for message in messages for event in reader.feed(message)]


RESPONSE_COMPLETED = notification("rawResponse/completed", usage={})


def test_calls_are_complete_when_the_response_ended_and_every_written_call_was_requested() -> None:
    reader = answer()
    pauses = []
    for message in (written_call("a"), call("a"), written_call("b"), RESPONSE_COMPLETED, call("b", 1)):
        feed(reader, message)
        pauses.append(reader.pause)

    assert pauses == ["no", "no", "no", "soon", "now"]


def test_calls_have_the_order_and_the_text_in_which_they_were_written() -> None:
    reader = answer()
    feed(
        reader,
        written_call("a", '{"q":  1}'),
        written_call("b", '{"q": 2}'),
        call("b", 7),
        call("a", 8),
        RESPONSE_COMPLETED,
    )

    final_events = list(reader.finish())

    ready = [event.call for event in final_events if isinstance(event, CallReady)]
    assert [call_part.arguments_json for call_part in ready] == ['{"q":  1}', '{"q": 2}']
    assert reader.pending == {ready[0].id: 8, ready[1].id: 7}
    last = final_events[-1]
    assert isinstance(last, TurnEnded)
    assert [part.item for part in last.replay] == [{"wire_ids": {ready[0].id: "a", ready[1].id: "b"}}]


def test_arguments_of_a_script_are_serialized_and_missing_ones_are_an_empty_object() -> None:
    reader = answer()
    feed(reader, notification("rawResponseItem/completed", item={"type": "custom_tool_call"}), RESPONSE_COMPLETED)
    feed(reader, call("exec-1", 0, {"q": "ü"}), call("exec-2", 1))

    assert reader.pause == "soon"
    ready = [event.call for event in reader.finish() if isinstance(event, CallReady)]
    assert [(call_part.arguments_json, call_part.problem) for call_part in ready] == [('{"q": "ü"}', ""), ("{}", "")]


def test_invalid_arguments_are_a_problem_and_never_empty() -> None:
    reader = answer()
    feed(reader, written_call("a", '{"q": 1, "q": 2}'), call("a", 0, {"q": 2}), RESPONSE_COMPLETED)

    [ready] = [event.call for event in reader.finish() if isinstance(event, CallReady)]

    assert ready.arguments is None
    assert "twice" in ready.problem


@pytest.mark.parametrize(
    "messages", [(call("a"), call("a", 1)), (notification("item/tool/call", callId="a", tool=""),)]
)
def test_contradictory_calls_are_an_error(messages: tuple[dict[str, Any], ...]) -> None:
    reader = answer()

    def read_answer() -> None:
        feed(reader, *messages, RESPONSE_COMPLETED)
        list(reader.finish())

    with pytest.raises(ProviderBroken):
        read_answer()


def test_notifications_of_another_turn_are_ignored() -> None:
    reader = answer()
    other = notification("item/agentMessage/delta", itemId="m", delta="Other") | {}
    other["params"]["turnId"] = "turn-0"

    assert feed(reader, other, {"method": "turn/completed", "params": {"turn": {"id": "turn-0"}}}) == []
    assert not reader.closed


def test_either_the_reasoning_or_the_summary_of_an_item_is_shown() -> None:
    reader = answer()
    events = feed(
        reader,
        notification("item/reasoning/summaryTextDelta", itemId="r", delta="Short.", summaryIndex=0),
        notification("item/reasoning/textDelta", itemId="r", delta="Long.", contentIndex=0),
        notification("item/reasoning/textDelta", itemId="s", delta="Other.", contentIndex=0),
    )

    assert events == [ReasoningArrived("Short."), ReasoningArrived("\n\nOther.")]


def test_a_completed_message_is_not_repeated_after_its_deltas() -> None:
    reader = answer()
    item = {"type": "agentMessage", "id": "m", "text": "Hello."}
    events = feed(
        reader,
        notification("item/agentMessage/delta", itemId="m", delta="Hello."),
        notification("item/completed", item=item),
        notification("item/completed", item={**item, "id": "n"}),
    )

    assert events == [TextArrived("Hello."), TextArrived("\n\nHello.")]


@pytest.mark.parametrize("status", ["interrupted", "", "inProgress"])
def test_a_turn_without_a_final_status_is_interrupted(status: str) -> None:
    with pytest.raises(ProviderBroken, match="was interrupted"):
        feed(answer(), turn_completed(status))


def test_the_error_of_a_failed_turn_is_reported_if_nothing_else_was() -> None:
    error = {"message": "Out of room", "codexErrorInfo": "contextWindowExceeded"}
    with pytest.raises(ProviderRefused, match="Out of room") as caught:
        feed(answer(), turn_completed("failed", error))

    assert caught.value.kind == "context"


def test_a_turn_that_stops_sending_without_an_end_is_interrupted() -> None:
    reader = answer()
    feed(reader, notification("item/agentMessage/delta", itemId="m", delta="Hi"))

    with pytest.raises(ProviderBroken, match="was interrupted"):
        list(reader.finish())


@pytest.mark.parametrize("piece", [1, 7, 500, 4_000])
def test_a_text_is_cut_at_the_same_number_of_tokens_however_it_arrives(piece: int) -> None:
    text = "The boiler was serviced in March. " * 100
    limit = LengthLimit(400, "o200k")
    shown, position = "", 0
    while not limit.is_exceeded:
        shown += limit.fitting_prefix(text[position : position + piece])
        position += piece

    assert text.startswith(shown)
    assert 360 <= text_tokens(shown, "o200k") <= 400


def test_a_turn_that_ends_without_waiting_for_its_calls_runs_none() -> None:
    reader = answer()
    feed(reader, notification("item/agentMessage/delta", itemId="m", delta="Hi"), call("a"), turn_completed())

    final_events = list(reader.finish())

    assert [type(event) for event in final_events] == [Noticed, TurnEnded]
    assert reader.pending == {}


def test_notifications_with_invalid_parameters_are_ignored() -> None:
    reader = answer()
    shapes: list[Any] = [None, 5, "x", [], {}, {"item": 5}, {"item": {"type": []}}, {"usage": []}, {"delta": {}}]
    methods = ("item/started", "item/completed", "rawResponseItem/completed", "rawResponse/completed", "turn/started",
               "item/agentMessage/delta", "thread/tokenUsage/updated", "of/a/later/version", "")  # fmt: skip
    for method in methods:
        for shape in shapes:
            assert list(reader.feed({"method": method, "params": shape})) == []


def test_text_beyond_the_limit_ends_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.providers.error_context.MAX_ANSWER_TEXT", 10)
    with pytest.raises(ProviderBroken, match="too long"):
        feed(answer(), notification("item/agentMessage/delta", itemId="m", delta="x" * 11))
