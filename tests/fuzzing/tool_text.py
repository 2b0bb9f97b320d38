"""Tool text: invariants for any text that a model could write (`check`), and for text with known meaning."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby, pairwise

from markdown_it import MarkdownIt

from tests.fuzzing.choices import Choices
from tests.fuzzing.hostile_text import hostile_text, tick_text
from tests.fuzzing.known_text import KnownText, known_text
from tests.support.growth import check_linear
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

REMOVABLE_TAGS = tuple(tag.text for tag in ALL_TAGS.values() if tag.kind != "call" or tag.is_token)
"""Tags that may be removed without being part of a call."""

SCHEMAS: Schemas = {"a": {"properties": {"q": {"type": "string"}, "n": {"type": "integer"}}}}
"""Schemas of the tools for the parser."""

SLOW_SIZE = 80_000
"""Length of the longer text that is timed, in characters."""


def fuzz_once(choices: Choices) -> None:
    """Generate a text and check it."""
    kind = choices.randrange(8)
    if kind < 2:
        check_known(known_text(choices), chunk_lengths(choices))
    else:
        text = tick_text(choices) if kind == 2 else hostile_text(choices)
        check(text, chunk_lengths(choices))
        # Not 0, which a guided fuzzer returns when its bytes are exhausted.
        if kind == 7 and choices.randrange(100) == 99:
            check_time(text)


def chunk_lengths(choices: Choices) -> list[int]:
    """Return chunk lengths for splitting a text, to be used cyclically."""
    return [1 + choices.randrange(choices.choice((2, 9, 60))) for _ in range(1 + choices.randrange(4))]


def scan(text: str, lengths: Sequence[int] = ()) -> list[ScannedSegment]:
    """Return the segments of *text*, fed in chunks of *lengths* or as a whole."""
    scanner = TextScanner()
    segments: list[ScannedSegment] = []
    position, chunk = 0, 0
    while lengths and position < len(text):
        length = lengths[chunk % len(lengths)]
        segments += scanner.feed(text[position : position + length])
        position, chunk = position + length, chunk + 1
    segments += [] if lengths else scanner.feed(text)
    return merged([*segments, *scanner.finish()])


def merged(segments: Iterable[ScannedSegment]) -> list[ScannedSegment]:
    """Return *segments* with adjacent segments of the same kind joined."""
    joined: list[ScannedSegment] = []
    for kind, group in groupby(segments, type):
        if kind is ProseText:
            joined.append(ProseText("".join(segment.text for segment in group if isinstance(segment, ProseText))))
        elif kind is ThinkingText:
            joined.append(ThinkingText("".join(segment.text for segment in group if isinstance(segment, ThinkingText))))
        else:
            joined += group
    return joined


def check_known(known: KnownText, lengths: Sequence[int]) -> None:
    """Check that a text with known meaning results in the expected segments."""
    expected = merged(known.segments)
    assert scan(known.text) == expected, (known.text, scan(known.text), expected)
    assert scan(known.text, lengths) == expected, (known.text, lengths)
    for segment in expected:
        if isinstance(segment, CallBlock):
            calls = read_calls(segment)
            assert [call.name for call in calls or ()] == ["good"], (segment, calls)
            assert [(call.problem, call.repaired) for call in calls or ()] == [("", False)], (segment, calls)


def check(text: str, lengths: Sequence[int]) -> None:
    """Check the invariants of any text."""
    segments = scan(text)
    for other in (lengths, [1]):
        chunked = scan(text, other)
        assert chunked == segments, (text, other, segments, chunked)
    assert reassembles(text, segments), (text, segments)
    check_order(text, segments)
    check_code(text, segments)
    for segment in segments:
        if isinstance(segment, CallBlock):
            check_calls(segment)


def check_order(text: str, segments: Sequence[ScannedSegment]) -> None:
    """Check that each call is opened before its block, only a last one is unclosed, and no segment is empty."""
    for before, after in pairwise([ProseText("-"), *segments, ProseText("")]):
        assert isinstance(before, CallOpened) == isinstance(after, CallBlock), (text, segments)
        assert not isinstance(before, ProseText | ThinkingText) or before.text, (text, segments)
        if isinstance(before, CallBlock) and not before.closed:
            last_or_next = after == ProseText("") or (isinstance(after, CallOpened) and after.frame == before.frame)
            assert last_or_next, (text, segments)


def reassembles(text: str, segments: Sequence[ScannedSegment]) -> bool:
    """Return whether the segments are *text* in order, without some tags of thoughts and closing tags."""
    output = "".join(
        segment.raw_text if isinstance(segment, CallBlock) else getattr(segment, "text", "") for segment in segments
    )
    reached: dict[int, set[int]] = {0: {0}}
    for position in range(len(text)):
        for output_position in reached.pop(position, ()):
            if output_position < len(output) and output[output_position] == text[position]:
                reached.setdefault(position + 1, set()).add(output_position + 1)
            ends = {position + len(tag) for tag in REMOVABLE_TAGS if text.startswith(tag, position)}
            ends |= {len(text)} if is_token_beginning(text, position) else set()
            token = CONTROL_TOKEN.match(text, position)
            ends |= {token.end()} if token else set()
            if text.startswith(HARMONY_OPENINGS, position):
                ends |= {*range(position + 1, min(len(text), position + MAX_HEADER + 20) + 1)}
            for end in ends:
                reached.setdefault(end, set()).add(output_position)
    return len(output) in reached.get(len(text), ())


_CONTAINER = re.compile(r"^[ \t]*(?:[-*+>]|[0-9]+[.)])", re.MULTILINE)
_COMMONMARK = MarkdownIt("commonmark", {"html": False})


def check_code(text: str, segments: Sequence[ScannedSegment]) -> None:
    """Check with another Markdown parser that the first call is not inside code.

    Only the first call after plain text is checked, because text restarts after a call or a thought. Lists and quotes
    are skipped, where the scanner is stricter on purpose (prose_scanner.py).
    """
    if len(segments) < 2 or not isinstance(segments[1], CallOpened) or not isinstance(segments[0], ProseText):
        return
    position = len(segments[0].text)
    if not text.startswith(segments[0].text) or _CONTAINER.search(text):
        return
    marked = text[:position] + "\ue000" + text[position + 1 :]
    for token in _COMMONMARK.parse(marked.replace("\x00", "\ufffd").replace("\r\n", "\n").replace("\r", " ")):
        code = token.content if token.type == "fence" else ""
        code += "".join(child.content for child in token.children or () if child.type == "code_inline")
        assert "\ue000" not in code, (text, segments)


def check_calls(segment: CallBlock) -> None:
    """Check that the calls parsed from a block are complete or have a problem."""
    without_schemas = read_calls(segment)
    with_schemas = read_calls(segment, SCHEMAS)
    assert [call.name for call in without_schemas or with_schemas or ()] == [
        call.name for call in with_schemas or ()
    ], segment
    for call in (*(without_schemas or ()), *(with_schemas or ())):
        assert call.name.strip(), segment
        assert (call.arguments is None) == bool(call.problem), (segment, call)
        assert not (call.repaired and call.problem), (segment, call)
        if call.arguments is not None:
            assert parse_arguments(call.arguments_json).value == call.arguments, (segment, call)
    assert without_schemas is None or without_schemas, segment


def check_time(text: str) -> None:
    """Check that the time grows about linearly with the length of the text."""
    if not text:
        return
    for lengths in ([], [3]):
        check_linear(partial(_scan_and_read, lengths), lambda size: (text * (size // len(text) + 1))[:size], SLOW_SIZE)


def _scan_and_read(lengths: Sequence[int], text: str) -> None:
    for segment in scan(text, lengths):
        if isinstance(segment, CallBlock):
            read_calls(segment)
