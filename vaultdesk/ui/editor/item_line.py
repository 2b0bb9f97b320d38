"""Item line: the beginning of a line that makes it an item, a task or a quotation, and what the next one begins with.

Values in, values out; which lines are changed is item_edits.py.
"""

import re
from dataclasses import dataclass, replace

_LINE = re.compile(
    r"(?P<quote>[ \t]{0,3}(?:>[ \t]?)+)?(?P<indent>[ \t]*)"
    r"(?:(?P<marker>[-*+]|(?P<number>\d{1,9})(?P<sign>[.)]))(?P<gap>[ \t]+)(?P<box>\[.\](?:[ \t]|$))?)?"
)

INDENT = "\t"
"""One step of indenting, as Obsidian writes it; a list that is indented by blanks goes on with blanks."""

BLANKS = 4
"""Columns of one step."""


@dataclass(frozen=True, slots=True)
class ItemLine:
    """What stands before a line's words."""

    quote: str
    """Signs of quotations, with the blank behind them."""
    indent: str
    marker: str
    """`-`, `*`, `+`, or a number with its sign; empty where the line is no item."""
    gap: str
    box: str
    """The box of a task with the blank behind it; empty where it is none."""

    @property
    def written(self) -> str:
        """All of it."""
        return f"{self.quote}{self.indent}{self.marker}{self.gap}{self.box}"

    @property
    def number(self) -> int | None:
        """The number of a numbered item."""
        return int(self.marker[:-1]) if self.marker[:-1].isdigit() else None

    @property
    def level(self) -> int:
        """How far it is indented, in columns."""
        return len(self.indent.expandtabs(BLANKS))

    @property
    def goes_on(self) -> bool:
        """Whether the next line begins the same way."""
        return bool(self.marker or self.quote)

    def numbered(self, number: int) -> "ItemLine":
        """Return the same with another number."""
        return replace(self, marker=f"{number}{self.marker[-1]}")

    def following(self) -> "ItemLine":
        """Return how the next line begins: the next number, an empty box."""
        after = self if self.number is None else self.numbered(self.number + 1)
        return replace(after, box="[ ] " if self.box else "")

    def ended(self) -> "ItemLine":
        """Return how the line begins once Enter ended it: one step less deep, at last no item and no quotation."""
        if self.marker and self.indent:
            return self.shifted(-1)
        if self.marker:
            return replace(self, marker="", gap="", box="")
        return ItemLine("", "", "", "", "")

    def shifted(self, by: int) -> "ItemLine":
        """Return the same one step deeper, or less deep with -1."""
        if by > 0:
            step = " " * BLANKS if self.indent.startswith(" ") else INDENT
            return replace(self, indent=self.indent + step)
        if self.indent.endswith("\t"):
            return replace(self, indent=self.indent[:-1])
        rest = self.indent.rstrip(" ")
        blanks = len(self.indent) - len(rest)
        return replace(self, indent=rest + " " * max(0, blanks - BLANKS))


def item_line(text: str) -> ItemLine:
    """Return what stands before the words of the line *text*."""
    found = _LINE.match(text)
    assert found is not None, "every group may be missing"
    return ItemLine(*(found[name] or "" for name in ("quote", "indent", "marker", "gap", "box")))


def toggled(text: str) -> str:
    """Return the line *text* with its task done or to be done; an item or a plain line becomes a task."""
    line = item_line(text)
    rest = text[len(line.written) :]
    if line.box:
        box = "[x]" if line.box[1] == " " else "[ ]"
        return f"{replace(line, box=box + line.box[3:]).written}{rest}"
    if line.marker:
        return f"{replace(line, box='[ ] ').written}{rest}"
    return f"{replace(line, marker='-', gap=' ', box='[ ] ').written}{rest}"
