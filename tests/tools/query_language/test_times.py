"""Times: ISO 8601 with the zone, and the ends of a range."""

from datetime import datetime, timedelta

import pytest

from vaultdesk.tools.query_language.times import iso, range_edge, range_written
from vaultdesk.tools.query_language.values import Moment, moment_of


def test_a_time_is_told_with_its_zone_to_the_second() -> None:
    told = iso(1_000_000_000_999_999_999)
    assert datetime.fromisoformat(told).timestamp() == 1_000_000_000
    assert datetime.fromisoformat(told).tzinfo is not None


def test_a_time_no_calendar_has_is_the_earliest_one() -> None:
    assert iso(10**30) == iso(-(10**30)) == "1970-01-01T00:00:00+00:00"


def test_an_edge_is_a_day_a_time_or_milliseconds() -> None:
    assert range_edge("2026-01-02") == moment_of("2026-01-02")
    assert range_edge(1_000) == Moment(10**9, 10**9)
    assert range_edge("soon") is None


def test_an_edge_may_be_words() -> None:
    yesterday = range_edge("yesterday")
    assert yesterday is not None
    assert yesterday == range_edge("gestern") == range_edge("-1d")


def test_a_range_in_words_becomes_the_days_it_means() -> None:
    today = datetime.now().astimezone().date()
    monday = today - timedelta(days=today.weekday())
    week = {"start": (monday - timedelta(days=7)).isoformat(), "end": (monday - timedelta(days=1)).isoformat()}
    assert range_written("last week") == week
    assert range_written("since yesterday") == {"start": (today - timedelta(days=1)).isoformat()}
    assert range_written({"start": "-3d"}) == {"start": "-3d"}
    with pytest.raises(ValueError, match="last week"):
        range_written("soon")


def test_a_time_of_day_is_written_to_the_second() -> None:
    written = range_written("2 hours ago")
    assert isinstance(written, dict)
    assert written["start"] == written["end"]
    gone = datetime.now().astimezone() - datetime.fromisoformat(written["start"])
    assert timedelta(hours=1, minutes=59) < gone < timedelta(hours=2, minutes=1)
