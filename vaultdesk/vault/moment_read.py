"""MomentRead: the day that a text written by a pattern of Moment.js names. Writing is moment.py's."""

import re
from datetime import date, timedelta

from vaultdesk.vault.moment import MONTHS, TOKEN, WEEKDAYS, in_full, literal, sunday, week

LONGEST = 300
"""Characters of a text or a pattern: no file name is longer."""

_SHORT_MONTHS = tuple(name[:3] for name in MONTHS)
_NUMBERS: dict[str, str] = {
    "YYYY": r"\d{4}", "Y": r"\d{4}", "YY": r"\d\d", "GGGG": r"\d{4}", "gggg": r"\d{4}", "GG": r"\d\d", "gg": r"\d\d",
    "M": r"\d\d?", "MM": r"\d\d", "Mo": r"\d\d?(?:st|nd|rd|th)", "D": r"\d\d?", "DD": r"\d\d",
    "Do": r"\d\d?(?:st|nd|rd|th)", "DDD": r"\d{1,3}", "DDDD": r"\d{3}", "w": r"\d\d?", "ww": r"\d\d", "W": r"\d\d?",
    "WW": r"\d\d", "Q": r"[1-4]", "e": r"[0-6]", "d": r"[0-6]", "E": r"[1-7]",
}  # fmt: skip
_NAMES: dict[str, tuple[str, ...]] = {
    "MMMM": MONTHS, "MMM": _SHORT_MONTHS, "dddd": WEEKDAYS, "ddd": tuple(name[:3] for name in WEEKDAYS),
    "dd": tuple(name[:2] for name in WEEKDAYS),
}  # fmt: skip
_FIELDS: dict[str, str] = {
    "YYYY": "year", "Y": "year", "YY": "year", "GGGG": "iso_year", "GG": "iso_year", "gggg": "week_year",
    "gg": "week_year", "M": "month", "MM": "month", "Mo": "month", "MMM": "month", "MMMM": "month", "D": "day",
    "DD": "day", "Do": "day", "DDD": "yearday", "DDDD": "yearday", "w": "week", "ww": "week", "W": "iso_week",
    "WW": "iso_week", "Q": "quarter", "e": "weekday", "d": "weekday", "E": "iso_weekday",
}  # fmt: skip
_CLOCK = r"[0-9]+|[AaPp][Mm]|[+-]\d\d:?\d\d|"
"""What a token of the clock may have written; it says nothing about the day."""


def day_named(pattern: str, text: str) -> date | None:
    """Return the first day of what *text* names by *pattern*: a day, week, month, quarter or year; None where none."""
    if len(pattern) > LONGEST or len(text) > LONGEST:
        return None
    read = _fields(in_full(pattern), text)
    if read is None:
        return None
    try:
        found = _day(read)
    except (ValueError, OverflowError):
        return None
    named = read.get("name")
    # A wrong weekday beside the date is no name this pattern writes.
    return None if found is None or (named is not None and sunday(found) != named) else found


def _fields(pattern: str, text: str) -> dict[str, int] | None:
    """Return the numbers in *text* by what they count; None where it is not written so, or says two things."""
    place, fields = 0, dict[str, int]()
    for token in TOKEN.findall(pattern):
        plain = literal(token)
        # Each token is taken at once and never given back: no text can be read in two ways, or slowly.
        expression = re.escape(plain) if plain is not None else _expression(token)
        found = re.compile(expression, re.IGNORECASE if token in _NAMES else 0).match(text, place)
        if found is None:
            return None
        place = found.end()
        value = _value(token, found[0])
        field = _FIELDS.get(token, "name" if token in _NAMES else "")
        if field and fields.setdefault(field, value) != value:
            return None
    return fields if place == len(text) else None


def _expression(token: str) -> str:
    if token in _NAMES:
        return "|".join(_NAMES[token])
    return _NUMBERS.get(token, _CLOCK)


def _value(token: str, written: str) -> int:
    if token in _NAMES:
        number = [name.casefold() for name in _NAMES[token]].index(written.casefold())
        return number + 1 if _FIELDS.get(token) == "month" else number
    digits = re.match(r"\d+", written)
    value = int(digits[0]) if digits is not None and token in _FIELDS else 0
    # Moment takes two digits over 68 for the last century.
    return value + (1900 if value > 68 else 2000) if token in ("YY", "GG", "gg") else value


def _day(read: dict[str, int]) -> date | None:
    if "iso_year" in read or "iso_week" in read:
        year = read.get("iso_year", read.get("year"))
        if year is None or "iso_week" not in read:
            return None
        return date.fromisocalendar(year, read["iso_week"], read.get("iso_weekday", 1))
    if "week_year" in read or "week" in read:
        return _sunday_week(read)
    if "year" not in read:
        return None
    if "yearday" in read:
        found = date(read["year"], 1, 1) + timedelta(days=read["yearday"] - 1)
        return found if found.year == read["year"] else None
    month = read.get("month", read["quarter"] * 3 - 2 if "quarter" in read else 1)
    if "day" in read and "month" not in read:
        return None
    return date(read["year"], month, read.get("day", 1))


def _sunday_week(read: dict[str, int]) -> date | None:
    year = read.get("week_year", read.get("year"))
    if year is None or "week" not in read:
        return None
    first = date(year, 1, 1)
    found = first + timedelta(days=7 * (read["week"] - 1) - sunday(first) + read.get("weekday", 0))
    return found if week(found) == (year, read["week"]) else None
