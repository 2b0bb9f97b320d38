"""Atomic replacement of one of the program's own files.

For settings and what is kept beside them; notes have a writer of their own in the vault.
"""

import contextlib
import os
import stat
import tempfile
from pathlib import Path


def replace_file_bytes(path: Path, data: bytes) -> None:
    """Put *data* in the place of the file at *path*, made private if new. Raises OSError; then it is as it was."""
    real = path.resolve()  # A dotfile manager's link stays a link.
    real.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o600
    descriptor, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(real)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if os.name == "posix":
        folder = os.open(real.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
