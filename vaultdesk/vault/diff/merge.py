"""Three-way merge of texts, line by line.

The line diff is in line_diff.py. The known library for this, merge3, is under the GPL.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vaultdesk.vault.diff.line_diff import DiffSpan, differences


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """Lines that both sides changed in different ways."""

    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    line: int
    """Its line in the merged text, from 1."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Both sides in one text. A conflict contains the lines of *mine*, so that no present text is lost."""

    text: str
    conflicts: tuple[MergeConflict, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether both sides are merged completely."""
        return not self.conflicts


def merge(base: str, mine: str, theirs: str) -> Merge:
    r"""Return *base* with the changes of *mine* and *theirs*; `\n` line ends.

    Adjacent changes are both applied. Insertions of both sides at the same position are a conflict, because their order
    is undefined.
    """
    if mine == theirs or theirs == base:
        return Merge(mine)
    if mine == base:
        return Merge(theirs)
    base_lines, my_lines, their_lines = texts = [text.split("\n") for text in (base, mine, theirs)]
    # Nothing can be inserted after an empty last line; it is removed if all three texts end in one.
    shared_end = [lines.pop() for lines in texts][:1] if not any(lines[-1] for lines in texts) else []
    merged: list[str] = []
    conflicts: list[MergeConflict] = []
    place = 0
    for region in _regions(differences(base_lines, my_lines), differences(base_lines, their_lines)):
        start, end = region.start, region.end
        merged.extend(base_lines[place:start])
        old = tuple(base_lines[start:end])
        my_part = tuple(_with(region.mine, base_lines, my_lines, start, end))
        their_part = tuple(_with(region.theirs, base_lines, their_lines, start, end))
        if region.mine and region.theirs and my_part != their_part:
            conflicts.append(MergeConflict(old, my_part, their_part, len(merged) + 1))
        merged.extend(my_part if region.mine else their_part)
        place = end
    merged.extend(base_lines[place:])
    return Merge("\n".join(merged + shared_end), tuple(conflicts))


@dataclass(frozen=True, slots=True)
class _Region:
    """Lines [start, end) of the base, and the overlapping changes of both sides."""

    start: int
    end: int
    mine: tuple[DiffSpan, ...]
    theirs: tuple[DiffSpan, ...]


def _regions(mine: Sequence[DiffSpan], theirs: Sequence[DiffSpan]) -> Iterator[_Region]:
    """Yield the changed regions, in order; overlapping changes of both sides form one region."""
    tagged = sorted(
        [(span.old_start, span.old_end, 0, span) for span in mine]
        + [(span.old_start, span.old_end, 1, span) for span in theirs],
        key=lambda item: item[:3],
    )
    start, end = 0, -1
    sides: tuple[list[DiffSpan], list[DiffSpan]] = ([], [])
    for span_start, span_end, side, span in tagged:
        if sides[0] or sides[1]:
            same_place = span_start == span_end == start == end
            if span_start < end or same_place:
                end = max(end, span_end)
                sides[side].append(span)
                continue
            yield _Region(start, end, tuple(sides[0]), tuple(sides[1]))
        start, end = span_start, span_end
        sides = ([], [])
        sides[side].append(span)
    if sides[0] or sides[1]:
        yield _Region(start, end, tuple(sides[0]), tuple(sides[1]))


def _with(
    spans: Sequence[DiffSpan], base: Sequence[str], changed: Sequence[str], start: int, end: int
) -> Iterator[str]:
    """Yield the lines [start, end) of *base* with *spans* of one side applied."""
    place = start
    for span in spans:
        yield from base[place : span.old_start]
        yield from changed[span.new_start : span.new_end]
        place = span.old_end
    yield from base[place:end]
