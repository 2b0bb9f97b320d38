"""Runs of blank lines and of blanks within a line, which move the following text out of view: detection and folding."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from vaultdesk.tools.text_sanitizer import has_hidden_characters

MAX_BLANK_LINES = 3
"""Maximum number of consecutive blank lines shown unchanged: more than between paragraphs and sections."""

MAX_BLANKS = 40
"""Maximum number of consecutive blanks within a line shown unchanged: more than in deeply indented code and wide
tables.
"""

_BLANKS = rf"[ \t\u00a0\u202f]{{{MAX_BLANKS + 1},}}"
_BLANK_RUN = re.compile(rf"(?:(?<=\S)|^){_BLANKS}(?=\S)")
_SPELLED_OUT = re.compile(r"(?:<U\+[0-9A-F]{4,6}>|\s)+")
"""A line of invisible characters as escaped by `sanitize_text`, which also counts as blank."""


def is_blank_line(line: str) -> bool:
    """Whether *line* shows nothing: it contains only blanks, invisible characters or lone combining marks."""
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
        or has_hidden_characters(character, allowed="")
        or unicodedata.category(character) in ("Mn", "Me", "Zs")
    )


class LineSpan(Struct, frozen=True):
    """Consecutive lines: shown unchanged, or a run of blank ones."""

    start: int
    """Index of the first line, from 0."""
    end: int
    """Index after the last line."""
    is_blank_run: bool = False


def line_spans(lines: Sequence[str], max_blank_lines: int = MAX_BLANK_LINES) -> Iterator[LineSpan]:
    """Yield *lines* as spans: each run of more than *max_blank_lines* blank lines, and the text between them."""
    start = index = 0
    while index < len(lines):
        if not is_blank_line(lines[index]):
            index += 1
            continue
        end = index + 1
        while end < len(lines) and is_blank_line(lines[end]):
            end += 1
        if end - index > max_blank_lines:
            if start < index:
                yield LineSpan(start, index)
            yield LineSpan(index, end, is_blank_run=True)
            start = end
        index = end
    if start < len(lines):
        yield LineSpan(start, len(lines))


class FoldedText(Struct, frozen=True):
    """A text with its blank runs folded."""

    text: str
    numbers: tuple[int, ...]
    """The number of each displayed line, from 1, in the whole text; for a fold that of its first line."""
    folds: frozenset[int] = frozenset()
    """Indices of the displayed lines that replace a run of blank lines, from 0."""
    is_changed: bool = False
    """Whether anything is folded, including blanks within lines."""


def fold_blank_runs(text: str, lines_mark: Callable[[int], str], blanks_mark: Callable[[int], str]) -> FoldedText:
    """Return *text* with each run of blank lines as one line and each long run of blanks in a line as a mark.

    The mark functions are called with the number of lines or blanks.
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
        for index in range(span.start, span.end):
            line = lines[index]
            if len(line) > MAX_BLANKS:
                folded = _BLANK_RUN.sub(lambda found: f" {blanks_mark(len(found[0]))} ", line)
                is_changed = is_changed or folded != line
                line = folded
            shown.append(line)
            numbers.append(index + 1)
    return FoldedText("\n".join(shown), tuple(numbers), frozenset(folds), is_changed)
