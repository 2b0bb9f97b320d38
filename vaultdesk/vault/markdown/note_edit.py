"""Edits of a note's text: exact replacement, insertion at a section or block, new block ids, and whole texts."""

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, begins_with_rule, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.line_diff import common_ends
from vaultdesk.vault.markdown.markdown_scanner import Scan, scan
from vaultdesk.vault.markdown.sections import (
    LineGroup,
    LineGroupKind,
    NoteSection,
    block_ids,
    find_block,
    find_sections,
    group_lines,
    indent_of,
    is_item,
    without_repeated_heading,
)
from vaultdesk.vault.note_path import printable

# What an edit does not replace stays byte-identical, including a missing last line end.

MAX_LISTED = 30
"""Maximum number of headings, ids or lines listed in a refusal."""

MIN_LINE_SIMILARITY = 1 / 3
"""Minimum share of common words for a line to be shown as the nearest to the searched one."""

_WORD = re.compile(r"\w+")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)", re.MULTILINE)
_TABLE = re.compile(r"[ \t]*+\|")
_ID = re.compile(r"\^([A-Za-z0-9\-]+)")
_ID_LINE = re.compile(r"[ \t]*+\^[A-Za-z0-9\-]++[ \t]*+\Z")
_MARKER = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|>[ \t]*")
"""What precedes the text of an item or a quote."""

_LEADING_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_TRAILING_BLANK_LINES = re.compile(r"(?:\n[ \t]*)+\Z")


class EditRefused(Exception):
    """The reason why an edit cannot be made, as a sentence; nothing was changed."""

    def __init__(self, message: str, choices: Sequence[str] = (), explanation: Phrase = NO_PHRASE) -> None:
        """*message* tells a model what to do; *explanation* is for the user."""
        super().__init__(message)
        self.choices = tuple(choices[:MAX_LISTED])
        """Valid alternatives."""
        self.explanation = explanation


def replace_once(text: str, old: str, new: str) -> str:
    """Return *text* with *old* replaced by *new*. Raises `EditRefused` unless *old* occurs exactly once."""
    old, new = _with_line_feeds(old), _with_line_feeds(new)
    if not old:
        raise EditRefused("The old text is empty; give the text to replace.")
    first = text.find(old)
    if first < 0:
        explanation = Phrase("The text to replace is not in the note.")
        raise EditRefused(f"The old text is not in the note.{_nearest(text, old)}", explanation=explanation)
    second = text.find(old, first + 1)  # Overlapping occurrences are ambiguous too.
    if second >= 0:
        positions = (first, *_following(text, old, second))
        lines = format_line_numbers([text.count("\n", 0, position) + 1 for position in positions])
        count = max(text.count(old), 2)
        message = f"The old text occurs {count} times, in lines {lines}. Include more of the text around it."
        explanation = Phrase("The text to replace occurs {0} times in the note.", Number(count))
        raise EditRefused(message, explanation=explanation)
    return _spliced(text, first, first + len(old), new)


def format_line_numbers(lines: Sequence[int]) -> str:
    """Return line numbers for a sentence, up to the maximum listed."""
    return ", ".join(str(line) for line in lines[:MAX_LISTED]) + (" …" if len(lines) > MAX_LISTED else "")


def _following(text: str, needle: str, position: int) -> list[int]:
    """Return the positions of *needle* from *position*, where it occurs, up to the maximum listed."""
    positions: list[int] = []
    while position >= 0 and len(positions) < MAX_LISTED:
        positions.append(position)
        position = text.find(needle, position + len(needle))
    return positions


def _nearest(text: str, old: str) -> str:
    """Return a sentence with the line most similar to the first line of *old*; empty if none is similar."""
    if " ".join(old.split()) in " ".join(text.split()):
        return " It occurs with other spaces or line breaks; copy it exactly."
    searched = _words(next((line for line in old.split("\n") if line.strip()), ""))
    lines = text.split("\n")
    similarities = [_jaccard_index(_words(line), searched) for line in lines]
    best = max(similarities)
    if best < MIN_LINE_SIMILARITY:
        return ""
    index = similarities.index(best)
    return f" The nearest is line {index + 1}: “{printable(lines[index].strip())}”."


def _words(line: str) -> set[str]:
    return set(_WORD.findall(line.casefold()))


def _jaccard_index(first: set[str], second: set[str]) -> float:
    return len(first & second) / len(first | second) if first and second else 0.0


# Sections and blocks. The result is parsed again: the insertion must not change the meaning of what follows, as
# unclosed code does.

SectionPosition = Literal["replace", "append", "prepend", "before", "after"]


class _Span(NamedTuple):
    """Offsets of a part of a text."""

    start: int
    end: int


def edit_section(text: str, heading: str, content: str, position: SectionPosition) -> str:
    """Return *text* with *content* inserted at *heading*. Raises `EditRefused` unless exactly one heading matches.

    `replace`: replaces everything under the heading, including deeper headings; the heading stays. `append` and
    `prepend`: at the end or beginning of the heading's own text, before any deeper heading; content that begins with a
    heading is appended after the deeper ones. `before` and `after`: outside the section. If content for inside the
    section begins with the section's own heading, the heading is not repeated.
    """
    content = _with_line_feeds(content).strip("\n")
    section = _only_section(text, heading)
    if position not in ("before", "after"):
        content = without_repeated_heading(content, section.heading)
    if not content.strip() and position != "replace":
        raise EditRefused("The content is empty; give the text to insert.")
    changed = _with_content(text, _region(section, content, position), content, position)
    _require_same_structure(text, changed)
    return changed


def _only_section(text: str, heading: str) -> NoteSection:
    """Return the section called *heading*. Raises `EditRefused` unless there is exactly one."""
    found = find_sections(text, heading)
    if len(found) == 1:
        return found[0]
    if found:
        lines = format_line_numbers([section.heading.line for section in found])
        raise EditRefused(
            f"{len(found)} headings are called “{printable(heading)}”, in lines {lines}. Name the one "
            "above it too (Above#Heading), or use old and new.",
            explanation=Phrase("{0} headings of the note are called “{1}”.", Number(len(found)), printable(heading)),
        )
    headings = tuple(f"{'#' * known.level} {known.text}" for known in _scan_body(text).headings[:MAX_LISTED])
    available = f" It has: {'; '.join(map(printable, headings))}." if headings else " It has no headings."
    explanation = Phrase("The note has no heading “{0}”.", printable(heading))
    raise EditRefused(f"{explanation}{available}", headings, explanation)


def _region(section: NoteSection, content: str, position: SectionPosition) -> _Span:
    """Return the range that *content* replaces, or at whose start or end it is inserted."""
    match position:
        case "before" | "after":
            return _Span(section.start, section.end)
        case "replace":
            return _Span(section.body_start, section.end)
        case "append" if _HEADING.match(content):
            return _Span(section.body_start, section.end)
        case "append" | "prepend":
            return _Span(section.body_start, section.own_end)


def _with_content(text: str, region: _Span, content: str, position: SectionPosition) -> str:
    """Return *text* with *content* at *position* of *region*; blank content removes the lines that it replaces."""
    lines = _non_blank_lines(text, region)
    if lines is None:
        return _fill_section(text, region.start, content) if content.strip() else text
    match position:
        case "before":
            return _spliced(text, region.start, region.start, f"{_blank_line_before(text, region.start)}{content}\n\n")
        case "replace" if content.strip():
            return _spliced(text, *lines, content)
        case "replace":
            return _spliced(text, lines.start, region.end, "")
        case "prepend":
            below = text[lines.start : lines.end].split("\n", 1)[0]
            gap = _gap(content.rsplit("\n", 1)[-1], below)
            return _spliced(text, lines.start, lines.start, f"{content}{gap}")
        case "append" | "after":
            return _insert_after(text, lines.end, content)


def _non_blank_lines(text: str, region: _Span) -> _Span | None:
    """Return the range from the first to the last non-blank line of *region*; None if all are blank."""
    region_text = text[region.start : region.end]
    if not region_text.strip():
        return None
    first = region.start + len(region_text) - len(region_text.lstrip())
    last_line_end = text.find("\n", region.start + len(region_text.rstrip()), region.end)
    start = max(region.start, text.rfind("\n", 0, first) + 1)
    return _Span(start, last_line_end if last_line_end >= 0 else region.end)


def _fill_section(text: str, position: int, content: str) -> str:
    """Return *text* with *content* at *position*, the start of an empty section."""
    before, after = text[:position], text[position:]
    if not after.strip():
        # At the end of the note a last line end is only written if there was one.
        return f"{before}{content}\n" if before.endswith("\n") else f"{before}\n{content}"
    return f"{before}{content}\n{after}" if after.startswith("\n") else f"{before}{content}\n\n{after}"


def _insert_after(text: str, position: int, content: str) -> str:
    """Return *text* with *content* after the line that ends at *position*. Raises `EditRefused`."""
    if _is_open(text[:position]):
        raise EditRefused("The text at this place is code, a comment or a formula that is not closed; close it first.")
    above = text[text.rfind("\n", 0, position) + 1 : position]
    gap = _gap(above, content.split("\n", 1)[0])
    following = text[position:].split("\n", 2)[1:2]
    # A heading that followed directly still does, except an underlined one, which would include the content.
    is_separated = not following or not following[0].strip() or _HEADING.match(following[0])
    return _spliced(text, position, position, gap + content + ("" if is_separated else "\n"))


def _blank_line_before(text: str, position: int) -> str:
    """Return the line end needed for a blank line before *position*; empty at the beginning of the note."""
    begins = position == read_frontmatter(text).body_start
    return "" if begins or text[:position].endswith("\n\n") else "\n"


def _gap(above: str, below: str) -> str:
    """Return the line ends between two lines: items of a list and rows of a table are adjacent, others are not."""
    same_list = is_item(below) and (is_item(above) or above[:1] in (" ", "\t"))
    same_table = _TABLE.match(above) is not None and _TABLE.match(below) is not None
    return "\n" if same_list or same_table else "\n\n"


def _is_open(text: str) -> bool:
    """Whether text after *text* would not be parsed as a paragraph."""
    return len(_scan_body(f"{text}\n\n# x\n").headings) != len(_scan_body(text).headings) + 1


class BlockReplacement(Struct, frozen=True):
    """A text with one block of it replaced."""

    text: str
    kept_lines: int = 0
    """Number of lines of nested items that were preserved, because the new text has none."""


def replace_block(text: str, block_id: str, content: str) -> BlockReplacement:
    """Return *text* with the block *block_id* replaced by *content*; the id is preserved. Raises `EditRefused`.

    Nested items of a list item are preserved unless *content* has nested items too.
    """
    id_name = block_id.strip().removeprefix("^")
    span = _only_block(text, id_name)
    content = _with_line_feeds(content).strip("\n")
    if not content.strip():
        raise EditRefused(
            "The new text of the block is empty; to remove the block, replace its old text with an empty text."
        )
    block = text[span.start : span.end]
    replaced = _replaced_lines(block, id_name, content)
    kept = block[len(replaced) :]
    if kept:
        content = _as_item_like(replaced, content)
    old = replaced.rstrip("\n")
    if id_name not in block_ids(content):
        content = _with_id(old, content, id_name)
    changed = _spliced(text, span.start, span.start + len(old), content)
    _require_same_structure(text, changed)
    return BlockReplacement(changed, kept.count("\n") + (kept != "" and not kept.endswith("\n")))


def _only_block(text: str, id_name: str) -> _Span:
    """Return the position of the block with the id *id_name*. Raises `EditRefused` if there is none."""
    found = find_block(text, id_name)
    if found is not None:
        return _Span(*found)
    ids = block_ids(text)
    listed_ids = ", ".join(f"^{known_id}" for known_id in ids[:MAX_LISTED])
    available = f" It has {listed_ids}." if ids else " It has no block ids."
    explanation = Phrase("The note has no block ^{0}.", printable(id_name))
    raise EditRefused(f"{explanation}{available}", ids, explanation)


def _replaced_lines(block: str, id_name: str, content: str) -> str:
    """Return the lines of *block* that *content* replaces: all, or those of an item without its nested items."""
    lines = block.split("\n")
    first, *below = _non_blank_groups(lines)
    if first.kind != "item" or not below or len(_non_blank_groups(content.split("\n"))) > 1:
        return block
    own_lines = "\n".join(lines[: first.end]) + "\n"
    carries_id = any(found[1].casefold() == id_name.casefold() for found in _ID.finditer(own_lines))
    are_nested = all(indent_of(lines[group.first]) > first.indent for group in below)
    return own_lines if carries_id and are_nested else block


def _as_item_like(old: str, content: str) -> str:
    """Return *content* as a list item with marker and indentation of *old*, so that nested items still belong to it."""
    indent = old[: len(old) - len(old.lstrip(" \t"))]
    if not is_item(content):
        marker = _MARKER.match(old[len(indent) :])
        content = f"{marker[0] if marker else '- '}{content.lstrip()}"
    if indent and not content.startswith(indent):
        content = "\n".join(f"{indent}{line}" if line.strip() else line for line in content.split("\n"))
    return content


def _with_id(old: str, content: str, id_name: str) -> str:
    """Return *content* with the id where the *old* block had it: at the end of a line, or on a separate line."""
    id_text = next(found for found in _ID.finditer(old) if found[1].casefold() == id_name.casefold())
    above = old[: id_text.start()].rstrip()
    between = old[len(above) : id_text.start()]
    if "\n" in between:
        return f"{content}{between}{id_text[0]}"
    # An item with nested items has the id on its first line, a paragraph on its last one.
    first, newline, rest = content.partition("\n")
    return f"{first} {id_text[0]}\n{rest}" if is_item(content) and newline else f"{content} {id_text[0]}"


def _require_same_structure(text: str, changed: str) -> None:
    """Raise `EditRefused` if lines before or after the insertion would be parsed differently."""
    prefix, suffix = common_ends(text, changed)
    before, after = _elements(_scan_body(text)), _elements(_scan_body(changed))
    end, shift = len(text) - suffix, len(changed) - len(text)
    moved = [(element, at + shift) for element, at in before if at >= end]
    if moved != [(element, at) for element, at in after if at >= end + shift]:
        raise EditRefused(
            "The new text opens code, a comment or a formula and does not close it; the text after it would become "
            "part of it."
        )
    line = text.rfind("\n", 0, prefix) + 1
    if [(element, at) for element, at in before if at < line] != [(element, at) for element, at in after if at < line]:
        raise EditRefused("The beginning of the new text would change how the lines above it are read.")


def _elements(result: Scan) -> list[tuple[str, int]]:
    """Return the headings, links and block ids with their offsets."""
    return [
        *((f"{heading.level} {heading.text}", heading.start) for heading in result.headings),
        *((link.target, link.start) for link in result.links),
        *((block.id, block.start) for block in result.blocks),
    ]


# New block ids.

_SEPARATE_ID_BLOCKS: tuple[LineGroupKind, ...] = ("quote", "table")
"""Blocks whose id is on a separate line below them (vaultdesk/vault/README.md, "Links")."""

_LINKABLE: tuple[LineGroupKind, ...] = ("paragraph", "item", *_SEPARATE_ID_BLOCKS)


class BlockWithoutId(Struct, frozen=True):
    """A block without an id."""

    text: str
    """Its first line, without markers; never empty."""
    line: int
    """The line, from 0, to which or below which its id is added."""
    ending: str
    """The text of that line."""
    id_on_separate_line: bool
    """Whether the id goes on a separate line."""


def blocks_without_id(text: str) -> tuple[BlockWithoutId, ...]:
    """Return the blocks of *text* that could be linked if they had an id, in order."""
    body = read_frontmatter(text).body_start
    above = text.count("\n", 0, body)
    lines = text[body:].split("\n")
    lines_with_id = {block.line - 1 - above for block in scan(text, body).blocks}
    groups = _non_blank_groups(lines)
    found = []
    for group, after in zip(groups, (*groups[1:], None), strict=False):
        block_text = _without_markers(lines[group.first])
        if group.kind not in _LINKABLE or not block_text or lines_with_id.intersection(range(group.first, group.end)):
            continue
        on_separate_line = group.kind in _SEPARATE_ID_BLOCKS
        if on_separate_line and after is not None and _ID_LINE.match(lines[after.first]):
            continue
        # An item with nested items has the id on its first line.
        last = group.first if group.kind == "item" else group.end - 1
        found.append(BlockWithoutId(block_text, last + above, lines[last], on_separate_line))
    return tuple(found)


def new_block_id(text: str) -> str:
    """Return an id that no block of *text* has: six characters, as in Obsidian."""
    known = set(block_ids(text))
    while (block_id := secrets.token_hex(3)) in known:
        pass
    return block_id


def add_block_id(text: str, block: BlockWithoutId, block_id: str) -> str:
    """Return *text* with the id at *block*. Raises `EditRefused` if the block is gone or cannot have an id.

    The block may have moved, as long as its line is unique.
    """
    lines = text.split("\n")
    line = _line_of(lines, block)
    if block.id_on_separate_line:
        below = [""] if line + 1 < len(lines) and lines[line + 1].strip() else []
        lines[line + 1 : line + 1] = ["", f"^{block_id}", *below]
    else:
        lines[line] = f"{lines[line].rstrip()} ^{block_id}"
    changed = "\n".join(lines)
    if block_id not in block_ids(changed) or _names_and_tags(changed) != _names_and_tags(text):
        raise EditRefused(Phrase("This block cannot have an id: the id would change the meaning of the text."))
    return changed


def _line_of(lines: Sequence[str], block: BlockWithoutId) -> int:
    """Return the current line of *block*, from 0. Raises `EditRefused` if it cannot be identified."""
    if lines[block.line : block.line + 1] == [block.ending]:
        return block.line
    same = [number for number, line in enumerate(lines) if line == block.ending]
    if len(same) != 1:
        raise EditRefused(Phrase("The block has changed."))
    return same[0]


def _without_markers(line: str) -> str:
    line = line.strip()
    while (mark := _MARKER.match(line)) is not None:
        line = line[mark.end() :]
    return line


def _names_and_tags(text: str) -> tuple[list[tuple[int, str]], list[str], tuple[str, ...]]:
    """Return the headings with their levels, the targets of links, and the tags, in order."""
    result = _scan_body(text)
    headings = [(heading.level, heading.text) for heading in result.headings]
    return headings, [link.target for link in result.links], result.tags


# Whole texts. Properties are merged by property_edit.py, line by line.

PropertyValues = Mapping[str, JsonValue]


def new_note_text(content: str, properties: PropertyValues) -> str:
    """Return *content* with *properties* in its frontmatter; they take precedence over its own."""
    content = _with_line_feeds(content)
    return with_properties(content, properties) if properties else content


def replace_note_text(old: str, content: str, properties: PropertyValues) -> str:
    """Return *content* in place of the whole text *old*.

    The old frontmatter stays unless *content* has some. *properties* are set in either. A text that begins with a
    thematic break (`---`) and has no properties is taken as text.
    """
    content = _with_line_feeds(content)
    old_frontmatter = _frontmatter_lines(old)
    if not read_frontmatter(content).body_start or (old_frontmatter and begins_with_rule(content)):
        content = f"{old_frontmatter}{content}"
    return with_properties(content, properties) if properties else content


def append_note_text(old: str, content: str, properties: PropertyValues) -> str:
    """Return *old* followed by *content*, separated by one empty line.

    Items of one list and rows of one table follow directly. No empty line is added directly after the frontmatter.
    Properties of *content*, and *properties*, are set in the frontmatter; the latter take precedence. A last line end
    is preserved.
    """
    old, content = _with_line_feeds(old), _with_line_feeds(content)
    frontmatter = read_frontmatter(content)
    if frontmatter.problem:
        values, body = properties, content
    else:
        values, body = {**frontmatter.properties, **properties}, content[frontmatter.body_start :]
    body = _LEADING_BLANK_LINES.sub("", body)
    ending = "\n" if old.endswith("\n") and not body.endswith("\n") else ""
    combined = f"{_before_appended(old, body)}{body}{ending}" if body.strip() else old
    return with_properties(combined, values) if values else combined


def _before_appended(old: str, content: str) -> str:
    """Return *old* with the line ends needed before appended *content*."""
    start = read_frontmatter(old).body_start
    body = _TRAILING_BLANK_LINES.sub("", old[start:])
    if not body.strip():
        return _frontmatter_lines(old)
    above, below = body.rsplit("\n", 1)[-1], content.split("\n", 1)[0]
    return f"{old[:start]}{body}{_gap(above, below)}"


def _frontmatter_lines(text: str) -> str:
    """Return the frontmatter of *text* with a line end; empty if there is none."""
    lines = text[: read_frontmatter(text).body_start]
    return lines if not lines or lines.endswith("\n") else f"{lines}\n"


def _spliced(text: str, start: int, end: int, replacement: str) -> str:
    return f"{text[:start]}{replacement}{text[end:]}"


def _with_line_feeds(text: str) -> str:
    """Return *text* with the line ends of notes: LF instead of CR LF."""
    return text.replace("\r\n", "\n")


def _non_blank_groups(lines: Sequence[str]) -> list[LineGroup]:
    return [group for group in group_lines(lines) if group.kind != "blank"]


def _scan_body(text: str) -> Scan:
    return scan(text, read_frontmatter(text).body_start)
