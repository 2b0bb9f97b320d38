"""Formats and parses dates by the patterns of Moment.js, which Obsidian uses for daily notes."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

# English names and weeks that begin on Sunday, as Moment has them unless told otherwise. What is no token stays as it
# is; a pattern is data from the vault and can ask for nothing else.

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

TOKEN = re.compile(
    r"\[[^\[]*\]|\\?(?:[Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|N{1,5}|YYYYYY|YYYYY|YYYY|YY"
    r"|y{2,4}|yo?|gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|LTS|LT|LL?L?L?|l{1,4}|.)",
    re.DOTALL,
)
# The tokens of Moment 2.30 in its own order: the first that fits is meant.

_LONG: dict[str, str] = {
    "LT": "h:mm A", "LTS": "h:mm:ss A", "L": "MM/DD/YYYY", "LL": "MMMM D, YYYY", "LLL": "MMMM D, YYYY h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A", "l": "M/D/YYYY", "ll": "MMM D, YYYY", "lll": "MMM D, YYYY h:mm A",
    "llll": "ddd, MMM D, YYYY h:mm A",
}  # fmt: skip


def format_moment(pattern: str, when: datetime) -> str:
    """Return *when* as *pattern* wants it written."""
    return "".join(_written(token, when) for token in TOKEN.findall(expand_moment_pattern(pattern)))


def expand_moment_pattern(pattern: str) -> str:
    """Return *pattern* with its short tokens for whole dates (`LL`) written out."""
    return "".join(_LONG.get(token, token) for token in TOKEN.findall(pattern))


def literal_text(token: str) -> str | None:
    """Return the text *token* stands for where it is no time: brackets and backslashes escape; None where it is one."""
    if token.startswith("[") and len(token) > 1:
        return token[1:-1]
    if token.startswith("\\"):
        return token.replace("\\", "")
    return None if token in _TOKENS else token


def ordinal(number: int) -> str:
    """Return `1st`, `2nd`, `13th`."""
    last = number % 10 if number % 100 // 10 != 1 else 0
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def weekday_from_sunday(day: date) -> int:
    """Return the weekday from Sunday, 0."""
    return day.isoweekday() % 7


def week_of_year(day: date) -> tuple[int, int]:
    """Return the year and the number of the week that begins on Sunday; the first one has 1 January in it."""
    ahead = 6 - weekday_from_sunday(day)
    # The week's last day tells its year; the calendar's own last week has none.
    year = (day.toordinal() + ahead > date(day.year, 12, 31).toordinal()) + day.year
    if year != day.year:
        return year, 1
    first = date(year, 1, 1)
    return year, (day.toordinal() - first.toordinal() + weekday_from_sunday(first)) // 7 + 1


def _written(token: str, when: datetime) -> str:
    plain = literal_text(token)
    return _TOKENS[token](when) if plain is None else plain


def _hour12(when: datetime) -> int:
    return when.hour % 12 or 12


def _zone(when: datetime, colon: str) -> str:
    offset = when.utcoffset() if when.tzinfo is not None else when.astimezone().utcoffset()
    minutes = int((offset or timedelta()).total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{colon}{abs(minutes) % 60:02}"


def _seconds(when: datetime) -> int:
    # Whole seconds first: a float of milliseconds would lose the last one.
    return int(when.replace(microsecond=0).timestamp())


def _era(when: datetime) -> str:
    return "AD"


_Writer = Callable[[datetime], str]

_TOKENS: dict[str, _Writer] = {
    "M": lambda t: str(t.month),
    "Mo": lambda t: ordinal(t.month),
    "MM": lambda t: f"{t.month:02}",
    "MMM": lambda t: MONTHS[t.month - 1][:3],
    "MMMM": lambda t: MONTHS[t.month - 1],
    "D": lambda t: str(t.day),
    "Do": lambda t: ordinal(t.day),
    "DD": lambda t: f"{t.day:02}",
    "DDD": lambda t: str(t.timetuple().tm_yday),
    "DDDo": lambda t: ordinal(t.timetuple().tm_yday),
    "DDDD": lambda t: f"{t.timetuple().tm_yday:03}",
    "d": lambda t: str(weekday_from_sunday(t)),
    "do": lambda t: ordinal(weekday_from_sunday(t)),
    "dd": lambda t: WEEKDAYS[weekday_from_sunday(t)][:2],
    "ddd": lambda t: WEEKDAYS[weekday_from_sunday(t)][:3],
    "dddd": lambda t: WEEKDAYS[weekday_from_sunday(t)],
    "e": lambda t: str(weekday_from_sunday(t)),
    "E": lambda t: str(t.isoweekday()),
    "w": lambda t: str(week_of_year(t)[1]),
    "wo": lambda t: ordinal(week_of_year(t)[1]),
    "ww": lambda t: f"{week_of_year(t)[1]:02}",
    "W": lambda t: str(t.isocalendar().week),
    "Wo": lambda t: ordinal(t.isocalendar().week),
    "WW": lambda t: f"{t.isocalendar().week:02}",
    "Y": lambda t: f"{t.year:04}",
    "YY": lambda t: f"{t.year % 100:02}",
    "YYYY": lambda t: f"{t.year:04}",
    "YYYYY": lambda t: f"{t.year:05}",
    "YYYYYY": lambda t: f"+{t.year:06}",
    "y": lambda t: str(t.year),
    "yo": lambda t: ordinal(t.year),
    "yy": lambda t: f"{t.year:02}",
    "yyy": lambda t: f"{t.year:03}",
    "yyyy": lambda t: f"{t.year:04}",
    "gg": lambda t: f"{week_of_year(t)[0] % 100:02}",
    "gggg": lambda t: f"{week_of_year(t)[0]:04}",
    "ggggg": lambda t: f"{week_of_year(t)[0]:05}",
    "GG": lambda t: f"{t.isocalendar().year % 100:02}",
    "GGGG": lambda t: f"{t.isocalendar().year:04}",
    "GGGGG": lambda t: f"{t.isocalendar().year:05}",
    "Q": lambda t: str((t.month + 2) // 3),
    "Qo": lambda t: ordinal((t.month + 2) // 3),
    "N": _era,
    "NN": _era,
    "NNN": _era,
    "NNNN": lambda t: "Anno Domini",
    "NNNNN": _era,
    "A": lambda t: "AM" if t.hour < 12 else "PM",
    "a": lambda t: "am" if t.hour < 12 else "pm",
    "H": lambda t: str(t.hour),
    "HH": lambda t: f"{t.hour:02}",
    "h": lambda t: str(_hour12(t)),
    "hh": lambda t: f"{_hour12(t):02}",
    "k": lambda t: str(t.hour or 24),
    "kk": lambda t: f"{t.hour or 24:02}",
    "Hmm": lambda t: f"{t.hour}{t.minute:02}",
    "Hmmss": lambda t: f"{t.hour}{t.minute:02}{t.second:02}",
    "hmm": lambda t: f"{_hour12(t)}{t.minute:02}",
    "hmmss": lambda t: f"{_hour12(t)}{t.minute:02}{t.second:02}",
    "m": lambda t: str(t.minute),
    "mm": lambda t: f"{t.minute:02}",
    "s": lambda t: str(t.second),
    "ss": lambda t: f"{t.second:02}",
    "X": lambda t: str(_seconds(t)),
    "x": lambda t: str(_seconds(t) * 1000 + t.microsecond // 1000),
    "Z": lambda t: _zone(t, ":"),
    "ZZ": lambda t: _zone(t, ""),
    "z": lambda t: "",
    "zz": lambda t: "",
}


def _fraction(digits: int) -> _Writer:
    return lambda when: f"{when.microsecond // 1000:03}000000"[:digits]


_TOKENS.update({"S" * digits: _fraction(digits) for digits in range(1, 10)})


MAX_MOMENT_LENGTH = 300
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


def parse_moment_day(pattern: str, text: str) -> date | None:
    """Return the first day of what *text* names by *pattern*: a day, week, month, quarter or year; None where none."""
    if len(pattern) > MAX_MOMENT_LENGTH or len(text) > MAX_MOMENT_LENGTH:
        return None
    read = _fields(expand_moment_pattern(pattern), text)
    if read is None:
        return None
    try:
        found = _day(read)
    except (ValueError, OverflowError):
        return None
    named = read.get("name")
    # A wrong weekday beside the date is no name this pattern writes.
    return None if found is None or (named is not None and weekday_from_sunday(found) != named) else found


def _fields(pattern: str, text: str) -> dict[str, int] | None:
    """Return the numbers in *text* by what they count; None where it is not written so, or says two things."""
    place, fields = 0, dict[str, int]()
    for token in TOKEN.findall(pattern):
        plain = literal_text(token)
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
    found = first + timedelta(days=7 * (read["week"] - 1) - weekday_from_sunday(first) + read.get("weekday", 0))
    return found if week_of_year(found) == (year, read["week"]) else None
