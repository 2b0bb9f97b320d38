"""Frontmatter of notes written by other programs, even if it is not valid YAML."""

import re
from collections.abc import Mapping

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter, texts_in_value

_LINE = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?")
_ITEM = re.compile(r"[ \t]+-[ \t]+(.*)|-[ \t]+(.*)")
_ESCAPED = re.compile(r"\\(.)")


class LenientFrontmatter(Struct, frozen=True):
    """The properties of a note's head, and the text below it."""

    properties: Mapping[str, JsonValue] = field(default_factory=dict)
    body: str = ""

    def text(self, name: str) -> str:
        """Return a property as text; empty if it is absent or a list."""
        value = self.properties.get(name)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return ""
        return str(value).strip()

    def list(self, name: str) -> tuple[str, ...]:
        """Return a property as a list of texts; a single text is a list of one."""
        return tuple(word.strip() for word in texts_in_value(self.properties.get(name)) if word.strip())


def read_lenient_frontmatter(text: str) -> LenientFrontmatter:
    """Return *text* split into head and body; without a complete head all of it is body."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff \t\n")
    if not text.startswith("---\n"):
        return LenientFrontmatter(body=text)
    found = read_frontmatter(text)
    if not found.body_start:
        return LenientFrontmatter(body=text)
    body = text[found.body_start :]
    if not found.problem:
        return LenientFrontmatter(found.properties, body)
    return LenientFrontmatter(_by_lines(text[4 : found.body_start]), body)


def _by_lines(block: str) -> dict[str, JsonValue]:
    properties: dict[str, JsonValue] = {}
    items: list[JsonValue] = []
    for line in block.split("\n"):
        item, entry = _ITEM.fullmatch(line), _LINE.fullmatch(line.rstrip())
        if item:
            items.append(_unquoted(item[1] or item[2] or ""))
        elif entry and entry[2]:
            properties[entry[1]] = _unquoted(entry[2])
        elif entry:
            properties[entry[1]] = items = []
    return properties


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        return _ESCAPED.sub(r"\1", value[1:-1])
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return value
