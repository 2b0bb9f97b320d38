"""Line diff in bounded time, the unified diff made from it, and the three-way merge of texts."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct

# Lines that occur once on both sides are anchors (patience diff); the gaps between them get the shortest edit script
# (Myers 1986). Both share one budget of steps; when it is used up, the rest counts as replaced. difflib takes minutes
# for a maliciously constructed note, and the libraries for this have licences that would apply to the whole program.

DIFF_BUDGET = 1_200_000
"""Maximum number of steps of one comparison: 0.4 s. Two notes of 10 MB with 200,000 lines each and scattered
differences need a third of it.
"""

SHORTEST_STEPS = 300_000
"""Maximum number of steps of the search for the shortest script in one gap, so that the other gaps get a share."""


class DiffSpan(Struct, frozen=True):
    """Lines [old_start, old_end) of one list correspond to [new_start, new_end) of the other; counted from 0."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def differences(old: Sequence[str], new: Sequence[str]) -> list[DiffSpan]:
    """Return the differences between *old* and *new*, in order; at least one common line lies between two spans."""
    prefix, suffix = common_ends(old, new)
    old_end, new_end = len(old) - suffix, len(new) - suffix
    if prefix == old_end and prefix == new_end:
        return []
    if prefix in (old_end, new_end) or old_end - prefix + new_end - prefix > DIFF_BUDGET:
        return [DiffSpan(prefix, old_end, prefix, new_end)]
    ids: dict[str, int] = {}
    a = [ids.setdefault(line, len(ids)) for line in old[prefix:old_end]]
    b = [ids.setdefault(line, len(ids)) for line in new[prefix:new_end]]
    return _spans_between(_Matcher(a, b).run(), len(a), len(b), prefix)


def common_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the length of the common beginning of *old* and *new*, and that of the common end of the rest.

    Both are texts, or lists of the same type. Ranges are compared as a whole, at memory speed.
    """
    prefix = _common_prefix_length(old, new)
    return prefix, _common_prefix_length(old[prefix:][::-1], new[prefix:][::-1])


def _common_prefix_length(first: Sequence[str], second: Sequence[str]) -> int:
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _spans_between(matches: list[tuple[int, int, int]], old_end: int, new_end: int, offset: int) -> list[DiffSpan]:
    """Return the ranges that *matches* (index in old, index in new, length; in order) do not cover."""
    spans = []
    old_position = new_position = 0
    for old_start, new_start, length in [*matches, (old_end, new_end, 0)]:
        if (old_position, new_position) != (old_start, new_start):
            spans.append(DiffSpan(old_position + offset, old_start + offset, new_position + offset, new_start + offset))
        old_position, new_position = old_start + length, new_start + length
    return spans


class _Matcher:
    """Finds the common ranges of two lists of numbers."""

    def __init__(self, a: list[int], b: list[int]) -> None:
        self._a = a
        self._b = b
        self._budget = DIFF_BUDGET
        self._matches: list[tuple[int, int, int]] = []

    def run(self) -> list[tuple[int, int, int]]:
        """Return the common ranges, in order."""
        # An explicit stack: a maliciously constructed note nests gaps deeper than Python's recursion limit.
        gaps = [(0, len(self._a), 0, len(self._b))]
        while gaps:
            gap = self._trimmed(*gaps.pop())
            if gap[0] == gap[1] or gap[2] == gap[3]:
                continue
            self._budget -= gap[1] - gap[0] + gap[3] - gap[2]
            if self._budget < 0:
                continue
            anchors = self._anchors(*gap)
            if anchors:
                gaps.extend(_gaps_between(anchors, *gap))
            else:
                self._shortest(*gap)
        return sorted(self._matches)

    def _trimmed(self, a_start: int, a_end: int, b_start: int, b_end: int) -> tuple[int, int, int, int]:
        """Record the common beginning and end of the gap's sides; return the rest."""
        a, b = self._a, self._b
        prefix = 0
        while a_start < a_end and b_start < b_end and a[a_start] == b[b_start]:
            prefix, a_start, b_start = prefix + 1, a_start + 1, b_start + 1
        suffix = 0
        while a_start < a_end and b_start < b_end and a[a_end - 1] == b[b_end - 1]:
            suffix, a_end, b_end = suffix + 1, a_end - 1, b_end - 1
        if prefix:
            self._matches.append((a_start - prefix, b_start - prefix, prefix))
        if suffix:
            self._matches.append((a_end, b_end, suffix))
        self._budget -= prefix + suffix
        return a_start, a_end, b_start, b_end

    def _anchors(self, a_start: int, a_end: int, b_start: int, b_end: int) -> list[tuple[int, int]]:
        """Return the indexes of lines that occur once on both sides, increasing on both."""
        in_a = _unique_line_positions(self._a, a_start, a_end)
        in_b = _unique_line_positions(self._b, b_start, b_end)
        return _longest_rising([(in_a[line], position) for line, position in in_b.items() if line in in_a])

    def _shortest(self, a_start: int, a_end: int, b_start: int, b_end: int) -> None:
        """Record the ranges that the shortest edit script keeps; none if the search exceeds its limit."""
        a, b, n, m = self._a, self._b, a_end - a_start, b_end - b_start
        reached, trace = {1: 0}, []
        steps_left = max_steps = min(self._budget, SHORTEST_STEPS)
        for distance in range(n + m + 1):
            trace.append(reached.copy())
            steps_left -= distance
            for diagonal in range(-distance, distance + 1, 2):
                x = reached[diagonal + 1] if _goes_down(reached, diagonal, distance) else reached[diagonal - 1] + 1
                begin, y = x, x - diagonal
                while x < n and y < m and a[a_start + x] == b[b_start + y]:
                    x, y = x + 1, y + 1
                reached[diagonal] = x
                steps_left -= 1 + x - begin
                if x >= n and y >= m:
                    self._budget -= max_steps - steps_left
                    self._matches.extend((a_start + i, b_start + j, run) for i, j, run in _common_runs(trace, n, m))
                    return
            if steps_left < 0:
                self._budget -= max_steps
                return


def _goes_down(reached: dict[int, int], diagonal: int, distance: int) -> bool:
    """Whether the script that reaches furthest on *diagonal* arrives there by an insertion rather than a deletion."""
    if diagonal in (-distance, distance):
        return diagonal == -distance
    return reached[diagonal - 1] < reached[diagonal + 1]


def _common_runs(trace: list[dict[int, int]], x: int, y: int) -> Iterator[tuple[int, int, int]]:
    """Trace the shortest script back from its end; yield the ranges it keeps."""
    for distance in range(len(trace) - 1, -1, -1):
        reached, diagonal = trace[distance], x - y
        down = _goes_down(reached, diagonal, distance)
        before = reached[diagonal + 1] if down else reached[diagonal - 1]
        begin = before if down else before + 1
        if x > begin:
            yield begin, begin - diagonal, x - begin
        x, y = before, before - (diagonal + 1 if down else diagonal - 1)


def _gaps_between(
    anchors: list[tuple[int, int]], a_start: int, a_end: int, b_start: int, b_end: int
) -> list[tuple[int, int, int, int]]:
    """Return the gaps into which *anchors* divide a gap. Each begins with its anchor, which trimming records."""
    ends = [*anchors[1:], (a_end, b_end)]
    first = (a_start, anchors[0][0], b_start, anchors[0][1])
    return [first, *((a, next_a, b, next_b) for (a, b), (next_a, next_b) in zip(anchors, ends, strict=True))]


def _unique_line_positions(lines: list[int], start: int, end: int) -> dict[int, int]:
    """Return the indexes of lines that occur once."""
    positions: dict[int, int] = {}
    duplicates: set[int] = set()
    for position in range(start, end):
        line = lines[position]
        if line in positions:
            duplicates.add(line)
        else:
            positions[line] = position
    for line in duplicates:
        del positions[line]
    return positions


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence of *pairs*, sorted by their second index, whose first index increases
    (patience).
    """
    tops: list[int] = []
    ends: list[int] = []
    predecessors: list[int] = []
    for number, (position, _) in enumerate(pairs):
        pile = bisect_left(tops, position)
        predecessors.append(ends[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(position)
            ends.append(number)
        else:
            tops[pile] = position
            ends[pile] = number
    rising = []
    number = ends[-1] if ends else -1
    while number >= 0:
        rising.append(pairs[number])
        number = predecessors[number]
    return rising[::-1]


UNIFIED_CONTEXT = 3
"""Unchanged lines around each change, as in `diff -u`."""

DIFF_LIMIT = 20_000
"""Default maximum number of characters of a diff: 5,000 tokens, some 400 lines. A model that needs more reads the
note.
"""

_NO_END = "\\ No newline at end of file"


def unified_diff(old: str, new: str, path: str, limit: int = DIFF_LIMIT) -> str:
    """Return the unified diff from *old* to *new* for *path*, truncated after *limit* characters with a note that says
    so.
    """
    if old == new:
        return ""
    old_lines, new_lines = _ended_lines(old), _ended_lines(new)
    name = "".join(c if c.isprintable() else "�" for c in path)
    lines = [f"--- {name if old else '/dev/null'}", f"+++ {name if new else '/dev/null'}"]
    used = sum(len(line) + 1 for line in lines)
    for line in _diff_body(old_lines, new_lines):
        if used + len(line) + 1 > limit:
            return "\n".join([*lines, line[: max(limit - used, 0)] + "… (the rest of the diff is not shown)"]) + "\n"
        lines.append(line)
        used += len(line) + 1
    return "\n".join(lines) + "\n"


def _ended_lines(text: str) -> list[str]:
    """Return the lines of *text*; a last line without a line end is followed by the usual marker."""
    lines = text.split("\n")
    last = lines.pop()
    return [*lines, f"{last}\n{_NO_END}"] if last else lines


def _diff_body(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    spans = differences(old, new)
    group: list[DiffSpan] = []
    for span in spans:
        if group and span.old_start - group[-1].old_end > 2 * UNIFIED_CONTEXT:
            yield from _hunk_lines(group, old, new)
            group = []
        group.append(span)
    yield from _hunk_lines(group, old, new)


def _hunk_lines(spans: Sequence[DiffSpan], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    lines_before = min(spans[0].old_start, UNIFIED_CONTEXT)
    lines_after = min(len(old) - spans[-1].old_end, UNIFIED_CONTEXT)
    old_start, new_start = spans[0].old_start - lines_before, spans[0].new_start - lines_before
    old_count, new_count = spans[-1].old_end + lines_after - old_start, spans[-1].new_end + lines_after - new_start
    yield f"@@ -{_range(old_start, old_count)} +{_range(new_start, new_count)} @@"
    position = old_start
    for span in spans:
        yield from (f" {line}" for line in old[position : span.old_start])
        yield from (f"-{line}" for line in old[span.old_start : span.old_end])
        yield from (f"+{line}" for line in new[span.new_start : span.new_end])
        position = span.old_end
    yield from (f" {line}" for line in old[position : position + lines_after])


def _range(start: int, count: int) -> str:
    # For an empty range, a diff names the line before it.
    return f"{start + 1 if count else start},{count}" if count != 1 else f"{start + 1}"


# The line diff is in line_diff.py. The known library for this, merge3, is under the GPL.


class MergeConflict(Struct, frozen=True):
    """Lines that both sides changed in different ways."""

    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    line: int
    """Its line in the merged text, from 1."""


class Merge(Struct, frozen=True):
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
    position = 0
    for region in _regions(differences(base_lines, my_lines), differences(base_lines, their_lines)):
        start, end = region.start, region.end
        merged.extend(base_lines[position:start])
        old = tuple(base_lines[start:end])
        my_part = tuple(_apply_spans(region.mine, base_lines, my_lines, start, end))
        their_part = tuple(_apply_spans(region.theirs, base_lines, their_lines, start, end))
        if region.mine and region.theirs and my_part != their_part:
            conflicts.append(MergeConflict(old, my_part, their_part, len(merged) + 1))
        merged.extend(my_part if region.mine else their_part)
        position = end
    merged.extend(base_lines[position:])
    return Merge("\n".join(merged + shared_end), tuple(conflicts))


class _Region(Struct, frozen=True):
    """Lines [start, end) of the base, and the overlapping changes of both sides."""

    start: int
    end: int
    mine: tuple[DiffSpan, ...]
    theirs: tuple[DiffSpan, ...]


def _regions(mine: Sequence[DiffSpan], theirs: Sequence[DiffSpan]) -> Iterator[_Region]:
    """Yield the changed regions, in order; overlapping changes of both sides form one region."""
    sorted_spans = sorted(
        [(span.old_start, span.old_end, 0, span) for span in mine]
        + [(span.old_start, span.old_end, 1, span) for span in theirs],
        key=lambda item: item[:3],
    )
    start, end = 0, -1
    sides: tuple[list[DiffSpan], list[DiffSpan]] = ([], [])
    for span_start, span_end, side, span in sorted_spans:
        if sides[0] or sides[1]:
            same_position = span_start == span_end == start == end
            if span_start < end or same_position:
                end = max(end, span_end)
                sides[side].append(span)
                continue
            yield _Region(start, end, tuple(sides[0]), tuple(sides[1]))
        start, end = span_start, span_end
        sides = ([], [])
        sides[side].append(span)
    if sides[0] or sides[1]:
        yield _Region(start, end, tuple(sides[0]), tuple(sides[1]))


def _apply_spans(
    spans: Sequence[DiffSpan], base: Sequence[str], changed: Sequence[str], start: int, end: int
) -> Iterator[str]:
    """Yield the lines [start, end) of *base* with *spans* of one side applied."""
    position = start
    for span in spans:
        yield from base[position : span.old_start]
        yield from changed[span.new_start : span.new_end]
        position = span.old_end
    yield from base[position:end]
