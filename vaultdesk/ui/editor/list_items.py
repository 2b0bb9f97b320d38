"""List items, tasks and quotes while typing: continued, indented, moved and renumbered."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtGui import QTextBlock, QTextCursor

from vaultdesk.ui.widgets.text_fields import utf16_length

_LINE = re.compile(
    r"(?P<quote>[ \t]{0,3}(?:>[ \t]?)+)?(?P<indent>[ \t]*)"
    r"(?:(?P<marker>[-*+]|(?P<number>\d{1,9})(?P<sign>[.)]))(?P<gap>[ \t]+)(?P<box>\[.\](?:[ \t]|$))?)?"
)

INDENT = "\t"
"""One level of indentation, as in Obsidian; a list indented with spaces continues with spaces."""

BLANKS = 4
"""Columns of one level."""


@dataclass(frozen=True, slots=True)
class ItemLine:
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
    def written(self) -> str:
        """The whole prefix."""
        return f"{self.quote}{self.indent}{self.marker}{self.gap}{self.box}"

    @property
    def number(self) -> int | None:
        """Number of a numbered item."""
        return int(self.marker[:-1]) if self.marker[:-1].isdigit() else None

    @property
    def level(self) -> int:
        """Indentation in columns."""
        return len(self.indent.expandtabs(BLANKS))

    @property
    def continues(self) -> bool:
        """Whether the next line starts with the same kind of prefix."""
        return bool(self.marker or self.quote)

    def numbered(self, number: int) -> "ItemLine":
        """Return the prefix with another number."""
        return replace(self, marker=f"{number}{self.marker[-1]}")

    def following(self) -> "ItemLine":
        """Return the prefix of the next line: next number, empty box."""
        after = self if self.number is None else self.numbered(self.number + 1)
        return replace(after, box="[ ] " if self.box else "")

    def ended(self) -> "ItemLine":
        """Return the prefix after Enter on an empty item: one level less, finally no item and no quote."""
        if self.marker and self.indent:
            return self.shifted(-1)
        if self.marker:
            return replace(self, marker="", gap="", box="")
        return ItemLine("", "", "", "", "")

    def shifted(self, by: int) -> "ItemLine":
        """Return the prefix one level deeper, or less deep with -1."""
        if by > 0:
            step = " " * BLANKS if self.indent.startswith(" ") else INDENT
            return replace(self, indent=self.indent + step)
        if self.indent.endswith("\t"):
            return replace(self, indent=self.indent[:-1])
        rest = self.indent.rstrip(" ")
        blanks = len(self.indent) - len(rest)
        return replace(self, indent=rest + " " * max(0, blanks - BLANKS))


def item_line(text: str) -> ItemLine:
    """Return the prefix of the line *text*."""
    found = _LINE.match(text)
    assert found is not None, "every group may be missing"
    return ItemLine(*(found[name] or "" for name in ("quote", "indent", "marker", "gap", "box")))


def with_task_toggled(text: str) -> str:
    """Return the line *text* with its task toggled; an item or a plain line becomes a task."""
    line = item_line(text)
    rest = text[len(line.written) :]
    if line.box:
        box = "[x]" if line.box[1] == " " else "[ ]"
        return f"{replace(line, box=box + line.box[3:]).written}{rest}"
    if line.marker:
        return f"{replace(line, box='[ ] ').written}{rest}"
    return f"{replace(line, marker='-', gap=' ', box='[ ] ').written}{rest}"


# Each function is one undo step.

MAX_RENUMBERED = 500
"""Maximum number of items renumbered after one key press; renderers number longer lists correctly anyway."""


def continue_item(cursor: QTextCursor) -> bool:
    """Continue the item or quote on the next line, or end an empty one; return False on any other line."""
    block, at = cursor.block(), cursor.positionInBlock()
    text = block.text()
    line = item_line(text)
    start = len(line.written)
    if not line.continues or cursor.hasSelection() or utf16_length(text[:start]) > at:
        return False
    cursor.beginEditBlock()
    if text[start:].strip():
        after = line.following()
        cursor.insertText("\n" + after.written)
        _leave_no_blank(cursor, after)
    else:
        cursor.setPosition(block.position())
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(line.ended().written)
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
            _write_start(block, line, line.shifted(by))
    document = cursor.document()
    first = document.findBlockByNumber(numbers[0])
    line = item_line(first.text())
    if by > 0 and line.number is not None and _sibling(first, line, -1) is None:
        _write_start(first, line, line.numbered(1))
    for number in (numbers[0], numbers[-1] + 1):
        _renumber(document.findBlockByNumber(number), whole=True)
    cursor.endEditBlock()
    return True


def toggle_tasks(cursor: QTextCursor) -> QTextCursor:
    """Toggle the selected tasks; other lines become tasks."""
    cursor.beginEditBlock()
    for block in list(_blocks(cursor)):
        text = block.text()
        if text.strip() or not cursor.hasSelection():
            _write_line(block, with_task_toggled(text))
    cursor.endEditBlock()
    return cursor


def move_lines(cursor: QTextCursor, direction: int) -> QTextCursor:
    """Move the selected lines up (-1) or down (1) by one line; return the cursor on them."""
    blocks = list(_blocks(cursor))
    other = blocks[0].previous() if direction < 0 else blocks[-1].next()
    if not other.isValid():
        return cursor
    anchor, place = cursor.anchor(), cursor.position()
    by = direction * other.length()
    first, last = (other, blocks[-1]) if direction < 0 else (blocks[0], other)
    moved = [block.text() for block in blocks]
    lines = [*moved, other.text()] if direction < 0 else [other.text(), *moved]
    edit, top = QTextCursor(first), first.blockNumber()
    edit.beginEditBlock()
    edit.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    edit.insertText("\n".join(lines))
    _renumber(edit.document().findBlockByNumber(top), whole=True)
    edit.endEditBlock()
    end = edit.document().characterCount() - 1
    edit.setPosition(max(0, min(anchor + by, end)))
    edit.setPosition(max(0, min(place + by, end)), QTextCursor.MoveMode.KeepAnchor)
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


def _renumber(block: QTextBlock, *, whole: bool = False) -> None:
    """Renumber the items of this list from *block* on, or the *whole* list."""
    line = item_line(block.text())
    if line.number is None:
        return
    count = line.number
    while whole and (before := _sibling(block, line, -1)) is not None:
        block = before
        count = min(count, item_line(block.text()).number or 0)
    after = _sibling(block, line, 1) if whole else None
    if after is not None:  # A line moved to the top keeps its number.
        count = min(count, item_line(after.text()).number or 0)
    for _ in range(MAX_RENUMBERED):
        here = item_line(block.text())
        if here.number != count:
            _write_start(block, here, here.numbered(count))
        following = _sibling(block, here, 1)
        if following is None:
            return
        block, count = following, count + 1


def _sibling(block: QTextBlock, line: ItemLine, direction: int) -> QTextBlock | None:
    """Return the next numbered item of the same list, skipping nested lines; None at the end of the list."""
    for _ in range(MAX_RENUMBERED):
        block = block.next() if direction > 0 else block.previous()
        if not block.isValid() or not block.text().strip():
            return None
        here = item_line(block.text())
        if here.level > line.level:
            continue
        same = here.number is not None and here.level == line.level and here.quote.strip() == line.quote.strip()
        return block if same else None
    return None


def _leave_no_blank(cursor: QTextCursor, line: ItemLine) -> None:
    """Remove the space at the start of the text carried to the new line, which preceded the break."""
    rest = cursor.block().text()[len(line.written) :]
    for _ in range(len(rest) - len(rest.lstrip(" "))):
        cursor.deleteChar()


def _write_start(block: QTextBlock, old: ItemLine, new: ItemLine) -> None:
    """Replace the prefix *old* by *new*, changing only what differs."""
    _write_line(block, new.written + block.text()[len(old.written) :])


def _write_line(block: QTextBlock, new: str) -> None:
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
