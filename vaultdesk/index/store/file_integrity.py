"""Integrity of the open index file, and its health for diagnostics."""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from msgspec import Struct

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.store import database, index_tables

# The file is *verified* if it was just created, if it matches its checksum, or if integrity_check.py found every row to
# match the notes. Only a verified file gets a checksum when it is closed.

log = logging.getLogger(__name__)


class FileIntegrity:
    """Tracks whether the file can be trusted. Belongs to an `Index`, which holds its write lock in all calls but
    `require_in_place` and `verify_checksum`.
    """

    def __init__(self, file: Path) -> None:
        self.verified = False
        self._file = file
        self._signature: database.FileSignature | None = None
        """State of the file at our last check or write."""
        self._version = -1
        """SQLite's counter of commits by other connections, at that time."""
        self._checksum: database.FileChecksum | None = None
        """Checksum of the file when it was closed."""
        self._has_checksum = False
        """Whether the checksum file still exists: until the first commit."""
        self._pin: sqlite3.Connection | None = None
        """A reader that keeps others from writing into the file (not into its log) until its checksum is verified."""
        self._pin_lock = threading.Lock()
        self._descriptor = -1
        """Descriptor for reading the file's bytes. Closing it would release all of this process's locks on the file
        (POSIX).
        """

    def opened(self, writer: sqlite3.Connection, *, is_new: bool) -> None:
        """Record the state of the newly opened file."""
        self.verified = is_new
        self._checksum = (
            None if is_new or database.verify_checksum(self._file) != "valid" else database.read_checksum(self._file)
        )
        if self._checksum is not None:
            self._pin = database.connect(self._file, writable=False)
            self._pin.execute("BEGIN")
            self._pin.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if database.has_log(self._file):  # Another program has begun to write: the checksum no longer applies.
                self._checksum = None
                self._unpin()
        self._has_checksum = self._checksum is not None
        if not self._has_checksum:
            self._remove_checksum()
        self._record_state(writer)

    def vault_digest(self) -> str:
        """Return the digest stored when the file was closed; empty once it was written to."""
        checksum = self._checksum if self._has_checksum else None
        return database.read_vault_digest(self._file, checksum) if checksum is not None else ""

    def store_vault_digest(self, digest: str) -> None:
        """Store the digest for the file as it was closed. Does nothing once the file was written to."""
        if self._checksum is not None and self._has_checksum:
            database.write_vault_digest(self._file, self._checksum, digest)

    def require_in_place(self) -> None:
        """Raise `IndexFailed` if the file was removed, replaced or truncated. Thread-safe."""
        previous, now = self._signature, database.file_signature(self._file)
        if now is None or previous is None or (now.device, now.number) != (previous.device, previous.number):
            raise database.damaged(self._file, "removed or replaced while open")
        if now.size < previous.size:  # VaultDesk never makes it shorter.
            raise database.damaged(self._file, "cut short while open")

    def before_writing(self, writer: sqlite3.Connection) -> None:
        """Remove the checksum before the file changes."""
        self.detect_foreign_writes(writer)
        if self._has_checksum:
            self._remove_checksum()

    def after_commit(self, writer: sqlite3.Connection) -> None:
        """Record the state after the commit; SQLite may have written its log into the file."""
        self._record_state(writer)

    def detect_foreign_writes(self, writer: sqlite3.Connection) -> None:
        """Detect writes to the file outside SQLite, after which it is not verified."""
        previous, version = self._signature, self._version
        self._record_state(writer)
        if self._signature != previous and self._version == version:
            log.info("the index file was written by something other than SQLite")
            self.verified = False

    def verify_checksum(self) -> database.ChecksumResult:
        """Read the whole file (0.1 s for 14,000 notes) and compare it with its checksum, once. Thread-safe."""
        with self._pin_lock:
            if self._pin is None:
                return "missing"
            self._descriptor = os.open(self._file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            is_same = database.compute_checksum(self._descriptor) == self._checksum
            self._pin.close()
            self._pin = None
            self.verified = is_same
            return "valid" if is_same else "mismatch"

    def closing(self, writer: sqlite3.Connection) -> bool:
        """Return whether the checksum is to be written once the connections are closed; SQLite's log is then empty."""
        if not self._has_checksum:
            self.verify_checksum()  # If not verified yet; otherwise an undamaged file is unverified at the next start.
        self._unpin()
        self.detect_foreign_writes(writer)
        if not self.verified or self._has_checksum:
            return False
        return bool(writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)

    def closed(self, *, is_checksum_due: bool) -> None:
        """Write the checksum, if it is due: this was the last connection of all."""
        with self._pin_lock:  # A running read of the file's bytes ends first.
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1
        # If a log exists, another program has the file open, and may be writing to it.
        if is_checksum_due and not self._file.with_name(self._file.name + "-wal").exists():
            database.write_checksum(self._file)

    def _remove_checksum(self) -> None:
        try:
            database.remove_checksum(self._file)
            self._has_checksum = False
        except OSError as error:
            raise IndexFailed(
                Phrase("The search index cannot be written."),
                hint=Phrase("Check the permissions of its folder."),
                file=self._file,
                why=str(error),
                damaged=False,
            ) from error

    def _record_state(self, writer: sqlite3.Connection) -> None:
        self._version = writer.execute("PRAGMA data_version").fetchone()[0]
        self._signature = database.file_signature(self._file)

    def _unpin(self) -> None:
        with self._pin_lock:
            pin, self._pin = self._pin, None
            if pin is not None:
                pin.close()


def engine_problem() -> Phrase:
    """Return why the search index cannot work here, as a plain sentence; empty if it can."""
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("CREATE VIRTUAL TABLE trial USING fts5(words)")
    except sqlite3.Error as error:
        return Phrase("SQLite {0} has no full-text search: {1}", sqlite3.sqlite_version, error)
    return NO_PHRASE


def engine_name() -> str:
    """Return the engine and its version, for display."""
    return f"SQLite {sqlite3.sqlite_version} with FTS5"


# The program may have the file open at the same time, in this process or in another.

IndexCondition = Literal["none", "intact", "damaged", "other", "unavailable"]
"""`none`: there is no file. `other`: of another version or program, so that it is rebuilt. `unavailable`: it cannot
be read for now.
"""

PROGRESS_STEPS = 20_000
"""SQLite instructions between two checks of the time: a few milliseconds."""

LOCK_WAIT = 2.0
"""Seconds to wait for another program's lock."""


class IndexHealth(Struct, frozen=True):
    """Result of the health check."""

    condition: IndexCondition
    reason: str = ""
    """SQLite's message about damage, or why the file cannot be read."""
    notes: int = 0
    unread: int = 0
    """Notes that are known and not read yet."""
    problems: int = 0
    """Notes that could not be read."""
    last: datetime | None = None
    """When a note was last written to it."""
    size: int = 0
    """Bytes."""
    has_checksum: bool = False
    """Whether header and size match its checksum; False while it is open."""
    is_complete: bool = False
    """Whether the check of its trees was completed in time."""


def check_index_health(
    file: Path, seconds: float, *, is_open: bool = False, clock: Callable[[], float] = time.monotonic
) -> IndexHealth:
    """Check the index in *file* for at most about *seconds*. *is_open*: this process has it open."""
    if not file.is_file():
        return IndexHealth("none")
    size = file.stat().st_size
    # Closing a second descriptor of a file that this process has open would release all of its locks.
    checksum_state = "missing" if is_open else database.verify_checksum(file)
    if checksum_state == "mismatch":
        return IndexHealth("damaged", "it is not the file that was closed", size=size)
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=LOCK_WAIT)) as connection:
            if not index_tables.has_current_schema(connection):
                return IndexHealth("other", size=size)
            is_complete, flaw = _check_trees(connection, clock() + seconds, clock)
            if flaw:
                return IndexHealth("damaged", flaw, size=size, is_complete=is_complete)
            return _healthy(connection, size, has_checksum=checksum_state == "valid", is_complete=is_complete)
    except UnicodeDecodeError as error:  # Raised by Python for SQLite's message about a damaged layout.
        return IndexHealth("damaged", str(error), size=size)
    except sqlite3.Error as error:
        problem = database.index_error(error, file)
        return IndexHealth("damaged" if database.is_damage(problem) else "unavailable", str(error), size=size)


def _check_trees(connection: sqlite3.Connection, until: float, clock: Callable[[], float]) -> tuple[bool, str]:
    """Have SQLite check the file's trees; return whether that was completed, and the first flaw."""
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


def _healthy(connection: sqlite3.Connection, size: int, *, has_checksum: bool, is_complete: bool) -> IndexHealth:
    sql = "SELECT count(*), sum(digest = ''), sum(problem != ''), max(indexed_at) FROM note WHERE kind = 'note'"
    notes, unread, problems, last = connection.execute(sql).fetchone()
    last_indexed = datetime.fromtimestamp(last, tz=UTC).astimezone() if last else None
    return IndexHealth("intact", "", notes, unread or 0, problems or 0, last_indexed, size, has_checksum, is_complete)
