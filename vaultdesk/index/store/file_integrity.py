"""Integrity of the index file while it is open, and its health as seen by diagnostics."""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.store import database, index_schema

# The file is *proven* when it was just created, when it equals its checksum, or when integrity_check.py found every row
# to be as the notes say. Only a proven file gets a checksum when it is closed.

log = logging.getLogger(__name__)


class FileIntegrity:
    """Belongs to an `Index`, which holds its write lock in all calls but `in_place` and `verify_checksum`."""

    def __init__(self, file: Path) -> None:
        self.proven = False
        self._file = file
        self._signature: database.FileSignature | None = None
        """How the file stood when we last looked or wrote."""
        self._version = -1
        """SQLite's count of what other connections committed, at that time."""
        self._checksum: database.FileChecksum | None = None
        """What the file was when it was closed."""
        self._has_checksum = False
        """Whether the checksum is still beside it: until the first commit."""
        self._pin: sqlite3.Connection | None = None
        """A reader that keeps others from writing into the file (not into its log) until its checksum is verified."""
        self._pin_lock = threading.Lock()
        self._raw = -1
        """The file for reading its bytes. Closing it would take all of this process's locks off the file (POSIX)."""

    def opened(self, writer: sqlite3.Connection, *, is_new: bool) -> None:
        """Take the file as it is now that it is open."""
        self.proven = is_new
        self._checksum = (
            None if is_new or database.verify_checksum(self._file) != "whole" else database.read_checksum(self._file)
        )
        if self._checksum is not None:
            self._pin = database.connect(self._file, writable=False)
            self._pin.execute("BEGIN")
            self._pin.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if database.has_log(self._file):  # Somebody else has begun to write: the file is not what was sealed.
                self._checksum = None
                self._unpin()
        self._has_checksum = self._checksum is not None
        if not self._has_checksum:
            self._break()
        self._remember(writer)

    def vault_digest(self) -> str:
        """Return what was kept for the file as it was closed; empty once it was written to."""
        checksum = self._checksum if self._has_checksum else None
        return database.read_vault_digest(self._file, checksum) if checksum is not None else ""

    def keep_vault_digest(self, digest: str) -> None:
        """Keep it for the file as it was closed. Of a file that was written to nothing is kept."""
        if self._checksum is not None and self._has_checksum:
            database.write_vault_digest(self._file, self._checksum, digest)

    def in_place(self) -> None:
        """Raise `IndexFailed` where the file was removed, replaced or cut short. Any thread may ask."""
        before, now = self._signature, database.file_signature(self._file)
        if now is None or before is None or (now.device, now.number) != (before.device, before.number):
            raise database.damaged(self._file, "removed or replaced while open")
        if now.size < before.size:  # Nothing of ours ever makes it shorter.
            raise database.damaged(self._file, "cut short while open")

    def before_writing(self, writer: sqlite3.Connection) -> None:
        """Remove the checksum before the file changes."""
        self.detect_foreign_writes(writer)
        if self._has_checksum:
            self._break()

    def after_commit(self, writer: sqlite3.Connection) -> None:
        """Know the file as the commit left it; SQLite may have poured its log into it."""
        self._remember(writer)

    def detect_foreign_writes(self, writer: sqlite3.Connection) -> None:
        """Notice what was written to the file past SQLite: from then on it is not proven."""
        before, version = self._signature, self._version
        self._remember(writer)
        if self._signature != before and self._version == version:
            log.info("something wrote to the index's file past SQLite")
            self.proven = False

    def verify_checksum(self) -> database.ChecksumResult:
        """Read the whole file (0.1 s for 14,000 notes) and hold it beside its checksum, once. Any thread may do it."""
        with self._pin_lock:
            if self._pin is None:
                return "missing"
            self._raw = os.open(self._file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            is_same = database.compute_checksum(self._raw) == self._checksum
            self._pin.close()
            self._pin = None
            self.proven = is_same
            return "whole" if is_same else "broken"

    def closing(self, writer: sqlite3.Connection) -> bool:
        """Return whether the checksum is to be written once the connections are closed; the log is then empty."""
        if not self._has_checksum:
            self.verify_checksum()  # If it was not verified yet; else a sound file counts as unproven next time.
        self._unpin()
        self.detect_foreign_writes(writer)
        if not self.proven or self._has_checksum:
            return False
        return bool(writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)

    def closed(self, *, is_checksum_due: bool) -> None:
        """Write the checksum, if it is due: this was the last connection of all."""
        with self._pin_lock:  # Whoever still reads the file's bytes ends first.
            if self._raw >= 0:
                os.close(self._raw)
                self._raw = -1
        # With a log there, another program has the file open, and may be writing to it.
        if is_checksum_due and not self._file.with_name(self._file.name + "-wal").exists():
            database.write_checksum(self._file)

    def _break(self) -> None:
        try:
            database.remove_checksum(self._file)
            self._has_checksum = False
        except OSError as error:
            raise IndexFailed(
                Phrase("The search index may not be written."),
                hint=Phrase("Check the rights of its folder."),
                file=self._file,
                why=str(error),
                damaged=False,
            ) from error

    def _remember(self, writer: sqlite3.Connection) -> None:
        self._version = writer.execute("PRAGMA data_version").fetchone()[0]
        self._signature = database.file_signature(self._file)

    def _unpin(self) -> None:
        with self._pin_lock:
            pin, self._pin = self._pin, None
            if pin is not None:
                pin.close()


def engine_problem() -> Phrase:
    """Return why the search index cannot work here, as a plain sentence; empty where it can."""
    try:
        with closing(sqlite3.connect(":memory:")) as trial:
            trial.execute("CREATE VIRTUAL TABLE trial USING fts5(words)")
    except sqlite3.Error as error:
        return Phrase("SQLite {0} has no full-text search: {1}", sqlite3.sqlite_version, error)
    return NO_PHRASE


def engine_name() -> str:
    """Return the engine and its version, for people."""
    return f"SQLite {sqlite3.sqlite_version} with FTS5"


# The program may have the file open meanwhile, in this process or in another.

IndexCondition = Literal["none", "sound", "damaged", "other", "held"]
"""`none`: there is no file. `other`: of another version or program, so that it is made anew. `held`: it cannot be read
for now."""

PROGRESS_STEPS = 20_000
"""Instructions of SQLite between two looks at the clock: a few milliseconds."""

LOCK_WAIT = 2.0
"""Seconds for another program's lock."""


@dataclass(frozen=True, slots=True)
class IndexHealth:
    """What was found."""

    condition: IndexCondition
    why: str = ""
    """What SQLite says of damage, or of what holds the file."""
    notes: int = 0
    unread: int = 0
    """Notes that are known and were not read yet."""
    problems: int = 0
    """Notes that could not be read."""
    last: datetime | None = None
    """When a note was written into it last."""
    size: int = 0
    """Bytes."""
    has_checksum: bool = False
    """Whether it is what was closed well the last time, as far as a glance tells; False while it is open."""
    whole: bool = False
    """Whether the check of its trees came to its end in time."""


def check_index_health(
    file: Path, seconds: float, *, held: bool = False, clock: Callable[[], float] = time.monotonic
) -> IndexHealth:
    """Look at the index in *file* for at most *seconds* or so. *held*: this very process has it open."""
    if not file.is_file():
        return IndexHealth("none")
    size = file.stat().st_size
    # A raw look at a file that this process has open would take all of its locks away.
    checksum_state = "missing" if held else database.verify_checksum(file)
    if checksum_state == "broken":
        return IndexHealth("damaged", "it is not the file that was closed", size=size)
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=LOCK_WAIT)) as connection:
            if not index_schema.has_current_schema(connection):
                return IndexHealth("other", size=size)
            whole, flaw = _checked(connection, clock() + seconds, clock)
            if flaw:
                return IndexHealth("damaged", flaw, size=size, whole=whole)
            return _counted(connection, size, has_checksum=checksum_state == "whole", whole=whole)
    except UnicodeDecodeError as error:  # Python's own, over what SQLite says of a damaged layout.
        return IndexHealth("damaged", str(error), size=size)
    except sqlite3.Error as error:
        problem = database.index_error(error, file)
        return IndexHealth("damaged" if database.is_damage(problem) else "held", str(error), size=size)


def _checked(connection: sqlite3.Connection, until: float, clock: Callable[[], float]) -> tuple[bool, str]:
    """Have SQLite look at the file's trees; return whether that came to its end, and the first flaw."""
    connection.set_progress_handler(lambda: int(clock() > until), PROGRESS_STEPS)
    try:
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError as stopped:
        if getattr(stopped, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
            raise
        return False, ""
    finally:
        connection.set_progress_handler(None, 0)
    return True, "" if found == "ok" else found


def _counted(connection: sqlite3.Connection, size: int, *, has_checksum: bool, whole: bool) -> IndexHealth:
    of_notes = "SELECT count(*), sum(digest = ''), sum(problem != ''), max(indexed_at) FROM note WHERE kind = 'note'"
    notes, unread, problems, last = connection.execute(of_notes).fetchone()
    when = datetime.fromtimestamp(last, tz=UTC).astimezone() if last else None
    return IndexHealth("sound", "", notes, unread or 0, problems or 0, when, size, has_checksum, whole)
