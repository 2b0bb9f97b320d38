"""Earlier bytes are kept once, whole, and found again by their hash."""

import errno
import os
from pathlib import Path

import pytest

from vaultdesk.core.errors import JournalFailed
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.snapshots import Snapshots


@pytest.fixture
def snapshots(tmp_path: Path) -> Snapshots:
    return Snapshots(tmp_path / "snapshots")


def test_what_is_kept_is_read_again(snapshots: Snapshots) -> None:
    digest = snapshots.keep(b"old")
    assert digest == digest_of(b"old")
    assert (snapshots.read(digest), snapshots.has(digest)) == (b"old", True)
    assert [file.name for file in snapshots.folder.iterdir()] == [digest]


def test_what_is_kept_already_is_not_written_twice(snapshots: Snapshots) -> None:
    digest = snapshots.keep(b"old")
    before = (snapshots.folder / digest).stat()
    snapshots.keep(b"old")
    assert (snapshots.folder / digest).stat() == before


def test_nothing_needs_no_file(snapshots: Snapshots) -> None:
    assert snapshots.read(digest_of(b"")) == b""
    assert snapshots.has(digest_of(b""))
    assert not snapshots.has("")


def test_a_damaged_or_missing_one_is_told(snapshots: Snapshots) -> None:
    digest = snapshots.keep(b"old")
    (snapshots.folder / digest).write_bytes(b"bad")
    with pytest.raises(JournalFailed, match="damaged"):
        snapshots.read(digest)
    with pytest.raises(JournalFailed):
        snapshots.read("0" * 64)


def test_a_cut_one_of_another_size_is_written_anew(snapshots: Snapshots) -> None:
    digest = snapshots.keep(b"old")
    (snapshots.folder / digest).write_bytes(b"")
    snapshots.keep(b"old")
    assert snapshots.read(digest) == b"old"


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_disk_that_fails_leaves_nothing_and_is_told(
    snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def fail(*args: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(JournalFailed, match="No space"):
        snapshots.keep(b"old")
    monkeypatch.undo()
    assert list(snapshots.folder.iterdir()) == []


def test_tidying_removes_unfinished_ones_and_old_strays_only(snapshots: Snapshots) -> None:
    wanted, stray, fresh = (snapshots.keep(data) for data in (b"wanted", b"stray", b"fresh"))
    (snapshots.folder / "half.tmp").write_bytes(b"half")
    for digest in (wanted, stray):
        os.utime(snapshots.folder / digest, (1, 1))
    assert snapshots.tidy({wanted}, older_than_days=1) == 2
    assert {file.name for file in snapshots.folder.iterdir()} == {wanted, fresh}
