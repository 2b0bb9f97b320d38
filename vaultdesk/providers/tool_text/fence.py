"""Fence: fenced code from its opening line to its end, character by character. Knows no tags: none counts in code.

It ends as CommonMark has it: with a line of at least as many of the same marks and nothing else, indented at most three
columns more than the list item it is in, or where the quote around it ends. One thing is stricter here: leaving a list
item does not end it. Models indent carelessly, and code taken for text could act, while text taken for code cannot.
"""

import re
from typing import Literal

from vaultdesk.providers.tool_text.line_head import MOST_INDENT, TAB

_BLANKS = re.compile(r"[ \t\r]*+")
_QUOTE_HEAD = re.compile(r"[ \t\r>]*+")


class Fence:
    """One stretch of fenced code, read from its first mark on. *indent*: columns of the list item it is in."""

    def __init__(self, mark: str, indent: int, quoted: bool) -> None:
        self.over = False
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

    def read(self, text: str, place: int) -> int:
        """Take *text* from *place* on; return where the code ends, or the text."""
        while place < len(text) and not self.over:
            place = self._step(text, place)
        return place

    def _step(self, text: str, place: int) -> int:
        match self._phase:
            case "opening":
                end = self._marks_end(text, place)
                self._length += end - place
                if end < len(text):
                    self._phase = "line"
                return end
            case "line":
                end = text.find("\n", place) + 1
                if end:
                    self._phase, self._column, self._in_quote = "head", 0, False
                return end or len(text)
            case "head":
                return self._read_head(text, place)
            case "closing":
                end = self._marks_end(text, place)
                self._count += end - place
                if end < len(text):
                    self._phase = "tail" if self._count >= self._length else "line"
                return end
            case "tail":
                return self._read_tail(text, place)

    def _read_head(self, text: str, place: int) -> int:
        found = (_QUOTE_HEAD if self._quoted else _BLANKS).match(text, place)
        end = found.end() if found else place
        _, mark, blanks = text[place:end].rpartition(">")
        if mark:
            self._in_quote, self._column = True, 0
        stop = self._column % TAB
        self._column += len((" " * stop + blanks).expandtabs(TAB)) - stop
        if end == len(text):
            return end
        if self._quoted and not self._in_quote:
            self.over = True
        elif text[end] == self._mark and self._column <= self._deepest:
            self._phase, self._count = "closing", 0
        else:
            self._phase = "line"
        return end

    def _read_tail(self, text: str, place: int) -> int:
        found = _BLANKS.match(text, place)
        end = found.end() if found else place
        if end == len(text):
            return end
        if text[end] == "\n":
            self.over = True
            return end + 1
        self._phase = "line"
        return end

    def _marks_end(self, text: str, place: int) -> int:
        found = self._marks.match(text, place)
        return found.end() if found else place
