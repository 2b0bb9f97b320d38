"""Completing: what name is being typed at the cursor of a search, and the text once it is chosen. Looks nothing up."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.note_path import same_name_key

_TAG = re.compile(r"(?:^|[\s(])-?tag:(#?[^\s()\"\[\]]*)\Z", re.IGNORECASE)
_PROPERTY = re.compile(r"(?:^|[\s(])-?\[([^\[\]:\"]*)\Z")
_VALUE = re.compile(r"(?:^|[\s(])-?\[\s*([^\[\]:\"]+):(?:[^\[\]]*\sOR\s)?\s*([^\[\]:\"()<>/]*)\Z")
_BARE_VALUE = re.compile(r"(?!(?:OR|null)\Z)\w[\w.+-]*", re.IGNORECASE)

LONGEST_VALUE = 60
"""Characters of a value that is offered: what is longer is a text, which nobody chooses from a list."""

MOST_CHOICES = 8
"""Names offered at a time: more are not read, the next letter narrows them down."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A name that is being typed."""

    kind: Literal["tag", "property", "value"]
    typed: str
    start: int
    """Where in the text the name begins; it ends at the cursor."""
    of: str = ""
    """The property whose value it is."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A name that may be meant."""

    name: str
    count: int = 0
    """How many notes have it."""


def unfinished(text: str, cursor: int) -> Unfinished | None:
    """Return what is being typed at *cursor*: a tag after `tag:`, a property's name after `[`, its value after a colon.

    None for anything else.

    Inside quotes it is text, and nothing is offered.
    """
    before = text[:cursor]
    if before.count('"') % 2:
        return None
    if (tag := _TAG.search(before)) is not None:
        return Unfinished("tag", tag[1].lstrip("#"), tag.start(1))
    if (name := _PROPERTY.search(before)) is not None:
        return Unfinished("property", name[1], name.start(1))
    if (value := _VALUE.search(before)) is not None:
        return Unfinished("value", value[2], value.start(2), value[1].strip())
    return None


def fitting(typed: str, names: Iterable[Choice]) -> list[Choice]:
    """Return the names that *typed* may become: those that begin so before those that hold it, the commonest first."""
    key = same_name_key(typed)
    ranked: list[tuple[bool, int, str, Choice]] = []
    for choice in names:
        other = same_name_key(choice.name)
        if key in other and other != key:
            begins = other.startswith(key) or f"/{key}" in other
            ranked.append((not begins, -choice.count, other, choice))
    return [choice for *_, choice in sorted(ranked, key=lambda one: one[:3])[:MOST_CHOICES]]


def completed(text: str, cursor: int, typing: Unfinished, name: str) -> tuple[str, int]:
    """Return *text* with the unfinished name made *name*, and where the cursor is then."""
    before, after = text[: typing.start], text[cursor:]
    if typing.kind == "tag":
        made = f"#{name}"
        at = len(before) + len(made) + 1
        return before + made + (" " if not after.startswith(" ") else "") + after, at
    closing = "" if after.startswith("]") else "]"
    if typing.kind == "value":
        # In quotes all of it is meant, and no sign in it is one of the search's.
        said = name if _BARE_VALUE.fullmatch(name) else '"' + name.replace('"', '\\"') + '"'
        return before + said + closing + after, len(before) + len(said) + 1
    return before + name + closing + after, len(before) + len(name)
