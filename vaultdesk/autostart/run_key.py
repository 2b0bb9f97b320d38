r"""Run key: the value under `Run` in the registry by which Windows starts a program when a person logs in.

The installer writes the same value (packaging/windows/vaultdesk.iss).
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from vaultdesk.autostart.entry import Standing, home_variable, standing_of, start_words
from vaultdesk.errors import SettingsError

if sys.platform == "win32":
    import winreg

RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
APPROVED = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
"""Where the Task Manager notes that a person switched an entry off; its first byte is odd then."""

NAME = "VaultDesk"

LONGEST_COMMAND = 260
"""Characters of a command under `Run`; Windows passes over longer ones."""


class Registry(Protocol):
    """What is needed of the person's own half of the registry. Each raises `OSError`."""

    def value(self, key: str, name: str) -> str | bytes | None:
        """Return a value; None where there is none."""
        ...

    def put(self, key: str, name: str, value: str) -> None:
        """Set a text."""
        ...

    def remove(self, key: str, name: str) -> None:
        """Remove a value, if it is there."""
        ...


class RunKey:
    """The entry of one person."""

    def __init__(self, registry: Registry, environment: Mapping[str, str] = os.environ) -> None:
        self._registry = registry
        self._environment = environment

    def standing(self) -> Standing:
        """Return how it is."""
        barrier = "home" if home_variable(self._environment) else ""
        try:
            command = self._registry.value(RUN, NAME)
            approved = self._registry.value(APPROVED, NAME)
        except OSError:
            return Standing(barrier="home" if barrier else "")
        if isinstance(approved, bytes) and approved[:1] and approved[0] % 2:
            command = None
        if barrier:
            # The value holds a command and no variable: what is there starts a VaultDesk of the usual home.
            return Standing(barrier="home")
        return standing_of(command_words(command) if isinstance(command, str) else [], self._environment)

    def switch(self, on: bool, hidden: bool) -> None:
        """Make the entry, or take it away."""
        command = subprocess.list2cmdline(start_words(hidden, self._environment))
        if on and len(command) > LONGEST_COMMAND:
            raise SettingsError(
                "The start with the system could not be changed",
                hint="The program lies so deep that Windows would pass it over. Move it to a shorter path.",
            )
        try:
            if on:
                self._registry.put(RUN, NAME, command)
            else:
                self._registry.remove(RUN, NAME)
            # What was said in the Task Manager was said of the entry before.
            self._registry.remove(APPROVED, NAME)
        except OSError as failed:
            raise SettingsError(
                "The start with the system could not be changed", hint=f"Windows says: {failed.strerror or failed}."
            ) from failed


def command_words(command: str) -> list[str]:
    """Return the words of a command as Windows reads them: a program's name has no quote in it."""
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

    class OwnRegistry:
        """The registry itself."""

        def value(self, key: str, name: str) -> str | bytes | None:
            """Return a value."""
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    found = winreg.QueryValueEx(opened, name)[0]
            except FileNotFoundError:
                return None
            return found if isinstance(found, str | bytes) else None

        def put(self, key: str, name: str, value: str) -> None:
            """Set a text."""
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as opened:
                winreg.SetValueEx(opened, name, 0, winreg.REG_SZ, value)

        def remove(self, key: str, name: str) -> None:
            """Remove a value."""
            with (
                suppress(FileNotFoundError),
                winreg.OpenKey(winreg.HKEY_CURRENT_USER, key, 0, winreg.KEY_SET_VALUE) as opened,
            ):
                winreg.DeleteValue(opened, name)
