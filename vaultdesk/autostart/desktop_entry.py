"""Desktop entry: the file in the person's `autostart` folder by which desktops on Linux start a program at login."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from vaultdesk.atomic_file import replace_bytes
from vaultdesk.autostart.entry import NAME, Standing, home_variable, standing_of, start_words
from vaultdesk.errors import SettingsError
from vaultdesk.paths import HOME_VARIABLE

LARGEST_FILE = 100_000
"""Bytes read at most; an entry has a few hundred."""

_RESERVED = re.compile(r"[\s\"'\\<>~|&;$*?#()`]")
_ESCAPED = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)', re.DOTALL)


class AutostartFile:
    """The entry of one person."""

    def __init__(self, environment: Mapping[str, str] = os.environ, flatpak: Path = Path("/.flatpak-info")) -> None:
        """*flatpak* is a file that is there inside of a Flatpak alone."""
        self._environment = environment
        config = environment.get("XDG_CONFIG_HOME", "")
        folder = Path(config) if config.startswith("/") else Path.home() / ".config"
        self.file = folder / "autostart" / f"{NAME}.desktop"
        self._flatpak = flatpak

    def standing(self) -> Standing:
        """Return how it is."""
        if self._flatpak.exists():
            return Standing(barrier="flatpak")  # Its own folder is not the one that desktops look into.
        try:
            with self.file.open("rb") as file:
                said = _read(file.read(LARGEST_FILE).decode("utf-8", "replace"))
        except OSError:
            return Standing()
        # Desktops switch an entry off by either; ours or theirs, it starts nothing then.
        if said.get("Hidden", "").lower() == "true" or said.get("X-GNOME-Autostart-enabled", "").lower() == "false":
            return Standing()
        words = command_words(said.get("Exec", ""))
        if words[:1] == ["env"] and len(words) > 1:
            home = words[1].partition("=")[2]
            standing = standing_of(words[2:], self._environment)
        else:
            home, standing = "", standing_of(words, self._environment)
        if standing.state == "on" and home != home_variable(self._environment):
            return Standing("other", standing.hidden, home or "VaultDesk")
        return standing

    def switch(self, on: bool, hidden: bool) -> None:
        """Make the entry, or take it away."""
        try:
            if on:
                replace_bytes(self.file, self._text(hidden).encode())
            else:
                self.file.unlink(missing_ok=True)
        except OSError as failed:
            raise SettingsError(
                "The start with the system could not be changed",
                hint=f"{self.file}: {failed.strerror or failed}.",
                path=str(self.file),
            ) from failed

    def _text(self, hidden: bool) -> str:
        words = start_words(hidden, self._environment)
        home = home_variable(self._environment)
        if any(not one.isprintable() for one in (*words, home)):
            raise SettingsError(
                "The start with the system could not be changed",
                hint="The program lies in a folder whose name cannot be written into the entry. Move it elsewhere.",
            )
        command = exec_value(["env", f"{HOME_VARIABLE}={home}", *words] if home else words)
        lines = (
            "[Desktop Entry]", "Type=Application", "Name=VaultDesk", f"Exec={command}",
            # When the program is gone the entry is passed over, without a word.
            f"TryExec={_escaped(words[0])}",
            "Icon=vaultdesk", "Terminal=false", "StartupNotify=false", "X-GNOME-Autostart-enabled=true",
        )  # fmt: skip
        return "\n".join(lines) + "\n"


def exec_value(words: Sequence[str]) -> str:
    """Return *words* as the value of `Exec`, by the rules of the Desktop Entry specification."""
    return _escaped(" ".join(map(_quoted, words)).replace("%", "%%"))


def command_words(value: str) -> list[str]:
    """Return the words of an `Exec` value; what stands for files is left out."""
    text = re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[0]), value)
    words: list[str] = []
    for found in _WORD.finditer(text):
        quoted, plain = found.groups()
        word = re.sub(r"\\([\"`$\\])", r"\1", quoted) if quoted is not None else plain
        if not re.fullmatch(r"%[fFuUickdDnNvm]", word):
            words.append(word.replace("%%", "%"))
    return words


def _quoted(word: str) -> str:
    if word and not _RESERVED.search(word):
        return word
    return '"' + re.sub(r"([\"`$\\])", r"\\\1", word) + '"'


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\")


def _read(text: str) -> dict[str, str]:
    said: dict[str, str] = {}
    inside = False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.strip() == "[Desktop Entry]"
        elif inside and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            said.setdefault(key.strip(), value.strip())
    return said
