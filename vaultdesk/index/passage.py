"""Passage: a short piece of a note on one line, Markdown's signs taken off, with marks where words were found.

Inside this module a mark is a pair of control characters in the text, so that it moves along when signs are removed.
"""

import re
from dataclasses import dataclass

OPEN, CLOSE = "\x02", "\x03"
"""Around what was found. The index stores no text with these two characters: see intake.py."""

SNIPPET_TOKENS = 28
"""Words FTS5 gives around a match: two lines in a list of results."""

BEFORE, AFTER = 60, 140
"""Characters around a match that FTS5 did not find."""

_SPACE = re.compile(r"\s+")
_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!\[\[[^\[\]|]*\]\]"), " "),  # an embedded picture or note
    (re.compile(r"!?\[\[[^\[\]\x02\x03]*\Z"), ""),  # a link that the piece's end cut
    (re.compile(r"!?\[\[(?:[^\[\]|]*\\?\|)?([^\[\]|]*)\]\]"), r"\1"),  # [[note|shown]]
    (re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s\"[^\"]*\")?\)"), r"\1"),  # [shown](address)
    (
        re.compile(r"(?m)^(\x02?)[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t])?"),
        r"\1",
    ),  # heading, quote, item
    (re.compile(r"(?m)^[ \t|:-]+$"), ""),  # a table's rule, a line across
    (re.compile(r"[ \t]*\|[ \t]*"), " "),  # a table's bars
    (re.compile(r"\*\*|__|==|~~|%%|`+"), ""),
)


@dataclass(frozen=True)
class Passage:
    """Text of one line and where in it the found words stand."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


def passage(marked: str, *, cut_before: bool = False, cut_after: bool = False) -> Passage:
    """Make a passage of a piece of Markdown that holds `OPEN` and `CLOSE`."""
    text = marked
    for sign, instead in _SIGNS:
        text = sign.sub(instead, text)
    text = _SPACE.sub(" ", text).strip()
    return _unmarked(("… " if cut_before else "") + text + (" …" if cut_after else ""))


def beginning(body: str) -> Passage:
    """The note's first words, for one that was found by its name alone."""
    return passage(body[: BEFORE + AFTER], cut_after=len(body) > BEFORE + AFTER)


def around(body: str, spans: list[tuple[int, int]]) -> Passage:
    """The piece of *body* around the first of *spans* (in order), with each that lies in it marked."""
    first, _ = spans[0]
    start, end = max(0, first - BEFORE), min(len(body), first + AFTER)
    if start:  # Begin at a word.
        blank = body.find(" ", start, first)
        start = blank + 1 if blank >= 0 else start
    pieces, place = [], start
    for opening, closing in spans:
        if place <= opening and closing <= end:
            pieces += [body[place:opening], OPEN, body[opening:closing], CLOSE]
            place = closing
    pieces.append(body[place:end])
    return passage("".join(pieces), cut_before=start > 0, cut_after=end < len(body))


def _unmarked(text: str) -> Passage:
    """Take the control characters out and keep where they stood."""
    marks: list[tuple[int, int]] = []
    plain: list[str] = []
    length, opened = 0, -1
    for piece in re.split(f"([{OPEN}{CLOSE}])", text):
        if piece == OPEN:
            opened = length if opened < 0 else opened
        elif piece == CLOSE:
            if 0 <= opened < length:
                marks.append((opened, length))
            opened = -1
        else:
            plain.append(piece)
            length += len(piece)
    return Passage("".join(plain), tuple(marks))
