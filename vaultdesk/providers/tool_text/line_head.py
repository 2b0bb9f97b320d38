"""Line head: what stands before a line's first word: indent, quote marks, list marks. Keeps no state."""

import re
from dataclasses import dataclass

LONGEST = 200
"""Characters of a line's head; behind more of them nothing is a fence."""

TAB = 4
"""Columns between tab stops (CommonMark)."""

MOST_INDENT = 3
"""Columns a fence, a heading or a list mark may be indented beyond what surrounds it (CommonMark)."""

_HEAD = re.compile(r"([ \t\r]*+)((?:(?:>|(?:[-*+]|[0-9]{1,9}[.)])[ \t])[ \t\r]*+)*+)")
_UNDECIDED = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)]?|#{1,6}|~{1,2})?")
_HEADING = re.compile(r"#{1,6}(?=[ \t\r\n]|\Z)")
_ITEM = re.compile(r"[-*+]|1[.)]")


@dataclass(frozen=True, slots=True)
class LineHead:
    """A line's head."""

    end: int
    """Where the line's first word begins."""
    lead: int
    """Columns of white space before the first mark."""
    width: int
    """Columns of the whole head."""
    inner: int
    """Columns from the last quote mark, or the line's start, to where the text of its list item begins."""
    after: int
    """Columns of white space behind the last mark; the lead where there is no mark."""
    quoted: bool
    marked: bool
    """A list mark is among it."""
    first: str
    """The first character behind it; a line end or nothing in a blank line."""
    heading: bool
    interrupts: bool
    """No paragraph reaches from the line before into this one: it is blank, a heading or a new list item."""


def line_head(text: str, place: int, final: bool) -> LineHead | None:
    """Return the head of the line that begins at *place*; None where more text must tell. *final*: none will come."""
    found = _HEAD.match(text, place, place + LONGEST)
    assert found is not None
    end = found.end()
    if not final and end - place < LONGEST and _UNDECIDED.fullmatch(text, end):
        return None
    marks = found[2]
    lead = len(found[1].expandtabs(TAB))
    bare = marks.rstrip(" \t\r")
    after = len(marks[len(bare) + 1 :].expandtabs(TAB)) if marks else lead
    first = text[end : end + 1]
    shallow = lead <= MOST_INDENT
    blank = first in ("", "\n")
    heading = shallow and _HEADING.match(text, end) is not None
    return LineHead(
        end=end,
        lead=lead,
        width=len(found[0].expandtabs(TAB)),
        inner=len(found[0].rpartition(">")[2].expandtabs(TAB)) - after,
        after=after,
        quoted=">" in marks,
        marked=bare.strip("> \t\r") != "",
        first=first,
        heading=heading,
        interrupts=blank or heading or (shallow and _ITEM.match(marks) is not None),
    )
