"""Tests of tools/query/time_ranges.py: phrases for times are parsed to exact ranges."""

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from vaultdesk.tools.query.property_values import moment_of
from vaultdesk.tools.query.time_ranges import NanosecondRange, phrase_moment, phrase_range

if sys.platform == "win32":
    ZONES = ["that of this computer"]  # Windows has no time zone per process.
else:
    ZONES = ["Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"]


@pytest.fixture(autouse=True, params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    moment_of.cache_clear()  # Days are local, and the cache has values of another zone.
    yield
    monkeypatch.undo()
    time.tzset()
    moment_of.cache_clear()


def now() -> datetime:
    """Return a Wednesday."""
    return datetime(2026, 11, 18, 9, 5, 30).astimezone()


def formatted(range_: NanosecondRange | None) -> str:
    """Format a range in local time, as `2026-11-09 .. 2026-11-16`."""
    if range_ is None:
        return "none"
    ends = [
        "" if ns is None else f"{datetime.fromtimestamp(ns / 1e9, UTC).astimezone():%Y-%m-%d %H:%M}" for ns in range_
    ]
    return " .. ".join(end.removesuffix(" 00:00") for end in ends)


WEEK = "2026-11-09 .. 2026-11-16"


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("last week", WEEK), ("Last Week?", WEEK), ("in the last week", WEEK), ("past week", WEEK),
        ("letzte Woche", WEEK), ("in der letzten Woche", WEEK), ("letzter Woche", WEEK),
        ("la semaine dernière", WEEK), ("la semana pasada", WEEK), ("settimana scorsa", WEEK),
        ("this week", "2026-11-16 .. 2026-11-23"), ("diese Woche", "2026-11-16 .. 2026-11-23"),
        ("2 weeks ago", "2026-11-02 .. 2026-11-09"),
        ("yesterday", "2026-11-17 .. 2026-11-18"), ("gestern", "2026-11-17 .. 2026-11-18"),
        ("the day before yesterday", "2026-11-16 .. 2026-11-17"), ("vorgestern", "2026-11-16 .. 2026-11-17"),
        ("three days ago", "2026-11-15 .. 2026-11-16"), ("vor drei Tagen", "2026-11-15 .. 2026-11-16"),
        ("on Monday", "2026-11-16 .. 2026-11-17"), ("last Monday", "2026-11-16 .. 2026-11-17"),
        ("am letzten Montag", "2026-11-16 .. 2026-11-17"), ("Friday", "2026-11-13 .. 2026-11-14"),
        ("in March", "2026-03-01 .. 2026-04-01"), ("im März", "2026-03-01 .. 2026-04-01"),
        ("in December", "2025-12-01 .. 2026-01-01"), ("March 2025", "2025-03-01 .. 2025-04-01"),
        ("15 March", "2026-03-15 .. 2026-03-16"), ("2026-03", "2026-03-01 .. 2026-04-01"),
        ("last month", "2026-10-01 .. 2026-11-01"), ("letzten Monat", "2026-10-01 .. 2026-11-01"),
        ("last year", "2025-01-01 .. 2026-01-01"), ("in 2024", "2024-01-01 .. 2025-01-01"),
        ("last quarter", "2026-07-01 .. 2026-10-01"), ("Q1", "2026-01-01 .. 2026-04-01"),
        ("q4 2025", "2025-10-01 .. 2026-01-01"), ("last weekend", "2026-11-14 .. 2026-11-16"),
        ("dieses Wochenende", "2026-11-21 .. 2026-11-23"), ("this morning", "2026-11-18 .. 2026-11-19"),
        ("2026-11-02", "2026-11-02 .. 2026-11-03"), ("-1d", "2026-11-17 .. 2026-11-18"),
    ],
)  # fmt: skip
def test_a_phrase_is_parsed_to_a_complete_range(phrase: str, expected: str) -> None:
    assert formatted(phrase_range(phrase, now())) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("since Monday", "2026-11-16 .. "), ("seit gestern", "2026-11-17 .. "), ("since 2026-11-01", "2026-11-01 .. "),
        ("after March", "2026-04-01 .. "), ("until March", " .. 2026-04-01"), ("before March", " .. 2026-03-01"),
        ("last 3 days", "2026-11-15 .. 2026-11-18 09:05"), ("the past two weeks", "2026-11-04 .. 2026-11-18 09:05"),
        ("in the last 24 hours", "2026-11-17 09:05 .. 2026-11-18 09:05"),
        ("in den letzten 7 Tagen", "2026-11-11 .. 2026-11-18 09:05"),
        ("letzten 7 Tage", "2026-11-11 .. 2026-11-18 09:05"),
        ("last 2 months", "2026-09-18 .. 2026-11-18 09:05"), ("from May to July", "2026-05-01 .. 2026-08-01"),
        ("zwischen Mai und Juli", "2026-05-01 .. 2026-08-01"), ("between Monday and Wednesday", "none"),
        ("2 hours ago", "2026-11-18 07:05 .. 2026-11-18 07:05"),
    ],
)  # fmt: skip
def test_open_and_rolling_ranges_are_parsed(phrase: str, expected: str) -> None:
    assert formatted(phrase_range(phrase, now())) == expected


NEXT_WEEK, NEXT_MONDAY = "2026-11-23 .. 2026-11-30", "2026-11-23 .. 2026-11-24"
NEXT_WEEKEND, NEXT_YEAR = "2026-11-28 .. 2026-11-30", "2027-01-01 .. 2028-01-01"


@pytest.mark.parametrize(
    ("phrases", "expected"),
    [
        ("next week|nächste Woche|in der kommenden Woche|la semaine prochaine|la próxima semana", NEXT_WEEK),
        ("la semana que viene|下周", NEXT_WEEK),
        ("next Monday|am nächsten Montag|kommenden Montag|lundi prochain|el próximo lunes|el lunes que viene|下周一",
         NEXT_MONDAY),
        ("diesen Freitag|本周五", "2026-11-20 .. 2026-11-21"),
        ("next weekend|am nächsten Wochenende|le week-end prochain|下周末", NEXT_WEEKEND),
        ("next month|im kommenden Monat|le mois prochain|el mes que viene|下个月", "2026-12-01 .. 2027-01-01"),
        ("next quarter|nächstes Quartal", "2027-01-01 .. 2027-04-01"),
        ("next year|im nächsten Jahr|l'an prochain|el año que viene|明年", NEXT_YEAR),
        ("next December", "2026-12-01 .. 2027-01-01"), ("next March", "2027-03-01 .. 2027-04-01"),
        ("pasado mañana|übermorgen|后天", "2026-11-20 .. 2026-11-21"),
        ("next 7 days|in the coming seven days|in den nächsten 7 Tagen|les 7 prochains jours|en los próximos 7 días|"
         "未来7天", "2026-11-18 .. 2026-11-26"),
        ("the next two weeks|die nächsten zwei Wochen|接下来两周", "2026-11-18 .. 2026-12-03"),
    ],
)  # fmt: skip
def test_times_to_come_are_parsed(phrases: str, expected: str) -> None:
    for phrase in phrases.split("|"):
        assert (phrase, formatted(phrase_range(phrase, now()))) == (phrase, expected)


@pytest.mark.parametrize(
    "phrase",
    ["", "soon", "bald", "foo bar", "1", "a", "12", "3.11.2026", "03/11/2026", "after", "since", "last 0 days",
     "last 9999 years", "next 0 days", "next 9999 years", "next foo days", "x" * 5000, "last " * 50, "2026-13-01",
     "\0", "../etc"],
)  # fmt: skip
def test_other_phrases_are_not_parsed(phrase: str) -> None:
    assert phrase_range(phrase, now()) is None
    assert phrase_moment(phrase, now()) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no time zone per process")
def test_a_week_with_a_daylight_saving_change_has_its_real_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    week = phrase_range("last week", datetime(2026, 10, 28, 12).astimezone())
    assert week is not None
    assert week.start is not None
    assert week.end is not None
    assert (week.end - week.start) // 3_600_000_000_000 == 7 * 24 + 1


def test_the_time_of_day_does_not_change_the_day() -> None:
    late_evening = datetime(2026, 11, 18, 23, 59, 59).astimezone()
    early_morning = datetime(2026, 11, 18, 0, 0, 1).astimezone()
    for phrase in ("yesterday", "last week", "Monday", "in March"):
        assert phrase_range(phrase, late_evening) == phrase_range(phrase, early_morning)


@pytest.mark.parametrize(
    ("phrases", "past", "coming"),
    [
        ("Friday|am Freitag|vendredi|el viernes|周五", "2026-11-13", "2026-11-20"),
        ("Monday|Montag|le lundi|lunes|周一", "2026-11-16", "2026-11-23"),
        ("Wednesday|Mittwoch|mercredi|miércoles|周三", "2026-11-11", "2026-11-18"),
        ("last Monday|letzten Montag|lundi dernier|el lunes pasado|上一个周一", "2026-11-16", "2026-11-16"),
        ("q3", "2026-07-01", "2026-07-01"),
    ],
)
def test_a_weekday_is_the_latest_or_the_next_one(phrases: str, past: str, coming: str) -> None:
    for phrase in phrases.split("|"):
        for prefers_past, expected in ((True, past), (False, coming)):
            found = phrase_moment(phrase, now(), prefers_past=prefers_past)
            assert found is not None, phrase
            assert formatted(NanosecondRange(found.start, None)) == f"{expected} .. ", (phrase, prefers_past)


def test_a_quarter_to_come_is_of_last_year_only_if_past_times_are_preferred() -> None:
    in_may = datetime(2026, 5, 6, 12).astimezone()
    for prefers_past, expected in ((True, "2025-07-01 .. "), (False, "2026-07-01 .. ")):
        found = phrase_moment("q3", in_may, prefers_past=prefers_past)
        assert found is not None
        assert formatted(NanosecondRange(found.start, None)) == expected
