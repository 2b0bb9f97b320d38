"""Pieces: where the lines, blocks, sections and tasks of a note's text begin and end. Finds no words in them."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal

from vaultdesk.vault.markdown.sections import LineGroup, code_end, group_lines

Kind = Literal["line", "block", "section", "task", "task-todo", "task-done"]

Span = tuple[int, int]

Standing = Literal["", "task-todo", "task-done"]
"""Whether a block is a task, and of which kind."""

_LINE_END = re.compile("\n")
_QUOTE_MARKS = re.compile(r"(?: {0,3}>[ \t]?)++")
_BOX = re.compile(r"[ \t]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++\[(.)\](?=[ \t]|\Z)")
_ANY_BOX = re.compile(r"\[[^\n]\](?=\s|\Z)")
_ANY_BOX_IN_BYTES = re.compile(rb"\[[^\n\]]{1,4}\](?=\s|\Z)")
_FENCE = re.compile(r"```|~~~|\$\$")


class Pieces:
    """One note's text cut up, each kind when it is first asked for and no more of it than is needed."""

    def __init__(self, text: str, body_start: int, heading_lines: Sequence[int] = ()) -> None:
        """*body_start* is where the properties end, *heading_lines* count from 1 and rise."""
        self._text = text
        self._body_start = body_start
        self._heading_lines = heading_lines
        self._starts: list[int] | None = None
        self._code: list[Span] | None = None

    def of(self, kind: Kind) -> Iterator[Span]:
        """Yield all pieces of *kind*, in their order."""
        match kind:
            case "line":
                starts = self._line_starts()
                yield from zip(starts, (start - 1 for start in [*starts[1:], len(self._text) + 1]), strict=True)
            case "section":
                starts = self._line_starts()
                cuts = [0, *(starts[line - 1] for line in self._heading_lines if 1 < line <= len(starts))]
                yield from zip(cuts, [*cuts[1:], len(self._text)], strict=True)
            case "block":
                if self._body_start:
                    yield 0, self._body_start
                yield from (span for span, _ in _blocks(self._text, self._body_start, len(self._text)))
            case _:
                # Most of a text is no task: only what stands around a box is taken apart.
                yield from self._blocks_around(kind, (found.start() for found in _ANY_BOX.finditer(self._text)))

    def around(self, kind: Kind, places: Iterator[int]) -> Iterator[Span]:
        """Yield the pieces of *kind* that hold one of *places*, which rise; each once."""
        match kind:
            case "line":
                yield from self._lines_around(places)
            case "section":
                yield from _holding(self.of(kind), places)
            case _:
                yield from self._blocks_around(kind, places)

    def _lines_around(self, places: Iterator[int]) -> Iterator[Span]:
        end = -1
        for place in places:
            if place > end:
                end = self._text.find("\n", place)
                end = end if end >= 0 else len(self._text)
                yield self._text.rfind("\n", 0, place) + 1, end

    def _blocks_around(self, kind: Kind, places: Iterator[int]) -> Iterator[Span]:
        """Take apart what stands around each place, from one end of all blocks to the next."""
        spans: list[tuple[Span, Standing]] = []
        nth, end = 0, -1
        for place in places:
            if place >= end:
                start, end = self._stretch(place)
                spans, nth = self._blocks_in(kind, start, end), 0
            while nth < len(spans) and spans[nth][0][1] <= place:
                nth += 1
            if nth < len(spans) and spans[nth][0][0] <= place:
                span, standing = spans[nth]
                nth += 1
                if kind == "block" or (standing and kind in ("task", standing)):
                    yield span

    def _blocks_in(self, kind: Kind, start: int, end: int) -> list[tuple[Span, Standing]]:
        if start < self._body_start:
            return [((start, end), "")]
        if kind != "block" and not _ANY_BOX.search(self._text, start, end):
            return []  # Nothing there is a task.
        return list(_blocks(self._text, start, end))

    def _stretch(self, place: int) -> Span:
        """Return where blocks begin before *place* and where they end after it, whatever stands beyond."""
        text, floor = self._text, self._body_start
        if place < floor:
            return 0, floor
        start = place
        while (cut := text.rfind("\n\n", floor, start)) >= 0 and not self._parts_blocks(cut + 2):
            start = cut + 1
        start = cut + 2 if cut >= 0 else floor
        after = place
        while (cut := text.find("\n\n", after)) >= 0 and not self._parts_blocks(cut + 2):
            after = cut + 1
        return start, cut if cut >= 0 else len(text)

    def _parts_blocks(self, place: int) -> bool:
        """Whether no block reaches over the blank line before *place*: code does, and an item goes on by its indent."""
        if self._text[place : place + 1] in ("", " ", "\t", "\n"):
            return False
        nth = bisect_right(self._code_spans(), (place, len(self._text))) - 1
        return nth < 0 or self._code_spans()[nth][1] <= place

    def _code_spans(self) -> list[Span]:
        """Return where code and formulas stand, in order."""
        if self._code is None:
            self._code = []
            first, end, lines = -1, self._body_start, list[str]()
            for found in _FENCE.finditer(self._text, self._body_start):
                if found.start() < end:
                    continue
                starts, lines = self._line_starts(), lines or self._text.split("\n")
                nth = bisect_right(starts, found.start()) - 1
                # Only the first on its line can open code; a line of nothing else must not be looked at for each.
                is_first, first = starts[nth] != first, starts[nth]
                if is_first and (after := code_end(lines, nth)):
                    end = starts[after] if after < len(starts) else len(self._text) + 1
                    self._code.append((first, end))
        return self._code

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *(found.end() for found in _LINE_END.finditer(self._text))]
        return self._starts


def may_have_tasks(data: bytes) -> bool:
    """Whether a box stands anywhere in UTF-8 *data*: many notes have none and need not be understood."""
    return _ANY_BOX_IN_BYTES.search(data) is not None


def _holding(spans: Iterator[Span], places: Iterator[int]) -> Iterator[Span]:
    """Yield those of *spans* that hold one of *places*; both rise."""
    span = next(spans, None)
    for place in places:
        while span is not None and span[1] <= place:
            span = next(spans, None)
        if span is None:
            return
        if span[0] <= place:
            yield span
            span = next(spans, None)


def _blocks(text: str, start: int, end: int) -> Iterator[tuple[Span, Standing]]:
    """Yield the blocks of a stretch of *text* and what kind of task each is."""
    lines = text[start:end].split("\n")
    starts = [start]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for group in group_lines(lines):
        if group.kind == "blank":
            continue
        if group.kind == "quote":
            yield from _in_quote(lines, starts, group)
        else:
            yield _span(starts, group, 0), _standing(lines[group.first]) if group.kind == "item" else ""


def _in_quote(lines: Sequence[str], starts: Sequence[int], quote: LineGroup) -> Iterator[tuple[Span, Standing]]:
    """Yield the quote as one block, or, where tasks stand in it, its parts: a callout with a list is common."""
    bare = [_QUOTE_MARKS.sub("", line, 1) for line in lines[quote.first : quote.end]]
    inner = group_lines(bare)
    if not any(group.kind == "item" and _standing(bare[group.first]) for group in inner):
        yield _span(starts, quote, 0), ""
        return
    for group in inner:
        if group.kind != "blank":
            yield _span(starts, group, quote.first), _standing(bare[group.first]) if group.kind == "item" else ""


def _span(starts: Sequence[int], group: LineGroup, offset: int) -> Span:
    return starts[group.first + offset], starts[group.end + offset] - 1


def _standing(line: str) -> Standing:
    """Return whether the item that begins with *line* is a task: whatever stands in its box but a blank is done."""
    box = _BOX.match(line)
    if box is None:
        return ""
    return "task-todo" if box[1] == " " else "task-done"
