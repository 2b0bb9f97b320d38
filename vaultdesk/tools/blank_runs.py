"""Runs of blank lines and of blanks within a line, which push what follows them out of sight: found and folded."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from vaultdesk.tools.text_sanitizer import has_hidden_characters

MAX_BLANK_LINES = 3
"""Blank lines in a row that are shown as they are: more than paragraphs and sections are apart."""

MAX_BLANKS = 40
"""Blanks in a row inside a line that are shown as they are: deep code and wide tables stay under it."""

_BLANKS = rf"[ \t\u00a0\u202f]{{{MAX_BLANKS + 1},}}"
_BLANK_RUN = re.compile(rf"(?:(?<=\S)|^){_BLANKS}(?=\S)")
_SPELLED_OUT = re.compile(r"(?:<U\+[0-9A-F]{4,6}>|\s)+")
"""A line of invisible characters as `sanitize_text` spells them out: nothing stands in it either."""


def is_blank_line(line: str) -> bool:
    """Whether nothing is seen of *line*: it holds blanks, invisible characters or lone combining marks at most."""
    if not line or line.isspace():
        return True
    if line.isascii():
        return _SPELLED_OUT.fullmatch(line) is not None or not any(
            character.isprintable() and character != " " for character in line
        )
    return all(_is_blank(character) for character in line)


def _is_blank(character: str) -> bool:
    return (
        character.isspace()
        or has_hidden_characters(character, kept="")
        or unicodedata.category(character) in ("Mn", "Me", "Zs")
    )


@dataclass(frozen=True, slots=True)
class LineSpan:
    """Lines below each other: shown as they are, or a run of blank ones."""

    start: int
    """The first of them, from 0."""
    end: int
    """Behind the last."""
    is_blank_run: bool = False


def line_spans(lines: Sequence[str], most: int = MAX_BLANK_LINES) -> Iterator[LineSpan]:
    """Yield *lines* in spans: each run of more than *most* blank lines is one, and what stands between them."""
    start = place = 0
    while place < len(lines):
        if not is_blank_line(lines[place]):
            place += 1
            continue
        end = place + 1
        while end < len(lines) and is_blank_line(lines[end]):
            end += 1
        if end - place > most:
            if start < place:
                yield LineSpan(start, place)
            yield LineSpan(place, end, is_blank_run=True)
            start = end
        place = end
    if start < len(lines):
        yield LineSpan(start, len(lines))


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text with its blank runs folded."""

    text: str
    numbers: tuple[int, ...]
    """The number of each line shown, from 1, in the whole text; of a fold that of its first line."""
    folds: frozenset[int] = frozenset()
    """Indexes of the shown lines that replace a run of blank lines, from 0."""
    is_changed: bool = False
    """Whether anything is folded, blanks within lines too."""


def fold_blank_runs(text: str, lines_mark: Callable[[int], str], blanks_mark: Callable[[int], str]) -> FoldedText:
    """Return *text* with each run of blank lines as one line and each long run of blanks in a line as a mark.

    The marks are given how many there are.
    """
    lines = text.split("\n")
    shown: list[str] = []
    numbers: list[int] = []
    folds: set[int] = set()
    is_changed = False
    for span in line_spans(lines):
        if span.is_blank_run:
            folds.add(len(shown))
            shown.append(lines_mark(span.end - span.start))
            numbers.append(span.start + 1)
            is_changed = True
            continue
        for place in range(span.start, span.end):
            line = lines[place]
            if len(line) > MAX_BLANKS:
                folded = _BLANK_RUN.sub(lambda found: f" {blanks_mark(len(found[0]))} ", line)
                is_changed = is_changed or folded != line
                line = folded
            shown.append(line)
            numbers.append(place + 1)
    return FoldedText("\n".join(shown), tuple(numbers), frozenset(folds), is_changed)
