"""Lock for a file that several processes change."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK_TIMEOUT = 10.0
"""Seconds to wait for another program; each holds the lock for well under one."""

LOCK_POLL_INTERVAL = 0.01
"""Seconds between two attempts to take the lock."""

log = logging.getLogger(__name__)


class FileLocked(Exception):
    """Another program did not release the lock. The caller words the message for the user."""


@contextmanager
def lock_file(file: Path, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Hold the exclusive lock of *file* among all programs and threads; its folder exists.

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
