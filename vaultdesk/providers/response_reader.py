"""Reads a streamed response body to its end, with limits on size and on silence.

The events of each vendor are interpreted by its own parser (chat_completions.py, ollama_provider.py); this module reads
bytes and measures time, independently of the framing.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from typing import Protocol, runtime_checkable

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import (
    ErrorContext,
    broken_answer_error,
    interrupted_answer_error,
    silence_error,
    wrong_protocol_error,
)
from vaultdesk.providers.event_stream import EventStreamError, ServerEvent, SseDecoder
from vaultdesk.providers.lenient_json import parse_json
from vaultdesk.providers.provider import ModelEvent
from vaultdesk.providers.provider_errors import is_foreign_error

MAX_WITHOUT_CONTENT = 8_000_000
"""Maximum number of consecutive bytes without content, so that endless comments end regardless of time limits."""

MAX_PLAIN_BODY = 16_000_000
"""Maximum size in bytes of an answer that is not streamed."""

TRAILING_LIMIT = 5.0
"""Seconds a server may take after the end of an answer to send its usage and close the connection."""


class AnswerParser(Protocol):
    """Parser of one vendor's answers, without I/O."""

    @property
    def begun(self) -> bool:
        """True once displayable content was received."""
        ...

    @property
    def complete(self) -> bool:
        """True once a stop reason was received."""
        ...

    @property
    def closed(self) -> bool:
        """True once the server marked the end of the stream."""
        ...

    def feed(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event. Raises `ProviderError`."""
        ...

    def feed_json(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer that came as one JSON value. Raises `ProviderError`."""
        ...

    def finish(self) -> Iterable[ModelEvent]:
        """Return the last events, including calls. Raises `ProviderBroken` unless the answer is complete."""
        ...


class StreamDecoder(Protocol):
    """Splits bytes into events; raises `EventStreamError`."""

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Add bytes and yield the events they complete."""
        ...

    def close(self) -> ServerEvent | None:
        """Return the event at the end of the stream, if its end mark is missing. It may be incomplete."""
        ...


@runtime_checkable
class FramedAnswer(Protocol):
    """An answer that is not sent as server-sent events."""

    def decoder(self) -> StreamDecoder | None:
        """Return the decoder of the answer; None if one JSON value was requested."""
        ...


async def read_response(
    chunks: AsyncIterator[bytes],
    answer: AnswerParser,
    error_context: ErrorContext,
    idle_limit: float,
    *,
    prompt_limit: float = 0.0,
    trusts_keep_alives: bool = False,
) -> AsyncGenerator[ModelEvent, None]:
    """Read *chunks* to the answer's end. Raises `ProviderError`, and the errors of the HTTP library.

    *idle_limit* is the maximum silence in seconds, *prompt_limit* that before the answer begins, if larger. With
    *trusts_keep_alives* any byte ends a silence, also a comment: a local model is reading its prompt.
    """
    limits = _SilenceLimits(max(prompt_limit, idle_limit), idle_limit, trusts_keep_alives)
    clock = _SilenceClock(chunks, answer, error_context, limits)
    head = await _first_bytes(clock)
    if head[:1] == b"<":
        raise wrong_protocol_error(error_context, Phrase("a web page"))
    decoder = answer.decoder() if isinstance(answer, FramedAnswer) else _sse_decoder(head)
    if decoder is None and head:
        for event in answer.feed_json(await _whole_body(head, clock, error_context)):
            yield event
    elif decoder is not None:
        chunk = head
        while chunk:
            for event in _decoded_events(decoder, chunk, answer, error_context):
                clock.reset()
                yield event
            chunk = b"" if answer.closed else await clock.next()
        for event in _last_event(decoder, answer):
            yield event
    for event in answer.finish():
        yield event


class _SilenceLimits(Struct, frozen=True):
    before_answer: float
    within_answer: float
    trusts_keep_alives: bool


class _SilenceClock:
    """Reads chunks, and limits the time without content.

    Comments and pings count as content only for servers trusted not to send them endlessly.
    """

    def __init__(
        self, chunks: AsyncIterator[bytes], answer: AnswerParser, error_context: ErrorContext, limits: _SilenceLimits
    ) -> None:
        self._chunks = chunks
        self._answer = answer
        self._error_context = error_context
        self._limits = limits
        self._seconds = 0.0
        self._bytes = 0

    def reset(self) -> None:
        self._seconds, self._bytes = 0.0, 0

    async def next(self) -> bytes:
        """Return the next bytes; none at the end of the body, or of the time limit after a complete answer."""
        if self._bytes > MAX_WITHOUT_CONTENT:
            raise broken_answer_error(self._error_context, Phrase("it continues without any content"))
        silence_limit = self._limits.within_answer if self._answer.begun else self._limits.before_answer
        limit = min(TRAILING_LIMIT, silence_limit) if self._answer.complete else silence_limit
        clock = asyncio.get_running_loop().time
        started = clock()
        try:
            async with asyncio.timeout(max(0.0, limit - self._seconds)):
                chunk = await anext(self._chunks, b"")
        except TimeoutError:
            if self._answer.complete:
                return b""
            raise silence_error(self._error_context, silence_limit, begun=self._answer.begun) from None
        except Exception as error:  # only connection errors are ignored
            if self._answer.complete and is_foreign_error(error):
                return b""  # the answer was complete; only the end mark is missing
            raise
        counts_as_content = chunk and self._limits.trusts_keep_alives and not self._answer.complete
        self._seconds = 0.0 if counts_as_content else self._seconds + clock() - started
        self._bytes += len(chunk)
        return chunk


async def _first_bytes(clock: _SilenceClock) -> bytes:
    """Return the first bytes that are not whitespace: they distinguish a web page and a JSON value from a stream."""
    while chunk := await clock.next():
        trimmed = chunk.lstrip(b" \t\r\n")
        if trimmed:
            return trimmed
    return b""


def _sse_decoder(head: bytes) -> StreamDecoder | None:
    """Return the decoder of server-sent events, unless *head* begins one JSON value instead."""
    return None if head[:1] in (b"{", b"[") else SseDecoder()


async def _whole_body(head: bytes, clock: _SilenceClock, error_context: ErrorContext) -> JsonValue:
    body = bytearray(head)
    while chunk := await clock.next():
        clock.reset()
        body += chunk
        if len(body) > MAX_PLAIN_BODY:
            raise broken_answer_error(error_context, Phrase("it is too long"))
    try:
        return parse_json(body.decode("utf-8-sig"))
    except ValueError:
        raise interrupted_answer_error(error_context) from None


def _decoded_events(
    decoder: StreamDecoder, chunk: bytes, answer: AnswerParser, error_context: ErrorContext
) -> Iterable[ModelEvent]:
    try:
        for event in decoder.feed(chunk):
            yield from answer.feed(event)
            if answer.closed:
                return  # the rest is not read, so it need not be valid
    except EventStreamError as error:
        raise broken_answer_error(error_context, error.message) from None


def _last_event(decoder: StreamDecoder, answer: AnswerParser) -> Iterable[ModelEvent]:
    """Read a last event whose end mark is missing, if it is complete; a truncated stream leaves an incomplete one."""
    event = None if answer.closed else decoder.close()
    if event is None:
        return
    try:
        if event.data.strip() != "[DONE]":
            parse_json(event.data)
    except ValueError:
        return
    yield from answer.feed(event)
