"""Exclusive rename: a new name in one step, only if nothing has it. The system call Python has no word for."""

import errno
import os
import sys
from collections.abc import Callable
from functools import cache

_NO_REPLACE = 1
"""`RENAME_NOREPLACE` of Linux (linux/fs.h)."""

_EXCLUSIVE = 4
"""`RENAME_EXCL` of macOS (sys/stdio.h)."""

_UNKNOWN = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
"""How kernels and file systems without this call refuse it."""


@cache
def _call() -> Callable[[int, bytes, int, bytes], int] | None:
    """Return the system's function, which tells an error's number or 0; None where it has none."""
    if sys.platform == "win32":
        return None
    import ctypes  # Takes 3 ms, and only a write needs it.

    name, flag = ("renameatx_np", _EXCLUSIVE) if sys.platform == "darwin" else ("renameat2", _NO_REPLACE)
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if function is None:
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]

    def call(source: int, name: bytes, target: int, new_name: bytes) -> int:
        return 0 if function(source, name, target, new_name, flag) == 0 else ctypes.get_errno()

    return call


def rename_exclusive(source: int, name: str, target: int, new_name: str) -> bool:
    """Give *name* in the folder *source* the name *new_name* in the folder *target*; False where this cannot be done.

    Raises FileExistsError where something has the name, and OSError.
    """
    call = _call()
    number = errno.ENOSYS if call is None else call(source, os.fsencode(name), target, os.fsencode(new_name))
    if number in _UNKNOWN:
        return False
    if number:
        raise OSError(number, os.strerror(number), new_name)
    return True
