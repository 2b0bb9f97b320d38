"""Size of the physical memory of this computer."""

import ctypes
import os
import sys


def physical_memory() -> int:
    """Return the bytes of physical memory; 0 if the system does not report them."""
    if sys.platform == "win32":
        return _windows_memory()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0


def _windows_memory() -> int:
    class MemoryStatus(ctypes.Structure):
        """MEMORYSTATUSEX."""

        _fields_ = [
            ("dwLength", ctypes.c_ulong),
            ("dwMemoryLoad", ctypes.c_ulong),
            ("ullTotalPhys", ctypes.c_ulonglong),
            ("ullAvailPhys", ctypes.c_ulonglong),
            ("ullTotalPageFile", ctypes.c_ulonglong),
            ("ullAvailPageFile", ctypes.c_ulonglong),
            ("ullTotalVirtual", ctypes.c_ulonglong),
            ("ullAvailVirtual", ctypes.c_ulonglong),
            ("ullAvailExtendedVirtual", ctypes.c_ulonglong),
        ]

    status = MemoryStatus(dwLength=ctypes.sizeof(MemoryStatus))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - there on Windows only
    succeeded = kernel.GlobalMemoryStatusEx(ctypes.byref(status))
    return int(status.ullTotalPhys) if succeeded else 0
