"""Line ranges of blocks, and of the sections and block ids that a link can name."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.link_resolution import heading_key
from vaultdesk.vault.markdown.markdown_scanner import LIST_MARKERS, BlockId, Heading, scan

LineGroupKind = Literal["blank", "heading", "code", "quote", "table", "item", "paragraph"]

_BLANK = re.compile(r"[ \t]*+\Z")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|\Z)")
_UNDERLINE = re.compile(r" {0,3}(?:=++|-++)[ \t]*+\Z")
_FORMULA = re.compile(r"[ \t]*+\$\$")
_QUOTE = re.compile(r" {0,3}>")
_TABLE = re.compile(r" {0,3}\|")
_ITEM = re.compile(r"([ \t]*+)(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]|\Z)")


# Fenced code, also in quotes and list items: the marks stand after quote marks and list markers.

MIN_ITEM_INDENT = 2
"""Minimum indentation in columns of a line that belongs to a list item: the width of the shortest marker, `- `."""

_OPENING_FENCE = re.compile(rf"(?P<quote>[ \t>]*+)(?P<list>{LIST_MARKERS})(?P<marks>`{{3,}}+(?=[^`]*+\Z)|~{{3,}}+)")
_CLOSING_FENCE = re.compile(r"[ \t>]*+(`{3,}+|~{3,}+)[ \t]*+\Z")


class FencedBlock(Struct, frozen=True):
    """One block of fenced code."""

    first: int
    """The line that opens it, from 0."""
    end: int
    """The line after its last one."""
    open: bool = False
    """Whether the text ends before it is closed."""
    closing: str = ""
    """The line that would close it."""


def opening_fence(line: str) -> "re.Match[str] | None":
    """Return the start of *line* if it opens fenced code, with the groups `quote`, `list` and `marks`."""
    # Most lines are skipped by the search for a substring.
    return _OPENING_FENCE.match(line) if "```" in line or "~~~" in line else None


def closes_fence(line: str, marks: str) -> bool:
    """Whether *line* closes the fenced code that *marks* opened."""
    found = _CLOSING_FENCE.match(line)
    return found is not None and found[1].startswith(marks)


def fence_at(lines: Sequence[str], index: int) -> FencedBlock | None:
    """Return the fenced code that line *index* opens; None if it opens none."""
    opening = opening_fence(lines[index])
    if opening is None:
        return None
    quote, list_markers, marks = opening.groups()
    for number in range(index + 1, len(lines)):
        line = lines[number]
        if ">" in quote:
            is_outside = not line.lstrip(" \t").startswith(">")
        else:
            # A list item ends at a line with less indentation, and its code with it.
            is_outside = bool(list_markers and line.strip()) and indent_of(line) < MIN_ITEM_INDENT
        if is_outside:
            return FencedBlock(index, number)
        if closes_fence(line, marks):
            return FencedBlock(index, number + 1)
    if ">" in quote:
        return FencedBlock(index, len(lines))
    return FencedBlock(index, len(lines), open=True, closing=f"{quote}{' ' * len(list_markers)}{marks}")


def fenced_blocks(lines: Sequence[str]) -> Iterator[FencedBlock]:
    """Yield all fenced code in *lines*, in order."""
    index = 0
    while index < len(lines):
        block = fence_at(lines, index)
        if block is not None:
            yield block
        index = index + 1 if block is None else block.end


class LineGroup(Struct, frozen=True):
    """Consecutive lines of one block."""

    kind: LineGroupKind
    first: int
    """Its first line, from 0."""
    end: int
    """The line after its last one."""
    indent: int = 0
    """Columns before an item's marker."""


def group_lines(lines: Sequence[str]) -> list[LineGroup]:
    """Group *lines* (without line ends) into blocks; each line is in one. An item ends where the next one begins."""
    groups: list[LineGroup] = []
    index = 0
    while index < len(lines):
        group = _group_at(lines, index)
        groups.append(group)
        index = group.end
    return groups


def indent_of(line: str) -> int:
    """Return the indentation of *line* in columns; tab stops are every four columns."""
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
    """Whether *line* begins a list item."""
    return _ITEM.match(line) is not None


def code_end(lines: Sequence[str], index: int) -> int:
    """Return the line after the fenced code or formula that begins at *index*; 0 if none begins there.

    An unclosed one extends to the end.
    """
    fence = fence_at(lines, index)
    if fence is not None:
        return fence.end
    formula = _FORMULA.match(lines[index])
    if formula is None or "$$" in lines[index][formula.end() :]:
        return 0
    return next((n + 1 for n in range(index + 1, len(lines)) if "$$" in lines[n]), len(lines))


def _group_at(lines: Sequence[str], index: int) -> LineGroup:
    line = lines[index]
    if _BLANK.match(line):
        return LineGroup("blank", index, _end_of_run(lines, index, _BLANK))
    if _HEADING.match(line):
        return LineGroup("heading", index, index + 1)
    if _QUOTE.match(line):
        return LineGroup("quote", index, _end_of_run(lines, index, _QUOTE))
    if _TABLE.match(line):
        return LineGroup("table", index, _end_of_run(lines, index, _TABLE))
    if _ITEM.match(line):
        return LineGroup("item", index, _item_end(lines, index), indent_of(line))
    if code := code_end(lines, index):
        return LineGroup("code", index, code)
    return _paragraph(lines, index)


def _end_of_run(lines: Sequence[str], index: int, pattern: re.Pattern[str]) -> int:
    return next((n for n in range(index, len(lines)) if not pattern.match(lines[n])), len(lines))


def _item_end(lines: Sequence[str], index: int) -> int:
    """Return the end of the item's own lines: the next item, or text that is not indented under it."""
    indent, number = indent_of(lines[index]), code_end(lines, index) or index + 1
    while number < len(lines):
        line = lines[number]
        if _BLANK.match(line):
            following = _end_of_run(lines, number, _BLANK)
            # Blank lines belong to the item only if its text continues after them.
            if following == len(lines) or is_item(lines[following]) or indent_of(lines[following]) <= indent:
                return number
            number = following
            continue
        if is_item(line) or (_begins_block(line) and indent_of(line) <= indent):
            return number
        number = code_end(lines, number) or number + 1
    return number


def _begins_block(line: str) -> bool:
    """Whether *line* begins a block other than an item, also directly after text."""
    patterns = (_HEADING, _FORMULA, _QUOTE, _TABLE)
    return any(pattern.match(line) for pattern in patterns) or opening_fence(line) is not None


def _paragraph(lines: Sequence[str], index: int) -> LineGroup:
    for number in range(index + 1, len(lines)):
        line = lines[number]
        if _UNDERLINE.match(line):
            return LineGroup("heading", index, number + 1)
        if _BLANK.match(line) or is_item(line) or _begins_block(line):
            return LineGroup("paragraph", index, number)
    return LineGroup("paragraph", index, len(lines))


# Positions count characters of the whole text including its properties; a section ends before the line that follows it.

_MARKS = re.compile(r" {0,3}#{1,6}[ \t]+")
_MARKED = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)", re.MULTILINE)
_UNDERLINE_BELOW = re.compile(r"\n {0,3}(?:=++|-++)[ \t]*+$", re.MULTILINE)
_OWN_LINE = re.compile(r"[ \t>]*+\^[A-Za-z0-9\-]++[ \t]*+\Z")


class NoteSection(Struct, frozen=True):
    """The section under one heading."""

    heading: Heading
    start: int
    """Start of the heading's line."""
    body_start: int
    """Start of the line after the heading."""
    own_end: int
    """Start of the next heading of any level, where the section's own text ends."""
    end: int
    """Start of the next heading of its level or a higher one."""


def find_section(text: str, heading: str) -> tuple[int, int] | None:
    """Return the section of the first heading that matches *heading*, including the heading and deeper ones."""
    found = find_sections(text, heading)
    return (found[0].start, found[0].end) if found else None


def find_sections(text: str, heading: str) -> list[NoteSection]:
    """Return every section that *heading* names: `Tasks`, `## Tasks`, or `Plan#Tasks` for the Tasks below Plan."""
    headings = scan(text, read_frontmatter(text).body_start).headings
    name = heading.strip()
    marks = _MARKS.match(name)
    level = marks[0].count("#") if marks else 0
    name = name[marks.end() :] if marks else name.lstrip("#")
    # A heading may contain a #: the whole name is searched first.
    key_chains = [[heading_key(name)], [heading_key(part) for part in name.split("#") if part.strip()]]
    for keys in key_chains:
        matches = _matching_headings(headings, keys) if keys and keys[-1] else []
        same_level = [n for n in matches if headings[n].level == level]
        if matches:
            return [_section_at(text, headings, n) for n in same_level or matches]
    return []


def without_repeated_heading(content: str, heading: Heading) -> str:
    """Return *content* without its first heading if that has the text of *heading*."""
    first = next(iter(scan(content, 0).headings), None)
    if first is None or content[: first.start].strip() or heading_key(first.text) != heading_key(heading.text):
        return content
    return content[_after_heading(content, first.start) :].lstrip("\n")


def find_block(text: str, block_id: str) -> tuple[int, int] | None:
    """Return the block with the id *block_id* (with or without `^`), including the id; None if there is none.

    A paragraph; a list item with everything below it; or, for an id on a separate line, the whole list, quote, table or
    code before it (vaultdesk/vault/README.md, "Links").
    """
    name = block_id.strip().removeprefix("^")
    body_start = read_frontmatter(text).body_start
    blocks = scan(text, body_start).blocks
    exact = [block for block in blocks if block.id == name]
    matches = exact or [block for block in blocks if block.id.casefold() == name.casefold()]
    return _block_at(text, body_start, matches[0]) if matches and name else None


def block_ids(text: str) -> tuple[str, ...]:
    return tuple(block.id for block in scan(text, read_frontmatter(text).body_start).blocks)


def _matching_headings(headings: Sequence[Heading], keys: Sequence[str]) -> list[int]:
    """Return the indexes of headings that match the last of *keys* and are below the others in order."""
    found: list[int] = []
    ancestors: list[tuple[int, str]] = []
    for number, heading in enumerate(headings):
        while ancestors and ancestors[-1][0] >= heading.level:
            ancestors.pop()
        key = heading_key(heading.text)
        if key == keys[-1]:
            ancestor_keys = (name for _, name in ancestors)
            # Testing against one iterator checks that the keys occur in order.
            if all(ancestor_key in ancestor_keys for ancestor_key in keys[:-1]):
                found.append(number)
        ancestors.append((heading.level, key))
    return found


def _section_at(text: str, headings: Sequence[Heading], number: int) -> NoteSection:
    heading = headings[number]
    last = len(headings) - 1
    own_end = headings[number + 1].start if number < last else len(text)
    following = (headings[n] for n in range(number + 1, last + 1))
    end = next((other.start for other in following if other.level <= heading.level), len(text))
    return NoteSection(heading, heading.start, _after_heading(text, heading.start), own_end, end)


def _after_heading(text: str, start: int) -> int:
    """Return the start of the line after the heading; an underlined heading has several lines."""
    if not _MARKED.match(text, start):
        underline = _UNDERLINE_BELOW.search(text, start)
        start = underline.start() + 1 if underline else start
    end = text.find("\n", start)
    return end + 1 if end >= 0 else len(text)


def _block_at(text: str, body_start: int, block: BlockId) -> tuple[int, int]:
    lines = text[body_start:].split("\n")
    starts = [body_start]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    number = bisect_right(starts, block.start) - 1
    groups = group_lines(lines)
    group_index = next(n for n, group in enumerate(groups) if group.first <= number < group.end)
    first, end = _lines_of(lines, groups, group_index, number)
    return starts[first], min(starts[end], len(text))


def _lines_of(lines: Sequence[str], groups: Sequence[LineGroup], group_index: int, number: int) -> tuple[int, int]:
    """Return the first line of the block whose id is on line *number* of that group, and the line after the block."""
    group = groups[group_index]
    on_own_line = _OWN_LINE.match(lines[number]) is not None
    if group.kind == "item" and (not on_own_line or indent_of(lines[number]) > group.indent):
        return group.first, _children_end(lines, groups, group_index)
    if not on_own_line or number > group.first:
        # At the end of its text, or on the line directly below it.
        if group.kind == "item":
            return _list_start(groups, group_index), number + 1
        return group.first, group.end
    before = group_index - 1
    while before >= 0 and groups[before].kind == "blank":
        before -= 1
    if before < 0 or groups[before].kind == "heading":
        return group.first, group.end
    first = _list_start(groups, before) if groups[before].kind == "item" else groups[before].first
    return first, number + 1


def _children_end(lines: Sequence[str], groups: Sequence[LineGroup], group_index: int) -> int:
    """Return the line after the item and everything indented under it."""
    end = groups[group_index].end
    for group in groups[group_index + 1 :]:
        if group.kind == "blank":
            continue
        if indent_of(lines[group.first]) <= groups[group_index].indent:
            break
        end = group.end
    return end


def _list_start(groups: Sequence[LineGroup], last: int) -> int:
    """Return the first line of the list whose last item is group *last*."""
    first = last
    for number in range(last - 1, -1, -1):
        if groups[number].kind == "item":
            first = number
        elif groups[number].kind != "blank" and not (groups[number].kind == "code" and first > number):
            break
    return groups[first].first
