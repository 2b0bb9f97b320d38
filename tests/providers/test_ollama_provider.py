"""Tests of providers/ollama_provider.py."""

import asyncio
import json
import logging
import threading

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, SHORT, Outcome, answering, ask, request, timeouts_for
from tests.providers.ollama_asking import ollama
from tests.providers.ollama_transcripts import HELLO, OLLAMA_CASES, ONE, lines
from tests.providers.transcripts import Case
from tests.support.campaigns import paired, sampled
from tests.support.wire import Raw, Recorded, WireServer, redirect
from tests.support.wire_ollama import chunk, encoded, facts, refused, reply, shown, whole
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
from vaultdesk.providers import ollama_provider
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

# Ollama chat.

CONTEXT = ErrorContext("Ollama", "127.0.0.1:11434", "Ollama")
LONG = (
    "the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the "
    "context length in settings, or use a model with a longer context length"
)


def refusal(status: int, error: str, **fields: object) -> ProviderError:
    body = json.dumps({"error": error, **fields})
    return ollama_error(CONTEXT, JsonReply(status, {"content-type": "application/json"}, body), "qwen3:8b", 16_384)


@pytest.mark.parametrize("words", ["model 'qwen3:8b' not found", 'model "qwen3:8b" not found, try pulling it first'])
def test_a_model_that_is_not_there_can_be_fetched(words: str) -> None:
    error = refusal(404, words)

    assert isinstance(error, ProviderRefused)
    assert error.title == "Ollama (127.0.0.1:11434) does not have the model qwen3:8b"
    assert error.hint == "Download it with: ollama pull qwen3:8b"


def test_a_model_without_tools_is_told_by_its_trouble() -> None:
    error = refusal(400, "registry.ollama.ai/library/gemma3:4b does not support tools")

    assert (type(error), error.kind) == (ProviderRefused, "no_tools")


@pytest.mark.parametrize(
    "words",
    ["model requires more system memory (9.1 GiB) than is available (4.2 GiB)", "CUDA error: out of memory"],
)
def test_too_little_memory_is_not_asked_again(words: str) -> None:
    error = refusal(500, words)

    assert isinstance(error, ProviderRefused)
    assert "enough memory" in error.title
    assert "16,384 tokens" in error.hint


@pytest.mark.parametrize(("status", "words"), [(500, "no user query found in messages"), (400, LONG)])
def test_a_chat_that_does_not_fit_names_the_setting(status: int, words: str) -> None:
    error = refusal(status, words)

    assert (type(error), error.kind) == (ProviderRefused, "context")
    assert error.hint == "Raise Context window in Settings (it is 16,384 tokens now), or start a new chat."


def test_a_model_that_runs_elsewhere_wants_a_sign_in() -> None:
    error = refusal(401, "unauthorized", signin_url="https://ollama.example/connect?key=abc")

    assert error.kind == "auth"
    assert error.hint.startswith("Run: ollama signin")
    told = refusal(401, "you need to be signed in to Ollama to use cloud models")
    assert told.hint.startswith("Run: ollama signin")
    assert "abc" not in str(error)


def test_everything_else_is_judged_as_everywhere() -> None:
    assert isinstance(refusal(503, "server busy, please try again.  maximum pending requests exceeded"),
                      ProviderUnreachable)  # fmt: skip
    assert "does not answer like" in refusal(404, "page not found").title
    assert "refused the request" in refusal(400, "invalid options").title


def test_an_error_line_keeps_what_came_before_it() -> None:
    line = {"error": "llama runner process: out of memory"}

    assert type(ollama_stream_error(CONTEXT, {**line}, 0, begun=False)) is ProviderRefused
    assert type(ollama_stream_error(CONTEXT, {**line}, 0, begun=True)) is ProviderBroken
    assert type(ollama_stream_error(CONTEXT, {"error": LONG}, 4096, begun=True)) is ProviderBroken
    assert (
        type(ollama_stream_error(CONTEXT, {"error": {"message": "Overloaded"}}, 0, begun=False)) is ProviderUnreachable
    )


REPLAY_SCOPE = "ollama@127.0.0.1:11434/scripted"
OTHER = "ollama@127.0.0.1:11434/other"
THINKS = OllamaModelFacts(thinking=True)
SWITCHES = OllamaModelFacts(thinking=True, levels=(False, True))
LEVELS = OllamaModelFacts(thinking=True, levels=("low", "medium", "high"))


def body(*messages: Message, facts: OllamaModelFacts = UNKNOWN_MODEL, **more: object) -> dict[str, object]:
    asked = ModelRequest("scripted", "Be brief.", messages or (user_message("Hi"),), **more)  # type: ignore[arg-type]
    return dict(ollama_body(asked, scope=REPLAY_SCOPE, window=16_384, facts=facts))


def test_a_plain_question_says_how_large_the_window_is() -> None:
    assert body() == {
        "model": "scripted",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
        "stream": True,
        "options": {"num_ctx": 16_384, "num_predict": 8192},
    }


def test_each_wish_has_its_place() -> None:
    picture = ImagePart(media_type="image/png", data="aGk=")

    asked = body(
        user_message("What is it?", (picture,)), temperature=0.2, streamed=False, tools=(SEARCH,), max_output_tokens=50
    )

    assert asked["stream"] is False
    assert asked["options"] == {"num_ctx": 16_384, "num_predict": 50, "temperature": 0.2}
    assert asked["messages"][1:] == [{"role": "user", "content": "What is it?", "images": ["aGk="]}]  # type: ignore[index]
    assert asked["tools"] == [
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
def test_a_choice_of_tools_is_made_by_what_is_offered(choice: ToolChoice, offered: list[str] | None) -> None:
    tools = body(tools=(SEARCH, READ), tool_choice=choice).get("tools")

    assert (tools and [tool["function"]["name"] for tool in tools]) == offered  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("effort", "facts", "think"),
    [
        ("", LEVELS, None),
        ("high", UNKNOWN_MODEL, None),
        ("off", UNKNOWN_MODEL, None),
        ("high", OllamaModelFacts(thinking=False), None),
        ("off", THINKS, False),
        ("low", THINKS, True),
        ("off", SWITCHES, False),
        ("medium", SWITCHES, True),
        ("medium", LEVELS, "medium"),
        ("off", LEVELS, "low"),
        ("medium", OllamaModelFacts(thinking=True, levels=("low", "max")), None),
        ("off", OllamaModelFacts(thinking=True, levels=(True,)), None),
    ],
)
def test_thinking_is_asked_for_in_the_words_of_the_model(
    effort: Effort, facts: OllamaModelFacts, think: bool | str | None
) -> None:
    assert think_value(effort, facts) is think or think_value(effort, facts) == think
    assert body(facts=facts, effort=effort).get("think") == think


def test_what_was_thought_and_the_ids_go_back_to_the_model_they_came_from_alone() -> None:
    call = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "öl"}', arguments={"query": "öl"})
    for scope, extra, wire_id in ((REPLAY_SCOPE, {"thinking": "Hm."}, "call_x"), (OTHER, {}, "")):
        kept = (
            ProviderPart(family=scope, item={"thinking": "Hm."}),
            ProviderPart(family=scope, item={"wire_ids": {"call_1": "call_x"}}),
        )
        answer = Message(role="assistant", parts=(ReasoningPart(text="Hm."), TextPart(text="A"), call, *kept))
        result = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="vault_search", content="{}"),))

        ids = {"id": wire_id} if wire_id else {}
        assert body(user_message("Hi"), answer, result)["messages"][2:] == [  # type: ignore[index]
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


def test_thoughts_of_an_answer_without_calls_stay_here() -> None:
    kept = ProviderPart(family=REPLAY_SCOPE, item={"thinking": "Hm."})
    answer = Message(role="assistant", parts=(TextPart(text="A"), kept))

    assert body(user_message("Hi"), answer, user_message("So?"))["messages"][2] == {  # type: ignore[index]
        "role": "assistant",
        "content": "A",
    }


def test_arguments_that_cannot_be_read_go_back_as_an_object() -> None:
    call = ToolCallPart(id="c", name="no such/tool", arguments_json='{"p', problem="broken")

    sent = body(user_message("Hi"), Message(role="assistant", parts=(call,)))["messages"]

    assert sent[2]["tool_calls"] == [  # type: ignore[index]
        {"function": {"name": "no_such_tool", "arguments": {"unreadable_arguments": '{"p'}}}
    ]
    assert sent[3]["tool_name"] == "no_such_tool"  # type: ignore[index]


QWEN_SCOPE = "ollama@127.0.0.1:11434/qwen3"
LARGE_WINDOW = SentPrompt(window=16_384, message_tokens=10)


def read(body: bytes, sent: SentPrompt = LARGE_WINDOW) -> list[ModelEvent]:
    answer = OllamaAnswer(CONTEXT, QWEN_SCOPE, sent)
    decoder = answer.decoder()
    assert decoder is not None
    events = [event for line in decoder.feed(body) for event in answer.feed(line)]
    return [*events, *answer.finish()]


SIZES = {"in one gulp": 0, "byte by byte": 1, "by seven bytes": 7}
"""Bytes in one piece of an answer; 0 is the whole."""


@pytest.mark.parametrize(
    ("case", "pieces"),
    [pytest.param(case, pieces, id=f"{case.name} {pieces}") for case, pieces in paired(OLLAMA_CASES, SIZES)],
)
async def test_each_transcript_ends_right_or_in_a_plain_sentence(case: Case, pieces: str) -> None:
    if pieces == "byte by byte" and len(case.body) > 50_000:
        pytest.skip("byte by byte it only takes longer")
    provider = ollama(transport=answering(case.body, size=SIZES[pieces]), timeouts=SHORT)

    came = await ask(provider)

    assert type(came.error).__name__ == (case.error or "NoneType"), came.error
    assert came.text == case.text
    assert came.stop == case.stop
    assert [(call.name, call.arguments_json) for call in came.calls] == list(case.calls)
    assert sum(bool(call.problem) for call in came.calls) == case.problems
    assert all((call.arguments is None) == bool(call.problem) for call in came.calls)
    assert case.said in (came.error.title if came.error else "")
    if came.error is None:
        assert isinstance(came.events[-1], TurnEnded)
    await provider.aclose()


async def test_a_stream_cut_at_every_byte_is_never_taken_for_whole() -> None:
    body = b"".join(encoded(Turn("größer 🎉", [Call("read", {"p": "ö"})], reasoning="Hm.")))

    for end in sampled(range(len(body) - 1), 60):
        provider = ollama(transport=answering(body[:end], size=11), timeouts=SHORT)
        came = await ask(provider)
        await provider.aclose()

        assert isinstance(came.error, ProviderBroken), end
        assert not came.calls, end


@pytest.mark.parametrize("cut", sampled(range(1, 400, 3), 20))
def test_the_same_events_come_wherever_the_bytes_are_cut(cut: int) -> None:
    body = b"".join(encoded(Turn("größer 🎉", [Call("read", {"p": "ö"}, id="call_a")], reasoning="Hm.")))
    whole = OllamaAnswer(CONTEXT, QWEN_SCOPE, LARGE_WINDOW)
    decoder = whole.decoder()
    assert decoder is not None

    events = [event for part in (body[:cut], body[cut:]) for line in decoder.feed(part) for event in whole.feed(line)]

    assert [type(event) for event in [*events, *whole.finish()]] == [type(event) for event in read(body)]


def test_an_answer_with_a_call_comes_whole() -> None:
    events = read(b"".join(encoded(Turn("Let me", [Call("read", {"p": "ö"}, id="call_x1")], reasoning="So."))))

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


def test_thinking_without_a_call_is_not_kept() -> None:
    assert read(lines({"thinking": "Hm."}, HELLO)) == [
        ReasoningArrived("Hm."),
        TextArrived("Hello"),
        TurnEnded("end"),
    ]


def test_usage_is_told_where_the_server_tells_it() -> None:
    assert read(lines(HELLO, prompt_eval_count=9, eval_count=4))[1:] == [UsageReported(9, 4), TurnEnded("end")]
    assert read(lines(HELLO, prompt_eval_count=-9, eval_count="x"))[1:] == [TurnEnded("end")]


@pytest.mark.parametrize(
    ("sent", "counted", "told"),
    [
        (SentPrompt(4096, 3000), 3100, False),  # it fits
        (SentPrompt(4096, 9000), 4096, True),  # cut to the window, as older versions do
        (SentPrompt(4096, 9000), 2050, True),  # cut to half of the window, as newer ones do
        (SentPrompt(4096, 9000), 300, True),  # whole messages left out
        (SentPrompt(4096, 2900), 2050, True),  # a language that takes more tokens than we think
        (SentPrompt(4096, 2000), 1200, False),  # words that take fewer
        (SentPrompt(4096, 30), 9, False),  # a short question
        (SentPrompt(4096, 9000), 0, False),  # it does not say
    ],
)
def test_a_prompt_that_was_cut_is_told_with_the_remedy(sent: SentPrompt, counted: int, told: bool) -> None:
    notices = [event for event in read(lines(HELLO, prompt_eval_count=counted), sent) if isinstance(event, Noticed)]

    assert [notice.message for notice in notices] == told * [
        "The chat is longer than the context window of 4,096 tokens, so Ollama has probably left out its beginning. "
        "Raise Context window in Settings, or start a new chat."
    ]


def test_an_answer_that_ends_with_the_window_says_so() -> None:
    full = read(lines(HELLO, stop="length", prompt_eval_count=4000, eval_count=96), SentPrompt(4096, 10))
    asked_short = read(lines(HELLO, stop="length", prompt_eval_count=400, eval_count=96), SentPrompt(4096, 10))

    assert [event.message[:33] for event in full if isinstance(event, Noticed)] == ["The answer stopped because the co"]
    assert not [event for event in asked_short if isinstance(event, Noticed)]


def test_a_call_that_was_cut_is_noticed_and_never_ready() -> None:
    *_, notice, ended = read(lines(ONE, stop="length"))

    assert isinstance(notice, Noticed)
    assert ended == TurnEnded("length")


def test_an_answer_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ollama_provider, "MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="too long"):
        read(lines(*[{"content": "x" * 30, "thinking": "y" * 30}] * 2))


async def test_blank_lines_that_come_faster_than_time_passes_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_WITHOUT_CONTENT", 10_000)
    empty = lines({}, stop=None)
    for body in (b"\n" * 40_000, lines(HELLO, stop=None) + b"\n" * 40_000, empty * 2000):
        provider = ollama(transport=answering(body, size=100))
        came = await ask(provider)
        await provider.aclose()

        assert isinstance(came.error, ProviderBroken)
        assert "without any content" in came.error.title


@pytest.mark.parametrize(
    "junk",
    [
        {"message": "x"},
        {"message": {"content": 7, "thinking": []}},
        {"message": {"tool_calls": "x"}},
        {"message": {"tool_calls": [7]}},
        {"message": {"tool_calls": [{"function": "x"}]}},
        {"done": "yes"},
    ],
)
def test_fields_of_the_wrong_kind_never_crash(junk: dict[str, object]) -> None:
    answer = OllamaAnswer(CONTEXT, QWEN_SCOPE, LARGE_WINDOW)

    with pytest.raises(ProviderError):
        [*answer.feed_json({**chunk({}), **junk}), *answer.finish()]


QWEN = shown("completion", "tools", "thinking", thinking={"values": [False, True], "default": True})
NO_TOOLS = refused(400, "registry.ollama.ai/library/scripted:latest does not support tools")
NO_THINKING = refused(400, '"scripted" does not support thinking')


def chats(server: WireServer) -> list[Recorded]:
    return [one for one in server.requests if one.path == "/api/chat"]


def remembered(came: Outcome) -> Message:
    """Return the answer as the agent keeps it."""
    thought = (ReasoningPart(text=came.reasoning),) if came.reasoning else ()
    text = (TextPart(text=came.text),) if came.text else ()
    ended = came.events[-1]
    assert isinstance(ended, TurnEnded)
    return Message(role="assistant", parts=(*thought, *text, *came.calls, *ended.replay))


@pytest.mark.parametrize("ids", [("", "", ""), ("call_a1", "call_b2", "call_c3")], ids=["older", "with ids"])
@pytest.mark.parametrize("piece", [0, 1])
async def test_two_rounds_of_tools_are_right_on_the_wire(ids: tuple[str, str, str], piece: int) -> None:
    both = [Call("vault_search", {"query": "boiler"}, ids[0]), Call("file_read", {"file_paths": ["Öl.md"]}, ids[1])]
    turns = [
        Turn("Let me look.", both, reasoning="I should search.", piece=piece),
        Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md"]}, ids[2])]),
        Turn("It leaks."),
    ]
    answers = [
        [('{"success": true}', False), ('{"success": false, "error": {"code": "DENIED"}}', True)],
        [('{"success": true, "data": []}', False)],
        [],
    ]
    talk = [user_message("What about the boiler?")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        for results in answers:
            came = await ask(provider, request(*talk))
            assert came.error is None
            talk.append(remembered(came))
            parts = tuple(
                ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=is_error)
                for call, (content, is_error) in zip(came.calls, results, strict=True)
            )
            talk.extend([Message(role="tool", parts=parts)] if parts else [])
        await provider.aclose()

    first, second, third = (posted.json for posted in chats(server))
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
                called("vault_search", {"query": "boiler"}, ids[0]),
                called("file_read", {"file_paths": ["Öl.md"]}, ids[1]),
            ],
        },
        answered("vault_search", '{"success": true}', ids[0]),
        answered("file_read", '{"success": false, "error": {"code": "DENIED"}}', ids[1]),
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [called("file_read", {"file_paths": ["Boiler.md"]}, ids[2])],
        },
        answered("file_read", '{"success": true, "data": []}', ids[2]),
    ]
    assert second["messages"] == third["messages"][:5]
    assert first["messages"] == third["messages"][:2]
    assert came.events == [
        TextArrived("It"),
        TextArrived(" leaks."),
        UsageReported(10, 5),
        TurnEnded("end"),
    ]


def called(name: str, arguments: dict[str, object], wire_id: str) -> dict[str, object]:
    return {**({"id": wire_id} if wire_id else {}), "function": {"name": name, "arguments": arguments}}


def answered(name: str, content: str, wire_id: str) -> dict[str, object]:
    return {"role": "tool", "tool_name": name, "content": content, **({"tool_call_id": wire_id} if wire_id else {})}


async def test_another_models_thoughts_and_ids_stay_out() -> None:
    turns = [Turn("A", [Call("vault_search", {"query": "b"}, "call_a1")], reasoning="Hm."), Turn("B")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN, "other": QWEN})) as server:
        provider = ollama(server.url)
        answer = remembered(await ask(provider))
        result = ToolResultPart(call_id=answer.tool_calls[0].id, name="vault_search", content="{}")
        talk = (user_message("So?"), answer, Message(role="tool", parts=(result,)))
        await ask(provider, ModelRequest("other", "", talk))
        await provider.aclose()

    assert chats(server)[1].json["messages"] == [
        {"role": "user", "content": "So?"},
        {"role": "assistant", "content": "A", "tool_calls": [called("vault_search", {"query": "b"}, "")]},
        answered("vault_search", "{}", ""),
    ]


@pytest.mark.parametrize(
    ("told", "setting", "window"),
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
async def test_the_window_is_told_with_every_question(told: dict[str, object] | Raw, setting: int, window: int) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 18."""
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts({"scripted": told})) as server:
        provider = ollama(server.url, context=setting)
        outcomes = [await ask(provider), await ask(provider)]
        await provider.aclose()

    assert [one.json["options"]["num_ctx"] for one in chats(server)] == [window] * 2
    assert [came.text for came in outcomes] == ["a", "b"]


async def test_what_a_model_can_is_asked_once() -> None:
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        await ask(provider)
        await ask(provider)
        await provider.aclose()

    assert [one.path for one in server.requests] == ["/api/show", "/api/chat", "/api/chat"]
    assert server.requests[0].json == {"model": "scripted"}


async def test_facts_that_do_not_come_are_waited_for_once() -> None:
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes={"/api/show": lambda _: Raw(hold=True)}) as server:
        provider = ollama(server.url, timeouts=SHORT)
        assert [(await ask(provider)).text, (await ask(provider)).text] == ["a", "b"]
        await provider.aclose()

    assert [one.path for one in server.requests] == ["/api/show", "/api/chat", "/api/chat"]


async def test_a_chat_that_was_cut_by_ollama_is_told() -> None:
    talk = request(user_message("word " * 20_000))
    async with WireServer(ollama=[Turn("a", usage=(8194, 5)), Turn("a", usage=(19_000, 5))]) as server:
        provider, larger = ollama(server.url), ollama(server.url, context=32_768)
        notices = [event for event in (await ask(provider, talk)).events if isinstance(event, Noticed)]
        quiet = [event for event in (await ask(larger, talk)).events if isinstance(event, Noticed)]
        await provider.aclose()
        await larger.aclose()

    assert [notice.message for notice in notices] == [
        "The chat is longer than the context window of 16,384 tokens, so Ollama has probably left out its beginning. "
        "Raise Context window in Settings, or start a new chat."
    ]
    assert quiet == []


@pytest.mark.parametrize(("effort", "think"), [("", None), ("off", False), ("low", True)])
async def test_thinking_is_asked_for_where_the_model_has_it(effort: Effort, think: bool | None) -> None:
    models = {"scripted": QWEN, "plain": shown("completion")}
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts(models)) as server:
        provider = ollama(server.url)
        for name in models:
            await ask(provider, ModelRequest(name, "", (user_message("Hi"),), effort=effort))
        await provider.aclose()

    assert [one.json.get("think") for one in chats(server)] == [think, None]


async def test_thinking_that_is_refused_is_left_out_and_the_question_goes_through() -> None:
    asked = ModelRequest("scripted", "", (user_message("Hi"),), effort="high")
    turns = [NO_THINKING, Turn("Hi"), Turn("Ho")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        outcomes = [await ask(provider, asked), await ask(provider, asked)]
        await provider.aclose()

    assert [came.text for came in outcomes] == ["Hi", "Ho"]
    assert ["think" in one.json for one in chats(server)] == [True, False, False]


async def test_a_model_without_tools_is_refused_after_one_request() -> None:
    async with WireServer(ollama=[NO_TOOLS], routes=facts({"scripted": shown("completion")})) as server:
        provider = ollama(server.url)
        came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderRefused)
    assert came.error.kind == "no_tools"
    assert len(chats(server)) == 1


async def test_a_missing_model_names_the_command_that_downloads_it() -> None:
    missing = refused(404, "model 'scripted' not found")
    async with WireServer(ollama=[missing], routes=facts({})) as server:
        provider = ollama(server.url)
        came = await ask(provider)
        await provider.aclose()

    assert came.error is not None
    assert came.error.hint == "Download it with: ollama pull scripted"


async def test_an_ollama_that_does_not_run_is_to_be_started() -> None:
    async with WireServer() as server:
        url = server.url
    provider = ollama(url, timeouts=Timeouts(2.0, 2.0))

    came = await ask(provider)
    with pytest.raises(ProviderUnreachable, match="Nothing answers"):
        await provider.models()
    await provider.aclose()

    assert isinstance(came.error, ProviderUnreachable)
    assert came.error.hint.startswith("Start Ollama")


async def test_an_answer_that_is_not_streamed_is_the_same() -> None:
    turn = Turn("Let me look.", [Call("vault_search", {"query": "öl"})], reasoning="Hm.")
    asked = ModelRequest("scripted", "", (user_message("Hi"),), (SEARCH,), streamed=False)
    turns = [whole(turn), Raw(json.dumps({"error": "Overloaded"}).encode()), Raw(b"<html>"), Raw(b""), Raw(b'{"mess')]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        came, *broken = [await ask(provider, asked) for _ in turns]
        await provider.aclose()

    assert chats(server)[0].json["stream"] is False
    assert (came.text, came.reasoning, came.stop) == ("Let me look.", "Hm.", "tool_calls")
    assert [call.arguments for call in came.calls] == [{"query": "öl"}]
    assert [type(one.error) for one in broken] == [ProviderUnreachable, *[ProviderBroken] * 3]


FAULTS = [
    ("a web page", html(), ProviderBroken, "protocol"),
    ("a refused key", refused(401, f"bad key {SECRET}"), ProviderRefused, "auth"),
    ("too many questions", refused(429, "slow down"), ProviderUnreachable, "rate_limit"),
    ("a full queue", refused(503, "server busy, please try again"), ProviderUnreachable, "overloaded"),
    ("too little memory", refused(500, "model requires more system memory than is available"), ProviderRefused,
     "overloaded"),
    ("a lost question", refused(500, "no user query found in messages"), ProviderRefused, "context"),
    ("rubbish", Raw(b"{oops\n"), ProviderBroken, "protocol"),
    ("a cut stream", cut(Turn("a b c"), 2), ProviderBroken, "protocol"),
    ("a broken connection", Raw(b"\n", reset=True), ProviderUnreachable, "network"),
    ("an empty body", Raw(b""), ProviderBroken, "protocol"),
    ("status 204", Raw(b"", 204), ProviderBroken, "protocol"),
    ("a page with 500", Raw(b"<html>", 500, "text/html"), ProviderUnreachable, "overloaded"),
    ("an error line", Turn("a b c", error_after=2), ProviderBroken, "overloaded"),
    ("an error line at once", Turn("a b c", error_after=0), ProviderUnreachable, "overloaded"),
    ("a refusal without end", Raw(b'{"error": "', 400, hold=True), ProviderUnreachable, "network"),
    ("silence", Raw(hold=True), ProviderUnreachable, "network"),
    ("silence after words", Turn("a b c", hold_after=2), ProviderBroken, "network"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "wrong", "kind", "trouble"), FAULTS, ids=[fault[0] for fault in FAULTS])
async def test_each_fault_ends_in_a_plain_sentence_without_the_key(
    name: str, wrong: Raw | Turn, kind: type[ProviderError], trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with WireServer(ollama=[wrong, Turn("Again.")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, timeouts=timeouts_for(name), key=lambda: SECRET)
        async with asyncio.timeout(10):
            came = await ask(provider)
        again = await ask(provider)
        await provider.aclose()

    assert (type(came.error), came.error and came.error.kind) == (kind, trouble)
    told = f"{came.error!s} {came.error!r} {came.error and came.error.facts} {came.error and came.error.__context__!r}"
    assert SECRET not in told + caplog.text
    assert "Ollama" in told
    assert again.text == "Again."
    assert all(one.key == SECRET for one in server.requests)


async def test_blank_lines_for_ever_end_by_their_time_or_by_their_number() -> None:
    async with WireServer(ollama=[Raw(endless=b"\n"), Turn("Again.")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, timeouts=timeouts_for("for ever"))
        async with asyncio.timeout(10):
            came = await ask(provider)
        again = await ask(provider)
        await provider.aclose()

    # Which of the two limits is met first depends on how quick this computer is.
    assert came.error is not None
    assert (type(came.error), came.error.kind) in (
        (ProviderUnreachable, "network"),
        (ProviderBroken, "protocol"),
    )
    assert again.text == "Again."


async def test_a_redirect_sends_nothing_to_the_second_server() -> None:
    async with WireServer(ollama=[Turn("stolen")], routes=facts({"scripted": QWEN})) as second:
        moved = {path: lambda _: redirect(second.url) for path in ("/api/show", "/api/tags")}
        async with WireServer(ollama=[redirect(f"{second.url}/api/chat")], routes=moved) as first:
            provider = ollama(first.url)
            came = await ask(provider)
            with pytest.raises(ProviderRefused, match="another address"):
                await provider.models()
            await provider.aclose()

    assert second.requests == []
    assert isinstance(came.error, ProviderRefused)


async def test_a_key_that_cannot_be_had_is_told_once_before_anything_is_sent() -> None:
    asked = []

    def locked() -> str:
        asked.append(1)
        raise ProviderRefused("The keyring is locked", kind="auth")

    async with WireServer() as server:
        provider = ollama(server.url, key=locked)
        came = await ask(provider)

    assert came.error is not None
    assert came.error.title == "The keyring is locked"
    assert (asked, server.requests) == ([1], [])


async def test_only_our_headers_go_out_and_no_proxy_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(ollama=[Turn("Hi")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()

    sent = chats(server)[0].headers
    assert sent.keys() <= {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length", "user-agent"
    }  # fmt: skip
    assert sent["user-agent"].startswith("VaultDesk/")


@pytest.mark.parametrize("silence", [0.02, 10.0])
async def test_stopping_hangs_up_at_once(silence: float) -> None:
    async with WireServer(ollama=[Turn("a b c", hold_after=0)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, silence=silence)
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(ask(provider))
            await asyncio.to_thread(server.held.wait, 5)
            task.cancel()
            await asyncio.wait([task], timeout=1)
            assert task.cancelled()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


async def test_closing_the_stream_hangs_up_too() -> None:
    async with WireServer(ollama=[Turn("a b c", hold_after=2)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        stream = provider.stream(request())
        async for event in stream:
            if isinstance(event, TextArrived):
                break
        await stream.aclose()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


async def test_the_wait_for_a_model_is_told_once() -> None:
    async with WireServer(ollama=[Turn("a b", hold_after=0)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, silence=0.05)
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


async def test_models_are_listed_with_what_each_can() -> None:
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
    assert sorted(one.path for one in server.requests) == ["/api/ps", *["/api/show"] * 4, "/api/tags"]
    assert all(one.json is None or one.json.keys() == {"model"} for one in server.requests)


async def test_a_few_models_are_asked_about_at_a_time() -> None:
    names = [f"m{number}" for number in range(3 * MAX_PARALLEL_LOOKUPS)]
    together, counting, inside = threading.Barrier(MAX_PARALLEL_LOOKUPS), threading.Lock(), set[int]()
    most = []

    def show(_: Recorded) -> Raw:
        with counting:
            inside.add(threading.get_ident())
            most.append(len(inside))
        together.wait(5)  # opens only when as many as may be are inside
        with counting:
            inside.discard(threading.get_ident())
        return reply(QWEN)

    async with WireServer(routes={**facts(dict.fromkeys(names, QWEN)), "/api/show": show}) as server:
        provider = ollama(server.url)
        found = await provider.models()
        await provider.aclose()

    assert [model.tools for model in found] == [True] * len(names)
    assert max(most) == MAX_PARALLEL_LOOKUPS


@pytest.mark.parametrize("path", ["/api/show", "/api/ps"])
@pytest.mark.parametrize(
    "wrong", [Raw(hold=True), Raw(b"{", 200), Raw(b"", reset=True), Raw(b"nope", 404, "text/plain"), html()]
)
async def test_the_list_stands_whatever_becomes_of_its_details(path: str, wrong: Raw) -> None:
    routes = {**facts({"a": QWEN, "b": QWEN}), path: lambda _: wrong}
    async with WireServer(routes=routes) as server:
        provider = ollama(server.url, timeouts=SHORT)
        async with asyncio.timeout(10):
            found = await provider.models()
        await provider.aclose()

    assert [model.id for model in found] == ["a", "b"]
    assert all((model.tools is None) == (path == "/api/show") for model in found)
    assert all((model.loaded is None) == (path == "/api/ps") for model in found)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (html(), "a web page"),
        (reply({"object": "list"}), "JSON without models"),
        (Raw(b"{", 200), "not JSON"),
        (refused(403, "no"), "does not allow this request"),
    ],
)
async def test_a_list_that_is_none_is_told(wrong: Raw, said: str) -> None:
    async with WireServer(routes={"/api/tags": lambda _: wrong}) as server:
        provider = ollama(server.url)
        with pytest.raises(ProviderError, match=said):
            await provider.models()
        await provider.aclose()


async def test_it_says_where_it_goes() -> None:
    assert ollama("http://localhost:9/api/chat").destination == Destination("Ollama", "localhost:9", local=True)
    assert not ollama("https://ollama.example").destination.local
