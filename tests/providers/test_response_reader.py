import asyncio
import random
from collections.abc import AsyncIterator

import httpx2
import pytest
from pydantic import JsonValue

from tests.providers import mutations
from tests.providers.asking import MAKERS, SHORT, answering, ask
from tests.providers.transcripts import ANTHROPIC_CASES, HELLO, OPENAI_CASES, Case, chunks
from tests.support.campaigns import campaign_count, paired, sampled
from tests.support.wire_turns import Wire
from vaultdesk.providers import response_reader
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import NdjsonDecoder, ServerEvent
from vaultdesk.providers.http_connection import Timeouts
from vaultdesk.providers.provider import CallStarted, ModelEvent, TurnEnded

CASES = [("openai", case) for case in OPENAI_CASES] + [("anthropic", case) for case in ANTHROPIC_CASES]


SIZES = {"in one gulp": 0, "byte by byte": 1, "by seven bytes": 7}
"""Bytes in one piece of an answer; 0 is the whole."""


@pytest.mark.parametrize(
    ("wire", "case", "pieces"),
    [pytest.param(*case, pieces, id=f"{case[0]}: {case[1].name} {pieces}") for case, pieces in paired(CASES, SIZES)],
)
async def test_each_transcript_ends_right_or_in_a_plain_sentence(wire: str, case: Case, pieces: str) -> None:
    provider = MAKERS[wire](transport=answering(case.body, size=SIZES[pieces]), timeouts=SHORT)

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


WITH_CALLS = sampled([(wire, case) for wire, case in CASES if case.calls or case.problems], 20)


@pytest.mark.parametrize(("wire", "case"), WITH_CALLS, ids=[f"{wire}: {case.name}" for wire, case in WITH_CALLS])
async def test_our_call_ids_are_fresh_whatever_the_server_sends(wire: str, case: Case) -> None:
    provider = MAKERS[wire](transport=answering(case.body), timeouts=SHORT)

    first, second = await ask(provider), await ask(provider)

    ids = [event.call_id for came in (first, second) for event in came.events if isinstance(event, CallStarted)]
    assert len(ids) == len(set(ids))
    assert all(call_id.startswith("call_") for call_id in ids)
    await provider.aclose()


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_comments_that_come_faster_than_time_passes_end_too(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_reader, "MAX_WITHOUT_CONTENT", 10_000)
    provider = MAKERS[wire](transport=answering(b": thinking\n\n" * 2000, size=100))

    came = await ask(provider)

    assert came.error is not None
    assert "without any content" in came.error.title
    await provider.aclose()


async def test_an_answer_in_one_piece_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_reader, "MAX_PLAIN_BODY", 1000)
    provider = MAKERS["openai"](transport=answering(b'{"choices": "' + b"x" * 2000, size=100))

    came = await ask(provider)

    assert came.error is not None
    assert "too long" in came.error.title
    await provider.aclose()


async def test_blank_pieces_before_the_stream_are_passed_over() -> None:
    provider = MAKERS["openai"](transport=answering(b"\r\n\r\n" + chunks(HELLO), size=1))

    assert (await ask(provider)).text == "Hello"
    await provider.aclose()


class Lines:
    """An answer of lines, which keeps what it is given."""

    def __init__(self, framed: bool) -> None:
        self._framed = framed
        self.taken: list[object] = []
        self.begun = self.complete = self.closed = False

    def decoder(self) -> NdjsonDecoder | None:
        return NdjsonDecoder() if self._framed else None

    def feed(self, event: ServerEvent) -> list[ModelEvent]:
        self.taken.append(event.data)
        self.closed = event.data == "end"
        return []

    def feed_json(self, body: JsonValue) -> list[ModelEvent]:
        self.taken.append(body)
        return []

    def finish(self) -> list[ModelEvent]:
        return [TurnEnded("end")]


async def read(answer: Lines, *pieces: bytes) -> list[ModelEvent]:
    async def body() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    return [event async for event in answer_reader(body(), answer)]


def answer_reader(pieces: AsyncIterator[bytes], to: Lines) -> AsyncIterator[ModelEvent]:
    return response_reader.read_response(pieces, to, ErrorContext("Ollama", "localhost", "Ollama"), 5.0)


async def test_an_answer_may_bring_its_own_framing() -> None:
    framed = Lines(framed=True)

    assert await read(framed, b'{"a":', b'1}\n{"b":2}\n[1]\n', b'{"c"', b":3}") == [TurnEnded("end")]
    assert framed.taken == ['{"a":1}', '{"b":2}', "[1]", '{"c":3}']


async def test_half_a_line_at_the_end_is_not_taken() -> None:
    framed = Lines(framed=True)

    await read(framed, b'{"a":1}\n{"c"')

    assert framed.taken == ['{"a":1}']


async def test_nothing_after_the_end_is_read_in_whatever_pieces_it_comes() -> None:
    for pieces in ([b"a\nend\n\xff\nb\n"], [b"a\n", b"end\n", b"\xff\n", b"b\n"]):
        framed = Lines(framed=True)
        await read(framed, *pieces)
        assert framed.taken == ["a", "end"]


async def test_an_answer_asked_for_whole_is_taken_whole() -> None:
    whole = Lines(framed=False)

    await read(whole, b"\n", b'{"a":', b"1}\n")
    await read(Lines(framed=False))

    assert whole.taken == [{"a": 1}]


@pytest.mark.parametrize("wire", mutations.WIRES)
async def test_however_a_stream_is_damaged_it_is_an_answer_or_a_plain_sentence(wire: Wire) -> None:
    for seed in range(campaign_count(400, 80)):
        chance = random.Random(f"{wire} {seed}")
        reader, again = mutations.reader(wire, chance)
        events, error = await mutations.events_of(mutations.mutated(wire, chance), reader)
        mutations.check(events, error, again)


class Comments(httpx2.AsyncByteStream):
    """A server that is alive: so many comments, one a time, and then an answer or nothing for ever."""

    def __init__(self, comments: int, pause: float, answer: bytes = b"") -> None:
        self._comments = comments
        self._pause = pause
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self._comments):
            await sleep_of_the_server(self._pause)
            yield b": reading\n\n"
        if self._answer:
            yield self._answer
        else:
            await asyncio.Event().wait()


async def sleep_of_the_server(seconds: float) -> None:
    """Let the far end take its time; nothing of ours waits by the clock."""
    await asyncio.wait({asyncio.get_running_loop().create_future()}, timeout=seconds)


def alive(comments: int, pause: float, answer: bytes = b"") -> httpx2.MockTransport:
    headers = {"content-type": "text/event-stream"}
    return httpx2.MockTransport(
        lambda _: httpx2.Response(200, headers=headers, stream=Comments(comments, pause, answer))
    )


QUICK = Timeouts(connect=5.0, idle=0.3)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://192.168.1.7:9/v1", "http://box.lan:9/v1"])
async def test_r4_keep_alives_of_a_server_near_by_are_life(url: str) -> None:
    provider = MAKERS["openai"](url, transport=alive(8, 0.1, chunks(HELLO)), timeouts=QUICK)

    came = await ask(provider)

    assert (came.text, came.error) == ("Hello", None), "it was read for longer than silence may last"
    await provider.aclose()


async def test_r4_keep_alives_of_a_vendor_are_none() -> None:
    provider = MAKERS["openai"]("https://api.example.com/v1", transport=alive(8, 0.1, chunks(HELLO)), timeouts=QUICK)

    came = await ask(provider)

    assert came.error is not None
    assert "sent nothing for 0 seconds" in came.error.title
    await provider.aclose()


async def test_r4_a_server_near_by_that_says_nothing_more_is_given_up() -> None:
    provider = MAKERS["openai"]("http://127.0.0.1:9/v1", transport=alive(3, 0.01), timeouts=QUICK)

    came = await ask(provider)

    assert came.error is not None
    assert "sent nothing" in came.error.title
    await provider.aclose()


async def test_r4_a_server_near_by_may_be_silent_for_longer_while_it_reads() -> None:
    reading = Timeouts(connect=5.0, idle=0.1, prompt=5.0)
    near = MAKERS["openai"]("http://127.0.0.1:9/v1", transport=alive(1, 0.5, chunks(HELLO)), timeouts=reading)
    far = MAKERS["openai"]("https://api.example.com/v1", transport=alive(1, 0.5, chunks(HELLO)), timeouts=reading)

    assert (await ask(near)).text == "Hello"
    assert (await ask(far)).error is not None
    await near.aclose()
    await far.aclose()
