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

# Dates: relative ones, spans and their units, ends of months.


@pytest.mark.parametrize(
    ("text", "wanted"),
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
def test_a_filters_date_is_a_day_or_a_time(text: str, wanted: str) -> None:
    assert parse_moment(text, NOW) == moment_of(wanted)


@pytest.mark.parametrize("text", ["", "soon", "7d", "-99999y", "-7 fortnights", "3"])
def test_other_words_are_no_date(text: str) -> None:
    assert parse_moment(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "capital", "wanted"),
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
def test_a_span_moves_a_date_by_the_calendar(text: str, capital: bool, wanted: str) -> None:
    span, start, there = parse_time_span(text, capital_month=capital), moment_of("2026-01-31"), moment_of(wanted)
    assert span is not None
    assert start is not None
    assert there is not None
    moved = moment_after(start, span, 1)
    assert moved is not None
    assert moved.start == there.start


@pytest.mark.parametrize("text", ["", "week", "1 fortnight", "1.5 months", "1d;", "x1d", "999999 weeks " * 1500])
def test_what_is_no_span_is_none(text: str) -> None:
    assert parse_time_span(text) is None


def test_beyond_the_calendar_there_is_nothing() -> None:
    span = parse_time_span("999999 years")
    assert span is not None
    assert moment_after(Moment(0, 0), span, -1) is None
    assert datetime.now().year > 2000  # noqa: DTZ005 - the process lives on


# Times: ISO 8601 with the zone, and the ends of a range.


def test_a_time_is_told_with_its_zone_to_the_second() -> None:
    told = iso_time(1_000_000_000_999_999_999)
    assert datetime.fromisoformat(told).timestamp() == 1_000_000_000
    assert datetime.fromisoformat(told).tzinfo is not None


def test_a_time_no_calendar_has_is_the_earliest_one() -> None:
    assert iso_time(10**30) == iso_time(-(10**30)) == "1970-01-01T00:00:00+00:00"


def test_an_edge_is_a_day_a_time_or_milliseconds() -> None:
    assert parse_range_edge("2026-01-02") == moment_of("2026-01-02")
    assert parse_range_edge(1_000) == Moment(10**9, 10**9)
    assert parse_range_edge("soon") is None


def test_an_edge_may_be_words() -> None:
    yesterday = parse_range_edge("yesterday")
    assert yesterday is not None
    assert yesterday == parse_range_edge("gestern") == parse_range_edge("-1d")


def test_a_range_in_words_becomes_the_days_it_means() -> None:
    today = datetime.now().astimezone().date()
    monday = today - timedelta(days=today.weekday())
    week = {"start": (monday - timedelta(days=7)).isoformat(), "end": (monday - timedelta(days=1)).isoformat()}
    assert split_range("last week") == week
    assert split_range("since yesterday") == {"start": (today - timedelta(days=1)).isoformat()}
    assert split_range({"start": "-3d"}) == {"start": "-3d"}
    with pytest.raises(ValueError, match="last week"):
        split_range("soon")


def test_a_time_of_day_is_written_to_the_second() -> None:
    written = split_range("2 hours ago")
    assert isinstance(written, dict)
    assert written["start"] == written["end"]
    gone = datetime.now().astimezone() - datetime.fromisoformat(written["start"])
    assert timedelta(hours=1, minutes=59) < gone < timedelta(hours=2, minutes=1)
