"""Timestamps in the notations of other programs, parsed into aware datetimes."""

import math
import re
from datetime import UTC, datetime, timedelta, tzinfo

EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
"""Range of plausible times: language model chats are newer, and clocks are not set to later times."""

_MILLISECONDS = 1e11
"""Numbers from here on are milliseconds: as seconds they would be in the year 5138."""

_LOCAL = re.compile(r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(am|pm)?", re.I)
_STAMP = re.compile(r"(\d{4})(\d{2})(\d{2})[T_]?(\d{2})(\d{2})(\d{2})(?!\d)")


def from_epoch(value: object) -> datetime | None:
    """Return seconds or milliseconds since 1970 as a datetime."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 < value < 1e15
        or not math.isfinite(value)
    ):
        return None
    seconds = value / 1000 if value >= _MILLISECONDS else value
    return _sensible(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)) if seconds < 1e10 else None


def from_iso(value: object) -> datetime | None:
    """Return an ISO 8601 text as a datetime; one without a zone is UTC."""
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        found = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    try:
        return _sensible((found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC))
    except OverflowError:
        return None


def from_local(text: str, zone: tzinfo | None = None) -> datetime | None:
    """Return `2026/08/22 11:12:03`, also with dashes or am/pm, as a datetime in *zone*; None for the local zone."""
    found = _LOCAL.match(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute = (int(found[group]) for group in range(1, 6))
    if found[7]:
        hour = hour % 12 + (12 if found[7].lower() == "pm" else 0)
    return _at(year, month, day, (hour, minute, int(found[6] or 0)), zone)


def from_stamp(name: str, zone: tzinfo | None = None) -> datetime | None:
    """Return the datetime at the beginning of a file name: `20260211T190022`, `20260822_111203`, `20230401120000`."""
    found = _STAMP.match(name)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups())
    return _at(year, month, day, (hour, minute, second), zone)


def _at(year: int, month: int, day: int, clock: tuple[int, int, int], zone: tzinfo | None) -> datetime | None:
    try:
        local = datetime(year, month, day, *clock, tzinfo=zone)
        return _sensible(local.astimezone(UTC))  # without a zone this is the computer's own
    except (ValueError, OverflowError, OSError):
        return None


def _sensible(moment: datetime) -> datetime | None:
    return moment if EARLIEST <= moment < LATEST else None
