"""Blocks: the lines of a note in groups that belong together - paragraph, list item, table, code. Finds no ids."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

GroupKind = Literal["blank", "heading", "code", "quote", "table", "item", "paragraph"]

_BLANK = re.compile(r"[ \t]*+\Z")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|\Z)")
_UNDERLINE = re.compile(r" {0,3}(?:=++|-++)[ \t]*+\Z")
_FENCE = re.compile(r"[ \t]*+(`{3,}|~{3,}|\$\$)")
_QUOTE = re.compile(r" {0,3}>")
_TABLE = re.compile(r" {0,3}\|")
_ITEM = re.compile(r"([ \t]*+)(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]|\Z)")


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that belong together."""

    kind: GroupKind
    first: int
    """Its first line, from 0."""
    end: int
    """The line after its last one."""
    indent: int = 0
    """Columns before an item's mark."""


def groups(lines: Sequence[str]) -> list[Group]:
    """Return *lines* (without their ends) in groups; each line is in one. An item ends where the next one begins."""
    found: list[Group] = []
    place = 0
    while place < len(lines):
        group = _group_at(lines, place)
        found.append(group)
        place = group.end
    return found


def indent_of(line: str) -> int:
    """Return the columns of blanks before *line*'s first word; a tab reaches the next of every fourth."""
    columns = 0
    for character in line:
        if character == "\t":
            columns += 4 - columns % 4
        elif character == " ":
            columns += 1
        else:
            break
    return columns


def is_item(line: str) -> bool:
    """Whether *line* begins an item of a list."""
    return _ITEM.match(line) is not None


def code_end(lines: Sequence[str], place: int) -> int:
    """Return the line after the code or formula that opens at *place*; 0 where none opens there.

    What nothing closes reaches to the end.
    """
    opening = _FENCE.match(lines[place])
    if opening is None:
        return 0
    mark, rest = opening[1], lines[place][opening.end() :]
    if mark == "$$":
        if "$$" in rest:
            return 0
        return next((n + 1 for n in range(place + 1, len(lines)) if "$$" in lines[n]), len(lines))
    if mark[0] == "`" and "`" in rest:
        return 0
    for number in range(place + 1, len(lines)):
        closing = lines[number].strip(" \t")
        if len(closing) >= len(mark) and not closing.strip(mark[0]):
            return number + 1
    return len(lines)


def _group_at(lines: Sequence[str], place: int) -> Group:
    line = lines[place]
    if _BLANK.match(line):
        return Group("blank", place, _while(lines, place, _BLANK))
    code = code_end(lines, place)
    if code:
        return Group("code", place, code)
    if _HEADING.match(line):
        return Group("heading", place, place + 1)
    if _QUOTE.match(line):
        return Group("quote", place, _while(lines, place, _QUOTE))
    if _TABLE.match(line):
        return Group("table", place, _while(lines, place, _TABLE))
    if _ITEM.match(line):
        return Group("item", place, _item_end(lines, place), indent_of(line))
    return _paragraph(lines, place)


def _while(lines: Sequence[str], place: int, pattern: re.Pattern[str]) -> int:
    return next((n for n in range(place, len(lines)) if not pattern.match(lines[n])), len(lines))


def _item_end(lines: Sequence[str], place: int) -> int:
    """Return where the item's own lines end: at the next item, or where text begins that is not indented under it."""
    indent, number = indent_of(lines[place]), place + 1
    while number < len(lines):
        line = lines[number]
        if _BLANK.match(line):
            following = _while(lines, number, _BLANK)
            # Blank lines belong to the item only where its text goes on after them.
            if following == len(lines) or is_item(lines[following]) or indent_of(lines[following]) <= indent:
                return number
            number = following
            continue
        begins_other = any(pattern.match(line) for pattern in (_HEADING, _FENCE, _QUOTE, _TABLE))
        if is_item(line) or (begins_other and indent_of(line) <= indent):
            return number
        number = code_end(lines, number) or number + 1
    return number


def _paragraph(lines: Sequence[str], place: int) -> Group:
    for number in range(place + 1, len(lines)):
        line = lines[number]
        if _UNDERLINE.match(line):
            return Group("heading", place, number + 1)
        starts_other = (_BLANK, _HEADING, _FENCE, _QUOTE, _TABLE, _ITEM)
        if any(pattern.match(line) for pattern in starts_other):
            return Group("paragraph", place, number)
    return Group("paragraph", place, len(lines))
