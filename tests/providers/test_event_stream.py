"""Tests of providers/event_stream.py."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.growth import check_linear
from vaultdesk.providers import event_stream
from vaultdesk.providers.event_stream import EventStreamError, NdjsonDecoder, ServerEvent, SseDecoder


def decode_sse(body: bytes, cuts: tuple[int, ...] = ()) -> list[ServerEvent]:
    decoder = SseDecoder()
    edges = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    events = [event for start, end in pairwise(edges) for event in decoder.feed(body[start:end])]
    last = decoder.close()
    return [*events, *([last] if last else [])]


STREAM = (
    "\ufeff: comment\r\n\r\nevent: greeting\r\ndata: größer\rdata:  🎉\n\nretry: 3\n\nid: 1\ndata\n\ndata:end".encode()
)
EVENTS = [ServerEvent("greeting", "größer\n 🎉"), ServerEvent("", ""), ServerEvent("", "end")]


def test_comments_fields_and_every_line_ending_are_parsed() -> None:
    assert decode_sse(STREAM) == EVENTS


@given(st.lists(st.integers(0, 10_000), max_size=8).map(tuple))
def test_events_do_not_depend_on_chunk_boundaries(cuts: tuple[int, ...]) -> None:
    assert decode_sse(STREAM, cuts) == EVENTS


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=4).map(tuple))
def test_arbitrary_bytes_are_parsed_or_refused(body: bytes, cuts: tuple[int, ...]) -> None:
    try:
        events = decode_sse(body, cuts)
    except EventStreamError:
        return
    assert all(isinstance(event, ServerEvent) for event in events)


def test_events_before_invalid_bytes_are_returned() -> None:
    events = SseDecoder().feed(b"data: 1\n\ndata: \xff\n\n")

    assert next(events) == ServerEvent("", "1")
    with pytest.raises(EventStreamError, match="UTF-8"):
        next(events)


def test_an_event_beyond_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "MAX_EVENT", 100)

    with pytest.raises(EventStreamError, match="too long"):
        list(SseDecoder().feed(b"data: " + b"x" * 200))


def test_a_long_line_in_small_chunks_is_parsed_in_linear_time() -> None:
    def decode(body: bytes) -> list[ServerEvent]:
        decoder = SseDecoder()
        return [
            event for position in range(0, len(body), 100) for event in decoder.feed(body[position : position + 100])
        ]

    def long_line(size: int) -> bytes:
        return b"data: " + b"x" * size + b"\n\n"

    assert [len(event.data) for event in decode(long_line(4_000_000))] == [4_000_000]
    check_linear(decode, long_line, 2_000_000)


NDJSON_STREAM = '\ufeff{"a":"größer"}\r\n\n \t\r\n{"b":"🎉"}\n{"c":1}'.encode()
NDJSON_EVENTS = [ServerEvent("", '{"a":"größer"}'), ServerEvent("", '{"b":"🎉"}'), ServerEvent("", '{"c":1}')]


def decode_ndjson(body: bytes, cuts: tuple[int, ...] = ()) -> list[ServerEvent]:
    decoder = NdjsonDecoder()
    edges = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    events = [event for start, end in pairwise(edges) for event in decoder.feed(body[start:end])]
    last = decoder.close()
    return [*events, *([last] if last else [])]


@given(st.lists(st.integers(0, 10_000), max_size=8).map(tuple))
def test_ndjson_events_do_not_depend_on_chunk_boundaries(cuts: tuple[int, ...]) -> None:
    assert decode_ndjson(NDJSON_STREAM, cuts) == NDJSON_EVENTS


def test_ndjson_can_be_decoded_byte_by_byte() -> None:
    assert decode_ndjson(NDJSON_STREAM, tuple(range(len(NDJSON_STREAM)))) == NDJSON_EVENTS


def test_invalid_utf8_is_refused_except_in_an_incomplete_last_line() -> None:
    with pytest.raises(EventStreamError, match="UTF-8"):
        decode_ndjson(b"\xff\n")
    assert decode_ndjson(b"{}\n\xff") == [ServerEvent("", "{}")]


@pytest.mark.parametrize("size", [1, 1000])
def test_a_line_beyond_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(event_stream, "MAX_EVENT", 500)
    body = b"x" * 1000

    with pytest.raises(EventStreamError, match="too long"):
        decode_ndjson(body, tuple(range(0, len(body), size)))


@given(st.binary(max_size=200))
def test_arbitrary_ndjson_bytes_are_parsed_or_refused(body: bytes) -> None:
    try:
        events = decode_ndjson(body)
    except EventStreamError:
        return
    assert all(event.data.strip() for event in events)
