"""Tests of diagnosis/storage.py."""

import sys
from pathlib import Path

import pytest

from vaultdesk.diagnosis.storage import (
    StorageInfo,
    is_case_sensitive,
    storage_info_of,
    storage_kind_of,
    storage_size_text,
    sync_programs,
)

# Sizes have at most three digits and a unit.


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (225_280, "225 kB"), (999_700, "1.0 MB"),
     (76_900_000_000, "76.9 GB"), (5e15, "5,000 TB")],
)  # fmt: skip
def test_a_size_is_formatted_with_its_unit(size: float, text: str) -> None:
    assert storage_size_text(size) == text


# The kind of a disk follows from the list of mounts, case sensitivity from existing names; nothing is written.

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
        ("/home/me/Notes", StorageInfo("ext4", "disk")),
        ("/mnt/My Notes/Vault", StorageInfo("cifs", "network")),
        ("/mnt/My Notes2", StorageInfo("ext4", "disk")),
        ("/media/stick", StorageInfo("vfat", "fat", read_only=True)),
        ("/media/stick/inner/a", StorageInfo("fuse.rclone", "network")),
        ("/mnt/c/Users", StorageInfo("9p", "shared")),
        ("/secret", StorageInfo("fuse.gocryptfs", "fuse")),
    ],
)
def test_storage_is_taken_from_the_nearest_mount(folder: str, disk: StorageInfo, tmp_path: Path) -> None:
    mountinfo = tmp_path / "mountinfo"
    mountinfo.write_text(MOUNTS, encoding="utf-8")
    assert storage_info_of(Path(folder), mountinfo) == disk


@linux_only
def test_the_last_mount_on_a_folder_takes_precedence(tmp_path: Path) -> None:
    mountinfo = tmp_path / "mountinfo"
    mountinfo.write_text(MOUNTS + "40 30 0:50 / /tmp ro - nfs4 nas:/tmp rw\n", encoding="utf-8")
    assert storage_info_of(Path("/tmp/x"), mountinfo) == StorageInfo("nfs4", "network", read_only=True)


@linux_only
@pytest.mark.parametrize("text", ["", "no mount at all\n", "1 2 3 - \n"])
def test_a_mount_list_without_mounts_leaves_the_storage_unknown(text: str, tmp_path: Path) -> None:
    mountinfo = tmp_path / "mountinfo"
    mountinfo.write_text(text, encoding="utf-8")
    assert storage_info_of(tmp_path, mountinfo) == StorageInfo("", "unknown")
    assert storage_info_of(tmp_path, tmp_path / "missing") == StorageInfo("", "unknown")


def test_the_storage_of_a_local_folder_is_not_a_network_drive(tmp_path: Path) -> None:
    assert storage_info_of(tmp_path).storage_kind != "network"


def test_an_unknown_file_system_has_an_unknown_kind() -> None:
    assert storage_kind_of("plan9000") == "unknown"
    assert storage_kind_of("fuse.new-thing") == "fuse"


def test_case_sensitivity_is_detected_by_an_existing_name_without_writing(tmp_path: Path) -> None:
    (tmp_path / "Plan.md").write_text("x", encoding="utf-8")
    is_sensitive = not (tmp_path / "pLAN.MD").exists()
    assert is_case_sensitive(tmp_path, ["Plan.md"]) is is_sensitive
    assert [file.name for file in tmp_path.iterdir()] == ["Plan.md"]


@pytest.mark.parametrize("names", [[], ["2026"], ["straße.md"], ["gone.md"]])
def test_names_without_usable_letters_leave_case_sensitivity_unknown(names: list[str], tmp_path: Path) -> None:
    for name in names:
        if name != "gone.md":
            (tmp_path / name).write_text("x", encoding="utf-8")
    assert is_case_sensitive(tmp_path, names) is None


def test_two_spellings_of_one_file_mean_a_case_insensitive_folder(tmp_path: Path) -> None:
    # A hard link gives what a case-insensitive file system does: both names lead to one file.
    (tmp_path / "Plan.md").write_text("x", encoding="utf-8")
    if not (tmp_path / "pLAN.MD").exists():
        (tmp_path / "pLAN.MD").hardlink_to(tmp_path / "Plan.md")
    assert is_case_sensitive(tmp_path, ["Plan.md"]) is False


# Sync programs are recognized by the name of their folder or by the files that they create in it.


def names(folder: Path, environment: dict[str, str] | None = None) -> list[str]:
    return [program.name for program in sync_programs(folder, environment or {})]


@pytest.mark.parametrize(
    ("above", "name"),
    [
        ("Dropbox", "Dropbox"),
        ("Dropbox (Work)", "Dropbox"),
        ("OneDrive", "OneDrive"),
        ("OneDrive - Example GmbH", "OneDrive"),
        ("OneDrive-Personal", "OneDrive"),
        ("Mobile Documents/iCloud~md~obsidian", "iCloud"),
        ("CloudStorage/GoogleDrive-me@example.com/My Drive", "Google Drive"),
        ("Nextcloud", "Nextcloud"),
    ],
)
def test_a_sync_folder_is_recognized_by_its_name(above: str, name: str, tmp_path: Path) -> None:
    vault = tmp_path / above / "Notes" / "Vault"
    vault.mkdir(parents=True)
    assert names(vault) == [name]


@pytest.mark.parametrize(
    ("marker", "name"),
    [
        (".dropbox.cache", "Dropbox"),
        (".stfolder", "Syncthing"),
        (".nextcloudsync.log", "Nextcloud"),
        (".sync_0a1b2c3d4e5f.db", "Nextcloud"),
        (".owncloudsync.log", "ownCloud"),
        (".tmp.drivedownload", "Google Drive"),
    ],
)
def test_a_sync_folder_is_recognized_by_a_marker_in_a_parent_folder(marker: str, name: str, tmp_path: Path) -> None:
    vault = tmp_path / "Shared" / "Vault"
    vault.mkdir(parents=True)
    (tmp_path / "Shared" / marker).mkdir()
    assert names(vault) == [name]


def test_an_ordinary_folder_has_no_sync_program(tmp_path: Path) -> None:
    vault = tmp_path / "My Dropbox of ideas" / "OneDriver"
    vault.mkdir(parents=True)
    (vault / "Dropbox.md").write_text("x", encoding="utf-8")
    assert names(vault) == []


def test_the_settings_of_a_sync_program_in_the_home_folder_are_no_marker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".dropbox").mkdir()
    (tmp_path / "Notes").mkdir()
    assert names(tmp_path / "Notes") == []


def test_an_onedrive_folder_is_recognized_by_its_environment_variable(tmp_path: Path) -> None:
    vault = tmp_path / "Documents" / "Vault"
    vault.mkdir(parents=True)
    assert names(vault, {"OneDrive": str(tmp_path / "Documents")}) == ["OneDrive"]
    assert names(vault, {"OneDrive": str(tmp_path / "Documents" / "Else")}) == []


def test_two_sync_programs_of_one_folder_are_both_returned(tmp_path: Path) -> None:
    vault = tmp_path / "Dropbox" / "Vault"
    (vault / ".stfolder").mkdir(parents=True)
    assert names(vault) == ["Dropbox", "Syncthing"]
