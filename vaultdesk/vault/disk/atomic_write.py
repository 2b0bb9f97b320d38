"""Atomic creation and replacement of files that keeps mode, owner, extended attributes and, on macOS, creation date."""

import base64
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Self, TypeVar

from msgspec import Struct

from vaultdesk.core.platform.program_file import sync_file
from vaultdesk.vault.disk.folder import Folder
from vaultdesk.vault.note_text import MAX_NOTE_BYTES, digest_of

_REMOVABLE_ATTRIBUTES = ("user.", "system.posix_acl_")
"""Attributes that a new file may inherit from its folder and that are removed to match the old file."""


class FileAttributes(Struct, frozen=True):
    """Attributes of a file other than its content and times."""

    mode: int
    """Permission bits, including set-user-id and similar ones."""
    owner: int = -1
    group: int = -1
    """Numeric ids of owner and group; -1 if the system has none."""
    extended: tuple[tuple[str, bytes], ...] = ()
    """Extended attributes by name; ACLs are among them on Linux."""
    acl: str = ""
    """Access control list of macOS as text."""
    created_ns: int = 0
    """Creation date in nanoseconds since 1970, on macOS, where it can be set; 0 elsewhere."""

    def to_text(self) -> str:
        """Return the attributes as JSON, for the journal."""
        extended = {name: base64.b64encode(value).decode("ascii") for name, value in self.extended}
        fields = {"mode": self.mode, "owner": self.owner, "group": self.group, "extended": extended}
        return json.dumps(fields | {"acl": self.acl, "created_ns": self.created_ns})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Parse the output of `to_text`."""
        fields = json.loads(text)
        extended = tuple((name, base64.b64decode(value)) for name, value in fields["extended"].items())
        acl, created_ns = fields.get("acl", ""), fields.get("created_ns", 0)  # Older versions do not write these.
        return cls(fields["mode"], fields["owner"], fields["group"], extended, acl, created_ns)


def read_attributes(descriptor: int) -> FileAttributes:
    """Return the attributes of an open file."""
    status = os.fstat(descriptor)
    extended: list[tuple[str, bytes]] = []
    if sys.platform == "linux":
        with suppress(OSError):  # A file system without attributes has none to preserve.
            for name in sorted(os.listxattr(descriptor)):
                with suppress(OSError):  # trusted.* is not visible to every user.
                    extended.append((name, os.getxattr(descriptor, name)))
    acl, created_ns = "", 0
    if sys.platform == "darwin":
        from vaultdesk.vault.disk.mac_attributes import mac_attributes  # ctypes takes 3 ms; only a write needs it

        with suppress(OSError):  # As above.
            extended += mac_attributes().extended(descriptor)
        acl = mac_attributes().acl(descriptor)
        created_ns = round(status.st_birthtime * 1_000_000_000)
    posix = hasattr(os, "fchown")
    owner, group = (status.st_uid, status.st_gid) if posix else (-1, -1)
    return FileAttributes(status.st_mode & 0o7777, owner, group, tuple(extended), acl, created_ns)


def apply_attributes(descriptor: int, attributes: FileAttributes) -> None:
    """Set these attributes on an open file, as far as this user may."""
    if hasattr(os, "fchown") and attributes.owner >= 0:
        with suppress(OSError):  # Only root may change the owner; the note then belongs to the user who saved it.
            os.fchown(descriptor, attributes.owner, attributes.group)
    if sys.platform == "linux":
        with suppress(OSError):  # A file system without attributes keeps none.
            names = {name for name, _ in attributes.extended}
            for name in os.listxattr(descriptor):
                if name not in names and name.startswith(_REMOVABLE_ATTRIBUTES):
                    with suppress(OSError):
                        os.removexattr(descriptor, name)
        for name, value in attributes.extended:
            with suppress(OSError):  # security.* and trusted.* are reserved for the system.
                os.setxattr(descriptor, name, value)
    if sys.platform == "darwin":
        from vaultdesk.vault.disk.mac_attributes import mac_attributes

        mac = mac_attributes()
        with suppress(OSError):  # A file system without attributes keeps none.
            mac.set_extended(descriptor, dict(attributes.extended))
        if attributes.created_ns:
            mac.set_created(descriptor, attributes.created_ns)
        mac.set_acl(descriptor, attributes.acl)  # Last, because it may deny the other changes.
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, attributes.mode)


# Compare, write a hidden temporary file, sync it, compare again, rename, sync the folder.


T = TypeVar("T")

READ_CHUNK = 1 << 20
"""Bytes per read: a note needs one read, and a large file is not buffered twice."""


class TargetChanged(Exception):
    """The file is not, or no longer, the expected one."""


class NotConfirmed(Exception):
    """The new bytes are in place, but the disk did not confirm the name. The sync is never retried (ATC '20)."""


def read_all(descriptor: int, limit: int, expected: int = READ_CHUNK) -> bytes:
    """Return up to *limit* + 1 bytes, so that the caller can detect a file over the limit.

    *expected* is the likely size: it avoids allocating a large buffer for each of thousands of files.
    """
    chunks: list[bytes] = []
    remaining, next_size = limit + 1, expected + 1
    while remaining > 0:
        size = min(remaining, next_size, READ_CHUNK)
        chunk = os.read(descriptor, size)
        if not chunks and len(chunk) == expected < size:
            return chunk  # All expected bytes, with space for more: nearly every file.
        if not chunk:
            break
        chunks.append(chunk)
        remaining -= len(chunk)
        # A short read is usually the end of the file: one more byte is enough to confirm it.
        next_size = READ_CHUNK if len(chunk) >= next_size else 1
    return b"".join(chunks)


def temporary_name() -> str:
    """Return a new name for a hidden temporary file."""
    # `secrets` would import four modules, which each process that reads notes would load.
    return f".vaultdesk-{os.urandom(8).hex()}.tmp"


def create_file(
    folder: Folder, name: str, data: bytes, temporary: str = "", attributes: FileAttributes | None = None
) -> int:
    """Create *name* with *data*; return its modification time. If *attributes* is None, the file gets the default ones.

    Raises FileExistsError if the name is taken; after an OSError nothing was changed.
    """
    temporary = temporary or temporary_name()
    modified_ns = _write_temporary(folder, temporary, data, attributes)
    _remove_on_failure(folder, temporary, lambda: folder.publish(temporary, name))
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
    """Replace *name* by *data* if its bytes have the digest *old_digest*; return its modification time.

    It keeps its attributes unless others are given. Raises `TargetChanged` if its bytes differ. Programs that use this
    function never overwrite each other's changes; a write by another program between the last check and the rename, the
    next system call, is not detected (vaultdesk/vault/README.md, "Write path", 6).
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

    _remove_on_failure(folder, temporary, replace_if_unchanged)
    sync_folder(folder)
    return modified_ns


def check_digest(folder: Folder, name: str, digest: str) -> None:
    """Raise `TargetChanged` if the bytes of *name* do not have the digest *digest*."""
    descriptor = folder.open_file(name)
    try:
        _compare(descriptor, digest)
    finally:
        os.close(descriptor)


def sync_folder(folder: Folder) -> None:
    """Flush the entries of *folder* to disk. Raises `NotConfirmed`."""
    try:
        folder.sync()
    except OSError as error:
        raise NotConfirmed from error


def _compare(descriptor: int, digest: str) -> None:
    if digest_of(read_all(descriptor, MAX_NOTE_BYTES)) != digest:
        raise TargetChanged


def _write_temporary(folder: Folder, name: str, data: bytes, attributes: FileAttributes | None) -> int:
    """Write *data* to the hidden file *name* in *folder* and flush it to disk.

    Returns its modification time, which the rename preserves.
    """
    descriptor = folder.create(name, 0o666 if attributes is None else 0o600)

    def write() -> int:
        try:
            remaining = memoryview(data)
            while remaining:
                remaining = remaining[os.write(descriptor, remaining) :]
            if attributes is not None:
                apply_attributes(descriptor, attributes)
            sync_file(descriptor)
            return os.fstat(descriptor).st_mtime_ns
        finally:
            os.close(descriptor)

    return _remove_on_failure(folder, name, write)


def _remove_on_failure(folder: Folder, temporary: str, step: Callable[[], T]) -> T:
    """Run *step*; if it fails, remove the temporary file."""
    try:
        return step()
    except BaseException:
        with suppress(OSError):  # The first error is reported; a disk in this state may keep the hidden file.
            folder.remove(temporary)
        raise
