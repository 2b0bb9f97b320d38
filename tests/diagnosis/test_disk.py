"""Disk: told by the system's own list of mounts, and case by names that are there, without writing."""

import sys
from pathlib import Path

import pytest

from vaultdesk.diagnosis.disk import Disk, disk_of, place_of, tells_case_apart

MOUNTS = r"""22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:25 / /tmp rw - tmpfs tmpfs rw
31 22 0:26 / /mnt/My\040Notes rw,nosuid shared:7 - cifs //nas/notes rw,vers=3.1
32 22 8:17 / /media/stick rw - vfat /dev/sdb1 ro
33 22 0:44 / /media/stick/inner rw - fuse.rclone remote: rw
34 22 0:45 / /mnt/c rw - 9p drvfs rw
35 22 0:46 / /secret rw - fuse.gocryptfs /x rw
"""

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads Linux's list")


@linux_only
@pytest.mark.parametrize(
    ("folder", "disk"),
    [
        ("/home/me/Notes", Disk("ext4", "disk")),
        ("/mnt/My Notes/Vault", Disk("cifs", "network")),
        ("/mnt/My Notes2", Disk("ext4", "disk")),
        ("/media/stick", Disk("vfat", "fat", read_only=True)),
        ("/media/stick/inner/a", Disk("fuse.rclone", "network")),
        ("/mnt/c/Users", Disk("9p", "shared")),
        ("/secret", Disk("fuse.gocryptfs", "fuse")),
    ],
)
def test_the_nearest_mount_tells(folder: str, disk: Disk, tmp_path: Path) -> None:
    listed = tmp_path / "mountinfo"
    listed.write_text(MOUNTS, encoding="utf-8")
    assert disk_of(Path(folder), listed) == disk


@linux_only
def test_what_was_mounted_over_another_counts(tmp_path: Path) -> None:
    listed = tmp_path / "mountinfo"
    listed.write_text(MOUNTS + "40 30 0:50 / /tmp ro - nfs4 nas:/tmp rw\n", encoding="utf-8")
    assert disk_of(Path("/tmp/x"), listed) == Disk("nfs4", "network", read_only=True)


@linux_only
@pytest.mark.parametrize("text", ["", "no mount at all\n", "1 2 3 - \n"])
def test_a_list_that_says_nothing_leaves_it_unknown(text: str, tmp_path: Path) -> None:
    listed = tmp_path / "mountinfo"
    listed.write_text(text, encoding="utf-8")
    assert disk_of(tmp_path, listed) == Disk("", "unknown")
    assert disk_of(tmp_path, tmp_path / "missing") == Disk("", "unknown")


def test_this_computer_knows_what_a_folder_lies_on(tmp_path: Path) -> None:
    assert disk_of(tmp_path).place != "network"


def test_a_kind_nobody_heard_of_is_unknown() -> None:
    assert place_of("plan9000") == "unknown"
    assert place_of("fuse.new-thing") == "fuse"


def test_case_is_told_by_a_name_that_is_there_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "Plan.md").write_text("x", encoding="utf-8")
    apart = not (tmp_path / "pLAN.MD").exists()
    assert tells_case_apart(tmp_path, ["Plan.md"]) is apart
    assert [file.name for file in tmp_path.iterdir()] == ["Plan.md"]


@pytest.mark.parametrize("names", [[], ["2026"], ["straße.md"], ["gone.md"]])
def test_names_that_cannot_tell_tell_nothing(names: list[str], tmp_path: Path) -> None:
    for name in names:
        if name != "gone.md":
            (tmp_path / name).write_text("x", encoding="utf-8")
    assert tells_case_apart(tmp_path, names) is None


def test_where_both_spellings_are_one_file_they_are_not_told_apart(tmp_path: Path) -> None:
    # What such a file system does, done with a link: both names lead to one file.
    (tmp_path / "Plan.md").write_text("x", encoding="utf-8")
    if not (tmp_path / "pLAN.MD").exists():
        (tmp_path / "pLAN.MD").hardlink_to(tmp_path / "Plan.md")
    assert tells_case_apart(tmp_path, ["Plan.md"]) is False
