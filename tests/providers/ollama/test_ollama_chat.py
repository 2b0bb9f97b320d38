"""Tests of providers/ollama/ollama_chat.py."""

import json

import pytest

from tests.providers.asking import READ, SEARCH, SHORT, answering, ask
from tests.providers.ollama_asking import ollama
from tests.providers.ollama_transcripts import HELLO, OLLAMA_CASES, ONE, lines
from tests.providers.transcripts import Case
from tests.support.campaigns import paired, sampled
from tests.support.wire_ollama import chunk, encoded
from tests.support.wire_turns import Call, Turn
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
from vaultdesk.providers import response_reader as reading
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.http_connection import JsonReply
from vaultdesk.providers.model_events import (
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.ollama import ollama_chat
from vaultdesk.providers.ollama.ollama_chat import (
    OllamaAnswer,
    ollama_body,
    ollama_error,
    ollama_stream_error,
    think_value,
)
from vaultdesk.providers.ollama.ollama_models import UNKNOWN_MODEL, OllamaModelFacts
from vaultdesk.providers.provider import Effort, ModelRequest, ToolChoice
from vaultdesk.providers.self_hosted.sent_prompt import SentPrompt

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
    assert error.hint == "Fetch it with: ollama pull qwen3:8b"


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
ROOMY = SentPrompt(window=16_384, words=10)


def read(body: bytes, sent: SentPrompt = ROOMY) -> list[ModelEvent]:
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
    whole = OllamaAnswer(CONTEXT, QWEN_SCOPE, ROOMY)
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
    monkeypatch.setattr(ollama_chat, "MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="no end"):
        read(lines(*[{"content": "x" * 30, "thinking": "y" * 30}] * 2))


async def test_blank_lines_that_come_faster_than_time_passes_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_WITHOUT_CONTENT", 10_000)
    empty = lines({}, stop=None)
    for body in (b"\n" * 40_000, lines(HELLO, stop=None) + b"\n" * 40_000, empty * 2000):
        provider = ollama(transport=answering(body, size=100))
        came = await ask(provider)
        await provider.aclose()

        assert isinstance(came.error, ProviderBroken)
        assert "without saying anything" in came.error.title


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
    answer = OllamaAnswer(CONTEXT, QWEN_SCOPE, ROOMY)

    with pytest.raises(ProviderError):
        [*answer.feed_whole({**chunk({}), **junk}), *answer.finish()]
