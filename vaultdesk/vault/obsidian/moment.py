"""Formats and parses dates by the patterns of Moment.js, which Obsidian uses for daily notes."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta

from vaultdesk.vault.obsidian.moment_locales import ENGLISH, MomentLocale, Period

# Text that is not a token is copied; a pattern is data from the vault and has no other effect.

TOKEN = re.compile(
    r"\[[^\[]*\]|\\?(?:[Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|N{1,5}|YYYYYY|YYYYY|YYYY|YY"
    r"|y{2,4}|yo?|gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|LTS|LT|LL?L?L?|l{1,4}|.)",
    re.DOTALL,
)
# The tokens of Moment 2.30 in its own order: the first match counts.


def format_moment(pattern: str, when: datetime, locale: MomentLocale = ENGLISH) -> str:
    """Return *when* formatted by *pattern*."""
    whole = expand_moment_pattern(pattern, locale)
    return "".join(_written(token, when, whole, locale) for token in TOKEN.findall(whole))


def expand_moment_pattern(pattern: str, locale: MomentLocale = ENGLISH) -> str:
    """Return *pattern* with its long-date tokens (`LL`) expanded."""
    return "".join(locale.long_formats.get(token, token) for token in TOKEN.findall(pattern))


def depends_on_language(pattern: str) -> bool:
    """Whether *pattern* has names, ordinals, or week numbers that depend on the language."""
    return not _LANGUAGE_TOKENS.isdisjoint(TOKEN.findall(pattern))


def literal_text(token: str) -> str | None:
    """Return the literal text of *token*: brackets and backslashes escape; None if it is a date token."""
    if token.startswith("[") and len(token) > 1:
        return token[1:-1]
    if token.startswith("\\"):
        return token.replace("\\", "")
    return None if token in _TOKENS or token in _ORDINALS or token in _NAMES else token


def weekday_from_sunday(day: date) -> int:
    """Return the weekday; 0 is Sunday."""
    return day.isoweekday() % 7


def _written(token: str, when: datetime, pattern: str, locale: MomentLocale) -> str:
    plain = literal_text(token)
    if plain is not None:
        return plain
    if token in ("MMM", "MMMM"):
        return locale.month_names(token, pattern)[when.month - 1]
    if token in ("dd", "ddd", "dddd"):
        return locale.weekday_names(token)[weekday_from_sunday(when)]
    if token in _ORDINALS:
        period, number = _ORDINALS[token]
        return locale.ordinal(number(when, locale), period)
    return _TOKENS[token](when, locale)


def _hour12(when: datetime) -> int:
    return when.hour % 12 or 12


def _zone(when: datetime, colon: str) -> str:
    offset = when.utcoffset() if when.tzinfo is not None else when.astimezone().utcoffset()
    minutes = int((offset or timedelta()).total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{colon}{abs(minutes) % 60:02}"


def _seconds(when: datetime) -> int:
    # Whole seconds first: a float of milliseconds would lose the last one.
    return int(when.replace(microsecond=0).timestamp())


def _era(_when: datetime, _locale: MomentLocale) -> str:
    return "AD"


_Writer = Callable[[datetime, MomentLocale], str]

_ORDINALS: dict[str, tuple[Period, Callable[[datetime, MomentLocale], int]]] = {
    "Mo": ("M", lambda t, _: t.month),
    "Do": ("D", lambda t, _: t.day),
    "DDDo": ("DDD", lambda t, _: t.timetuple().tm_yday),
    "do": ("d", lambda t, _: weekday_from_sunday(t)),
    "wo": ("w", lambda t, locale: locale.week_of_year(t)[1]),
    "Wo": ("W", lambda t, _: t.isocalendar().week),
    "yo": ("y", lambda t, _: t.year),
    "Qo": ("Q", lambda t, _: (t.month + 2) // 3),
}
_NAMES = ("MMM", "MMMM", "dd", "ddd", "dddd")
_LANGUAGE_TOKENS = frozenset(
    (*_ORDINALS, *_NAMES, *ENGLISH.long_formats, "A", "a", "e", "w", "ww", "gg", "gggg", "ggggg")
)

_TOKENS: dict[str, _Writer] = {
    "M": lambda t, _: str(t.month),
    "MM": lambda t, _: f"{t.month:02}",
    "D": lambda t, _: str(t.day),
    "DD": lambda t, _: f"{t.day:02}",
    "DDD": lambda t, _: str(t.timetuple().tm_yday),
    "DDDD": lambda t, _: f"{t.timetuple().tm_yday:03}",
    "d": lambda t, _: str(weekday_from_sunday(t)),
    "e": lambda t, locale: str((weekday_from_sunday(t) - locale.first_weekday) % 7),
    "E": lambda t, _: str(t.isoweekday()),
    "w": lambda t, locale: str(locale.week_of_year(t)[1]),
    "ww": lambda t, locale: f"{locale.week_of_year(t)[1]:02}",
    "W": lambda t, _: str(t.isocalendar().week),
    "WW": lambda t, _: f"{t.isocalendar().week:02}",
    "Y": lambda t, _: f"{t.year:04}",
    "YY": lambda t, _: f"{t.year % 100:02}",
    "YYYY": lambda t, _: f"{t.year:04}",
    "YYYYY": lambda t, _: f"{t.year:05}",
    "YYYYYY": lambda t, _: f"+{t.year:06}",
    "y": lambda t, _: str(t.year),
    "yy": lambda t, _: f"{t.year:02}",
    "yyy": lambda t, _: f"{t.year:03}",
    "yyyy": lambda t, _: f"{t.year:04}",
    "gg": lambda t, locale: f"{locale.week_of_year(t)[0] % 100:02}",
    "gggg": lambda t, locale: f"{locale.week_of_year(t)[0]:04}",
    "ggggg": lambda t, locale: f"{locale.week_of_year(t)[0]:05}",
    "GG": lambda t, _: f"{t.isocalendar().year % 100:02}",
    "GGGG": lambda t, _: f"{t.isocalendar().year:04}",
    "GGGGG": lambda t, _: f"{t.isocalendar().year:05}",
    "Q": lambda t, _: str((t.month + 2) // 3),
    "N": _era,
    "NN": _era,
    "NNN": _era,
    "NNNN": lambda t, _: "Anno Domini",
    "NNNNN": _era,
    "A": lambda t, locale: locale.day_period(t.hour, t.minute)[0],
    "a": lambda t, locale: locale.day_period(t.hour, t.minute)[1],
    "H": lambda t, _: str(t.hour),
    "HH": lambda t, _: f"{t.hour:02}",
    "h": lambda t, _: str(_hour12(t)),
    "hh": lambda t, _: f"{_hour12(t):02}",
    "k": lambda t, _: str(t.hour or 24),
    "kk": lambda t, _: f"{t.hour or 24:02}",
    "Hmm": lambda t, _: f"{t.hour}{t.minute:02}",
    "Hmmss": lambda t, _: f"{t.hour}{t.minute:02}{t.second:02}",
    "hmm": lambda t, _: f"{_hour12(t)}{t.minute:02}",
    "hmmss": lambda t, _: f"{_hour12(t)}{t.minute:02}{t.second:02}",
    "m": lambda t, _: str(t.minute),
    "mm": lambda t, _: f"{t.minute:02}",
    "s": lambda t, _: str(t.second),
    "ss": lambda t, _: f"{t.second:02}",
    "X": lambda t, _: str(_seconds(t)),
    "x": lambda t, _: str(_seconds(t) * 1000 + t.microsecond // 1000),
    "Z": lambda t, _: _zone(t, ":"),
    "ZZ": lambda t, _: _zone(t, ""),
    "z": lambda _t, _: "",
    "zz": lambda _t, _: "",
}


def _fraction(digits: int) -> _Writer:
    return lambda when, _: f"{when.microsecond // 1000:03}000000"[:digits]


_TOKENS.update({"S" * digits: _fraction(digits) for digits in range(1, 10)})


MAX_MOMENT_LENGTH = 300
"""Maximum number of characters of a text or a pattern: no file name is longer."""

_NUMBERS: dict[str, str] = {
    "YYYY": r"\d{4}", "Y": r"\d{4}", "YY": r"\d\d", "GGGG": r"\d{4}", "gggg": r"\d{4}", "GG": r"\d\d", "gg": r"\d\d",
    "M": r"\d\d?", "MM": r"\d\d", "D": r"\d\d?", "DD": r"\d\d", "DDD": r"\d{1,3}", "DDDD": r"\d{3}",
    "w": r"\d\d?", "ww": r"\d\d", "W": r"\d\d?", "WW": r"\d\d", "Q": r"[1-4]", "e": r"[0-6]", "d": r"[0-6]",
    "E": r"[1-7]",
}  # fmt: skip
_FIELDS: dict[str, str] = {
    "YYYY": "year", "Y": "year", "YY": "year", "GGGG": "iso_year", "GG": "iso_year", "gggg": "week_year",
    "gg": "week_year", "M": "month", "MM": "month", "Mo": "month", "MMM": "month", "MMMM": "month", "D": "day",
    "DD": "day", "Do": "day", "DDD": "yearday", "DDDD": "yearday", "w": "week", "ww": "week", "W": "iso_week",
    "WW": "iso_week", "Q": "quarter", "e": "locale_weekday", "d": "weekday", "E": "iso_weekday", "Wo": "iso_week",
    "wo": "week", "Qo": "quarter", "DDDo": "yearday",
}  # fmt: skip
_CLOCK = r"[0-9]+|[^\W\d_]{1,4}|[+-]\d\d:?\d\d|"
"""Possible texts of a time-of-day token, which does not affect the date."""


def parse_moment_day(pattern: str, text: str, locale: MomentLocale = ENGLISH) -> date | None:
    """Return the first day of the period that *text* names by *pattern*: a day, week, month, quarter or year; None if
    none.
    """
    if len(pattern) > MAX_MOMENT_LENGTH or len(text) > MAX_MOMENT_LENGTH:
        return None
    # File names on macOS have decomposed accents.
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    read = _fields(expand_moment_pattern(pattern, locale), composed, locale)
    if read is None:
        return None
    try:
        found = _day(read, locale)
    except (ValueError, OverflowError):
        return None
    named = read.get("name")
    # A wrong weekday beside the date means that this pattern did not produce the name.
    return None if found is None or (named is not None and weekday_from_sunday(found) != named) else found


def _fields(pattern: str, text: str, locale: MomentLocale) -> dict[str, int] | None:
    """Return the numbers in *text* by unit; None if it does not match the pattern or contradicts itself."""
    place, fields = 0, dict[str, int]()
    for token in TOKEN.findall(pattern):
        plain = literal_text(token)
        # Possessive matching: no text can be read in two ways, or slowly.
        expression = re.escape(plain) if plain is not None else _expression(token, pattern, locale)
        found = re.compile(expression, re.IGNORECASE if token in _NAMES else 0).match(text, place)
        if found is None:
            return None
        place = found.end()
        value = _value(token, found[0], pattern, locale)
        field = _FIELDS.get(token, "name" if token in _NAMES else "")
        if field and fields.setdefault(field, value) != value:
            return None
    return fields if place == len(text) else None


def _names(token: str, pattern: str, locale: MomentLocale) -> tuple[str, ...]:
    return locale.month_names(token, pattern) if token in ("MMM", "MMMM") else locale.weekday_names(token)


def _expression(token: str, pattern: str, locale: MomentLocale) -> str:
    if token in _NAMES:
        return _any_of(_names(token, pattern, locale))
    if token in _ORDINALS:
        period = _ORDINALS[token][0]
        suffixes = {locale.ordinal(number, period).lstrip("0123456789") for number in range(1, 32)}
        return rf"\d{{1,3}}(?:{_any_of(suffixes)})"
    return _NUMBERS.get(token, _CLOCK)


def _any_of(words: Iterable[str]) -> str:
    """Return an expression for one of *words*, the longest match first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _value(token: str, written: str, pattern: str, locale: MomentLocale) -> int:
    if token in _NAMES:
        number = [name.casefold() for name in _names(token, pattern, locale)].index(written.casefold())
        return number + 1 if _FIELDS.get(token) == "month" else number
    digits = re.match(r"\d+", written)
    value = int(digits[0]) if digits is not None and token in _FIELDS else 0
    # Moment assigns two digits over 68 to the last century.
    return value + (1900 if value > 68 else 2000) if token in ("YY", "GG", "gg") else value


def _day(read: dict[str, int], locale: MomentLocale) -> date | None:
    if "iso_year" in read or "iso_week" in read:
        year = read.get("iso_year", read.get("year"))
        if year is None or "iso_week" not in read:
            return None
        return date.fromisocalendar(year, read["iso_week"], read.get("iso_weekday", 1))
    if "week_year" in read or "week" in read:
        return _day_of_week(read, locale)
    if "year" not in read:
        return None
    if "yearday" in read:
        found = date(read["year"], 1, 1) + timedelta(days=read["yearday"] - 1)
        return found if found.year == read["year"] else None
    month = read.get("month", read["quarter"] * 3 - 2 if "quarter" in read else 1)
    if "day" in read and "month" not in read:
        return None
    return date(read["year"], month, read.get("day", 1))


def _day_of_week(read: dict[str, int], locale: MomentLocale) -> date | None:
    year = read.get("week_year", read.get("year"))
    if year is None or "week" not in read:
        return None
    weekday = read.get("locale_weekday", 0)
    if "weekday" in read or "name" in read:
        weekday = (read.get("weekday", read.get("name", 0)) - locale.first_weekday) % 7
    days = locale.week_offset(year) + 7 * (read["week"] - 1) + weekday
    found = date(year, 1, 1) + timedelta(days=days)
    return found if locale.week_of_year(found) == (year, read["week"]) else None
