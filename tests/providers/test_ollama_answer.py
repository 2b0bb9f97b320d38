import pytest

from tests.providers.asking import SHORT, answering, ask
from tests.providers.ollama_asking import ollama
from tests.providers.ollama_transcripts import HELLO, OLLAMA_CASES, ONE, lines
from tests.providers.transcripts import Case
from tests.support.wire_ollama import chunk, encoded
from tests.support.wire_turns import Call, Turn
from vaultdesk.chat.messages import ProviderPart
from vaultdesk.core.errors import ProviderBroken, ProviderError
from vaultdesk.providers import answer as reading
from vaultdesk.providers import ollama_answer
from vaultdesk.providers.events import (
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.ollama_answer import OllamaAnswer, Sent
from vaultdesk.providers.peer import Peer

PEER = Peer("Ollama", "127.0.0.1:11434", "Ollama")
FAMILY = "ollama@127.0.0.1:11434/qwen3"
ROOMY = Sent(window=16_384, estimate=10)


def read(body: bytes, sent: Sent = ROOMY) -> list[ModelEvent]:
    answer = OllamaAnswer(PEER, FAMILY, sent)
    decoder = answer.framing()
    assert decoder is not None
    events = [event for line in decoder.feed(body) for event in answer.take(line)]
    return [*events, *answer.end()]


@pytest.mark.parametrize("size", [0, 1, 7], ids=["in one gulp", "byte by byte", "by seven bytes"])
@pytest.mark.parametrize("case", OLLAMA_CASES, ids=[case.name for case in OLLAMA_CASES])
async def test_each_transcript_ends_right_or_in_a_plain_sentence(case: Case, size: int) -> None:
    if size == 1 and len(case.body) > 50_000:
        pytest.skip("byte by byte it only takes longer")
    provider = ollama(transport=answering(case.body, size=size), patience=SHORT)

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

    for end in range(len(body) - 1):
        provider = ollama(transport=answering(body[:end], size=11), patience=SHORT)
        came = await ask(provider)
        await provider.aclose()

        assert isinstance(came.error, ProviderBroken), end
        assert not came.calls, end


@pytest.mark.parametrize("cut", range(1, 400, 3))
def test_the_same_events_come_wherever_the_bytes_are_cut(cut: int) -> None:
    body = b"".join(encoded(Turn("größer 🎉", [Call("read", {"p": "ö"}, id="call_a")], reasoning="Hm.")))
    whole = OllamaAnswer(PEER, FAMILY, ROOMY)
    decoder = whole.framing()
    assert decoder is not None

    events = [event for part in (body[:cut], body[cut:]) for line in decoder.feed(part) for event in whole.take(line)]

    assert [type(event) for event in [*events, *whole.end()]] == [type(event) for event in read(body)]


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
            ProviderPart(family=FAMILY, item={"thinking": "So."}),
            ProviderPart(family=FAMILY, item={"wire_ids": {started.call_id: "call_x1"}}),
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
        (Sent(4096, 3000), 3100, False),  # it fits
        (Sent(4096, 9000), 4096, True),  # cut to the window, as older versions do
        (Sent(4096, 9000), 2050, True),  # cut to half of the window, as newer ones do
        (Sent(4096, 9000), 300, True),  # whole messages left out
        (Sent(4096, 2900), 2050, True),  # a language that takes more tokens than we think
        (Sent(4096, 2000), 1200, False),  # words that take fewer
        (Sent(4096, 30), 9, False),  # a short question
        (Sent(4096, 9000), 0, False),  # it does not say
    ],
)
def test_a_prompt_that_was_cut_is_told_with_the_remedy(sent: Sent, counted: int, told: bool) -> None:
    notices = [event for event in read(lines(HELLO, prompt_eval_count=counted), sent) if isinstance(event, Noticed)]

    assert [notice.message for notice in notices] == told * [
        "The chat is longer than the context window of 4,096 tokens, so Ollama has probably left out its beginning. "
        "Raise Context window in Settings, or start a new chat."
    ]


def test_an_answer_that_ends_with_the_window_says_so() -> None:
    full = read(lines(HELLO, stop="length", prompt_eval_count=4000, eval_count=96), Sent(4096, 10))
    asked_short = read(lines(HELLO, stop="length", prompt_eval_count=400, eval_count=96), Sent(4096, 10))

    assert [event.message[:33] for event in full if isinstance(event, Noticed)] == ["The answer stopped because the co"]
    assert not [event for event in asked_short if isinstance(event, Noticed)]


def test_a_call_that_was_cut_is_noticed_and_never_ready() -> None:
    *_, notice, ended = read(lines(ONE, stop="length"))

    assert isinstance(notice, Noticed)
    assert ended == TurnEnded("length")


def test_an_answer_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ollama_answer, "MAX_TEXT", 100)

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
    answer = OllamaAnswer(PEER, FAMILY, ROOMY)

    with pytest.raises(ProviderError):
        [*answer.take_whole({**chunk({}), **junk}), *answer.end()]
