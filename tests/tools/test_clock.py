"""The tool that tells the time."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from vaultdesk.tools.clock import CurrentTimeParameters, GetCurrentTime
from vaultdesk.tools.tool import WHOLE, ToolFailure

HERE = timezone(timedelta(hours=1), "CET")


def now() -> datetime:
    return datetime(2026, 11, 22, 23, 30, tzinfo=HERE)


async def told(timezone: str | None = None) -> Any:
    return (await GetCurrentTime(now).run(CurrentTimeParameters(timezone=timezone), WHOLE)).data


async def test_without_a_zone_it_is_the_persons_own_time() -> None:
    assert await told() == {
        "time": "2026-11-22T23:30:00+01:00",
        "date": "2026-11-22",
        "weekday": "Sunday",
        "week": "2026-W47",
        "timezone": "CET",
        "utc_offset": "+01:00",
    }


@pytest.mark.parametrize("name", ["Asia/Tokyo", "asia/tokyo", "  Asia/Tokyo "])
async def test_another_zone_may_be_another_day(name: str) -> None:
    assert await told(name) == {
        "time": "2026-11-23T07:30:00+09:00",
        "date": "2026-11-23",
        "weekday": "Monday",
        "week": "2026-W48",
        "timezone": "Asia/Tokyo",
        "utc_offset": "+09:00",
    }


@pytest.mark.parametrize(
    ("name", "near"), [("Europe/Berln", "Europe/Berlin"), ("America/New Yrk", "America/New_York"), ("Berlim", "Berlin")]
)
async def test_an_unknown_zone_is_refused_with_those_that_are_near(name: str, near: str) -> None:
    with pytest.raises(ToolFailure) as refused:
        await told(name)
    assert refused.value.code == "VALIDATION_FAILED"
    assert near in refused.value.message


@pytest.mark.parametrize(("city", "zone"), [("Berlin", "Europe/Berlin"), ("new york", "America/New_York")])
async def test_a_city_that_one_zone_alone_is_named_after_is_that_zone(city: str, zone: str) -> None:
    assert (await told(city))["timezone"] == zone


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/localtime", "qqqqqqqq", "\0"])
async def test_what_is_no_zone_reaches_no_file(name: str) -> None:
    with pytest.raises(ToolFailure) as refused:
        await told(name)
    assert refused.value.code == "VALIDATION_FAILED"


def test_the_examples_are_valid_calls() -> None:
    for example in GetCurrentTime.examples:
        CurrentTimeParameters.model_validate(example)
