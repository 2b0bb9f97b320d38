"""Power: a battery that empties without a plug in use pauses reading; whatever nobody tells does not."""

from pathlib import Path

import pytest

from vaultdesk.index.meaning.power import linux_on_battery, macos_says_battery, on_battery

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
