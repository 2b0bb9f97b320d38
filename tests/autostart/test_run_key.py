"""Run key: the same value as the installer's; the Task Manager's word is heard. A registry of our own stands in."""

import subprocess
from pathlib import Path

import pytest

from vaultdesk.autostart.entry import Standing, start_words
from vaultdesk.autostart.run_key import APPROVED, NAME, RUN, RunKey, command_words
from vaultdesk.errors import SettingsError


class Registry:
    def __init__(self) -> None:
        self.values: dict[tuple[str, str], str | bytes] = {}
        self.locked = False

    def value(self, key: str, name: str) -> str | bytes | None:
        return self.values.get((key, name))

    def put(self, key: str, name: str, value: str) -> None:
        if self.locked:
            raise PermissionError(13, "Access is denied")
        self.values[key, name] = value

    def remove(self, key: str, name: str) -> None:
        self.values.pop((key, name), None)


@pytest.fixture
def registry() -> Registry:
    return Registry()


def test_it_is_off_until_it_is_switched_on_and_off_again_after(registry: Registry) -> None:
    start = RunKey(registry, {})
    assert start.standing() == Standing()
    start.switch(True, True)
    assert start.standing() == Standing("on", hidden=True)
    assert registry.values == {(RUN, NAME): subprocess.list2cmdline(start_words(True, {}))}
    start.switch(False, False)
    assert registry.values == {}
    assert start.standing() == Standing()


def test_what_the_task_manager_switched_off_is_off_and_can_be_switched_on(registry: Registry) -> None:
    start = RunKey(registry, {})
    start.switch(True, False)
    registry.values[APPROVED, NAME] = b"\x03\x00\x00\x00" + bytes(8)
    assert start.standing() == Standing()

    start.switch(True, False)
    assert start.standing() == Standing("on")
    registry.values[APPROVED, NAME] = b"\x02" + bytes(11)
    assert start.standing() == Standing("on")


def test_the_installer_writes_the_same_value(registry: Registry) -> None:
    script = (Path(__file__).parents[2] / "packaging" / "windows" / "vaultdesk.iss").read_text(encoding="utf-8")
    line = next(line for line in script.splitlines() if "CurrentVersion\\Run" in line and "Tasks: startup" in line)

    assert f'Root: HKCU; Subkey: "{RUN}"' in line
    assert f'ValueName: "{NAME}"' in line
    assert 'ValueData: """{app}\\vaultdesk.exe"" --hidden"' in line
    assert "uninsdeletevalue" in line


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r'"C:\My Programs\vaultdesk.exe" --hidden', [r"C:\My Programs\vaultdesk.exe", "--hidden"]),
        (r"C:\VaultDesk\vaultdesk.exe  --hidden ", [r"C:\VaultDesk\vaultdesk.exe", "--hidden"]),
        ("", []),
    ],
)  # fmt: skip
def test_a_command_is_read_as_windows_reads_it(command: str, words: list[str]) -> None:
    assert command_words(command) == words


def test_another_program_is_told(registry: Registry) -> None:
    registry.values[RUN, NAME] = r'"C:\Old\vaultdesk.exe"'
    assert RunKey(registry, {}).standing() == Standing("gone", False, r"C:\Old\vaultdesk.exe")


def test_a_home_of_a_variable_cannot_be_said(registry: Registry) -> None:
    assert RunKey(registry, {"VAULTDESK_HOME": "/a"}).standing().barrier == "home"


def test_what_cannot_be_written_is_told(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    registry.locked = True
    with pytest.raises(SettingsError, match="Access is denied"):
        RunKey(registry, {}).switch(True, False)
    registry.locked = False
    monkeypatch.setattr("sys.executable", "C:\\" + "deep\\" * 60 + "python.exe")
    with pytest.raises(SettingsError, match="shorter path"):
        RunKey(registry, {}).switch(True, False)
    assert registry.values == {}
