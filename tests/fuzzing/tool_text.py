"""Tool text: what must hold for every text a model could write (`check`), and for one whose meaning is known."""

import re
import time
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from markdown_it import MarkdownIt

from tests.fuzzing.choices import Choices
from tests.fuzzing.hostile_text import hostile_text, tick_text
from tests.fuzzing.known_text import KnownText, known_text
from vaultdesk.providers.call_accumulator import parse_arguments
from vaultdesk.providers.tool_emulation.call_parser import read_calls
from vaultdesk.providers.tool_emulation.dialects import (
    ALL_TAGS,
    CONTROL_TOKEN,
    HARMONY_OPENINGS,
    CallBlock,
    CallOpened,
    ProseText,
    ScannedSegment,
    ThinkingText,
    is_token_beginning,
)
from vaultdesk.providers.tool_emulation.text_scanner import MAX_HEADER, TextScanner
from vaultdesk.providers.tool_emulation.tool_schema import Schemas

LIFTED = tuple(tag.text for tag in ALL_TAGS.values() if tag.kind != "call" or tag.is_token)
"""Tags that may be taken away without being part of a call."""

SCHEMAS: Schemas = {"a": {"properties": {"q": {"type": "string"}, "n": {"type": "integer"}}}}
"""What a reader may know of the tools there are."""

SLOW_SIZE = 20_000
"""Characters of the shorter text whose time is taken."""

SLOW_RATIO = 12
"""Times longer that four times the text may take; a square would be sixteen, the rest is what else runs here."""

LEAST_SECONDS = 0.3
"""Seconds under which no ratio says anything."""


def one(choices: Choices) -> None:
    """Make one text and check it."""
    how = choices.randrange(8)
    if how < 2:
        check_known(known_text(choices), cuts(choices))
    else:
        text = tick_text(choices) if how == 2 else hostile_text(choices)
        check(text, cuts(choices))
        if how == 7 and choices.randrange(100) == 99:  # not 0, which a guide has whenever its bytes are over
            check_time(text)


def cuts(choices: Choices) -> list[int]:
    """Return lengths of chunks to cut a text into, to be used over and over."""
    return [1 + choices.randrange(choices.choice((2, 9, 60))) for _ in range(1 + choices.randrange(4))]


def scan(text: str, lengths: Sequence[int] = ()) -> list[ScannedSegment]:
    """Return what *text* comes to, fed in chunks of *lengths*, or whole."""
    scanner = TextScanner()
    segments: list[ScannedSegment] = []
    place, turn = 0, 0
    while lengths and place < len(text):
        length = lengths[turn % len(lengths)]
        segments += scanner.feed(text[place : place + length])
        place, turn = place + length, turn + 1
    segments += [] if lengths else scanner.feed(text)
    return merged([*segments, *scanner.finish()])


def merged(segments: Iterable[ScannedSegment]) -> list[ScannedSegment]:
    """Return *segments* with neighbours of one kind joined."""
    out: list[ScannedSegment] = []
    for kind, alike in groupby(segments, type):
        if kind is ProseText:
            out.append(ProseText("".join(segment.text for segment in alike if isinstance(segment, ProseText))))
        elif kind is ThinkingText:
            out.append(ThinkingText("".join(segment.text for segment in alike if isinstance(segment, ThinkingText))))
        else:
            out += alike
    return out


def check_known(known: KnownText, lengths: Sequence[int]) -> None:
    """Check that a text whose meaning is known comes to just that."""
    expected = merged(known.segments)
    assert scan(known.text) == expected, (known.text, scan(known.text), expected)
    assert scan(known.text, lengths) == expected, (known.text, lengths)
    for segment in expected:
        if isinstance(segment, CallBlock):
            read = read_calls(segment)
            assert [call.name for call in read or ()] == ["good"], (segment, read)
            assert [(call.problem, call.repaired) for call in read or ()] == [("", False)], (segment, read)


def check(text: str, lengths: Sequence[int]) -> None:
    """Check what must hold for every text."""
    segments = scan(text)
    for other in (lengths, [1]):
        cut = scan(text, other)
        assert cut == segments, (text, other, segments, cut)
    assert reassembles(text, segments), (text, segments)
    check_order(text, segments)
    check_code(text, segments)
    for segment in segments:
        if isinstance(segment, CallBlock):
            check_calls(segment)


def check_order(text: str, segments: Sequence[ScannedSegment]) -> None:
    """Check that each call is begun, then written, that only a last one is open, and that no segment is empty."""
    for before, after in pairwise([ProseText("-"), *segments, ProseText("")]):
        assert isinstance(before, CallOpened) == isinstance(after, CallBlock), (text, segments)
        assert not isinstance(before, ProseText | ThinkingText) or before.text, (text, segments)
        if isinstance(before, CallBlock) and not before.closed:
            last_or_next = after == ProseText("") or (isinstance(after, CallOpened) and after.frame == before.frame)
            assert last_or_next, (text, segments)


def reassembles(text: str, segments: Sequence[ScannedSegment]) -> bool:
    """Tell whether the segments are *text* in its order, without some tags of thoughts and closing tags."""
    out = "".join(
        segment.raw_text if isinstance(segment, CallBlock) else getattr(segment, "text", "") for segment in segments
    )
    reached: dict[int, set[int]] = {0: {0}}
    for place in range(len(text)):
        for at in reached.pop(place, ()):
            if at < len(out) and out[at] == text[place]:
                reached.setdefault(place + 1, set()).add(at + 1)
            lifted = {place + len(tag) for tag in LIFTED if text.startswith(tag, place)}
            lifted |= {len(text)} if is_token_beginning(text, place) else set()
            token = CONTROL_TOKEN.match(text, place)
            lifted |= {token.end()} if token else set()
            if text.startswith(HARMONY_OPENINGS, place):
                lifted |= {*range(place + 1, min(len(text), place + MAX_HEADER + 20) + 1)}
            for end in lifted:
                reached.setdefault(end, set()).add(at)
    return len(out) in reached.get(len(text), ())


_CONTAINER = re.compile(r"^[ \t]*(?:[-*+>]|[0-9]+[.)])", re.MULTILINE)
_COMMONMARK = MarkdownIt("commonmark", {"html": False})


def check_code(text: str, segments: Sequence[ScannedSegment]) -> None:
    """Check with another reader of Markdown that the first call does not stand in code.

    Only the first, with nothing but text before it: behind a call or a thought our text begins anew. Lists and quotes
    are left out, where we are stricter on purpose (prose_scanner.py).
    """
    if len(segments) < 2 or not isinstance(segments[1], CallOpened) or not isinstance(segments[0], ProseText):
        return
    place = len(segments[0].text)
    if not text.startswith(segments[0].text) or _CONTAINER.search(text):
        return
    marked = text[:place] + "\ue000" + text[place + 1 :]
    for token in _COMMONMARK.parse(marked.replace("\x00", "\ufffd").replace("\r\n", "\n").replace("\r", " ")):
        code = token.content if token.type == "fence" else ""
        code += "".join(child.content for child in token.children or () if child.type == "code_inline")
        assert "\ue000" not in code, (text, segments)


def check_calls(segment: CallBlock) -> None:
    """Check that what is read from a call's body is whole, or says what is wrong with it."""
    read = read_calls(segment)
    told = read_calls(segment, SCHEMAS)
    assert [call.name for call in read or told or ()] == [call.name for call in told or ()], segment
    for call in (*(read or ()), *(told or ())):
        assert call.name.strip(), segment
        assert (call.arguments is None) == bool(call.problem), (segment, call)
        assert not (call.repaired and call.problem), (segment, call)
        if call.arguments is not None:
            assert parse_arguments(call.arguments_json).value == call.arguments, (segment, call)
    assert read is None or read, segment


def check_time(text: str) -> None:
    """Check that four times the text does not take much more than four times as long."""
    if not text:
        return
    short = (text * (SLOW_SIZE // len(text) + 1))[:SLOW_SIZE]
    for lengths in ([], [3]):
        least, most = _seconds(short, lengths), _seconds(short * 4, lengths)
        assert most < LEAST_SECONDS or most < least * SLOW_RATIO, (text, lengths, least, most)


def _seconds(text: str, lengths: Sequence[int]) -> float:
    taken = []
    for _ in range(2):
        started = time.process_time()
        for segment in scan(text, lengths):
            if isinstance(segment, CallBlock):
                read_calls(segment)
        taken.append(time.process_time() - started)
    return min(taken)
