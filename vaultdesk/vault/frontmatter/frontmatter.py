"""Frontmatter of a note: reads it without raising, converts its values, and compares it before and after an edit."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path

from msgspec import Struct, field

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.frontmatter.plain_yaml import JsonValue as JsonValue
from vaultdesk.vault.frontmatter.plain_yaml import parse_plain_properties, parse_scalar
from vaultdesk.vault.note_path import printable

# Simple blocks are read by plain_yaml.py, all others by yaml_reader.py.

MAX_FRONTMATTER = 65_536
"""Maximum number of characters of a block that is read. Real ones have fewer than 4,000; libyaml takes 38 µs for a
typical one.
"""

_OPENING = re.compile(r"---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)


class Frontmatter(Struct, frozen=True):
    """The frontmatter of a note."""

    properties: dict[str, JsonValue] = field(default_factory=dict)
    problem: str = ""
    """The reason why it cannot be read, as a sentence; there are then no properties."""
    body_start: int = 0
    """Start of the text after the block; 0 if there is no block."""


def read_frontmatter(text: str) -> Frontmatter:
    """Return the block at the beginning of *text*, between two `---` lines, the first of which is the first line."""
    opening = _OPENING.match(text) if text.startswith("---") else None
    closing = _CLOSING.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return Frontmatter()
    body_start = min(closing.end() + 1, len(text))
    block = text[opening.end() : closing.start()]
    properties, problem = read_yaml(block, first_line=2)
    return Frontmatter(properties, problem, body_start)


def read_yaml(block: str, first_line: int = 1) -> tuple[dict[str, JsonValue], str]:
    """Return the properties in *block*, YAML from line *first_line* of its file, and the reason if they cannot be
    read.
    """
    if len(block) > MAX_FRONTMATTER:
        return {}, Phrase("The properties are longer than {0} kB.", MAX_FRONTMATTER // 1024)
    plain = parse_plain_properties(block, parse_scalar)
    if plain is not None:
        return dict(plain), ""
    # Imported here: at the start notes are listed earlier without libyaml, and most notes do not need it.
    from vaultdesk.vault.frontmatter.yaml_reader import parse_yaml_properties

    return parse_yaml_properties(block, first_line)


def split_names(value: JsonValue, separators: str) -> Iterator[str]:
    """Yield the names in *value*: the items of a list, or a text split at any of *separators*."""
    if isinstance(value, str):
        for name in re.split(f"[{separators}]+", value):
            if name.strip():
                yield name.strip()
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, str | int | float) and not isinstance(item, bool) and str(item).strip():
                yield str(item).strip()


def properties_named(properties: dict[str, JsonValue], *names: str) -> Iterator[JsonValue]:
    """Yield the values of the properties with these *names*, compared case-insensitively."""
    for key, value in properties.items():
        if key.casefold() in names:
            yield value


def texts_in_value(value: JsonValue) -> Iterator[str]:
    """Yield each text inside *value*."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts_in_value(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_in_value(item)


# Obsidian stores property types by name in `types.json`; nothing else is read from that file.

LIST_PROPERTIES = ("tags", "aliases", "cssclasses")
"""Properties that Obsidian defines itself; each is a list whatever type was set."""

DEPRECATED_NAMES: Mapping[str, str] = {"tag": "tags", "alias": "aliases", "cssclass": "cssclasses"}
"""Names that Obsidian no longer reads, and their replacements; read, but not written for new properties
(vaultdesk/vault/README.md, "Tags").
"""

MAX_TYPES_BYTES = 1_000_000
"""Maximum number of bytes of the file that are read; real ones have a few thousand."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_DAY_AND_TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?)?")


def read_property_types(config_folder: Path) -> dict[str, str]:
    """Return the type of each property by its casefolded name; empty if the file cannot be read."""
    file = config_folder / "types.json"
    try:
        if not file.is_file() or file.stat().st_size > MAX_TYPES_BYTES:
            return {}
        with file.open("rb") as opened:
            value = json.loads(opened.read(MAX_TYPES_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    kinds = value.get("types") if isinstance(value, dict) else None
    if not isinstance(kinds, dict):
        return {}
    return {key.casefold(): kind for key, kind in kinds.items() if isinstance(kind, str)}


def convert_to_type(key: str, value: JsonValue, kinds: Mapping[str, str]) -> JsonValue:
    """Return *value* converted to the type of the property *key*; unchanged if it does not fit."""
    name = key.casefold()
    kind = kinds.get(name, "")
    if name in LIST_PROPERTIES or kind in ("multitext", "tags", "aliases"):
        return _as_list(value, separators="\\s," if name == "tags" or kind == "tags" else "")
    if not isinstance(value, str):
        return value
    text = value.strip()
    if kind == "number" and _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    if kind == "checkbox" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if kind in ("date", "datetime"):
        return _as_date(text, with_time=kind == "datetime") or value
    return value


def _as_list(value: JsonValue, separators: str) -> JsonValue:
    if isinstance(value, list):
        return value
    if value is None or value == "":
        return []
    if isinstance(value, str) and separators:
        return [word.removeprefix("#") for word in split_names(value, separators) if word != "#"]
    return [value]


def _as_date(text: str, *, with_time: bool) -> str:
    """Return *text* in Obsidian's form of a date, or date and time; empty if it is neither."""
    found = _DAY_AND_TIME.fullmatch(text)
    if found is None:
        return ""
    day, clock, seconds = found.groups()
    try:
        date.fromisoformat(day)
        datetime.fromisoformat(f"{day}T{clock or '00:00'}:{seconds or '00'}")
    except ValueError:
        return ""
    if not with_time:
        # An explicit time of day is not discarded.
        return day if clock in (None, "00:00") and seconds in (None, "00") else ""
    return f"{day}T{clock or '00:00'}:{seconds or '00'}"


_THEMATIC_BREAK = re.compile(r"---[ \t]*\r?$")
_NAME = re.compile(r"(?P<name>[^\s#:\-][^:]*?)[ \t]*:(?:\s|$)")

MAX_LINES_SEARCHED = 2_000
"""Lines of the new text in which the old properties are searched."""


def frontmatter_damage(old: str, new: str) -> Phrase:
    """Return why the properties of *new* could not be read; empty if they can, or if those of *old* could not either.

    *old* is empty for a new note. Removing the whole frontmatter is not damage; `lost_properties` reports it.
    """
    if new == old:
        return NO_PHRASE
    before, after = read_frontmatter(old), read_frontmatter(new)
    if before.problem:
        return NO_PHRASE
    if after.problem:
        return Phrase("The properties at the top of the note would not be readable: {0}", after.problem)
    if not before.properties or after.body_start:
        return NO_PHRASE
    lines = new.split("\n", MAX_LINES_SEARCHED)[:MAX_LINES_SEARCHED]
    if _THEMATIC_BREAK.match(lines[0]):
        number = old.count("\n", 0, before.body_start)
        return Phrase("Line {0}, the closing --- of the properties, would be removed. Keep both --- lines.", number)
    first = _former_frontmatter_line(lines, before)
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
    remaining = {name.casefold() for name in after.properties}
    return tuple(name for name in before.properties if name.casefold() not in remaining) if not after.problem else ()


MAX_NAMES = 20
"""Lost properties listed in a message."""


def lost_properties_phrase(names: Sequence[str]) -> Phrase:
    """Return a sentence with the lost properties *names*; empty if there are none."""
    shown = ", ".join(printable(name)[:60] for name in names[:MAX_NAMES])
    return Phrase("Properties removed: {0}.", shown + (" …" if len(names) > MAX_NAMES else "")) if names else NO_PHRASE


def begins_with_rule(text: str) -> bool:
    """Return whether the `---` at the beginning of *text* is a thematic break: no line below it is a property."""
    frontmatter = read_frontmatter(text)
    return bool(frontmatter.problem) and not any(map(_NAME.match, text[: frontmatter.body_start].split("\n")))


def _former_frontmatter_line(lines: list[str], before: Frontmatter) -> int:
    """Return the line, from 1, of the first property of *before*, or of the `---` above it; 0 if there is none."""
    names = {name.casefold() for name in before.properties}
    for number, line in enumerate(lines):
        found = _NAME.match(line)
        if found is not None and found["name"].strip("\"'").casefold() in names:
            return number if number and _THEMATIC_BREAK.match(lines[number - 1]) else number + 1
    return 0
