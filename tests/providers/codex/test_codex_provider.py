"""Tests of providers/codex/codex_provider.py."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, SHORT, Outcome, ask
from tests.support.codex_server import (
    CodexServer,
    Step,
    answered,
    asks,
    calls,
    chatters,
    crashes,
    fails,
    holds,
    says,
    tells,
    thinks,
    until_asked,
    waits,
    writes,
)
from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination, RequestOrigin
from vaultdesk.providers.codex.app_server import AppServer, ThreadMailbox
from vaultdesk.providers.codex.codex_provider import (
    Codex,
    CodexTurn,
    history_and_question,
    listed_codex_models,
    listed_extensions,
    needs_login,
    offered_tool_names,
    results_for_turn,
    thread_start,
    turn_start,
)
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.history_replay import id_map
from vaultdesk.providers.http_connection import DEFAULT_TIMEOUTS, Timeouts
from vaultdesk.providers.provider import (
    AnswerFormat,
    CallReady,
    ModelInfo,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    TextArrived,
    ToolChoice,
    TurnEnded,
    UsageReported,
)

# Items: history and question, in the model's own shapes.

REPLAY_SCOPE = "codex@chatgpt.com/m"


def test_a_first_question_has_no_history() -> None:
    assert history_and_question([user_message("Hi")], REPLAY_SCOPE) == (
        [],
        [{"type": "text", "text": "Hi", "text_elements": []}],
    )
    assert history_and_question([], REPLAY_SCOPE) == ([], [])


def test_text_between_calls_keeps_its_place_and_each_call_gets_one_result() -> None:
    calls = [ToolCallPart(id=f"call_{n}", name="search", arguments_json='{"q": 1}') for n in "ab"]
    spoken = (
        TextPart(text="One."),
        calls[0],
        TextPart(text="Two."),
        calls[1],
        *id_map(REPLAY_SCOPE, {"call_a": "theirs"}),
    )
    done = ToolResultPart(call_id="call_a", name="search", content="found")
    messages = [user_message("Q"), Message(role="assistant", parts=spoken), Message(role="tool", parts=(done,))]

    history, question = history_and_question(messages, REPLAY_SCOPE)

    assert question == []
    assert [item["type"] for item in history if isinstance(item, dict)] == [
        "message", "message", "function_call", "message", "function_call",
        "function_call_output", "function_call_output",
    ]  # fmt: skip
    ids = [item.get("call_id") for item in history if isinstance(item, dict) and "call_id" in item]
    assert ids == ["theirs", "call_b", "theirs", "call_b"]


def test_a_call_that_could_not_be_read_is_sent_readable() -> None:
    call = ToolCallPart(id="call_a", name="bad name", arguments_json='{"q": ')

    history, _ = history_and_question([Message(role="assistant", parts=(call,))], REPLAY_SCOPE)

    assert history[0] == {
        "type": "function_call",
        "name": "bad_name",
        "arguments": '{"unreadable_arguments": "{\\"q\\": "}',
        "call_id": "call_a",
    }


def test_a_picture_comes_before_its_words() -> None:
    picture = ImagePart(media_type="image/png", data="QQ==")

    _, question = history_and_question([user_message("See?", (picture,))], REPLAY_SCOPE)

    assert question == [
        {"type": "image", "url": "data:image/png;base64,QQ=="},
        {"type": "text", "text": "See?", "text_elements": []},
    ]


def test_tools_are_offered_unless_none_may_be_used() -> None:
    auto = ModelRequest("m", "", (), (SEARCH,))
    none = ModelRequest("m", "", (), (SEARCH,), tool_choice=ToolChoice("none"))
    must = ModelRequest("", "", (), (SEARCH,), tool_choice=ToolChoice("required"))

    assert (offered_tool_names(auto), offered_tool_names(none)) == ({"vault_search"}, set())
    assert thread_start(none, "/t", ())["dynamicTools"] is None
    assert thread_start(must, "/t", ())["developerInstructions"] == "Use one of the tools before you answer."
    assert thread_start(must, "/t", ())["model"] is None


def test_no_thinking_becomes_the_least_there_is() -> None:
    assert turn_start(ModelRequest("m", "", (), effort="off"), "t", [])["effort"] == "low"
    assert "effort" not in turn_start(ModelRequest("m", "", ()), "t", [])


# Threads: which request goes on in a waiting turn, and which is another question.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")
QUESTION = user_message("Q")
CALLS = tuple(ToolCallPart(id=name, name="search", arguments_json="{}") for name in ("a", "b"))
SAID = Message(role="assistant", parts=(TextPart(text="Let me look."), *CALLS))
DONE = tuple(ToolResultPart(call_id=name, name="search", content="found") for name in ("a", "b"))


def waiting() -> CodexTurn:
    asked = ModelRequest("m", "Be brief.", (QUESTION,), (SEARCH,), conversation_id="c")
    return CodexTurn(AppServer(CONTEXT), CONTEXT, "f", "thread", ThreadMailbox(), asked, pending={"a": 1, "b": 2})


def request(*messages: Message) -> ModelRequest:
    return ModelRequest("m", "Be brief.", messages, (SEARCH,), conversation_id="c")


def test_exactly_the_pending_results_go_on() -> None:
    one = (QUESTION, SAID, Message(role="tool", parts=DONE))
    two = (QUESTION, SAID, *(Message(role="tool", parts=(part,)) for part in reversed(DONE)))

    assert results_for_turn(waiting(), request(*one)) == DONE
    assert results_for_turn(waiting(), request(*two)) == DONE[::-1]


@pytest.mark.parametrize(
    "messages",
    [
        (),
        (QUESTION,),
        (QUESTION, SAID),
        (QUESTION, SAID, Message(role="tool", parts=DONE[:1])),
        (QUESTION, SAID, Message(role="tool", parts=(*DONE, DONE[0]))),
        (QUESTION, SAID, Message(role="tool", parts=DONE), user_message("Why?")),
        (QUESTION, SAID.model_copy(update={"parts": CALLS[:1]}), Message(role="tool", parts=DONE)),
        (QUESTION, SAID, Message(role="tool", parts=DONE), Message(role="assistant", parts=(TextPart(text="So."),))),
    ],
    ids=["none", "a question", "no results", "one of two", "one twice", "a question after", "other calls", "an answer"],
)
def test_anything_else_is_another_question(messages: tuple[Message, ...]) -> None:
    assert results_for_turn(waiting(), request(*messages)) == ()


def test_other_conditions_are_another_question_and_a_turn_that_was_left_is_over() -> None:
    results = request(QUESTION, SAID, Message(role="tool", parts=DONE))
    left = waiting()
    left.abandon()

    assert results_for_turn(waiting(), replace(results, system="Be long.")) == ()
    assert results_for_turn(waiting(), replace(results, effort="high")) == ()
    assert results_for_turn(left, results) == ()


# Listed: models, extensions and the account, read without trust.


def test_hidden_and_nameless_models_are_left_out() -> None:
    page = {"data": [{"model": "a", "displayName": "A"}, {"model": "b", "hidden": True}, {}, "c", None]}

    assert listed_codex_models(page) == [ModelInfo("a", "A", tools=True, images=None, reasoning=False)]
    assert listed_codex_models({"data": "none"}) == []


def test_every_extension_is_named_whatever_its_name() -> None:
    assert listed_extensions({"config": {"mcp_servers": {"a": {}, "b.c": {}}}}) == ("a", "b.c")
    assert listed_extensions({"config": {}}) == listed_extensions({}) == ()


def test_a_login_is_wanted_only_where_it_is_needed_and_missing() -> None:
    assert needs_login({"requiresOpenaiAuth": True, "account": None})
    assert not needs_login({"requiresOpenaiAuth": True, "account": {"type": "chatgpt"}})
    assert not needs_login({"requiresOpenaiAuth": False, "account": None})


# Codex against a scripted app-server: whole conversations, and everything that can go wrong in one.

BOILER_QUESTION = user_message("What about the boiler?")
USED = UsageReported(10, 5, cached_tokens=4, reasoning_tokens=2)


@asynccontextmanager
async def scripted(
    folder: Path, *turns: list[Step], timeouts: Timeouts = DEFAULT_TIMEOUTS, **options: Any
) -> AsyncIterator[tuple[Codex, CodexServer]]:
    server = CodexServer(folder, list(turns), **options)
    provider = Codex("Codex", command=server.command, timeouts=timeouts)
    try:
        yield provider, server
    finally:
        await provider.aclose()


def asked(*messages: Message, **fields: Any) -> ModelRequest:
    return ModelRequest("gpt-big", "Be brief.", messages or (BOILER_QUESTION,), **{"tools": (SEARCH, READ), **fields})


def said(outcome: Outcome) -> Message:
    """The answer as the agent keeps it."""
    replay = [part for event in outcome.events if isinstance(event, TurnEnded) for part in event.replay]
    text = (TextPart(text=outcome.text),) if outcome.text else ()
    return Message(role="assistant", parts=(*text, *outcome.calls, *replay))


def results(outcome: Outcome, *contents: str, refused: int = -1) -> Message:
    return Message(
        role="tool",
        parts=tuple(
            ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=place == refused)
            for place, (call, content) in enumerate(zip(outcome.calls, contents, strict=True))
        ),
    )


def status(kind: str, number: int) -> dict[str, Any]:
    return {kind: {"httpStatusCode": number}}


def user(text: str) -> list[Any]:
    return [{"type": "text", "text": text, "text_elements": []}]


async def test_an_answer_streams_with_its_thinking_and_its_use(tmp_path: Path) -> None:
    turn = [thinks("Hm. ", "So."), says("It ", "leaks."), answered()]
    async with scripted(tmp_path, turn) as (codex, _):
        outcome = await ask(codex, asked())

    assert outcome.error is None
    assert outcome.events == [
        ReasoningArrived("Hm. "), ReasoningArrived("\n\nSo."), TextArrived("It "), TextArrived("leaks."),
        USED, TurnEnded("end"),
    ]  # fmt: skip


async def test_a_thread_has_no_surroundings_and_no_tools_but_ours(tmp_path: Path) -> None:
    config = {"mcp_servers": {"evil": {"command": "sh"}, "we.ird": {"command": "sh"}}}
    async with scripted(tmp_path, [says("Hi")], config=config) as (codex, server):
        await ask(codex, asked(effort="high"))

    [thread] = server.heard("thread/start")
    folder = thread.pop("cwd")
    assert folder == server.starts[0]["cwd"]
    assert not is_there(folder)
    assert thread == {
        "model": "gpt-big",
        "ephemeral": True,
        "environments": [],
        "sandbox": "read-only",
        "approvalPolicy": "never",
        "baseInstructions": "Be brief.",
        "developerInstructions": "",
        "config": {"mcp_servers": {"evil": {"enabled": False}, "we.ird": {"enabled": False}}},
        "dynamicTools": [
            {"type": "function", "name": tool.name, "description": tool.description, "inputSchema": tool.parameters}
            for tool in (SEARCH, READ)
        ],
        "experimentalRawEvents": True,
    }
    [turn] = server.heard("turn/start")
    assert turn == {"threadId": "thread-1", "input": user(BOILER_QUESTION.text), "effort": "high"}


async def test_a_strict_schema_is_passed_on_and_any_other_form_told_in_words(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    strict, loose, any_object = AnswerFormat(schema, strict=True), AnswerFormat(schema), AnswerFormat({})
    async with scripted(tmp_path, *[[says('{"a": 1}')]] * 3) as (codex, server):
        for wanted in (strict, loose, any_object):
            await ask(codex, asked(answer_format=wanted))

    assert [turn.get("outputSchema") for turn in server.heard("turn/start")] == [schema, None, None]
    told = [str(thread["baseInstructions"]) for thread in server.heard("thread/start")]
    assert told[0] == "Be brief."
    assert "fits this JSON Schema" in told[1]
    assert "one JSON object" in told[2]


async def test_two_rounds_with_two_calls_a_refusal_and_a_correction(tmp_path: Path) -> None:
    turn = [
        says("Let me look."), calls(("vault_search", '{"query":  "a"}'), ("file_read", {"file_paths": ["x"]})),
        answered(), waits(), says("Again."), calls(("file_read", {"file_paths": ["y"]})), answered(), waits(),
        says("Done."), answered(),
    ]  # fmt: skip
    async with scripted(tmp_path, turn) as (codex, server):
        first = await ask(codex, asked())
        told = [BOILER_QUESTION, said(first), results(first, "found", "denied", refused=1)]
        before = len(server.lines)
        second = await ask(codex, asked(*told))
        sent = server.lines[before:]
        told += [said(second), results(second, "text")]
        third = await ask(codex, asked(*told))
    methods = server.methods()

    assert [(call.name, call.arguments_json) for call in first.calls] == [
        ("vault_search", '{"query":  "a"}'),
        ("file_read", '{"file_paths": ["x"]}'),
    ]
    assert (first.stop, first.text, second.stop, second.text) == ("tool_calls", "Let me look.", "tool_calls", "Again.")
    assert sent == [
        {"id": 0, "result": {"contentItems": [{"type": "inputText", "text": "found"}], "success": True}},
        {"id": 1, "result": {"contentItems": [{"type": "inputText", "text": "denied"}], "success": False}},
    ]
    assert third.events == [TextArrived("Done."), USED, TurnEnded("end")]
    # One thread and one turn all along, and it was let go of at its end.
    assert methods == ["thread/start", "turn/start", "result", "result", "result", "thread/unsubscribe"]


async def test_another_question_leaves_the_waiting_turn_and_tells_its_history_as_items(tmp_path: Path) -> None:
    first_turn = [says("Let me look."), calls(("vault_search", {"query": "a"})), answered(), waits()]
    async with scripted(tmp_path, first_turn, [says("So.")]) as (codex, server):
        first = await ask(codex, asked())
        told = [BOILER_QUESTION, said(first), results(first, "denied", refused=0), user_message("Why?")]
        second = await ask(codex, asked(*told))
    methods = server.methods()

    assert (second.text, second.stop) == ("So.", "end")
    assert methods == [
        "thread/start", "turn/start", "turn/interrupt", "thread/unsubscribe",
        "thread/start", "thread/inject_items", "turn/start", "thread/unsubscribe",
    ]  # fmt: skip
    assert server.heard("thread/inject_items") == [
        {
            "threadId": "thread-2",
            "items": [
                {
                    "type": "message",
                    "role": "user",
                    "content": [{"type": "input_text", "text": BOILER_QUESTION.text}],
                },
                {
                    "type": "message",
                    "role": "assistant",
                    "content": [{"type": "output_text", "text": "Let me look."}],
                },
                # Its own id, as the same model made the call.
                {
                    "type": "function_call",
                    "name": "vault_search",
                    "arguments": '{"query": "a"}',
                    "call_id": "call_1_0",
                },
                {"type": "function_call_output", "call_id": "call_1_0", "output": "denied"},
            ],
        }
    ]
    assert server.heard("turn/start")[1] == {"threadId": "thread-2", "input": user("Why?")}


@pytest.mark.parametrize(
    "changed",
    [{"tools": ()}, {"system": "Answer now."}, {"tool_choice": ToolChoice("none")}, {"conversation_id": "other"}],
    ids=str,
)
async def test_results_under_other_conditions_begin_a_new_turn(tmp_path: Path, changed: dict[str, Any]) -> None:
    turn = [calls(("vault_search", {})), answered(), waits(), says("Same.")]
    async with scripted(tmp_path, turn, [says("New.")]) as (codex, server):
        first = await ask(codex, asked())
        fields = {"model": "gpt-big", "system": "Be brief.", "tools": (SEARCH, READ), **changed}
        messages = (BOILER_QUESTION, said(first), results(first, "found"))
        second = await ask(codex, ModelRequest(messages=messages, **fields))

    assert second.text == "New."
    # The results are the last that was said, so there is nothing to ask.
    assert server.heard("turn/start")[1]["input"] == []
    offered = server.heard("thread/start")[1]["dynamicTools"]
    assert (offered is None) == (changed.keys() <= {"tools", "tool_choice"})


async def test_two_conversations_wait_side_by_side(tmp_path: Path) -> None:
    turns = [[calls(("vault_search", {"query": name})), answered(), waits(), says(name)] for name in "ab"]
    async with scripted(tmp_path, *turns) as (codex, _):
        first = await ask(codex, asked(conversation_id="a"))
        other = await ask(codex, asked(conversation_id="b"))
        ends = [
            await ask(codex, asked(BOILER_QUESTION, said(one), results(one, "found"), conversation_id=name))
            for name, one in (("a", first), ("b", other))
        ]

    assert [end.text for end in ends] == ["a", "b"]


async def test_calls_of_a_script_are_gathered_and_one_that_comes_later_is_its_own_round(tmp_path: Path) -> None:
    turn = [
        calls(("vault_search", {"query": "a"}), ("vault_search", {"query": "b"}), script=True), waits(),
        calls(("vault_search", {"query": "c"})), answered(), waits(), says("Done."), answered(),
    ]  # fmt: skip
    async with scripted(tmp_path, turn) as (codex, _):
        first = await ask(codex, asked())
        told = [BOILER_QUESTION, said(first), results(first, "1", "2")]
        second = await ask(codex, asked(*told))

    assert [call.arguments for call in first.calls] == [{"query": "a"}, {"query": "b"}]
    assert [call.arguments for call in second.calls] == [{"query": "c"}]


async def test_a_model_that_goes_on_without_our_tools_is_interrupted_and_asked_anew(tmp_path: Path) -> None:
    moved_on = tells("rawResponseItem/completed", item={"type": "custom_tool_call_output"})
    turn = [calls(("vault_search", {}), script=True), until_asked("model/list"), moved_on, holds()]
    async with scripted(tmp_path, turn, [says("Now I see.")]) as (codex, server):
        first = await ask(codex, asked())
        await codex.models()
        await until(lambda: "turn/interrupt" in server.methods())
        second = await ask(codex, asked(BOILER_QUESTION, said(first), results(first, "found")))

    assert (first.stop, second.text, second.error) == ("tool_calls", "Now I see.", None)


async def test_without_the_models_own_items_a_moment_of_silence_ends_the_calls(tmp_path: Path) -> None:
    turn = [calls(("vault_search", {"query": "a"})), waits(), says("Done.")]
    async with scripted(tmp_path, turn, raw=False) as (codex, _):
        first = await ask(codex, asked())
        second = await ask(codex, asked(BOILER_QUESTION, said(first), results(first, "found")))

    assert (first.stop, [call.arguments_json for call in first.calls]) == ("tool_calls", ['{"query": "a"}'])
    assert second.events == [TextArrived("Done."), USED, TurnEnded("end")]


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        ("item/commandExecution/requestApproval", {"result": {"decision": "decline"}}),
        ("item/fileChange/requestApproval", {"result": {"decision": "decline"}}),
        ("item/permissions/requestApproval", {"result": {"permissions": {}, "scope": "turn"}}),
        ("execCommandApproval", {"result": {"decision": "abort"}}),
        ("attestation/generate", {"error": {"code": -32601, "message": "This is not available here."}}),
    ],
)
async def test_whatever_codex_asks_leave_for_is_declined(tmp_path: Path, method: str, answer: dict[str, Any]) -> None:
    async with scripted(tmp_path, [asks(method, command="rm -rf /"), says("Well.")]) as (codex, server):
        outcome = await ask(codex, asked())
        sent = [line for line in server.lines if "method" not in line and "argv" not in line]

    assert outcome.text == "Well."
    assert sent == [{"id": 0, **answer}]


@pytest.mark.parametrize("kind", ["commandExecution", "fileChange", "mcpToolCall", "webSearch"])
async def test_a_tool_of_its_own_ends_the_answer(tmp_path: Path, kind: str) -> None:
    began = tells("item/started", item={"type": kind, "id": "x", "command": "ls"})
    async with scripted(tmp_path, [says("I will "), began, holds()]) as (codex, server):
        outcome = await ask(codex, asked())
        await until(lambda: "turn/interrupt" in server.methods())

    assert type(outcome.error).__name__ == "ProviderBroken"
    assert "tried to use a tool of its own" in str(outcome.error)


@pytest.mark.parametrize(
    ("step", "error", "trouble"),
    [
        (fails("Out of room", "contextWindowExceeded"), "ProviderRefused", "context"),
        (fails("You hit your limit", "usageLimitExceeded"), "ProviderRefused", "quota"),
        (fails("Slow down", status("responseTooManyFailedAttempts", 429)), "ProviderUnreachable", "rate_limit"),
        (fails("Busy", "serverOverloaded"), "ProviderUnreachable", "overloaded"),
        (fails("status 401: sk-abcdef123456", status("httpConnectionFailed", 401)), "ProviderRefused", "auth"),
        (fails("no", "unauthorized"), "ProviderRefused", "auth"),
        (fails("stream disconnected before completion"), "ProviderUnreachable", "network"),
        (fails("Bad thing", "badRequest"), "ProviderRefused", "bad_request"),
    ],
)  # fmt: skip
async def test_each_failure_is_told_for_what_it_is(tmp_path: Path, step: Step, error: str, trouble: str) -> None:
    async with scripted(tmp_path, [step], [says("Fine.")]) as (codex, _):
        outcome = await ask(codex, asked())
        after = await ask(codex, asked())

    assert outcome.error is not None
    assert (type(outcome.error).__name__, outcome.error.kind) == (error, trouble)
    assert "sk-abc" not in str(outcome.error)
    assert after.text == "Fine."


async def test_what_came_before_a_failure_is_kept_and_no_call_of_it_runs(tmp_path: Path) -> None:
    turn = [says("Half "), calls(("vault_search", {})), fails("stream disconnected before completion")]
    async with scripted(tmp_path, turn) as (codex, _):
        outcome = await ask(codex, asked())

    assert (type(outcome.error).__name__, outcome.text, outcome.calls) == ("ProviderBroken", "Half ", [])


async def test_a_lost_connection_is_noticed_before_the_answer_and_ends_it_within(tmp_path: Path) -> None:
    lost = tells("error", error={"message": "reconnecting 1/5", "codexErrorInfo": "other"}, willRetry=True)
    async with scripted(tmp_path, [lost, says("Hello.")], [says("Hel"), lost, says("Hello.")]) as (codex, _):
        before = await ask(codex, asked())
        within = await ask(codex, asked())

    assert isinstance(before.events[0], Noticed)
    assert before.text == "Hello."
    assert (within.text, type(within.error).__name__) == ("Hel", "ProviderBroken")


async def test_an_answer_cut_for_its_length_says_so(tmp_path: Path) -> None:
    cut = fails("Incomplete response returned, reason: max_output_tokens")
    async with scripted(tmp_path, [says("Half "), cut]) as (codex, _):
        outcome = await ask(codex, asked())

    assert (outcome.text, outcome.stop, outcome.error) == ("Half ", "length", None)


async def test_an_answer_is_stopped_at_the_length_that_was_asked_for(tmp_path: Path) -> None:
    long = [f"{word} " for word in ("Boilers", "leak", "in", "winter") for _ in range(20)]
    turns = [[says(*long), holds()], [says("".join(long))], [calls(("search", {"query": " ".join(long)})), waits()]]
    async with scripted(tmp_path, *turns) as (codex, server):
        streamed = await ask(codex, asked(max_output_tokens=16, length_is_set=True))
        in_one_piece = await ask(codex, asked(max_output_tokens=16, length_is_set=True))
        called = await ask(codex, asked(max_output_tokens=16, length_is_set=True))

    for outcome in (streamed, in_one_piece):
        assert (outcome.stop, outcome.error) == ("length", None)
        assert 8 < text_tokens(outcome.text) <= 16
        assert "".join(long).startswith(outcome.text)
    assert (called.stop, called.calls, called.error) == ("length", [], None)
    # What it still writes is not paid for.
    assert len(server.heard("turn/interrupt")) == 3


async def test_reasoning_counts_against_the_length_where_the_request_says_so(tmp_path: Path) -> None:
    async with scripted(tmp_path, *[[thinks("Hm. " * 40), says("Yes.")]] * 2) as (codex, _):
        limits = {"max_output_tokens": 16, "length_is_set": True}
        apart = await ask(codex, asked(**limits))
        together = await ask(codex, asked(**limits, length_includes_reasoning=True))

    assert (apart.text, apart.stop) == ("Yes.", "end")
    assert (together.text, together.stop) == ("", "length")


async def test_a_turn_of_another_program_does_not_wait_for_results(tmp_path: Path) -> None:
    """Its next request has another conversation id."""
    async with scripted(tmp_path, [calls(("search", {})), answered(), waits()]) as (codex, server):
        outcome = await ask(codex, asked(purpose="program"))
        assert codex._paused_turns == {}

    assert [one.name for one in outcome.calls] == ["search"]
    assert len(server.heard("turn/interrupt")) == 1


async def test_a_crash_is_told_and_the_next_question_starts_a_new_one(tmp_path: Path) -> None:
    async with scripted(tmp_path, [says("Half "), crashes()]) as (codex, server):
        first = await ask(codex, asked())
        before = await ask(codex, asked())
        starts = len(server.starts)

    assert (first.text, type(first.error).__name__) == ("Half ", "ProviderBroken")
    assert "ended unexpectedly" in str(first.error)
    assert starts == 2
    assert before.text == "Half "  # a new one begins its script anew


async def test_a_crash_while_our_tools_run_costs_nothing_but_a_new_start(tmp_path: Path) -> None:
    turn = [calls(("vault_search", {})), answered(), until_asked("model/list"), crashes()]
    async with scripted(tmp_path, turn) as (codex, server):
        first = await ask(codex, asked())
        with pytest.raises(ProviderBroken, match="ended unexpectedly"):
            await codex.models()
        second = await ask(codex, asked(BOILER_QUESTION, said(first), results(first, "found")))

    assert (first.stop, second.stop) == ("tool_calls", "tool_calls")
    assert len(server.starts) == 2


@pytest.mark.parametrize(
    "noise",
    [
        writes("npm notice: there is a new version\n"),
        writes("\n\n[1, 2]\n"),
        writes('{"half": \n'),
        writes("[" * 100_000 + "\n"),
        writes('{"id": 4711, "result": {}}\n{"method": 5}\n{"method": "x", "params": []}\n'),
        writes("a warning\n", 20_000, where="stderr"),
    ],
    ids=["words", "a list", "half an object", "depth", "nobody's", "much on stderr"],
)
async def test_lines_that_are_no_messages_are_passed_over(tmp_path: Path, noise: Step) -> None:
    async with scripted(tmp_path, [noise, says("Hello."), noise]) as (codex, _):
        outcome = await ask(codex, asked())

    assert (outcome.text, outcome.stop, outcome.error) == ("Hello.", "end", None)


@pytest.mark.parametrize("step", [writes("nothing " * 1000 + "\n", 400), writes("x" * 1_000_000, 40)])
async def test_another_programs_output_and_a_line_without_end_are_stopped(tmp_path: Path, step: Step) -> None:
    async with scripted(tmp_path, [step, holds()]) as (codex, _):
        outcome = await ask(codex, asked())

    assert type(outcome.error).__name__ == "ProviderBroken"


async def test_silence_has_its_limit_and_the_turn_is_interrupted(tmp_path: Path) -> None:
    async with scripted(tmp_path, [holds()], [says("Hi")], timeouts=SHORT) as (codex, server):
        outcome = await ask(codex, asked())
        after = await ask(codex, asked())

    assert (type(outcome.error).__name__, outcome.error and outcome.error.kind) == ("ProviderUnreachable", "network")
    assert after.text == "Hi"
    assert "turn/interrupt" in server.methods()


async def test_chatter_without_content_has_its_limit(tmp_path: Path) -> None:
    async with scripted(tmp_path, [chatters()]) as (codex, _):
        outcome = await ask(codex, asked())

    assert "without any content" in str(outcome.error)


async def test_too_many_calls_end_the_answer(tmp_path: Path) -> None:
    many = calls(*(("vault_search", {"query": str(number)}) for number in range(201)))
    async with scripted(tmp_path, [many, answered(), waits()]) as (codex, _):
        outcome = await ask(codex, asked())

    assert (type(outcome.error).__name__, outcome.calls) == ("ProviderBroken", [])
    assert "more than 200 tools" in str(outcome.error)


async def test_closing_the_answer_interrupts_within_a_second_and_codex_stays(tmp_path: Path) -> None:
    async with scripted(tmp_path, [says("Hello "), holds()], [says("Hi")]) as (codex, server):
        async with aclosing(codex.stream(asked())) as events:
            await anext(events)
            began = time.monotonic()
        await until(lambda: "turn/interrupt" in server.methods())
        took = time.monotonic() - began
        after = await ask(codex, asked())
        assert len(server.starts) == 1

    assert took < 1
    assert after.text == "Hi"


async def test_cancelling_before_the_turn_has_a_name_interrupts_it_too(tmp_path: Path) -> None:
    delayed = {"turn/start": "thread/unsubscribe"}
    async with scripted(tmp_path, [holds()], delayed=delayed) as (codex, server):
        async with asyncio.TaskGroup() as group:
            task = group.create_task(ask(codex, asked()))
            await until(lambda: "turn/start" in server.methods())
            task.cancel()
        await until(lambda: "turn/interrupt" in server.methods())

    assert server.heard("turn/interrupt") == [{"threadId": "thread-1", "turnId": "turn-1"}]


async def test_not_logged_in_says_what_to_do(tmp_path: Path) -> None:
    account = {"account": None, "requiresOpenaiAuth": True}
    async with scripted(tmp_path, account=account) as (codex, server):
        outcome = await ask(codex, asked())
        with pytest.raises(type(outcome.error), match="codex login"):
            await codex.models()
    methods = server.methods()

    assert outcome.error is not None
    assert outcome.error.kind == "auth"
    assert methods == []


async def test_not_installed_says_how_to_get_it(tmp_path: Path) -> None:
    codex = Codex("Codex", environment={"PATH": str(tmp_path)})

    outcome = await ask(codex, asked())

    assert type(outcome.error).__name__ == "ProviderRefused"
    assert str(outcome.error) == (
        "Codex is not installed on this computer. Install it with: npm install -g @openai/codex. "
        "Then log in with: codex login."
    )
    await codex.aclose()


async def test_a_program_that_is_none_is_told(tmp_path: Path) -> None:
    nothing = Codex("Codex", command=(str(tmp_path / "missing"),))
    other = Codex("Codex", command=(sys.executable, "-c", "print('Usage: other')"))

    outcomes = [await ask(nothing, asked()), await ask(other, asked())]

    assert [type(outcome.error).__name__ for outcome in outcomes] == ["ProviderRefused", "ProviderBroken"]
    await other.aclose()


async def test_a_version_without_tools_of_ours_is_left_to_emulation(tmp_path: Path) -> None:
    refuses = {"thread/start": "thread/start.dynamicTools requires experimentalApi capability"}
    async with scripted(tmp_path, refuses=refuses) as (codex, _):
        outcome = await ask(codex, asked())

    assert outcome.events == []
    assert (type(outcome.error).__name__, outcome.error and outcome.error.kind) == ("ProviderRefused", "no_tools")


async def test_a_version_that_keeps_its_own_tools_is_not_asked(tmp_path: Path) -> None:
    async with scripted(tmp_path, [says("Hi")], drops=["environments"]) as (codex, server):
        outcome = await ask(codex, asked())

    assert "cannot be switched off" in str(outcome.error)
    assert "turn/start" not in server.methods()


async def test_pictures_are_sent_with_question_and_history(tmp_path: Path) -> None:
    picture = ImagePart(media_type="image/png", data="QUJD", name="a.png")
    first = user_message("What is this?", (picture,))
    async with scripted(tmp_path, [says("A cat.")], [says("Black.")]) as (codex, server):
        outcome = await ask(codex, asked(first))
        await ask(codex, asked(first, said(outcome), user_message("Its colour?")))

    url = "data:image/png;base64,QUJD"
    assert server.heard("turn/start")[0]["input"] == [{"type": "image", "url": url}, *user("What is this?")]
    assert server.heard("thread/inject_items")[0]["items"][0]["content"] == [
        {"type": "input_image", "image_url": url},
        {"type": "input_text", "text": "What is this?"},
    ]


async def test_a_forced_tool_is_asked_for_in_words_and_an_own_model_is_left_open(tmp_path: Path) -> None:
    async with scripted(tmp_path, [says("Hi")]) as (codex, server):
        request = ModelRequest(
            "default", "", (BOILER_QUESTION,), (SEARCH,), tool_choice=ToolChoice("tool", "vault_search")
        )
        await ask(codex, request)

    [thread] = server.heard("thread/start")
    assert (thread["model"], thread["developerInstructions"]) == (
        None,
        "Use the tool vault_search before you answer.",
    )


async def test_models_are_listed_page_by_page(tmp_path: Path) -> None:
    async with scripted(tmp_path) as (codex, _):
        models = await codex.models()

    assert models == (
        ModelInfo("gpt-big", "Big", tools=True, images=True, reasoning=True),
        ModelInfo("gpt-small", "Small", tools=True, images=False, reasoning=False),
    )


async def test_half_a_character_pair_does_not_break_the_line(tmp_path: Path) -> None:
    async with scripted(tmp_path, [says("Hi")]) as (codex, server):
        outcome = await ask(codex, asked(user_message("a\ud800b")))

    assert outcome.text == "Hi"
    assert server.heard("turn/start")[0]["input"] == user("a?b")


async def test_an_answer_in_one_piece_and_two_messages_are_text(tmp_path: Path) -> None:
    whole = tells("item/completed", item={"type": "agentMessage", "id": "m", "text": "All."})
    async with scripted(tmp_path, [says("First."), whole], []) as (codex, _):
        outcome = await ask(codex, asked())
        empty = await ask(codex, asked())

    assert outcome.text == "First.\n\nAll."
    assert "it is empty" in str(empty.error)


async def test_it_is_told_that_questions_leave_this_computer() -> None:
    there = Codex("My Codex").destination

    assert (there.name, there.host, there.local) == ("My Codex", "chatgpt.com", False)


async def test_calls_are_ready_only_at_the_end(tmp_path: Path) -> None:
    turn = [calls(("vault_search", {})), says("Well."), answered(), waits()]
    async with scripted(tmp_path, turn) as (codex, _):
        outcome = await ask(codex, asked())

    kinds = [type(event) for event in outcome.events]
    assert kinds[-3:] == [UsageReported, CallReady, TurnEnded]


async def until(holds_now: Callable[[], bool]) -> None:
    """Wait, bounded, for what another process has to do."""
    async with asyncio.timeout(20):
        while not holds_now():
            await asyncio.sleep(0.01)


def is_there(folder: str) -> bool:
    return Path(folder).exists()


class Log:
    """Remembers what is recorded."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []

    async def record_connection(self, destination: Destination, purpose: str, size: int, origin: RequestOrigin) -> None:
        self.lines.append((destination.host, purpose))


async def test_t1_a_start_and_each_list_of_models_are_recorded(tmp_path: Path) -> None:
    log = Log()
    server = CodexServer(tmp_path, [])
    provider = Codex("Codex", command=server.command, log=log)
    try:
        await provider.models()
        await provider.models()
    finally:
        await provider.aclose()
    assert log.lines == [(provider.destination.host, "models")] * 3  # The start, and two lists.


async def test_t1_what_is_not_installed_sends_nothing_and_records_nothing(tmp_path: Path) -> None:
    log = Log()
    codex = Codex("Codex", environment={"PATH": str(tmp_path)}, log=log)
    with pytest.raises(ProviderRefused):
        await codex.models()
    assert log.lines == []
