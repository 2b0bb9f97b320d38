"""Edits: what a change of one property makes of a note's text. Pure; who asks for it saves."""

from collections.abc import Callable, Mapping

from vaultdesk.ui.properties.kinds import Kind, converted, empty_of
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties, with_property_renamed

Edit = Callable[[str], str]
"""Returns a note's text with the change in it. Raises `NoteNotWritten`."""


def value_set(name: str, value: JsonValue, types: Mapping[str, str]) -> Edit:
    """Return what sets the property *name*."""
    return lambda text: with_properties(text, {name: value}, types=types if value is not None else {})


def removed(name: str) -> Edit:
    """Return what takes the property *name* away."""
    return lambda text: with_properties(text, {}, (name,))


def renamed(old: str, new: str) -> Edit:
    """Return what calls the property *old* by another name."""
    return lambda text: with_property_renamed(text, old, new)


def retyped(name: str, kind: Kind) -> Edit:
    """Return what brings the value of *name* into another kind, in this note alone."""

    def edit(text: str) -> str:
        value = read_frontmatter(text).properties.get(name)
        made = converted(value, kind) if value not in (None, "") else empty_of(kind)
        return with_properties(text, {name: made})

    return edit


def added(name: str, kind: Kind, types: Mapping[str, str]) -> Edit:
    """Return what adds an empty property *name*; one that is there stays as it is."""

    def edit(text: str) -> str:
        there = (key.casefold() for key in read_frontmatter(text).properties)
        return text if name.casefold() in there else with_properties(text, {name: empty_of(kind)}, types=types)

    return edit
