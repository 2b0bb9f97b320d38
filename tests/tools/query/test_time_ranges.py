"""Tests of tools/query/time_ranges.py."""

from datetime import datetime, timedelta

import pytest

from tests.tools.query_language.scene import NOW
from vaultdesk.tools.query.property_values import Moment, moment_of
from vaultdesk.tools.query.time_ranges import (
    iso_time,
    moment_after,
    parse_moment,
    parse_range_edge,
    parse_time_span,
    split_range,
)

# Dates: relative dates, time spans, and the ends of months.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2026-03-15"),
        ("yesterday", "2026-03-14"),
        ("tomorrow", "2026-03-16"),
        ("-7d", "2026-03-08"),
        ("+2w", "2026-03-29"),
        ("-1m", "2026-02-15"),
        ("-1y", "2025-03-15"),
        ("2026-01-02", "2026-01-02"),
        ("-3h", "2026-03-15T09:30:00"),
        ("-30min", "2026-03-15T12:00:00"),
        ("now", "2026-03-15T12:30:00"),
        (" Today ", "2026-03-15"),
        ("2026-01-02t03:04", "2026-01-02T03:04"),
    ],
)
def test_a_date_in_a_filter_is_a_day_or_a_time(text: str, expected: str) -> None:
    assert parse_moment(text, NOW) == moment_of(expected)


@pytest.mark.parametrize("text", ["", "soon", "7d", "-99999y", "-7 fortnights", "3"])
def test_other_texts_are_not_dates(text: str) -> None:
    assert parse_moment(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "capital", "expected"),
    [
        ("1M", True, "2026-02-28"),
        ("1m", True, "2026-01-31T00:01"),
        ("1 month", False, "2026-02-28"),
        ("2 weeks", False, "2026-02-14T00:00"),
        ("1d 4h", False, "2026-02-01T04:00"),
        ("1 yr, 1 day", False, "2027-02-01"),
        ("1.5 hours", False, "2026-01-31T01:30"),
    ],
)
def test_a_time_span_is_added_by_the_calendar(text: str, capital: bool, expected: str) -> None:
    span, start, expected_moment = (
        parse_time_span(text, capital_month=capital),
        moment_of("2026-01-31"),
        moment_of(expected),
    )
    assert span is not None
    assert start is not None
    assert expected_moment is not None
    moved = moment_after(start, span, 1)
    assert moved is not None
    assert moved.start == expected_moment.start


@pytest.mark.parametrize("text", ["", "week", "1 fortnight", "1.5 months", "1d;", "x1d", "999999 weeks " * 1500])
def test_other_texts_are_not_time_spans(text: str) -> None:
    assert parse_time_span(text) is None


def test_a_moment_beyond_the_calendar_is_none() -> None:
    span = parse_time_span("999999 years")
    assert span is not None
    assert moment_after(Moment(0, 0), span, -1) is None
    assert datetime.now().year > 2000  # noqa: DTZ005 - no exception was raised


# Times: ISO 8601 with the time zone, and the ends of a range.


def test_a_time_is_formatted_with_its_zone_to_the_second() -> None:
    text = iso_time(1_000_000_000_999_999_999)
    assert datetime.fromisoformat(text).timestamp() == 1_000_000_000
    assert datetime.fromisoformat(text).tzinfo is not None


def test_a_time_beyond_the_calendar_is_formatted_as_the_epoch() -> None:
    assert iso_time(10**30) == iso_time(-(10**30)) == "1970-01-01T00:00:00+00:00"


def test_the_end_of_a_range_is_a_day_a_time_or_milliseconds() -> None:
    assert parse_range_edge("2026-01-02") == moment_of("2026-01-02")
    assert parse_range_edge(1_000) == Moment(10**9, 10**9)
    assert parse_range_edge("soon") is None


def test_the_end_of_a_range_can_be_a_phrase() -> None:
    yesterday = parse_range_edge("yesterday")
    assert yesterday is not None
    assert yesterday == parse_range_edge("gestern") == parse_range_edge("-1d")


def test_a_phrase_is_split_into_the_days_of_its_range() -> None:
    today = datetime.now().astimezone().date()
    monday = today - timedelta(days=today.weekday())
    week = {"start": (monday - timedelta(days=7)).isoformat(), "end": (monday - timedelta(days=1)).isoformat()}
    assert split_range("last week") == week
    assert split_range("since yesterday") == {"start": (today - timedelta(days=1)).isoformat()}
    assert split_range({"start": "-3d"}) == {"start": "-3d"}
    with pytest.raises(ValueError, match="last week"):
        split_range("soon")


def test_a_time_of_day_is_split_to_the_second() -> None:
    result = split_range("2 hours ago")
    assert isinstance(result, dict)
    assert result["start"] == result["end"]
    elapsed = datetime.now().astimezone() - datetime.fromisoformat(result["start"])
    assert timedelta(hours=1, minutes=59) < elapsed < timedelta(hours=2, minutes=1)
