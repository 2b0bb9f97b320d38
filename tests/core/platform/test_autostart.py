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

# The status of an autostart entry, derived from its command and the files on disk.


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    program = tmp_path / "opt" / "vaultdesk"
    program.parent.mkdir()
    program.write_text("")
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    return program


def test_from_source_the_command_runs_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert login_command(True, {}) == [sys.executable, "-P", "-m", "vaultdesk", "--hidden"]
    assert autostart_status(login_command(True, {}), {}) == AutostartStatus("on", hidden=True)
    assert autostart_status([sys.executable, "-m", "other"], {}).state == "other"


def test_in_an_appimage_the_command_starts_the_image(installed: Path) -> None:
    assert login_command(False, {"APPIMAGE": "/mine/VaultDesk.AppImage"}) == ["/mine/VaultDesk.AppImage"]


def test_a_symlink_to_this_program_counts_as_this_program(installed: Path, tmp_path: Path) -> None:
    link = tmp_path / "bin"
    link.symlink_to(installed)

    assert autostart_status([str(link)], {}) == AutostartStatus("on")


def test_another_program_and_a_missing_program_are_distinguished(installed: Path, tmp_path: Path) -> None:
    other = tmp_path / "portable"
    other.write_text("")

    assert autostart_status([str(other), "--hidden"], {}) == AutostartStatus("other", True, str(other))
    other.unlink()
    assert autostart_status([str(other)], {}) == AutostartStatus("missing", False, str(other))
    assert autostart_status(["no-such-program-at-all"], {}).state == "missing"
    assert autostart_status([], {}) == AutostartStatus()


def test_the_home_variable_is_returned_as_an_absolute_path_if_it_is_set() -> None:
    assert home_variable({}) == ""
    assert home_variable({"VAULTDESK_HOME": "/a"}) == str(Path("/a").absolute())


# Desktop entries follow the specification, and the status is read only from the file.

MakeEntry = Callable[..., DesktopEntry]


@pytest.fixture
def make_entry(tmp_path: Path) -> MakeEntry:
    if os.name == "nt":
        pytest.skip("Windows has no desktop entries")

    def make(**variables: str) -> DesktopEntry:
        return DesktopEntry({"XDG_CONFIG_HOME": str(tmp_path / "config"), **variables}, tmp_path / "flatpak-info")

    return make


def test_a_desktop_entry_is_switched_on_and_off(make_entry: MakeEntry, tmp_path: Path) -> None:
    entry = make_entry()
    assert entry.status() == AutostartStatus()

    entry.switch(True, False)
    assert entry.file == tmp_path / "config" / "autostart" / "io.github.vaultdesk.VaultDesk.desktop"
    assert entry.status() == AutostartStatus("on")
    entry.switch(True, True)
    assert entry.status() == AutostartStatus("on", hidden=True)
    entry.switch(False, True)
    assert not entry.file.exists()
    assert entry.status() == AutostartStatus()
    entry.switch(False, False)


@pytest.mark.parametrize(
    "arguments",
    [
        ["/opt/vaultdesk/vaultdesk", "--hidden"],
        ["/home of Ann O'Hara/My Tools (new)/vault desk", "--hidden"],
        ['/a"b/c$d/e`f/g\\h/100%/&;<>|*?#~', "x"],
        ["/näß/程序", ""],
    ],
)
def test_every_path_in_an_exec_line_reads_back(arguments: list[str]) -> None:
    assert parse_exec(format_exec(arguments)) == arguments


def test_exec_lines_follow_the_quoting_rules_of_the_specification() -> None:
    # Desktop Entry Specification, "The Exec key": quoting first, then the escapes of strings.
    assert format_exec(["/opt/vault desk/v", "--hidden"]) == '"/opt/vault desk/v" --hidden'
    assert format_exec(["/a$b"]) == r'"/a\\$b"'
    assert format_exec(["/a\\b"]) == r'"/a\\\\b"'
    assert format_exec(["/100%"]) == "/100%%"
    assert parse_exec("vaultdesk %U --hidden") == ["vaultdesk", "--hidden"]


@pytest.mark.skipif(which("desktop-file-validate") is None, reason="desktop-file-validate is not installed")
def test_the_validator_accepts_the_desktop_entry(make_entry: MakeEntry) -> None:
    entry = make_entry(VAULTDESK_HOME="/my home/$x")
    entry.switch(True, True)
    result = subprocess.run(
        ["desktop-file-validate", str(entry.file)], capture_output=True, text=True, check=False, timeout=20
    )
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_an_entry_disabled_by_the_desktop_is_off(make_entry: MakeEntry, line: str) -> None:
    entry = make_entry()
    entry.switch(True, False)
    text = entry.file.read_text().replace("X-GNOME-Autostart-enabled=true", line)
    entry.file.write_text(text)

    assert entry.status() == AutostartStatus()


def test_an_entry_of_a_missing_program_is_reported_and_has_try_exec(make_entry: MakeEntry, tmp_path: Path) -> None:
    entry = make_entry()
    entry.switch(True, True)
    gone = tmp_path / "gone"
    entry.file.write_text(entry.file.read_text().replace(sys.executable, str(gone)))

    assert entry.status() == AutostartStatus("missing", True, str(gone))
    assert f"TryExec={gone}\n" in entry.file.read_text()


def test_the_home_variable_is_part_of_the_command(make_entry: MakeEntry) -> None:
    entry = make_entry(VAULTDESK_HOME="/my home")
    entry.switch(True, False)

    assert entry.status() == AutostartStatus("on")
    assert f'Exec=env "VAULTDESK_HOME=/my home" {sys.executable}' in entry.file.read_text()
    assert make_entry().status().state == "other"


def test_autostart_is_not_available_in_a_flatpak(make_entry: MakeEntry, tmp_path: Path) -> None:
    (tmp_path / "flatpak-info").write_text("")
    assert make_entry().status() == AutostartStatus(obstacle="flatpak")


def test_desktop_entry_that_cannot_be_written_is_reported(make_entry: MakeEntry, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="could not be changed"):
        make_entry().switch(True, False)
    assert make_entry().status() == AutostartStatus()


@pytest.mark.parametrize("text", ["", "[Desktop Entry]", "Exec=vaultdesk", "\x00\xff", "[Desktop Entry]\nExec=\n"])
def test_an_invalid_desktop_entry_is_off(make_entry: MakeEntry, text: str) -> None:
    entry = make_entry()
    entry.file.parent.mkdir(parents=True)
    entry.file.write_text(text)
    assert entry.status() == AutostartStatus()


# The launch agent is a property list as macOS reads it.


def test_a_launch_agent_is_switched_on_and_off(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {})
    assert agent.status() == AutostartStatus()
    agent.switch(True, True)

    assert agent.status() == AutostartStatus("on", hidden=True)
    properties = plistlib.loads(agent.file.read_bytes())
    assert properties["Label"] == agent.file.stem == "io.github.vaultdesk.VaultDesk"
    assert properties["ProgramArguments"] == login_command(True, {})
    assert properties["RunAtLoad"] is True
    assert "EnvironmentVariables" not in properties

    agent.switch(False, False)
    assert agent.status() == AutostartStatus()
    assert not agent.file.exists()


def test_a_disabled_launch_agent_is_off(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {})
    agent.switch(True, False)
    properties = plistlib.loads(agent.file.read_bytes())
    agent.file.write_bytes(plistlib.dumps({**properties, "Disabled": True}))

    assert agent.status() == AutostartStatus()


def test_a_missing_program_and_another_home_are_reported(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {"VAULTDESK_HOME": "/a"})
    agent.switch(True, False)
    assert agent.status() == AutostartStatus("on")
    assert LaunchAgent(tmp_path, {}).status().state == "other"

    properties = plistlib.loads(agent.file.read_bytes())
    agent.file.write_bytes(plistlib.dumps({**properties, "ProgramArguments": ["/Applications/Gone.app/vaultdesk"]}))
    assert agent.status() == AutostartStatus("missing", False, "/Applications/Gone.app/vaultdesk")


def test_a_translocated_app_has_no_launch_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sys.executable", "/private/var/folders/x/AppTranslocation/VaultDesk.app/Contents/MacOS/vaultdesk"
    )
    assert LaunchAgent(tmp_path, {}).status() == AutostartStatus(obstacle="moved")


@pytest.mark.parametrize(
    "data", [b"", b"<plist>", b"bplist00", plistlib.dumps([]), plistlib.dumps({"RunAtLoad": True})]
)
def test_an_invalid_property_list_is_off(tmp_path: Path, data: bytes) -> None:
    agent = LaunchAgent(tmp_path, {})
    agent.file.parent.mkdir(parents=True)
    agent.file.write_bytes(data)

    assert agent.status() == AutostartStatus()


def test_a_launch_agent_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "Library").write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="could not be changed"):
        LaunchAgent(tmp_path, {}).switch(True, False)


# The Run key has the value that the installer writes; the Task Manager can disable it. The registry is a fake.


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


def test_a_run_key_is_switched_on_and_off(registry: Registry) -> None:
    run_key = RunKey(registry, {})
    assert run_key.status() == AutostartStatus()
    run_key.switch(True, True)
    assert run_key.status() == AutostartStatus("on", hidden=True)
    assert registry.values == {(RUN_KEY, RUN_VALUE_NAME): subprocess.list2cmdline(login_command(True, {}))}
    run_key.switch(False, False)
    assert registry.values == {}
    assert run_key.status() == AutostartStatus()


def test_a_run_key_disabled_in_the_task_manager_is_off_and_can_be_switched_on(registry: Registry) -> None:
    run_key = RunKey(registry, {})
    run_key.switch(True, False)
    registry.values[STARTUP_APPROVED_KEY, RUN_VALUE_NAME] = b"\x03\x00\x00\x00" + bytes(8)
    assert run_key.status() == AutostartStatus()

    run_key.switch(True, False)
    assert run_key.status() == AutostartStatus("on")
    registry.values[STARTUP_APPROVED_KEY, RUN_VALUE_NAME] = b"\x02" + bytes(11)
    assert run_key.status() == AutostartStatus("on")


def test_the_installer_writes_the_same_value() -> None:
    script = (Path(__file__).parents[3] / "packaging" / "windows" / "vaultdesk.nsi").read_text(encoding="utf-8")

    assert f'!define RUN_KEY "{RUN_KEY}"' in script
    assert f"""WriteRegStr HKCU "${{RUN_KEY}}" "{RUN_VALUE_NAME}" '"$INSTDIR\\vaultdesk.exe" --hidden'""" in script
    assert f'DeleteRegValue HKCU "${{RUN_KEY}}" "{RUN_VALUE_NAME}"' in script


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (r'"C:\My Programs\vaultdesk.exe" --hidden', [r"C:\My Programs\vaultdesk.exe", "--hidden"]),
        (r"C:\VaultDesk\vaultdesk.exe  --hidden ", [r"C:\VaultDesk\vaultdesk.exe", "--hidden"]),
        ("", []),
    ],
)  # fmt: skip
def test_a_command_line_is_split_by_the_rules_of_windows(command: str, expected: list[str]) -> None:
    assert split_windows_command(command) == expected


def test_another_program_in_the_run_key_is_reported(registry: Registry) -> None:
    registry.values[RUN_KEY, RUN_VALUE_NAME] = r'"C:\Old\vaultdesk.exe"'
    assert RunKey(registry, {}).status() == AutostartStatus("missing", False, r"C:\Old\vaultdesk.exe")


def test_autostart_with_a_home_variable_is_not_available_on_windows(registry: Registry) -> None:
    assert RunKey(registry, {"VAULTDESK_HOME": "/a"}).status().obstacle == "home"


def test_a_run_key_that_cannot_be_written_is_reported(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    registry.locked = True
    with pytest.raises(SettingsError, match="Access is denied"):
        RunKey(registry, {}).switch(True, False)
    registry.locked = False
    monkeypatch.setattr("sys.executable", "C:\\" + "deep\\" * 60 + "python.exe")
    with pytest.raises(SettingsError, match="shorter path"):
        RunKey(registry, {}).switch(True, False)
    assert registry.values == {}


# The mechanism of each system.


@pytest.mark.parametrize(
    ("system", "expected"), [("linux", DesktopEntry), ("freebsd14", DesktopEntry), ("darwin", LaunchAgent)]
)
def test_the_mechanism_depends_on_the_system(monkeypatch: pytest.MonkeyPatch, system: str, expected: type) -> None:
    monkeypatch.setattr("vaultdesk.core.platform.autostart.sys.platform", system)
    assert type(system_autostart()) is expected
