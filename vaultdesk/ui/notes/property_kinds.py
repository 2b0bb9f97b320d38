"""Kinds of property values: detection, conversion, text for display and input, and edits of the frontmatter."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Literal

from PySide6.QtCore import QDateTime, QLocale, QTime

from vaultdesk.ui.dates import day_patterns, short_day
from vaultdesk.ui.translation import translator
from vaultdesk.vault.frontmatter.frontmatter import LIST_PROPERTIES, JsonValue, convert_to_type, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties, with_property_renamed

_tr = translator("PropertyKinds")

Kind = Literal["text", "list", "number", "checkbox", "date", "datetime", "tags", "aliases", "nested"]

KIND_CHOICES: tuple[Kind, ...] = ("text", "list", "number", "checkbox", "date", "datetime")
"""Kinds that can be chosen; tags and aliases are determined by name."""

KIND_ICONS: Mapping[Kind, str] = {
    "text": "list", "list": "list", "number": "hash", "checkbox": "check", "date": "calendar", "datetime": "clock",
    "tags": "tag", "aliases": "append", "nested": "table",
}  # fmt: skip

_OBSIDIAN_KINDS: Mapping[str, Kind] = {
    "text": "text", "multitext": "list", "number": "number", "checkbox": "checkbox", "date": "date",
    "datetime": "datetime", "tags": "tags", "aliases": "aliases",
}  # fmt: skip

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2})?")


def property_kind_of(name: str, value: JsonValue, types: Mapping[str, str]) -> Kind:
    """Return the kind of *value* of the property *name*: from the vault's *types* if it fits, else from the value."""
    key = name.casefold()
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, list | dict) for item in value)):
        return "nested"
    fixed_kind: Kind | None = "list" if key == "cssclasses" else {"tags": "tags", "tag": "tags"}.get(key)  # type: ignore[assignment]  # mypy widens the literals of a table
    fixed_kind = fixed_kind or ("aliases" if key in ("aliases", "alias") else None)
    kind = fixed_kind or _OBSIDIAN_KINDS.get(types.get(key, ""))
    value_kind = _kind_of_value(value)
    if kind is None:
        return value_kind or "text"
    return kind if value_kind is None or _fits(kind, value) else value_kind


def converted(value: JsonValue, kind: Kind) -> JsonValue:
    """Return *value* converted to *kind*, keeping what it can represent."""
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
            timestamp = convert_to_type("d", str(first), {"d": "datetime"})
            return timestamp if isinstance(timestamp, str) and _TIME.fullmatch(timestamp) else None
        case _:
            return ", ".join(_item_text(item) for item in items if item is not None)


def empty_of(kind: Kind) -> JsonValue:
    """Return the initial value of a new property of *kind*."""
    return [] if kind in ("list", "tags", "aliases") else False if kind == "checkbox" else None


def is_iso(text: str, *, with_time: bool) -> bool:
    """Return whether *text* is a date, or a date and time, in Obsidian's format."""
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


def _item_text(item: JsonValue) -> str:
    return str(item).lower() if isinstance(item, bool) else str(item)


assert all(name in ("tags", "aliases", "cssclasses") for name in LIST_PROPERTIES), "kind_of names them one by one"


MAX_SHOWN_VALUE = 200
"""Maximum number of characters shown of one value."""

_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_LINK = re.compile(r"\[\[([^\[\]\n]{1,300})\]\]")


def property_text(value: JsonValue, kind: Kind) -> str:
    """Return the display text of *value*, with dates in the system's format."""
    match value:
        case None | "":
            return ""
        case str() if kind == "date" and is_iso(value, with_time=False):
            return short_day(date.fromisoformat(value))
        case str() if kind == "datetime" and is_iso(value, with_time=True):
            moment = _moment(value)
            clock = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
            return f"{short_day(date.fromisoformat(value[:10]))}, {clock}"
        case str():
            return value[:MAX_SHOWN_VALUE]
        case bool() | int() | float():
            return property_input_text(value)
        case _:
            return json.dumps(value, ensure_ascii=False, default=str)[:MAX_SHOWN_VALUE]


def property_input_text(value: JsonValue) -> str:
    """Return the text of *value* for editing."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case _:
            return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def parse_property(text: str, kind: Kind) -> JsonValue:
    """Return the value of *text* typed for a property of *kind*. Raises `ValueError` with a user-visible message."""
    text = text.strip()
    if not text:
        return None
    match kind:
        case "number":
            plain = text.replace("\u00a0", "").replace(" ", "")
            if not _NUMBER.fullmatch(plain):
                plain = plain.replace(QLocale().groupSeparator(), "").replace(QLocale().decimalPoint(), ".")
            if not _NUMBER.fullmatch(plain):
                raise ValueError(_tr("This is not a number."))
            return float(plain) if "." in plain else int(plain)
        case "date":
            day = parse_day(text)
            if day is None:
                raise ValueError(_tr("This is not a date. Enter a date such as 2026-11-22, or choose a day."))
            return day.isoformat()
        case "datetime":
            return _time_of(text)
        case _:
            return text


def parse_day(text: str) -> date | None:
    """Return the date in *text*: in Obsidian's or the system's format, or today, tomorrow, yesterday."""
    day_name = text.strip().casefold()
    relative_days = {_tr("today"): 0, _tr("tomorrow"): 1, _tr("yesterday"): -1}
    if day_name in relative_days:
        return date.today() + timedelta(days=relative_days[day_name])  # noqa: DTZ011 - the person's own calendar
    if is_iso(text.strip(), with_time=False):
        return date.fromisoformat(text.strip())
    locale = QLocale()
    formats = (
        *day_patterns(),
        "d MMM yyyy",
        "d MMMM yyyy",
        "d.M.yyyy",
        locale.dateFormat(QLocale.FormatType.ShortFormat),
    )
    for pattern in formats:
        found = locale.toDate(text.strip(), pattern)
        if found.isValid() and found.year() >= 1000:
            return date(found.year(), found.month(), found.day())
    return None


def link_in(value: JsonValue) -> tuple[str, str]:
    """Return target and label of a value that consists of a single link; empty texts otherwise."""
    found = _LINK.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return "", ""
    target, bar, words = found[1].partition("|")
    name = words if bar else target.rpartition("/")[2].removesuffix(".md")
    return target.strip(), name.strip() or target.strip()


def _time_of(text: str) -> str:
    timestamp = text.replace(" ", "T", 1) if is_iso(text, with_time=True) else text
    if is_iso(timestamp, with_time=True):
        return timestamp if timestamp.count(":") > 1 else f"{timestamp}:00"
    day, _, clock = text.rpartition(",") if "," in text else text.rpartition(" ")
    found = parse_day(day or text)
    time = QLocale().toTime(clock.strip(), QLocale.FormatType.ShortFormat) if day else QTime(0, 0)
    if not time.isValid():
        time = QTime.fromString(clock.strip(), "H:mm")
    if found is None or not time.isValid():
        raise ValueError(_tr("This is not a date and time. Enter them like 2026-11-22 14:30, or choose a day."))
    return f"{found.isoformat()}T{time.toString('HH:mm:ss')}"


def _moment(value: str) -> QDateTime:
    pattern = "yyyy-MM-ddTHH:mm:ss" if value.count(":") > 1 else "yyyy-MM-ddTHH:mm"
    return QDateTime.fromString(value.replace(" ", "T", 1), pattern)


_DONE_STATUSES_BY_LANGUAGE = (
    "accepted approved closed complete completed decided done finished paid published resolved settled shipped solved",
    "abgeschlossen angenommen beschlossen bezahlt entschieden erledigt fertig freigegeben geklärt gelöst genehmigt"
    " veröffentlicht",
    "accepté acceptée approuvé approuvée clos close décidé décidée fait faite fini finie payé payée publié publiée"
    " résolu résolue terminé terminée",
    "aceptado aceptada aprobado aprobada cerrado cerrada completado completada decidido decidida hecho hecha pagado"
    " pagada publicado publicada resuelto resuelta terminado terminada",
    "完成 已完成 已决定 已解决 已关闭 已批准 已发布 已付款 结束 已结束",
)

DONE_STATUSES = frozenset(word for words in _DONE_STATUSES_BY_LANGUAGE for word in words.split())
"""Status values that mean a completed state, in the languages of the program."""


def is_done_status(status: str) -> bool:
    """Return whether *status* means a completed state, ignoring case."""
    return status.strip().casefold() in DONE_STATUSES


Edit = Callable[[str], str]
"""Returns a changed text of the note. Raises `NoteNotWritten`."""


def set_property_edit(name: str, value: JsonValue, types: Mapping[str, str]) -> Edit:
    return lambda text: with_properties(text, {name: value}, types=types if value is not None else {})


def remove_property_edit(name: str) -> Edit:
    return lambda text: with_properties(text, {}, (name,))


def rename_property_edit(old: str, new: str) -> Edit:
    return lambda text: with_property_renamed(text, old, new)


def retype_property_edit(name: str, kind: Kind) -> Edit:
    """Return the edit that converts the value of *name* to another kind, in this note only."""

    def edit(text: str) -> str:
        value = read_frontmatter(text).properties.get(name)
        new_value = converted(value, kind) if value not in (None, "") else empty_of(kind)
        return with_properties(text, {name: new_value})

    return edit


def add_property_edit(name: str, kind: Kind, types: Mapping[str, str]) -> Edit:
    """Return the edit that adds an empty property *name*; an existing one is unchanged."""

    def edit(text: str) -> str:
        names = (key.casefold() for key in read_frontmatter(text).properties)
        return text if name.casefold() in names else with_properties(text, {name: empty_of(kind)}, types=types)

    return edit
