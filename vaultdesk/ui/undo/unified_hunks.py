"""Unified hunks: a unified diff read back into hunks for a diff view; vault/diff/unified_diff.py makes such diffs."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from vaultdesk.vault.diff.change_set import Hunk

_HEAD = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


def unified_hunks(diff: str) -> tuple[Hunk, ...]:
    """Return the hunks of *diff*, each run of changed lines as one; the lines around them are their context."""
    hunks: list[Hunk] = []
    for old_start, new_start, lines in _groups(diff.split("\n")):
        hunks.extend(_hunks(old_start, new_start, lines, len(hunks)))
    return tuple(hunks)


def _groups(lines: Sequence[str]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield where each group of the diff begins, and its lines."""
    found: tuple[int, int, list[str]] | None = None
    for line in lines:
        head = _HEAD.match(line)
        if head is not None:
            if found is not None:
                yield found
            # Where nothing is, diffs name the line before it.
            old, new = (int(head[start]) + (head[count] == "0") for start, count in ((1, 2), (3, 4)))
            found = (old, new, [])
        elif found is not None and line[:1] in (" ", "+", "-"):
            found[2].append(line)
    if found is not None:
        yield found


def _hunks(old: int, new: int, lines: Sequence[str], number: int) -> Iterator[Hunk]:
    runs = [(same, list(run)) for same, run in groupby(lines, key=lambda line: line[0] == " ")]
    before: tuple[str, ...] = ()
    for place, (same, run) in enumerate(runs):
        texts = tuple(line[1:] for line in run)
        if same:
            # Shown below the change before it; above the next one only where nothing comes before.
            before = texts if place == 0 else ()
            old, new = old + len(texts), new + len(texts)
            continue
        removed = tuple(line[1:] for line in run if line[0] == "-")
        added = tuple(line[1:] for line in run if line[0] == "+")
        after = tuple(line[1:] for line in runs[place + 1][1]) if place + 1 < len(runs) else ()
        number += 1
        yield Hunk(f"h{number}", old, removed, new, added, before, after)
        before = ()
        old, new = old + len(removed), new + len(added)
