"""Frontmatter: the properties at a note's head as values. Reads only, never raises; hostile YAML becomes a problem.

The plainest blocks are read by plain_properties.py, all others by yaml_block.py.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from vaultdesk.vault.bare_word import JsonValue as JsonValue
from vaultdesk.vault.bare_word import meaning_of
from vaultdesk.vault.plain_properties import plain_properties

MAX_FRONTMATTER = 65_536
"""Characters of the block that are read. Real ones stay under 4,000; libyaml needs 38 µs for a usual one."""

_OPENING = re.compile(r"---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The block at a note's head."""

    properties: dict[str, JsonValue] = field(default_factory=dict)
    problem: str = ""
    """Why it cannot be read, in a sentence; then there are no properties."""
    body_start: int = 0
    """Where the text after the block begins; 0 where there is no block."""


def read_frontmatter(text: str) -> Frontmatter:
    """Return the block at the head of *text*: between two `---` lines, the first of them the note's first line."""
    opening = _OPENING.match(text) if text.startswith("---") else None
    closing = _CLOSING.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return Frontmatter()
    body_start = min(closing.end() + 1, len(text))
    block = text[opening.end() : closing.start()]
    properties, problem = read_yaml(block, first_line=2)
    return Frontmatter(properties, problem, body_start)


def read_yaml(block: str, first_line: int = 1) -> tuple[dict[str, JsonValue], str]:
    """Return the names and values of *block*, YAML from *first_line* of its file on; else why they cannot be read."""
    if len(block) > MAX_FRONTMATTER:
        return {}, f"The properties are longer than {MAX_FRONTMATTER // 1024} kB."
    plain = plain_properties(block, meaning_of)
    if plain is not None:
        return dict(plain), ""
    # Imported here: a start lists the notes sooner without libyaml, and most notes are read without it.
    from vaultdesk.vault.yaml_block import block_properties

    return block_properties(block, first_line)


def words_of(value: JsonValue, separators: str) -> Iterator[str]:
    """Yield the names in *value*: a list's items, or a text cut at any of *separators*."""
    if isinstance(value, str):
        for piece in re.split(f"[{separators}]+", value):
            if piece.strip():
                yield piece.strip()
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, str | int | float) and not isinstance(item, bool) and str(item).strip():
                yield str(item).strip()


def named(properties: dict[str, JsonValue], *names: str) -> Iterator[JsonValue]:
    """Yield the values of the properties of these *names*, whatever their case."""
    for key, value in properties.items():
        if key.casefold() in names:
            yield value


def texts_in(value: JsonValue) -> Iterator[str]:
    """Yield each text inside *value*."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_in(item)
