"""Databases and other files of the program: backups before a newer version migrates them, and their opening.

Beside each file lies a folder `backups` with the last three copies of it, each named by version and time. A program
that is older than a file leaves it alone: for databases it works on a file of its own beside the newer one, begun from
the last copy of its version. The search index has no backup: it grows again from the notes.
"""

import logging
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.platform.atomic_file import sync_file, sync_folder

if TYPE_CHECKING:
    import sqlite3

BACKUPS_KEPT = 3
"""Copies kept of each file; an older shape is hardly ever wanted again."""

BACKUP_FOLDER = "backups"

log = logging.getLogger(__name__)


def back_up(file: Path, version: int) -> Path:
    """Copy *file*, which is of *version*; return the copy, on the disk when this returns. Raises `OSError`."""
    with _new_backup(file, version) as (temporary, target):
        temporary.write_bytes(file.read_bytes())
    return target


def back_up_database(file: Path, version: int) -> Path:
    """Copy the SQLite database *file* likewise, whoever has it open. Raises `sqlite3.Error` too."""
    import sqlite3  # settings are read without it

    with (
        _new_backup(file, version) as (temporary, target),
        closing(sqlite3.connect(file)) as source,
        closing(sqlite3.connect(temporary)) as copy,
    ):
        source.backup(copy)
    return target


def list_backups(file: Path) -> list[Path]:
    """Return the copies of *file*, the newest first."""
    start = f"{file.stem}.version-"
    with suppress(OSError):
        named = [
            one
            for one in (file.parent / BACKUP_FOLDER).iterdir()
            if one.name.startswith(start) and one.suffix == file.suffix
        ]
        return sorted(named, key=lambda one: one.stem.rpartition(".")[2], reverse=True)
    return []


def newest_backup(file: Path, version: int) -> Path | None:
    """Return the last copy of *file* as *version* wrote it."""
    start = f"{file.stem}.version-{version}."
    return next((one for one in list_backups(file) if one.name.startswith(start)), None)


def database_version(file: Path) -> int:
    """Return the version that the SQLite database *file* says; 0 where there is none or it cannot be read."""
    if not file.exists():
        return 0
    import sqlite3  # as above

    try:
        # Only read: what a newer program made is not even opened for writing.
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return int(database.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


def database_for_version(file: Path, version: int) -> Path:
    """Return what a program of *version* works on: *file*, or where a newer one made that, its own file beside it.

    The latter begins with what the last copy of this version holds. Raises `OSError`.
    """
    if database_version(file) <= version:
        return file
    own = file.with_name(f"{file.stem}.version-{version}{file.suffix}")
    backup = newest_backup(file, version)
    if not own.exists() and backup is not None:
        with _replacing(own) as temporary:
            temporary.write_bytes(backup.read_bytes())
    return own


MAX_WAL_ATTEMPTS = 20
"""How often a database is switched to WAL while other processes open it at the same moment; one is the usual number."""


def use_write_ahead_log(database: "sqlite3.Connection") -> None:
    """Switch *database* to WAL: readers and a writer do not wait for one another. Raises `sqlite3.OperationalError`.

    SQLite does not apply the connection's timeout to the switch itself.
    """
    import sqlite3  # as above

    for last in (False,) * MAX_WAL_ATTEMPTS + (True,):
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if last:
                raise
            # A transaction does wait: when it begins, the other process has opened the file.
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        else:
            return


def migrate(database: "sqlite3.Connection", file: Path, version: int, steps: Mapping[int, Sequence[str]]) -> None:
    """Bring *file*, open as *database*, to *version* by the statements of *steps*, a copy kept before; all or nothing.

    Raises `OSError`, `sqlite3.Error`; then it is as it was.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        (current,) = database.execute("PRAGMA user_version").fetchone()  # Others may have been quicker.
        if current < version:
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
    """Give a place to write the copy to, and where it will be; take the oldest ones away when it is there."""
    folder = file.parent / BACKUP_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    time = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    target = folder / f"{file.stem}.version-{version}.{time}{file.suffix}"
    with _replacing(target) as temporary:
        yield temporary, target
    for old in list_backups(file)[BACKUPS_KEPT:]:
        try:
            old.unlink(missing_ok=True)
        except OSError as failed:
            log.info("An old copy of %s stays: %s", file.name, failed.strerror)


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """Give a new file, which takes its place, whole and on the disk, when the block ends well."""
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
