"""Append-only journal of vault changes in SQLite: its entries, with snapshots, used for undo and crash recovery."""

import errno
import json
import logging
import os
import re
import secrets
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Literal, cast

from msgspec import Struct

from vaultdesk.core.errors import JournalFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.backups import database_for_version, migrate
from vaultdesk.core.platform.program_file import sync_file, sync_folder
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.disk.atomic_write import FileAttributes
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES, Origin

log = logging.getLogger(__name__)

JournalState = Literal["intended", "done", "unconfirmed", "failed", "conflict"]
"""The state of a change. `intended`: begun, and its end is not recorded. `unconfirmed`: in place, but the disk did not
confirm it. `failed`: nothing is changed, or it was reverted. `conflict`: after a crash the file was neither the old nor
the new one, because another program wrote it; all three versions are stored.
"""

OPEN_STATES: tuple[JournalState, ...] = ("intended", "unconfirmed")
"""States that recovery examines at the next start; such changes are never deleted."""

DEFAULT_DAYS = 90
"""Days for which a change can be undone (the settings' default)."""

DEFAULT_MEGABYTES = 500
"""Megabytes of earlier versions stored: some 100,000 notes of 5 kB."""


class Retention(Struct, frozen=True):
    """The retention of earlier versions, limited in days and in megabytes."""

    days: float = DEFAULT_DAYS
    megabytes: float = DEFAULT_MEGABYTES


@dataclass(frozen=True, slots=True)
class Intent:
    """A change about to be made, with everything needed to determine after a crash whether it was."""

    kind: NoteChangeKind
    path: str
    new_path: str = ""
    """Path of a moved file afterwards; for a deleted one its path in the vault's own trash, if it goes there."""
    old_digest: str = ""
    """SHA-256 of the file at `path` before; empty if there is none."""
    new_digest: str = ""
    """SHA-256 of the file at `path` afterwards, or at `new_path` for a move; empty if there is none."""
    data: bytes | None = field(default=None, repr=False)
    """The new bytes. They stay in the journal until the change is done: if another program writes the note during a
    crash, this is the only copy.
    """
    temporary: str = ""
    """Name of the hidden temporary file for the new bytes."""
    folders: tuple[str, ...] = ()
    """Folders that will be created for it, outermost first."""
    attributes: FileAttributes | None = None
    """Attributes of the file at `path` before."""
    added: int = 0
    removed: int = 0
    """Number of removed lines."""
    kept_bytes: int = 0
    """Bytes of the snapshot of the old state; 0 if none is needed, as for a move."""
    unit: str = ""
    undoes: int = 0
    folds_into: int = 0
    """The earlier change of the same edit session into which this one is merged once it is done."""


class JournalEntry(Struct, frozen=True):
    """One change."""

    id: int
    group: str
    time: datetime
    title: str
    """A `Phrase` if the change was stored with a code of `CHANGE_TITLES`."""
    agent: str
    conversation_id: str
    tool: str
    kind: NoteChangeKind
    path: str
    new_path: str
    """Path of a moved file afterwards; for a deleted one its path in the vault's own trash, if it went there."""
    old_digest: str
    """SHA-256 of the bytes before, for `Journal.snapshot` (a move stores none); empty for a creation."""
    new_digest: str
    """SHA-256 of the bytes after; empty for a deletion."""
    added: int
    removed: int
    state: JournalState
    undoes: int
    """The change that this one reverted; 0 for none."""
    undone_by: int
    """The change that reverted this one; 0 while it is in effect, also after the undo itself was undone."""
    unit: str
    folders: tuple[str, ...] = ()
    """Folders that were created for it, outermost first."""
    attributes: FileAttributes | None = None
    """Mode, owner and extended attributes of the file before."""


class OpenChange(Struct, frozen=True):
    """An unfinished change and its intent."""

    id: int
    group: str
    state: JournalState
    intent: Intent


JOURNAL_TABLES = """
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, "group" TEXT NOT NULL, time REAL NOT NULL, title TEXT NOT NULL,
    agent TEXT NOT NULL, conversation_id TEXT NOT NULL, tool TEXT NOT NULL, kind TEXT NOT NULL, path TEXT NOT NULL,
    new_path TEXT NOT NULL, old_digest TEXT NOT NULL, new_digest TEXT NOT NULL, added INTEGER NOT NULL,
    removed INTEGER NOT NULL, state TEXT NOT NULL, undoes INTEGER NOT NULL, undone_by INTEGER NOT NULL,
    unit TEXT NOT NULL, folders TEXT NOT NULL, attributes TEXT NOT NULL, kept_bytes INTEGER NOT NULL);
CREATE INDEX changes_by_group ON changes ("group", id);
CREATE INDEX changes_by_path ON changes (path, id);
CREATE INDEX changes_by_new_path ON changes (new_path, id);
CREATE INDEX changes_by_old ON changes (old_digest);
CREATE INDEX changes_by_new ON changes (new_digest);
CREATE INDEX changes_open ON changes (id) WHERE state IN ('intended', 'unconfirmed');
CREATE TABLE intents (
    change_id INTEGER PRIMARY KEY, data BLOB, temporary TEXT NOT NULL, folds_into INTEGER NOT NULL);
"""

CHANGE_COLUMNS = (
    'id, "group", time, title, agent, conversation_id, tool, kind, path, new_path, old_digest, new_digest, added, '
    "removed, state, undoes, undone_by, unit, folders, attributes"
)
"""The columns that `entry_from_row` reads, in order."""

INTENT_COLUMNS = f"{CHANGE_COLUMNS}, kept_bytes, data, temporary, folds_into"
"""The columns that `open_change_from_row` reads, in order."""

INSERT_CHANGE = (
    'INSERT INTO changes ("group", time, title, agent, conversation_id, tool, kind, path, new_path, old_digest, '
    "new_digest, added, removed, state, undoes, undone_by, unit, folders, attributes, kept_bytes) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
"""Takes the values that `change_row` returns."""


def change_row(intent: Intent, origin: Origin, now: float) -> tuple[object, ...]:
    """Return the row of a change that begins at *now*."""
    title = CHANGE_TITLES.encode(origin.title)
    origin_values = (origin.group, now, title, origin.agent, origin.conversation_id, origin.tool)
    file_values = (intent.kind, intent.path, intent.new_path, intent.old_digest, intent.new_digest)
    state: JournalState = "intended"
    state_values = (intent.added, intent.removed, state, intent.undoes, 0, intent.unit)
    attributes = intent.attributes.to_text() if intent.attributes is not None else ""
    return (*origin_values, *file_values, *state_values, json.dumps(intent.folders), attributes, intent.kept_bytes)


def entry_from_row(row: Sequence[object]) -> JournalEntry:
    """Return the change in *row*."""
    number, group, time, title, agent, conversation_id, tool, kind, path, new_path = row[:10]
    old_digest, new_digest, added, removed, state, undoes, undone_by, unit, folders, attributes = row[10:20]
    return JournalEntry(
        id=cast("int", number),
        group=str(group),
        time=datetime.fromtimestamp(cast("float", time), UTC),
        title=CHANGE_TITLES.decode(str(title)),
        agent=str(agent),
        conversation_id=str(conversation_id),
        tool=str(tool),
        kind=cast("NoteChangeKind", kind),
        path=str(path),
        new_path=str(new_path),
        old_digest=str(old_digest),
        new_digest=str(new_digest),
        added=cast("int", added),
        removed=cast("int", removed),
        state=cast("JournalState", state),
        undoes=cast("int", undoes),
        undone_by=cast("int", undone_by),
        unit=str(unit),
        folders=tuple(json.loads(str(folders))),
        attributes=FileAttributes.from_text(str(attributes)) if attributes else None,
    )


def open_change_from_row(row: Sequence[object]) -> OpenChange:
    """Return the open change in *row*."""
    entry = entry_from_row(row)
    kept_bytes, data, temporary, folds_into = row[20:]
    intent = Intent(
        kind=entry.kind,
        path=entry.path,
        new_path=entry.new_path,
        old_digest=entry.old_digest,
        new_digest=entry.new_digest,
        data=cast("bytes | None", data),
        temporary=str(temporary or ""),
        folders=entry.folders,
        attributes=entry.attributes,
        added=entry.added,
        removed=entry.removed,
        kept_bytes=cast("int", kept_bytes),
        unit=entry.unit,
        undoes=entry.undoes,
        folds_into=cast("int", folds_into or 0),
    )
    return OpenChange(entry.id, entry.group, entry.state, intent)


_TEMPORARY_SUFFIX = ".tmp"
_EMPTY_DIGEST = digest_of(b"")
_DIGEST = re.compile(r"[0-9a-f]{64}")
"""What `digest_of` returns."""

_DAY = 86_400.0


class Snapshots:
    """The folder of snapshots. For any thread; one process writes (write_access.py)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, data: bytes) -> str:
        """Store *data*, flush it to disk and return its digest; data that is stored already is not written again."""
        digest = digest_of(data)
        path = self.folder / digest
        with _translate_errors(Phrase("An earlier version of the note cannot be stored: {0}.")):
            if path.exists() and path.stat().st_size == len(data):
                return digest
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            temporary = self.folder / f"{secrets.token_hex(8)}{_TEMPORARY_SUFFIX}"
            try:
                _write(temporary, data)
                temporary.replace(path)
            except BaseException:
                with suppress(OSError):  # The first error is reported; `delete_unused` removes the rest.
                    temporary.unlink()
                raise
            self.sync()
        return digest

    def read(self, digest: str) -> bytes:
        """Return the bytes stored under *digest*. Raises `JournalFailed` if they are missing or damaged."""
        if digest == _EMPTY_DIGEST:
            return b""
        with _translate_errors(Phrase("An earlier version of the note cannot be read: {0}.")):
            data = (self.folder / digest).read_bytes()
        if digest_of(data) != digest:
            raise JournalFailed(
                Phrase("An earlier version of the note is damaged."),
                hint=Phrase("The note itself is not affected. Check the disk."),
                digest=digest,
            )
        return data

    def contains(self, digest: str) -> bool:
        return digest == _EMPTY_DIGEST or (bool(digest) and (self.folder / digest).exists())

    def delete(self, digest: str) -> bool:
        """Remove the data stored under *digest*; return whether none is left.

        A failure is logged: `delete_unused` tries again. Raises `ValueError` if *digest* is not one, such as the empty
        digest of a file that does not exist.
        """
        if not _DIGEST.fullmatch(digest):
            raise ValueError(f"not a digest: {digest!r}")
        return _remove(self.folder / digest)

    def delete_unused(self, used: Collection[str], older_than_days: float) -> int:
        """Remove incomplete files, and unreferenced ones that are older; return their number. One process only.

        A file that cannot be removed is logged and left for the next call.
        """
        removed = 0
        before = time.time() - older_than_days * _DAY
        try:
            files = [file for file in self.folder.iterdir() if file.is_file()]
        except FileNotFoundError:
            return 0
        except OSError as error:
            log.warning("earlier versions of notes cannot be listed: %s", error)
            return 0
        for file in files:
            try:
                is_unused = file.name not in used and file.stat().st_mtime < before
            except OSError as error:
                log.warning("an earlier version of a note cannot be examined: %s", error)
                continue
            if is_unused or file.name.endswith(_TEMPORARY_SUFFIX):
                removed += _remove(file)
        return removed

    def sync(self) -> None:
        """Flush the folder's entries to disk."""
        if self.folder.is_dir():
            sync_folder(self.folder)


def _remove(file: Path) -> bool:
    """Remove *file*, a snapshot; return whether it no longer exists. A failure is logged."""
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        log.warning("an earlier version of a note cannot be removed: %s", error)
        return False
    return True


def _write(file: Path, data: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        remaining = memoryview(data)
        while remaining:
            remaining = remaining[os.write(descriptor, remaining) :]
        sync_file(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _translate_errors(sentence: Phrase) -> Iterator[None]:
    """Convert an `OSError` to a `JournalFailed` with *sentence*, whose gap takes the reason."""
    try:
        yield
    except OSError as error:
        raise JournalFailed(
            Phrase(sentence.template, error.strerror or error),
            hint=Phrase("The note itself is not affected. Check the disk where VaultDesk stores its data."),
            reason=str(error),
        ) from error


# The journal is outside the vault and changes no note: writer.py makes the changes, write_access.py completes those
# interrupted by a crash.

VERSION = 1
"""Version of the tables. A file of a newer program is not changed: this version uses a separate file beside it
(backups.py).
"""

MIGRATIONS: Mapping[int, Sequence[str]] = {}
"""The statements that migrate tables of version N to N + 1, for each N below `VERSION`."""

BUSY_TIMEOUT = 5.0
"""Seconds for which a read waits for the writer of another process; a write takes milliseconds."""

CLEANUP_AFTER_CHANGES = 500
"""Number of changes after which a long-running program checks again for outdated changes."""

_MEGABYTE = 1_000_000


class Journal:
    """The journal in *folder*, limited by *retention*. Synchronous, for any thread; opened at first use."""

    def __init__(self, folder: Path, retention: Callable[[], Retention] = Retention) -> None:
        self.folder = folder
        self.file = folder / "journal.sqlite"
        self.snapshots = Snapshots(folder / "snapshots")
        self._retention = retention
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._newer_version = False
        self._changes_since_cleanup = 0

    @property
    def is_cleanup_due(self) -> bool:
        """Whether enough was written for another `delete_old`."""
        return self._changes_since_cleanup >= CLEANUP_AFTER_CHANGES

    def begin(self, intents: Sequence[Intent], origin: Origin) -> tuple[int, ...]:
        """Record the intended changes, flushed to disk; return their ids.

        All or none are recorded. Raises `JournalFailed`.
        """
        now = time.time()
        ids: list[int] = []
        with self._transaction(durably=True) as database:
            for intent in intents:
                change = database.execute(INSERT_CHANGE, change_row(intent, origin, now)).lastrowid
                assert change is not None
                row = (change, intent.data, intent.temporary, intent.folds_into)
                database.execute("INSERT INTO intents VALUES (?, ?, ?, ?)", row)
                ids.append(change)
        self._changes_since_cleanup += len(ids)
        return tuple(ids)

    def finish(self, states: Mapping[int, JournalState]) -> None:
        """Record how changes ended. Not flushed: after a power failure, recovery determines it from the notes."""
        with self._transaction(durably=False) as database:
            for change, state in states.items():
                database.execute("UPDATE changes SET state = ? WHERE id = ?", (state, change))
                if state in ("done", "unconfirmed"):
                    _mark_undone(database, change)
                if state == "done":
                    _fold(database, change)
                    _delete_change(database, change)
                elif state not in ("intended", "unconfirmed"):
                    database.execute("DELETE FROM intents WHERE change_id = ?", (change,))

    def changes(
        self, limit: int = 200, *, group: str | None = None, path: str | None = None, before: int | None = None
    ) -> tuple[JournalEntry, ...]:
        """Return changes, newest first: all, or those of one group, of one path, or older than the id *before*."""
        where = ["1"]
        values: list[object] = []
        if group is not None:
            where.append('"group" = ?')
            values.append(group)
        if path is not None:
            where.append("(path = ? OR new_path = ?)")
            values += [path, path]
        if before is not None:
            where.append("id < ?")
            values.append(before)
        return tuple(
            map(
                entry_from_row,
                self._rows(CHANGE_COLUMNS, f"{' AND '.join(where)} ORDER BY id DESC LIMIT ?", *values, limit),
            )
        )

    def change(self, change_id: int) -> JournalEntry | None:
        return next(map(entry_from_row, self._rows(CHANGE_COLUMNS, "id = ?", change_id)), None)

    def open_changes(self) -> tuple[OpenChange, ...]:
        """Return the unfinished changes, oldest first."""
        where = "state IN ('intended', 'unconfirmed') ORDER BY id"
        return tuple(map(open_change_from_row, self._rows(INTENT_COLUMNS, where)))

    def next_start(self, path: str, after: int) -> str | None:
        """Return the old digest of the next finished change of *path* after *after*; None if there is none."""
        where = "path = ? AND id > ? AND state = 'done' ORDER BY id LIMIT 1"
        return next((str(row[0]) for row in self._rows("old_digest", where, path, after)), None)

    def snapshot(self, digest: str) -> bytes:
        """Return the bytes stored under *digest*: those before a change, or those after the last change of a note.

        Raises `JournalFailed` if they were deleted or are damaged.
        """
        if not self.snapshots.contains(digest):
            for (data,) in self._rows("data", "new_digest = ? AND data IS NOT NULL LIMIT 1", digest):
                if isinstance(data, bytes) and digest_of(data) == digest:
                    return data
        return self.snapshots.read(digest)

    def delete_old(self) -> int:
        """Delete changes beyond the retention limits, whole groups, oldest first; return the number of changes.

        Unfinished changes are never deleted. Unreferenced snapshots are deleted too; one that cannot be is logged and
        left for a later call. Raises `JournalFailed` if the database fails: then nothing is deleted.
        """
        retention = self._retention()
        self._changes_since_cleanup = 0
        removed = 0
        digests: set[str] = set()
        with self._transaction(durably=True) as database:
            for group in _outdated(database, retention):
                found = database.execute('SELECT old_digest, new_digest FROM changes WHERE "group" = ?', (group,))
                digests.update(str(digest) for row in found for digest in row)
                removed += database.execute('DELETE FROM changes WHERE "group" = ?', (group,)).rowcount
            database.execute("DELETE FROM intents WHERE change_id NOT IN (SELECT id FROM changes)")
        if self._newer_version:
            return removed  # The snapshots are shared with the newer program's journal.
        used = self._used_digests()
        for digest in digests - used:
            if digest:  # Empty before a creation and after a deletion: there is no file.
                self.snapshots.delete(digest)
        self.snapshots.delete_unused(used, retention.days)
        return removed

    def close(self) -> None:
        """Close the database; using the journal opens it again."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _used_digests(self) -> set[str]:
        """Return the digests that changes refer to."""
        old_digests = {str(row[0]) for row in self._rows("DISTINCT old_digest", "1")}
        # The new version of a conflict is stored too, because it is not in the vault.
        return old_digests | {str(row[0]) for row in self._rows("new_digest", "state = 'conflict'")}

    def _rows(self, columns: str, where: str, *values: object) -> list[tuple[object, ...]]:
        query = f"SELECT {columns} FROM changes LEFT JOIN intents ON change_id = id WHERE {where}"  # noqa: S608 - our words
        with self._as_journal_error():
            if self._connection is None and not self.file.exists():
                return []  # Reading creates no file, so a reader leaves no trace in the folder.
            return self._open().execute(query, values).fetchall()

    @contextmanager
    def _transaction(self, *, durably: bool) -> Iterator[sqlite3.Connection]:
        with self._as_journal_error():
            database = self._open()
            # In WAL mode FULL flushes at each commit, NORMAL leaves it to the system.
            database.execute(f"PRAGMA synchronous = {'FULL' if durably else 'NORMAL'}")
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise

    def _open(self) -> sqlite3.Connection:
        if self._connection is not None:
            return self._connection
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = database_for_version(self.file, VERSION)
        self._newer_version = file != self.file
        database = sqlite3.connect(file, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            if sys.platform == "darwin":
                database.execute("PRAGMA fullfsync = 1")  # On macOS fsync alone leaves the bytes in the drive's cache.
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version == 0:
                database.executescript(f"BEGIN IMMEDIATE; {JOURNAL_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
            elif version < VERSION:
                migrate(database, file, VERSION, MIGRATIONS)
        except BaseException:
            database.close()
            raise
        self._connection = database
        return database

    @contextmanager
    def _as_journal_error(self) -> Iterator[None]:
        """Serialize threads and translate database errors to `JournalFailed`."""
        with self._lock:
            try:
                yield
            except (sqlite3.Error, OSError) as error:
                numbers = (getattr(error, "sqlite_errorcode", None), getattr(error, "errno", None))
                full = numbers[0] == sqlite3.SQLITE_FULL or numbers[1] == errno.ENOSPC
                advice = (
                    "Free some space, then try again." if full else "Check the disk where VaultDesk keeps its data."
                )
                raise JournalFailed(
                    Phrase("The record of changes cannot be used: {0}.", "the disk is full" if full else error),
                    hint=Phrase("No note is changed without it. {0}", advice),
                    path=str(self.file),
                    reason=str(error),
                ) from error


def _mark_undone(database: sqlite3.Connection, change: int) -> None:
    """Mark the change that *change* reverted as undone; a change which that one had undone is in effect again."""
    undone_by = change
    while True:
        row = database.execute("SELECT undoes FROM changes WHERE id = ?", (change,)).fetchone()
        if row is None or not row[0]:
            return
        undone = int(row[0])
        database.execute("UPDATE changes SET undone_by = ? WHERE id = ?", (undone_by, undone))
        change, undone_by = undone, 0 if undone_by else undone


def _fold(database: sqlite3.Connection, change: int) -> None:
    """Merge *change* into the earlier change of its edit session, if it was meant to be."""
    row = database.execute("SELECT folds_into FROM intents WHERE change_id = ?", (change,)).fetchone()
    if row is None or not row[0]:
        return
    database.execute(
        "UPDATE changes SET (new_digest, added, removed) = "
        "(SELECT new_digest, added, removed FROM changes WHERE id = ?) WHERE id = ?",
        (change, row[0]),
    )
    database.execute(
        "INSERT OR REPLACE INTO intents SELECT ?, data, '', 0 FROM intents WHERE change_id = ?", (row[0], change)
    )
    database.execute("DELETE FROM changes WHERE id = ?", (change,))
    database.execute("DELETE FROM intents WHERE change_id = ?", (change,))


def _delete_change(database: sqlite3.Connection, change: int) -> None:
    """Delete what only an unfinished change needs, except the last bytes written to a path.

    If another program writes the note next, an undo needs them for its merge. Otherwise the snapshot of our next write
    has them.
    """
    database.execute("DELETE FROM intents WHERE change_id = ? AND data IS NULL", (change,))
    database.execute(
        "DELETE FROM intents WHERE change_id IN ("
        "SELECT before.id FROM changes AS before, changes AS now WHERE now.id = ? AND before.path = now.path "
        "AND before.id < now.id AND before.state = 'done' AND before.new_digest = now.old_digest "
        "AND now.kind IN ('modify', 'delete'))",
        (change,),
    )


def _outdated(database: sqlite3.Connection, retention: Retention) -> list[str]:
    """Return the groups to delete: too old, or the oldest ones beyond the size limit; none that is unfinished."""
    query = """
        SELECT "group", max(time), sum(kept_bytes) + coalesce(sum(length(data)), 0),
            sum(state IN ('intended', 'unconfirmed'))
        FROM changes LEFT JOIN intents ON change_id = id GROUP BY "group" ORDER BY max(id) DESC"""
    groups = database.execute(query).fetchall()
    times = plausible_times([newest for _, newest, _, _ in reversed(groups)], time.time())
    before = oldest_retained_time(times, retention.days)
    outdated: list[str] = []
    remaining_bytes = retention.megabytes * _MEGABYTE
    for index, ((group, _, size, unfinished), newest) in enumerate(zip(groups, reversed(times), strict=True)):
        remaining_bytes -= size
        # The most recent group can always be undone, whatever its size and age.
        if index > 0 and not unfinished and (newest < before or remaining_bytes < 0):
            outdated.append(group)
    return outdated


# A computer's clock may be wrong when a change is recorded, and when the journal is cleaned. Ids are certain: they
# ascend in the order of the changes.

CLOCK_CONFIRMATION = 1.0
"""Days between two changes after which the clock of the later one counts as correct: a wrong clock is usually noticed
and corrected within a day.
"""


def plausible_times(times: Sequence[float], now: float) -> list[float]:
    """Return *times* of groups, in the order of their ids, with those corrected that contradict this order or *now*.

    All are in seconds since 1970. A time in the future becomes that of the next group, or *now*; one before that of an
    earlier group becomes the latter. The result ascends and does not exceed *now*.
    """
    next_time = now
    bounded: list[float] = []
    for recorded in reversed(times):
        next_time = recorded if recorded <= now else next_time
        bounded.append(next_time)
    return list(accumulate(reversed(bounded), max))


def oldest_retained_time(times: Sequence[float], days: float) -> float:
    """Return the time before which groups are too old, for ascending *times* of all groups and a limit of *days*.

    The limit counts back from the last time that a change `CLOCK_CONFIRMATION` later confirmed, not from the time of
    the computer's clock: if that is years ahead, or nothing was changed for half a year, no group is too old because of
    it. Minus infinity if no time is confirmed.
    """
    confirmed = (moment for moment in reversed(times) if moment <= times[-1] - CLOCK_CONFIRMATION * _DAY)
    return next(confirmed, float("-inf")) - days * _DAY
