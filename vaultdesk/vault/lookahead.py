"""Lookahead: where lines, blocks, code and closing marks end in a text, each stretch searched once. See markdown.py.

Searching anew at each mark would cost the square of the length on hostile text; what was found, or is known to be
missing, is kept until the scan has passed it. Ask for rising places only.
"""

import re
from bisect import bisect_right

_TICKS = re.compile(r"`+")
_BLOCK_END = re.compile(r"\n(?=[ \t>]*+(?:\n|[-*+][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|`{3}|~{3}|\||\Z))")
_FENCE_HEAD = re.compile(r"[ \t>]*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?")
_FENCE_LINE = re.compile(r"\n[ \t>]*+(`{3,}|~{3,})(?=[ \t]*+(?:\n|\Z))")
_OUT_OF_QUOTE = re.compile(r"\n(?![ \t]*+>)")

FENCE_PREFIX = 200
"""Characters of quote marks, list mark and indent a fence may have before it on its line."""


class Lookahead:
    """What lies ahead in *text*."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_end = -1
        self._block_end = -1
        self._ticks: dict[int, list[int]] | None = None
        """Runs of backticks in the present block: places by length; None until one is asked for."""
        self._missing: dict[str, int] = {}
        """Closing marks that are known not to come any more, and up to where."""

    def line_end(self, place: int) -> int:
        """Return the next line end."""
        if place > self._line_end:
            found = self._text.find("\n", place)
            self._line_end = found if found >= 0 else len(self._text)
        return self._line_end

    def closing(self, mark: str, place: int, limit: int) -> int:
        """Return where *mark* comes next before *limit*; -1 where it does not."""
        if place < self._missing.get(mark, -1):
            return -1
        found = self._text.find(mark, place, limit)
        if found < 0:
            self._missing[mark] = limit
        return found

    def enters_block(self, place: int) -> bool:
        """Whether *place* is in a new block of text: neither code nor a link reaches from one into the next."""
        if place < self._block_end:
            return False
        found = _BLOCK_END.search(self._text, place)
        self._block_end = found.start() if found else len(self._text)
        self._ticks = None
        return True

    def code_end(self, place: int, length: int) -> int:
        """Return where the code ends that a run of *length* backticks opens at *place*; 0 where none closes it.

        `enters_block` must have been asked for *place*.
        """
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(self._text, place, self._block_end):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        runs = self._ticks.get(length, ())
        following = bisect_right(runs, place)
        return runs[following] + length if following < len(runs) else 0

    def is_fence(self, place: int, after: int) -> bool:
        """Whether the three or more backticks from *place* to *after* open fenced code."""
        line = self._text.rfind("\n", max(0, place - FENCE_PREFIX), place)
        head = _FENCE_HEAD.match(self._text, line + 1) if line >= 0 else None
        if head is None or head.end() != place:
            return False
        return self._text.find("`", after, self.line_end(after)) < 0

    def fence_end(self, place: int, mark: str, length: int) -> int:
        """Return where the code fenced at *place* ends: at its closing line, its quote's end, or the text's."""
        limit = len(self._text)
        line = self._text.rfind("\n", 0, place) + 1
        if ">" in self._text[line:place]:
            outside = _OUT_OF_QUOTE.search(self._text, place)
            limit = outside.start() if outside else limit
        for closing in _FENCE_LINE.finditer(self._text, place, limit):
            if closing[1][0] == mark and len(closing[1]) >= length:
                return closing.end()
        return limit
