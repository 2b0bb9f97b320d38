"""Times: how a result writes a moment, and what a range of dates means. Local, with the zone told."""

from datetime import UTC, datetime

from vaultdesk.tools.query_language.dates import moment_named
from vaultdesk.tools.query_language.values import Moment

MILLISECOND, SECOND = 1_000_000, 1_000_000_000
"""Nanoseconds of one."""


def iso(ns: int) -> str:
    """Return nanoseconds since 1970 as ISO 8601 with the local zone, to the second."""
    try:
        return datetime.fromtimestamp(ns // SECOND, tz=UTC).astimezone().isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):  # A time that no calendar has.
        return datetime.fromtimestamp(0, tz=UTC).isoformat(timespec="seconds")


def range_edge(value: str | int) -> Moment | None:
    """Return one end of a range: an ISO date (the whole day, local), a time, `-7d`, or milliseconds since 1970."""
    if isinstance(value, int):
        return Moment(value * MILLISECOND, value * MILLISECOND)
    return moment_named(value, datetime.now().astimezone())
