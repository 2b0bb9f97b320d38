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

# Power: a discharging battery without a connected charger pauses embedding; unknown power does not.

LAPTOP = {
    "AC": {"type": "Mains", "online": "0"},
    "BAT0": {"type": "Battery", "status": "Discharging", "scope": "System"},
}


def write_supplies(folder: Path, power_supplies: dict[str, dict[str, str]]) -> Path:
    for name, attributes in power_supplies.items():
        (folder / name).mkdir(parents=True)
        for attribute, value in attributes.items():
            (folder / name / attribute).write_text(value + "\n")
    return folder


@pytest.mark.parametrize(
    ("power_supplies", "expected"),
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
def test_battery_power_is_detected_on_linux(
    tmp_path: Path, power_supplies: dict[str, dict[str, str]], expected: bool
) -> None:
    assert linux_on_battery(write_supplies(tmp_path, power_supplies)) is expected


def test_a_computer_without_power_information_is_on_mains(tmp_path: Path) -> None:
    assert linux_on_battery(tmp_path / "missing") is False


def test_battery_power_is_detected_on_macos() -> None:
    assert macos_reports_battery("Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t82%; discharging")
    assert not macos_reports_battery("Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t82%; charging")


def test_this_computer_reports_its_power() -> None:
    assert on_battery() in (True, False)


# Throttling: embedding waits for searches and scans, and pauses according to the options.


async def is_free(throttle: Throttle) -> bool:
    try:
        async with asyncio.timeout(0):
            await throttle.wait_until_free()
    except TimeoutError:
        return False
    return True


async def test_embedding_waits_until_the_last_search_ends() -> None:
    throttle = Throttle(ThrottleOptions)
    assert await is_free(throttle)
    with throttle.searching():
        with throttle.searching():
            assert not await is_free(throttle)
        assert not await is_free(throttle)
    assert await is_free(throttle)


async def test_a_failed_search_does_not_block_embedding() -> None:
    throttle = Throttle(ThrottleOptions)
    with pytest.raises(ValueError, match="no"), throttle.searching():
        raise ValueError("no")
    assert await is_free(throttle)


async def test_embedding_waits_during_a_scan() -> None:
    throttle = Throttle(ThrottleOptions)
    throttle.index_state_changed(IndexState("scanning"))
    assert not await is_free(throttle)
    throttle.index_state_changed(IndexState("failed"))
    assert await is_free(throttle)


async def test_user_and_battery_pause_embedding() -> None:
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


async def test_power_is_checked_at_intervals_and_only_if_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    options = [ThrottleOptions()]
    throttle = Throttle(lambda: options[0])
    assert throttle.is_power_check_due
    throttle.set_power(on_battery=False)
    assert not throttle.is_power_check_due
    monkeypatch.setattr(throttle_module, "POWER_CHECK_INTERVAL", 0.0)
    assert throttle.is_power_check_due
    options[0] = ThrottleOptions(on_battery=True)
    assert not throttle.is_power_check_due
