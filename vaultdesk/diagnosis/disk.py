"""Disk: on what kind of file system a folder lies, and whether names are told apart by case. Writes nothing.

Told by what the system lists of its mounts, not by asking the folder: a network drive may not answer.
"""

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Place = Literal["disk", "network", "shared", "fuse", "fat", "memory", "unknown"]
"""`shared`: a folder of the computer around this one (a virtual machine's, Windows' in WSL). `fat`: sticks, cards."""

MOUNTS = Path("/proc/self/mountinfo")
"""Where Linux lists what is mounted."""

_PLACES: dict[Place, tuple[str, ...]] = {
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

MAC_LISTS = "/sbin/mount"
"""What lists the mounts of macOS; it asks none of them."""

MAC_PATIENCE = 5.0
"""Seconds for it."""

_REMOTE_DRIVE = 4
"""What Windows calls a drive of the network."""


@dataclass(frozen=True, slots=True)
class Disk:
    """What a folder lies on."""

    kind: str
    """As the system calls it; empty where it does not say."""
    place: Place
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class _Mount:
    folder: str
    kind: str
    read_only: bool


def disk_of(folder: Path, mounts: Path = MOUNTS) -> Disk:
    """Return what *folder* lies on. *mounts* is the system's list, on Linux."""
    where = os.path.realpath(folder)
    if sys.platform == "win32":
        return _windows_disk(where)
    try:
        listed = list(_of_mac() if sys.platform == "darwin" else _of_linux(mounts))
    except (OSError, subprocess.SubprocessError):
        return Disk("", "unknown")
    fitting = [one for one in listed if _holds(one.folder, where)]
    if not fitting:
        return Disk("", "unknown")
    # What was mounted last at a place covers what lay there before.
    mount = max(enumerate(fitting), key=lambda one: (len(one[1].folder), one[0]))[1]
    return Disk(mount.kind, place_of(mount.kind), mount.read_only)


def place_of(kind: str) -> Place:
    """Return what sort of place a file system of this name is."""
    for place, kinds in _PLACES.items():
        if kind in kinds:
            return place
    return "fuse" if kind.startswith("fuse") or "fuse" in kind else "unknown"


def tells_case_apart(folder: Path, names: Iterable[str]) -> bool | None:
    """Tell by the *names* in *folder*, without writing, whether `Plan` and `plan` are two; None where none can tell."""
    known = set(names)
    for name in known:
        other = name.swapcase()
        # Letters such as ß or İ change their number with their case: only what comes back the same is a fair question.
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
        [MAC_LISTS], capture_output=True, text=True, timeout=MAC_PATIENCE, check=False
    )
    for line in told.stdout.splitlines():
        found = re.fullmatch(r".+? on (?P<folder>/.*) \((?P<kind>[^,)]+)(?P<options>[^)]*)\)", line)
        if found:
            yield _Mount(found["folder"], found["kind"], "read-only" in found["options"])


def _windows_disk(where: str) -> Disk:
    drive = os.path.splitdrive(where)[0]
    if drive.startswith("\\\\"):
        return Disk("", "network")
    library = getattr(ctypes, "windll", None)
    remote = library is not None and library.kernel32.GetDriveTypeW(f"{drive}\\") == _REMOTE_DRIVE
    return Disk("", "network" if remote else "disk")


def _holds(mount: str, where: str) -> bool:
    return where == mount or where.startswith(mount.rstrip("/") + "/")


def _unescaped(text: str) -> str:
    """Linux writes blanks, tabs, line ends and backslashes in octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)
