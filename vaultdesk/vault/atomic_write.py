"""Atomic write: a file in an open folder has its old bytes or its new ones, never a mixture (THREATS 4.1).

Compare, write a hidden neighbour, sync it, compare again, rename, sync the folder. Knows no text; see files.py.
"""

import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from vaultdesk.vault.folder import Folder
from vaultdesk.vault.note_text import digest_of

if sys.platform == "darwin":
    import fcntl

T = TypeVar("T")

READ_PIECE = 1 << 20
"""Bytes asked for at once: a note fits in one piece, a large file does not double in memory."""


class TargetChanged(Exception):
    """The file is not, or no longer, what the writer was promised."""


class NotConfirmed(Exception):
    """The new bytes are in place, but the disk did not say that the name is kept. Never tried again (ATC '20)."""


def read_all(descriptor: int, limit: int) -> bytes:
    """Return up to *limit* + 1 bytes, so that the caller can tell a file that is over the limit."""
    pieces: list[bytes] = []
    left = limit + 1
    while left > 0:
        piece = os.read(descriptor, min(left, READ_PIECE))
        if not piece:
            break
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def write_new(folder: Folder, name: str, data: bytes) -> int:
    """Create *name* with *data*; return its time of change.

    Raises FileExistsError where something has the name; OSError: nothing happened.
    """
    temporary, modified_ns = _write_temporary(folder, data, like=None)
    _or_remove(folder, temporary, lambda: folder.publish(temporary, name))
    _confirm(folder)
    return modified_ns


def replace(folder: Folder, name: str, data: bytes, old_digest: str, limit: int) -> int:
    """Replace *name* by *data* if its bytes still are those of *old_digest*; return its time of change.

    Raises `TargetChanged` if they are not. Programs that write by this function never overwrite each other; another one
    that writes between the last look and the rename, the next system call, is not seen (THREATS 4.1, 7).
    """
    descriptor = folder.open_file(name)
    try:
        _compare(descriptor, old_digest, limit)
        temporary, modified_ns = _write_temporary(folder, data, like=descriptor)
    finally:
        os.close(descriptor)

    def put_in_place() -> None:
        with folder.lock():
            again = folder.open_file(name)
            try:
                _compare(again, old_digest, limit)
            finally:
                os.close(again)
            folder.replace(name, temporary)

    _or_remove(folder, temporary, put_in_place)
    _confirm(folder)
    return modified_ns


def _compare(descriptor: int, digest: str, limit: int) -> None:
    if digest_of(read_all(descriptor, limit)) != digest:
        raise TargetChanged


def _write_temporary(folder: Folder, data: bytes, like: int | None) -> tuple[str, int]:
    """Write *data* to a hidden file in *folder*, with the rights of *like*, on disk when this returns.

    Returns its name and its time of change, which the rename leaves as it is.
    """
    name = f".vaultdesk-{secrets.token_hex(8)}.tmp"
    descriptor = folder.create(name, 0o666 if like is None else 0o600)

    def fill() -> int:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if like is not None:
                _copy_rights(like, descriptor)
            _sync(descriptor)
            return os.fstat(descriptor).st_mtime_ns
        finally:
            os.close(descriptor)

    return name, _or_remove(folder, name, fill)


def _or_remove(folder: Folder, temporary: str, step: Callable[[], T]) -> T:
    """Do *step*; where it fails, leave no litter behind."""
    try:
        return step()
    except BaseException:
        with suppress(OSError):  # The first error is the one to tell; a disk in this state may keep the hidden file.
            folder.remove(temporary)
        raise


def _copy_rights(source: int, target: int) -> None:
    """Give *target* owner, attributes and mode of *source*, as far as this user may; not its times, for sync's sake."""
    found = os.fstat(source)
    if hasattr(os, "fchown"):
        with suppress(OSError):  # Only root gives files away; the note then belongs to who saved it.
            os.fchown(target, found.st_uid, found.st_gid)
    if sys.platform == "linux":
        with suppress(OSError):  # A file system without attributes has none to lose.
            for attribute in os.listxattr(source):
                with suppress(OSError):  # security.* and trusted.* are the system's own.
                    os.setxattr(target, attribute, os.getxattr(source, attribute))
    if hasattr(os, "fchmod"):
        os.fchmod(target, found.st_mode & 0o7777)


def _sync(descriptor: int) -> None:
    if sys.platform == "darwin":
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # fsync alone leaves the bytes in the drive's cache there.
    else:
        os.fsync(descriptor)


def _confirm(folder: Folder) -> None:
    try:
        folder.sync()
    except OSError as error:
        raise NotConfirmed from error
