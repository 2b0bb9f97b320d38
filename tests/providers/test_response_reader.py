import asyncio
import random
from collections.abc import AsyncIterator

import httpx2
import pytest
from pydantic import JsonValue

from tests.providers import mutations
from tests.providers.asking import PROVIDER_FACTORIES, ask, reply_transport, timeouts_for
from tests.providers.transcripts import ANTHROPIC_CASES, HELLO, OPENAI_CASES, Case, chunks
from tests.support.campaigns import campaign_count, paired, sampled
from tests.support.wire_turns import Wire
from vaultdesk.providers import response_reader
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import NdjsonDecoder, ServerEvent
from vaultdesk.providers.http_connection import Timeouts
from vaultdesk.providers.provider import CallStarted, ModelEvent, TurnEnded

CASES = [("openai", case) for case in OPENAI_CASES] + [("anthropic", case) for case in ANTHROPIC_CASES]


SIZES = {"in one chunk": 0, "byte by byte": 1, "by seven bytes": 7}
"""Bytes in one chunk of an answer; 0 is all of them."""


@pytest.mark.parametrize(
    ("wire", "case", "chunking"),
    [
        pytest.param(*case, chunking, id=f"{case[0]}: {case[1].name} {chunking}")
        for case, chunking in paired(CASES, SIZES)
    ],
)
async def test_each_transcript_yields_its_answer_or_its_error(wire: str, case: Case, chunking: str) -> None:
    provider = PROVIDER_FACTORIES[wire](
        transport=reply_transport(case.body, size=SIZES[chunking]), timeouts=timeouts_for(case.name)
    )

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


WITH_CALLS = sampled([(wire, case) for wire, case in CASES if case.calls or case.problems], 20)


@pytest.mark.parametrize(("wire", "case"), WITH_CALLS, ids=[f"{wire}: {case.name}" for wire, case in WITH_CALLS])
async def test_call_ids_are_unique_with_any_server_ids(wire: str, case: Case) -> None:
    provider = PROVIDER_FACTORIES[wire](transport=reply_transport(case.body), timeouts=timeouts_for(case.name))

    first, second = await ask(provider), await ask(provider)

    ids = [event.call_id for outcome in (first, second) for event in outcome.events if isinstance(event, CallStarted)]
    assert len(ids) == len(set(ids))
    assert all(call_id.startswith("call_") for call_id in ids)
    await provider.aclose()


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_comments_are_limited_by_number(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_reader, "MAX_WITHOUT_CONTENT", 10_000)
    provider = PROVIDER_FACTORIES[wire](transport=reply_transport(b": thinking\n\n" * 2000, size=100))

    outcome = await ask(provider)

    assert outcome.error is not None
    assert "without any content" in outcome.error.title
    await provider.aclose()


async def test_an_answer_without_streaming_is_limited_in_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_reader, "MAX_PLAIN_BODY", 1000)
    provider = PROVIDER_FACTORIES["openai"](transport=reply_transport(b'{"choices": "' + b"x" * 2000, size=100))

    outcome = await ask(provider)

    assert outcome.error is not None
    assert "too long" in outcome.error.title
    await provider.aclose()


async def test_blank_chunks_before_the_stream_are_ignored() -> None:
    provider = PROVIDER_FACTORIES["openai"](transport=reply_transport(b"\r\n\r\n" + chunks(HELLO), size=1))

    assert (await ask(provider)).text == "Hello"
    await provider.aclose()


class RecordingAnswer:
    """An answer that stores what it is fed."""

    def __init__(self, framed: bool) -> None:
        self._framed = framed
        self.received: list[object] = []
        self.begun = self.complete = self.closed = False

    def decoder(self) -> NdjsonDecoder | None:
        return NdjsonDecoder() if self._framed else None

    def feed(self, event: ServerEvent) -> list[ModelEvent]:
        self.received.append(event.data)
        self.closed = event.data == "end"
        self.complete = self.complete or event.data == "complete"
        return []

    def feed_json(self, body: JsonValue) -> list[ModelEvent]:
        self.received.append(body)
        return []

    def finish(self) -> list[ModelEvent]:
        return [TurnEnded("end")]


async def read_chunks(answer: RecordingAnswer, *body_chunks: bytes) -> list[ModelEvent]:
    async def body() -> AsyncIterator[bytes]:
        for chunk in body_chunks:
            yield chunk

    return [event async for event in answer_events(body(), answer)]


def answer_events(body_chunks: AsyncIterator[bytes], answer: RecordingAnswer) -> AsyncIterator[ModelEvent]:
    return response_reader.read_response(body_chunks, answer, ErrorContext("Ollama", "localhost", "Ollama"), 5.0)


async def test_an_answer_may_have_its_own_decoder() -> None:
    answer = RecordingAnswer(framed=True)

    assert await read_chunks(answer, b'{"a":', b'1}\n{"b":2}\n[1]\n', b'{"c"', b":3}") == [TurnEnded("end")]
    assert answer.received == ['{"a":1}', '{"b":2}', "[1]", '{"c":3}']


async def test_an_incomplete_line_at_the_end_is_ignored() -> None:
    answer = RecordingAnswer(framed=True)

    await read_chunks(answer, b'{"a":1}\n{"c"')

    assert answer.received == ['{"a":1}']


async def test_nothing_is_read_after_the_end_in_any_chunking() -> None:
    for body_chunks in ([b"a\nend\n\xff\nb\n"], [b"a\n", b"end\n", b"\xff\n", b"b\n"]):
        answer = RecordingAnswer(framed=True)
        await read_chunks(answer, *body_chunks)
        assert answer.received == ["a", "end"]


async def test_a_connection_lost_after_a_complete_answer_is_no_error() -> None:
    async def body(line: bytes) -> AsyncIterator[bytes]:
        yield line
        raise httpx2.ReadError("connection reset")

    complete = [event async for event in answer_events(body(b"complete\n"), RecordingAnswer(framed=True))]
    with pytest.raises(httpx2.ReadError):
        _ = [event async for event in answer_events(body(b"begun\n"), RecordingAnswer(framed=True))]

    assert complete == [TurnEnded("end")]


async def test_silence_after_a_complete_answer_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_reader, "TRAILING_LIMIT", 0.0)

    async def body() -> AsyncIterator[bytes]:
        yield b"complete\n"
        await asyncio.Event().wait()

    async with asyncio.timeout(30):
        events = [event async for event in answer_events(body(), RecordingAnswer(framed=True))]

    assert events == [TurnEnded("end")]


@pytest.mark.parametrize("ending", [b"\n\n", b"\n", b""])
async def test_the_end_mark_of_a_stream_may_be_its_last_bytes(ending: bytes) -> None:
    body = chunks(HELLO)
    assert body.endswith(b"data: [DONE]\n\n")
    provider = PROVIDER_FACTORIES["openai"](transport=reply_transport(body.removesuffix(b"\n\n") + ending))

    outcome = await ask(provider)

    assert (outcome.text, outcome.stop, outcome.error) == ("Hello", "end", None)
    await provider.aclose()


async def test_an_answer_without_a_decoder_is_read_as_one_object() -> None:
    unframed = RecordingAnswer(framed=False)

    await read_chunks(unframed, b"\n", b'{"a":', b"1}\n")
    await read_chunks(RecordingAnswer(framed=False))

    assert unframed.received == [{"a": 1}]


@pytest.mark.parametrize("wire", mutations.WIRES)
async def test_a_damaged_stream_yields_a_valid_answer_or_a_provider_error(wire: Wire) -> None:
    for seed in range(campaign_count(400, 80)):
        chance = random.Random(f"{wire} {seed}")
        reader, build_request = mutations.reader(wire, chance)
        events, error = await mutations.events_of(mutations.mutated(wire, chance), reader)
        mutations.check(events, error, build_request)


class CommentStream(httpx2.AsyncByteStream):
    """A body of comments at intervals, followed by an answer or by unlimited silence."""

    def __init__(self, comments: int, pause: float, answer: bytes = b"") -> None:
        self._comments = comments
        self._pause = pause
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self._comments):
            await server_delay(self._pause)
            yield b": reading\n\n"
        if self._answer:
            yield self._answer
        else:
            await asyncio.Event().wait()


async def server_delay(seconds: float) -> None:
    """Delay the simulated server, not the test."""
    await asyncio.wait({asyncio.get_running_loop().create_future()}, timeout=seconds)


def comment_transport(comments: int, pause: float, answer: bytes = b"") -> httpx2.MockTransport:
    headers = {"content-type": "text/event-stream"}
    return httpx2.MockTransport(
        lambda _: httpx2.Response(200, headers=headers, stream=CommentStream(comments, pause, answer))
    )


SHORT_IDLE = Timeouts(connect=5.0, idle=0.3)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://192.168.1.7:9/v1", "http://box.lan:9/v1"])
async def test_r4_keep_alives_of_a_local_server_end_a_silence(url: str) -> None:
    provider = PROVIDER_FACTORIES["openai"](
        url, transport=comment_transport(8, 0.1, chunks(HELLO)), timeouts=SHORT_IDLE
    )

    outcome = await ask(provider)

    assert (outcome.text, outcome.error) == ("Hello", None), "keep-alives did not end the silence"
    await provider.aclose()


async def test_r4_keep_alives_of_a_vendor_do_not_end_a_silence() -> None:
    provider = PROVIDER_FACTORIES["openai"](
        "https://api.example.com/v1", transport=comment_transport(8, 0.1, chunks(HELLO)), timeouts=SHORT_IDLE
    )

    outcome = await ask(provider)

    assert outcome.error is not None
    assert "sent nothing for 0 seconds" in outcome.error.title
    await provider.aclose()


async def test_r4_silence_of_a_local_server_after_keep_alives_is_an_error() -> None:
    provider = PROVIDER_FACTORIES["openai"](
        "http://127.0.0.1:9/v1", transport=comment_transport(3, 0.01), timeouts=SHORT_IDLE
    )

    outcome = await ask(provider)

    assert outcome.error is not None
    assert "sent nothing" in outcome.error.title
    await provider.aclose()


async def test_r4_a_local_server_may_be_silent_for_longer_before_the_answer() -> None:
    timeouts = Timeouts(connect=5.0, idle=0.1, prompt=5.0)
    local_provider = PROVIDER_FACTORIES["openai"](
        "http://127.0.0.1:9/v1", transport=comment_transport(1, 0.5, chunks(HELLO)), timeouts=timeouts
    )
    remote_provider = PROVIDER_FACTORIES["openai"](
        "https://api.example.com/v1", transport=comment_transport(1, 0.5, chunks(HELLO)), timeouts=timeouts
    )

    assert (await ask(local_provider)).text == "Hello"
    assert (await ask(remote_provider)).error is not None
    await local_provider.aclose()
    await remote_provider.aclose()
