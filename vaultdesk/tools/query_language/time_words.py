"""TimeWords: what people call a time: `last week`, `letzten Montag`, `in March`, `since Tuesday`. Local time.

The words are understood by dateparser, which knows them in the languages of `LANGUAGES`, and always as past where
they may be either. What a stretch of time is, is ours, and exact:

    a day      from midnight to midnight of this computer's zone; one with a changed clock is as long as it is
    a week     Monday to Sunday (ISO 8601), whole: `last week` on a Wednesday ended on the Sunday before it
    a month, a quarter, a year    whole, by the calendar
    `last 3 days`, `past two weeks`    from midnight so many days (weeks, months, years) ago until now
    a time (`2 hours ago`, `at noon`)    that very moment; `this morning` and the like are the whole day

Numbers alone (`03/11/2026`) are no words: who writes them means different days. dates.py reads ISO dates and `-7d`.
"""

import re
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from vaultdesk.tools.query_language.dates import moment_named, span_of
from vaultdesk.tools.query_language.values import Moment, day_of, instant

if TYPE_CHECKING:
    from dateparser.date import DateDataParser

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv")
"""In the order in which a word counts that several have. Each more is 10 ms the first time a word is in none."""

LONGEST = 80
"""Characters: nobody names a time at greater length, and every language is tried on each."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_LEAD = re.compile(r"(?:in|im|on|am|at|during|within|while|während|en|nel|op|em|the|der|den|dem) (?=\S)")
_PAST = re.compile(r"(?:past|previous) (?=\S)")
_LAST = re.compile(r"(?:last|letzten?|vergangenen?) (?=[a-zà-ÿ]+$)")
_INFLECTED = re.compile(r"(letzte|diese|vergangene|nächste)[nmrs] ")
_ROLLING = re.compile(r"(?:last|letzten?|vergangenen?) ([0-9]{1,4}|[a-zü]{3,6}) ([a-zä]+)")
_SINCE = re.compile(r"(?:since|from|after|starting|seit|ab|depuis|desde|dal|sinds|od) (?=\S)")
_UNTIL = re.compile(r"(?:until|till|up to|to|before|bis|hasta|fino a|tot|do) (?=\S)")
_BETWEEN = re.compile(r"(?:between|from|zwischen|von|entre) (.+?) (?:and|to|until|till|und|bis|et|y|e|[aà]) (.+)")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_MONTH = re.compile(r"((?:19|20)[0-9]{2})-(0[1-9]|1[0-2])")
_QUARTER = re.compile(r"q([1-4])(?: of)?(?: ((?:19|20)[0-9]{2}))?|(last|this) quarter|(letztes|dieses) quartal")
_WEEKEND = re.compile(r"(last|this|letztes|dieses) (?:weekend|wochenende)")

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10, "few": 3, "zwei": 2, "drei": 3,
    "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "zehn": 10,
}  # fmt: skip

_UNITS = {
    "tag": "days", "tage": "days", "tagen": "days", "woche": "weeks", "wochen": "weeks", "monat": "months",
    "monate": "months", "monaten": "months", "jahr": "years", "jahre": "years", "jahren": "years",
}  # fmt: skip

_SETTINGS: dict[str, object] = {
    "PREFER_DATES_FROM": "past",
    "PREFER_DAY_OF_MONTH": "first",
    "RETURN_TIME_AS_PERIOD": True,
    "RETURN_AS_TIMEZONE_AWARE": False,
}


class Range(NamedTuple):
    """A stretch of time: nanoseconds since 1970, the last one outside it; None is open."""

    start: int | None
    end: int | None


def moment_worded(text: str, now: datetime) -> Moment | None:
    """Return the day, week, month or moment that *text* names, as of *now*, a local time; None for other words."""
    words = _plain(text)
    if len(words) > LONGEST:
        return None
    written = moment_named(words, now.replace(tzinfo=None)) or _by_calendar(words, now)
    if written is not None or _WORD.search(words) is None:
        return written
    for tried in dict.fromkeys((words, _INFLECTED.sub(r"\1 ", words), _LAST.sub("", words))):
        found = _understood(tried, now.replace(tzinfo=None, microsecond=0))
        if found is not None:
            return _stretch(*found)
    return None


def range_worded(text: str, now: datetime) -> Range | None:
    """Return the stretch that *text* names: `last week`, `since Monday`, `last 3 days`, `from May to July`."""
    words = _plain(text)
    if len(words) > LONGEST:
        return None
    if rolling := _ROLLING.fullmatch(words):
        return _rolling(rolling[1], rolling[2], now)
    if between := _BETWEEN.fullmatch(words):
        first, last = moment_worded(between[1], now), moment_worded(between[2], now)
        if first is not None and last is not None:
            # Days by name may be of two weeks: what would run backwards is left to whoever asks to write out.
            return Range(first.start, last.end) if first.start <= last.start else None
    if since := _SINCE.match(words):
        first = moment_worded(words[since.end() :], now)
        return None if first is None else Range(first.end if words.startswith("after ") else first.start, None)
    if until := _UNTIL.match(words):
        last = moment_worded(words[until.end() :], now)
        return None if last is None else Range(None, last.start if words.startswith("before ") else last.end)
    found = moment_worded(words, now)
    return None if found is None else Range(found.start, found.end)


def _by_calendar(words: str, now: datetime) -> Moment | None:
    """Return the year, month, quarter or weekend that *words* are: these no library knows as a stretch."""
    if _YEAR.fullmatch(words):
        return _months(int(words), 1, 12)
    if month := _MONTH.fullmatch(words):
        return _months(int(month[1]), int(month[2]), 1)
    if quarter := _QUARTER.fullmatch(words):
        nth, year, english, german = quarter.groups()
        if nth is not None:
            # A quarter that has not begun yet is last year's.
            return _months(int(year or now.year - (now.month < 3 * int(nth) - 2)), 3 * int(nth) - 2, 3)
        back = 1 if (english or german) in ("last", "letztes") else 0
        return _months(now.year, (now.month - 1) // 3 * 3 + 1 - 3 * back, 3)
    if weekend := _WEEKEND.fullmatch(words):
        midnight = now.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0)
        week = midnight - timedelta(days=now.weekday() + (7 if weekend[1] in ("last", "letztes") else 0))
        return Moment(instant(week + timedelta(days=5)).start, instant(week + timedelta(days=7)).start)
    return None


def _rolling(count: str, unit: str, now: datetime) -> Range | None:
    number = int(count) if count.isdigit() else _NUMBERS.get(count, 0)
    span = span_of(f"{number} {_UNITS.get(unit, unit)}") if number else None
    if span is None:
        return None
    try:
        since = span.added_to(now.replace(tzinfo=None), -1)  # Without the zone of now: summer's was another.
        timed = unit.startswith(("hour", "min", "sec"))
        return Range((instant(since) if timed else day_of(since)).start, instant(now).end)
    except (OverflowError, ValueError, OSError):
        return None


@lru_cache(256)
def _understood(words: str, now: datetime) -> tuple[datetime, str] | None:
    """Return a time inside what *words* mean, and how long that is; None where no language has them."""
    found = _parser(now).get_date_data(words)
    return (found.date_obj, found.period) if found.date_obj is not None and found.period else None


@lru_cache(1)
def _parser(now: datetime) -> "DateDataParser":
    # Here, not above: it takes 80 ms, and most searches name no time in words.
    from dateparser.date import DateDataParser

    return DateDataParser(languages=[*LANGUAGES], settings={**_SETTINGS, "RELATIVE_BASE": now})


def _stretch(when: datetime, period: str) -> Moment | None:
    """Return the whole day, week, month, quarter or year around *when*, or the moment itself."""
    day = when.replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        match period:
            case "time":
                return instant(when)
            case "week":
                monday = day - timedelta(days=day.weekday())
                return Moment(instant(monday).start, instant(monday + timedelta(days=7)).start)
            case "month":
                return _months(day.year, day.month, 1)
            case "quarter":
                return _months(day.year, (day.month - 1) // 3 * 3 + 1, 3)
            case "year":
                return _months(day.year, 1, 12)
            case _:
                return day_of(day)
    except (OverflowError, ValueError, OSError):
        return None  # A time no calendar has.


def _months(year: int, month: int, count: int) -> Moment:
    """Return *count* whole months from *month* on, which may be of an earlier year where it is below 1."""
    first, after = (divmod(12 * year + month - 1 + more, 12) for more in (0, count))
    start, end = (datetime(year, month + 1, 1) for year, month in (first, after))  # noqa: DTZ001 - local, as all here
    return Moment(instant(start).start, instant(end).start)


def _plain(text: str) -> str:
    """Return *text* small, on one line, without the words before a time that say nothing of it."""
    words = " ".join(text[: LONGEST * 2].split()).strip(" .,?!").lower()
    for _ in range(2):  # `in the`
        words = _LEAD.sub("", words, count=1) if _LEAD.match(words) else words
    return _PAST.sub("last ", words, count=1) if _PAST.match(words) else words
