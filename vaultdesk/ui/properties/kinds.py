"""Kinds: which kind of value a property is edited as, and values brought from one kind to another. Knows no widget."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Literal

from vaultdesk.vault.frontmatter.frontmatter import LIST_PROPERTIES, JsonValue, convert_to_type

Kind = Literal["text", "list", "number", "checkbox", "date", "datetime", "tags", "aliases", "nested"]

CHOICES: tuple[Kind, ...] = ("text", "list", "number", "checkbox", "date", "datetime")
"""The kinds one may choose; tags and aliases go by their names."""

ICONS: Mapping[Kind, str] = {
    "text": "list", "list": "list", "number": "hash", "checkbox": "check", "date": "calendar", "datetime": "clock",
    "tags": "tag", "aliases": "append", "nested": "table",
}  # fmt: skip

_OBSIDIAN: Mapping[str, Kind] = {
    "text": "text", "multitext": "list", "number": "number", "checkbox": "checkbox", "date": "date",
    "datetime": "datetime", "tags": "tags", "aliases": "aliases",
}  # fmt: skip

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2})?")


def kind_of(name: str, value: JsonValue, types: Mapping[str, str]) -> Kind:
    """Return how *value* of the property *name* is edited: as the vault's *types* say where it fits, else as it is."""
    key = name.casefold()
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, list | dict) for item in value)):
        return "nested"
    named: Kind | None = "list" if key == "cssclasses" else {"tags": "tags", "tag": "tags"}.get(key)  # type: ignore[assignment]  # mypy widens the literals of a table
    named = named or ("aliases" if key in ("aliases", "alias") else None)
    wanted = named or _OBSIDIAN.get(types.get(key, ""))
    own = _kind_of_value(value)
    if wanted is None:
        return own or "text"
    return wanted if own is None or _fits(wanted, value) else own


def converted(value: JsonValue, kind: Kind) -> JsonValue:
    """Return *value* as one of *kind*, as much of it as that can hold."""
    items = [item for item in value if item not in (None, "")] if isinstance(value, list) else [value]
    first = next((item for item in items if item is not None), None)
    match kind:
        case "list" | "tags" | "aliases":
            return [str(item) for item in items if item not in (None, "")]
        case "checkbox":
            return first if isinstance(first, bool) else str(first).strip().lower() in ("true", "yes", "1", "x")
        case "number":
            return convert_to_type("n", str(first), {"n": "number"}) if _is_number(str(first)) else None
        case "date":
            return str(first)[:10] if _DATE.match(str(first)) else None
        case "datetime":
            written = convert_to_type("d", str(first), {"d": "datetime"})
            return written if isinstance(written, str) and _TIME.fullmatch(written) else None
        case _:
            return ", ".join(_word(item) for item in items if item is not None)


def empty_of(kind: Kind) -> JsonValue:
    """Return the value of a new property of *kind*."""
    return [] if kind in ("list", "tags", "aliases") else False if kind == "checkbox" else None


def is_iso(text: str, *, with_time: bool) -> bool:
    """Whether *text* is a day, or a day and a time, as Obsidian writes them."""
    try:
        if with_time:
            datetime.fromisoformat(text)
            return _TIME.fullmatch(text) is not None
        date.fromisoformat(text)
        return _DATE.fullmatch(text) is not None
    except ValueError:
        return False


def _kind_of_value(value: JsonValue) -> Kind | None:
    match value:
        case None | "":
            return None
        case bool():
            return "checkbox"
        case int() | float():
            return "number"
        case list():
            return "list"
        case str() if is_iso(value, with_time=False):
            return "date"
        case str() if is_iso(value, with_time=True):
            return "datetime"
        case _:
            return "text"


def _fits(kind: Kind, value: JsonValue) -> bool:
    match kind:
        case "list" | "tags" | "aliases":
            return isinstance(value, list | str | int | float) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "checkbox":
            return isinstance(value, bool)
        case "date" | "datetime":
            return isinstance(value, str) and is_iso(value, with_time=kind == "datetime")
        case _:
            return isinstance(value, str | int | float) and not isinstance(value, bool)


def _is_number(text: str) -> bool:
    return isinstance(convert_to_type("n", text, {"n": "number"}), int | float)


def _word(item: JsonValue) -> str:
    return str(item).lower() if isinstance(item, bool) else str(item)


assert all(name in ("tags", "aliases", "cssclasses") for name in LIST_PROPERTIES), "kind_of names them one by one"
