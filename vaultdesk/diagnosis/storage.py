"""Storage of a folder: its file system, case sensitivity, sync programs, and sizes in readable units."""

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from vaultdesk.core.phrases import Number, Phrase

SIZE_UNITS = ("kB", "MB", "GB", "TB")


def storage_size_text(size: float) -> Phrase:
    """Return *size*, in bytes, as `12.3 GB`."""
    if size < 1000:
        return Phrase("{0} bytes", Number(size))
    for unit in SIZE_UNITS:
        size /= 1000
        if size < 999.5 or unit == SIZE_UNITS[-1]:
            break
    return Phrase("{0} {1}", Number(size, decimals=0 if size >= 100 else 1), unit)


# The kind of storage is determined from the system's list of mounts, without accessing the folder: a network drive may
# not answer.

StorageKind = Literal["disk", "network", "shared", "fuse", "fat", "memory", "unknown"]
"""`shared`: a folder of the host computer (of a virtual machine, or of Windows in WSL). `fat`: memory sticks and
cards.
"""

LINUX_MOUNTS = Path("/proc/self/mountinfo")
"""The list of mounts on Linux."""

_FILE_SYSTEMS: dict[StorageKind, tuple[str, ...]] = {
    "network": (
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "smb2", "afpfs", "afs", "davfs", "webdav", "ceph", "glusterfs", "ncpfs",
        "fuse.sshfs", "fuse.rclone", "fuse.davfs2", "fuse.gvfsd-fuse", "fuse.s3fs", "fuse.kio-fuse",
    ),
    "shared": ("9p", "drvfs", "virtiofs", "vboxsf", "vmhgfs", "fuse.vmhgfs-fuse", "prl_fs"),
    "fat": ("vfat", "exfat", "msdos", "fat", "fuse.exfat"),
    "memory": ("tmpfs", "ramfs"),
    "disk": (
        "ext2", "ext3", "ext4", "btrfs", "xfs", "zfs", "f2fs", "jfs", "reiserfs", "bcachefs", "overlay", "apfs", "hfs",
        "ntfs", "ntfs3", "fuseblk", "ufs", "refs",
    ),
}  # fmt: skip

MACOS_MOUNT = "/sbin/mount"
"""Lists the mounts of macOS without accessing them."""

MACOS_MOUNT_TIMEOUT = 5.0
"""Seconds for `MACOS_MOUNT`."""

_REMOTE_DRIVE = 4
"""Windows' type of a network drive."""


class StorageInfo(Struct, frozen=True):
    """The storage of a folder."""

    file_system: str
    """The system's name; empty if unknown."""
    storage_kind: StorageKind
    read_only: bool = False


class _Mount(Struct, frozen=True):
    folder: str
    kind: str
    read_only: bool


def storage_info_of(folder: Path, mounts: Path = LINUX_MOUNTS) -> StorageInfo:
    """Return the storage of *folder*. *mounts* is the system's list, on Linux."""
    real_path = os.path.realpath(folder)
    if sys.platform == "win32":
        return _windows_disk(real_path)
    try:
        all_mounts = list(_macos_mounts() if sys.platform == "darwin" else _linux_mounts(mounts))
    except (OSError, subprocess.SubprocessError):
        return StorageInfo("", "unknown")
    containing = [mount for mount in all_mounts if _contains(mount.folder, real_path)]
    if not containing:
        return StorageInfo("", "unknown")
    # The last mount at a path hides earlier ones.
    _, innermost = max(enumerate(containing), key=lambda numbered: (len(numbered[1].folder), numbered[0]))
    return StorageInfo(innermost.kind, storage_kind_of(innermost.kind), innermost.read_only)


def storage_kind_of(file_system: str) -> StorageKind:
    """Return the kind of storage of *file_system*, as the system names it."""
    for storage_kind, file_systems in _FILE_SYSTEMS.items():
        if file_system in file_systems:
            return storage_kind
    return "fuse" if file_system.startswith("fuse") or "fuse" in file_system else "unknown"


def is_case_sensitive(folder: Path, names: Iterable[str]) -> bool | None:
    """Return, judged by the *names* in *folder* without writing, whether `Plan` and `plan` differ; None if unknown."""
    all_names = set(names)
    for name in all_names:
        swapped = name.swapcase()
        # Letters such as ß or İ change their length with their case: only names that convert back unchanged are
        # compared.
        if swapped == name or swapped.swapcase() != name or not swapped.isascii() or swapped in all_names:
            continue
        try:
            return not (folder / swapped).samefile(folder / name)
        except FileNotFoundError:
            return True if (folder / name).exists() else None
        except OSError:
            return None
    return None


def _linux_mounts(mounts: Path) -> Iterator[_Mount]:
    for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        before, separator, after = line.partition(" - ")
        fields, type_fields = before.split(" "), after.split(" ")
        if separator and len(fields) >= 6 and len(type_fields) >= 1:
            options = {*fields[5].split(","), *(type_fields[2].split(",") if len(type_fields) > 2 else ())}
            yield _Mount(_unescaped(fields[4]), type_fields[0], "ro" in options)


def _macos_mounts() -> Iterator[_Mount]:
    completed = subprocess.run(  # noqa: S603 - the system's own program, by its full path
        [MACOS_MOUNT], capture_output=True, text=True, timeout=MACOS_MOUNT_TIMEOUT, check=False
    )
    for line in completed.stdout.splitlines():
        found = re.fullmatch(r".+? on (?P<folder>/.*) \((?P<kind>[^,)]+)(?P<options>[^)]*)\)", line)
        if found:
            yield _Mount(found["folder"], found["kind"], "read-only" in found["options"])


def _windows_disk(path: str) -> StorageInfo:
    drive = os.path.splitdrive(path)[0]
    if drive.startswith("\\\\"):
        return StorageInfo("", "network")
    library = getattr(ctypes, "windll", None)
    remote = library is not None and library.kernel32.GetDriveTypeW(f"{drive}\\") == _REMOTE_DRIVE
    return StorageInfo("", "network" if remote else "disk")


def _contains(mount_folder: str, path: str) -> bool:
    return path == mount_folder or path.startswith(mount_folder.rstrip("/") + "/")


def _unescaped(text: str) -> str:
    """Return *text* with the octal escapes replaced that Linux writes for blanks, tabs, line ends and backslashes."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


# Sync programs are recognized by the names of the parent folders and of the files in them; no file is opened.

MAX_NAMES_PER_FOLDER = 2_000
"""Maximum number of names checked in one folder; marker files are in folders with few."""


class SyncProgram(Struct, frozen=True):
    """A sync program that manages the folder."""

    name: str
    on_demand: bool = False
    """Whether it may store a file elsewhere until it is opened."""


_FOLDER_PATTERNS: tuple[tuple[re.Pattern[str], SyncProgram], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), program)
    for pattern, program in (
        (r"Dropbox( \(.+\))?", SyncProgram("Dropbox", on_demand=True)),
        (r"OneDrive( ?- ?.+)?", SyncProgram("OneDrive", on_demand=True)),
        (r"iCloudDrive|com~apple~CloudDocs|iCloud~.+|Mobile Documents", SyncProgram("iCloud", on_demand=True)),
        (r"GoogleDrive-.+|Google Drive|DriveFS", SyncProgram("Google Drive", on_demand=True)),
        (r"Nextcloud\d*", SyncProgram("Nextcloud")),
        (r"ownCloud", SyncProgram("ownCloud")),
        (r"Syncthing", SyncProgram("Syncthing")),
        (r"pCloud ?Drive", SyncProgram("pCloud", on_demand=True)),
    )
)
"""Names of the folders of sync programs."""

_MARKER_PATTERNS: tuple[tuple[re.Pattern[str], SyncProgram], ...] = tuple(
    (re.compile(pattern), program)
    for pattern, program in (
        (r"\.dropbox(\.cache)?", SyncProgram("Dropbox", on_demand=True)),
        (r"\.stfolder|\.stversions|\.stignore", SyncProgram("Syncthing")),
        (r"\.nextcloudsync\.log", SyncProgram("Nextcloud")),
        (r"\.owncloudsync\.log", SyncProgram("ownCloud")),
        (r"\._?sync_[0-9a-f]+\.db|\.sync_.+\.db", SyncProgram("Nextcloud")),
        (r"\.tmp\.drive(down|up)load", SyncProgram("Google Drive", on_demand=True)),
        (r"\.SyncTrash|\.SyncID|\.SyncIgnore", SyncProgram("Resilio Sync")),
        (r"\.seafile-data|\.seafile-ignore|seafile-ignore\.txt", SyncProgram("Seafile")),
    )
)
"""Marker files of sync programs."""

_FOLDER_VARIABLES: Mapping[str, SyncProgram] = {
    "OneDrive": SyncProgram("OneDrive", on_demand=True),
    "OneDriveConsumer": SyncProgram("OneDrive", on_demand=True),
    "OneDriveCommercial": SyncProgram("OneDrive", on_demand=True),
}
"""Environment variables of Windows that name the folder of a sync program."""


def sync_programs(folder: Path, environment: Mapping[str, str] = os.environ) -> tuple[SyncProgram, ...]:
    """Return the programs that sync *folder*, or a parent folder; in the order of their names."""
    real_path = Path(os.path.realpath(folder))
    folders = (real_path, *real_path.parents)
    found = {
        program.name: program
        for parent in folders
        for program in (*_programs_by_name(parent.name), *_programs_by_marker(parent))
    }
    for variable, program in _FOLDER_VARIABLES.items():
        value = environment.get(variable, "")
        if value and Path(os.path.realpath(value)) in folders:
            found.setdefault(program.name, program)
    return tuple(found[name] for name in sorted(found))


def _programs_by_name(name: str) -> Iterator[SyncProgram]:
    return (program for pattern, program in _FOLDER_PATTERNS if pattern.fullmatch(name))


def _programs_by_marker(folder: Path) -> Iterator[SyncProgram]:
    # The home folder contains Dropbox's settings as `.dropbox`, although it is not synced.
    if folder.parent == folder or folder == Path(os.path.realpath(Path.home())):
        return
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(MAX_NAMES_PER_FOLDER), strict=False)]
    except OSError:
        return  # A parent folder may not be listable.
    for name in names:
        yield from (program for pattern, program in _MARKER_PATTERNS if pattern.fullmatch(name))
