"""Times: ISO 8601 with the zone, and the ends of a range."""

from datetime import datetime

from vaultdesk.tools.query_language.times import iso, range_edge
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
