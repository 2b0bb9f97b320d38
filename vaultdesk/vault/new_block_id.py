"""New block id: the blocks of a note that carry no id yet, and the note with one written for a link to it."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from vaultdesk.vault.blocks import Group, GroupKind, groups
from vaultdesk.vault.exact_edit import EditRefused
from vaultdesk.vault.frontmatter import read_frontmatter
from vaultdesk.vault.markdown import scan
from vaultdesk.vault.sections import block_ids

_APART: tuple[GroupKind, ...] = ("quote", "table")
"""Blocks whose id stands on a line of its own below them (OBSIDIAN E.1)."""

_MARKABLE: tuple[GroupKind, ...] = ("paragraph", "item", *_APART)

_MARK = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|>[ \t]*")
"""What stands before the words of an item or a quote."""

_ID_LINE = re.compile(r"[ \t]*+\^[A-Za-z0-9\-]++[ \t]*+\Z")


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A block without an id."""

    words: str
    """Its first line, without marks; never empty."""
    line: int
    """The line of the note, from 0, that its id goes behind, or below."""
    ending: str
    """What that line says."""
    apart: bool
    """Whether the id goes on a line of its own."""


def unmarked(text: str) -> tuple[Unmarked, ...]:
    """Return the blocks of *text* a link could be made to, if they had an id, in their order."""
    body = read_frontmatter(text).body_start
    above = text.count("\n", 0, body)
    lines = text[body:].split("\n")
    taken = {place.line - 1 - above for place in scan(text, body).blocks}
    parts = [group for group in groups(lines) if group.kind != "blank"]
    following: list[Group | None] = [after for _, after in pairwise(parts)]
    found = []
    for group, after in zip(parts, [*following, None], strict=False):
        words = _words(lines[group.first])
        if group.kind not in _MARKABLE or not words or taken.intersection(range(group.first, group.end)):
            continue
        apart = group.kind in _APART
        if apart and after is not None and _ID_LINE.match(lines[after.first]):
            continue
        # Of an item with more under it the first line carries the id.
        last = group.first if group.kind == "item" else group.end - 1
        found.append(Unmarked(words, last + above, lines[last], apart))
    return tuple(found)


def new_id(text: str) -> str:
    """Return an id that no block of *text* has: six signs, as Obsidian makes them."""
    known = set(block_ids(text))
    while (made := secrets.token_hex(3)) in known:
        pass
    return made


def marked(text: str, block: Unmarked, block_id: str) -> str:
    """Return *text* with the id at *block*. Raises `EditRefused` where the block is gone, or no id can stand there.

    The block may have moved up or down since, as long as its line is the only one that says the same.
    """
    lines = text.split("\n")
    line = _line_of(lines, block)
    if block.apart:
        below = [""] if line + 1 < len(lines) and lines[line + 1].strip() else []
        lines[line + 1 : line + 1] = ["", f"^{block_id}", *below]
    else:
        lines[line] = f"{lines[line].rstrip()} ^{block_id}"
    changed = "\n".join(lines)
    if block_id not in block_ids(changed) or _meaning(changed) != _meaning(text):
        raise EditRefused("No id can stand at this block; what is written there would mean something else.")
    return changed


def _line_of(lines: Sequence[str], block: Unmarked) -> int:
    if lines[block.line : block.line + 1] == [block.ending]:
        return block.line
    same = [number for number, line in enumerate(lines) if line == block.ending]
    if len(same) != 1:
        raise EditRefused("The block was changed meanwhile.")
    return same[0]


def _words(line: str) -> str:
    line = line.strip()
    while (mark := _MARK.match(line)) is not None:
        line = line[mark.end() :]
    return line


def _meaning(text: str) -> tuple[list[tuple[int, str]], list[str], tuple[str, ...]]:
    read = scan(text, read_frontmatter(text).body_start)
    return [(one.level, one.text) for one in read.headings], [one.target for one in read.links], read.tags
