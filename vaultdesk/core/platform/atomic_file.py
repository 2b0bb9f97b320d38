"""Atomic replacement of the program's own files, and flushing of files and folders to disk.

The replacement is for settings and similar files; notes are written by the vault package.
"""

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path

if sys.platform == "darwin":
    import fcntl


def sync_file(descriptor: int) -> None:
    """Flush the open file *descriptor* to disk. Raises OSError.

    On macOS `fsync` leaves data in the cache of the drive; `F_FULLFSYNC` does not, but network shares and many FUSE
    file systems do not support it (fcntl(2)). The fallback is then `fsync`, as in SQLite.
    """
    if sys.platform == "darwin":
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError:
            os.fsync(descriptor)
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Flush the entries of *folder* to disk. Raises OSError. Does nothing on Windows, which does not support it."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file_bytes(path: Path, data: bytes) -> None:
    """Replace the file at *path* by *data*; a new file is private. If OSError is raised, the file is unchanged."""
    real = path.resolve()  # A symbolic link of a dotfile manager is preserved.
    real.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o600
    descriptor, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            sync_file(file.fileno())
        temporary.chmod(mode)
        temporary.replace(real)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(real.parent)
