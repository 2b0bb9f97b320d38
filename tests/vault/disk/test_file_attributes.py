"""Mode, owner and extended attributes are copied completely, also through their text form."""

import ctypes
import os
import stat
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from vaultdesk.vault.disk import atomic_write, mac_attributes
from vaultdesk.vault.disk.atomic_write import FileAttributes, apply_attributes, read_attributes, replace_file
from vaultdesk.vault.disk.folder import PosixFolder
from vaultdesk.vault.note_text import digest_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has one bit of mode")


@pytest.fixture
def file(root: Path) -> Path:
    note = root / "a.md"
    note.write_bytes(b"x")
    if sys.platform == "linux":
        try:
            os.setxattr(note, "user.colour", b"red\0\xff")
        except OSError:
            pytest.skip("this file system has no attributes")
    note.chmod(0o640)
    return note


def attributes_of(file: Path) -> FileAttributes:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        return read_attributes(descriptor)
    finally:
        os.close(descriptor)


def test_attributes_are_read_and_applied_to_another_file(root: Path, file: Path) -> None:
    other = root / "b.md"
    other.write_bytes(b"y")
    if sys.platform == "linux":
        os.setxattr(other, "user.else", b"1")
    descriptor = os.open(other, os.O_RDONLY)
    apply_attributes(descriptor, attributes_of(file))
    os.close(descriptor)
    assert attributes_of(other) == attributes_of(file)
    assert stat.S_IMODE(other.stat().st_mode) == 0o640


def test_attributes_survive_serialization(file: Path) -> None:
    found = attributes_of(file)
    assert FileAttributes.from_text(found.to_text()) == found


def test_times_are_not_applied(root: Path, file: Path) -> None:
    os.utime(file, (1, 1))
    (root / "b.md").write_bytes(b"y")
    descriptor = os.open(root / "b.md", os.O_RDONLY)
    apply_attributes(descriptor, attributes_of(file))
    os.close(descriptor)
    assert (root / "b.md").stat().st_mtime > 1_000_000


class MacLibrary:
    """Fake of the C library of macOS with its file attribute functions; attributes are stored by inode number."""

    def __init__(self) -> None:
        self.extended: dict[int, dict[bytes, bytes]] = {}
        self.acls: dict[int, bytes] = {}
        self.created: dict[int, int] = {}
        self._pointers: dict[int, Any] = {}
        for name in (
            "flistxattr", "fgetxattr", "fsetxattr", "fremovexattr", "fsetattrlist", "acl_get_fd_np", "acl_set_fd_np",
            "acl_from_text", "acl_to_text", "acl_init", "acl_free",
        ):  # fmt: skip
            function = getattr(self, f"_{name}")
            # Types are assigned to a ctypes function as attributes, which a method does not allow.
            setattr(self, name, type(name, (), {"__call__": lambda _self, *args, do=function: do(*args)})())

    def pointers(self) -> int:
        """Return the number of objects that were not freed."""
        return len(self._pointers)

    def _attributes_of(self, descriptor: int) -> dict[bytes, bytes]:
        return self.extended.setdefault(os.fstat(descriptor).st_ino, {})

    def _flistxattr(self, descriptor: int, buffer: Any, size: int, options: int) -> int:
        return self._fill(b"".join(name + b"\0" for name in self._attributes_of(descriptor)), buffer, size)

    def _fgetxattr(self, descriptor: int, name: bytes, buffer: Any, size: int, position: int, options: int) -> int:
        if name not in self._attributes_of(descriptor):
            return -1
        return self._fill(self._attributes_of(descriptor)[name], buffer, size)

    def _fsetxattr(self, descriptor: int, name: bytes, value: bytes, size: int, position: int, options: int) -> int:
        if name == b"com.apple.provenance":
            return -1
        self._attributes_of(descriptor)[name] = value[:size]
        return 0

    def _fremovexattr(self, descriptor: int, name: bytes, options: int) -> int:
        del self._attributes_of(descriptor)[name]
        return 0

    def _fsetattrlist(self, descriptor: int, request: Any, moment: Any, size: int, options: int) -> int:
        assert (request._obj.bitmapcount, request._obj.commonattr, size) == (5, 0x200, 16)
        self.created[os.fstat(descriptor).st_ino] = moment._obj.seconds * 10**9 + moment._obj.nanoseconds
        return 0

    def _acl_get_fd_np(self, descriptor: int, kind: int) -> int | None:
        assert kind == 0x100
        text = self.acls.get(os.fstat(descriptor).st_ino)
        return self._pointer(text) if text else None

    def _acl_set_fd_np(self, descriptor: int, acl: int, kind: int) -> int:
        self.acls[os.fstat(descriptor).st_ino] = self._pointers[acl].value
        return 0

    def _acl_from_text(self, text: bytes) -> int:
        return self._pointer(text)

    def _acl_to_text(self, acl: int, length: None) -> int:
        return self._pointer(self._pointers[acl].value)

    def _acl_init(self, count: int) -> int:
        return self._pointer(b"")

    def _acl_free(self, pointer: int) -> int:
        del self._pointers[pointer]
        return 0

    def _pointer(self, text: bytes) -> int:
        buffer = ctypes.create_string_buffer(text)
        self._pointers[ctypes.addressof(buffer)] = buffer
        return ctypes.addressof(buffer)

    def _fill(self, data: bytes, buffer: Any, size: int) -> int:
        if buffer is not None:
            assert size >= len(data)
            buffer[: len(data)] = data
        return len(data)


TAGS, COMMENT = b"com.apple.metadata:_kMDItemUserTags", b"com.apple.metadata:kMDItemFinderComment"
ACL = b"!#acl 1\ngroup:ABCDEFAB-CDEF-ABCD-EFAB-CDEF0000000C:everyone:12:deny:delete\n"


def test_a_save_on_macos_preserves_tags_comments_acl_and_creation_date(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, born = MacLibrary(), 1_700_000_000.5

    def fstat(descriptor: int, real: Any = os.fstat) -> SimpleNamespace:
        found = real(descriptor)
        return SimpleNamespace(
            **{name: getattr(found, name) for name in dir(found) if name.startswith("st_")}, st_birthtime=born
        )

    note = root / "a.md"
    note.write_bytes(b"old")
    before = note.stat().st_ino
    tags = {TAGS: b"bplist00\0\xff", COMMENT: b"", b"com.apple.provenance": b"\1"}
    library.extended[before], library.acls[before] = dict(tags), ACL
    functions = mac_attributes.MacAttributes(library)
    monkeypatch.setattr(mac_attributes, "mac_attributes", lambda: functions)
    monkeypatch.setattr(atomic_write, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(atomic_write.os, "fstat", fstat)
    folder = PosixFolder(os.open(root, os.O_RDONLY))

    replace_file(folder, "a.md", b"new", digest_of(b"old"))

    after = note.stat().st_ino
    assert note.read_bytes() == b"new"
    assert after != before
    assert library.extended[after] == {TAGS: b"bplist00\0\xff", COMMENT: b""}, "the system sets com.apple.provenance"
    assert library.acls[after] == ACL
    assert library.created[after] == 1_700_000_000_500_000_000
    assert library.pointers() == 0


def test_attributes_stored_by_an_older_version_are_read() -> None:
    text = '{"mode": 420, "owner": 501, "group": 20, "extended": {}}'
    assert FileAttributes.from_text(text) == FileAttributes(0o644, 501, 20)
