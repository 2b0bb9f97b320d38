"""Signs: where the characters stand that can mean something in Markdown. What they mean is markdown.py's matter.

Each is looked up by itself, at memory speed: a pattern that tries all of them at every character takes five times as
long on prose.
"""

import re

SIGNS = ("\\", "`", "[", "]", "#", "$", "<", "^", "%%", "://")
"""Whatever can mean something, besides the lines below."""

LINE_MARK = re.compile(r"\n(?: {0,3}(?:=++|-++)(?=[ \t]*+(?:\n|\Z))|[ \t>]*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?~~~)")
# The line under a heading, and a fence of tildes.

WINDOW = 65_536
"""Characters whose signs are looked up together: nearly every note is one window, and a hostile one costs no memory."""


class Signs:
    """The signs of one text. Ask for rising windows only."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = LINE_MARK.finditer(text)
        self._line = next(self._lines, None)
        # One letter is looked for ten times as fast as two.
        self._signs = [sign for sign in SIGNS if len(sign) == 1 or sign[-1] in text]

    def between(self, lower: int, upper: int) -> list[int]:
        """Return where signs begin from *lower* on and before *upper*, in their order."""
        find = self._text.find
        places: list[int] = []
        for sign in self._signs:
            limit = upper + len(sign) - 1
            place = find(sign, lower, limit)
            while place >= 0:
                places.append(place)
                place = find(sign, place + 1, limit)
        while self._line is not None and self._line.start() < upper:
            if self._line.start() >= lower:
                places.append(self._line.start())
            self._line = next(self._lines, None)
        places.sort()
        return places
