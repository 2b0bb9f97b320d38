"""Moment: times written by the patterns of Moment.js, which Obsidian names its daily notes by. Reading is moment_read.

English names and weeks that begin on Sunday, as Moment has them unless told otherwise. What is no token stays as it is;
a pattern is data from the vault and can ask for nothing else.
"""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

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


def formatted(pattern: str, when: datetime) -> str:
    """Return *when* as *pattern* wants it written."""
    return "".join(_written(token, when) for token in TOKEN.findall(in_full(pattern)))


def in_full(pattern: str) -> str:
    """Return *pattern* with its short tokens for whole dates (`LL`) written out."""
    return "".join(_LONG.get(token, token) for token in TOKEN.findall(pattern))


def literal(token: str) -> str | None:
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


def sunday(day: date) -> int:
    """Return the weekday from Sunday, 0."""
    return day.isoweekday() % 7


def week(day: date) -> tuple[int, int]:
    """Return the year and the number of the week that begins on Sunday; the first one has 1 January in it."""
    ahead = 6 - sunday(day)
    # The week's last day tells its year; the calendar's own last week has none.
    year = (day.toordinal() + ahead > date(day.year, 12, 31).toordinal()) + day.year
    if year != day.year:
        return year, 1
    first = date(year, 1, 1)
    return year, (day.toordinal() - first.toordinal() + sunday(first)) // 7 + 1


def _written(token: str, when: datetime) -> str:
    plain = literal(token)
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
    "M": lambda t: str(t.month), "Mo": lambda t: ordinal(t.month), "MM": lambda t: f"{t.month:02}",
    "MMM": lambda t: MONTHS[t.month - 1][:3], "MMMM": lambda t: MONTHS[t.month - 1],
    "D": lambda t: str(t.day), "Do": lambda t: ordinal(t.day), "DD": lambda t: f"{t.day:02}",
    "DDD": lambda t: str(t.timetuple().tm_yday), "DDDo": lambda t: ordinal(t.timetuple().tm_yday),
    "DDDD": lambda t: f"{t.timetuple().tm_yday:03}",
    "d": lambda t: str(sunday(t)), "do": lambda t: ordinal(sunday(t)), "dd": lambda t: WEEKDAYS[sunday(t)][:2],
    "ddd": lambda t: WEEKDAYS[sunday(t)][:3], "dddd": lambda t: WEEKDAYS[sunday(t)],
    "e": lambda t: str(sunday(t)), "E": lambda t: str(t.isoweekday()),
    "w": lambda t: str(week(t)[1]), "wo": lambda t: ordinal(week(t)[1]), "ww": lambda t: f"{week(t)[1]:02}",
    "W": lambda t: str(t.isocalendar().week), "Wo": lambda t: ordinal(t.isocalendar().week),
    "WW": lambda t: f"{t.isocalendar().week:02}",
    "Y": lambda t: f"{t.year:04}", "YY": lambda t: f"{t.year % 100:02}", "YYYY": lambda t: f"{t.year:04}",
    "YYYYY": lambda t: f"{t.year:05}", "YYYYYY": lambda t: f"+{t.year:06}",
    "y": lambda t: str(t.year), "yo": lambda t: ordinal(t.year), "yy": lambda t: f"{t.year:02}",
    "yyy": lambda t: f"{t.year:03}", "yyyy": lambda t: f"{t.year:04}",
    "gg": lambda t: f"{week(t)[0] % 100:02}", "gggg": lambda t: f"{week(t)[0]:04}",
    "ggggg": lambda t: f"{week(t)[0]:05}",
    "GG": lambda t: f"{t.isocalendar().year % 100:02}", "GGGG": lambda t: f"{t.isocalendar().year:04}",
    "GGGGG": lambda t: f"{t.isocalendar().year:05}",
    "Q": lambda t: str((t.month + 2) // 3), "Qo": lambda t: ordinal((t.month + 2) // 3),
    "N": _era, "NN": _era, "NNN": _era, "NNNN": lambda t: "Anno Domini", "NNNNN": _era,
    "A": lambda t: "AM" if t.hour < 12 else "PM", "a": lambda t: "am" if t.hour < 12 else "pm",
    "H": lambda t: str(t.hour), "HH": lambda t: f"{t.hour:02}", "h": lambda t: str(_hour12(t)),
    "hh": lambda t: f"{_hour12(t):02}", "k": lambda t: str(t.hour or 24), "kk": lambda t: f"{t.hour or 24:02}",
    "Hmm": lambda t: f"{t.hour}{t.minute:02}", "Hmmss": lambda t: f"{t.hour}{t.minute:02}{t.second:02}",
    "hmm": lambda t: f"{_hour12(t)}{t.minute:02}", "hmmss": lambda t: f"{_hour12(t)}{t.minute:02}{t.second:02}",
    "m": lambda t: str(t.minute), "mm": lambda t: f"{t.minute:02}",
    "s": lambda t: str(t.second), "ss": lambda t: f"{t.second:02}",
    "X": lambda t: str(_seconds(t)), "x": lambda t: str(_seconds(t) * 1000 + t.microsecond // 1000),
    "Z": lambda t: _zone(t, ":"), "ZZ": lambda t: _zone(t, ""), "z": lambda t: "", "zz": lambda t: "",
}  # fmt: skip


def _fraction(digits: int) -> _Writer:
    return lambda when: f"{when.microsecond // 1000:03}000000"[:digits]


_TOKENS.update({"S" * digits: _fraction(digits) for digits in range(1, 10)})
