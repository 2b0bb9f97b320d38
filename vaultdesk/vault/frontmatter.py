"""Frontmatter: the properties at a note's head as values. Reads only, never raises; hostile YAML becomes a problem.

Reads libyaml's events itself: no aliases, anchors or tags, bounded depth and size, each scalar text unless it plainly
is a number, a checkbox or empty. So no date, no `yes`, no leading zero is turned into something else (OBSIDIAN E.3).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import TypeAlias

import yaml

from vaultdesk.vault.plain_properties import plain_properties

JsonValue: TypeAlias = "list[JsonValue] | dict[str, JsonValue] | str | bool | int | float | None"
"""What a property can be: the values of JSON."""

MAX_FRONTMATTER = 65_536
"""Characters of the block that are read. Real ones stay under 4,000; libyaml needs 38 µs for a usual one."""

MAX_DEPTH = 30
"""Lists and objects inside each other. Real ones stay under 4."""

_OPENING = re.compile(r"---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,3})?")
_FIXED: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The block at a note's head."""

    properties: dict[str, JsonValue] = field(default_factory=dict)
    problem: str = ""
    """Why it cannot be read, in a sentence; then there are no properties."""
    body_start: int = 0
    """Where the text after the block begins; 0 where there is no block."""


class _Unreadable(Exception):
    """What is wrong, in a sentence; without its beginning where it is a line that is wrong."""

    def __init__(self, what: str, event: yaml.Event | None = None) -> None:
        super().__init__(what)
        self.line = (event.start_mark.line if event.start_mark else 0) if event is not None else None


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
    try:
        return _properties(block), ""
    except _Unreadable as error:
        where = f"Line {error.line + first_line} " if error.line is not None else ""
        return {}, f"{where}{error}"
    except yaml.MarkedYAMLError as error:
        # Marks count from 0.
        place = f"Line {error.problem_mark.line + first_line}" if error.problem_mark else "A line"
        return {}, f"{place} is not valid YAML{': ' + error.problem if error.problem else ''}."
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, "The properties have characters that YAML does not allow."


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


def _properties(block: str) -> dict[str, JsonValue]:
    plain = plain_properties(block, _scalar)
    return _by_events(block) if plain is None else dict(plain)


def _by_events(block: str) -> dict[str, JsonValue]:
    events = iter(yaml.parse(block, Loader=_LOADER))
    value: JsonValue = None
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _Unreadable("The properties are more than one YAML document.")
        elif isinstance(event, yaml.NodeEvent):
            value = _value(event, events, 1)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _Unreadable("The block between the --- lines is not a list of properties.")
    return value


def _value(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> JsonValue:
    """Return the value that begins with *event*, taking the rest of it from *events*."""
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
        raise _Unreadable("uses a YAML anchor or alias; those are not read.", event)
    if getattr(event, "tag", None) is not None:
        raise _Unreadable("uses a YAML tag; those are not read.", event)
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event.value) if event.implicit[0] and not event.style else str(event.value)
    if depth > MAX_DEPTH:
        raise _Unreadable(f"The properties are nested more than {MAX_DEPTH} deep.")
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[JsonValue] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(_value(event, events, depth + 1))
        return items
    return _mapping(events, depth)


def _mapping(events: Iterator[yaml.Event], depth: int) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        if not isinstance(key, yaml.ScalarEvent):
            raise _Unreadable("has a placeholder or a list where a name should be.", key)
        _value(key, events, depth)  # An anchor or tag on a name is refused too.
        if key.value in found:
            raise _Unreadable(f"sets “{key.value[:60]}” a second time.", key)
        found[key.value] = _value(next(events), events, depth + 1)
    return found


def _scalar(word: str) -> JsonValue:
    """Return what a bare *word* plainly is; text where in doubt."""
    if word in _FIXED:
        return _FIXED[word]
    if word[0] not in "+-0123456789":
        return word
    if _WHOLE.fullmatch(word):
        return int(word)
    if _DECIMAL.fullmatch(word) and isfinite(number := float(word)):
        return number
    return word
