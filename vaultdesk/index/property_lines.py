"""Property lines: what a link that stands in a note's properties is said in: the property's name and its value.

Works on lines as they are written, not on what they mean: it is for the eye.
"""

import re
from collections.abc import Iterator, Sequence

from vaultdesk.index.passage import passage

RULE = "---"
"""The line before the properties and the one after them."""

LONGEST_VALUE = 300
"""Characters of a value that are shown."""

_NAME = re.compile(r"(?P<name>[^\s:#'\"-][^:]{0,80}):(?:\s+(?P<value>.*))?$")
_ITEM = re.compile(r"\s*-\s+")
_QUOTES = re.compile(r"""(?<![^\s\[,])["']|["'](?![^\s\],])""")
"""Quotation marks around a value, not those within words."""


def property_of_link(lines: Sequence[str], target: str, nth: int = 0) -> str:
    """Return `name: value` of the property in which the link to *target*, as it is written, stands.

    *lines* are the note's, from its first. Where several properties have the link, *nth* says which of them, from 0.
    Returns an empty text where none is found.
    """
    link = re.compile(r"\[\[\s*" + re.escape(target) + r"\s*[]|#\\]")
    found = [f"{name}: {_readable(value)}" for name, value in _values(lines) if link.search(value)]
    return found[min(nth, len(found) - 1)] if found else ""


def _values(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Return each line of the properties that has a value, with the name of its property."""
    name = ""
    for line in lines[1:]:
        if line.rstrip() in (RULE, "..."):
            return
        begun = _NAME.match(line)
        if begun is not None:
            name = begun["name"].strip()
        yield name, (begun["value"] or "") if begun is not None else line


def _readable(value: str) -> str:
    """Return a value without YAML's signs and those of Markdown."""
    cut = value[: LONGEST_VALUE + 1]
    plain = _ITEM.sub("", cut, count=1).strip()
    if plain.startswith("[") and not plain.startswith("[["):
        plain = plain.removeprefix("[").removesuffix("]")
    return passage(_QUOTES.sub("", plain), cut_after=len(value) > LONGEST_VALUE).text
