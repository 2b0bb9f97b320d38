"""Mode, owner and extended attributes travel whole, through text too."""

import os
import stat
import sys
from pathlib import Path

import pytest

from vaultdesk.vault.disk.atomic_write import FileAttributes, apply_attributes, read_attributes

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has one bit of mode")


@pytest.fixture
def file(root: Path) -> Path:
    made = root / "a.md"
    made.write_bytes(b"x")
    if sys.platform == "linux":
        try:
            os.setxattr(made, "user.colour", b"red\0\xff")
        except OSError:
            pytest.skip("this file system has no attributes")
    made.chmod(0o640)
    return made


def of(file: Path) -> FileAttributes:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        return read_attributes(descriptor)
    finally:
        os.close(descriptor)


def test_attributes_are_read_and_given_to_another_file(root: Path, file: Path) -> None:
    other = root / "b.md"
    other.write_bytes(b"y")
    if sys.platform == "linux":
        os.setxattr(other, "user.else", b"1")
    descriptor = os.open(other, os.O_RDONLY)
    apply_attributes(descriptor, of(file))
    os.close(descriptor)
    assert of(other) == of(file)
    assert stat.S_IMODE(other.stat().st_mode) == 0o640


def test_they_are_the_same_after_being_kept_as_text(file: Path) -> None:
    found = of(file)
    assert FileAttributes.from_text(found.to_text()) == found


def test_times_are_not_given(root: Path, file: Path) -> None:
    os.utime(file, (1, 1))
    (root / "b.md").write_bytes(b"y")
    descriptor = os.open(root / "b.md", os.O_RDONLY)
    apply_attributes(descriptor, of(file))
    os.close(descriptor)
    assert (root / "b.md").stat().st_mtime > 1_000_000
