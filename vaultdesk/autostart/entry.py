"""Entry: what a system is told to start when a person logs in, and how that stands to this program. Touches nothing."""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from vaultdesk.own_process import own_command
from vaultdesk.paths import HOME_VARIABLE

NAME = "io.github.vaultdesk.VaultDesk"
"""What the entry is called where it is a file; the store page and the bundle have the same name."""

HIDDEN = "--hidden"
"""Said to the program for a start without a window (cli/parser.py)."""

State = Literal["off", "on", "other", "gone"]
"""`other`: the entry starts another VaultDesk; `gone`: one that is not there any more, so that nothing happens."""

Barrier = Literal["", "flatpak", "home", "moved"]
"""Why this program cannot make an entry: it runs in a Flatpak; its home is named by a variable the entry cannot carry;
the system runs a copy of it from a place that changes (macOS, before it is put among the programs)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How it is now, read from the entry itself."""

    state: State = "off"
    hidden: bool = False
    program: str = ""
    """What is started, where that is another program or none."""
    barrier: Barrier = ""


class Autostart(Protocol):
    """One system's way. Both block for as long as a small file takes."""

    def standing(self) -> Standing:
        """Return how it is. Raises nothing: an entry that cannot be read starts nothing we know of."""
        ...

    def switch(self, on: bool, hidden: bool) -> None:
        """Make the entry for this program, or take any away. Raises `SettingsError`; then it is as it was."""
        ...


def start_words(hidden: bool, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the command that starts this program from anywhere, with what makes it find its home."""
    # What an AppImage runs lies in a folder that is there only while it runs; the image itself stays.
    image = environment.get("APPIMAGE", "") if getattr(sys, "frozen", False) else ""
    command = [image] if image else own_command()
    return [*command, *([HIDDEN] if hidden else [])]


def home_variable(environment: Mapping[str, str] = os.environ) -> str:
    """Return the home this program was given by a variable; the one beside a portable copy is found without."""
    home = environment.get(HOME_VARIABLE, "")
    return str(Path(home).expanduser().absolute()) if home else ""


def standing_of(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> Standing:
    """Return how the command *words* of an entry stands to this program."""
    if not words:
        return Standing()
    hidden = HIDDEN in words
    program = words[0]
    there = Path(program) if Path(program).is_absolute() else Path(shutil.which(program) or "")
    if not there.is_file():
        return Standing("gone", hidden, program)
    own = start_words(False, environment)
    same = [one for one in words[1:] if one != HIDDEN] == own[1:]
    # A link in the path of programs leads to the program itself.
    if same and (there == Path(own[0]) or there.resolve() == Path(own[0]).resolve()):
        return Standing("on", hidden)
    return Standing("other", hidden, program)
