"""Birth: when a file came to be, as far as its disk tells. Opens nothing but the folders on the way."""

import os
from typing import NamedTuple

from vaultdesk.vault.disk.folder import PortableRoot, PosixRoot, RootFolder
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath

NANOSECONDS = 1_000_000_000


class Birth(NamedTuple):
    """What a file's times say about its beginning, in nanoseconds since 1970."""

    born_ns: int = 0
    """The disk's own birth time; 0 where Python does not give it, as on Linux."""
    oldest_ns: int = 0
    """The earlier of the times of its last change and of the last change of its entry."""


def birth(files: VaultFiles, path: NotePath) -> Birth:
    """Return what the disk says of the file at *path*; nothing where it is gone or no plain file any more."""
    root: RootFolder = PosixRoot(files.root) if os.stat in os.supports_dir_fd else PortableRoot(files.root)
    try:
        with root.open(path.parts[:-1]) as folder:
            return birth_of(folder.stat(path.file_name))
    except OSError:
        return Birth()


def birth_of(found: os.stat_result) -> Birth:
    """Return what *found* says."""
    # Windows before Python 3.12 has the birth time only in its `ctime`, which means another thing everywhere else.
    seconds = getattr(found, "st_birthtime", found.st_ctime if os.name == "nt" else 0.0)
    born_ns = getattr(found, "st_birthtime_ns", round(seconds * NANOSECONDS))
    return Birth(born_ns, min(found.st_ctime_ns, found.st_mtime_ns))
