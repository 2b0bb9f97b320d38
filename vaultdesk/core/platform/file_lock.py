"""Lock for a file that several processes change."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK_TIMEOUT = 10.0
"""Seconds another program's turn is waited for; each takes well under one."""

LOCK_POLL_INTERVAL = 0.01
"""Seconds between two looks at whether the other is done."""

log = logging.getLogger(__name__)


class FileLocked(Exception):
    """Another program did not end its turn. Whoever asked for one says in its own words what that means."""


@contextmanager
def lock_file(file: Path, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Be the only one, of all programs and threads, that changes *file*; its folder exists.

    The system ends the turn of a program that dies. Raises `FileLocked` after *timeout* seconds. Where no lock can
    be had, as in a folder that may only be read, it goes without: the change itself meets what is wrong, and tells it.
    """
    # Takes 15 ms, and who only reads never needs it.
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
    """Return the place of the empty file that is locked for *file*; it stays when nobody has a turn."""
    return file.with_name(f".{file.name}.lock")
