"""Line text: one hostile line of a note made fit to be drawn: spelled out, cut, and broken into what fits a width.

Knows no font but the fixed one's columns; marks move along with the characters they are on.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.vault.diff.inline_diff import InlineMark

LONGEST_LINE = 4_000
"""Characters of a line shown at first: a very long paragraph. What is cut is counted and can be opened."""

MORE = 200_000
"""Characters of a line that one press opens: spelling them out takes a tenth of a second at worst."""

KEPT_LINES = 8
"""Long lines that are kept as they were spelled out: those in sight, which are drawn again and again."""

TAB = "    "
"""How a tab is drawn; its marks and its line say that it is one."""

SOFT = 0.6
"""Share of the width behind which a blank is looked for to break at; before it, a word is broken instead."""

_WIDE = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0900-\u0dff\u0e31-\u0e4e\u1100-\u11ff"
    "\u200d\u20d0-\u20ff\u231a-\u23ff\u2600-\u27bf\u2b1b-\u2b55\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\ufe00-\ufe6f\uff00-\uff60\uffe0-\uffe6\U0001f000-\U0003fffd]"
)
"""Characters that may take no column, or two; two are counted for each."""

_BLANK = re.compile("[\u034f\u115f\u1160\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
"""Characters that Python calls printable and that draw nothing; `sanitize_text` knows them one by one."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """A line as it is drawn."""

    text: str
    marks: tuple[InlineMark, ...] = ()
    rest: int = 0
    """How many characters of the line are not shown."""


def is_plain(text: str) -> bool:
    """Whether *text* is drawn as it is: most lines are."""
    return text.isascii() and text.isprintable()


def spelled(text: str, marks: tuple[InlineMark, ...] = (), longest: int = LONGEST_LINE) -> Spelled:
    """Return *text* cut to *longest*, with `U+XXXX` for what cannot be seen and blanks for tabs."""
    return _spelled_once(text, marks, longest) if len(text) > LONGEST_LINE else _spelled(text, marks, longest)


def _spelled(text: str, marks: tuple[InlineMark, ...], longest: int) -> Spelled:
    rest = max(0, len(text) - longest)
    if rest:
        text = text[:longest]
        marks = tuple((start, min(end, longest)) for start, end in marks if start < longest)
    if is_plain(text):
        return Spelled(text, marks, rest)
    pieces: list[str] = []
    moved: list[InlineMark] = []
    place = length = 0
    for start, end in marks:
        before, inside = _seen(text[place:start]), _seen(text[start:end])
        pieces += (before, inside)
        moved.append((length + len(before), length + len(before) + len(inside)))
        length, place = moved[-1][1], end
    pieces.append(_seen(text[place:]))
    return Spelled("".join(pieces), tuple(moved), rest)


_spelled_once = lru_cache(KEPT_LINES)(_spelled)


def wrapped(text: str, columns: int) -> tuple[InlineMark, ...]:
    """Return the pieces of *text* that fit *columns*, broken after blanks where one is near."""
    columns = max(columns, 8)
    return _wrapped_once(text, columns) if len(text) > LONGEST_LINE else _wrapped(text, columns)


def _wrapped(text: str, columns: int) -> tuple[InlineMark, ...]:
    wide = not text.isascii() and _WIDE.search(text) is not None
    pieces: list[InlineMark] = []
    start = 0
    while start < len(text) or not pieces:
        fits = _fitting(text, start, columns) if wide else columns
        end = start + fits
        if end < len(text):
            blank = text.rfind(" ", start + int(fits * SOFT), end)
            end = blank + 1 if blank >= 0 else end
        pieces.append((start, min(end, len(text))))
        start = end
    return tuple(pieces)


_wrapped_once = lru_cache(KEPT_LINES)(_wrapped)


def _fitting(text: str, start: int, columns: int) -> int:
    """Return how many characters from *start* fit, wide ones counted twice; at least one."""
    ahead = text[start : start + columns]
    if _WIDE.search(ahead) is None:
        return columns
    ends = range(1, columns + 1)
    return max(1, bisect_right(ends, columns, key=lambda end: end + len(_WIDE.findall(ahead[:end]))))


def drawn_lines(text: str, columns: int, longest: int = LONGEST_LINE) -> int:
    """Return how many lines *text* takes, with the one that counts what is cut."""
    if len(text) <= columns and is_plain(text):
        return 1
    line = spelled(text, (), longest)
    return len(wrapped(line.text, columns)) + bool(line.rest)


def _seen(text: str) -> str:
    # Most text of other scripts has nothing to spell out, which is seen a hundred times quicker than letter by letter.
    plain = text.replace("\t", " ")
    if not (plain.isprintable() and _BLANK.search(plain) is None):
        text = sanitize_text(text, kept="\t")
    return text.replace("\t", TAB)
