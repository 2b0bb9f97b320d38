from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers import ndjson
from vaultdesk.providers.ndjson import LineDecoder
from vaultdesk.providers.sse import BadEventStream, ServerEvent

STREAM = '\ufeff{"a":"größer"}\r\n\n \t\r\n{"b":"🎉"}\n{"c":1}'.encode()
EVENTS = [ServerEvent("", '{"a":"größer"}'), ServerEvent("", '{"b":"🎉"}'), ServerEvent("", '{"c":1}')]


def decoded(body: bytes, cuts: tuple[int, ...] = ()) -> list[ServerEvent]:
    decoder = LineDecoder()
    edges = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    events = [event for a, b in pairwise(edges) for event in decoder.feed(body[a:b])]
    last = decoder.close()
    return [*events, *([last] if last else [])]


@given(st.lists(st.integers(0, 10_000), max_size=8).map(tuple))
def test_the_same_lines_come_however_the_bytes_are_cut(cuts: tuple[int, ...]) -> None:
    assert decoded(STREAM, cuts) == EVENTS


def test_byte_by_byte_is_the_same_too() -> None:
    assert decoded(STREAM, tuple(range(len(STREAM)))) == EVENTS


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadEventStream, match="UTF-8"):
        decoded(b"\xff\n")
    assert decoded(b"{}\n\xff") == [ServerEvent("", "{}")]


@pytest.mark.parametrize("size", [1, 1000])
def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(ndjson, "MAX_EVENT", 500)
    body = b"x" * 1000

    with pytest.raises(BadEventStream, match="no end"):
        decoded(body, tuple(range(0, len(body), size)))


@given(st.binary(max_size=200))
def test_whatever_comes_it_is_read_or_refused(body: bytes) -> None:
    try:
        events = decoded(body)
    except BadEventStream:
        return
    assert all(event.data.strip() for event in events)
