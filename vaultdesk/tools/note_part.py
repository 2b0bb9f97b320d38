"""Note part: the text of a note that was asked for: all of it, a section, a block; and where it stands."""

from collections.abc import Callable
from dataclasses import dataclass

from vaultdesk.tools.tool import ToolFailure
from vaultdesk.tools.visible import short
from vaultdesk.vault.markdown.link_syntax import Link
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.markdown.sections import find_block, find_section

SECTION_SHOWN = 120
"""Characters of a section's name that a refusal repeats."""


@dataclass(frozen=True, slots=True)
class NotePart:
    """A piece of a note's text without a gap."""

    text: str
    start: int
    """Where it begins in the note's text."""
    heading: str
    """The heading it stands under, or begins with; empty above the first one."""
    first_line: int
    last_line: int
    is_whole: bool
    """Whether it is all of the note."""

    @property
    def end(self) -> int:
        """Where it ends in the note's text."""
        return self.start + len(self.text)

    def holds(self, link: Link) -> bool:
        """Whether *link* of the note stands in it; one of the properties stands in what begins at the note's start."""
        return self.start == 0 if link.in_properties else self.start <= link.start < self.end


def part_of(note: Note, wanted: str, with_properties: bool, offset: int) -> NotePart:
    """Return what is *wanted* of *note*: everything, a heading's section, or `^id`'s block; from *offset* on.

    Raises `ToolFailure` where the note has no such part, or ends before *offset*.
    """
    start, end = (0 if with_properties else note.body_start), len(note.text)
    if wanted.strip():
        found = _found(note.text, wanted.strip())
        if found is None:
            what = "block" if wanted.strip().startswith("^") else "heading"
            raise ToolFailure("VALIDATION_FAILED", f"section: the note has no {what} “{short(wanted, SECTION_SHOWN)}”")
        start, end = found
    if offset and start + offset >= end:
        raise ToolFailure("VALIDATION_FAILED", f"offset: there are {end - start:,} characters, counted from 0")
    start += offset
    text = note.text[start:end]
    first = note.text.count("\n", 0, start) + 1
    above = [heading for heading in note.headings if heading.start <= start]
    return NotePart(
        text=text,
        start=start,
        heading=above[-1].text if above else "",
        first_line=first,
        last_line=first + text.rstrip("\n").count("\n"),
        is_whole=(start, end) == (0, len(note.text)),
    )


def tags_in(note: Note, part: NotePart) -> list[str]:
    """Return the note's tags; of a part of it, those that are written there."""
    if part.is_whole or not part.start:
        return [*note.tags]
    written = {tag.casefold() for tag in scan(part.text).tags}
    return [tag for tag in note.tags if tag.casefold() in written]


def _found(text: str, wanted: str) -> tuple[int, int] | None:
    find: Callable[[str, str], tuple[int, int] | None] = find_block if wanted.startswith("^") else find_section
    return find(text, wanted)
