"""Tests of providers/ollama_provider.py."""

import asyncio
import json
import logging
import threading

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, SHORT, Outcome, ask, reply_transport, request, timeouts_for
from tests.providers.ollama_asking import ollama
from tests.providers.ollama_transcripts import CALL_MESSAGE, HELLO, OLLAMA_CASES, lines
from tests.providers.transcripts import Case
from tests.support.campaigns import paired, sampled
from tests.support.wine import slower
from tests.support.wire import Raw, Recorded, WireServer, redirect
from tests.support.wire_ollama import chunk, complete_response, encoded, facts, refused, reply, shown
from tests.support.wire_turns import Call, Turn, cut, html
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.transmission import Destination
from vaultdesk.providers import response_reader as reading
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.http_connection import JsonReply, Timeouts
from vaultdesk.providers.ollama_models import UNKNOWN_MODEL, OllamaModelFacts
from vaultdesk.providers.ollama_provider import (
    MAX_PARALLEL_LOOKUPS,
    OllamaAnswer,
    ollama_body,
    ollama_error,
    ollama_stream_error,
    think_value,
)
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    Effort,
    ModelEvent,
    ModelInfo,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    TextArrived,
    ToolChoice,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.self_hosted.sent_prompt import SentPrompt

# Ollama chat

CONTEXT = ErrorContext("Ollama", "127.0.0.1:11434", "Ollama")
TOO_LONG_MESSAGE = (
    "the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the "
    "context length in settings, or use a model with a longer context length"
)


def refusal(status: int, error: str, **fields: object) -> ProviderError:
    body = json.dumps({"error": error, **fields})
    return ollama_error(CONTEXT, JsonReply(status, {"content-type": "application/json"}, body), "qwen3:8b", 16_384)


@pytest.mark.parametrize("message", ["model 'qwen3:8b' not found", 'model "qwen3:8b" not found, try pulling it first'])
def test_a_missing_model_is_reported_with_the_download_command(message: str) -> None:
    error = refusal(404, message)

    assert isinstance(error, ProviderRefused)
    assert error.title == "Ollama (127.0.0.1:11434) does not have the model qwen3:8b"
    assert error.hint == "Download it with: ollama pull qwen3:8b"


def test_a_refusal_of_tools_has_its_error_kind() -> None:
    error = refusal(400, "registry.ollama.ai/library/gemma3:4b does not support tools")

    assert (type(error), error.kind) == (ProviderRefused, "no_tools")


@pytest.mark.parametrize(
    "message",
    ["model requires more system memory (9.1 GiB) than is available (4.2 GiB)", "CUDA error: out of memory"],
)
def test_insufficient_memory_is_not_retried(message: str) -> None:
    error = refusal(500, message)

    assert isinstance(error, ProviderRefused)
    assert "enough memory" in error.title
    assert "16,384 tokens" in error.hint


@pytest.mark.parametrize(("status", "message"), [(500, "no user query found in messages"), (400, TOO_LONG_MESSAGE)])
def test_a_chat_larger_than_the_window_is_reported_with_the_setting(status: int, message: str) -> None:
    error = refusal(status, message)

    assert (type(error), error.kind) == (ProviderRefused, "context")
    assert error.hint == "Raise Context window in Settings (it is 16,384 tokens now), or start a new chat."


def test_a_cloud_model_requires_a_sign_in() -> None:
    error = refusal(401, "unauthorized", signin_url="https://ollama.example/connect?key=abc")

    assert error.kind == "auth"
    assert error.hint.startswith("Run: ollama signin")
    without_url = refusal(401, "you need to be signed in to Ollama to use cloud models")
    assert without_url.hint.startswith("Run: ollama signin")
    assert "abc" not in str(error)


def test_other_errors_are_translated_by_the_common_rules() -> None:
    assert isinstance(refusal(503, "server busy, please try again.  maximum pending requests exceeded"),
                      ProviderUnreachable)  # fmt: skip
    assert "does not use the" in refusal(404, "page not found").title
    assert "refused the request" in refusal(400, "invalid options").title


def test_an_error_line_after_text_is_a_broken_answer() -> None:
    line = {"error": "llama runner process: out of memory"}

    assert type(ollama_stream_error(CONTEXT, {**line}, 0, begun=False)) is ProviderRefused
    assert type(ollama_stream_error(CONTEXT, {**line}, 0, begun=True)) is ProviderBroken
    assert type(ollama_stream_error(CONTEXT, {"error": TOO_LONG_MESSAGE}, 4096, begun=True)) is ProviderBroken
    assert (
        type(ollama_stream_error(CONTEXT, {"error": {"message": "Overloaded"}}, 0, begun=False)) is ProviderUnreachable
    )


REPLAY_SCOPE = "ollama@127.0.0.1:11434/scripted"
OTHER_SCOPE = "ollama@127.0.0.1:11434/other"
THINKING_MODEL = OllamaModelFacts(thinking=True)
SWITCHABLE_MODEL = OllamaModelFacts(thinking=True, levels=(False, True))
MODEL_WITH_LEVELS = OllamaModelFacts(thinking=True, levels=("low", "medium", "high"))


def request_body(*messages: Message, facts: OllamaModelFacts = UNKNOWN_MODEL, **fields: object) -> dict[str, object]:
    model_request = ModelRequest("scripted", "Be brief.", messages or (user_message("Hi"),), **fields)  # type: ignore[arg-type]
    return dict(ollama_body(model_request, scope=REPLAY_SCOPE, window=16_384, facts=facts))


def test_a_request_contains_the_window() -> None:
    assert request_body() == {
        "model": "scripted",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
        "stream": True,
        "options": {"num_ctx": 16_384, "num_predict": 8192},
    }


def test_each_option_has_its_field() -> None:
    image = ImagePart(media_type="image/png", data="aGk=")

    sent = request_body(
        user_message("What is it?", (image,)), temperature=0.2, streamed=False, tools=(SEARCH,), max_output_tokens=50
    )

    assert sent["stream"] is False
    assert sent["options"] == {"num_ctx": 16_384, "num_predict": 50, "temperature": 0.2}
    assert sent["messages"][1:] == [{"role": "user", "content": "What is it?", "images": ["aGk="]}]  # type: ignore[index]
    assert sent["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "vault_search",
                "description": "Search the notes.",
                "parameters": dict(SEARCH.parameters),
            },
        }
    ]


@pytest.mark.parametrize(
    ("choice", "offered"),
    [
        (ToolChoice("auto"), ["vault_search", "file_read"]),
        (ToolChoice("required"), ["vault_search", "file_read"]),
        (ToolChoice("tool", "file_read"), ["file_read"]),
        (ToolChoice("none"), None),
    ],
)
def test_the_tool_choice_determines_the_offered_tools(choice: ToolChoice, offered: list[str] | None) -> None:
    tools = request_body(tools=(SEARCH, READ), tool_choice=choice).get("tools")

    assert (tools and [tool["function"]["name"] for tool in tools]) == offered  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("effort", "facts", "think"),
    [
        ("", MODEL_WITH_LEVELS, None),
        ("high", UNKNOWN_MODEL, None),
        ("off", UNKNOWN_MODEL, None),
        ("high", OllamaModelFacts(thinking=False), None),
        ("off", THINKING_MODEL, False),
        ("low", THINKING_MODEL, True),
        ("off", SWITCHABLE_MODEL, False),
        ("medium", SWITCHABLE_MODEL, True),
        ("medium", MODEL_WITH_LEVELS, "medium"),
        ("off", MODEL_WITH_LEVELS, "low"),
        ("medium", OllamaModelFacts(thinking=True, levels=("low", "max")), None),
        ("off", OllamaModelFacts(thinking=True, levels=(True,)), None),
    ],
)
def test_thinking_is_requested_in_the_format_of_the_model(
    effort: Effort, facts: OllamaModelFacts, think: bool | str | None
) -> None:
    assert think_value(effort, facts) is think or think_value(effort, facts) == think
    assert request_body(facts=facts, effort=effort).get("think") == think


def test_reasoning_and_ids_are_replayed_to_the_same_model_only() -> None:
    call = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "öl"}', arguments={"query": "öl"})
    for scope, extra, wire_id in ((REPLAY_SCOPE, {"thinking": "Hm."}, "call_x"), (OTHER_SCOPE, {}, "")):
        replay = (
            ProviderPart(family=scope, item={"thinking": "Hm."}),
            ProviderPart(family=scope, item={"wire_ids": {"call_1": "call_x"}}),
        )
        answer = Message(role="assistant", parts=(ReasoningPart(text="Hm."), TextPart(text="A"), call, *replay))
        result = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="vault_search", content="{}"),))

        ids = {"id": wire_id} if wire_id else {}
        assert request_body(user_message("Hi"), answer, result)["messages"][2:] == [  # type: ignore[index]
            {
                "role": "assistant",
                "content": "A",
                **extra,
                "tool_calls": [{**ids, "function": {"name": "vault_search", "arguments": {"query": "öl"}}}],
            },
            {
                "role": "tool",
                "tool_name": "vault_search",
                "content": "{}",
                **({"tool_call_id": wire_id} if wire_id else {}),
            },
        ]


def test_reasoning_of_an_answer_without_calls_is_not_replayed() -> None:
    replay = ProviderPart(family=REPLAY_SCOPE, item={"thinking": "Hm."})
    answer = Message(role="assistant", parts=(TextPart(text="A"), replay))

    assert request_body(user_message("Hi"), answer, user_message("So?"))["messages"][2] == {  # type: ignore[index]
        "role": "assistant",
        "content": "A",
    }


def test_invalid_arguments_are_replayed_as_an_object() -> None:
    call = ToolCallPart(id="c", name="no such/tool", arguments_json='{"p', problem="broken")

    sent = request_body(user_message("Hi"), Message(role="assistant", parts=(call,)))["messages"]

    assert sent[2]["tool_calls"] == [  # type: ignore[index]
        {"function": {"name": "no_such_tool", "arguments": {"unreadable_arguments": '{"p'}}}
    ]
    assert sent[3]["tool_name"] == "no_such_tool"  # type: ignore[index]


QWEN_SCOPE = "ollama@127.0.0.1:11434/qwen3"
LARGE_WINDOW = SentPrompt(window=16_384, message_tokens=10)


def read_events(body: bytes, sent: SentPrompt = LARGE_WINDOW) -> list[ModelEvent]:
    answer = OllamaAnswer(CONTEXT, QWEN_SCOPE, sent)
    decoder = answer.decoder()
    assert decoder is not None
    events = [event for line in decoder.feed(body) for event in answer.feed(line)]
    return [*events, *answer.finish()]


SIZES = {"in one chunk": 0, "byte by byte": 1, "by seven bytes": 7}
"""Bytes in one chunk of an answer; 0 is all of them."""


@pytest.mark.parametrize(
    ("case", "chunking"),
    [pytest.param(case, chunking, id=f"{case.name} {chunking}") for case, chunking in paired(OLLAMA_CASES, SIZES)],
)
async def test_each_transcript_yields_its_answer_or_its_error(case: Case, chunking: str) -> None:
    if chunking == "byte by byte" and len(case.body) > 50_000:
        pytest.skip("reading it byte by byte only takes longer")
    provider = ollama(transport=reply_transport(case.body, size=SIZES[chunking]), timeouts=SHORT)

    outcome = await ask(provider)

    assert type(outcome.error).__name__ == (case.error or "NoneType"), outcome.error
    assert outcome.text == case.text
    assert outcome.stop == case.stop
    assert [(call.name, call.arguments_json) for call in outcome.calls] == list(case.calls)
    assert sum(bool(call.problem) for call in outcome.calls) == case.problems
    assert all((call.arguments is None) == bool(call.problem) for call in outcome.calls)
    assert case.error_title in (outcome.error.title if outcome.error else "")
    if outcome.error is None:
        assert isinstance(outcome.events[-1], TurnEnded)
    await provider.aclose()


async def test_a_stream_truncated_at_any_byte_is_never_complete() -> None:
    body = b"".join(encoded(Turn("größer 🎉", [Call("read", {"p": "ö"})], reasoning="Hm.")))

    for end in sampled(range(len(body) - 1), 60):
        provider = ollama(transport=reply_transport(body[:end], size=11), timeouts=SHORT)
        outcome = await ask(provider)
        await provider.aclose()

        assert isinstance(outcome.error, ProviderBroken), end
        assert not outcome.calls, end


@pytest.mark.parametrize("cut", sampled(range(1, 400, 3), 20))
def test_events_do_not_depend_on_chunk_boundaries(cut: int) -> None:
    body = b"".join(encoded(Turn("größer 🎉", [Call("read", {"p": "ö"}, id="call_a")], reasoning="Hm.")))
    parser = OllamaAnswer(CONTEXT, QWEN_SCOPE, LARGE_WINDOW)
    decoder = parser.decoder()
    assert decoder is not None

    events = [event for part in (body[:cut], body[cut:]) for line in decoder.feed(part) for event in parser.feed(line)]

    assert [type(event) for event in [*events, *parser.finish()]] == [type(event) for event in read_events(body)]


def test_an_answer_with_a_call_is_read_completely() -> None:
    events = read_events(b"".join(encoded(Turn("Let me", [Call("read", {"p": "ö"}, id="call_x1")], reasoning="So."))))

    started = next(event for event in events if isinstance(event, CallStarted))
    ready = next(event for event in events if isinstance(event, CallReady))
    assert ready.call.id == started.call_id
    assert (ready.call.name, ready.call.arguments_json, ready.call.arguments) == ("read", '{"p": "ö"}', {"p": "ö"})
    assert [event for event in events if not isinstance(event, CallStarted | CallReady)][:1] == [
        ReasoningArrived("So.")
    ]
    assert events[-1] == TurnEnded(
        "tool_calls",
        (
            ProviderPart(family=QWEN_SCOPE, item={"thinking": "So."}),
            ProviderPart(family=QWEN_SCOPE, item={"wire_ids": {started.call_id: "call_x1"}}),
        ),
    )


def test_reasoning_without_a_call_is_not_stored() -> None:
    assert read_events(lines({"thinking": "Hm."}, HELLO)) == [
        ReasoningArrived("Hm."),
        TextArrived("Hello"),
        TurnEnded("end"),
    ]


def test_usage_is_reported_if_the_server_reports_it() -> None:
    assert read_events(lines(HELLO, prompt_eval_count=9, eval_count=4))[1:] == [UsageReported(9, 4), TurnEnded("end")]
    assert read_events(lines(HELLO, prompt_eval_count=-9, eval_count="x"))[1:] == [TurnEnded("end")]


@pytest.mark.parametrize(
    ("sent", "reported_tokens", "noticed"),
    [
        (SentPrompt(4096, 3000), 3100, False),  # fits the window
        (SentPrompt(4096, 9000), 4096, True),  # truncated to the window, as by older versions
        (SentPrompt(4096, 9000), 2050, True),  # truncated to half of the window, as by newer versions
        (SentPrompt(4096, 9000), 300, True),  # complete messages omitted
        (SentPrompt(4096, 2900), 2050, True),  # a language that takes more tokens than estimated
        (SentPrompt(4096, 2000), 1200, False),  # words that take fewer tokens than estimated
        (SentPrompt(4096, 30), 9, False),  # a short question
        (SentPrompt(4096, 9000), 0, False),  # not reported
    ],
)
def test_a_truncated_prompt_causes_a_notice_with_the_remedy(
    sent: SentPrompt, reported_tokens: int, noticed: bool
) -> None:
    notices = [
        event
        for event in read_events(lines(HELLO, prompt_eval_count=reported_tokens), sent)
        if isinstance(event, Noticed)
    ]

    assert [notice.message for notice in notices] == noticed * [
        "The chat is longer than the context window of 4,096 tokens, so Ollama has probably left out its beginning. "
        "Raise Context window in Settings, or start a new chat."
    ]


def test_an_answer_that_ends_at_the_window_limit_causes_a_notice() -> None:
    full_window = read_events(lines(HELLO, stop="length", prompt_eval_count=4000, eval_count=96), SentPrompt(4096, 10))
    truncated = read_events(lines(HELLO, stop="length", prompt_eval_count=400, eval_count=96), SentPrompt(4096, 10))

    assert [event.message[:33] for event in full_window if isinstance(event, Noticed)] == [
        "The answer stopped because the co"
    ]
    assert not [event for event in truncated if isinstance(event, Noticed)]


def test_a_truncated_call_causes_a_notice_and_never_becomes_ready() -> None:
    *_, notice, end = read_events(lines(CALL_MESSAGE, stop="length"))

    assert isinstance(notice, Noticed)
    assert end == TurnEnded("length")


def test_an_answer_beyond_the_size_limit_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.providers.error_context.MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="too long"):
        read_events(lines(*[{"content": "x" * 30, "thinking": "y" * 30}] * 2))


async def test_blank_lines_are_limited_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_WITHOUT_CONTENT", 10_000)
    empty = lines({}, stop=None)
    for body in (b"\n" * 40_000, lines(HELLO, stop=None) + b"\n" * 40_000, empty * 2000):
        provider = ollama(transport=reply_transport(body, size=100))
        outcome = await ask(provider)
        await provider.aclose()

        assert isinstance(outcome.error, ProviderBroken)
        assert "without any content" in outcome.error.title


@pytest.mark.parametrize(
    "fields",
    [
        {"message": "x"},
        {"message": {"content": 7, "thinking": []}},
        {"message": {"tool_calls": "x"}},
        {"message": {"tool_calls": [7]}},
        {"message": {"tool_calls": [{"function": "x"}]}},
        {"done": "yes"},
    ],
)
def test_fields_of_the_wrong_type_are_a_provider_error(fields: dict[str, object]) -> None:
    answer = OllamaAnswer(CONTEXT, QWEN_SCOPE, LARGE_WINDOW)

    with pytest.raises(ProviderError):
        [*answer.feed_json({**chunk({}), **fields}), *answer.finish()]


QWEN = shown("completion", "tools", "thinking", thinking={"values": [False, True], "default": True})
NO_TOOLS = refused(400, "registry.ollama.ai/library/scripted:latest does not support tools")
NO_THINKING = refused(400, '"scripted" does not support thinking')


def chat_requests(server: WireServer) -> list[Recorded]:
    return [recorded for recorded in server.requests if recorded.path == "/api/chat"]


def assistant_message(outcome: Outcome) -> Message:
    """Return the answer as the agent stores it."""
    reasoning = (ReasoningPart(text=outcome.reasoning),) if outcome.reasoning else ()
    text = (TextPart(text=outcome.text),) if outcome.text else ()
    end = outcome.events[-1]
    assert isinstance(end, TurnEnded)
    return Message(role="assistant", parts=(*reasoning, *text, *outcome.calls, *end.replay))


@pytest.mark.parametrize("ids", [("", "", ""), ("call_a1", "call_b2", "call_c3")], ids=["older", "with ids"])
@pytest.mark.parametrize("piece", [0, 1])
async def test_requests_of_two_rounds_of_tools_are_complete(ids: tuple[str, str, str], piece: int) -> None:
    calls = [Call("vault_search", {"query": "boiler"}, ids[0]), Call("file_read", {"file_paths": ["Öl.md"]}, ids[1])]
    turns = [
        Turn("Let me look.", calls, reasoning="I should search.", piece=piece),
        Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md"]}, ids[2])]),
        Turn("It leaks."),
    ]
    answers = [
        [('{"success": true}', False), ('{"success": false, "error": {"code": "DENIED"}}', True)],
        [('{"success": true, "data": []}', False)],
        [],
    ]
    messages = [user_message("What about the boiler?")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        for results in answers:
            outcome = await ask(provider, request(*messages))
            assert outcome.error is None
            messages.append(assistant_message(outcome))
            parts = tuple(
                ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=is_error)
                for call, (content, is_error) in zip(outcome.calls, results, strict=True)
            )
            messages.extend([Message(role="tool", parts=parts)] if parts else [])
        await provider.aclose()

    first, second, third = (posted.json for posted in chat_requests(server))
    assert all(
        {name: value for name, value in body.items() if name != "messages"}
        == {
            "model": "scripted",
            "stream": True,
            "options": {"num_ctx": 16_384, "num_predict": 8192},
            "tools": [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": dict(tool.parameters),
                    },
                }
                for tool in (SEARCH, READ)
            ],
        }
        for body in (first, second, third)
    )
    assert third["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What about the boiler?"},
        {
            "role": "assistant",
            "content": "Let me look.",
            "thinking": "I should search.",
            "tool_calls": [
                wire_call("vault_search", {"query": "boiler"}, ids[0]),
                wire_call("file_read", {"file_paths": ["Öl.md"]}, ids[1]),
            ],
        },
        wire_result("vault_search", '{"success": true}', ids[0]),
        wire_result("file_read", '{"success": false, "error": {"code": "DENIED"}}', ids[1]),
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [wire_call("file_read", {"file_paths": ["Boiler.md"]}, ids[2])],
        },
        wire_result("file_read", '{"success": true, "data": []}', ids[2]),
    ]
    assert second["messages"] == third["messages"][:5]
    assert first["messages"] == third["messages"][:2]
    assert outcome.events == [
        TextArrived("It"),
        TextArrived(" leaks."),
        UsageReported(10, 5),
        TurnEnded("end"),
    ]


def wire_call(name: str, arguments: dict[str, object], wire_id: str) -> dict[str, object]:
    return {**({"id": wire_id} if wire_id else {}), "function": {"name": name, "arguments": arguments}}


def wire_result(name: str, content: str, wire_id: str) -> dict[str, object]:
    return {"role": "tool", "tool_name": name, "content": content, **({"tool_call_id": wire_id} if wire_id else {})}


async def test_reasoning_and_ids_of_another_model_are_not_sent() -> None:
    turns = [Turn("A", [Call("vault_search", {"query": "b"}, "call_a1")], reasoning="Hm."), Turn("B")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN, "other": QWEN})) as server:
        provider = ollama(server.url)
        answer = assistant_message(await ask(provider))
        result = ToolResultPart(call_id=answer.tool_calls[0].id, name="vault_search", content="{}")
        messages = (user_message("So?"), answer, Message(role="tool", parts=(result,)))
        await ask(provider, ModelRequest("other", "", messages))
        await provider.aclose()

    assert chat_requests(server)[1].json["messages"] == [
        {"role": "user", "content": "So?"},
        {"role": "assistant", "content": "A", "tool_calls": [wire_call("vault_search", {"query": "b"}, "")]},
        wire_result("vault_search", "{}", ""),
    ]


@pytest.mark.parametrize(
    ("shown_facts", "setting", "window"),
    [
        (QWEN, 0, 16_384),
        (QWEN, 20_000, 20_000),
        (shown("completion", context=4096), 0, 4096),
        (refused(500, "oops"), 0, 16_384),
        (refused(404, "page not found"), 0, 16_384),
        (Raw(b"<html>", content_type="text/html"), 0, 16_384),
        (reply([1]), 8192, 8192),
        (Raw(b"", reset=True), 0, 16_384),
    ],
)
async def test_the_window_is_sent_with_every_request(
    shown_facts: dict[str, object] | Raw, setting: int, window: int
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 18."""
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts({"scripted": shown_facts})) as server:
        provider = ollama(server.url, context=setting)
        outcomes = [await ask(provider), await ask(provider)]
        await provider.aclose()

    assert [recorded.json["options"]["num_ctx"] for recorded in chat_requests(server)] == [window] * 2
    assert [outcome.text for outcome in outcomes] == ["a", "b"]


async def test_facts_of_a_model_are_requested_once() -> None:
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        await ask(provider)
        await ask(provider)
        await provider.aclose()

    assert [recorded.path for recorded in server.requests] == ["/api/show", "/api/chat", "/api/chat"]
    assert server.requests[0].json == {"model": "scripted"}


async def test_missing_facts_are_waited_for_once() -> None:
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes={"/api/show": lambda _: Raw(hold=True)}) as server:
        provider = ollama(server.url, timeouts=SHORT)
        assert [(await ask(provider)).text, (await ask(provider)).text] == ["a", "b"]
        await provider.aclose()

    assert [recorded.path for recorded in server.requests] == ["/api/show", "/api/chat", "/api/chat"]


async def test_a_chat_truncated_by_ollama_causes_a_notice() -> None:
    messages = request(user_message("word " * 20_000))
    async with WireServer(ollama=[Turn("a", usage=(8194, 5)), Turn("a", usage=(19_000, 5))]) as server:
        provider, larger_provider = ollama(server.url), ollama(server.url, context=32_768)
        notices = [event for event in (await ask(provider, messages)).events if isinstance(event, Noticed)]
        no_notices = [event for event in (await ask(larger_provider, messages)).events if isinstance(event, Noticed)]
        await provider.aclose()
        await larger_provider.aclose()

    assert [notice.message for notice in notices] == [
        "The chat is longer than the context window of 16,384 tokens, so Ollama has probably left out its beginning. "
        "Raise Context window in Settings, or start a new chat."
    ]
    assert no_notices == []


@pytest.mark.parametrize(("effort", "think"), [("", None), ("off", False), ("low", True)])
async def test_thinking_is_requested_only_from_models_with_thinking(effort: Effort, think: bool | None) -> None:
    models = {"scripted": QWEN, "plain": shown("completion")}
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts(models)) as server:
        provider = ollama(server.url)
        for name in models:
            await ask(provider, ModelRequest(name, "", (user_message("Hi"),), effort=effort))
        await provider.aclose()

    assert [recorded.json.get("think") for recorded in chat_requests(server)] == [think, None]


async def test_refused_thinking_is_omitted_and_the_request_is_repeated() -> None:
    model_request = ModelRequest("scripted", "", (user_message("Hi"),), effort="high")
    turns = [NO_THINKING, Turn("Hi"), Turn("Ho")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        outcomes = [await ask(provider, model_request), await ask(provider, model_request)]
        await provider.aclose()

    assert [outcome.text for outcome in outcomes] == ["Hi", "Ho"]
    assert ["think" in recorded.json for recorded in chat_requests(server)] == [True, False, False]


async def test_a_model_without_tools_is_refused_after_one_request() -> None:
    async with WireServer(ollama=[NO_TOOLS], routes=facts({"scripted": shown("completion")})) as server:
        provider = ollama(server.url)
        outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderRefused)
    assert outcome.error.kind == "no_tools"
    assert len(chat_requests(server)) == 1


async def test_a_question_to_a_missing_model_is_an_error_with_the_download_command() -> None:
    missing = refused(404, "model 'scripted' not found")
    async with WireServer(ollama=[missing], routes=facts({})) as server:
        provider = ollama(server.url)
        outcome = await ask(provider)
        await provider.aclose()

    assert outcome.error is not None
    assert outcome.error.hint == "Download it with: ollama pull scripted"


async def test_a_stopped_ollama_is_an_error_with_the_remedy() -> None:
    async with WireServer() as server:
        url = server.url
    provider = ollama(url, timeouts=Timeouts(2.0, 2.0))

    outcome = await ask(provider)
    with pytest.raises(ProviderUnreachable, match="Nothing answers"):
        await provider.models()
    await provider.aclose()

    assert isinstance(outcome.error, ProviderUnreachable)
    assert outcome.error.hint.startswith("Start Ollama")


async def test_an_answer_without_streaming_is_the_same() -> None:
    turn = Turn("Let me look.", [Call("vault_search", {"query": "öl"})], reasoning="Hm.")
    model_request = ModelRequest("scripted", "", (user_message("Hi"),), (SEARCH,), streamed=False)
    turns = [
        complete_response(turn),
        Raw(json.dumps({"error": "Overloaded"}).encode()),
        Raw(b"<html>"),
        Raw(b""),
        Raw(b'{"mess'),
    ]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        outcome, *failed = [await ask(provider, model_request) for _ in turns]
        await provider.aclose()

    assert chat_requests(server)[0].json["stream"] is False
    assert (outcome.text, outcome.reasoning, outcome.stop) == ("Let me look.", "Hm.", "tool_calls")
    assert [call.arguments for call in outcome.calls] == [{"query": "öl"}]
    assert [type(failure.error) for failure in failed] == [ProviderUnreachable, *[ProviderBroken] * 3]


FAULTS = [
    ("a web page", html(), ProviderBroken, "protocol"),
    ("a refused key", refused(401, f"bad key {SECRET}"), ProviderRefused, "auth"),
    ("too many questions", refused(429, "slow down"), ProviderUnreachable, "rate_limit"),
    ("a full queue", refused(503, "server busy, please try again"), ProviderUnreachable, "overloaded"),
    ("too little memory", refused(500, "model requires more system memory than is available"), ProviderRefused,
     "overloaded"),
    ("a lost question", refused(500, "no user query found in messages"), ProviderRefused, "context"),
    ("invalid JSON", Raw(b"{oops\n"), ProviderBroken, "protocol"),
    ("a cut stream", cut(Turn("a b c"), 2), ProviderBroken, "protocol"),
    ("a broken connection", Raw(b"\n", reset=True), ProviderUnreachable, "network"),
    ("an empty body", Raw(b""), ProviderBroken, "protocol"),
    ("status 204", Raw(b"", 204), ProviderBroken, "protocol"),
    ("a page with 500", Raw(b"<html>", 500, "text/html"), ProviderUnreachable, "overloaded"),
    ("an error line", Turn("a b c", error_after=2), ProviderBroken, "overloaded"),
    ("an error line immediately", Turn("a b c", error_after=0), ProviderUnreachable, "overloaded"),
    ("a refusal without end", Raw(b'{"error": "', 400, hold=True), ProviderUnreachable, "network"),
    ("silence", Raw(hold=True), ProviderUnreachable, "network"),
    ("silence after words", Turn("a b c", hold_after=2), ProviderBroken, "network"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "response", "kind", "error_kind"), FAULTS, ids=[fault[0] for fault in FAULTS])
async def test_each_fault_is_an_error_without_the_key(
    name: str, response: Raw | Turn, kind: type[ProviderError], error_kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with WireServer(ollama=[response, Turn("Again.")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, timeouts=timeouts_for(name), key=lambda: SECRET)
        async with asyncio.timeout(slower(10)):
            outcome = await ask(provider)
        again = await ask(provider)
        await provider.aclose()

    assert (type(outcome.error), outcome.error and outcome.error.kind) == (kind, error_kind)
    error = outcome.error
    error_text = f"{error!s} {error!r} {error and error.facts} {error and error.__context__!r}"
    assert SECRET not in error_text + caplog.text
    assert "Ollama" in error_text
    assert again.text == "Again."
    assert all(recorded.key == SECRET for recorded in server.requests)


async def test_endless_blank_lines_are_limited_by_time_or_number() -> None:
    async with WireServer(ollama=[Raw(endless=b"\n"), Turn("Again.")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, timeouts=timeouts_for("for ever"))
        async with asyncio.timeout(10):
            outcome = await ask(provider)
        again = await ask(provider)
        await provider.aclose()

    # The speed of this computer decides which of the two limits is reached first.
    assert outcome.error is not None
    assert (type(outcome.error), outcome.error.kind) in (
        (ProviderUnreachable, "network"),
        (ProviderBroken, "protocol"),
    )
    assert again.text == "Again."


async def test_a_redirect_is_not_followed() -> None:
    async with WireServer(ollama=[Turn("stolen")], routes=facts({"scripted": QWEN})) as second:
        routes = {path: lambda _: redirect(second.url) for path in ("/api/show", "/api/tags")}
        async with WireServer(ollama=[redirect(f"{second.url}/api/chat")], routes=routes) as first:
            provider = ollama(first.url)
            outcome = await ask(provider)
            with pytest.raises(ProviderRefused, match="another address"):
                await provider.models()
            await provider.aclose()

    assert second.requests == []
    assert isinstance(outcome.error, ProviderRefused)


async def test_an_unavailable_key_is_an_error_before_anything_is_sent() -> None:
    key_reads = []

    def locked() -> str:
        key_reads.append(1)
        raise ProviderRefused("The keyring is locked", kind="auth")

    async with WireServer() as server:
        provider = ollama(server.url, key=locked)
        outcome = await ask(provider)

    assert outcome.error is not None
    assert outcome.error.title == "The keyring is locked"
    assert (key_reads, server.requests) == ([1], [])


async def test_only_headers_of_the_program_are_sent_and_no_proxy_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(ollama=[Turn("Hi")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()

    sent = chat_requests(server)[0].headers
    assert sent.keys() <= {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length", "user-agent"
    }  # fmt: skip
    assert sent["user-agent"].startswith("VaultDesk/")


@pytest.mark.parametrize("notice_delay", [0.02, 10.0])
async def test_cancelling_closes_the_connection_immediately(notice_delay: float) -> None:
    async with WireServer(ollama=[Turn("a b c", hold_after=0)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, notice_delay=notice_delay)
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(ask(provider))
            await asyncio.to_thread(server.held.wait, 30)
            task.cancel()
            await asyncio.wait([task], timeout=30)
            assert task.cancelled()

        assert await asyncio.to_thread(server.hung_up.wait, 30)
        await provider.aclose()


async def test_closing_the_stream_closes_the_connection() -> None:
    async with WireServer(ollama=[Turn("a b c", hold_after=2)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        stream = provider.stream(request())
        async for event in stream:
            if isinstance(event, TextArrived):
                break
        await stream.aclose()

        assert await asyncio.to_thread(server.hung_up.wait, 30)
        await provider.aclose()


async def test_waiting_for_a_model_is_reported_once() -> None:
    async with WireServer(ollama=[Turn("a b", hold_after=0)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, notice_delay=0.05)
        events = []
        async with asyncio.timeout(10):
            async for event in provider.stream(request()):
                events.append(event)
                server.release()
        await provider.aclose()

    assert events[:3] == [
        Noticed("Ollama is loading the model or reading a long chat; this can take a few minutes."),
        TextArrived("a"),
        TextArrived(" b"),
    ]
    assert not any(isinstance(event, Noticed) for event in events[1:])


WEIGHTS = 4_022_468_096


async def test_models_are_listed_with_their_capabilities() -> None:
    models = {
        "qwen3:8b": QWEN,
        "llava:7b": shown("completion", "vision", context=4096),
        "nomic-embed-text:latest": shown("embedding"),
        "damaged": refused(500, "invalid file magic"),
    }
    async with WireServer(routes=facts(models, loaded=("qwen3:8b",)), key=SECRET) as server:
        provider = ollama(server.url, key=lambda: SECRET)
        found = await provider.models()
        await provider.aclose()

    assert found == (
        ModelInfo("damaged", loaded=False),
        ModelInfo(
            "llava:7b",
            context=4096,
            tools=False,
            images=True,
            reasoning=False,
            loaded=False,
            window=4096,
            weights=WEIGHTS,
        ),
        ModelInfo(
            "qwen3:8b",
            context=40_960,
            tools=True,
            images=False,
            reasoning=True,
            loaded=True,
            window=16_384,
            weights=WEIGHTS,
        ),
    )
    assert sorted(recorded.path for recorded in server.requests) == ["/api/ps", *["/api/show"] * 4, "/api/tags"]
    assert all(recorded.json is None or recorded.json.keys() == {"model"} for recorded in server.requests)


async def test_facts_are_requested_for_a_few_models_in_parallel() -> None:
    names = [f"m{number}" for number in range(3 * MAX_PARALLEL_LOOKUPS)]
    barrier, lock, active = threading.Barrier(MAX_PARALLEL_LOOKUPS), threading.Lock(), set[int]()
    counts = []

    def show(_: Recorded) -> Raw:
        with lock:
            active.add(threading.get_ident())
            counts.append(len(active))
        barrier.wait(5)  # opens only with the maximum of parallel requests
        with lock:
            active.discard(threading.get_ident())
        return reply(QWEN)

    async with WireServer(routes={**facts(dict.fromkeys(names, QWEN)), "/api/show": show}) as server:
        provider = ollama(server.url)
        found = await provider.models()
        await provider.aclose()

    assert [model.tools for model in found] == [True] * len(names)
    assert max(counts) == MAX_PARALLEL_LOOKUPS


@pytest.mark.parametrize("path", ["/api/show", "/api/ps"])
@pytest.mark.parametrize(
    "response", [Raw(hold=True), Raw(b"{", 200), Raw(b"", reset=True), Raw(b"nope", 404, "text/plain"), html()]
)
async def test_the_list_is_returned_without_details_that_fail(path: str, response: Raw) -> None:
    routes = {**facts({"a": QWEN, "b": QWEN}), path: lambda _: response}
    async with WireServer(routes=routes) as server:
        provider = ollama(server.url, timeouts=SHORT)
        async with asyncio.timeout(10):
            found = await provider.models()
        await provider.aclose()

    assert [model.id for model in found] == ["a", "b"]
    assert all((model.tools is None) == (path == "/api/show") for model in found)
    assert all((model.loaded is None) == (path == "/api/ps") for model in found)


@pytest.mark.parametrize(
    ("response", "message"),
    [
        (html(), "a web page"),
        (reply({"object": "list"}), "JSON without models"),
        (Raw(b"{", 200), "not JSON"),
        (refused(403, "no"), "does not allow this request"),
    ],
)
async def test_an_invalid_list_is_an_error(response: Raw, message: str) -> None:
    async with WireServer(routes={"/api/tags": lambda _: response}) as server:
        provider = ollama(server.url)
        with pytest.raises(ProviderError, match=message):
            await provider.models()
        await provider.aclose()


async def test_the_destination_is_the_server() -> None:
    assert ollama("http://localhost:9/api/chat").destination == Destination("Ollama", "localhost:9", local=True)
    assert not ollama("https://ollama.example").destination.local
