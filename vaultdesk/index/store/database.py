"""The index file: opening it, its checksum when closed, tests for damage and removal."""

import json
import os
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.program_file import FileLocked, lock_file
from vaultdesk.index.store import index_tables

# SQLite detects damage only in the pages it reads. A file that matches its checksum is undamaged. One that differs,
# although no program wrote to it as a database, is damaged. Without a checksum, as after a crash, integrity_check.py
# finds out.

CHECKSUM_SUFFIX = "-seal"
"""Suffix of the checksum's file name."""

CHECKSUM_BLOCK_BYTES = 1 << 20
"""Bytes read at a time."""

HEADER_BYTES = 100
"""Size of SQLite's file header, checked before anything else."""

ChecksumResult = Literal["valid", "mismatch", "missing"]


class FileChecksum(Struct, frozen=True):
    """Size and checksums of a file. 32 bits per sum are enough against accidents, and are computed at 4 GB/s."""

    size: int
    head: int
    """Checksum of the first `HEADER_BYTES` bytes."""
    whole: int
    """Checksum of all bytes. The names of the fields are stored in files."""


def compute_checksum(descriptor: int) -> FileChecksum:
    """Read the open file and return its checksum."""
    size, head, total, position = os.fstat(descriptor).st_size, 0, 0, 0
    os.lseek(descriptor, 0, os.SEEK_SET)
    while block := os.read(descriptor, CHECKSUM_BLOCK_BYTES):
        if not position:
            head = zlib.crc32(block[:HEADER_BYTES])
        total = zlib.crc32(block, total)
        position += len(block)
    return FileChecksum(size, head, total)


def read_checksum(file: Path) -> FileChecksum | None:
    """Return the checksum stored with *file*; None if there is no readable one."""
    try:
        stored = json.loads(_checksum_path(file).read_bytes())
        return FileChecksum(int(stored["size"]), int(stored["head"]), int(stored["whole"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_checksum(file: Path) -> None:
    """Write the checksum of *file* in its current state. Only after the last connection to it was closed."""
    path = _checksum_path(file)
    with suppress(OSError):  # Without a checksum the next start takes longer; no other effect.
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            checksum = compute_checksum(descriptor)
        finally:
            os.close(descriptor)
        new = path.with_name(path.name + ".new")
        new.write_text(json.dumps(asdict(checksum)), encoding="utf-8")
        new.replace(path)


VAULT_SUFFIX = "-vault"
"""Suffix of the name of the file with the vault's digest."""


def read_vault_digest(file: Path, checksum: FileChecksum) -> str:
    """Return the digest of the vault stored for the file with this *checksum*; empty if there is none."""
    try:
        stored = json.loads(file.with_name(file.name + VAULT_SUFFIX).read_bytes())
        return str(stored["vault"]) if stored["index"] == asdict(checksum) else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def write_vault_digest(file: Path, checksum: FileChecksum, digest: str) -> None:
    """Store the vault's *digest* for the file with this *checksum*. If that fails, the next start compares."""
    path = file.with_name(file.name + VAULT_SUFFIX)
    with suppress(OSError):
        new = path.with_name(path.name + ".new")
        new.write_text(json.dumps({"index": asdict(checksum), "vault": digest}), encoding="utf-8")
        new.replace(path)


def remove_checksum(file: Path) -> None:
    """Remove the checksum before the file changes. Raises `OSError` if it cannot be removed."""
    path = _checksum_path(file)
    try:
        path.unlink()
    except FileNotFoundError:
        return
    except (IsADirectoryError, PermissionError):
        if not path.is_dir():
            raise


def verify_checksum(file: Path) -> ChecksumResult:
    """Compare the file's header and size with its checksum, without reading the whole file."""
    checksum = read_checksum(file)
    if checksum is None or has_log(file):
        return "missing"
    try:
        with file.open("rb") as opened:
            head = zlib.crc32(opened.read(HEADER_BYTES))
            size = os.fstat(opened.fileno()).st_size
    except OSError:
        return "missing"
    # Another VaultDesk may have removed the checksum in between: then it is writing, and the difference is no damage.
    if (size, head) != (checksum.size, checksum.head) and read_checksum(file) == checksum:
        return "mismatch"
    return "valid"


def has_log(file: Path) -> bool:
    """Whether there is a journal or log that SQLite would replay into the file."""
    for suffix in ("-wal", "-journal"):
        with suppress(OSError):
            if file.with_name(file.name + suffix).stat().st_size:
                return True
    return False


def _checksum_path(file: Path) -> Path:
    return file.with_name(file.name + CHECKSUM_SUFFIX)


BUSY_SECONDS = 10.0
"""Seconds a writer waits for another program's commit on the same file; one batch takes well under a second."""

WRITTEN_KIB = 8_192
"""Page cache of a writing connection in KiB: twice as much gains nothing. No mmap: a file truncated by another program
would end the process.
"""

READ_SHARE, MIN_READ_KIB, MAX_READ_KIB = 32, 4_096, 16_384
"""Page cache of a reading connection: a share of the file's size. With 14,000 notes 16 MB gain nothing over 4, with
100,000 a fifth of the time.
"""

MIN_FREE_BYTES = 262_144
"""Bytes of free disk space below which a failure is attributed to it: SQLite's shared memory grows by 32 kB at a
time.
"""

SIDE_FILES = ("-wal", "-shm", "-journal")
"""Suffixes of SQLite's side files."""

_ENVIRONMENT_ERRORS = {
    sqlite3.SQLITE_FULL: (
        Phrase("The disk with the search index is full."),
        Phrase("Free some space, then rebuild the index."),
    ),
    sqlite3.SQLITE_BUSY: (
        Phrase("The search index is in use."),
        Phrase("Close the other VaultDesk, or wait until it has finished indexing."),
    ),
    sqlite3.SQLITE_LOCKED: (
        Phrase("The search index is in use."),
        Phrase("Close the other VaultDesk, or wait until it has finished indexing."),
    ),
    sqlite3.SQLITE_READONLY: (
        Phrase("The search index cannot be written."),
        Phrase("Check the permissions of its folder."),
    ),
    sqlite3.SQLITE_PERM: (
        Phrase("The search index cannot be written."),
        Phrase("Check the permissions of its folder."),
    ),
    sqlite3.SQLITE_CANTOPEN: (
        Phrase("The search index cannot be opened."),
        Phrase("Check that its folder exists and may be written."),
    ),
    sqlite3.SQLITE_IOERR: (
        Phrase("The disk reported an error for the search index."),
        Phrase("Check the disk, then rebuild the index."),
    ),
    sqlite3.SQLITE_NOMEM: (
        Phrase("There is not enough memory for the search index."),
        Phrase("Close some programs and try again."),
    ),
    sqlite3.SQLITE_INTERRUPT: (Phrase("The search was stopped."), Phrase("Search again.")),
}
"""Errors that a new file would not fix. Every other error of SQLite means that the file is damaged."""


def index_error(error: sqlite3.Error, file: Path) -> IndexFailed:
    """Return SQLite's error as `IndexFailed`; `facts["damaged"]` says whether a new file is needed."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    known_error = None if code == sqlite3.SQLITE_IOERR_SHORT_READ else _ENVIRONMENT_ERRORS.get(code & 0xFF)
    if code & 0xFF == sqlite3.SQLITE_IOERR and _is_full(file.parent):
        # Even a reader's shared memory needs a page of disk, and SQLite reports its absence as a failing disk.
        known_error = _ENVIRONMENT_ERRORS[sqlite3.SQLITE_FULL]
    if known_error is None:
        return damaged(file, str(error))
    return IndexFailed(known_error[0], hint=known_error[1], file=file, why=str(error), damaged=False)


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < MIN_FREE_BYTES
    except OSError:
        return False


def damaged(file: Path, reason: str) -> IndexFailed:
    """Return an error for a file with damaged content."""
    return IndexFailed(
        Phrase("The search index is damaged."),
        hint=Phrase("It is rebuilt from the notes."),
        file=file,
        why=reason,
        damaged=True,
    )


def is_damage(problem: IndexFailed) -> bool:
    """Whether a new file is needed."""
    return problem.facts.get("damaged") is True


def connect(file: Path, *, writable: bool) -> sqlite3.Connection:
    """Return a configured connection to the index; usable from any thread, one at a time."""
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA cache_size = -{WRITTEN_KIB if writable else _read_kib(file)}")
        if writable:
            connection.execute("PRAGMA journal_mode = wal")
            # The index can be rebuilt: losing the last commits in a power failure costs reading those notes again. A
            # commit survives the end of the process; `full` would wait for the disk each time.
            connection.execute("PRAGMA synchronous = normal")
        else:
            # The words of the full-text index with their number of notes, and with their positions: of this connection
            # only, nothing on disk.
            connection.execute("CREATE VIRTUAL TABLE temp.term USING fts5vocab(main, fts, row)")
            connection.execute("CREATE VIRTUAL TABLE temp.term_position USING fts5vocab(main, fts, instance)")
            connection.execute("PRAGMA query_only = 1")
    except BaseException:
        connection.close()
        raise
    return connection


def _read_kib(file: Path) -> int:
    try:
        size = file.stat().st_size
    except OSError:  # Removed in the meantime, which the following calls report.
        size = 0
    return min(MAX_READ_KIB, max(MIN_READ_KIB, size // 1024 // READ_SHARE))


def is_undamaged(file: Path) -> bool:
    """Return whether an existing file looks undamaged: current version, all tables, not truncated, checksum
    unchanged.
    """
    if not file.is_file() or _is_truncated(file) or verify_checksum(file) == "mismatch":
        return False
    try:
        with closing(connect(file, writable=False)) as connection:
            return index_tables.has_current_schema(connection)
    except UnicodeDecodeError:  # Raised by Python for SQLite's message about a damaged layout.
        return False
    except sqlite3.Error as error:
        problem = index_error(error, file)
        if is_damage(problem):
            return False
        raise problem from error


def prepare_file(file: Path) -> bool:
    """Create the file if there is no undamaged one. Return True if it was created, and so is empty."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if _is_ready(file):
            return False
        with _exclusive(file):
            if _is_ready(file):  # Another program has created it in the meantime.
                return False
            _remove_files(file)
            with closing(connect(file, writable=True)) as connection:
                index_tables.create_tables(connection)
    except sqlite3.Error as error:
        raise index_error(error, file) from error
    except OSError as error:
        raise IndexFailed(
            Phrase("The search index cannot be saved."),
            hint=Phrase("Check that its folder may be written and the disk is not full."),
            file=file,
            why=str(error),
        ) from error
    return True


def discard_file(file: Path) -> None:
    """Remove the file and its side files. A folder with this name is moved aside, not deleted.

    Raises `OSError` if it cannot be removed, and `IndexFailed` if another program holds the lock.
    """
    with _exclusive(file):
        _remove_files(file)


@contextmanager
def _exclusive(file: Path) -> Iterator[None]:
    """Lock the creation and removal of the file: a file that another program is creating must not be discarded."""
    try:
        with lock_file(file, BUSY_SECONDS):
            yield
    except FileLocked as error:
        title, hint = _ENVIRONMENT_ERRORS[sqlite3.SQLITE_BUSY]
        raise IndexFailed(title, hint=hint, file=file, why=str(error), damaged=False) from error


def _is_ready(file: Path) -> bool:
    _remove_invalid_side_files(file)
    return bool(file.exists() and file.stat().st_size and _is_accessible(file) and is_undamaged(file))


def _remove_files(file: Path) -> None:
    # The side files first: a write-ahead log without its file would be replayed into the next one.
    others = (file.with_name(file.name + suffix) for suffix in (CHECKSUM_SUFFIX, VAULT_SUFFIX))
    for path in (*_side_files(file), *others, file):
        _remove(path)


class FileSignature(NamedTuple):
    """Metadata of a database file and its write-ahead log, to detect changes by others."""

    device: int
    number: int
    size: int
    mtime_ns: int
    log_size: int
    log_mtime_ns: int


def file_signature(file: Path) -> FileSignature | None:
    """Return the signature of *file*; None if it does not exist."""
    try:
        status = file.stat()
    except OSError:
        return None
    try:
        log = file.with_name(file.name + "-wal").stat()
    except OSError:
        return FileSignature(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, 0, 0)
    return FileSignature(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, log.st_size, log.st_mtime_ns)


def _side_files(file: Path) -> Iterator[Path]:
    return (file.with_name(file.name + suffix) for suffix in SIDE_FILES)


def _remove_invalid_side_files(file: Path) -> None:
    """Remove what has the name of a side file but is none, such as a link: SQLite would write through it, or fail."""
    for path in _side_files(file):
        if path.is_symlink() or (path.exists() and not path.is_file()):
            _remove(path)


def _is_accessible(file: Path) -> bool:
    """Whether the file may be read and written. If not, SQLite only reports that it cannot be opened."""
    return all(os.access(path, os.R_OK | os.W_OK) for path in (file, *_side_files(file)) if path.exists())


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        try:
            path.rmdir()
        except OSError:
            path.rename(path.with_name(f"{path.name}.aside-{os.urandom(4).hex()}"))
    path.unlink(missing_ok=True)


def _is_truncated(file: Path) -> bool:
    """Whether the file is shorter than its header says. With a log SQLite itself repairs that."""
    if file.with_name(file.name + "-wal").exists():
        return False
    with file.open("rb") as opened:
        head = opened.read(100)
    if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
        return True
    page_size, pages = struct.unpack(">16xH10xI", head[:32])
    # The format stores 65536 as 1.
    expected_size: int = (65_536 if page_size == 1 else page_size) * pages
    return file.stat().st_size < expected_size
