"""Incremental recognition of fenced and inline code in Markdown, following CommonMark."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal, NamedTuple

MAX_LINE_HEAD = 200
"""Characters of a line's head; behind more of them nothing is a fence."""

TAB_WIDTH = 4
"""Columns between tab stops (CommonMark)."""

MOST_INDENT = 3
"""Columns a fence, a heading or a list mark may be indented beyond what surrounds it (CommonMark)."""

_HEAD = re.compile(r"([ \t\r]*+)((?:(?:>|(?:[-*+]|[0-9]{1,9}[.)])[ \t])[ \t\r]*+)*+)")
_UNDECIDED = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)]?|#{1,6}|~{1,2})?")
_HEADING = re.compile(r"#{1,6}(?=[ \t\r\n]|\Z)")
_ITEM = re.compile(r"[-*+]|1[.)]")


@dataclass(frozen=True, slots=True)
class LineHead:
    """A line's head."""

    end: int
    """Where the line's first word begins."""
    lead: int
    """Columns of white space before the first mark."""
    width: int
    """Columns of the whole head."""
    inner: int
    """Columns from the last quote mark, or the line's start, to where the text of its list item begins."""
    after: int
    """Columns of white space behind the last mark; the lead where there is no mark."""
    quoted: bool
    marked: bool
    """A list mark is among it."""
    first: str
    """The first character behind it; a line end or nothing in a blank line."""
    heading: bool
    interrupts: bool
    """No paragraph reaches from the line before into this one: it is blank, a heading or a new list item."""


def line_head(text: str, position: int, final: bool) -> LineHead | None:
    """Return the head of the line at *position*; None if more text is needed. *final*: no text follows."""
    found = _HEAD.match(text, position, position + MAX_LINE_HEAD)
    assert found is not None
    end = found.end()
    if not final and end - position < MAX_LINE_HEAD and _UNDECIDED.fullmatch(text, end):
        return None
    marks = found[2]
    lead = len(found[1].expandtabs(TAB_WIDTH))
    bare = marks.rstrip(" \t\r")
    after = len(marks[len(bare) + 1 :].expandtabs(TAB_WIDTH)) if marks else lead
    first = text[end : end + 1]
    shallow = lead <= MOST_INDENT
    blank = first in ("", "\n")
    heading = shallow and _HEADING.match(text, end) is not None
    return LineHead(
        end=end,
        lead=lead,
        width=len(found[0].expandtabs(TAB_WIDTH)),
        inner=len(found[0].rpartition(">")[2].expandtabs(TAB_WIDTH)) - after,
        after=after,
        quoted=">" in marks,
        marked=bare.strip("> \t\r") != "",
        first=first,
        heading=heading,
        interrupts=blank or heading or (shallow and _ITEM.match(marks) is not None),
    )


# It ends as CommonMark has it: with a line of at least as many of the same marks and nothing else, indented at most
# three columns more than the list item it is in, or where the quote around it ends. One thing is stricter here: leaving
# a list item does not end it. Models indent carelessly, and code taken for text could act, while text taken for code
# cannot.

_BLANKS = re.compile(r"[ \t\r]*+")
_QUOTE_HEAD = re.compile(r"[ \t\r>]*+")


class FencedCode:
    """One stretch of fenced code, read from its first mark on. *indent*: columns of the list item it is in."""

    def __init__(self, mark: str, indent: int, quoted: bool) -> None:
        self.ended = False
        self._mark = mark
        self._marks = re.compile(re.escape(mark) + "*+")
        self._deepest = indent + MOST_INDENT
        self._quoted = quoted
        self._phase: Literal["opening", "line", "head", "closing", "tail"] = "opening"
        self._length = 0
        """Marks of the opening line."""
        self._count = 0
        """Marks of a line that may close."""
        self._column = 0
        """Columns of white space of a line's head, since its last quote mark."""
        self._in_quote = False
        """The line's head has a quote mark."""

    def read(self, text: str, position: int) -> int:
        """Take *text* from *position* on; return where the code ends, or the text."""
        while position < len(text) and not self.ended:
            position = self._step(text, position)
        return position

    def _step(self, text: str, position: int) -> int:
        match self._phase:
            case "opening":
                end = self._marks_end(text, position)
                self._length += end - position
                if end < len(text):
                    self._phase = "line"
                return end
            case "line":
                end = text.find("\n", position) + 1
                if end:
                    self._phase, self._column, self._in_quote = "head", 0, False
                return end or len(text)
            case "head":
                return self._read_head(text, position)
            case "closing":
                end = self._marks_end(text, position)
                self._count += end - position
                if end < len(text):
                    self._phase = "tail" if self._count >= self._length else "line"
                return end
            case "tail":
                return self._read_tail(text, position)

    def _read_head(self, text: str, position: int) -> int:
        found = (_QUOTE_HEAD if self._quoted else _BLANKS).match(text, position)
        end = found.end() if found else position
        _, mark, blanks = text[position:end].rpartition(">")
        if mark:
            self._in_quote, self._column = True, 0
        stop = self._column % TAB_WIDTH
        self._column += len((" " * stop + blanks).expandtabs(TAB_WIDTH)) - stop
        if end == len(text):
            return end
        if self._quoted and not self._in_quote:
            self.ended = True
        elif text[end] == self._mark and self._column <= self._deepest:
            self._phase, self._count = "closing", 0
        else:
            self._phase = "line"
        return end

    def _read_tail(self, text: str, position: int) -> int:
        found = _BLANKS.match(text, position)
        end = found.end() if found else position
        if end == len(text):
            return end
        if text[end] == "\n":
            self.ended = True
            return end + 1
        self._phase = "line"
        return end

    def _marks_end(self, text: str, position: int) -> int:
        found = self._marks.match(text, position)
        return found.end() if found else position


# A run of backticks opens code only if one of the same length follows in its paragraph (CommonMark). Until then it is
# undecided whether the text after it is code, so `PendingInlineCode` keeps that text to read it again as prose.

BACKTICKS = re.compile(r"`++")


class ReplayedText(NamedTuple):
    """Text that is read again because a run of backticks opened no code."""

    text: str
    start: int
    """Where the run begins."""
    end: int
    """Up to where it is known that nothing is code."""
    emitted: int
    """Up to where it was emitted before."""


class PendingInlineCode:
    """A run of backticks that may have opened code, and what followed it so far."""

    def __init__(self, start: int) -> None:
        self.length = 0
        """Backticks of the run that may have opened it; 0 while that run still grows."""
        self._earlier: list[str] = []
        self._earlier_size = 0
        self._start = start
        """Where it begins in the present text; 0 where it began in an earlier one."""
        self._hold = -1
        """How many of its characters had gone out when the rest was first held back; -1 where none is."""

    @property
    def holds(self) -> bool:
        """Whether something of it is held back, as it would be a tag if this is no code."""
        return self._hold >= 0

    def hold(self, position: int) -> None:
        """Hold back from *position* in the present text on."""
        if self._hold < 0:
            self._hold = self._earlier_size + position - self._start

    def carry(self, text: str, position: int) -> None:
        """Keep the present *text* up to *position*: it goes away, and the next one begins there."""
        self._earlier.append(text[self._start : position])
        self._earlier_size += position - self._start
        self._start = 0

    def held(self, text: str, position: int) -> str:
        """Return what was held back up to *position*."""
        return self._all(text, position)[self._hold :] if self.holds else ""

    def replay(self, text: str, position: int) -> ReplayedText:
        """Return the text to read again from the run on, now that it is known to be no code up to *position*."""
        if self._earlier_size:
            whole = self._all(text, position)
            return ReplayedText(whole + text[position:], 0, len(whole), self._hold)
        return ReplayedText(text, self._start, position, self._start + self._hold)

    def _all(self, text: str, position: int) -> str:
        return "".join(self._earlier) + text[self._start : position]


class BacktickRuns:
    """The runs of backticks in a stretch of text that is whole."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._runs: dict[int, list[int]] = {}
        for run in BACKTICKS.finditer(text, start, end):
            self._runs.setdefault(run.end() - run.start(), []).append(run.start())

    def code_end(self, length: int, position: int) -> int:
        """Return where the code ends that a run of *length* opened, whose text begins at *position*; 0 for no code."""
        runs = self._runs.get(length, [])
        following = bisect_left(runs, position)
        return runs[following] + length if following < len(runs) else 0
