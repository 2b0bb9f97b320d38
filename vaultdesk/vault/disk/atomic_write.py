"""Atomic creation and replacement of files that keeps mode, owner, extended attributes and, on macOS, creation date."""

import base64
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self, TypeVar

from vaultdesk.core.platform.atomic_file import sync_file
from vaultdesk.vault.disk.folder import Folder
from vaultdesk.vault.note_text import MAX_NOTE_BYTES, digest_of

_OURS_TO_REMOVE = ("user.", "system.posix_acl_")
"""Attributes a fresh file may have got from its folder and must lose to be like the old one."""


@dataclass(frozen=True, slots=True)
class FileAttributes:
    """What belongs to a file besides its bytes and its times."""

    mode: int
    """The permission bits, with set-user and the like."""
    owner: int = -1
    group: int = -1
    """Numbers of owner and group; -1 where the system has none."""
    extended: tuple[tuple[str, bytes], ...] = ()
    """Extended attributes by name; ACLs are among them on Linux."""
    acl: str = ""
    """The access control list of macOS as text."""
    created_ns: int = 0
    """Creation date in nanoseconds since 1970 where it can be set, on macOS; 0 elsewhere."""

    def to_text(self) -> str:
        """Return it as JSON, for the journal."""
        extended = {name: base64.b64encode(value).decode("ascii") for name, value in self.extended}
        fields = {"mode": self.mode, "owner": self.owner, "group": self.group, "extended": extended}
        return json.dumps(fields | {"acl": self.acl, "created_ns": self.created_ns})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` made."""
        found = json.loads(text)
        extended = tuple((name, base64.b64decode(value)) for name, value in found["extended"].items())
        acl, created_ns = found.get("acl", ""), found.get("created_ns", 0)  # Older versions do not write these.
        return cls(found["mode"], found["owner"], found["group"], extended, acl, created_ns)


def read_attributes(descriptor: int) -> FileAttributes:
    """Return the attributes of an open file."""
    found = os.fstat(descriptor)
    extended: list[tuple[str, bytes]] = []
    if sys.platform == "linux":
        with suppress(OSError):  # A file system without attributes has none to lose.
            for name in sorted(os.listxattr(descriptor)):
                with suppress(OSError):  # trusted.* is not shown to everyone.
                    extended.append((name, os.getxattr(descriptor, name)))
    acl, created_ns = "", 0
    if sys.platform == "darwin":
        from vaultdesk.vault.disk.mac_attributes import mac_attributes  # ctypes takes 3 ms; only a write needs it

        with suppress(OSError):  # As above.
            extended += mac_attributes().extended(descriptor)
        acl = mac_attributes().acl(descriptor)
        created_ns = round(found.st_birthtime * 1_000_000_000)
    posix = hasattr(os, "fchown")
    owner, group = (found.st_uid, found.st_gid) if posix else (-1, -1)
    return FileAttributes(found.st_mode & 0o7777, owner, group, tuple(extended), acl, created_ns)


def apply_attributes(descriptor: int, wanted: FileAttributes) -> None:
    """Give an open file these attributes, as far as this user may."""
    if hasattr(os, "fchown") and wanted.owner >= 0:
        with suppress(OSError):  # Only root gives files away; the note then belongs to who saved it.
            os.fchown(descriptor, wanted.owner, wanted.group)
    if sys.platform == "linux":
        with suppress(OSError):  # A file system without attributes keeps none.
            names = {name for name, _ in wanted.extended}
            for name in os.listxattr(descriptor):
                if name not in names and name.startswith(_OURS_TO_REMOVE):
                    with suppress(OSError):
                        os.removexattr(descriptor, name)
        for name, value in wanted.extended:
            with suppress(OSError):  # security.* and trusted.* are the system's own.
                os.setxattr(descriptor, name, value)
    if sys.platform == "darwin":
        from vaultdesk.vault.disk.mac_attributes import mac_attributes

        mac = mac_attributes()
        with suppress(OSError):  # A file system without attributes keeps none.
            mac.set_extended(descriptor, dict(wanted.extended))
        if wanted.created_ns:
            mac.set_created(descriptor, wanted.created_ns)
        mac.set_acl(descriptor, wanted.acl)  # The last one: it may deny the others.
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, wanted.mode)


# Compare, write a hidden neighbour, sync it, compare again, rename, sync the folder.


T = TypeVar("T")

READ_PIECE = 1 << 20
"""Bytes asked for at once: a note fits in one piece, a large file does not double in memory."""


class TargetChanged(Exception):
    """The file is not, or no longer, what the writer was promised."""


class NotConfirmed(Exception):
    """The new bytes are in place, but the disk did not say that the name is kept. Never tried again (ATC '20)."""


def read_all(descriptor: int, limit: int, expected: int = READ_PIECE) -> bytes:
    """Return up to *limit* + 1 bytes, so that the caller can tell a file that is over the limit.

    *expected* is how many there should be: room for many more is made and given back for each of thousands of files.
    """
    pieces: list[bytes] = []
    left, room = limit + 1, expected + 1
    while left > 0:
        size = min(left, room, READ_PIECE)
        piece = os.read(descriptor, size)
        if not pieces and len(piece) == expected < size:
            return piece  # All there should be, with room for more: nearly every file.
        if not piece:
            break
        pieces.append(piece)
        left -= len(piece)
        # Shorter than there was room for is the end, mostly: one byte is enough to see that.
        room = READ_PIECE if len(piece) >= room else 1
    return b"".join(pieces)


def temporary_name() -> str:
    """Return a fresh name for a hidden neighbour."""
    # By itself: `secrets` brings four modules, and each process that reads notes would wait for them.
    return f".vaultdesk-{os.urandom(8).hex()}.tmp"


def create_file(
    folder: Folder, name: str, data: bytes, temporary: str = "", attributes: FileAttributes | None = None
) -> int:
    """Create *name* with *data*; return its time of change. *attributes* are any new file's where None.

    Raises FileExistsError where something has the name; OSError: nothing happened.
    """
    temporary = temporary or temporary_name()
    modified_ns = _write_temporary(folder, temporary, data, attributes)
    _or_remove(folder, temporary, lambda: folder.publish(temporary, name))
    sync_folder(folder)
    return modified_ns


def replace_file(
    folder: Folder,
    name: str,
    data: bytes,
    old_digest: str,
    temporary: str = "",
    attributes: FileAttributes | None = None,
) -> int:
    """Replace *name* by *data* if its bytes still are those of *old_digest*; return its time of change.

    It keeps its attributes unless others are given. Raises `TargetChanged` where its bytes are others. Programs that
    write by this function never overwrite each other; another one that writes between the last look and the rename,
    the next system call, is not seen (vaultdesk/vault/README.md, "Write path", 6).
    """
    temporary = temporary or temporary_name()
    descriptor = folder.open_file(name)
    try:
        _compare(descriptor, old_digest)
        modified_ns = _write_temporary(folder, temporary, data, attributes or read_attributes(descriptor))
    finally:
        os.close(descriptor)

    def replace_if_unchanged() -> None:
        with folder.lock():
            check_digest(folder, name, old_digest)
            folder.replace(name, temporary)

    _or_remove(folder, temporary, replace_if_unchanged)
    sync_folder(folder)
    return modified_ns


def check_digest(folder: Folder, name: str, digest: str) -> None:
    """Raise `TargetChanged` where the bytes of *name* are not those of *digest*."""
    descriptor = folder.open_file(name)
    try:
        _compare(descriptor, digest)
    finally:
        os.close(descriptor)


def sync_folder(folder: Folder) -> None:
    """Wait until the disk holds the names in *folder*. Raises `NotConfirmed`."""
    try:
        folder.sync()
    except OSError as error:
        raise NotConfirmed from error


def _compare(descriptor: int, digest: str) -> None:
    if digest_of(read_all(descriptor, MAX_NOTE_BYTES)) != digest:
        raise TargetChanged


def _write_temporary(folder: Folder, name: str, data: bytes, attributes: FileAttributes | None) -> int:
    """Write *data* to the hidden file *name* in *folder*, on disk when this returns.

    Returns its time of change, which the rename leaves as it is.
    """
    descriptor = folder.create(name, 0o666 if attributes is None else 0o600)

    def fill() -> int:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if attributes is not None:
                apply_attributes(descriptor, attributes)
            sync_file(descriptor)
            return os.fstat(descriptor).st_mtime_ns
        finally:
            os.close(descriptor)

    return _or_remove(folder, name, fill)


def _or_remove(folder: Folder, temporary: str, step: Callable[[], T]) -> T:
    """Do *step*; where it fails, leave no litter behind."""
    try:
        return step()
    except BaseException:
        with suppress(OSError):  # The first error is the one to tell; a disk in this state may keep the hidden file.
            folder.remove(temporary)
        raise
