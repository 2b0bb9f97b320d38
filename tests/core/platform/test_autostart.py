"""Tests of core/platform/autostart.py."""

import os
import plistlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.autostart import (
    RUN_KEY,
    RUN_VALUE_NAME,
    STARTUP_APPROVED_KEY,
    AutostartStatus,
    DesktopEntry,
    LaunchAgent,
    RunKey,
    autostart_status,
    format_exec,
    home_variable,
    login_command,
    parse_exec,
    split_windows_command,
    system_autostart,
)

# Entry: how a command stands to this program, told by what is on the disk.


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    program = tmp_path / "opt" / "vaultdesk"
    program.parent.mkdir()
    program.write_text("")
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    return program


def test_from_source_the_package_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert login_command(True, {}) == [sys.executable, "-P", "-m", "vaultdesk", "--hidden"]
    assert autostart_status(login_command(True, {}), {}) == AutostartStatus("on", hidden=True)
    assert autostart_status([sys.executable, "-m", "other"], {}).state == "other"


def test_of_an_image_the_image_is_started_and_not_what_it_unpacked(installed: Path) -> None:
    assert login_command(False, {"APPIMAGE": "/mine/VaultDesk.AppImage"}) == ["/mine/VaultDesk.AppImage"]


def test_a_link_to_this_program_is_this_program(installed: Path, tmp_path: Path) -> None:
    link = tmp_path / "bin"
    link.symlink_to(installed)

    assert autostart_status([str(link)], {}) == AutostartStatus("on")


def test_another_program_and_one_that_is_gone_are_told_apart(installed: Path, tmp_path: Path) -> None:
    other = tmp_path / "portable"
    other.write_text("")

    assert autostart_status([str(other), "--hidden"], {}) == AutostartStatus("other", True, str(other))
    other.unlink()
    assert autostart_status([str(other)], {}) == AutostartStatus("missing", False, str(other))
    assert autostart_status(["no-such-program-at-all"], {}).state == "missing"
    assert autostart_status([], {}) == AutostartStatus()


def test_only_a_home_of_a_variable_must_be_said() -> None:
    assert home_variable({}) == ""
    assert home_variable({"VAULTDESK_HOME": "/a"}) == str(Path("/a").absolute())


# Desktop entry: what is written is what desktops read, and the file alone is the truth.

Make = Callable[..., DesktopEntry]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    if os.name == "nt":
        pytest.skip("Windows has no desktop entries")

    def made(**more: str) -> DesktopEntry:
        return DesktopEntry({"XDG_CONFIG_HOME": str(tmp_path / "config"), **more}, tmp_path / "flatpak-info")

    return made


def test_it_is_off_until_it_is_switched_on_and_off_again_after(make: Make, tmp_path: Path) -> None:
    start = make()
    assert start.status() == AutostartStatus()

    start.switch(True, False)
    assert start.file == tmp_path / "config" / "autostart" / "io.github.vaultdesk.VaultDesk.desktop"
    assert start.status() == AutostartStatus("on")
    start.switch(True, True)
    assert start.status() == AutostartStatus("on", hidden=True)
    start.switch(False, True)
    assert not start.file.exists()
    assert start.status() == AutostartStatus()
    start.switch(False, False)


@pytest.mark.parametrize(
    "words",
    [
        ["/opt/vaultdesk/vaultdesk", "--hidden"],
        ["/home of Ann O'Hara/My Tools (new)/vault desk", "--hidden"],
        ['/a"b/c$d/e`f/g\\h/100%/&;<>|*?#~', "x"],
        ["/näß/程序", ""],
    ],
)
def test_every_path_is_read_back_as_it_was(words: list[str]) -> None:
    assert parse_exec(format_exec(words)) == words


def test_the_specification_s_own_rules_hold() -> None:
    # Desktop Entry Specification, "The Exec key": quoting first, then the escapes of strings.
    assert format_exec(["/opt/vault desk/v", "--hidden"]) == '"/opt/vault desk/v" --hidden'
    assert format_exec(["/a$b"]) == r'"/a\\$b"'
    assert format_exec(["/a\\b"]) == r'"/a\\\\b"'
    assert format_exec(["/100%"]) == "/100%%"
    assert parse_exec("vaultdesk %U --hidden") == ["vaultdesk", "--hidden"]


@pytest.mark.skipif(which("desktop-file-validate") is None, reason="the validator of desktop entries is not here")
def test_the_validator_of_desktops_finds_nothing_wrong(make: Make) -> None:
    start = make(VAULTDESK_HOME="/my home/$x")
    start.switch(True, True)
    told = subprocess.run(
        ["desktop-file-validate", str(start.file)], capture_output=True, text=True, check=False, timeout=20
    )
    assert (told.returncode, told.stdout) == (0, "")


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_what_a_desktop_switched_off_is_off(make: Make, line: str) -> None:
    start = make()
    start.switch(True, False)
    text = start.file.read_text().replace("X-GNOME-Autostart-enabled=true", line)
    start.file.write_text(text)

    assert start.status() == AutostartStatus()


def test_an_entry_of_a_program_that_is_gone_is_told_and_does_nothing(make: Make, tmp_path: Path) -> None:
    start = make()
    start.switch(True, True)
    gone = tmp_path / "gone"
    start.file.write_text(start.file.read_text().replace(sys.executable, str(gone)))

    assert start.status() == AutostartStatus("missing", True, str(gone))
    assert f"TryExec={gone}\n" in start.file.read_text()


def test_a_home_of_its_own_is_started_with_it(make: Make) -> None:
    start = make(VAULTDESK_HOME="/my home")
    start.switch(True, False)

    assert start.status() == AutostartStatus("on")
    assert f'Exec=env "VAULTDESK_HOME=/my home" {sys.executable}' in start.file.read_text()
    assert make().status().state == "other"


def test_in_a_flatpak_nothing_is_promised(make: Make, tmp_path: Path) -> None:
    (tmp_path / "flatpak-info").write_text("")
    assert make().status() == AutostartStatus(obstacle="flatpak")


def test_what_cannot_be_written_is_told_and_nothing_is_changed(make: Make, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="could not be changed"):
        make().switch(True, False)
    assert make().status() == AutostartStatus()


@pytest.mark.parametrize("text", ["", "[Desktop Entry]", "Exec=vaultdesk", "\x00\xff", "[Desktop Entry]\nExec=\n"])
def test_a_file_that_says_nothing_starts_nothing(make: Make, text: str) -> None:
    start = make()
    start.file.parent.mkdir(parents=True)
    start.file.write_text(text)
    assert start.status() == AutostartStatus()


# Launch agent: a property list that says what macOS reads, and is read back.


def test_launch_agent_it_is_off_until_it_is_switched_on_and_off_again_after(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {})
    assert agent.status() == AutostartStatus()
    agent.switch(True, True)

    assert agent.status() == AutostartStatus("on", hidden=True)
    said = plistlib.loads(agent.file.read_bytes())
    assert said["Label"] == agent.file.stem == "io.github.vaultdesk.VaultDesk"
    assert said["ProgramArguments"] == login_command(True, {})
    assert said["RunAtLoad"] is True
    assert "EnvironmentVariables" not in said

    agent.switch(False, False)
    assert agent.status() == AutostartStatus()
    assert not agent.file.exists()


def test_what_is_disabled_is_off(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {})
    agent.switch(True, False)
    said = plistlib.loads(agent.file.read_bytes())
    agent.file.write_bytes(plistlib.dumps({**said, "Disabled": True}))

    assert agent.status() == AutostartStatus()


def test_a_program_that_is_gone_and_a_home_of_another_are_told(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {"VAULTDESK_HOME": "/a"})
    agent.switch(True, False)
    assert agent.status() == AutostartStatus("on")
    assert LaunchAgent(tmp_path, {}).status().state == "other"

    said = plistlib.loads(agent.file.read_bytes())
    agent.file.write_bytes(plistlib.dumps({**said, "ProgramArguments": ["/Applications/Gone.app/vaultdesk"]}))
    assert agent.status() == AutostartStatus("missing", False, "/Applications/Gone.app/vaultdesk")


def test_a_copy_that_the_system_runs_from_elsewhere_makes_no_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.executable", "/private/var/folders/x/AppTranslocation/VaultDesk.app/Contents/MacOS/vaultdesk"
    )
    assert LaunchAgent(tmp_path, {}).status() == AutostartStatus(obstacle="moved")


@pytest.mark.parametrize(
    "data", [b"", b"<plist>", b"bplist00", plistlib.dumps([]), plistlib.dumps({"RunAtLoad": True})]
)
def test_a_file_that_cannot_be_read_starts_nothing(tmp_path: Path, data: bytes) -> None:
    agent = LaunchAgent(tmp_path, {})
    agent.file.parent.mkdir(parents=True)
    agent.file.write_bytes(data)

    assert agent.status() == AutostartStatus()


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "Library").write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="could not be changed"):
        LaunchAgent(tmp_path, {}).switch(True, False)


# Run key: the same value as the installer's; the Task Manager's word is heard. A registry of our own stands in.


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


def test_run_key_it_is_off_until_it_is_switched_on_and_off_again_after(registry: Registry) -> None:
    start = RunKey(registry, {})
    assert start.status() == AutostartStatus()
    start.switch(True, True)
    assert start.status() == AutostartStatus("on", hidden=True)
    assert registry.values == {(RUN_KEY, RUN_VALUE_NAME): subprocess.list2cmdline(login_command(True, {}))}
    start.switch(False, False)
    assert registry.values == {}
    assert start.status() == AutostartStatus()


def test_what_the_task_manager_switched_off_is_off_and_can_be_switched_on(registry: Registry) -> None:
    start = RunKey(registry, {})
    start.switch(True, False)
    registry.values[STARTUP_APPROVED_KEY, RUN_VALUE_NAME] = b"\x03\x00\x00\x00" + bytes(8)
    assert start.status() == AutostartStatus()

    start.switch(True, False)
    assert start.status() == AutostartStatus("on")
    registry.values[STARTUP_APPROVED_KEY, RUN_VALUE_NAME] = b"\x02" + bytes(11)
    assert start.status() == AutostartStatus("on")


def test_the_installer_writes_the_same_value() -> None:
    script = (Path(__file__).parents[3] / "packaging" / "windows" / "vaultdesk.nsi").read_text(encoding="utf-8")

    assert f'!define RUN_KEY "{RUN_KEY}"' in script
    assert f"""WriteRegStr HKCU "${{RUN_KEY}}" "{RUN_VALUE_NAME}" '"$INSTDIR\\vaultdesk.exe" --hidden'""" in script
    assert f'DeleteRegValue HKCU "${{RUN_KEY}}" "{RUN_VALUE_NAME}"' in script


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r'"C:\My Programs\vaultdesk.exe" --hidden', [r"C:\My Programs\vaultdesk.exe", "--hidden"]),
        (r"C:\VaultDesk\vaultdesk.exe  --hidden ", [r"C:\VaultDesk\vaultdesk.exe", "--hidden"]),
        ("", []),
    ],
)  # fmt: skip
def test_a_command_is_read_as_windows_reads_it(command: str, words: list[str]) -> None:
    assert split_windows_command(command) == words


def test_another_program_is_told(registry: Registry) -> None:
    registry.values[RUN_KEY, RUN_VALUE_NAME] = r'"C:\Old\vaultdesk.exe"'
    assert RunKey(registry, {}).status() == AutostartStatus("missing", False, r"C:\Old\vaultdesk.exe")


def test_a_home_of_a_variable_cannot_be_said(registry: Registry) -> None:
    assert RunKey(registry, {"VAULTDESK_HOME": "/a"}).status().obstacle == "home"


def test_run_key_what_cannot_be_written_is_told(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    registry.locked = True
    with pytest.raises(SettingsError, match="Access is denied"):
        RunKey(registry, {}).switch(True, False)
    registry.locked = False
    monkeypatch.setattr("sys.executable", "C:\\" + "deep\\" * 60 + "python.exe")
    with pytest.raises(SettingsError, match="shorter path"):
        RunKey(registry, {}).switch(True, False)
    assert registry.values == {}


# System: each system has its own way.


@pytest.mark.parametrize(
    ("system", "kind"), [("linux", DesktopEntry), ("freebsd14", DesktopEntry), ("darwin", LaunchAgent)]
)
def test_the_way_is_the_system_s(monkeypatch: pytest.MonkeyPatch, system: str, kind: type) -> None:
    monkeypatch.setattr("vaultdesk.core.platform.autostart.sys.platform", system)
    assert type(system_autostart()) is kind
