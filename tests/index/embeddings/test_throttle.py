"""Tests of index/embeddings/throttle.py."""

import asyncio
from pathlib import Path

import pytest

from vaultdesk.index.embeddings import throttle as paces
from vaultdesk.index.embeddings.throttle import (
    Throttle,
    ThrottleOptions,
    linux_on_battery,
    macos_says_battery,
    on_battery,
)
from vaultdesk.index.index_events import IndexState

# Power: a battery that empties without a plug in use pauses reading; whatever nobody tells does not.

LAPTOP = {
    "AC": {"type": "Mains", "online": "0"},
    "BAT0": {"type": "Battery", "status": "Discharging", "scope": "System"},
}


def supplies(folder: Path, told: dict[str, dict[str, str]]) -> Path:
    for name, facts in told.items():
        (folder / name).mkdir(parents=True)
        for fact, value in facts.items():
            (folder / name / fact).write_text(value + "\n")
    return folder


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (LAPTOP, True),
        (LAPTOP | {"AC": {"type": "Mains", "online": "1"}}, False),
        (LAPTOP | {"usb": {"type": "USB", "online": "1"}}, False),
        ({"BAT0": {"type": "Battery", "status": "Charging"}}, False),
        ({"BAT0": {"type": "Battery", "status": "Full"}}, False),
        ({"mouse": {"type": "Battery", "status": "Discharging", "scope": "Device"}}, False),
        ({"BAT0": {"type": "Battery", "status": "Full"}, "BAT1": {"type": "Battery", "status": "Discharging"}}, True),
        ({"strange": {}}, False),
        ({}, False),
    ],
)
def test_what_linux_tells(tmp_path: Path, told: dict[str, dict[str, str]], wanted: bool) -> None:
    assert linux_on_battery(supplies(tmp_path, told)) is wanted


def test_a_computer_that_tells_nothing_is_on_mains(tmp_path: Path) -> None:
    assert linux_on_battery(tmp_path / "missing") is False


def test_what_macos_tells() -> None:
    assert macos_says_battery("Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t82%; discharging")
    assert not macos_says_battery("Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t82%; charging")


def test_this_computer_answers() -> None:
    assert on_battery() in (True, False)


# Pace: reading waits for whoever asks, for a scan, and as the person wishes.


async def turns(pace: Throttle) -> bool:
    try:
        async with asyncio.timeout(0):
            await pace.turn()
    except TimeoutError:
        return False
    return True


async def test_it_waits_until_the_last_question_is_answered() -> None:
    pace = Throttle(ThrottleOptions)
    assert await turns(pace)
    with pace.asking():
        with pace.asking():
            assert not await turns(pace)
        assert not await turns(pace)
    assert await turns(pace)


async def test_a_question_that_fails_holds_nothing_up() -> None:
    pace = Throttle(ThrottleOptions)
    with pytest.raises(ValueError, match="no"), pace.asking():
        raise ValueError("no")
    assert await turns(pace)


async def test_it_waits_while_notes_are_scanned() -> None:
    pace = Throttle(ThrottleOptions)
    pace.follow(IndexState("scanning"))
    assert not await turns(pace)
    pace.follow(IndexState("failed"))
    assert await turns(pace)


async def test_the_person_and_the_battery_pause_it() -> None:
    wishes = [ThrottleOptions()]
    pace = Throttle(lambda: wishes[0])
    assert pace.why == ""
    pace.pause()
    assert pace.why == "Paused."
    pace.resume()
    pace.tell_power(True)
    assert pace.why == "Paused on battery."
    wishes[0] = ThrottleOptions(paused=True, on_battery=True)
    assert pace.why == "Paused."
    wishes[0] = ThrottleOptions(on_battery=True)
    assert pace.why == ""


async def test_the_power_is_looked_at_now_and_then_and_only_where_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes = [ThrottleOptions()]
    pace = Throttle(lambda: wishes[0])
    assert pace.power_unknown
    pace.tell_power(False)
    assert not pace.power_unknown
    monkeypatch.setattr(paces, "POWER_CHECK_INTERVAL", 0.0)
    assert pace.power_unknown
    wishes[0] = ThrottleOptions(on_battery=True)
    assert not pace.power_unknown
