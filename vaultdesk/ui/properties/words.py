"""Words: a property's value as it is shown and as it is typed; and what was typed as a value. Knows no widget."""

import json
import re
from datetime import date, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, QTime

from vaultdesk.ui.properties.kinds import Kind, is_iso
from vaultdesk.vault.frontmatter.frontmatter import JsonValue

VALUE_LIMIT = 200
"""Characters of one value that are shown."""

_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_LINK = re.compile(r"\[\[([^\[\]\n]{1,300})\]\]")


def shown(value: JsonValue, kind: Kind) -> str:
    """Return *value* as it is read: days as this system writes them."""
    match value:
        case None | "":
            return ""
        case str() if kind == "date" and is_iso(value, with_time=False):
            return QLocale().toString(QDate.fromString(value, "yyyy-MM-dd"), "d MMM yyyy")
        case str() if kind == "datetime" and is_iso(value, with_time=True):
            when = _moment(value)
            clock = QLocale().toString(when.time(), QLocale.FormatType.ShortFormat)
            return f"{QLocale().toString(when.date(), 'd MMM yyyy')}, {clock}"
        case str():
            return value[:VALUE_LIMIT]
        case bool() | int() | float():
            return typed(value)
        case _:
            return json.dumps(value, ensure_ascii=False, default=str)[:VALUE_LIMIT]


def typed(value: JsonValue) -> str:
    """Return *value* as it stands in a field."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case _:
            return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def value_of(text: str, kind: Kind) -> JsonValue:
    """Return what *text*, typed for a property of *kind*, says. Raises `ValueError` with a sentence where it cannot."""
    text = text.strip()
    if not text:
        return None
    match kind:
        case "number":
            plain = text.replace("\u00a0", "").replace(" ", "")
            if not _NUMBER.fullmatch(plain):
                plain = plain.replace(QLocale().groupSeparator(), "").replace(QLocale().decimalPoint(), ".")
            if not _NUMBER.fullmatch(plain):
                raise ValueError(_tr("That is not a number."))
            return float(plain) if "." in plain else int(plain)
        case "date":
            day = day_of(text)
            if day is None:
                raise ValueError(_tr("That is not a day. Write 2026-11-22, or choose one."))
            return day.isoformat()
        case "datetime":
            return _time_of(text)
        case _:
            return text


def day_of(text: str) -> date | None:
    """Return the day that *text* names: as Obsidian writes it, as this system does, or today, tomorrow, yesterday."""
    words = text.strip().casefold()
    near = {_tr("today"): 0, _tr("tomorrow"): 1, _tr("yesterday"): -1}
    if words in near:
        return date.today() + timedelta(days=near[words])  # noqa: DTZ011 - the person's own calendar
    if is_iso(text.strip(), with_time=False):
        return date.fromisoformat(text.strip())
    locale = QLocale()
    formats = ("d MMM yyyy", "d MMMM yyyy", "d.M.yyyy", locale.dateFormat(QLocale.FormatType.ShortFormat))
    for pattern in formats:
        found = locale.toDate(text.strip(), pattern)
        if found.isValid() and found.year() >= 1000:
            return date(found.year(), found.month(), found.day())
    return None


def link_in(value: JsonValue) -> tuple[str, str]:
    """Return where a value that is nothing but one link leads, and what it is called; empty texts where it is none."""
    found = _LINK.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return "", ""
    target, bar, words = found[1].partition("|")
    name = words if bar else target.rpartition("/")[2].removesuffix(".md")
    return target.strip(), name.strip() or target.strip()


def _time_of(text: str) -> str:
    written = text.replace(" ", "T", 1) if is_iso(text, with_time=True) else text
    if is_iso(written, with_time=True):
        return written if written.count(":") > 1 else f"{written}:00"
    day, _, clock = text.rpartition(",") if "," in text else text.rpartition(" ")
    found = day_of(day or text)
    time = QLocale().toTime(clock.strip(), QLocale.FormatType.ShortFormat) if day else QTime(0, 0)
    if not time.isValid():
        time = QTime.fromString(clock.strip(), "H:mm")
    if found is None or not time.isValid():
        raise ValueError(_tr("That is not a day and a time. Write 2026-11-22 14:30, or choose a day."))
    return f"{found.isoformat()}T{time.toString('HH:mm:ss')}"


def _moment(value: str) -> QDateTime:
    pattern = "yyyy-MM-ddTHH:mm:ss" if value.count(":") > 1 else "yyyy-MM-ddTHH:mm"
    return QDateTime.fromString(value.replace(" ", "T", 1), pattern)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Properties", text)
