"""Start at login: desktop entry on Linux, launch agent on macOS, Run key on Windows."""

import os
import plistlib
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, Protocol
from xml.parsers.expat import ExpatError

from msgspec import Struct

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import APP_ID, HOME_VARIABLE, own_command
from vaultdesk.core.platform.program_file import replace_file_bytes

__all__ = ["Autostart", "AutostartStatus", "system_autostart"]


HIDDEN_FLAG = "--hidden"
"""Option for a start without a window (cli/argument_parser.py)."""

MAX_ENTRY_BYTES = 100_000
"""Maximum number of bytes read of an entry's file, which has a few hundred."""

AutostartState = Literal["off", "on", "other", "missing"]
"""`other`: the entry starts another VaultDesk. `missing`: the program that it starts does not exist."""

AutostartObstacle = Literal["", "flatpak", "home", "moved"]
"""Reason why this program cannot create an entry: it runs in a Flatpak; its home is set by a variable that the entry
cannot contain; the system runs a copy of it from a temporary location (macOS, before it is moved to the applications
folder).
"""


class AutostartStatus(Struct, frozen=True):
    """The current status, read from the entry itself."""

    state: AutostartState = "off"
    hidden: bool = False
    program: str = ""
    """The program that is started, if it is another one or missing."""
    obstacle: AutostartObstacle = ""


class Autostart(Protocol):
    """Autostart of one system. Both methods block for the time of a small file access."""

    def status(self) -> AutostartStatus:
        """Return the status. Never raises: an unreadable entry counts as off."""
        ...

    def switch(self, on: bool, hidden: bool) -> None:
        """Create the entry for this program, or remove any. Raises `SettingsError`; then nothing was changed."""
        ...


def login_command(hidden: bool, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the command that starts this program from any folder; *hidden*: without a window."""
    # The content of an AppImage is mounted in a temporary folder; the image itself is permanent.
    image = environment.get("APPIMAGE", "") if getattr(sys, "frozen", False) else ""
    command = [image] if image else own_command()
    return [*command, *([HIDDEN_FLAG] if hidden else [])]


def home_variable(environment: Mapping[str, str] = os.environ) -> str:
    """Return the home folder set by a variable; empty for a portable copy, which finds its folder itself."""
    home = environment.get(HOME_VARIABLE, "")
    return str(Path(home).expanduser().absolute()) if home else ""


def autostart_status(
    command: Sequence[str], environment: Mapping[str, str] = os.environ, home: str = ""
) -> AutostartStatus:
    """Return the status of an entry with the command *command*, which sets the variable of the home to *home*."""
    if not command:
        return AutostartStatus()
    hidden = HIDDEN_FLAG in command
    program = command[0]
    executable = Path(program) if Path(program).is_absolute() else Path(shutil.which(program) or "")
    if not executable.is_file():
        return AutostartStatus("missing", hidden, program)
    own_program, *own_arguments = login_command(False, environment)
    has_same_arguments = [word for word in command[1:] if word != HIDDEN_FLAG] == own_arguments
    # A symbolic link in the PATH resolves to the program itself.
    is_own_program = executable == Path(own_program) or executable.resolve() == Path(own_program).resolve()
    if not (has_same_arguments and is_own_program):
        return AutostartStatus("other", hidden, program)
    if home != home_variable(environment):
        return AutostartStatus("other", hidden, home or "VaultDesk")
    return AutostartStatus("on", hidden)


def _switch_failed(hint: Phrase, file: Path | None = None) -> SettingsError:
    title = Phrase("The setting to start with the system could not be changed")
    return SettingsError(title, hint=hint, path=str(file or ""))


def _replace_entry(file: Path, data: bytes | None) -> None:
    """Write *data* to *file*; None deletes it. Raises `SettingsError`."""
    try:
        if data is None:
            file.unlink(missing_ok=True)
        else:
            replace_file_bytes(file, data)
    except OSError as error:
        raise _switch_failed(Phrase("{0}: {1}.", file, error.strerror or error), file) from error


# Linux: the Autostart and Desktop Entry specifications of freedesktop.org.

_RESERVED = re.compile(r"[\s\"'\\<>~|&;$*?#()`]")
_ESCAPED = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)', re.DOTALL)


class DesktopEntry:
    """The autostart entry of the user."""

    def __init__(self, environment: Mapping[str, str] = os.environ, flatpak: Path = Path("/.flatpak-info")) -> None:
        """*flatpak* is a file that exists inside a Flatpak only."""
        self._environment = environment
        config = environment.get("XDG_CONFIG_HOME", "")
        folder = Path(config) if config.startswith("/") else Path.home() / ".config"
        self.file = folder / "autostart" / f"{APP_ID}.desktop"
        self._flatpak = flatpak

    def status(self) -> AutostartStatus:
        if self._flatpak.exists():
            return AutostartStatus(obstacle="flatpak")  # Its own folder is not the one that desktops read.
        try:
            with self.file.open("rb") as file:
                entry = _parse_desktop_entry(file.read(MAX_ENTRY_BYTES).decode("utf-8", "replace"))
        except OSError:
            return AutostartStatus()
        # Desktops disable an entry by either key; it then starts nothing.
        if entry.get("Hidden", "").lower() == "true" or entry.get("X-GNOME-Autostart-enabled", "").lower() == "false":
            return AutostartStatus()
        command, home = parse_exec(entry.get("Exec", "")), ""
        if command[:1] == ["env"] and len(command) > 1:
            home, command = command[1].partition("=")[2], command[2:]
        return autostart_status(command, self._environment, home)

    def switch(self, on: bool, hidden: bool) -> None:
        _replace_entry(self.file, self._text(hidden).encode() if on else None)

    def _text(self, hidden: bool) -> str:
        command = login_command(hidden, self._environment)
        home = home_variable(self._environment)
        if any(not word.isprintable() for word in (*command, home)):
            raise _switch_failed(
                Phrase(
                    "The program is in a folder whose name cannot be used in a startup entry. Move it to another "
                    "folder."
                )
            )
        exec_value = format_exec(["env", f"{HOME_VARIABLE}={home}", *command] if home else command)
        lines = (
            "[Desktop Entry]", "Type=Application", "Name=VaultDesk", f"Exec={exec_value}",
            # If the program is gone, the entry is silently ignored.
            f"TryExec={_escape(command[0])}",
            f"Icon={APP_ID}", "Terminal=false", "StartupNotify=false", "X-GNOME-Autostart-enabled=true",
        )  # fmt: skip
        return "\n".join(lines) + "\n"


def format_exec(words: Sequence[str]) -> str:
    """Return *words* as a value of `Exec`, by the rules of the Desktop Entry specification."""
    return _escape(" ".join(map(_quote, words)).replace("%", "%%"))


def parse_exec(value: str) -> list[str]:
    """Return the words of an `Exec` value without placeholders for files."""
    text = re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[0]), value)
    words: list[str] = []
    for found in _WORD.finditer(text):
        quoted, plain = found.groups()
        word = re.sub(r"\\([\"`$\\])", r"\1", quoted) if quoted is not None else plain
        if not re.fullmatch(r"%[fFuUickdDnNvm]", word):
            words.append(word.replace("%%", "%"))
    return words


def _quote(word: str) -> str:
    if word and not _RESERVED.search(word):
        return word
    return '"' + re.sub(r"([\"`$\\])", r"\\\1", word) + '"'


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\")


def _parse_desktop_entry(text: str) -> dict[str, str]:
    entry: dict[str, str] = {}
    in_entry = False
    for line in text.splitlines():
        if line.startswith("["):
            in_entry = line.strip() == "[Desktop Entry]"
        elif in_entry and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            entry.setdefault(key.strip(), value.strip())
    return entry


# macOS: launchd.plist(5).

TRANSLOCATION_FOLDER = "/AppTranslocation/"
"""Part of the path of a program outside the applications folder: macOS runs a copy of it from there."""


class LaunchAgent:
    """The launch agent of the user; it takes effect at the next login."""

    def __init__(self, home: Path | None = None, environment: Mapping[str, str] = os.environ) -> None:
        """*home* is the user's home folder."""
        self._environment = environment
        self.file = (home or Path.home()) / "Library" / "LaunchAgents" / f"{APP_ID}.plist"

    def status(self) -> AutostartStatus:
        if TRANSLOCATION_FOLDER in login_command(False, self._environment)[0]:
            return AutostartStatus(obstacle="moved")
        try:
            with self.file.open("rb") as file:
                agent = plistlib.loads(file.read(MAX_ENTRY_BYTES))
        except (OSError, ValueError, ExpatError):
            return AutostartStatus()
        command = agent.get("ProgramArguments") if isinstance(agent, dict) else None
        if not isinstance(command, list) or agent.get("RunAtLoad") is not True or agent.get("Disabled") is True:
            return AutostartStatus()
        variables = agent.get("EnvironmentVariables")
        home = str(variables.get(HOME_VARIABLE, "")) if isinstance(variables, dict) else ""
        return autostart_status([str(word) for word in command], self._environment, home)

    def switch(self, on: bool, hidden: bool) -> None:
        home = home_variable(self._environment)
        agent = {
            "Label": APP_ID,
            "AssociatedBundleIdentifiers": [APP_ID],
            "ProgramArguments": login_command(hidden, self._environment),
            "RunAtLoad": True,
            "ProcessType": "Interactive",
            "LimitLoadToSessionType": "Aqua",
            **({"EnvironmentVariables": {HOME_VARIABLE: home}} if home else {}),
        }
        _replace_entry(self.file, plistlib.dumps(agent) if on else None)


# Windows: the installer writes the same value (packaging/windows/vaultdesk.nsi).

RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
STARTUP_APPROVED_KEY = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
"""Key in which the Task Manager records that the user disabled an entry; its first byte is then odd."""

RUN_VALUE_NAME = "VaultDesk"

MAX_COMMAND_LENGTH = 260
"""Maximum number of characters of a command under `Run`; Windows ignores longer ones."""


class Registry(Protocol):
    """Access to the user's part of the registry. Each method raises `OSError`."""

    def value(self, key: str, name: str) -> str | bytes | None:
        """Return a value; None if there is none."""
        ...

    def put(self, key: str, name: str, value: str) -> None:
        """Set a string value."""
        ...

    def remove(self, key: str, name: str) -> None:
        """Remove a value, if it exists."""
        ...


class RunKey:
    """The Run entry of the user."""

    def __init__(self, registry: Registry, environment: Mapping[str, str] = os.environ) -> None:
        self._registry = registry
        self._environment = environment

    def status(self) -> AutostartStatus:
        if home_variable(self._environment):
            # The value cannot contain a variable, so the entry starts a VaultDesk with the default home.
            return AutostartStatus(obstacle="home")
        try:
            command = self._registry.value(RUN_KEY, RUN_VALUE_NAME)
            approved = self._registry.value(STARTUP_APPROVED_KEY, RUN_VALUE_NAME)
        except OSError:
            return AutostartStatus()
        if isinstance(approved, bytes) and approved[:1] and approved[0] % 2:
            command = None
        return autostart_status(split_windows_command(command) if isinstance(command, str) else [], self._environment)

    def switch(self, on: bool, hidden: bool) -> None:
        command = subprocess.list2cmdline(login_command(hidden, self._environment))
        if on and len(command) > MAX_COMMAND_LENGTH:
            raise _switch_failed(
                Phrase("The path of the program is too long for a Windows startup entry. Move it to a shorter path.")
            )
        try:
            if on:
                self._registry.put(RUN_KEY, RUN_VALUE_NAME, command)
            else:
                self._registry.remove(RUN_KEY, RUN_VALUE_NAME)
            # The setting in the Task Manager applied to the previous entry.
            self._registry.remove(STARTUP_APPROVED_KEY, RUN_VALUE_NAME)
        except OSError as error:
            raise _switch_failed(Phrase("Windows reported: {0}.", error.strerror or error)) from error


def split_windows_command(command: str) -> list[str]:
    """Return the words of a command as Windows parses them: a program's name contains no quotes."""
    words: list[str] = []
    rest = command.strip()
    while rest:
        if rest.startswith('"'):
            word, _, rest = rest[1:].partition('"')
        else:
            word, _, rest = rest.partition(" ")
        words.append(word)
        rest = rest.strip()
    return words


if sys.platform == "win32":
    import winreg

    class UserRegistry:
        """The registry of the user."""

        def value(self, key: str, name: str) -> str | bytes | None:
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    found = winreg.QueryValueEx(opened, name)[0]
            except FileNotFoundError:
                return None
            return found if isinstance(found, str | bytes) else None

        def put(self, key: str, name: str, value: str) -> None:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as opened:
                winreg.SetValueEx(opened, name, 0, winreg.REG_SZ, value)

        def remove(self, key: str, name: str) -> None:
            with (
                suppress(FileNotFoundError),
                winreg.OpenKey(winreg.HKEY_CURRENT_USER, key, 0, winreg.KEY_SET_VALUE) as opened,
            ):
                winreg.DeleteValue(opened, name)


def system_autostart() -> Autostart:
    if sys.platform == "win32":
        return RunKey(UserRegistry())
    if sys.platform == "darwin":
        return LaunchAgent()
    return DesktopEntry()
