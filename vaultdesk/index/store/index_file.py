"""The open index: its connections, writes, provisional names, texts not committed yet, and recovery when the file is
lost."""

import logging
import sqlite3
import threading
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from msgspec import Struct

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.index_results import IndexStatus, NoteSummary
from vaultdesk.index.index_state import IndexCompletion
from vaultdesk.index.store import database, index_tables
from vaultdesk.index.store.file_integrity import FileIntegrity
from vaultdesk.index.store.index_entry import IndexEntry, ScannedFile, StoredState, kind_of
from vaultdesk.vault.note_path import same_name_key

log = logging.getLogger(__name__)

SORT_STEP = 2_000
"""Number of paths sorted in one go; sorting all of them from sorted parts takes half the time."""

UNKNOWN_MTIME = datetime.fromtimestamp(0, tz=UTC)
"""Used for a time that was not read from the disk yet: before all others."""


class ProvisionalNames:
    """Names of new notes that are listed before they are in the file. Thread-safe."""

    def __init__(self) -> None:
        self._rows: list[NoteSummary] = []

    def put(self, new_paths: Iterable[str], hidden: Container[str]) -> None:
        """List the notes among these paths from now on, without size and time; *hidden* ones as excluded."""
        notes = [path for path in new_paths if kind_of(path) == "note"]
        # Sorted in parts and then together, and as single texts instead of pairs, because sorting holds the interpreter
        # lock.
        sorted_steps = (sorted(notes[start : start + SORT_STEP]) for start in range(0, len(notes), SORT_STEP))
        paths = sorted(chain.from_iterable(sorted_steps))
        keys = list(map(same_name_key, paths))
        order = sorted(range(len(paths)), key=keys.__getitem__)
        self._rows = [_row(path, path in hidden) for path in map(paths.__getitem__, order)]

    def clear(self) -> None:
        """Remove all: they are in the file now, or will not be added."""
        self._rows = []

    def rows(self) -> list[NoteSummary]:
        """Return them by path, as `lookups.list_notes` does; empty if there are none."""
        return list(self._rows)


def _row(path: str, hidden: bool) -> NoteSummary:
    name = path.rpartition("/")[2].rpartition(".")[0]
    return NoteSummary(path, name, name, 0, UNKNOWN_MTIME, NO_PHRASE, hidden)


OPTIMIZE_AFTER = 50_000
"""Number of notes written in one go after which FTS5's segments are merged into one: common words are then ranked 1.5
times as fast (vaultdesk/index/README.md, "Full-text search"). With 14,000 notes it takes half a second and gains
nothing.
"""


HAS_UNREAD_NOTES = "SELECT EXISTS (SELECT 1 FROM note WHERE digest = '' AND problem = '')"
"""Whether a note is known by name and was never read."""


class Index:
    """The disposable search index of a vault in one SQLite file.

    One writer and one reader connection, each used by one thread at a time; readers see the last commit and never wait
    for the writer. After `IndexFailed` with damage the index's owner calls `recover` and scans again.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.pending_texts = PendingTexts()
        """Notes that were read and wait for their commit."""
        self.provisional_names = ProvisionalNames()
        """Notes of a first walk that are not committed yet."""
        self.generation = 0
        """Changes with every commit of this program."""
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._write_lock = threading.RLock()
        self._read_lock = threading.RLock()
        self.integrity = FileIntegrity(file)
        self.completion = IndexCompletion()
        self._broken = False
        self._on_damage: Callable[[], object] | None = None

    def on_damage(self, callback: Callable[[], object] | None) -> None:
        """Set the *callback* to be called, on any thread, when a statement finds the file damaged or missing.

        Called immediately if damage was found already, since a search may run before the owner is set up.
        """
        self._on_damage = callback
        if self._broken:
            self._notify_owner()

    def open(self) -> bool:
        """Open the file, or create a new one if it is missing, damaged, of another version or not a file.

        Return True if a new one was created, which is empty.
        """
        with self._write_lock, self._read_lock:
            if self._writer is not None:
                with self._translated():
                    self.integrity.detect_foreign_writes(self._writer)
                return False
            is_new = database.prepare_file(self.file)
            if is_new:
                self.completion.begin()
            self._writer = self._connect(writable=True)
            self._reader = self._connect(writable=False)
            with self._translated():
                self.integrity.opened(self._writer, is_new=is_new)
                if not is_new and self._writer.execute(HAS_UNREAD_NOTES).fetchone()[0]:
                    self.completion.begin()  # A program that was filling it was killed.
            return is_new

    def close(self) -> None:
        """Close the file. `open` opens it again."""
        with self._write_lock, self._read_lock:
            if self._writer is None:
                return
            is_checksum_due = False
            # Damage may also be found here; without a checksum, the next start checks the whole file.
            with suppress(sqlite3.Error, UnicodeDecodeError):
                is_checksum_due = not self._broken and self.integrity.closing(self._writer)
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None
            self.integrity.closed(is_checksum_due=is_checksum_due)

    def rebuild(self) -> None:
        """Delete the file and create an empty one."""
        with self._write_lock, self._read_lock:
            self.close()
            try:
                database.discard_file(self.file)
            except OSError as error:
                raise IndexFailed(
                    Phrase("The search index is in use."),
                    hint=Phrase("Close the other VaultDesk and try again."),
                    file=self.file,
                    why=str(error),
                    damaged=False,
                ) from error
            self._broken = False
            self.open()

    def mark_damaged(self, reason: str) -> None:
        """Record that a check of the whole file found damage, and notify its owner."""
        log.info("the index is damaged: %s", reason)
        self._broken = True
        self.completion.begin()
        self._notify_owner()

    def recover(self) -> None:
        """Recover from damage: delete a broken file; use one that another program put in its place."""
        with self._write_lock, self._read_lock:
            if self._broken:
                self.rebuild()
            else:
                self.close()
                self.open()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The reader's connection for one query, which sees a single commit."""
        # Opening takes both locks, the writer's first: it must not be awaited while the reader's is held.
        self.ensure_open()
        with self._read_lock, self._translated():
            if self._reader is None:
                raise self._closed()
            self.integrity.require_in_place()
            self._reader.execute("BEGIN")
            try:
                yield self._reader
            finally:
                self._reader.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The writer's connection for one transaction, committed at the block's end, or rolled back."""
        self.ensure_open()
        with self._write_lock, self._translated():
            if self._writer is None:
                raise self._closed()
            self.integrity.require_in_place()
            self.integrity.before_writing(self._writer)
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
                self.generation += 1
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
            self.integrity.after_commit(self._writer)

    def vault_digest(self) -> str:
        """Return the digest of the vault for which this file needed no change; empty if unknown."""
        with self._write_lock:
            return self.integrity.vault_digest()

    def store_vault_digest(self, digest: str) -> None:
        """Store the digest of the vault for which the file in its current state needs no change."""
        with self._write_lock:
            self.integrity.store_vault_digest(digest)

    def stored(self, paths: Sequence[str] | None = None) -> dict[str, StoredState]:
        """Return the stored state of every note, or of those at *paths*, to compare the vault with."""
        sql = "SELECT path, size, mtime_ns, digest, excluded FROM note"
        if paths is not None:
            sql += f" WHERE path IN ({','.join('?' * len(paths))})"
        with self.reading() as connection:
            rows = connection.execute(sql, paths or ())
            return {path: StoredState(size, mtime, digest, bool(hidden)) for path, size, mtime, digest, hidden in rows}

    def record_files(self, scanned: Sequence[ScannedFile], removed: Sequence[str] = ()) -> None:
        """Record these notes by name before they are read, and delete removed ones."""
        with self.writing() as connection:
            index_tables.remove_notes(connection, removed)
            index_tables.record_files(connection, scanned)

    def apply(
        self, entries: Sequence[IndexEntry], touched: Sequence[ScannedFile] = (), removed: Sequence[str] = ()
    ) -> None:
        """Write the results of reading in one transaction, after which they can be found.

        *touched* are notes whose bytes are unchanged: only their time is new.
        """
        with self.writing() as connection:
            index_tables.remove_notes(connection, removed)
            index_tables.update_times(connection, touched)
            index_tables.write_entries(connection, entries)

    def status_counts(self) -> IndexStatus:
        """Return the numbers of known and of unreadable notes, and when a note was last written."""
        with self.reading() as connection:
            # Each is answered from an SQL index: a scan of all notes would be noticeable whenever a vault is opened.
            sql = "SELECT (SELECT count(*) FROM note) - (SELECT count(*) FROM note WHERE kind != 'note'),"
            sql += " (SELECT count(*) FROM note WHERE problem != '' AND kind = 'note'),"
            sql += " (SELECT coalesce(max(indexed_at), 0) FROM note)"
            notes, problems, last = connection.execute(sql).fetchone()
            last_indexed = datetime.fromtimestamp(last, tz=UTC).astimezone() if last else None
            return IndexStatus(int(notes), int(problems), last_indexed)

    def optimize(self) -> None:
        """Optimize the full-text index after very many notes were written in batches."""
        with self.writing() as connection:
            connection.execute("INSERT INTO fts(fts) VALUES ('optimize')")

    def _connect(self, *, writable: bool) -> sqlite3.Connection:
        try:
            return database.connect(self.file, writable=writable)
        except sqlite3.Error as error:
            raise database.index_error(error, self.file) from error

    def ensure_open(self) -> None:
        """Open the file if it is not open, after which `completion` says whether it was recreated.

        The owner is notified of a newly created file, because it has to fill it.
        """
        if self._writer is None and self.open():
            self._notify_owner()

    def _closed(self) -> IndexFailed:
        return IndexFailed(
            Phrase("The search index was just closed."), hint=Phrase("Open the vault again."), file=self.file
        )

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            problem = database.index_error(error, self.file)
            self._broken = self._broken or database.is_damage(problem)
            self._report(problem)
            raise problem from error
        except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
            # Unless the file is known to be undamaged, rows of an unexpected shape are attributed to damage.
            if self.integrity.verified:
                raise
            self.mark_damaged(repr(error))
            raise database.damaged(self.file, repr(error)) from error
        except IndexFailed as error:
            self._report(error)
            raise

    def _report(self, problem: IndexFailed) -> None:
        if database.is_damage(problem):
            self.completion.begin()
            self._notify_owner()

    def _notify_owner(self) -> None:
        if self._on_damage is not None:
            self._on_damage()


class PendingChanges(Struct, frozen=True):
    """Changes of the pending texts since some version."""

    version: int
    is_reset: bool
    """Whether all earlier content has to be dropped first."""
    texts: Mapping[str, bytes | None]
    """By path, the pending texts put or dropped since; None for dropped ones."""


class PendingTexts:
    """Pending texts by path, including properties, in indexed form as UTF-8. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: dict[str, bytes] = {}
        self._changed: dict[str, int] = {}
        """The version in which each path was put or dropped, the latest last."""
        self._version = 0
        self._cleared = 0

    @property
    def version(self) -> int:
        """Changes with every call."""
        with self._lock:
            return self._version

    def put(self, texts: Mapping[str, bytes]) -> None:
        """Add these texts."""
        with self._lock:
            self._record_changes(texts)
            self._texts.update(texts)

    def drop(self, paths: Iterable[str]) -> None:
        """Remove these: they are in the index now, or were deleted."""
        with self._lock:
            self._record_changes([path for path in paths if self._texts.pop(path, None) is not None])

    def clear(self) -> None:
        """Remove all."""
        with self._lock:
            self._texts.clear()
            self._changed.clear()
            self._version += 1
            self._cleared = self._version

    def texts(self) -> dict[str, bytes]:
        """Return a copy of the pending texts, by path."""
        with self._lock:
            return dict(self._texts)

    def since(self, version: int) -> PendingChanges:
        """Return the changes since *version*: the cost depends on the number of changes only."""
        with self._lock:
            is_reset = version < self._cleared
            changed: list[str] = []
            for path in reversed(self._changed):
                if self._changed[path] <= version:
                    break
                changed.append(path)
            # In the order of arrival, so that the first read is processed first.
            return PendingChanges(self._version, is_reset, {path: self._texts.get(path) for path in reversed(changed)})

    def _record_changes(self, paths: Iterable[str]) -> None:
        self._version += 1
        for path in paths:
            self._changed.pop(path, None)
            self._changed[path] = self._version


class PendingTextsReader:
    """Follows `PendingTexts` for one thread."""

    def __init__(self, pending: PendingTexts) -> None:
        self.by_path: dict[str, bytes] = {}
        """Read-only."""
        self._pending = pending
        self._version = -1

    def refresh(self) -> AbstractSet[str]:
        """Apply the changes since the last call; return their paths."""
        changes = self._pending.since(self._version)
        if changes.version == self._version:
            return frozenset()
        self._version = changes.version
        dropped = self.by_path if changes.is_reset else {}
        if changes.is_reset:
            self.by_path = {}
        for path, text in changes.texts.items():
            if text is not None:
                self.by_path[path] = text
            else:
                self.by_path.pop(path, None)
        return changes.texts.keys() | dropped.keys()
