"""Backups of the program's databases and other files before a newer version migrates them, and their migration.

Beside each file is a folder `backups` with its last three copies, each named by version and time. A program older than
a file leaves it unchanged: for databases it uses a separate file beside the newer one, created from the last copy of
its version. The search index has no backup, because it can be rebuilt from the notes.
"""

import logging
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.platform.program_file import sync_file, sync_folder

if TYPE_CHECKING:
    import sqlite3

MAX_BACKUPS = 3
"""Number of copies kept of each file."""

BACKUP_FOLDER = "backups"

log = logging.getLogger(__name__)


def back_up(file: Path, version: int) -> Path:
    """Copy *file*, which has version *version*; return the copy, flushed to disk. Raises `OSError`."""
    with _new_backup(file, version) as (temporary, target):
        temporary.write_bytes(file.read_bytes())
    return target


def back_up_database(file: Path, version: int) -> Path:
    """Copy the SQLite database *file* in the same way, even while it is in use. Raises `sqlite3.Error` too."""
    import sqlite3  # settings are read without it

    with (
        _new_backup(file, version) as (temporary, target),
        closing(sqlite3.connect(file)) as source,
        closing(sqlite3.connect(temporary)) as copy,
    ):
        source.backup(copy)
    return target


def list_backups(file: Path) -> list[Path]:
    """Return the copies of *file*, newest first; empty if there are none or their folder cannot be read."""
    start = f"{file.stem}.version-"
    with suppress(OSError):
        backups = [
            path
            for path in (file.parent / BACKUP_FOLDER).iterdir()
            if path.name.startswith(start) and path.suffix == file.suffix
        ]
        return sorted(backups, key=lambda path: path.stem.rpartition(".")[2], reverse=True)
    return []


def newest_backup(file: Path, version: int) -> Path | None:
    """Return the last copy of *file* written by *version*."""
    start = f"{file.stem}.version-{version}."
    return next((path for path in list_backups(file) if path.name.startswith(start)), None)


def database_version(file: Path) -> int:
    """Return the version of the SQLite database *file*; 0 if there is none or it cannot be read."""
    if not file.exists():
        return 0
    import sqlite3  # as above

    try:
        # Read-only: a database of a newer program is not even opened for writing.
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return int(database.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


def database_for_version(file: Path, version: int) -> Path:
    """Return the file for a program of *version*: *file*, or if a newer one wrote that, a separate file beside it.

    The latter starts as the last copy of this version. Raises `OSError`.
    """
    if database_version(file) <= version:
        return file
    own_file = file.with_name(f"{file.stem}.version-{version}{file.suffix}")
    backup = newest_backup(file, version)
    if not own_file.exists() and backup is not None:
        with _replacing(own_file) as temporary:
            temporary.write_bytes(backup.read_bytes())
    return own_file


MAX_WAL_ATTEMPTS = 20
"""Number of attempts to switch a database to WAL while other processes open it; one usually suffices."""


def use_write_ahead_log(database: "sqlite3.Connection") -> None:
    """Switch *database* to WAL: readers and a writer do not wait for one another. Raises `sqlite3.OperationalError`.

    SQLite does not apply the connection's timeout to the switch itself.
    """
    import sqlite3  # as above

    for is_last in (False,) * MAX_WAL_ATTEMPTS + (True,):
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if is_last:
                raise
            # A transaction does wait: when it begins, the other process has opened the file.
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        else:
            return


def migrate(database: "sqlite3.Connection", file: Path, version: int, steps: Mapping[int, Sequence[str]]) -> None:
    """Migrate *file*, open as *database*, to *version* by the statements of *steps*, after a backup; all or nothing.

    The statements for version 0 create the tables of an empty file, which needs no backup.

    Raises `OSError`, `sqlite3.Error`; then it is unchanged.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        (current,) = database.execute("PRAGMA user_version").fetchone()  # Another process may have migrated it.
        if current < version and database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            back_up_database(file, current)
        for step in range(current, version):
            for statement in steps[step]:
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {step + 1}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


@contextmanager
def _new_backup(file: Path, version: int) -> Iterator[tuple[Path, Path]]:
    """Yield a path to write the copy to, and its final path; afterwards delete the oldest copies."""
    folder = file.parent / BACKUP_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    time = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    target = folder / f"{file.stem}.version-{version}.{time}{file.suffix}"
    with _replacing(target) as temporary:
        yield temporary, target
    for old in list_backups(file)[MAX_BACKUPS:]:
        try:
            old.unlink(missing_ok=True)
        except OSError as error:
            log.info("An old copy of %s could not be deleted: %s", file.name, error.strerror)


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """Yield a new file, which replaces *target*, complete and flushed, when the block ends without an error."""
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    os.close(descriptor)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("r+b") as file:
            sync_file(file.fileno())
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(target.parent)
