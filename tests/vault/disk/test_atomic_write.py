"""Atomic writes leave the old bytes or the new ones and no temporary file, even if the disk fails."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from vaultdesk.vault.disk import atomic_write
from vaultdesk.vault.disk.atomic_write import NotConfirmed, TargetChanged, create_file, replace_file
from vaultdesk.vault.disk.folder import PosixFolder, PosixRoot
from vaultdesk.vault.note_text import digest_of

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="uses the POSIX folder; the portable one is tested in test_folder.py"
)


class FailingFolder(PosixFolder):
    """A folder on a disk that fails in one step."""

    step = ""
    number = errno.EIO

    def _fail(self, step: str) -> None:
        if self.step == step:
            raise OSError(self.number, os.strerror(self.number))

    def create(self, name: str, mode: int) -> int:
        self._fail("create")
        return super().create(name, mode)

    def replace(self, name: str, by: str) -> None:
        self._fail("rename")
        super().replace(name, by)

    def publish(self, temporary: str, name: str) -> None:
        self._fail("rename")
        super().publish(temporary, name)

    def sync(self) -> None:
        self._fail("sync")
        super().sync()


def listing(root: Path) -> dict[str, bytes]:
    return {found.name: found.read_bytes() for found in root.iterdir()}


def failing(root: Path, step: str) -> FailingFolder:
    folder = FailingFolder(os.open(root, os.O_RDONLY))
    folder.step = step
    return folder


def test_replacing_changes_the_bytes_and_leaves_no_other_file(root: Path) -> None:
    (root / "a.md").write_bytes(b"old")
    with PosixRoot(root).open(()) as folder:
        replace_file(folder, "a.md", b"new", digest_of(b"old"))
        create_file(folder, "b.md", b"b")
    assert listing(root) == {"a.md": b"new", "b.md": b"b"}


def test_a_file_with_another_digest_is_not_replaced(root: Path) -> None:
    (root / "a.md").write_bytes(b"theirs")
    with PosixRoot(root).open(()) as folder, pytest.raises(TargetChanged):
        replace_file(folder, "a.md", b"mine", digest_of(b"old"))
    assert listing(root) == {"a.md": b"theirs"}


def test_a_change_during_the_write_is_detected(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "a.md").write_bytes(b"old")
    real_fsync = os.fsync

    def fsync(descriptor: int) -> None:
        (root / "a.md").write_bytes(b"theirs")
        real_fsync(descriptor)

    monkeypatch.setattr(atomic_write.os, "fsync", fsync)
    with PosixRoot(root).open(()) as folder, pytest.raises(TargetChanged):
        replace_file(folder, "a.md", b"mine", digest_of(b"old"))
    assert listing(root) == {"a.md": b"theirs"}


def test_an_existing_file_is_never_overwritten_by_a_new_one(root: Path) -> None:
    (root / "a.md").write_bytes(b"theirs")
    with PosixRoot(root).open(()) as folder, pytest.raises(FileExistsError):
        create_file(folder, "a.md", b"mine")
    assert listing(root) == {"a.md": b"theirs"}


@pytest.mark.parametrize("step", ["create", "rename"])
def test_a_failure_before_the_rename_leaves_the_old_bytes(root: Path, step: str) -> None:
    (root / "a.md").write_bytes(b"old")
    folder = failing(root, step)
    with pytest.raises(OSError, match="Input/output"):
        replace_file(folder, "a.md", b"new", digest_of(b"old"))
    with pytest.raises(OSError, match="Input/output"):
        create_file(folder, "b.md", b"b")
    assert listing(root) == {"a.md": b"old"}


def test_a_failure_after_the_rename_is_reported_as_unconfirmed(root: Path) -> None:
    (root / "a.md").write_bytes(b"old")
    folder = failing(root, "sync")
    with pytest.raises(NotConfirmed):
        replace_file(folder, "a.md", b"new", digest_of(b"old"))
    with pytest.raises(NotConfirmed):
        create_file(folder, "b.md", b"b")
    assert listing(root) == {"a.md": b"new", "b.md": b"b"}


@pytest.mark.parametrize("call", ["write", "fsync", "fchmod"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_each_failing_system_call_leaves_the_old_bytes_and_no_temporary_file(
    root: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    (root / "a.md").write_bytes(b"old")

    def fail(*args: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(atomic_write.os, call, fail)
    with PosixRoot(root).open(()) as folder, pytest.raises(OSError) as raised:  # noqa: PT011 - the number is compared
        replace_file(folder, "a.md", b"new", digest_of(b"old"))
    assert raised.value.errno == number
    assert listing(root) == {"a.md": b"old"}


def test_complete_files_are_created_on_a_disk_without_hard_links(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*args: object, **kwargs: object) -> None:
        raise OSError(errno.EPERM, "no hard links here")

    monkeypatch.setattr(os, "link", link)
    with PosixRoot(root).open(()) as folder:
        create_file(folder, "a.md", b"mine")
        with pytest.raises(FileExistsError):
            create_file(folder, "a.md", b"again")
    assert listing(root) == {"a.md": b"mine"}


def test_mode_and_extended_attributes_are_preserved_and_the_time_is_not(root: Path) -> None:
    note = root / "a.md"
    note.write_bytes(b"old")
    note.chmod(0o640)
    os.utime(note, (1, 1))
    if sys.platform == "linux":
        try:
            os.setxattr(note, "user.colour", b"red")
        except OSError:
            pytest.skip("this file system has no attributes")
    with PosixRoot(root).open(()) as folder:
        replace_file(folder, "a.md", b"new", digest_of(b"old"))
    assert stat.S_IMODE(note.stat().st_mode) == 0o640
    assert note.stat().st_mtime > 1_000_000
    if sys.platform == "linux":
        assert os.getxattr(note, "user.colour") == b"red"


def test_a_new_file_has_the_default_permissions(root: Path) -> None:
    (root / "usual").write_bytes(b"")
    with PosixRoot(root).open(()) as folder:
        create_file(folder, "a.md", b"x")
    assert (root / "a.md").stat().st_mode == (root / "usual").stat().st_mode


def test_replacing_breaks_a_hard_link_and_its_other_name_keeps_the_old_bytes(root: Path) -> None:
    other = root.parent / "outside" / "other.md"
    other.write_bytes(b"old")
    (root / "a.md").hardlink_to(other)
    with PosixRoot(root).open(()) as folder:
        replace_file(folder, "a.md", b"new", digest_of(b"old"))
    assert other.read_bytes() == b"old"
    assert listing(root) == {"a.md": b"new"}
