"""Incremental recognition of fenced and inline code in Markdown, following CommonMark."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal, NamedTuple

MAX_LINE_HEAD = 200
"""Maximum number of characters of the beginning of a line; after more of them nothing is a fence."""

TAB_WIDTH = 4
"""Columns between tab stops (CommonMark)."""

MOST_INDENT = 3
"""Number of columns a fence, a heading or a list mark may be indented relative to its container (CommonMark)."""

_HEAD = re.compile(r"([ \t\r]*+)((?:(?:>|(?:[-*+]|[0-9]{1,9}[.)])[ \t])[ \t\r]*+)*+)")
_UNDECIDED = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)]?|#{1,6}|~{1,2})?")
_HEADING = re.compile(r"#{1,6}(?=[ \t\r\n]|\Z)")
_ITEM = re.compile(r"[-*+]|1[.)]")


@dataclass(frozen=True, slots=True)
class LineHead:
    """The beginning of a line."""

    end: int
    """Offset of the line's first word."""
    lead: int
    """Columns of white space before the first mark."""
    width: int
    """Columns of the whole beginning."""
    inner: int
    """Columns from the last quote mark, or the line's start, to the text of its list item."""
    after: int
    """Columns of white space after the last mark; `lead` if there is no mark."""
    quoted: bool
    marked: bool
    """It includes a list mark."""
    first: str
    """The first character after it; a line end or empty in a blank line."""
    heading: bool
    interrupts: bool
    """No paragraph of the line before continues in this one: it is blank, a heading or a new list item."""


def line_head(text: str, position: int, final: bool) -> LineHead | None:
    """Return the beginning of the line at *position*; None if more text is needed. *final*: no text follows."""
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


# It ends as in CommonMark: with a line of at least as many of the same marks and nothing else, indented at most three
# columns more than its list item, or where the quote around it ends. One rule is stricter: leaving a list item does not
# end it. Models indent carelessly, and code taken for text could run calls, while text taken for code cannot.

_BLANKS = re.compile(r"[ \t\r]*+")
_QUOTE_HEAD = re.compile(r"[ \t\r>]*+")


class FencedCode:
    """One fenced code block, read from its first mark on. *indent*: columns of its list item."""

    def __init__(self, mark: str, indent: int, quoted: bool) -> None:
        self.ended = False
        self._mark = mark
        self._marks = re.compile(re.escape(mark) + "*+")
        self._deepest = indent + MOST_INDENT
        self._quoted = quoted
        self._phase: Literal["opening", "line", "head", "closing", "tail"] = "opening"
        self._length = 0
        """Number of marks of the opening line."""
        self._count = 0
        """Number of marks of a line that may close it."""
        self._column = 0
        """Columns of white space at the beginning of a line, since its last quote mark."""
        self._in_quote = False
        """The beginning of the line has a quote mark."""

    def read(self, text: str, position: int) -> int:
        """Read *text* from *position* on; return where the code or the text ends."""
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
# undecided whether the text after it is code, so `PendingInlineCode` stores that text to read it again as prose.

BACKTICKS = re.compile(r"`++")


class ReplayedText(NamedTuple):
    """Text that is read again because a run of backticks did not open code."""

    text: str
    start: int
    """Offset of the run."""
    end: int
    """Offset up to which it is certain that nothing is code."""
    emitted: int
    """Offset up to which it was emitted before."""


class PendingInlineCode:
    """A run of backticks that may have opened code, and the text after it so far."""

    def __init__(self, start: int) -> None:
        self.length = 0
        """Number of backticks of the run that may have opened it; 0 while that run may still grow."""
        self._earlier: list[str] = []
        self._earlier_size = 0
        self._start = start
        """Its offset in the current text; 0 if it began in an earlier one."""
        self._hold = -1
        """Number of its characters emitted before the rest was first held back; -1 if none is."""

    @property
    def holds(self) -> bool:
        """Whether part of it is held back, because it would be a tag if this is not code."""
        return self._hold >= 0

    def hold(self, position: int) -> None:
        """Hold back the text from *position* on."""
        if self._hold < 0:
            self._hold = self._earlier_size + position - self._start

    def carry(self, text: str, position: int) -> None:
        """Store the current *text* up to *position*, where the next one begins."""
        self._earlier.append(text[self._start : position])
        self._earlier_size += position - self._start
        self._start = 0

    def held(self, text: str, position: int) -> str:
        """Return the text held back up to *position*."""
        return self._all(text, position)[self._hold :] if self.holds else ""

    def replay(self, text: str, position: int) -> ReplayedText:
        """Return the text to read again from the run on, now that it is not code up to *position*."""
        if self._earlier_size:
            whole = self._all(text, position)
            return ReplayedText(whole + text[position:], 0, len(whole), self._hold)
        return ReplayedText(text, self._start, position, self._start + self._hold)

    def _all(self, text: str, position: int) -> str:
        return "".join(self._earlier) + text[self._start : position]


class BacktickRuns:
    """The runs of backticks in a complete text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._runs: dict[int, list[int]] = {}
        for run in BACKTICKS.finditer(text, start, end):
            self._runs.setdefault(run.end() - run.start(), []).append(run.start())

    def code_end(self, length: int, position: int) -> int:
        """Return the end of the code opened by a run of *length*, whose text begins at *position*; 0 for no code."""
        runs = self._runs.get(length, [])
        following = bisect_left(runs, position)
        return runs[following] + length if following < len(runs) else 0
