"""Tests of index/embeddings/throttle.py."""

import asyncio
from pathlib import Path

import pytest

from vaultdesk.index.embeddings import throttle as throttle_module
from vaultdesk.index.embeddings.throttle import (
    Throttle,
    ThrottleOptions,
    linux_on_battery,
    macos_reports_battery,
    on_battery,
)
from vaultdesk.index.index_state import IndexState

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
    ("told", "expected"),
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
def test_what_linux_tells(tmp_path: Path, told: dict[str, dict[str, str]], expected: bool) -> None:
    assert linux_on_battery(supplies(tmp_path, told)) is expected


def test_a_computer_that_tells_nothing_is_on_mains(tmp_path: Path) -> None:
    assert linux_on_battery(tmp_path / "missing") is False


def test_what_macos_tells() -> None:
    assert macos_reports_battery("Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t82%; discharging")
    assert not macos_reports_battery("Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t82%; charging")


def test_this_computer_answers() -> None:
    assert on_battery() in (True, False)


# Pace: reading waits for whoever asks, for a scan, and as the person options.


async def turns(throttle: Throttle) -> bool:
    try:
        async with asyncio.timeout(0):
            await throttle.wait_until_free()
    except TimeoutError:
        return False
    return True


async def test_it_waits_until_the_last_question_is_answered() -> None:
    throttle = Throttle(ThrottleOptions)
    assert await turns(throttle)
    with throttle.searching():
        with throttle.searching():
            assert not await turns(throttle)
        assert not await turns(throttle)
    assert await turns(throttle)


async def test_a_question_that_fails_holds_nothing_up() -> None:
    throttle = Throttle(ThrottleOptions)
    with pytest.raises(ValueError, match="no"), throttle.searching():
        raise ValueError("no")
    assert await turns(throttle)


async def test_it_waits_while_notes_are_scanned() -> None:
    throttle = Throttle(ThrottleOptions)
    throttle.index_state_changed(IndexState("scanning"))
    assert not await turns(throttle)
    throttle.index_state_changed(IndexState("failed"))
    assert await turns(throttle)


async def test_the_person_and_the_battery_pause_it() -> None:
    options = [ThrottleOptions()]
    throttle = Throttle(lambda: options[0])
    assert throttle.pause_reason == ""
    throttle.pause()
    assert throttle.pause_reason == "Paused."
    throttle.resume()
    throttle.set_power(on_battery=True)
    assert throttle.pause_reason == "Paused on battery."
    options[0] = ThrottleOptions(paused=True, on_battery=True)
    assert throttle.pause_reason == "Paused."
    options[0] = ThrottleOptions(on_battery=True)
    assert throttle.pause_reason == ""


async def test_the_power_is_looked_at_now_and_then_and_only_where_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    options = [ThrottleOptions()]
    throttle = Throttle(lambda: options[0])
    assert throttle.is_power_check_due
    throttle.set_power(on_battery=False)
    assert not throttle.is_power_check_due
    monkeypatch.setattr(throttle_module, "POWER_CHECK_INTERVAL", 0.0)
    assert throttle.is_power_check_due
    options[0] = ThrottleOptions(on_battery=True)
    assert not throttle.is_power_check_due
