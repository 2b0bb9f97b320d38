"""Storage of a folder: its file system, case sensitivity, sync programs, and sizes in readable units."""

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

SIZE_UNITS = ("kB", "MB", "GB", "TB")


def storage_size_text(size: float) -> str:
    """Return *size*, in bytes, as `12.3 GB`."""
    if size < 1000:
        return f"{size:.0f} bytes"
    for unit in SIZE_UNITS:
        size /= 1000
        if size < 999.5 or unit == SIZE_UNITS[-1]:
            break
    return f"{size:.0f} {unit}" if size >= 100 else f"{size:.1f} {unit}"


# Determined from the system's list of mounts, without accessing the folder: a network drive may not answer.

StorageKind = Literal["disk", "network", "shared", "fuse", "fat", "memory", "unknown"]
"""`shared`: a folder of the host computer (of a virtual machine, or of Windows in WSL). `fat`: memory sticks and
cards.
"""

LINUX_MOUNTS = Path("/proc/self/mountinfo")
"""The list of mounts on Linux."""

_PLACES: dict[StorageKind, tuple[str, ...]] = {
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
"""Seconds for it."""

_REMOTE_DRIVE = 4
"""Windows' type of a network drive."""


@dataclass(frozen=True, slots=True)
class StorageInfo:
    """The storage of a folder."""

    file_system: str
    """The system's name; empty if unknown."""
    storage_kind: StorageKind
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class _Mount:
    folder: str
    kind: str
    read_only: bool


def storage_info_of(folder: Path, mounts: Path = LINUX_MOUNTS) -> StorageInfo:
    """Return the storage of *folder*. *mounts* is the system's list, on Linux."""
    where = os.path.realpath(folder)
    if sys.platform == "win32":
        return _windows_disk(where)
    try:
        listed = list(_of_mac() if sys.platform == "darwin" else _of_linux(mounts))
    except (OSError, subprocess.SubprocessError):
        return StorageInfo("", "unknown")
    containing = [one for one in listed if _holds(one.folder, where)]
    if not containing:
        return StorageInfo("", "unknown")
    # The last mount at a path hides earlier ones.
    mount = max(enumerate(containing), key=lambda one: (len(one[1].folder), one[0]))[1]
    return StorageInfo(mount.kind, storage_kind_of(mount.kind), mount.read_only)


def storage_kind_of(kind: str) -> StorageKind:
    """Return the kind of a file system with this name."""
    for place, kinds in _PLACES.items():
        if kind in kinds:
            return place
    return "fuse" if kind.startswith("fuse") or "fuse" in kind else "unknown"


def is_case_sensitive(folder: Path, names: Iterable[str]) -> bool | None:
    """Return, judged by the *names* in *folder* without writing, whether `Plan` and `plan` differ; None if unknown."""
    known = set(names)
    for name in known:
        other = name.swapcase()
        # Letters such as ß or İ change their length with their case: only names that convert back unchanged are
        # compared.
        if other == name or other.swapcase() != name or not other.isascii() or other in known:
            continue
        try:
            return not (folder / other).samefile(folder / name)
        except FileNotFoundError:
            return True if (folder / name).exists() else None
        except OSError:
            return None
    return None


def _of_linux(mounts: Path) -> Iterator[_Mount]:
    for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        before, dash, after = line.partition(" - ")
        fields, told = before.split(" "), after.split(" ")
        if dash and len(fields) >= 6 and len(told) >= 1:
            options = {*fields[5].split(","), *(told[2].split(",") if len(told) > 2 else ())}
            yield _Mount(_unescaped(fields[4]), told[0], "ro" in options)


def _of_mac() -> Iterator[_Mount]:
    told = subprocess.run(  # noqa: S603 - the system's own program, by its full path
        [MACOS_MOUNT], capture_output=True, text=True, timeout=MACOS_MOUNT_TIMEOUT, check=False
    )
    for line in told.stdout.splitlines():
        found = re.fullmatch(r".+? on (?P<folder>/.*) \((?P<kind>[^,)]+)(?P<options>[^)]*)\)", line)
        if found:
            yield _Mount(found["folder"], found["kind"], "read-only" in found["options"])


def _windows_disk(where: str) -> StorageInfo:
    drive = os.path.splitdrive(where)[0]
    if drive.startswith("\\\\"):
        return StorageInfo("", "network")
    library = getattr(ctypes, "windll", None)
    remote = library is not None and library.kernel32.GetDriveTypeW(f"{drive}\\") == _REMOTE_DRIVE
    return StorageInfo("", "network" if remote else "disk")


def _holds(mount: str, where: str) -> bool:
    return where == mount or where.startswith(mount.rstrip("/") + "/")


def _unescaped(text: str) -> str:
    """Linux escapes blanks, tabs, line ends and backslashes as octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


# Checks the names of the parent folders and of the files in them; opens none.

MAX_NAMES_PER_FOLDER = 2_000
"""Maximum number of names checked in one folder; marker files are in folders with few."""


@dataclass(frozen=True, slots=True)
class SyncProgram:
    """A sync program that manages the folder."""

    name: str
    on_demand: bool = False
    """Whether it may store a file elsewhere until it is opened."""


_NAMED: tuple[tuple[re.Pattern[str], SyncProgram], ...] = tuple(
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

_MARKED: tuple[tuple[re.Pattern[str], SyncProgram], ...] = tuple(
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

_VARIABLES: Mapping[str, SyncProgram] = {
    "OneDrive": SyncProgram("OneDrive", on_demand=True),
    "OneDriveConsumer": SyncProgram("OneDrive", on_demand=True),
    "OneDriveCommercial": SyncProgram("OneDrive", on_demand=True),
}
"""Environment variables of Windows that name its folder."""


def sync_programs(folder: Path, environment: Mapping[str, str] = os.environ) -> tuple[SyncProgram, ...]:
    """Return the programs that sync *folder*, or a parent folder; in the order of their names."""
    where = Path(os.path.realpath(folder))
    around = (where, *where.parents)
    found = {program.name: program for one in around for program in (*_by_name(one.name), *_by_marks(one))}
    for variable, program in _VARIABLES.items():
        place = environment.get(variable, "")
        if place and Path(os.path.realpath(place)) in around:
            found.setdefault(program.name, program)
    return tuple(found[name] for name in sorted(found))


def _by_name(name: str) -> Iterator[SyncProgram]:
    return (program for looks, program in _NAMED if looks.fullmatch(name))


def _by_marks(folder: Path) -> Iterator[SyncProgram]:
    # The home folder contains Dropbox's settings as `.dropbox`, although it is not synced.
    if folder.parent == folder or folder == Path(os.path.realpath(Path.home())):
        return
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(MAX_NAMES_PER_FOLDER), strict=False)]
    except OSError:
        return  # A parent folder may not be listable.
    for name in names:
        yield from (program for looks, program in _MARKED if looks.fullmatch(name))
