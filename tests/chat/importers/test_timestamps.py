"""Moments as other programs write them."""

import math
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from vaultdesk.chat.importers.timestamps import from_epoch, from_iso, from_local, from_stamp

NOON = datetime(2026, 8, 22, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("value", [NOON.timestamp(), NOON.timestamp() * 1000, str(int(NOON.timestamp()))])
def test_seconds_and_milliseconds_are_told_apart(value: object) -> None:
    assert from_epoch(value) == NOON


@pytest.mark.parametrize("value", [None, True, -1, 0, math.nan, math.inf, 10**400, 1e300, "soon", [], 5])
def test_what_is_no_moment_of_a_chat_is_none(value: object) -> None:
    assert from_epoch(value) is None


@pytest.mark.parametrize("value", ["2026-08-22T12:00:00Z", "2026-08-22T14:00:00+02:00", "2026-08-22T12:00:00"])
def test_iso_texts_are_moments_in_utc(value: str) -> None:
    assert from_iso(value) == NOON


@pytest.mark.parametrize("value", ["", "yesterday", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", 5, None])
def test_other_texts_are_none(value: object) -> None:
    assert from_iso(value) is None


@pytest.mark.parametrize("text", ["2026/08/22 14:00:00", "2026-08-22 14:00", "2026-8-22, 2:00:00 PM"])
def test_a_time_without_a_zone_is_of_the_zone_that_is_told(text: str) -> None:
    assert from_local(text, BERLIN) == NOON


@pytest.mark.parametrize("text", ["2026/02/30 10:00:00", "2026/08/22 25:00:00", "Unknown time", "1970/01/01 00:00:00"])
def test_a_time_that_is_in_no_calendar_is_none(text: str) -> None:
    assert from_local(text, BERLIN) is None


def test_without_a_zone_it_is_this_computers() -> None:
    there = from_local("2026/08/22 14:00:00")

    assert there is not None
    assert there.astimezone().replace(tzinfo=None) == datetime(2026, 8, 22, 14, 0)  # noqa: DTZ001 - what the clock says


@pytest.mark.parametrize("name", ["20260822T140000", "20260822_140000__Topic", "20260822140000"])
def test_a_files_name_may_begin_with_a_moment(name: str) -> None:
    assert from_stamp(name, BERLIN) == NOON


@pytest.mark.parametrize("name", ["Boiler", "2026", "20261399T990000", "202608221400001"])
def test_other_names_tell_none(name: str) -> None:
    assert from_stamp(name, BERLIN) is None
