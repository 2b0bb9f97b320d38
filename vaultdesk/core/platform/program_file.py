"""The program's own files: atomic replacement, flushing to disk, lock between processes, and a JSON store."""

import contextlib
import json
import logging
import os
import stat
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import JsonValue  # a type only: a search at a terminal runs without pydantic

log = logging.getLogger(__name__)


# `replace_file_bytes` is for settings and similar files; notes are written by the vault package.

if sys.platform == "darwin":
    import fcntl


def sync_file(descriptor: int) -> None:
    """Flush the open file *descriptor* to disk. Raises OSError.

    On macOS `fsync` leaves data in the cache of the drive; `F_FULLFSYNC` does not, but network shares and many FUSE
    file systems do not support it (fcntl(2)). The fallback is then `fsync`, as in SQLite.
    """
    if sys.platform == "darwin":
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError:
            os.fsync(descriptor)
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Flush the entries of *folder* to disk. Raises OSError. Does nothing on Windows, which does not support it."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file_bytes(path: Path, data: bytes) -> None:
    """Replace the file at *path* by *data*; a new file is private. If OSError is raised, the file is unchanged."""
    real = path.resolve()  # A symbolic link of a dotfile manager is preserved.
    real.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o600
    # Imported here, so that a process that only reads starts some milliseconds sooner.
    import tempfile

    descriptor, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            sync_file(file.fileno())
        temporary.chmod(mode)
        temporary.replace(real)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(real.parent)


LOCK_TIMEOUT = 10.0
"""Seconds to wait for another program; each holds the lock for well under one."""

LOCK_POLL_INTERVAL = 0.01
"""Seconds between two attempts to take the lock."""


class FileLocked(Exception):
    """Another program did not release the lock. The caller words the message for the user."""


@contextmanager
def lock_file(file: Path, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Hold the exclusive lock of *file* among all programs and threads; its folder must exist.

    The system releases the lock of a program that dies. Raises `FileLocked` after *timeout* seconds. If no lock can be
    created, as in a read-only folder, the block runs without one: the change itself then fails and reports why.
    """
    # Takes 15 ms, and readers never need it.
    from filelock import FileLock, Timeout

    lock = FileLock(lock_path(file), thread_local=False, is_singleton=False)
    try:
        lock.acquire(timeout, poll_interval=LOCK_POLL_INTERVAL)
    except Timeout:
        raise FileLocked(f"{file.name} is being changed by another program") from None
    except (OSError, NotImplementedError) as error:
        log.info("no lock beside %s: %s", file.name, error)
    try:
        yield
    finally:
        lock.release()


def lock_path(file: Path) -> Path:
    """Return the path of the empty file that is locked for *file*; it is never deleted."""
    return file.with_name(f".{file.name}.lock")


# Two programs may share the file: each change reads it again and adds one name. A file that cannot be read counts as
# empty; if it cannot be written, the value stays in memory; both are logged.

MAX_STORE_BYTES = 20_000_000
"""Maximum number of bytes read: far more than the lists of every provider together."""


class JsonStore:
    """Values by name. Thread-safe; `load` and `put` block for the time of a disk access."""

    def __init__(self, file: Path | None = None) -> None:
        """Without *file* the values are in memory only."""
        self._file = file
        self._lock = threading.Lock()
        self._facts: dict[str, JsonValue] | None = None

    def load(self) -> None:
        """Read the file in advance, so that `get` does not access the disk."""
        with self._lock:
            self._facts = self._read()

    def get(self, name: str) -> "JsonValue":
        """Return the value of *name*, or None."""
        with self._lock:
            if self._facts is None:
                self._facts = self._read()
            return self._facts.get(name)

    def put(self, name: str, value: "JsonValue") -> None:
        """Store *value* as *name*; None deletes it."""
        with self._lock:
            facts = self._read() if self._file else dict(self._facts or {})
            # Values that could not be written earlier are written too.
            facts = {**(self._facts or {}), **facts, name: value}
            self._facts = {key: fact for key, fact in facts.items() if fact is not None}
            self._write(self._facts)

    def _read(self) -> "dict[str, JsonValue]":
        if self._file is None:
            return dict(self._facts or {})
        try:
            with self._file.open("rb") as file:
                data = file.read(MAX_STORE_BYTES + 1)
            value = json.loads(data) if len(data) <= MAX_STORE_BYTES else None
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            log.info("%s cannot be read and starts empty: %s", self._file, type(error).__name__)
            return {}
        return value if isinstance(value, dict) else {}

    def _write(self, facts: "Mapping[str, JsonValue]") -> None:
        if self._file is None:
            return
        try:
            replace_file_bytes(self._file, json.dumps(facts, indent=1).encode())
        except OSError as error:
            log.info("%s cannot be written: %s", self._file, error.strerror or error)
