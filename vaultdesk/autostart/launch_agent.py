"""Launch agent: the file in the person's `LaunchAgents` folder by which macOS starts a program at login."""

import os
import plistlib
from collections.abc import Mapping
from pathlib import Path
from xml.parsers.expat import ExpatError

from vaultdesk.atomic_file import replace_bytes
from vaultdesk.autostart.entry import NAME, Standing, home_variable, standing_of, start_words
from vaultdesk.errors import SettingsError
from vaultdesk.paths import HOME_VARIABLE

MOVED = "/AppTranslocation/"
"""In the path of a program that was not put among the programs yet: macOS runs a copy of it from elsewhere."""

LARGEST_FILE = 100_000
"""Bytes read at most; an agent has a few hundred."""


class LaunchAgent:
    """The agent of one person; it holds from the next login on."""

    def __init__(self, home: Path | None = None, environment: Mapping[str, str] = os.environ) -> None:
        """*home* is the person's own folder."""
        self._environment = environment
        self.file = (home or Path.home()) / "Library" / "LaunchAgents" / f"{NAME}.plist"

    def standing(self) -> Standing:
        """Return how it is."""
        if MOVED in start_words(False, self._environment)[0]:
            return Standing(barrier="moved")
        try:
            with self.file.open("rb") as file:
                said = plistlib.loads(file.read(LARGEST_FILE))
        except (OSError, ValueError, ExpatError):
            return Standing()
        words = said.get("ProgramArguments") if isinstance(said, dict) else None
        if not isinstance(words, list) or said.get("RunAtLoad") is not True or said.get("Disabled") is True:
            return Standing()
        standing = standing_of([str(one) for one in words], self._environment)
        variables = said.get("EnvironmentVariables")
        home = variables.get(HOME_VARIABLE, "") if isinstance(variables, dict) else ""
        if standing.state == "on" and home != home_variable(self._environment):
            return Standing("other", standing.hidden, str(home) or "VaultDesk")
        return standing

    def switch(self, on: bool, hidden: bool) -> None:
        """Make the agent, or take it away."""
        home = home_variable(self._environment)
        said = {
            "Label": NAME,
            "ProgramArguments": start_words(hidden, self._environment),
            "RunAtLoad": True,
            "ProcessType": "Interactive",
            "LimitLoadToSessionType": "Aqua",
            **({"EnvironmentVariables": {HOME_VARIABLE: home}} if home else {}),
        }
        try:
            if on:
                replace_bytes(self.file, plistlib.dumps(said))
            else:
                self.file.unlink(missing_ok=True)
        except OSError as failed:
            raise SettingsError(
                "The start with the system could not be changed",
                hint=f"{self.file}: {failed.strerror or failed}.",
                path=str(self.file),
            ) from failed
