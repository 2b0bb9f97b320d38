"""Inline diff: the rows of a hunk, with the differing words in replaced lines marked."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultdesk.vault.diff.change_set import Hunk
from vaultdesk.vault.diff.line_diff import DiffSpan, differences

InlineMark: TypeAlias = "tuple[int, int]"
"""Characters [start, end) of a line, in Python's units; Qt counts characters above U+FFFF twice."""

MAX_MARKED_CHARACTERS = 2_000
"""Maximum number of characters of a line whose words are compared; a longer line is shown as replaced whole."""

MAX_PAIRED_LINES = 40
"""Maximum number of lines on each side that are paired by similarity: 1,600 comparisons."""

MIN_PAIR_SIMILARITY = 0.3
"""Minimum share of common words for two lines to count as one changed line; below it too many short ranges are
marked.
"""

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One line of a hunk as shown."""

    kind: Literal["same", "removed", "added"]
    text: str
    old_line: int | None
    """Its number in the old text, from 1; None if it is inserted."""
    new_line: int | None
    marks: tuple[InlineMark, ...] = ()
    """Differences from the line it replaces or is replaced by; empty for a line without a counterpart."""


def diff_rows(hunk: Hunk, *, context: bool = True) -> tuple[DiffRow, ...]:
    """Return the lines of *hunk*, removed lines before the lines that replace them; with *context* the surrounding
    lines.
    """
    before, after = (hunk.before, hunk.after) if context else ((), ())
    shown = list(_same(before, hunk.old_start - len(before), hunk.new_start - len(before)))
    old_place = new_place = 0
    end = DiffSpan(len(hunk.old_lines), len(hunk.old_lines), len(hunk.new_lines), len(hunk.new_lines))
    for span in [*differences(hunk.old_lines, hunk.new_lines), end]:
        same = hunk.old_lines[old_place : span.old_start]
        shown.extend(_same(same, hunk.old_start + old_place, hunk.new_start + new_place))
        shown.extend(_changed(hunk, span))
        old_place, new_place = span.old_end, span.new_end
    shown.extend(_same(after, hunk.old_start + len(hunk.old_lines), hunk.new_start + len(hunk.new_lines)))
    return tuple(shown)


def count_changed_lines(hunk: Hunk) -> tuple[int, int]:
    """Return the number of lines *hunk* inserts and removes; unchanged lines between joined changes do not count."""
    spans = differences(hunk.old_lines, hunk.new_lines)
    return sum(span.new_end - span.new_start for span in spans), sum(span.old_end - span.old_start for span in spans)


def inline_marks(old_line: str, new_line: str) -> tuple[tuple[InlineMark, ...], tuple[InlineMark, ...]]:
    """Return the differing ranges of the old and the new line; empty if the lines are too long or too different."""
    if max(len(old_line), len(new_line)) > MAX_MARKED_CHARACTERS:
        return (), ()
    old_words, new_words = _WORDS.findall(old_line), _WORDS.findall(new_line)
    spans = differences(old_words, new_words)
    if _likeness(old_words, new_words, spans) < MIN_PAIR_SIMILARITY:
        return (), ()
    return (
        _marks(old_line, old_words, [(span.old_start, span.old_end) for span in spans]),
        _marks(new_line, new_words, [(span.new_start, span.new_end) for span in spans]),
    )


def _same(lines: Sequence[str], old_line: int, new_line: int) -> Iterator[DiffRow]:
    for number, text in enumerate(lines):
        yield DiffRow("same", text, old_line + number, new_line + number)


def _changed(hunk: Hunk, span: DiffSpan) -> Iterator[DiffRow]:
    old, new = hunk.old_lines[span.old_start : span.old_end], hunk.new_lines[span.new_start : span.new_end]
    old_marks: dict[int, tuple[InlineMark, ...]] = {}
    new_marks: dict[int, tuple[InlineMark, ...]] = {}
    for old_place, new_place in _pairs(old, new):
        old_marks[old_place], new_marks[new_place] = inline_marks(old[old_place], new[new_place])
    for number, text in enumerate(old):
        yield DiffRow("removed", text, hunk.old_start + span.old_start + number, None, old_marks.get(number, ()))
    for number, text in enumerate(new):
        yield DiffRow("added", text, None, hunk.new_start + span.new_start + number, new_marks.get(number, ()))


def _pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the most likely old line for each new one, in order on both sides, by the number of common words."""
    if not old or not new:
        return []
    if max(len(old), len(new)) > MAX_PAIRED_LINES:
        return []
    old_words = [frozenset(_WORDS.findall(line[:MAX_MARKED_CHARACTERS])) for line in old]
    new_words = [frozenset(_WORDS.findall(line[:MAX_MARKED_CHARACTERS])) for line in new]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            paired = best[i + 1][j + 1] + _share(old_words[i], new_words[j])
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs = []
    i = j = 0
    while i < len(old) and j < len(new):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


def _share(old: frozenset[str], new: frozenset[str]) -> float:
    return len(old & new) / max(len(old | new), 1)


def _likeness(old: Sequence[str], new: Sequence[str], spans: Sequence[DiffSpan]) -> float:
    """Return the share of non-blank characters that both sides have in common."""
    kept = _letters(old) + _letters(new)
    lost = sum(
        _letters(old[span.old_start : span.old_end]) + _letters(new[span.new_start : span.new_end]) for span in spans
    )
    return 1 - lost / kept if kept else 1.0


def _letters(words: Sequence[str]) -> int:
    return sum(len(word) for word in words if not word.isspace())


def _marks(line: str, words: Sequence[str], changed: Sequence[tuple[int, int]]) -> tuple[InlineMark, ...]:
    """Return the changed words as character ranges; ranges separated by only a comma or a blank are joined."""
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    marks: list[InlineMark] = []
    for first, last in changed:
        start, end = starts[first], starts[last]
        if start == end:
            continue
        between = line[marks[-1][1] : start] if marks else ""
        if marks and len(between) <= 2 and not any(c.isalnum() for c in between):
            start = marks.pop()[0]
        marks.append((start, end))
    return tuple(marks)
