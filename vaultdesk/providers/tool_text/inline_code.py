"""Inline code: where a run of backticks closes, in text that is whole and in text that still comes. Knows no tags.

A run opens code only if one of the same length follows in its paragraph (CommonMark); until then nobody can say whether
what follows is code. `OpenCode` is such a question, with the text it is about, so that it can be read again as text.
"""

import re
from bisect import bisect_left

TICKS = re.compile(r"`++")


class OpenCode:
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

    def hold(self, place: int) -> None:
        """Hold back from *place* in the present text on."""
        if self._hold < 0:
            self._hold = self._earlier_size + place - self._start

    def carry(self, text: str, place: int) -> None:
        """Keep the present *text* up to *place*: it goes away, and the next one begins there."""
        self._earlier.append(text[self._start : place])
        self._earlier_size += place - self._start
        self._start = 0

    def held(self, text: str, place: int) -> str:
        """Return what was held back up to *place*."""
        return self._all(text, place)[self._hold :] if self.holds else ""

    def again(self, text: str, place: int) -> tuple[str, int, int, int]:
        """Return a text in which the question can be read again from its start, knowing that it ends at *place*.

        With it: where the question begins in that text, where it ends, and up to where it has gone out.
        """
        if self._earlier_size:
            whole = self._all(text, place)
            return whole + text[place:], 0, len(whole), self._hold
        return text, self._start, place, self._start + self._hold

    def _all(self, text: str, place: int) -> str:
        return "".join(self._earlier) + text[self._start : place]


class CodeRuns:
    """The runs of backticks in a stretch of text that is whole."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._runs: dict[int, list[int]] = {}
        for run in TICKS.finditer(text, start, end):
            self._runs.setdefault(run.end() - run.start(), []).append(run.start())

    def code_end(self, length: int, place: int) -> int:
        """Return where the code ends that a run of *length* opened, whose text begins at *place*; 0 for no code."""
        runs = self._runs.get(length, [])
        following = bisect_left(runs, place)
        return runs[following] + length if following < len(runs) else 0
