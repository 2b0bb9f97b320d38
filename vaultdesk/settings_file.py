"""Settings file: one TOML file read into plain tables and changed in place. Knows no setting by name; see settings.py.

A change is written as the difference between two tables, so that comments, order and keys this program does not know
stay as the person wrote them. What cannot be read is never written over.
"""

import contextlib
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array

from vaultdesk.errors import SettingsError
from vaultdesk.settings_keys import Table, as_array, inline_entry

Migration = Callable[[tomlkit.TOMLDocument], None]
"""Turns a document of one version into one of the next, in place; the version itself is set by the caller."""

LARGEST_FILE = 1_000_000
"""Bytes read at most: far over any settings file, so that a device or a film put there by mistake is not slurped in."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What the file says, brought to the present version."""

    text: str
    table: Table
    version: int
    """The version written in the file itself; the present one where the file names none."""


class SettingsFile:
    """The file on disk. Every method may block; none keeps state between calls."""

    def __init__(self, path: Path, version: int, migrations: Mapping[int, Migration]) -> None:
        self.path = path
        self._version = version
        self._migrations = migrations

    def read(self) -> Contents:
        """Read it; a missing file is an empty one. Raises `SettingsError`, naming the line where it can."""
        text = self._read_text()
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as broken:
            raise self._broken(str(broken)) from broken
        version = table.get("version", self._version)
        if not isinstance(version, int) or version < 0:
            raise self._broken("version must be a whole number")
        if version >= self._version:
            return Contents(text, table, version)
        migrated = self._migrated(text, version)
        return Contents(migrated, tomllib.loads(migrated), version)

    def write(self, before: Contents, old: Table, new: Table) -> str:
        """Change what differs between *old* and *new* in the text of *before*, atomically, and return the new text.

        Raises `SettingsError`; then the file is as it was.
        """
        try:
            document = tomlkit.parse(before.text)
            _merge(document, old, new)
            text = tomlkit.dumps(document)
            tomllib.loads(text)
        except (TOMLKitError, tomllib.TOMLDecodeError) as failed:
            raise SettingsError(
                "The settings could not be changed",
                hint=f"The layout of {self.path} is one this program cannot edit: {failed}. Change it by hand.",
                path=str(self.path),
            ) from failed
        try:
            if before.version < self._version and self.path.exists():
                self._keep_old(before.version)
            _replace(self.path, text)
        except OSError as failed:
            raise SettingsError(
                "The settings could not be saved",
                hint=f"{self.path}: {failed.strerror or failed}. The file was not changed.",
                path=str(self.path),
            ) from failed
        return text

    def _read_text(self) -> str:
        try:
            with self.path.open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
        except FileNotFoundError:
            return ""
        except OSError as failed:
            raise SettingsError(
                "The settings file cannot be read",
                hint=f"{self.path}: {failed.strerror or failed}. Until then the program runs on its defaults.",
                path=str(self.path),
            ) from failed
        if len(data) > LARGEST_FILE:
            raise self._broken(f"it is longer than {LARGEST_FILE} bytes")
        try:
            return data.decode("utf-8-sig")  # Windows editors put a mark of three bytes first; TOML knows none.
        except UnicodeDecodeError as failed:
            line = data.count(b"\n", 0, failed.start) + 1
            raise self._broken(f"it is not UTF-8 text (at line {line})") from failed

    def _migrated(self, text: str, version: int) -> str:
        document = tomlkit.parse(text)
        for step in range(version, self._version):
            migration = self._migrations.get(step)
            if migration is None:
                raise self._broken(f"version {step} is not known")
            migration(document)
            document["version"] = step + 1
        return tomlkit.dumps(document)

    def _keep_old(self, version: int) -> None:
        # What a migration drops can still be looked up in the file the person had.
        kept = self.path.with_name(f"{self.path.stem}.version-{version}{self.path.suffix}")
        if not kept.exists():
            kept.write_bytes(self.path.read_bytes())

    def _broken(self, why: str) -> SettingsError:
        found = re.search(r"line (\d+)", why)
        line = int(found[1]) if found else None
        return SettingsError(
            f"The settings file has a mistake in line {line}" if line else "The settings file has a mistake",
            hint=f"{self.path}: {why}. Mend the file or move it away; "
            "until then the program runs on its defaults and saves no settings.",
            path=str(self.path),
            line=line,
        )


def _merge(target: MutableMapping[str, object], old: Table, new: Table) -> None:
    for key in old.keys() - new.keys():
        target.pop(key, None)
    for key, value in new.items():
        before, here = old.get(key), target.get(key)
        if key in old and before == value:
            continue
        if isinstance(value, dict) and isinstance(here, MutableMapping):
            _merge(here, before if isinstance(before, dict) else {}, value)
        elif isinstance(value, list) and isinstance(before, list) and isinstance(here, Array | AoT):
            target[key] = _merged_list(here, before, value)
        else:
            target[key] = as_array(value) if isinstance(value, list) else tomlkit.item(value)


def _merged_list(here: Array | AoT, old: list[object], new: list[object]) -> Array | AoT:
    # Entries that stay are not rewritten: they carry comments, and may hold what this program could not read.
    kept = [place for place, entry in enumerate(old) if entry in new]
    added = new[len(kept) :]
    if [old[place] for place in kept] != new[: len(kept)]:  # also re-ordered: nothing to build upon
        left = list(zip(old, here.unwrap(), strict=True))
        return as_array([_taken(left, entry) for entry in new])
    for place in reversed(range(len(old))):
        if place not in kept:
            del here[place]
    for entry in added:
        here.append(tomlkit.item(entry) if isinstance(here, AoT) else inline_entry(entry))
    return here


def _taken(left: list[tuple[object, object]], entry: object) -> object:
    for place, (read, written) in enumerate(left):
        if read == entry:
            del left[place]
            return written
    return entry


def _replace(path: Path, text: str) -> None:
    real = path.resolve()  # A dotfile manager's link stays a link.
    real.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o600
    descriptor, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(real)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if os.name == "posix":
        folder = os.open(real.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
