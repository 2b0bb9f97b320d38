"""Metadata arguments: names of properties, values and tags as calls may carry them, and the words that show them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, JsonValue

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.tools.visible import short
from vaultdesk.vault.frontmatter.frontmatter import DEPRECATED_NAMES, read_frontmatter, read_property_types
from vaultdesk.vault.frontmatter.property_edit import MAX_PROPERTY_NAME
from vaultdesk.vault.markdown.tag_edit import tag_name
from vaultdesk.vault.staging import StagingArea

SMALL = 50_000
"""Characters of a text that is worked on in the loop: a few milliseconds. A larger one would hold up the window."""

NAME_SHOWN = 60
"""Characters of a note's name in a step line."""


def checked_name(name: str) -> str:
    """Return *name* if a property can have it. Raises `ValueError` in words that follow `must`."""
    if not name.strip() or len(name.strip()) > MAX_PROPERTY_NAME or not name.strip().isprintable():
        raise ValueError(
            f"have names of properties that are short and on one line, at most {MAX_PROPERTY_NAME} characters"
        )
    return name.strip()


def checked_tag(written: str) -> str:
    """Return the tag *written* names, without `#`. Raises `ValueError` in words that follow `must`."""
    try:
        return tag_name(written)
    except NoteNotWritten:
        shown = short(written, NAME_SHOWN)
        words = "letters, digits, _ - and / but no blanks, and not only digits"
        raise ValueError(f"be tags of {words}; “{shown}” is none") from None


PropertyName = Annotated[str, AfterValidator(checked_name)]
TagName = Annotated[str, AfterValidator(checked_tag)]


def checked_properties(text: str, set: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return *set* as it may be written into the note *text*: tags are tags, no name is one Obsidian gave up.

    Raises `ToolFailure`.
    """
    there = {key.casefold(): value for key, value in read_frontmatter(text).properties.items()}
    checked: dict[str, JsonValue] = {}
    for key, value in set.items():
        name = key.casefold()
        if name in DEPRECATED_NAMES and name not in there:
            message = f"Obsidian no longer reads the property {name}; set {DEPRECATED_NAMES[name]}, a list, instead."
            raise ToolFailure("VALIDATION_FAILED", message, {"field": "set"})
        if name == "tags" and isinstance(value, list):
            old = there.get("tags")
            kept = old if isinstance(old, list) else []
            # An entry that is there stays as it is, whatever it is.
            value = [item if item in kept else _tag_in(item) for item in value]
        checked[key] = value
    return checked


def _tag_in(item: JsonValue) -> str:
    try:
        return checked_tag(str(item))
    except ValueError as problem:
        raise ToolFailure("VALIDATION_FAILED", f"tags: must {problem}.", {"field": "set"}) from None


async def property_types(draft: StagingArea) -> dict[str, str]:
    """Return the kinds of properties of the draft's vault, as they are set now."""
    return await asyncio.to_thread(read_property_types, draft.vault.root / draft.vault.settings.folder)


async def reworked(text: str, change: Callable[[str], str]) -> str:
    """Return *text* with *change* made, off the loop where the text is long enough to hold it up."""
    return change(text) if len(text) < SMALL else await asyncio.to_thread(change, text)


def note_name(path: str) -> str:
    """Return the name of the note a call names, for a step line."""
    return short(path.rpartition("/")[2].removesuffix(".md"), NAME_SHOWN)


def hashed(tags: Sequence[str]) -> str:
    """Return `#a, #b`."""
    return listed([f"#{tag.strip().removeprefix('#')}" for tag in tags])


def listed(names: Sequence[str]) -> str:
    """Return the first few of *names*, and how many more there are."""
    shown = ", ".join(short(name, 40) for name in names[:4])
    return shown if len(names) <= 4 else f"{shown} and {len(names) - 4} more"
