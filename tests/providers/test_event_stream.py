"""Tests of providers/event_stream.py."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers import event_stream
from vaultdesk.providers.event_stream import EventStreamError, NdjsonDecoder, ServerEvent, SseDecoder


def decoded(body: bytes, cuts: tuple[int, ...] = ()) -> list[ServerEvent]:
    decoder = SseDecoder()
    edges = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    events = [event for a, b in pairwise(edges) for event in decoder.feed(body[a:b])]
    last = decoder.close()
    return [*events, *([last] if last else [])]


STREAM = (
    "\ufeff: comment\r\n\r\nevent: greeting\r\ndata: größer\rdata:  🎉\n\nretry: 3\n\nid: 1\ndata\n\ndata:end".encode()
)
EVENTS = [ServerEvent("greeting", "größer\n 🎉"), ServerEvent("", ""), ServerEvent("", "end")]


def test_comments_control_lines_and_every_line_end_are_understood() -> None:
    assert decoded(STREAM) == EVENTS


@given(st.lists(st.integers(0, 10_000), max_size=8).map(tuple))
def test_the_same_events_come_however_the_bytes_are_cut(cuts: tuple[int, ...]) -> None:
    assert decoded(STREAM, cuts) == EVENTS


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=4).map(tuple))
def test_no_bytes_do_more_than_be_refused(body: bytes, cuts: tuple[int, ...]) -> None:
    try:
        events = decoded(body, cuts)
    except EventStreamError:
        return
    assert all(isinstance(event, ServerEvent) for event in events)


def test_events_before_bad_bytes_are_kept() -> None:
    events = SseDecoder().feed(b"data: 1\n\ndata: \xff\n\n")

    assert next(events) == ServerEvent("", "1")
    with pytest.raises(EventStreamError, match="UTF-8"):
        next(events)


def test_an_event_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "MAX_EVENT", 100)

    with pytest.raises(EventStreamError, match="too long"):
        list(SseDecoder().feed(b"data: " + b"x" * 200))


def test_a_long_line_in_small_pieces_takes_no_longer_for_its_length() -> None:
    decoder, began = SseDecoder(), time.process_time()
    body = b"data: " + b"x" * 4_000_000 + b"\n\n"
    events = [event for place in range(0, len(body), 100) for event in decoder.feed(body[place : place + 100])]

    assert [len(event.data) for event in events] == [4_000_000]
    assert time.process_time() - began < 10  # joined anew with each piece it is minutes


NDJSON_STREAM = '\ufeff{"a":"größer"}\r\n\n \t\r\n{"b":"🎉"}\n{"c":1}'.encode()
NDJSON_EVENTS = [ServerEvent("", '{"a":"größer"}'), ServerEvent("", '{"b":"🎉"}'), ServerEvent("", '{"c":1}')]


def ndjson_decoded(body: bytes, cuts: tuple[int, ...] = ()) -> list[ServerEvent]:
    decoder = NdjsonDecoder()
    edges = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    events = [event for a, b in pairwise(edges) for event in decoder.feed(body[a:b])]
    last = decoder.close()
    return [*events, *([last] if last else [])]


@given(st.lists(st.integers(0, 10_000), max_size=8).map(tuple))
def test_the_same_lines_come_however_the_bytes_are_cut(cuts: tuple[int, ...]) -> None:
    assert ndjson_decoded(NDJSON_STREAM, cuts) == NDJSON_EVENTS


def test_byte_by_byte_is_the_same_too() -> None:
    assert ndjson_decoded(NDJSON_STREAM, tuple(range(len(NDJSON_STREAM)))) == NDJSON_EVENTS


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(EventStreamError, match="UTF-8"):
        ndjson_decoded(b"\xff\n")
    assert ndjson_decoded(b"{}\n\xff") == [ServerEvent("", "{}")]


@pytest.mark.parametrize("size", [1, 1000])
def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(event_stream, "MAX_EVENT", 500)
    body = b"x" * 1000

    with pytest.raises(EventStreamError, match="too long"):
        ndjson_decoded(body, tuple(range(0, len(body), size)))


@given(st.binary(max_size=200))
def test_whatever_comes_it_is_read_or_refused(body: bytes) -> None:
    try:
        events = ndjson_decoded(body)
    except EventStreamError:
        return
    assert all(event.data.strip() for event in events)
