"""Compares the frontmatter of a note before and after an edit: damage that makes it unreadable, and lost properties."""

import re
from collections.abc import Sequence

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.frontmatter.frontmatter import Frontmatter, read_frontmatter
from vaultdesk.vault.note_path import printable

_RULE = re.compile(r"---[ \t]*\r?$")
_NAME = re.compile(r"(?P<name>[^\s#:\-][^:]*?)[ \t]*:(?:\s|$)")

MAX_LINES_SEARCHED = 2_000
"""Lines of the new text in which the old properties are searched."""


def head_damage(old: str, new: str) -> Phrase:
    """Return why the properties of *new* could not be read; empty if they can, or if those of *old* could not either.

    *old* is empty for a new note. Removing the whole frontmatter is not damage; `lost_properties` reports it.
    """
    if new == old:
        return NO_PHRASE
    before, after = read_frontmatter(old), read_frontmatter(new)
    if before.problem:
        return NO_PHRASE
    if after.problem:
        return Phrase("The properties at the head of the note would not be readable: {0}", after.problem)
    if not before.properties or after.body_start:
        return NO_PHRASE
    lines = new.split("\n", MAX_LINES_SEARCHED)[:MAX_LINES_SEARCHED]
    if _RULE.match(lines[0]):
        number = old.count("\n", 0, before.body_start)
        return Phrase("Line {0}, the closing --- of the properties, would be removed. Keep both --- lines.", number)
    first = _former_head(lines, before)
    if first:
        return Phrase(
            "The properties would begin at line {0}, so they would not be read any more. They must be the first lines "
            "of the note; put other text below the --- that closes them.",
            first,
        )
    return NO_PHRASE


def remaining_problem(old: str, new: str) -> str:
    """Return why the properties of *new* cannot be read; empty unless *old* had that too and the edit changed them."""
    before, after = read_frontmatter(old), read_frontmatter(new)
    touched = old[: before.body_start] != new[: after.body_start]
    return after.problem if before.problem and touched else ""


def lost_properties(old: str, new: str) -> tuple[str, ...]:
    """Return the names of properties of *old* that are missing in *new*, in their order and spelling."""
    if new == old:
        return ()
    before, after = read_frontmatter(old), read_frontmatter(new)
    kept = {name.casefold() for name in after.properties}
    return tuple(name for name in before.properties if name.casefold() not in kept) if not after.problem else ()


MAX_NAMES = 20
"""Lost properties listed in a message."""


def lost_properties_phrase(names: Sequence[str]) -> Phrase:
    """Return a sentence with the lost properties *names*; empty if there are none."""
    shown = ", ".join(printable(name)[:60] for name in names[:MAX_NAMES])
    return Phrase("Properties removed: {0}.", shown + (" …" if len(names) > MAX_NAMES else "")) if names else NO_PHRASE


def begins_with_rule(text: str) -> bool:
    """Return whether the `---` at the beginning of *text* is a thematic break: no line below it is a property."""
    head = read_frontmatter(text)
    return bool(head.problem) and not any(map(_NAME.match, text[: head.body_start].split("\n")))


def _former_head(lines: list[str], before: Frontmatter) -> int:
    """Return the line, from 1, of the first property of *before*, or of the `---` above it; 0 if there is none."""
    names = {name.casefold() for name in before.properties}
    for number, line in enumerate(lines):
        found = _NAME.match(line)
        if found is not None and found["name"].strip("\"'").casefold() in names:
            return number if number and _RULE.match(lines[number - 1]) else number + 1
    return 0
