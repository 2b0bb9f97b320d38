"""Local times outside the range of the Windows functions use the standard time of the zone."""

import os
import time
from datetime import UTC, datetime

import pytest

from vaultdesk.core import local_time
from vaultdesk.core.local_time import in_local_zone, local_at, timestamp_of, utc_at
from vaultdesk.tools.query.property_values import moment_of

BIRTHDAY = datetime(1955, 3, 14, 9, 30)  # noqa: DTZ001 - local


@pytest.fixture(params=[range(1971, 3000), range(1, 10_000)], ids=["Windows", "others"])
def years(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> range:
    if os.name == "nt" and request.param.start == 1:
        pytest.skip("Windows has no functions for these years")
    monkeypatch.setattr(local_time, "SYSTEM_YEARS", request.param)
    moment_of.cache_clear()
    return range(request.param.start, request.param.stop)


@pytest.mark.usefixtures("years")
@pytest.mark.parametrize("when", [BIRTHDAY, BIRTHDAY.replace(year=1969), BIRTHDAY.replace(year=2026),
                                  BIRTHDAY.replace(year=3100), datetime(1970, 1, 1), datetime(1601, 1, 1)])  # fmt: skip # noqa: DTZ001
def test_a_local_date_is_unchanged_after_conversion_in_both_directions(when: datetime) -> None:
    seconds = timestamp_of(when)

    assert local_at(seconds) == when
    assert in_local_zone(utc_at(seconds)).replace(tzinfo=None) == when
    assert in_local_zone(when).utcoffset() == in_local_zone(utc_at(seconds)).utcoffset()


def test_a_date_outside_the_windows_range_has_standard_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_time, "SYSTEM_YEARS", range(1971, 3000))
    in_utc = BIRTHDAY.replace(tzinfo=UTC)
    seconds = (in_utc - local_time.EPOCH).total_seconds()

    assert timestamp_of(BIRTHDAY) == seconds + time.timezone
    assert timestamp_of(in_utc) == seconds


@pytest.mark.usefixtures("years")
def test_a_birth_date_in_a_note_is_a_day() -> None:
    day, next_day = moment_of("1955-03-14"), moment_of("1955-03-15")

    assert day is not None
    assert next_day is not None
    assert day.start < day.end == next_day.start


@pytest.mark.parametrize("seconds", [1e15, -1e15])
def test_seconds_beyond_the_calendar_raise(seconds: float) -> None:
    with pytest.raises((OverflowError, ValueError)):
        local_at(seconds)
