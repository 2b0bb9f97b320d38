"""List items, tasks and quotes while typing: continued, indented, moved and renumbered."""

import re
from collections.abc import Iterator

from msgspec import Struct
from PySide6.QtGui import QTextBlock, QTextCursor

from vaultdesk.core.values import replace
from vaultdesk.ui.widgets.text_fields import utf16_length

_LINE = re.compile(
    r"(?P<quote>[ \t]{0,3}(?:>[ \t]?)+)?(?P<indent>[ \t]*)"
    r"(?:(?P<marker>[-*+]|(?P<number>\d{1,9})(?P<sign>[.)]))(?P<gap>[ \t]+)(?P<box>\[.\](?:[ \t]|$))?)?"
)

INDENT = "\t"
"""One level of indentation, as in Obsidian; a list indented with spaces continues with spaces."""

INDENT_COLUMNS = 4
"""Columns of one level."""


class ItemLine(Struct, frozen=True):
    """Prefix of a line before its text."""

    quote: str
    """Quote markers with the following space."""
    indent: str
    marker: str
    """`-`, `*`, `+`, or a number with its delimiter; empty if the line is not an item."""
    gap: str
    box: str
    """Task box with the following space; empty if it is not a task."""

    @property
    def prefix(self) -> str:
        return f"{self.quote}{self.indent}{self.marker}{self.gap}{self.box}"

    @property
    def number(self) -> int | None:
        """Number of a numbered item."""
        return int(self.marker[:-1]) if self.marker[:-1].isdigit() else None

    @property
    def level(self) -> int:
        """Indentation in columns."""
        return len(self.indent.expandtabs(INDENT_COLUMNS))

    @property
    def continues(self) -> bool:
        """Whether the next line starts with the same kind of prefix."""
        return bool(self.marker or self.quote)

    def numbered(self, number: int) -> "ItemLine":
        """Return the prefix with another number."""
        return replace(self, marker=f"{number}{self.marker[-1]}")

    def following(self) -> "ItemLine":
        """Return the prefix of the next line: next number, empty box."""
        next_line = self if self.number is None else self.numbered(self.number + 1)
        return replace(next_line, box="[ ] " if self.box else "")

    def ended(self) -> "ItemLine":
        """Return the prefix after Enter on an empty item: one level less, finally no item and no quote."""
        if self.marker and self.indent:
            return self.shifted(-1)
        if self.marker:
            return replace(self, marker="", gap="", box="")
        return ItemLine("", "", "", "", "")

    def shifted(self, by: int) -> "ItemLine":
        """Return the prefix indented one level more if *by* is positive, else one level less."""
        if by > 0:
            step = " " * INDENT_COLUMNS if self.indent.startswith(" ") else INDENT
            return replace(self, indent=self.indent + step)
        if self.indent.endswith("\t"):
            return replace(self, indent=self.indent[:-1])
        rest = self.indent.rstrip(" ")
        blanks = len(self.indent) - len(rest)
        return replace(self, indent=rest + " " * max(0, blanks - INDENT_COLUMNS))


def item_line(text: str) -> ItemLine:
    """Return the prefix of the line *text*."""
    found = _LINE.match(text)
    assert found is not None, "every group may be missing"
    return ItemLine(*(found[name] or "" for name in ("quote", "indent", "marker", "gap", "box")))


def with_task_toggled(text: str) -> str:
    """Return the line *text* with its task toggled; an item or a plain line becomes a task."""
    line = item_line(text)
    rest = text[len(line.prefix) :]
    if line.box:
        box = "[x]" if line.box[1] == " " else "[ ]"
        return f"{replace(line, box=box + line.box[3:]).prefix}{rest}"
    if line.marker:
        return f"{replace(line, box='[ ] ').prefix}{rest}"
    return f"{replace(line, marker='-', gap=' ', box='[ ] ').prefix}{rest}"


# Each function is one undo step.

MAX_RENUMBERED = 500
"""Maximum number of items renumbered after one key press; renderers number longer lists correctly anyway."""


def continue_item(cursor: QTextCursor) -> bool:
    """Continue the item or quote on the next line, or end an empty one; return False on any other line."""
    block, position = cursor.block(), cursor.positionInBlock()
    text = block.text()
    line = item_line(text)
    start = len(line.prefix)
    if not line.continues or cursor.hasSelection() or utf16_length(text[:start]) > position:
        return False
    cursor.beginEditBlock()
    if text[start:].strip():
        next_line = line.following()
        cursor.insertText("\n" + next_line.prefix)
        _remove_leading_blanks(cursor, next_line)
    else:
        cursor.setPosition(block.position())
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(line.ended().prefix)
    _renumber(cursor.block())
    cursor.endEditBlock()
    return True


def shift_items(cursor: QTextCursor, by: int) -> bool:
    """Indent the selected items by one level, or unindent; return False if there are none."""
    blocks = list(_blocks(cursor))
    if len(blocks) == 1 and not item_line(blocks[0].text()).marker and not (cursor.hasSelection() or by < 0):
        return False
    numbers = [block.blockNumber() for block in blocks]
    cursor.beginEditBlock()
    for block in blocks:
        text = block.text()
        line = item_line(text)
        if text.strip():
            _replace_prefix(block, line, line.shifted(by))
    document = cursor.document()
    first = document.findBlockByNumber(numbers[0])
    line = item_line(first.text())
    if by > 0 and line.number is not None and _sibling(first, line, -1) is None:
        _replace_prefix(first, line, line.numbered(1))
    for number in (numbers[0], numbers[-1] + 1):
        _renumber(document.findBlockByNumber(number), all_items=True)
    cursor.endEditBlock()
    return True


def toggle_tasks(cursor: QTextCursor) -> QTextCursor:
    """Toggle the selected tasks; other lines become tasks."""
    cursor.beginEditBlock()
    for block in list(_blocks(cursor)):
        text = block.text()
        if text.strip() or not cursor.hasSelection():
            _replace_line(block, with_task_toggled(text))
    cursor.endEditBlock()
    return cursor


def move_lines(cursor: QTextCursor, direction: int) -> QTextCursor:
    """Move the selected lines up (-1) or down (1) by one line; return the cursor on them."""
    blocks = list(_blocks(cursor))
    adjacent = blocks[0].previous() if direction < 0 else blocks[-1].next()
    if not adjacent.isValid():
        return cursor
    anchor, position = cursor.anchor(), cursor.position()
    shift = direction * adjacent.length()
    first, last = (adjacent, blocks[-1]) if direction < 0 else (blocks[0], adjacent)
    moved_texts = [block.text() for block in blocks]
    lines = [*moved_texts, adjacent.text()] if direction < 0 else [adjacent.text(), *moved_texts]
    edit, top = QTextCursor(first), first.blockNumber()
    edit.beginEditBlock()
    edit.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    edit.insertText("\n".join(lines))
    _renumber(edit.document().findBlockByNumber(top), all_items=True)
    edit.endEditBlock()
    end = edit.document().characterCount() - 1
    edit.setPosition(max(0, min(anchor + shift, end)))
    edit.setPosition(max(0, min(position + shift, end)), QTextCursor.MoveMode.KeepAnchor)
    return edit


def _blocks(cursor: QTextCursor) -> Iterator[QTextBlock]:
    """Yield the lines of the selection, except one at whose start the selection ends."""
    document = cursor.document()
    block, last = document.findBlock(cursor.selectionStart()), document.findBlock(cursor.selectionEnd())
    if last.position() == cursor.selectionEnd() and block != last:
        last = last.previous()
    while block.isValid() and block.blockNumber() <= last.blockNumber():
        yield block
        block = block.next()


def _renumber(block: QTextBlock, *, all_items: bool = False) -> None:
    """Renumber the items of this list from *block* on, or all of them with *all_items*."""
    line = item_line(block.text())
    if line.number is None:
        return
    count = line.number
    while all_items and (before := _sibling(block, line, -1)) is not None:
        block = before
        count = min(count, item_line(block.text()).number or 0)
    after = _sibling(block, line, 1) if all_items else None
    if after is not None:  # A line moved to the top keeps its number.
        count = min(count, item_line(after.text()).number or 0)
    for _ in range(MAX_RENUMBERED):
        current = item_line(block.text())
        if current.number != count:
            _replace_prefix(block, current, current.numbered(count))
        following = _sibling(block, current, 1)
        if following is None:
            return
        block, count = following, count + 1


def _sibling(block: QTextBlock, line: ItemLine, direction: int) -> QTextBlock | None:
    """Return the next numbered item of the same list, skipping nested lines; None at the end of the list."""
    for _ in range(MAX_RENUMBERED):
        block = block.next() if direction > 0 else block.previous()
        if not block.isValid() or not block.text().strip():
            return None
        current = item_line(block.text())
        if current.level > line.level:
            continue
        is_sibling = (
            current.number is not None and current.level == line.level and current.quote.strip() == line.quote.strip()
        )
        return block if is_sibling else None
    return None


def _remove_leading_blanks(cursor: QTextCursor, line: ItemLine) -> None:
    """Remove the space at the start of the text carried to the new line, which preceded the break."""
    rest = cursor.block().text()[len(line.prefix) :]
    for _ in range(len(rest) - len(rest.lstrip(" "))):
        cursor.deleteChar()


def _replace_prefix(block: QTextBlock, old: ItemLine, new: ItemLine) -> None:
    """Replace the prefix *old* by *new*, changing only what differs."""
    _replace_line(block, new.prefix + block.text()[len(old.prefix) :])


def _replace_line(block: QTextBlock, new: str) -> None:
    """Replace the line by *new*, keeping the common prefix and suffix."""
    old = block.text()
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + utf16_length(old[:start]))
    cursor.setPosition(block.position() + utf16_length(old[: len(old) - end]), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(new[start : len(new) - end])
