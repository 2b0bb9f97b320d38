"""Local time of any date in the calendar: Windows' own functions refuse dates before 1970 and after the year 3000.

Such dates occur in notes (a birthday) and as file times. On Windows they have the standard time of the local zone.
"""

import sys
import time
from datetime import UTC, datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SYSTEM_YEARS = range(1971, 3000) if sys.platform == "win32" else range(1, 10_000)
"""Years for which the system converts local time."""


def local_now() -> datetime:
    """Return the current local time with its zone."""
    return datetime.now().astimezone()


def timestamp_of(moment: datetime) -> float:
    """Return the seconds since 1970 of *moment*, which is local if it names no zone. Raises `OverflowError`."""
    if moment.tzinfo is None and moment.year not in SYSTEM_YEARS:
        moment = moment.replace(tzinfo=_standard_zone())
    return moment.timestamp()


def utc_at(seconds: float) -> datetime:
    """Return the moment *seconds* after 1970, in UTC. Raises `OverflowError` beyond the calendar."""
    return EPOCH + timedelta(seconds=seconds)


def in_local_zone(moment: datetime) -> datetime:
    """Return *moment* with the local zone. Raises `OverflowError` beyond the calendar."""
    if moment.year not in SYSTEM_YEARS:
        return moment.replace(tzinfo=_standard_zone()) if moment.tzinfo is None else moment.astimezone(_standard_zone())
    return moment.astimezone()


def local_at(seconds: float) -> datetime:
    """Return the local moment *seconds* after 1970, without a zone. Raises `ValueError` or `OverflowError`."""
    utc_time = utc_at(seconds)
    if utc_time.year in SYSTEM_YEARS:
        return datetime.fromtimestamp(seconds)  # noqa: DTZ006 - local, and it distinguishes the two equal hours at the end of summer time
    return in_local_zone(utc_time).replace(tzinfo=None)


def _standard_zone() -> timezone:
    return timezone(timedelta(seconds=-time.timezone))
