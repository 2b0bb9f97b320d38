"""Fences: which lines of a text are code between fences, as Markdown reads them. Escapes and writes nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_OPENING = re.compile(r"((?:[ \t]|>)*+)((?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)*+)(`{3,}+(?=[^`]*+\Z)|~{3,}+)")
_CLOSING = re.compile(r"[ \t>]*+(`{3,}+|~{3,}+)[ \t]*+\Z")
_STARTS = frozenset(" \t>`~-*+0123456789")
"""What a line with a fence can begin with: nearly every line is passed over at its first letter."""


@dataclass(frozen=True, slots=True)
class Fence:
    """One stretch of code."""

    first: int
    """The line that opens it."""
    end: int
    """The line after its last one."""
    open: bool = False
    """Whether the text ends before it is closed."""
    closing: str = ""
    """The line that would close it."""


def fence_at(lines: Sequence[str], place: int) -> Fence | None:
    """Return the code that begins at the line *place*; None where none does."""
    line = lines[place]
    if not line or line[0] not in _STARTS or ("```" not in line and "~~~" not in line):
        return None
    found = _OPENING.match(line)
    if found is None:
        return None
    quoted, run = ">" in found[1], found[3]
    column = found.end(2) if found[2] else 0
    for number in range(place + 1, len(lines)):
        other = lines[number]
        if quoted and not other.lstrip(" \t").startswith(">"):
            return Fence(place, number)
        if column and not quoted and other.strip() and len(other) - len(other.lstrip(" \t")) < min(column, 2):
            # The item of a list ends where a line is less indented, and its code with it.
            return Fence(place, number)
        closing = _CLOSING.match(other)
        if closing is not None and closing[1].startswith(run):
            return Fence(place, number + 1)
    if quoted:
        return Fence(place, len(lines))
    return Fence(place, len(lines), open=True, closing=f"{found[1]}{' ' * len(found[2])}{run}")


def longest_run(text: str, sign: str = "`") -> int:
    """Return how many of *sign* stand next to each other in *text* at most."""
    return max((len(run) for run in re.findall(f"{re.escape(sign)}+", text)), default=0)
