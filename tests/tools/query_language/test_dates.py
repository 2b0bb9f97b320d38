"""Dates: relative ones, spans and their units, ends of months."""

from datetime import datetime

import pytest

from tests.tools.query_language.scene import NOW
from vaultdesk.tools.query_language.dates import moment_named, moved_by, span_of
from vaultdesk.tools.query_language.values import Moment, moment_of


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
    assert moment_named(text, NOW) == moment_of(wanted)


@pytest.mark.parametrize("text", ["", "soon", "7d", "-99999y", "-7 fortnights", "3"])
def test_other_words_are_no_date(text: str) -> None:
    assert moment_named(text, NOW) is None


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
    span, start, there = span_of(text, capital_month=capital), moment_of("2026-01-31"), moment_of(wanted)
    assert span is not None
    assert start is not None
    assert there is not None
    moved = moved_by(start, span, 1)
    assert moved is not None
    assert moved.start == there.start


@pytest.mark.parametrize("text", ["", "week", "1 fortnight", "1.5 months", "1d;", "x1d", "999999 weeks " * 1500])
def test_what_is_no_span_is_none(text: str) -> None:
    assert span_of(text) is None


def test_beyond_the_calendar_there_is_nothing() -> None:
    span = span_of("999999 years")
    assert span is not None
    assert moved_by(Moment(0, 0), span, -1) is None
    assert datetime.now().year > 2000  # noqa: DTZ005 - the process lives on
