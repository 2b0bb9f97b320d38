"""Times: how a result writes a moment, and what a range of dates means. Local, with the zone told."""

from datetime import UTC, datetime, timedelta

from vaultdesk.tools.query_language.time_words import moment_worded, range_worded
from vaultdesk.tools.query_language.values import Moment

MILLISECOND, SECOND = 1_000_000, 1_000_000_000
"""Nanoseconds of one."""

SOME_DATE = "a date is YYYY-MM-DD, a time, -7d, milliseconds since 1970, or words such as “last Monday” and “in March”"
"""What a model reads where it named no date."""

FIRST_DAY = "First day: YYYY-MM-DD, a time, -7d, milliseconds since 1970, or words: yesterday, last week, in March."
LAST_DAY = "Last day, wholly included, written the same way; “last week” is Monday to Sunday, so it fits both ends."
"""What a model is told of the two ends of a range."""


def iso(ns: int) -> str:
    """Return nanoseconds since 1970 as ISO 8601 with the local zone, to the second."""
    try:
        return datetime.fromtimestamp(ns // SECOND, tz=UTC).astimezone().isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):  # A time that no calendar has.
        return datetime.fromtimestamp(0, tz=UTC).isoformat(timespec="seconds")


def range_edge(value: str | int) -> Moment | None:
    """Return one end of a range: an ISO date (the whole day, local), a time, `-7d`, milliseconds since 1970, or words.

    Words are `yesterday`, `last week`, `letzten Montag`, `in March`: see time_words.py for what each comes to.
    """
    if isinstance(value, int):
        return Moment(value * MILLISECOND, value * MILLISECOND)
    return moment_worded(value, datetime.now().astimezone())


def range_written(value: object) -> object:
    """Return a range given as words (`last week`, `since Monday`) as its `start` and `end`; other values as they are.

    So the person who is asked reads dates, and what was asked is what is searched. Raises `ValueError` for other words.
    """
    if not isinstance(value, str):
        return value
    found = range_worded(value, datetime.now().astimezone())
    if found is None:
        raise ValueError(f"be start and end, or words such as “last week”; {SOME_DATE}")
    written = {"start": _written(found.start), "end": _written(found.end, last=True)}
    return {name: edge for name, edge in written.items() if edge is not None}


def _written(ns: int | None, *, last: bool = False) -> str | None:
    """Return one end of a range as a whole day where it is one, else as a time; the *last* day is wholly in it."""
    if ns is None:
        return None
    local = datetime.fromtimestamp(ns // SECOND, tz=UTC).astimezone()
    if (local.hour, local.minute, local.second) != (0, 0, 0):
        return local.isoformat(timespec="seconds")
    return (local.date() - timedelta(days=1 if last else 0)).isoformat()
