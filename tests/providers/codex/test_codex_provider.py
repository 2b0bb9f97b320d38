"""Tests of providers/codex/codex_provider.py."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
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
    sends_text,
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
from vaultdesk.core.values import replace
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

# Items: history and question in the format of Codex.

REPLAY_SCOPE = "codex@chatgpt.com/m"


def test_the_first_question_has_no_history() -> None:
    assert history_and_question([user_message("Hi")], REPLAY_SCOPE) == (
        [],
        [{"type": "text", "text": "Hi", "text_elements": []}],
    )
    assert history_and_question([], REPLAY_SCOPE) == ([], [])


def test_text_between_calls_keeps_its_position_and_each_call_gets_one_result() -> None:
    calls = [ToolCallPart(id=f"call_{n}", name="search", arguments_json='{"q": 1}') for n in "ab"]
    parts = (
        TextPart(text="One."),
        calls[0],
        TextPart(text="Two."),
        calls[1],
        *id_map(REPLAY_SCOPE, {"call_a": "theirs"}),
    )
    done = ToolResultPart(call_id="call_a", name="search", content="found")
    messages = [user_message("Q"), Message(role="assistant", parts=parts), Message(role="tool", parts=(done,))]

    history, question = history_and_question(messages, REPLAY_SCOPE)

    assert question == []
    assert [item["type"] for item in history if isinstance(item, dict)] == [
        "message", "message", "function_call", "message", "function_call",
        "function_call_output", "function_call_output",
    ]  # fmt: skip
    ids = [item.get("call_id") for item in history if isinstance(item, dict) and "call_id" in item]
    assert ids == ["theirs", "call_b", "theirs", "call_b"]


def test_a_call_with_invalid_arguments_is_sent_with_valid_ones() -> None:
    call = ToolCallPart(id="call_a", name="bad name", arguments_json='{"q": ')

    history, _ = history_and_question([Message(role="assistant", parts=(call,))], REPLAY_SCOPE)

    assert history[0] == {
        "type": "function_call",
        "name": "bad_name",
        "arguments": '{"unreadable_arguments": "{\\"q\\": "}',
        "call_id": "call_a",
    }


def test_an_image_precedes_its_text() -> None:
    image = ImagePart(media_type="image/png", data="QQ==")

    _, question = history_and_question([user_message("See?", (image,))], REPLAY_SCOPE)

    assert question == [
        {"type": "image", "url": "data:image/png;base64,QQ=="},
        {"type": "text", "text": "See?", "text_elements": []},
    ]


def test_tools_are_offered_unless_the_tool_choice_is_none() -> None:
    auto = ModelRequest("m", "", (), (SEARCH,))
    none = ModelRequest("m", "", (), (SEARCH,), tool_choice=ToolChoice("none"))
    required = ModelRequest("", "", (), (SEARCH,), tool_choice=ToolChoice("required"))

    assert (offered_tool_names(auto), offered_tool_names(none)) == ({"vault_search"}, set())
    assert thread_start(none, "/t", ())["dynamicTools"] is None
    assert thread_start(required, "/t", ())["developerInstructions"] == "Use one of the tools before you answer."
    assert thread_start(required, "/t", ())["model"] is None


def test_effort_off_is_sent_as_the_lowest_effort() -> None:
    assert turn_start(ModelRequest("m", "", (), effort="off"), "t", [])["effort"] == "low"
    assert "effort" not in turn_start(ModelRequest("m", "", ()), "t", [])


# Threads: which request continues a waiting turn, and which begins another one.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")
QUESTION = user_message("Q")
CALLS = tuple(ToolCallPart(id=name, name="search", arguments_json="{}") for name in ("a", "b"))
ANSWER = Message(role="assistant", parts=(TextPart(text="Let me look."), *CALLS))
RESULTS = tuple(ToolResultPart(call_id=name, name="search", content="found") for name in ("a", "b"))


def waiting_turn() -> CodexTurn:
    model_request = ModelRequest("m", "Be brief.", (QUESTION,), (SEARCH,), conversation_id="c")
    return CodexTurn(
        AppServer(CONTEXT), CONTEXT, "f", "thread", ThreadMailbox(), model_request, pending={"a": 1, "b": 2}
    )


def request(*messages: Message) -> ModelRequest:
    return ModelRequest("m", "Be brief.", messages, (SEARCH,), conversation_id="c")


def test_exactly_the_pending_results_continue_the_turn() -> None:
    in_one_message = (QUESTION, ANSWER, Message(role="tool", parts=RESULTS))
    in_two_messages = (QUESTION, ANSWER, *(Message(role="tool", parts=(part,)) for part in reversed(RESULTS)))

    assert results_for_turn(waiting_turn(), request(*in_one_message)) == RESULTS
    assert results_for_turn(waiting_turn(), request(*in_two_messages)) == RESULTS[::-1]


@pytest.mark.parametrize(
    "messages",
    [
        (),
        (QUESTION,),
        (QUESTION, ANSWER),
        (QUESTION, ANSWER, Message(role="tool", parts=RESULTS[:1])),
        (QUESTION, ANSWER, Message(role="tool", parts=(*RESULTS, RESULTS[0]))),
        (QUESTION, ANSWER, Message(role="tool", parts=RESULTS), user_message("Why?")),
        (QUESTION, ANSWER.model_copy(update={"parts": CALLS[:1]}), Message(role="tool", parts=RESULTS)),
        (
            QUESTION,
            ANSWER,
            Message(role="tool", parts=RESULTS),
            Message(role="assistant", parts=(TextPart(text="So."),)),
        ),
    ],
    ids=["none", "a question", "no results", "one of two", "one twice", "a question after", "other calls", "an answer"],
)
def test_other_messages_begin_another_turn(messages: tuple[Message, ...]) -> None:
    assert results_for_turn(waiting_turn(), request(*messages)) == ()


def test_other_settings_or_an_abandoned_turn_begin_another_turn() -> None:
    results = request(QUESTION, ANSWER, Message(role="tool", parts=RESULTS))
    abandoned = waiting_turn()
    abandoned.abandon()

    assert results_for_turn(waiting_turn(), replace(results, system="Be long.")) == ()
    assert results_for_turn(waiting_turn(), replace(results, effort="high")) == ()
    assert results_for_turn(abandoned, results) == ()


# Lists: models, extensions and the account, from untrusted answers.


def test_models_that_are_hidden_or_without_a_name_are_omitted() -> None:
    page = {"data": [{"model": "a", "displayName": "A"}, {"model": "b", "hidden": True}, {}, "c", None]}

    assert listed_codex_models(page) == [ModelInfo("a", "A", tools=True, images=None, reasoning=False)]
    assert listed_codex_models({"data": "none"}) == []


def test_every_extension_is_listed_under_any_name() -> None:
    assert listed_extensions({"config": {"mcp_servers": {"a": {}, "b.c": {}}}}) == ("a", "b.c")
    assert listed_extensions({"config": {}}) == listed_extensions({}) == ()


def test_a_login_is_needed_only_if_it_is_required_and_missing() -> None:
    assert needs_login({"requiresOpenaiAuth": True, "account": None})
    assert not needs_login({"requiresOpenaiAuth": True, "account": {"type": "chatgpt"}})
    assert not needs_login({"requiresOpenaiAuth": False, "account": None})


# Codex with a scripted app server: complete conversations and failures.

BOILER_QUESTION = user_message("What about the boiler?")
USAGE = UsageReported(10, 5, cached_tokens=4, reasoning_tokens=2)


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


def codex_request(*messages: Message, **fields: Any) -> ModelRequest:
    return ModelRequest("gpt-big", "Be brief.", messages or (BOILER_QUESTION,), **{"tools": (SEARCH, READ), **fields})


def assistant_message(outcome: Outcome) -> Message:
    """Return the answer as the agent stores it."""
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


async def test_an_answer_streams_with_its_reasoning_and_usage(tmp_path: Path) -> None:
    turn = [thinks("Hm. ", "So."), sends_text("It ", "leaks."), answered()]
    async with scripted(tmp_path, turn) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert outcome.error is None
    assert outcome.events == [
        ReasoningArrived("Hm. "), ReasoningArrived("\n\nSo."), TextArrived("It "), TextArrived("leaks."),
        USAGE, TurnEnded("end"),
    ]  # fmt: skip


async def test_a_thread_has_no_environment_and_only_the_tools_of_the_request(tmp_path: Path) -> None:
    config = {"mcp_servers": {"evil": {"command": "sh"}, "we.ird": {"command": "sh"}}}
    async with scripted(tmp_path, [sends_text("Hi")], config=config) as (codex, server):
        await ask(codex, codex_request(effort="high"))

    [thread] = server.heard("thread/start")
    folder = thread.pop("cwd")
    assert folder == server.starts[0]["cwd"]
    assert not exists(folder)
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


async def test_a_strict_schema_is_passed_on_and_other_formats_are_requested_in_the_prompt(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    strict, loose, any_object = AnswerFormat(schema, strict=True), AnswerFormat(schema), AnswerFormat({})
    async with scripted(tmp_path, *[[sends_text('{"a": 1}')]] * 3) as (codex, server):
        for answer_format in (strict, loose, any_object):
            await ask(codex, codex_request(answer_format=answer_format))

    assert [turn.get("outputSchema") for turn in server.heard("turn/start")] == [schema, None, None]
    instructions = [str(thread["baseInstructions"]) for thread in server.heard("thread/start")]
    assert instructions[0] == "Be brief."
    assert "fits this JSON Schema" in instructions[1]
    assert "one JSON object" in instructions[2]


async def test_two_rounds_with_two_calls_a_denial_and_a_correction(tmp_path: Path) -> None:
    turn = [
        sends_text("Let me look."), calls(("vault_search", '{"query":  "a"}'), ("file_read", {"file_paths": ["x"]})),
        answered(), waits(), sends_text("Again."), calls(("file_read", {"file_paths": ["y"]})), answered(), waits(),
        sends_text("Done."), answered(),
    ]  # fmt: skip
    async with scripted(tmp_path, turn) as (codex, server):
        first = await ask(codex, codex_request())
        messages = [BOILER_QUESTION, assistant_message(first), results(first, "found", "denied", refused=1)]
        before = len(server.lines)
        second = await ask(codex, codex_request(*messages))
        sent = server.lines[before:]
        messages += [assistant_message(second), results(second, "text")]
        third = await ask(codex, codex_request(*messages))
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
    assert third.events == [TextArrived("Done."), USAGE, TurnEnded("end")]
    # The whole conversation used one thread and one turn, unsubscribed at the end.
    assert methods == ["thread/start", "turn/start", "result", "result", "result", "thread/unsubscribe"]


async def test_another_question_ends_the_waiting_turn_and_sends_its_history_as_items(tmp_path: Path) -> None:
    first_turn = [sends_text("Let me look."), calls(("vault_search", {"query": "a"})), answered(), waits()]
    async with scripted(tmp_path, first_turn, [sends_text("So.")]) as (codex, server):
        first = await ask(codex, codex_request())
        messages = [
            BOILER_QUESTION,
            assistant_message(first),
            results(first, "denied", refused=0),
            user_message("Why?"),
        ]
        second = await ask(codex, codex_request(*messages))
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
                # The server's own id, because the same model made the call.
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
async def test_results_with_other_settings_begin_a_new_turn(tmp_path: Path, changed: dict[str, Any]) -> None:
    turn = [calls(("vault_search", {})), answered(), waits(), sends_text("Same.")]
    async with scripted(tmp_path, turn, [sends_text("New.")]) as (codex, server):
        first = await ask(codex, codex_request())
        fields = {"model": "gpt-big", "system": "Be brief.", "tools": (SEARCH, READ), **changed}
        messages = (BOILER_QUESTION, assistant_message(first), results(first, "found"))
        second = await ask(codex, ModelRequest(messages=messages, **fields))

    assert second.text == "New."
    # The results are the last messages, so there is no question.
    assert server.heard("turn/start")[1]["input"] == []
    offered = server.heard("thread/start")[1]["dynamicTools"]
    assert (offered is None) == (changed.keys() <= {"tools", "tool_choice"})


async def test_two_conversations_wait_in_parallel(tmp_path: Path) -> None:
    turns = [[calls(("vault_search", {"query": name})), answered(), waits(), sends_text(name)] for name in "ab"]
    async with scripted(tmp_path, *turns) as (codex, _):
        first = await ask(codex, codex_request(conversation_id="a"))
        other = await ask(codex, codex_request(conversation_id="b"))
        answers = [
            await ask(
                codex,
                codex_request(
                    BOILER_QUESTION, assistant_message(outcome), results(outcome, "found"), conversation_id=name
                ),
            )
            for name, outcome in (("a", first), ("b", other))
        ]

    assert [answer.text for answer in answers] == ["a", "b"]


async def test_calls_of_a_script_form_one_round_and_a_later_call_forms_another(tmp_path: Path) -> None:
    turn = [
        calls(("vault_search", {"query": "a"}), ("vault_search", {"query": "b"}), script=True), waits(),
        calls(("vault_search", {"query": "c"})), answered(), waits(), sends_text("Done."), answered(),
    ]  # fmt: skip
    async with scripted(tmp_path, turn) as (codex, _):
        first = await ask(codex, codex_request())
        messages = [BOILER_QUESTION, assistant_message(first), results(first, "1", "2")]
        second = await ask(codex, codex_request(*messages))

    assert [call.arguments for call in first.calls] == [{"query": "a"}, {"query": "b"}]
    assert [call.arguments for call in second.calls] == [{"query": "c"}]


async def test_a_turn_that_continues_without_its_results_is_interrupted_and_repeated(tmp_path: Path) -> None:
    moved_on = tells("rawResponseItem/completed", item={"type": "custom_tool_call_output"})
    turn = [calls(("vault_search", {}), script=True), until_asked("model/list"), moved_on, holds()]
    async with scripted(tmp_path, turn, [sends_text("Now I see.")]) as (codex, server):
        first = await ask(codex, codex_request())
        await codex.models()
        await wait_until(lambda: "turn/interrupt" in server.methods())
        second = await ask(codex, codex_request(BOILER_QUESTION, assistant_message(first), results(first, "found")))

    assert (first.stop, second.text, second.error) == ("tool_calls", "Now I see.", None)


async def test_without_raw_items_a_short_silence_ends_the_calls(tmp_path: Path) -> None:
    turn = [calls(("vault_search", {"query": "a"})), waits(), sends_text("Done.")]
    async with scripted(tmp_path, turn, raw=False) as (codex, _):
        first = await ask(codex, codex_request())
        second = await ask(codex, codex_request(BOILER_QUESTION, assistant_message(first), results(first, "found")))

    assert (first.stop, [call.arguments_json for call in first.calls]) == ("tool_calls", ['{"query": "a"}'])
    assert second.events == [TextArrived("Done."), USAGE, TurnEnded("end")]


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
async def test_requests_for_approval_are_declined(tmp_path: Path, method: str, answer: dict[str, Any]) -> None:
    async with scripted(tmp_path, [asks(method, command="rm -rf /"), sends_text("Well.")]) as (codex, server):
        outcome = await ask(codex, codex_request())
        sent = [line for line in server.lines if "method" not in line and "argv" not in line]

    assert outcome.text == "Well."
    assert sent == [{"id": 0, **answer}]


@pytest.mark.parametrize("kind", ["commandExecution", "fileChange", "mcpToolCall", "webSearch"])
async def test_a_tool_of_codex_itself_ends_the_answer(tmp_path: Path, kind: str) -> None:
    began = tells("item/started", item={"type": kind, "id": "x", "command": "ls"})
    async with scripted(tmp_path, [sends_text("I will "), began, holds()]) as (codex, server):
        outcome = await ask(codex, codex_request())
        await wait_until(lambda: "turn/interrupt" in server.methods())

    assert type(outcome.error).__name__ == "ProviderBroken"
    assert "tried to use a tool of its own" in str(outcome.error)


@pytest.mark.parametrize(
    ("step", "error", "error_kind"),
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
async def test_each_failure_has_its_error_kind(tmp_path: Path, step: Step, error: str, error_kind: str) -> None:
    async with scripted(tmp_path, [step], [sends_text("Fine.")]) as (codex, _):
        outcome = await ask(codex, codex_request())
        after = await ask(codex, codex_request())

    assert outcome.error is not None
    assert (type(outcome.error).__name__, outcome.error.kind) == (error, error_kind)
    assert "sk-abc" not in str(outcome.error)
    assert after.text == "Fine."


async def test_text_before_a_failure_is_retained_and_its_calls_do_not_run(tmp_path: Path) -> None:
    turn = [sends_text("Half "), calls(("vault_search", {})), fails("stream disconnected before completion")]
    async with scripted(tmp_path, turn) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert (type(outcome.error).__name__, outcome.text, outcome.calls) == ("ProviderBroken", "Half ", [])


async def test_a_lost_connection_is_a_notice_before_the_answer_and_an_error_during_it(tmp_path: Path) -> None:
    lost = tells("error", error={"message": "reconnecting 1/5", "codexErrorInfo": "other"}, willRetry=True)
    async with scripted(tmp_path, [lost, sends_text("Hello.")], [sends_text("Hel"), lost, sends_text("Hello.")]) as (
        codex,
        _,
    ):
        before = await ask(codex, codex_request())
        within = await ask(codex, codex_request())

    assert isinstance(before.events[0], Noticed)
    assert before.text == "Hello."
    assert (within.text, type(within.error).__name__) == ("Hel", "ProviderBroken")


async def test_an_answer_cut_at_the_token_limit_stops_with_length(tmp_path: Path) -> None:
    cut = fails("Incomplete response returned, reason: max_output_tokens")
    async with scripted(tmp_path, [sends_text("Half "), cut]) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert (outcome.text, outcome.stop, outcome.error) == ("Half ", "length", None)


async def test_an_answer_is_stopped_at_the_requested_length(tmp_path: Path) -> None:
    long = [f"{word} " for word in ("Boilers", "leak", "in", "winter") for _ in range(20)]
    turns = [
        [sends_text(*long), holds()],
        [sends_text("".join(long))],
        [calls(("search", {"query": " ".join(long)})), waits()],
    ]
    async with scripted(tmp_path, *turns) as (codex, server):
        streamed = await ask(codex, codex_request(max_output_tokens=16, length_is_set=True))
        unsplit = await ask(codex, codex_request(max_output_tokens=16, length_is_set=True))
        with_call = await ask(codex, codex_request(max_output_tokens=16, length_is_set=True))

    for outcome in (streamed, unsplit):
        assert (outcome.stop, outcome.error) == ("length", None)
        assert 8 < text_tokens(outcome.text) <= 16
        assert "".join(long).startswith(outcome.text)
    assert (with_call.stop, with_call.calls, with_call.error) == ("length", [], None)
    # The rest of the answer is not generated.
    assert len(server.heard("turn/interrupt")) == 3


async def test_reasoning_counts_against_the_length_if_requested(tmp_path: Path) -> None:
    async with scripted(tmp_path, *[[thinks("Hm. " * 40), sends_text("Yes.")]] * 2) as (codex, _):
        limits = {"max_output_tokens": 16, "length_is_set": True}
        separate = await ask(codex, codex_request(**limits))
        combined = await ask(codex, codex_request(**limits, length_includes_reasoning=True))

    assert (separate.text, separate.stop) == ("Yes.", "end")
    assert (combined.text, combined.stop) == ("", "length")


async def test_a_turn_of_another_program_does_not_wait_for_results(tmp_path: Path) -> None:
    """Its next request has another conversation id."""
    async with scripted(tmp_path, [calls(("search", {})), answered(), waits()]) as (codex, server):
        outcome = await ask(codex, codex_request(purpose="program"))
        assert codex._paused_turns == {}

    assert [call.name for call in outcome.calls] == ["search"]
    assert len(server.heard("turn/interrupt")) == 1


async def test_a_crash_is_an_error_and_the_next_question_starts_a_new_process(tmp_path: Path) -> None:
    async with scripted(tmp_path, [sends_text("Half "), crashes()]) as (codex, server):
        first = await ask(codex, codex_request())
        before = await ask(codex, codex_request())
        starts = len(server.starts)

    assert (first.text, type(first.error).__name__) == ("Half ", "ProviderBroken")
    assert "ended unexpectedly" in str(first.error)
    assert starts == 2
    assert before.text == "Half "  # a new process begins its script again


async def test_a_crash_while_tools_run_only_causes_a_restart(tmp_path: Path) -> None:
    turn = [calls(("vault_search", {})), answered(), until_asked("model/list"), crashes()]
    async with scripted(tmp_path, turn) as (codex, server):
        first = await ask(codex, codex_request())
        with pytest.raises(ProviderBroken, match="ended unexpectedly"):
            await codex.models()
        second = await ask(codex, codex_request(BOILER_QUESTION, assistant_message(first), results(first, "found")))

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
    ids=["text", "a list", "half an object", "depth", "unknown ids", "much on stderr"],
)
async def test_lines_that_are_no_messages_are_ignored(tmp_path: Path, noise: Step) -> None:
    async with scripted(tmp_path, [noise, sends_text("Hello."), noise]) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert (outcome.text, outcome.stop, outcome.error) == ("Hello.", "end", None)


@pytest.mark.parametrize("step", [writes("nothing " * 1000 + "\n", 400), writes("x" * 1_000_000, 40)])
async def test_output_of_another_program_and_an_unlimited_line_end_the_answer(tmp_path: Path, step: Step) -> None:
    async with scripted(tmp_path, [step, holds()]) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert type(outcome.error).__name__ == "ProviderBroken"


async def test_silence_beyond_the_timeout_interrupts_the_turn(tmp_path: Path) -> None:
    async with scripted(tmp_path, [holds()], [sends_text("Hi")], timeouts=SHORT) as (codex, server):
        outcome = await ask(codex, codex_request())
        after = await ask(codex, codex_request())

    assert (type(outcome.error).__name__, outcome.error and outcome.error.kind) == ("ProviderUnreachable", "network")
    assert after.text == "Hi"
    assert "turn/interrupt" in server.methods()


async def test_notifications_without_content_are_limited(tmp_path: Path) -> None:
    async with scripted(tmp_path, [chatters()]) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert "without any content" in str(outcome.error)


async def test_too_many_calls_end_the_answer(tmp_path: Path) -> None:
    many = calls(*(("vault_search", {"query": str(number)}) for number in range(201)))
    async with scripted(tmp_path, [many, answered(), waits()]) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert (type(outcome.error).__name__, outcome.calls) == ("ProviderBroken", [])
    assert "more than 200 tools" in str(outcome.error)


async def test_closing_the_stream_interrupts_the_turn_and_keeps_the_process(tmp_path: Path) -> None:
    async with scripted(tmp_path, [sends_text("Hello "), holds()], [sends_text("Hi")]) as (codex, server):
        async with aclosing(codex.stream(codex_request())) as events:
            await anext(events)
        # The idle timeout of the stream is 300 s, far above the limit of the wait.
        await wait_until(lambda: "turn/interrupt" in server.methods())
        after = await ask(codex, codex_request())
        assert len(server.starts) == 1

    assert after.text == "Hi"


async def test_cancelling_before_the_turn_id_is_known_interrupts_the_turn(tmp_path: Path) -> None:
    delayed = {"turn/start": "thread/unsubscribe"}
    async with scripted(tmp_path, [holds()], delayed=delayed) as (codex, server):
        async with asyncio.TaskGroup() as group:
            task = group.create_task(ask(codex, codex_request()))
            await wait_until(lambda: "turn/start" in server.methods())
            task.cancel()
        await wait_until(lambda: "turn/interrupt" in server.methods())

    assert server.heard("turn/interrupt") == [{"threadId": "thread-1", "turnId": "turn-1"}]


async def test_a_missing_login_is_reported_with_the_login_command(tmp_path: Path) -> None:
    account = {"account": None, "requiresOpenaiAuth": True}
    async with scripted(tmp_path, account=account) as (codex, server):
        outcome = await ask(codex, codex_request())
        with pytest.raises(type(outcome.error), match="codex login"):
            await codex.models()
    methods = server.methods()

    assert outcome.error is not None
    assert outcome.error.kind == "auth"
    assert methods == []


async def test_a_missing_installation_is_reported_with_the_install_command(tmp_path: Path) -> None:
    codex = Codex("Codex", environment={"PATH": str(tmp_path)})

    outcome = await ask(codex, codex_request())

    assert type(outcome.error).__name__ == "ProviderRefused"
    assert str(outcome.error) == (
        "Codex is not installed on this computer. Install it with: npm install -g @openai/codex. "
        "Then log in with: codex login."
    )
    await codex.aclose()


async def test_a_program_that_is_not_codex_is_an_error(tmp_path: Path) -> None:
    missing = Codex("Codex", command=(str(tmp_path / "missing"),))
    other = Codex("Codex", command=(sys.executable, "-c", "print('Usage: other')"))

    outcomes = [await ask(missing, codex_request()), await ask(other, codex_request())]

    assert [type(outcome.error).__name__ for outcome in outcomes] == ["ProviderRefused", "ProviderBroken"]
    await other.aclose()


async def test_a_version_without_dynamic_tools_falls_back_to_emulation(tmp_path: Path) -> None:
    refuses = {"thread/start": "thread/start.dynamicTools requires experimentalApi capability"}
    async with scripted(tmp_path, refuses=refuses) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert outcome.events == []
    assert (type(outcome.error).__name__, outcome.error and outcome.error.kind) == ("ProviderRefused", "no_tools")


async def test_a_version_that_cannot_disable_its_tools_gets_no_question(tmp_path: Path) -> None:
    async with scripted(tmp_path, [sends_text("Hi")], drops=["environments"]) as (codex, server):
        outcome = await ask(codex, codex_request())

    assert "cannot be switched off" in str(outcome.error)
    assert "turn/start" not in server.methods()


NOT_STARTED: list[tuple[dict[str, Any], str, str]] = [
    ({"drops": ["id"]}, "The answer from Codex (chatgpt.com) cannot be used: it did not start a thread", "protocol"),
    ({"refuses": {"thread/start": "unknown model"}}, "Codex (chatgpt.com) does not offer this model", "bad_request"),
    ({"refuses": {"turn/start": "Slow down"}}, "Codex (chatgpt.com) refused the request", "bad_request"),
    ({"refuses": {"config/read": "No such method"}}, "Codex (chatgpt.com) refused the request", "bad_request"),
    (
        {"config": {"model_provider": "ollama"}},
        "Codex is set to use another server than chatgpt.com, so nothing was sent",
        "bad_request",
    ),
]


@pytest.mark.parametrize(("options", "title", "kind"), NOT_STARTED)
async def test_a_question_that_codex_does_not_take_is_an_error(
    tmp_path: Path, options: dict[str, Any], title: str, kind: str
) -> None:
    async with scripted(tmp_path, [sends_text("Hi")], **options) as (codex, _):
        outcome = await ask(codex, codex_request())

    assert outcome.error is not None
    assert (outcome.events, outcome.error.title, outcome.error.kind) == ([], title, kind)


@pytest.mark.parametrize(
    ("options", "variables", "title"),
    [
        ({"provider": "other"}, {"MY_KEY": "k"}, "Codex is set to use another server than mine, so nothing was sent"),
        ({}, {}, "Codex needs its key in the environment variable MY_KEY"),
    ],
)
async def test_nothing_is_sent_unless_the_chosen_model_provider_is_used_with_its_key(
    tmp_path: Path, options: dict[str, Any], variables: dict[str, str], title: str
) -> None:
    (tmp_path / "config.toml").write_text(
        'model_provider = "mine"\n[model_providers.mine]\nbase_url = "https://mine.example/v1"\nenv_key = "MY_KEY"\n'
    )
    server = CodexServer(tmp_path, [[sends_text("Hi")]], **options)
    codex = Codex("Codex", command=server.command, environment={**os.environ, "CODEX_HOME": str(tmp_path), **variables})
    outcome = await ask(codex, codex_request())
    await codex.aclose()

    assert outcome.error is not None
    assert (outcome.events, outcome.error.title) == ([], title)
    assert "turn/start" not in server.methods()


async def test_a_temperature_is_left_out_and_reported_once_in_a_conversation(tmp_path: Path) -> None:
    question = codex_request(temperature=0.5, conversation_id="one")
    async with scripted(tmp_path, [sends_text("Hi")], [sends_text("Hi")]) as (codex, server):
        outcomes = [await ask(codex, question), await ask(codex, question)]

    notice = "Codex does not accept a temperature, so the request was sent without one."
    assert [[str(event.message) for event in outcome.events if isinstance(event, Noticed)] for outcome in outcomes] == [
        [notice], [],
    ]  # fmt: skip
    assert all("temperature" not in start for start in server.heard("turn/start"))


async def test_images_are_sent_with_question_and_history(tmp_path: Path) -> None:
    image = ImagePart(media_type="image/png", data="QUJD", name="a.png")
    first = user_message("What is this?", (image,))
    async with scripted(tmp_path, [sends_text("A cat.")], [sends_text("Black.")]) as (codex, server):
        outcome = await ask(codex, codex_request(first))
        await ask(codex, codex_request(first, assistant_message(outcome), user_message("Its colour?")))

    url = "data:image/png;base64,QUJD"
    assert server.heard("turn/start")[0]["input"] == [{"type": "image", "url": url}, *user("What is this?")]
    assert server.heard("thread/inject_items")[0]["items"][0]["content"] == [
        {"type": "input_image", "image_url": url},
        {"type": "input_text", "text": "What is this?"},
    ]


async def test_a_forced_tool_is_requested_in_the_instructions_and_the_default_model_is_omitted(tmp_path: Path) -> None:
    async with scripted(tmp_path, [sends_text("Hi")]) as (codex, server):
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


async def test_a_lone_surrogate_is_replaced(tmp_path: Path) -> None:
    async with scripted(tmp_path, [sends_text("Hi")]) as (codex, server):
        outcome = await ask(codex, codex_request(user_message("a\ud800b")))

    assert outcome.text == "Hi"
    assert server.heard("turn/start")[0]["input"] == user("a?b")


async def test_messages_without_deltas_are_joined_as_text(tmp_path: Path) -> None:
    completed_message = tells("item/completed", item={"type": "agentMessage", "id": "m", "text": "All."})
    async with scripted(tmp_path, [sends_text("First."), completed_message], []) as (codex, _):
        outcome = await ask(codex, codex_request())
        empty = await ask(codex, codex_request())

    assert outcome.text == "First.\n\nAll."
    assert "it is empty" in str(empty.error)


async def test_the_destination_is_not_local() -> None:
    destination = Codex("My Codex").destination

    assert (destination.name, destination.host, destination.local) == ("My Codex", "chatgpt.com", False)


async def test_calls_are_ready_only_at_the_end(tmp_path: Path) -> None:
    turn = [calls(("vault_search", {})), sends_text("Well."), answered(), waits()]
    async with scripted(tmp_path, turn) as (codex, _):
        outcome = await ask(codex, codex_request())

    kinds = [type(event) for event in outcome.events]
    assert kinds[-3:] == [UsageReported, CallReady, TurnEnded]


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until another process has done something, with a limit."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


def exists(folder: str) -> bool:
    return Path(folder).exists()


class ConnectionLog:
    """Collects the recorded connections."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []

    async def record_connection(self, destination: Destination, purpose: str, size: int, origin: RequestOrigin) -> None:
        self.lines.append((destination.host, purpose))


async def test_t1_a_start_and_each_list_of_models_are_recorded(tmp_path: Path) -> None:
    log = ConnectionLog()
    server = CodexServer(tmp_path, [])
    provider = Codex("Codex", command=server.command, log=log)
    try:
        await provider.models()
        await provider.models()
    finally:
        await provider.aclose()
    assert log.lines == [(provider.destination.host, "models")] * 3  # the start and two lists


async def test_t1_without_an_installation_nothing_is_sent_or_recorded(tmp_path: Path) -> None:
    log = ConnectionLog()
    codex = Codex("Codex", environment={"PATH": str(tmp_path)}, log=log)
    with pytest.raises(ProviderRefused):
        await codex.models()
    assert log.lines == []
