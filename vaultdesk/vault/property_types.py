"""PropertyTypes: which kind of value each property has in this vault, and values brought into that kind (OBSIDIAN E.3).

Obsidian keeps the kinds by name in `types.json`; this reads them, and nothing else is taken from there.
"""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path

from vaultdesk.vault.frontmatter import JsonValue, words_of

ALWAYS_LISTS = ("tags", "aliases", "cssclasses")
"""Properties Obsidian itself knows; each is a list whatever it was set to."""

OUTDATED: Mapping[str, str] = {"tag": "tags", "alias": "aliases", "cssclass": "cssclasses"}
"""Names Obsidian no longer reads, and what took their place; read, never newly written (OBSIDIAN E.2)."""

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


def as_kind(key: str, value: JsonValue, kinds: Mapping[str, str]) -> JsonValue:
    """Return *value* as the property *key* keeps it; as it is where it does not fit its kind."""
    name = key.casefold()
    kind = kinds.get(name, "")
    if name in ALWAYS_LISTS or kind in ("multitext", "tags", "aliases"):
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
        return [word.removeprefix("#") for word in words_of(value, cut) if word != "#"]
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
