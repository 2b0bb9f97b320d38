"""A TOML file read into plain tables and updated in place; a file that cannot be read is never overwritten.

Changes of the text are made in toml_edit.py.
"""

import logging
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.backups import back_up, newest_backup
from vaultdesk.core.platform.program_file import FileLocked, lock_file, replace_file_bytes
from vaultdesk.core.settings.setting_keys import TomlTable

if TYPE_CHECKING:
    import tomlkit

log = logging.getLogger(__name__)

Migration = Callable[["tomlkit.TOMLDocument"], None]
"""Migrates a document to the next version, in place; the caller sets the version itself."""

MAX_SETTINGS_BYTES = 1_000_000
"""Maximum number of bytes read: far more than any settings file, so that a device or a large file at this path is not
loaded.
"""


class SettingsContents(Struct, frozen=True):
    """The content of the file, migrated to the current version."""

    text: str
    table: TomlTable
    version: int
    """The version in the file; the current one if the file has none."""


class SettingsFile:
    """The file on disk. Every method may block; no state is kept between calls."""

    def __init__(self, path: Path, version: int, migrations: Mapping[int, Migration]) -> None:
        self.path = path
        self._version = version
        self._migrations = migrations

    def read(self) -> SettingsContents:
        """Read it; a missing file counts as empty. Raises `SettingsError`, with the line if known."""
        text = self._read_text()
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as broken:
            raise self._content_error(str(broken)) from broken
        version = table.get("version", self._version)
        if not isinstance(version, int) or version < 0:
            raise self._content_error("version must be a whole number")
        if version >= self._version:
            return SettingsContents(text, table, version)
        migrated = self._migrated(text, version)
        return SettingsContents(migrated, tomllib.loads(migrated), version)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the file against other programs between `read` and `write`. Raises `SettingsError` if that fails."""
        try:
            with lock_file(self.path):
                yield
        except FileLocked as error:
            raise SettingsError(
                Phrase("The settings could not be saved"),
                hint=Phrase("{0} is being changed by another VaultDesk. Try again.", self.path),
                path=str(self.path),
            ) from error

    def write(self, before: SettingsContents, old: TomlTable, new: TomlTable) -> str:
        """Apply the differences between *old* and *new* to the text of *before*, atomically, and return the new text.

        Raises `SettingsError`; then the file is unchanged.
        """
        from vaultdesk.core.settings.toml_edit import edit_toml  # imports the TOML writer, not needed at the start

        try:
            text, keeps_layout = edit_toml(before.text, old, new)
        except ValueError as error:
            raise SettingsError(
                Phrase("The settings could not be changed"),
                hint=Phrase("VaultDesk cannot edit {0} because of its layout. Edit the file by hand.", self.path),
                path=str(self.path),
            ) from error
        try:
            if before.version < self._version and self.path.exists():
                # Values dropped by a migration stay available, and an older program finds a file of its version.
                back_up(self.path, before.version)
            elif not keeps_layout:
                self._back_up_layout()
            replace_file_bytes(self.path, text.encode())
        except OSError as error:
            raise SettingsError(
                Phrase("The settings could not be saved"),
                hint=Phrase("{0}: {1}. The file was not changed.", self.path, error.strerror or error),
                path=str(self.path),
            ) from error
        return text

    def _read_text(self) -> str:
        try:
            with self.path.open("rb") as file:
                data = file.read(MAX_SETTINGS_BYTES + 1)
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise SettingsError(
                Phrase("The settings file cannot be read"),
                hint=Phrase(
                    "{0}: {1}. Until it can be read, VaultDesk uses default settings.",
                    self.path,
                    error.strerror or error,
                ),
                path=str(self.path),
            ) from error
        if len(data) > MAX_SETTINGS_BYTES:
            raise self._content_error(f"it is longer than {MAX_SETTINGS_BYTES} bytes")
        try:
            return data.decode("utf-8-sig")  # Windows editors add a byte order mark, which TOML does not allow.
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise self._content_error(f"it is not UTF-8 text (at line {line})") from error

    def _migrated(self, text: str, version: int) -> str:
        import tomlkit  # as above

        document = tomlkit.parse(text)
        for step in range(version, self._version):
            migration = self._migrations.get(step)
            if migration is None:
                raise self._content_error(f"version {step} is not known")
            migration(document)
            document["version"] = step + 1
        return tomlkit.dumps(document)

    def own_version_backup(self) -> tuple[Path, SettingsContents] | None:
        """Return the last copy written by a program of this version, before a newer one changed the file."""
        backup = newest_backup(self.path, self._version)
        if backup is None:
            return None
        backup_file = SettingsFile(backup, self._version, self._migrations)
        try:
            return backup, backup_file.read()
        except SettingsError as broken:
            log.info("The copy of the settings cannot be used: %s", broken.hint)
            return None

    def _back_up_layout(self) -> None:
        # A comment that had to be removed is still in the copy of the user's file.
        backup = self.path.with_name(f"{self.path.stem}.by-hand{self.path.suffix}")
        if self.path.exists() and not backup.exists():
            backup.write_bytes(self.path.read_bytes())

    def _content_error(self, reason: str) -> SettingsError:
        match = re.search(r"line (\d+)", reason)
        line = int(match[1]) if match else None
        return SettingsError(
            Phrase("The settings file has a mistake in line {0}", line)
            if line
            else Phrase("The settings file has a mistake"),
            hint=Phrase(
                "{0}: {1}. Correct the file or move it away; until then VaultDesk uses default settings and saves "
                "none.",
                self.path,
                reason,
            ),
            path=str(self.path),
            line=line,
        )
