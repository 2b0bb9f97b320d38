"""Dates and time ranges in queries: ISO dates, offsets such as `-7d`, durations, and phrases in several languages."""

import calendar
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from vaultdesk.core.local_time import in_local_zone, local_at, local_now, utc_at
from vaultdesk.tools.query.property_values import Moment, day_of, moment_at, moment_of

if TYPE_CHECKING:
    from dateparser.date import DateDataParser


_CHINESE_NUMBERS: Final = {
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "几": 3,
}  # fmt: skip
_CHINESE_UNITS: Final = {
    "天": "days", "日": "days", "周": "weeks", "星期": "weeks", "礼拜": "weeks", "月": "months", "年": "years",
}  # fmt: skip
_CHINESE_WHICH: Final = {"上": "last", "这": "this", "本": "this", "下": "next"}
_CHINESE_DAYS: Final = {
    "一": "monday", "二": "tuesday", "三": "wednesday", "四": "thursday", "五": "friday", "六": "saturday",
    "日": "sunday", "天": "sunday",
}  # fmt: skip
_FRENCH_UNITS: Final = {"jour": "days", "semaine": "weeks", "mois": "months", "an": "years", "année": "years"}
_SPANISH_UNITS: Final = {
    "día": "days", "dia": "days", "semana": "weeks", "mes": "months", "meses": "months", "año": "years",
}  # fmt: skip
_NAMED: Final = {
    "今天": "today", "今日": "today", "昨天": "yesterday", "昨日": "yesterday", "前天": "2 days ago",
    "明天": "tomorrow", "后天": "+2d", "明年": "next year",
    "今年": "this year", "去年": "last year", "上周末": "last weekend", "这周末": "this weekend",
    "la semaine passée": "last week", "semaine passée": "last week", "le mois passé": "last month",
    "ce mois": "this month", "ce mois-ci": "this month",
    "l'an dernier": "last year", "l’an dernier": "last year", "l'année passée": "last year",
    "l’année passée": "last year", "le week-end dernier": "last weekend", "ce week-end": "this weekend",
    "la última semana": "last week", "el último mes": "last month", "el último año": "last year",
    "el fin de semana pasado": "last weekend", "este fin de semana": "this weekend",
    "下周末": "next weekend", "le week-end prochain": "next weekend", "l'an prochain": "next year",
    "l’an prochain": "next year", "pasado mañana": "+2d", "la semana que viene": "next week",
    "el mes que viene": "next month", "el año que viene": "next year",
}  # fmt: skip
_WEEKDAYS: Final = {
    "lundi": "monday", "mardi": "tuesday", "mercredi": "wednesday", "jeudi": "thursday", "vendredi": "friday",
    "samedi": "saturday", "dimanche": "sunday", "lunes": "monday", "martes": "tuesday", "miércoles": "wednesday",
    "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday", "sábado": "saturday", "sabado": "saturday",
    "domingo": "sunday", "montag": "monday", "dienstag": "tuesday", "mittwoch": "wednesday", "donnerstag": "thursday",
    "freitag": "friday", "samstag": "saturday", "sonntag": "sunday",
}  # fmt: skip
_GERMAN_PERIODS: Final = {
    "woche": "week", "wochenende": "weekend", "monat": "month", "quartal": "quarter", "jahr": "year",
}  # fmt: skip

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH_CHINESE = r"(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?"
_NUMBER_CHINESE = rf"([0-9]{{1,4}}|[{''.join(_CHINESE_NUMBERS)}])"
_UNIT_CHINESE = r"(天|日|周|星期|礼拜|月|年)"
_DAY = f"({'|'.join(_WEEKDAYS)})"


def _of_chinese(number: str) -> int:
    return int(number) if number.isdigit() else _CHINESE_NUMBERS[number]


def _month_number(text: str) -> int:
    if text.isdigit():
        return int(text)
    return sum(_CHINESE_NUMBERS[sign] for sign in text)


def _singular(word: str) -> str:
    return word if word in ("mois", "mes", "meses") else word.removesuffix("s")


Rewrite = Callable[[re.Match[str]], str]

_RULES: Final[tuple[tuple[re.Pattern[str], Rewrite], ...]] = (
    (
        re.compile(rf"(?:过去|最近|近)(?:的)?{_NUMBER_CHINESE}个?{_UNIT_CHINESE}"),
        lambda found: f"last {_of_chinese(found[1])} {_CHINESE_UNITS[found[2]]}",
    ),
    (
        re.compile(rf"{_NUMBER_CHINESE}个?{_UNIT_CHINESE}(?:以)?前"),
        lambda found: f"{_of_chinese(found[1])} {_CHINESE_UNITS[found[2]]} ago",
    ),
    (
        re.compile(r"(上|这|本|下)个?(?:周|星期|礼拜)([一二三四五六日天])"),
        # The day of that week: “last Monday” in English is the latest one.
        lambda found: f"{_CHINESE_DAYS[found[2]]} of {_CHINESE_WHICH[found[1]]} week",
    ),
    (re.compile(r"上一个(?:周|星期|礼拜)([一二三四五六日天])"), lambda found: f"last {_CHINESE_DAYS[found[1]]}"),
    (re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])"), lambda found: _CHINESE_DAYS[found[1]]),
    (re.compile(r"(上|这|本|下)个?(?:周|星期|礼拜)"), lambda found: f"{_CHINESE_WHICH[found[1]]} week"),
    (re.compile(r"(上|这|本|下)个?月"), lambda found: f"{_CHINESE_WHICH[found[1]]} month"),
    (re.compile(rf"((?:19|20)[0-9]{{2}})年(?:{_MONTH_CHINESE})?"), lambda found: (
        f"{found[1]}-{_month_number(found[2]):02}" if found[2] else found[1]
    )),
    (re.compile(rf"((?:19|20)[0-9]{{2}})年{_MONTH_CHINESE}([0-9]{{1,2}})[日号]"), lambda found: (
        f"{found[1]}-{_month_number(found[2]):02}-{int(found[3]):02}"
    )),
    (re.compile(rf"{_MONTH_CHINESE}([0-9]{{1,2}})[日号]"), lambda found: (
        f"{int(found[2])} {_MONTHS[_month_number(found[1]) - 1]}"
    )),
    (re.compile(_MONTH_CHINESE), lambda found: _MONTHS[_month_number(found[1]) - 1]),
    (re.compile(r"从(.+?)(?:到|至)(.+)"), lambda found: f"from {in_english(found[1])} to {in_english(found[2])}"),
    (re.compile(r"(?:自从?|从)(.+?)(?:以来|起|开始)?"), lambda found: f"since {in_english(found[1])}"),
    (re.compile(rf"(?:le )?{_DAY} (?:dernier|passé)|(?:el )?{_DAY} pasado"), lambda found: (
        f"last {_WEEKDAYS[found[1] or found[2]]}"
    )),
    (re.compile(r"(?:les |ces )?([0-9]{1,4}) derni(?:ers|ères) (jours|semaines|mois|ans|années)"), lambda found: (
        f"last {found[1]} {_FRENCH_UNITS[_singular(found[2])]}"
    )),
    (re.compile(r"(?:los |las )?últim[oa]s ([0-9]{1,4}) (días|dias|semanas|meses|años)"), lambda found: (
        f"last {found[1]} {_SPANISH_UNITS[_singular(found[2])]}"
    )),
    (re.compile(rf"(?:未来|今后|接下来)的?{_NUMBER_CHINESE}个?{_UNIT_CHINESE}"), lambda found: (
        f"next {_of_chinese(found[1])} {_CHINESE_UNITS[found[2]]}"
    )),
    (re.compile(r"(?:les )?([0-9]{1,4}) prochaine?s (jours|semaines|mois|ans|années)"), lambda found: (
        f"next {found[1]} {_FRENCH_UNITS[_singular(found[2])]}"
    )),
    (re.compile(r"(?:los |las )?próxim[oa]s ([0-9]{1,4}) (días|dias|semanas|meses|años)"), lambda found: (
        f"next {found[1]} {_SPANISH_UNITS[_singular(found[2])]}"
    )),
    (re.compile(rf"(?:nächste|kommende)[nmrs]? (?:({'|'.join(_GERMAN_PERIODS)})|{_DAY})"), lambda found: (
        f"next {_GERMAN_PERIODS[found[1]] if found[1] else _WEEKDAYS[found[2]]}"
    )),
    (re.compile(rf"(?:le )?{_DAY} prochain|(?:el )?próximo {_DAY}|(?:el )?{_DAY} que viene"), lambda found: (
        f"next {_WEEKDAYS[found[1] or found[2] or found[3]]}"
    )),
    (re.compile(rf"diese[nrms]? {_DAY}"), lambda found: f"{_WEEKDAYS[found[1]]} of this week"),
    (re.compile(rf"(?:el|le) {_DAY}"), lambda found: _WEEKDAYS[found[1]]),
    (re.compile(r"(?:depuis|desde) (?:le |el |la )?(.+)"), lambda found: f"since {in_english(found[1])}"),
    (re.compile(r"(?:jusqu['’]au?|jusqu['’]à|hasta) (?:le |el |la )?(.+)"), lambda found: (
        f"until {in_english(found[1])}"
    )),
)  # fmt: skip


def in_english(words: str) -> str:
    """Return *words*, in lower case, in English if they name a time in a way listed here; else unchanged."""
    fixed_phrase = _NAMED.get(words)
    if fixed_phrase is not None:
        return fixed_phrase
    for pattern, rewrite in _RULES:
        found = pattern.fullmatch(words)
        if found is not None:
            return rewrite(found)
    return _WEEKDAYS.get(words, words)


_UNITS = {
    "y": "months12", "yr": "months12", "yrs": "months12", "year": "months12", "years": "months12",
    "mo": "months", "mos": "months", "month": "months", "months": "months",
    "w": "weeks", "wk": "weeks", "wks": "weeks", "week": "weeks", "weeks": "weeks",
    "d": "days", "day": "days", "days": "days",
    "h": "hours", "hr": "hours", "hrs": "hours", "hour": "hours", "hours": "hours",
    "m": "minutes", "min": "minutes", "mins": "minutes", "minute": "minutes", "minutes": "minutes",
    "s": "seconds", "sec": "seconds", "secs": "seconds", "second": "seconds", "seconds": "seconds",
}  # fmt: skip

_RELATIVE = re.compile(r"([+-])([0-9]{1,5}) {0,3}(min|[hdwmy])")
_SPAN = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,3})?)[ ]{0,3}([A-Za-z]{1,8})")

DAY_NAMES = ("now", "today", "yesterday", "tomorrow")
"""Names of days."""


class TimeSpan:
    """A time span: months, which have no fixed length, and the rest."""

    __slots__ = ("months", "rest")

    def __init__(self, months: int = 0, rest: timedelta = timedelta()) -> None:
        self.months = months
        self.rest = rest

    def added_to(self, when: datetime, sign: int) -> datetime:
        """Return *when* plus or minus this span. Raises `OverflowError` and `ValueError` beyond the calendar."""
        if self.months:
            month = when.year * 12 + when.month - 1 + sign * self.months
            year, month = divmod(month, 12)
            # The 31st of January plus a month is the end of February.
            last = calendar.monthrange(year, month + 1)[1]
            when = when.replace(year=year, month=month + 1, day=min(when.day, last))
        return when + sign * self.rest


def parse_time_span(text: str, *, capital_month: bool = False) -> TimeSpan | None:
    """Return the span in *text* (`2 weeks`, `1d 4h`); None if there is none.

    With *capital_month*, as in Bases, `M` is a month and `m` a minute; else case is ignored.
    """
    rest = text.strip()
    total = TimeSpan()
    if not rest:
        return None
    while rest:
        found = _SPAN.match(rest)
        if found is None:
            return None
        word = found[2]
        unit = "months" if capital_month and word == "M" else _UNITS.get(word if capital_month else word.lower())
        count = float(found[1])
        if unit is None or (unit.startswith("months") and count != int(count)):
            return None
        if unit.startswith("months"):
            total.months += int(count) * (12 if unit == "months12" else 1)
        else:
            try:
                total.rest += timedelta(**{unit: count})
            except OverflowError:
                return None
        rest = rest[found.end() :].lstrip(" ,")
    return total


def moment_after(moment: Moment, span: TimeSpan, sign: int) -> Moment | None:
    """Return the time *span* after or before *moment*, by the local calendar; None beyond it."""
    try:
        local = local_at(moment.start / 1e9)  # a month later at the same hour
        return moment_at(span.added_to(local, sign))
    except (OverflowError, ValueError, OSError):
        return None


def parse_moment(text: str, now: datetime) -> Moment | None:
    """Return the date in a filter: ISO, `today`, or `-7d` (that many days before now); None for other text.

    `-7d`, `-2w`, `-1m` and `-1y` are whole days; `-3h` and `-30min` are times.
    """
    text = text.strip().lower()
    if text in DAY_NAMES:
        moved = now + timedelta(days={"yesterday": -1, "tomorrow": 1}.get(text, 0))
        return moment_at(now) if text == "now" else day_of(moved)
    relative = _RELATIVE.fullmatch(text)
    if relative is None:
        return moment_of(text.upper())
    unit = {"m": "months", "min": "minutes"}.get(relative[3], relative[3])
    span = parse_time_span(f"{relative[2]} {unit}")
    assert span is not None
    try:
        moved = span.added_to(now, 1 if relative[1] == "+" else -1)
        return moment_at(moved) if relative[3] in ("h", "min") else day_of(moved)
    except (OverflowError, ValueError):
        return None


# Words are parsed by dateparser in `PHRASE_LANGUAGES`; ambiguous ones are in the past. The ranges are defined here:
#
#     a day      from midnight to midnight in the local time zone, of its actual length on a day with a clock change
#     a week     Monday to Sunday (ISO 8601), complete: `last week` on a Wednesday ended on the Sunday before it
#     a month, a quarter, a year    complete, by the calendar
#     `last 3 days`, `past two weeks`    from midnight that many days (weeks, months, years) ago until now
#     `next 3 days`    from the beginning of today until the end of the day that many days (weeks, months, years) ahead
#     a time (`2 hours ago`, `at noon`)    that moment; `this morning` and similar phrases are the whole day
#
# Numeric dates (`03/11/2026`) are not parsed, since they are ambiguous. `parse_moment` reads ISO dates and `-7d`.

PHRASE_LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv")
"""In order of precedence for a word that is in several. Each one adds 10 ms the first time a word is in none."""

MAX_PHRASE_CHARACTERS = 80
"""Maximum number of characters of a phrase: no time is named at greater length, and each is tried in every language."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_LEAD = re.compile(
    r"(?:in|im|on|am|at|during|within|while|während|en|nel|op|em|the|der|die|den|dem|vom) (?=\S)|(?:el|le) (?=\d)"
)
_PAST = re.compile(r"(?:past|previous) (?=\S)")
_LAST = re.compile(r"(?:last|letzten?|vergangenen?) (?=[a-zà-ÿ]+$)")
_INFLECTED = re.compile(r"(letzte|diese|vergangene|nächste)[nmrs] ")
_ROLLING = re.compile(r"(?:last|letzten?|vergangenen?) ([0-9]{1,4}|[a-zü]{3,6}) ([a-zä]+)")
_COMING = re.compile(r"(?:next|coming|nächsten|kommenden) ([0-9]{1,4}|[a-zü]{3,6}) ([a-zä]+)")
_SINCE = re.compile(r"(?:since|from|after|starting|seit|ab|depuis|desde|dal|sinds|od) (?=\S)")
_UNTIL = re.compile(r"(?:until|till|up to|to|before|bis|hasta|fino a|tot|do) (?=\S)")
_BETWEEN = re.compile(r"(?:between|from|zwischen|von|entre) (.+?) (?:and|to|until|till|und|bis|et|y|e|[aà]) (.+)")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_MONTH = re.compile(r"((?:19|20)[0-9]{2})-(0[1-9]|1[0-2])")
_QUARTER = re.compile(r"q([1-4])(?: of)?(?: ((?:19|20)[0-9]{2}))?|(last|this|next) quarter|(letztes|dieses) quartal")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY_OF_WEEK = re.compile(rf"({'|'.join(WEEKDAYS)}) of (last|this|next) week")
_WEEKEND = re.compile(r"(last|this|next|letztes|dieses) (?:weekend|wochenende)")
_NEXT_MONTH = re.compile(rf"next ({'|'.join(_MONTHS)})")
_PERIODS_FROM_NOW = {"last": -1, "letztes": -1, "next": 1}
"""Weeks or quarters from the current one."""

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10, "few": 3, "zwei": 2, "drei": 3,
    "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "zehn": 10,
}  # fmt: skip

_GERMAN_UNITS = {
    "tag": "days", "tage": "days", "tagen": "days", "woche": "weeks", "wochen": "weeks", "monat": "months",
    "monate": "months", "monaten": "months", "jahr": "years", "jahre": "years", "jahren": "years",
}  # fmt: skip

_SETTINGS: dict[str, object] = {
    "PREFER_DAY_OF_MONTH": "first",
    "RETURN_TIME_AS_PERIOD": True,
    "RETURN_AS_TIMEZONE_AWARE": False,
}


class NanosecondRange(NamedTuple):
    """A time range in nanoseconds since 1970, the end exclusive; None is open."""

    start: int | None
    end: int | None


def phrase_moment(text: str, now: datetime, *, prefers_past: bool = True) -> Moment | None:
    """Return the day, week, month or moment named by *text*, relative to *now*, a local time; None for other words.

    A month or a day without a year is the latest past one or, without *prefers_past*, the one of this year. A weekday
    and a quarter without a year are the latest past ones or, without *prefers_past*, the next weekday, which may be
    today, and the quarter of this year.
    """
    words = _plain(text)
    if len(words) > MAX_PHRASE_CHARACTERS:
        return None
    literal = parse_moment(words, now.replace(tzinfo=None)) or _by_calendar(words, now, prefers_past)
    if literal is not None or _WORD.search(words) is None:
        return literal
    for candidate in dict.fromkeys((words, _INFLECTED.sub(r"\1 ", words), _LAST.sub("", words))):
        found = _parsed_date(candidate, now.replace(tzinfo=None, microsecond=0), prefers_past)
        if found is not None:
            return _period_range(*found)
    return None


def phrase_range(text: str, now: datetime) -> NanosecondRange | None:
    """Return the range named by *text*: `last week`, `since Monday`, `last 3 days`, `from May to July`."""
    words = _plain(text)
    if len(words) > MAX_PHRASE_CHARACTERS:
        return None
    if rolling := _ROLLING.fullmatch(words):
        return _rolling(rolling[1], rolling[2], now)
    if between := _BETWEEN.fullmatch(words):
        first, last = phrase_moment(between[1], now), phrase_moment(between[2], now)
        if first is not None and last is not None:
            # Weekdays may be in different weeks: a reversed range is rejected, so that the caller writes dates.
            return NanosecondRange(first.start, last.end) if first.start <= last.start else None
    if since := _SINCE.match(words):
        first = phrase_moment(words[since.end() :], now)
        return (
            None if first is None else NanosecondRange(first.end if words.startswith("after ") else first.start, None)
        )
    if until := _UNTIL.match(words):
        last = phrase_moment(words[until.end() :], now)
        return None if last is None else NanosecondRange(None, last.start if words.startswith("before ") else last.end)
    found = phrase_moment(words, now)
    return None if found is None else NanosecondRange(found.start, found.end)


def _by_calendar(phrase: str, now: datetime, prefers_past: bool) -> Moment | None:
    """Return the year, month, quarter, weekend or coming weekday in *phrase*: no library returns these as a range."""
    if _YEAR.fullmatch(phrase):
        return _months(int(phrase), 1, 12)
    if month := _MONTH.fullmatch(phrase):
        return _months(int(month[1]), int(month[2]), 1)
    if quarter := _QUARTER.fullmatch(phrase):
        quarter_number, year, english, german = quarter.groups()
        if quarter_number is not None:
            # A quarter that has not begun yet is last year's if past ones are preferred.
            first_month = 3 * int(quarter_number) - 2
            return _months(int(year or now.year - (prefers_past and now.month < first_month)), first_month, 3)
        quarters = _PERIODS_FROM_NOW.get(english or german, 0)
        return _months(now.year, (now.month - 1) // 3 * 3 + 1 + 3 * quarters, 3)
    if month := _NEXT_MONTH.fullmatch(phrase):
        number = _MONTHS.index(month[1]) + 1
        return _months(now.year + (number <= now.month), number, 1)
    monday = now.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0) - timedelta(days=now.weekday())
    if phrase in WEEKDAYS and not prefers_past:
        return day_of(now.replace(tzinfo=None) + timedelta(days=(WEEKDAYS.index(phrase) - now.weekday()) % 7))
    if weekday := _WEEKDAY_OF_WEEK.fullmatch(phrase):
        days = 7 * _PERIODS_FROM_NOW.get(weekday[2], 0) + WEEKDAYS.index(weekday[1])
        return day_of(monday + timedelta(days=days))
    if weekend := _WEEKEND.fullmatch(phrase):
        week = monday + timedelta(days=7 * _PERIODS_FROM_NOW.get(weekend[1], 0))
        return Moment(moment_at(week + timedelta(days=5)).start, moment_at(week + timedelta(days=7)).start)
    coming = _COMING.fullmatch(phrase)
    span = _counted_span(coming[1], coming[2]) if coming else None
    if span is None:
        return None
    try:
        today = now.replace(tzinfo=None)  # Without the zone of now, since the summer offset differs.
        return Moment(day_of(today).start, day_of(span.added_to(today, 1)).end)
    except (OverflowError, ValueError, OSError):
        return None


def _counted_span(count: str, unit: str) -> TimeSpan | None:
    number = int(count) if count.isdigit() else _NUMBERS.get(count, 0)
    return parse_time_span(f"{number} {_GERMAN_UNITS.get(unit, unit)}") if number else None


def _rolling(count: str, unit: str, now: datetime) -> NanosecondRange | None:
    span = _counted_span(count, unit)
    if span is None:
        return None
    try:
        since = span.added_to(now.replace(tzinfo=None), -1)  # Without the zone of now, since the summer offset differs.
        timed = unit.startswith(("hour", "min", "sec"))
        return NanosecondRange((moment_at(since) if timed else day_of(since)).start, moment_at(now).end)
    except (OverflowError, ValueError, OSError):
        return None


@lru_cache(256)
def _parsed_date(phrase: str, now: datetime, prefers_past: bool) -> tuple[datetime, str] | None:
    """Return a time within the range of *phrase*, and the length of the range; None if no language recognizes it."""
    found = _parser(now, prefers_past).get_date_data(phrase)
    return (found.date_obj, found.period) if found.date_obj is not None and found.period else None


@lru_cache(2)
def _parser(now: datetime, prefers_past: bool) -> "DateDataParser":
    # Imported here, since it takes 80 ms, and most searches contain no such phrase.
    from dateparser.date import DateDataParser

    settings = {"PREFER_DATES_FROM": "past" if prefers_past else "current_period", "RELATIVE_BASE": now}
    return DateDataParser(languages=[*PHRASE_LANGUAGES], settings={**_SETTINGS, **settings})


def _period_range(when: datetime, period: str) -> Moment | None:
    """Return the whole day, week, month, quarter or year around *when*, or the moment itself."""
    day = when.replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        match period:
            case "time":
                return moment_at(when)
            case "week":
                monday = day - timedelta(days=day.weekday())
                return Moment(moment_at(monday).start, moment_at(monday + timedelta(days=7)).start)
            case "month":
                return _months(day.year, day.month, 1)
            case "quarter":
                return _months(day.year, (day.month - 1) // 3 * 3 + 1, 3)
            case "year":
                return _months(day.year, 1, 12)
            case _:
                return day_of(day)
    except (OverflowError, ValueError, OSError):
        return None  # Beyond the calendar.


def _months(year: int, month: int, count: int) -> Moment:
    """Return *count* whole months from *month* on; a month below 1 is in an earlier year."""
    first, following = (divmod(12 * year + month - 1 + offset, 12) for offset in (0, count))
    start, end = (datetime(year, month + 1, 1) for year, month in (first, following))  # noqa: DTZ001 - local time
    return Moment(moment_at(start).start, moment_at(end).start)


def _plain(text: str) -> str:
    """Return *text* in lower case, on one line, without prepositions and articles before a time."""
    words = " ".join(text[: MAX_PHRASE_CHARACTERS * 2].split()).strip(" .,?!。，？！").lower()
    for _ in range(2):  # `in the`
        words = _LEAD.sub("", words, count=1) if _LEAD.match(words) else words
    words = in_english(words)
    return _PAST.sub("last ", words, count=1) if _PAST.match(words) else words


MILLISECOND, SECOND = 1_000_000, 1_000_000_000
"""In nanoseconds."""

DATE_HELP = "a date is YYYY-MM-DD, a time, -7d, milliseconds since 1970, or words such as “last Monday” and “in March”"
"""Message to the model for an invalid date."""

START_HELP = "First day: YYYY-MM-DD, a time, -7d, milliseconds since 1970, or words: yesterday, last week, in March."
END_HELP = "Last day, included, written the same way; “last week” is Monday to Sunday, so it can be used for both."
"""Description of the two ends of a range for the model."""


def iso_time(ns: int) -> str:
    """Return nanoseconds since 1970 as ISO 8601 with the local zone, to the second."""
    try:
        return in_local_zone(utc_at(ns // SECOND)).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):  # Beyond the calendar.
        return datetime.fromtimestamp(0, tz=UTC).isoformat(timespec="seconds")


def parse_range_edge(value: str | int) -> Moment | None:
    """Return one end of a range: an ISO date (the whole day, local), a time, `-7d`, milliseconds since 1970, or words
    such as `last week`, `letzten Montag`, `in March`, relative to now. None if *value* is none of these.
    """
    if isinstance(value, int):
        return Moment(value * MILLISECOND, value * MILLISECOND)
    return phrase_moment(value, local_now())


def split_range(value: object) -> object:
    """Return a range given in words (`last week`, `since Monday`) as its `start` and `end`; other values unchanged.

    The approval thus shows dates, and exactly these are searched. Raises `ValueError` for other words.
    """
    if not isinstance(value, str):
        return value
    found = phrase_range(value, local_now())
    if found is None:
        raise ValueError(f"be start and end, or words such as “last week”; {DATE_HELP}")
    edges = {"start": _written(found.start), "end": _written(found.end, last=True)}
    return {name: edge for name, edge in edges.items() if edge is not None}


def _written(ns: int | None, *, last: bool = False) -> str | None:
    """Return one end of a range as a whole day if it is one, else as a time; the *last* day is inclusive."""
    if ns is None:
        return None
    local = in_local_zone(utc_at(ns // SECOND))
    if (local.hour, local.minute, local.second) != (0, 0, 0):
        return local.isoformat(timespec="seconds")
    return (local.date() - timedelta(days=1 if last else 0)).isoformat()
