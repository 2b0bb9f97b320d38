"""Reads the frontmatter of a note as values, never raising, and converts values to the vault's property types."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from vaultdesk.vault.frontmatter.plain_yaml import JsonValue as JsonValue
from vaultdesk.vault.frontmatter.plain_yaml import parse_plain_properties, parse_scalar

# Plain blocks are read by plain_yaml.py, all others by yaml_reader.py.

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
    plain = parse_plain_properties(block, parse_scalar)
    if plain is not None:
        return dict(plain), ""
    # Imported here: a start lists the notes sooner without libyaml, and most notes are read without it.
    from vaultdesk.vault.frontmatter.yaml_reader import parse_yaml_properties

    return parse_yaml_properties(block, first_line)


def split_names(value: JsonValue, separators: str) -> Iterator[str]:
    """Yield the names in *value*: a list's items, or a text cut at any of *separators*."""
    if isinstance(value, str):
        for piece in re.split(f"[{separators}]+", value):
            if piece.strip():
                yield piece.strip()
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, str | int | float) and not isinstance(item, bool) and str(item).strip():
                yield str(item).strip()


def properties_named(properties: dict[str, JsonValue], *names: str) -> Iterator[JsonValue]:
    """Yield the values of the properties of these *names*, whatever their case."""
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


# Obsidian keeps the kinds by name in `types.json`; this reads them, and nothing else is taken from there.

LIST_PROPERTIES = ("tags", "aliases", "cssclasses")
"""Properties Obsidian itself knows; each is a list whatever it was set to."""

DEPRECATED_NAMES: Mapping[str, str] = {"tag": "tags", "alias": "aliases", "cssclass": "cssclasses"}
"""Names Obsidian no longer reads, and what took their place; read, never newly written
(vaultdesk/vault/README.md, "Tags")."""

MAX_TYPES_BYTES = 1_000_000
"""Bytes of the file that are read; real ones have a few thousand."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_DAY_AND_TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?)?")


def read_property_types(config_folder: Path) -> dict[str, str]:
    """Return the kind of each named property, by its name casefolded; none where the file cannot be read."""
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
    """Return *value* as the property *key* keeps it; as it is where it does not fit its kind."""
    name = key.casefold()
    kind = kinds.get(name, "")
    if name in LIST_PROPERTIES or kind in ("multitext", "tags", "aliases"):
        return _as_list(value, cut="\\s," if name == "tags" or kind == "tags" else "")
    if not isinstance(value, str):
        return value
    written = value.strip()
    if kind == "number" and _NUMBER.fullmatch(written):
        return float(written) if "." in written else int(written)
    if kind == "checkbox" and written.lower() in ("true", "false"):
        return written.lower() == "true"
    if kind in ("date", "datetime"):
        return _as_date(written, with_time=kind == "datetime") or value
    return value


def _as_list(value: JsonValue, cut: str) -> JsonValue:
    if isinstance(value, list):
        return value
    if value is None or value == "":
        return []
    if isinstance(value, str) and cut:
        return [word.removeprefix("#") for word in split_names(value, cut) if word != "#"]
    return [value]


def _as_date(written: str, *, with_time: bool) -> str:
    """Return *written* as Obsidian writes a day, or a day and time; empty where it is none."""
    found = _DAY_AND_TIME.fullmatch(written)
    if found is None:
        return ""
    day, clock, seconds = found.groups()
    try:
        date.fromisoformat(day)
        datetime.fromisoformat(f"{day}T{clock or '00:00'}:{seconds or '00'}")
    except ValueError:
        return ""
    if not with_time:
        # A time that was given is not thrown away.
        return day if clock in (None, "00:00") and seconds in (None, "00") else ""
    return f"{day}T{clock or '00:00'}:{seconds or '00'}"
