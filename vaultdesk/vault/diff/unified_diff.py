"""Unified diff of two texts, in the format that users, models and `patch` read."""

from collections.abc import Iterator, Sequence

from vaultdesk.vault.diff.line_diff import DiffSpan, differences

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
    for line in _body(old_lines, new_lines):
        if used + len(line) + 1 > limit:
            return "\n".join([*lines, line[: max(limit - used, 0)] + "… (the diff is longer)"]) + "\n"
        lines.append(line)
        used += len(line) + 1
    return "\n".join(lines) + "\n"


def _ended_lines(text: str) -> list[str]:
    """Return the lines of *text*; a last line without a line end is followed by the usual marker."""
    lines = text.split("\n")
    last = lines.pop()
    return [*lines, f"{last}\n{_NO_END}"] if last else lines


def _body(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    spans = differences(old, new)
    group: list[DiffSpan] = []
    for span in spans:
        if group and span.old_start - group[-1].old_end > 2 * UNIFIED_CONTEXT:
            yield from _group(group, old, new)
            group = []
        group.append(span)
    yield from _group(group, old, new)


def _group(spans: Sequence[DiffSpan], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    head = min(spans[0].old_start, UNIFIED_CONTEXT)
    tail = min(len(old) - spans[-1].old_end, UNIFIED_CONTEXT)
    old_start, new_start = spans[0].old_start - head, spans[0].new_start - head
    old_count, new_count = spans[-1].old_end + tail - old_start, spans[-1].new_end + tail - new_start
    yield f"@@ -{_range(old_start, old_count)} +{_range(new_start, new_count)} @@"
    place = old_start
    for span in spans:
        yield from (f" {line}" for line in old[place : span.old_start])
        yield from (f"-{line}" for line in old[span.old_start : span.old_end])
        yield from (f"+{line}" for line in new[span.new_start : span.new_end])
        place = span.old_end
    yield from (f" {line}" for line in old[place : place + tail])


def _range(start: int, count: int) -> str:
    # For an empty range, a diff names the line before it.
    return f"{start + 1 if count else start},{count}" if count != 1 else f"{start + 1}"
