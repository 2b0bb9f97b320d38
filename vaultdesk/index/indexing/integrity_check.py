"""Background integrity check of the index against the notes, and repair of the rows that differ."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial

from msgspec import Struct

from vaultdesk.core.errors import IndexFailed, OutsideVault, VaultUnavailable
from vaultdesk.core.worker_thread import WorkerThread, lower_thread_priority
from vaultdesk.index.indexing.entry_builder import build_entry
from vaultdesk.index.store import database, index_tables
from vaultdesk.index.store.index_entry import IndexEntry, ScannedFile, StoredState
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath

log = logging.getLogger(__name__)

# Needed if the file has no checksum, as after a crash: SQLite's own checks detect a broken tree, but not a changed
# letter.

CHECKED_PER_STEP = 100
"""Notes compared with their rows at a time: some 30 ms, after which a stop takes effect."""

CHECKED_TABLES = {
    "note": "id", "text": "id", "tag": "note", "link": "note", "chat_link": "note", "heading": "note", "alias": "note",
    "property": "note", "inline": "note",
}  # fmt: skip
"""Tables with the content of notes, each with its column of the note's number."""

_UNCHECKED_COLUMNS = frozenset({"id", "note", "revision", "indexed_at", "size", "mtime_ns"})
"""Columns that do not depend on a note's text; a wrong size or time is found by the next comparison with the disk."""

_ORPHAN_QUERIES = (
    "SELECT count(*) FROM text WHERE id NOT IN (SELECT id FROM note WHERE excluded = 0)",
    *(f"SELECT count(*) FROM {table} WHERE note NOT IN (SELECT id FROM text)"  # noqa: S608 - the table above
      for table, column in CHECKED_TABLES.items() if column == "note"),
    "SELECT count(*) FROM passage WHERE note NOT IN (SELECT note FROM cut)",
    "SELECT count(*) FROM passage WHERE start < 0 OR finish < start OR first_line < 1 OR last_line < first_line",
)  # fmt: skip
"""Queries that return 0 for an undamaged file."""

RESET_STATEMENTS = (
    "DELETE FROM vector WHERE model NOT IN (SELECT id FROM model) OR length(vector) NOT IN"
    " (0, 2 * (SELECT dimensions FROM model WHERE id = vector.model))",
    "DELETE FROM words_counted", "DELETE FROM best_notes", "DELETE FROM frequent_word",
)  # fmt: skip
"""Reset of data that cannot be compared with a note: invalid vectors, and counts used for ranking."""


class WrongNotes(Struct, frozen=True):
    """Notes whose rows are wrong."""

    entries: tuple[IndexEntry, ...]
    others: int = 0
    """Number of unread notes with wrong rows."""


def flaw_in_structure(connection: sqlite3.Connection) -> str:
    """Return a description of damage in the file's trees or of rows without a note; empty if there is none."""
    result = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if result != "ok":
        return result
    for sql in _ORPHAN_QUERIES:
        if connection.execute(sql).fetchone()[0]:
            return f"rows without their note: {sql}"
    return ""


def wrong_notes(
    connection: sqlite3.Connection, files: VaultFiles, stopping: Callable[[], bool]
) -> Iterator[WrongNotes]:
    """Read each note again and yield, batch by batch, those whose rows do not match.

    A note that has changed since is skipped: it is read again anyway. Raises `VaultUnavailable`.
    """
    rows = connection.execute("SELECT path, digest, size, mtime_ns, excluded FROM note ORDER BY id").fetchall()
    for start in range(0, len(rows), CHECKED_PER_STEP):
        if stopping():
            return
        batch = rows[start : start + CHECKED_PER_STEP]
        hidden = [ScannedFile(path, size, mtime, excluded=True) for path, _, size, mtime, excluded in batch if excluded]
        known = {path: StoredState(size, mtime, digest, False) for path, digest, size, mtime, excluded in batch
                 if digest and not excluded}  # fmt: skip
        yield _compare(connection, _current_entries(files, known), hidden)


def _current_entries(files: VaultFiles, known: Mapping[str, StoredState]) -> list[IndexEntry]:
    """Return the current entries of the notes, except those that are read again anyway. Raises `VaultUnavailable`."""
    entries: list[IndexEntry] = []
    for path, stored in known.items():
        entry = build_entry(files, _note_path(path)).entry
        # With its old size and time, no comparison will ever detect that the note has changed.
        looks_unchanged = entry is not None and (entry.size, entry.mtime_ns) == (stored.size, stored.mtime_ns)
        if entry is not None and (looks_unchanged or entry.digest == stored.digest):
            entries.append(entry)
    return entries


def _note_path(path: str) -> NotePath:
    try:
        return NotePath(path)
    except OutsideVault as error:
        raise sqlite3.DatabaseError("a note has an invalid path") from error


def _compare(
    connection: sqlite3.Connection, entries: Sequence[IndexEntry], hidden: Sequence[ScannedFile]
) -> WrongNotes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as expected_db:
        index_tables.create_tables(expected_db)
        # The full-text table is checked elsewhere as a whole; here it would only cost time.
        expected_db.executescript(
            "DROP TABLE fts; CREATE TABLE fts (fts, names, headings, properties, body, spellings);"
        )
        index_tables.record_files(expected_db, hidden)
        index_tables.write_entries(expected_db, entries)
        paths = [*(entry.path for entry in entries), *(file.path for file in hidden)]
        wrong: set[str] = set()
        for table, column in CHECKED_TABLES.items():
            expected, actual = (_rows(db, table, column, paths) for db in (expected_db, connection))
            wrong.update(path for path in paths if expected.get(path) != actual.get(path))
    wrong_entries = tuple(entry for entry in entries if entry.path in wrong)
    return WrongNotes(wrong_entries, len(wrong) - len(wrong_entries))


def _rows(db: sqlite3.Connection, table: str, column: str, paths: Sequence[str]) -> dict[str, list[tuple[object, ...]]]:
    names = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in _UNCHECKED_COLUMNS]
    columns = ", ".join(f"rows.{name}" for name in names)
    marks = ",".join("?" * len(paths))
    rows: dict[str, list[tuple[object, ...]]] = {}
    sql = (
        f"SELECT home.path, {columns} FROM note AS home CROSS JOIN {table} AS rows ON rows.{column} = home.id"  # noqa: S608 - fixed table names
        f" WHERE home.path IN ({marks}) ORDER BY {'home.id' if column == 'id' else 'rows.nth'}"
    )
    for path, *values in db.execute(sql, paths):
        rows.setdefault(path, []).append(tuple(values))
    return rows


# In a separate thread: verifying the checksum takes 0.1 s for 14,000 notes. Checking the contents, as is necessary
# after a crash, takes some seconds.

MAX_REPAIRED_NOTES = 50
"""Maximum number of wrong notes that are rewritten; with more of them the whole file is suspect."""


class RepairSteps(Struct, frozen=True):
    """Operations of the indexer used by the check."""

    ready: Callable[[], Awaitable[object]]
    """Waits until the first scan has ended."""
    work: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]]
    """Runs a job when no other job runs, and repairs the index if it finds damage."""
    write: Callable[[Callable[[], None]], Awaitable[None]]
    """Calls a function in the thread that writes."""


class IntegrityCheck:
    """Checks the index in the background: `wake` after each opening and comparison, `run` as a task, `aclose` last."""

    def __init__(self, index: Index, files: VaultFiles, steps: RepairSteps) -> None:
        self._index = index
        self._files = files
        self._steps = steps
        self.verified = asyncio.Event()
        """Set while the file is known to be undamaged."""
        self._wake = asyncio.Event()
        self._stopping = threading.Event()
        self._thread = WorkerThread("index-check", lower_thread_priority)

    def wake(self) -> None:
        """Check the file, unless it is known to be undamaged."""
        if self._index.integrity.verified:
            self.verified.set()
        else:
            self.verified.clear()
            self._wake.set()

    async def run(self) -> None:
        """Check the file whenever `wake` was called: it is verified, repaired, or marked as damaged."""
        while await self._wake.wait():
            self._wake.clear()
            try:
                await self._check()
            except (IndexFailed, VaultUnavailable) as error:  # The next comparison of the vault calls `wake` again.
                log.info("the index could not be checked: %s (%s)", error, error.facts.get("why", ""))
            if self._index.integrity.verified:
                self.verified.set()

    async def aclose(self) -> None:
        """Stop at the next note."""
        self._stopping.set()
        await self._thread.aclose()

    async def _check(self) -> None:
        integrity = self._index.integrity
        if integrity.verified:
            return
        finding = await self._thread.run(integrity.verify_checksum)
        if finding == "mismatch":
            self._index.mark_damaged("it is not the file that was closed last")
        elif finding == "missing":
            await self._steps.ready()
            await self._check_contents()

    async def _check_contents(self) -> None:
        before = database.file_signature(self._index.file)
        flaw, wrong = await self._thread.run(self._find_flaws)
        after = database.file_signature(self._index.file)
        if self._stopping.is_set() or before is None or after is None or before[:2] != after[:2]:
            return  # Rebuilt since: the check was of another file.
        if flaw or len(wrong) > MAX_REPAIRED_NOTES:
            self._index.mark_damaged(flaw or f"{len(wrong)} notes differ from their entries")
            return
        await self._steps.work(partial(self._repair, wrong))

    async def _repair(self, wrong: list[IndexEntry]) -> None:
        await self._steps.write(partial(self._write_repairs, wrong))

    def _find_flaws(self) -> tuple[str, list[IndexEntry]]:
        """In the thread: return the first flaw, and the notes whose rows are wrong."""
        wrong: list[IndexEntry] = []
        try:
            with closing(database.connect(self._index.file, writable=False)) as connection:
                flaw = flaw_in_structure(connection)
                if flaw:
                    return flaw, []
                for batch in wrong_notes(connection, self._files, self._stopping.is_set):
                    wrong += batch.entries
                    if batch.others:
                        return f"{batch.others} hidden notes differ from their entries", []
        except UnicodeDecodeError as error:
            return str(error), []
        except sqlite3.Error as error:
            problem = database.index_error(error, self._index.file)
            if not database.is_damage(problem):
                raise problem from error
            return str(problem.facts.get("why")), []
        return "", wrong

    def _write_repairs(self, wrong: list[IndexEntry]) -> None:
        """In the writer's thread: check the full-text index against the texts, and rewrite wrong notes."""
        with self._index.writing() as connection:
            connection.execute("INSERT INTO fts(fts, rank) VALUES ('integrity-check', 1)")
            for sql in RESET_STATEMENTS:
                connection.execute(sql)
        if wrong:
            self._index.apply(wrong, removed=[entry.path for entry in wrong])
        self._index.integrity.verified = True
        log.info("the full index check rewrote the entries of %d notes", len(wrong))
