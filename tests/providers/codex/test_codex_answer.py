"""Tests of providers/codex/codex_answer.py."""

from typing import Any

import pytest
from pydantic import JsonValue

from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.codex.codex_answer import (
    CodexAnswer,
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

# Usage: each stretch tells its own tokens, once.

ONE = {"inputTokens": 10, "outputTokens": 5, "cachedInputTokens": 4, "reasoningOutputTokens": 2}
TWO = {name: 2 * number for name, number in ONE.items()}
REPORT = UsageReported(10, 5, cached_tokens=4, reasoning_tokens=2)


def test_answers_are_added_up_and_the_total_after_them_is_not_counted_again() -> None:
    thread_usage = ThreadUsage()
    thread_usage.add_response(dict(ONE))
    first = thread_usage.report()
    thread_usage.set_total(dict(ONE))
    thread_usage.add_response(dict(ONE))
    thread_usage.add_response(dict(ONE))

    assert first == REPORT
    assert thread_usage.report() == UsageReported(20, 10, cached_tokens=8, reasoning_tokens=4)
    assert thread_usage.report() is None


def test_where_answers_are_not_shown_the_total_tells() -> None:
    thread_usage = ThreadUsage()
    thread_usage.set_total(dict(ONE))
    first = thread_usage.report()
    thread_usage.set_total(dict(TWO))

    assert (first, thread_usage.report()) == (REPORT, REPORT)


def test_nonsense_counts_as_nothing() -> None:
    thread_usage = ThreadUsage()
    thread_usage.add_response({"inputTokens": -4, "outputTokens": "many", "cachedInputTokens": True})

    assert thread_usage.report() is None


# Troubles: codex's words for what went wrong.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


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
    before = turn_error(CONTEXT, {"message": message, "codexErrorInfo": info}, begun=False)
    within = turn_error(CONTEXT, {"message": message, "codexErrorInfo": info}, begun=True)

    assert before.kind == trouble
    assert type(before).__name__ in ("ProviderRefused", "ProviderUnreachable")
    assert type(within).__name__ == ("ProviderRefused" if trouble == "auth" else "ProviderBroken")


def test_nothing_at_all_is_an_error_too() -> None:
    assert turn_error(CONTEXT, None, begun=False).kind == "bad_request"


def test_a_key_in_its_sentence_is_not_repeated() -> None:
    error = turn_error(CONTEXT, {"message": "bad sk-abcdef0123456789", "codexErrorInfo": "badRequest"}, begun=False)

    assert "sk-abc" not in str(error)


def test_sentences_say_what_to_do() -> None:
    assert str(logged_out_error(CONTEXT)) == "Codex is not logged in. Run `codex login` in a terminal, then ask again."
    assert "@latest" in outdated_codex_error(CONTEXT).hint
    assert "(a command)" in own_action_error(CONTEXT, "a command").title


# Turn answer: what the notices of one turn come to, without a process.


def answer() -> CodexAnswer:
    return CodexAnswer(CONTEXT, "codex@chatgpt.com/m", "turn-1", ("search",), ThreadUsage())


def told(method: str, **params: Any) -> dict[str, Any]:
    return {"method": method, "params": {"threadId": "t", "turnId": "turn-1", **params}}


def call(name: str, number: int = 0, arguments: Any = None) -> dict[str, Any]:
    return {**told("item/tool/call", callId=name, tool="search", arguments=arguments or {}), "id": number}


def written(name: str, arguments: str = "{}") -> dict[str, Any]:
    item = {"type": "function_call", "call_id": name, "name": "search", "arguments": arguments}
    return told("rawResponseItem/completed", item=item)


def completed(status: str = "completed", error: Any = None) -> dict[str, Any]:
    turn = {"id": "turn-1", "status": status, "error": error}
    return {"method": "turn/completed", "params": {"threadId": "t", "turn": turn}}


def taken(reader: CodexAnswer, *messages: dict[str, Any]) -> list[ModelEvent]:
    return [event for message in messages for event in reader.feed(message)]


ANSWERED = told("rawResponse/completed", usage={})


def test_calls_are_whole_once_the_model_stopped_and_all_it_wrote_were_asked_for() -> None:
    reader = answer()
    pauses = []
    for message in (written("a"), call("a"), written("b"), ANSWERED, call("b", 1)):
        taken(reader, message)
        pauses.append(reader.pause)

    assert pauses == ["no", "no", "no", "soon", "now"]


def test_calls_come_in_the_order_they_were_written_with_their_own_text() -> None:
    reader = answer()
    taken(reader, written("a", '{"q":  1}'), written("b", '{"q": 2}'), call("b", 7), call("a", 8), ANSWERED)

    ended = list(reader.finish())

    ready = [event.call for event in ended if isinstance(event, CallReady)]
    assert [one.arguments_json for one in ready] == ['{"q":  1}', '{"q": 2}']
    assert reader.pending == {ready[0].id: 8, ready[1].id: 7}
    last = ended[-1]
    assert isinstance(last, TurnEnded)
    assert [part.item for part in last.replay] == [{"wire_ids": {ready[0].id: "a", ready[1].id: "b"}}]


def test_arguments_of_a_script_come_parsed_and_no_arguments_are_none() -> None:
    reader = answer()
    taken(reader, told("rawResponseItem/completed", item={"type": "custom_tool_call"}), ANSWERED)
    taken(reader, call("exec-1", 0, {"q": "ü"}), call("exec-2", 1))

    assert reader.pause == "soon"
    ready = [event.call for event in reader.finish() if isinstance(event, CallReady)]
    assert [(one.arguments_json, one.problem) for one in ready] == [('{"q": "ü"}', ""), ("{}", "")]


def test_arguments_that_cannot_be_read_are_a_problem_and_never_empty() -> None:
    reader = answer()
    taken(reader, written("a", '{"q": 1, "q": 2}'), call("a", 0, {"q": 2}), ANSWERED)

    [ready] = [event.call for event in reader.finish() if isinstance(event, CallReady)]

    assert ready.arguments is None
    assert "twice" in ready.problem


@pytest.mark.parametrize("messages", [(call("a"), call("a", 1)), (told("item/tool/call", callId="a", tool=""),)])
def test_contradicting_calls_break_the_answer(messages: tuple[dict[str, Any], ...]) -> None:
    reader = answer()

    def whole() -> None:
        taken(reader, *messages, ANSWERED)
        list(reader.finish())

    with pytest.raises(ProviderBroken):
        whole()


def test_another_turns_notices_are_passed_over() -> None:
    reader = answer()
    other = told("item/agentMessage/delta", itemId="m", delta="Other") | {}
    other["params"]["turnId"] = "turn-0"

    assert taken(reader, other, {"method": "turn/completed", "params": {"turn": {"id": "turn-0"}}}) == []
    assert not reader.closed


def test_of_one_item_either_the_thinking_or_its_summary_is_shown() -> None:
    reader = answer()
    events = taken(
        reader,
        told("item/reasoning/summaryTextDelta", itemId="r", delta="Short.", summaryIndex=0),
        told("item/reasoning/textDelta", itemId="r", delta="Long.", contentIndex=0),
        told("item/reasoning/textDelta", itemId="s", delta="Other.", contentIndex=0),
    )

    assert events == [ReasoningArrived("Short."), ReasoningArrived("\n\nOther.")]


def test_a_whole_message_is_not_said_twice() -> None:
    reader = answer()
    item = {"type": "agentMessage", "id": "m", "text": "Hello."}
    events = taken(
        reader,
        told("item/agentMessage/delta", itemId="m", delta="Hello."),
        told("item/completed", item=item),
        told("item/completed", item={**item, "id": "n"}),
    )

    assert events == [TextArrived("Hello."), TextArrived("\n\nHello.")]


@pytest.mark.parametrize("status", ["interrupted", "", "inProgress"])
def test_an_end_that_is_none_is_a_cut(status: str) -> None:
    with pytest.raises(ProviderBroken, match="was interrupted"):
        taken(answer(), completed(status))


def test_a_turn_that_ends_over_its_own_calls_runs_none() -> None:
    reader = answer()
    taken(reader, told("item/agentMessage/delta", itemId="m", delta="Hi"), call("a"), completed())

    ended = list(reader.finish())

    assert [type(event) for event in ended] == [Noticed, TurnEnded]
    assert reader.pending == {}


def test_hostile_shapes_are_passed_over() -> None:
    reader = answer()
    shapes: list[Any] = [None, 5, "x", [], {}, {"item": 5}, {"item": {"type": []}}, {"usage": []}, {"delta": {}}]
    methods = ("item/started", "item/completed", "rawResponseItem/completed", "rawResponse/completed", "turn/started",
               "item/agentMessage/delta", "thread/tokenUsage/updated", "of/a/later/version", "")  # fmt: skip
    for method in methods:
        for shape in shapes:
            assert list(reader.feed({"method": method, "params": shape})) == []


def test_an_endless_text_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.providers.codex.codex_answer.MAX_ANSWER_TEXT", 10)
    with pytest.raises(ProviderBroken, match="too long"):
        taken(answer(), told("item/agentMessage/delta", itemId="m", delta="x" * 11))
