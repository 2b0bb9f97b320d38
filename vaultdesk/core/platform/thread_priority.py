"""Lowers the priority of the current thread."""

import os
import sys
import threading
from contextlib import suppress

NICENESS = 10
"""On Linux, of 19: about a tenth of a core where others want it, all of it where nobody does."""

BELOW_NORMAL = -1
"""On Windows: THREAD_PRIORITY_BELOW_NORMAL."""

UTILITY = 0x11
"""On macOS: QOS_CLASS_UTILITY, work somebody sees the progress of and does not wait for."""


def give_way() -> None:
    """Lower the present thread's priority for good; what the system refuses stays as it is."""
    with suppress(OSError, AttributeError, ValueError):
        if sys.platform == "linux":
            # Linux knows priorities of threads by this call, though it speaks of processes.
            thread = threading.get_native_id()
            # A whole program that gives way already is not to be hurried.
            os.setpriority(os.PRIO_PROCESS, thread, max(NICENESS, os.getpriority(os.PRIO_PROCESS, thread)))
        elif sys.platform == "darwin":
            import ctypes  # Linux does without.

            ctypes.CDLL(None).pthread_set_qos_class_self_np(UTILITY, 0)
        elif sys.platform == "win32":
            import ctypes

            kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - there on Windows only
            kernel.SetThreadPriority(kernel.GetCurrentThread(), BELOW_NORMAL)
