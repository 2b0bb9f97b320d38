"""A single worker thread whose functions are awaited from the event loop, and the priority of such threads."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class WorkerThread:
    """One thread, started with the first call. Calls run one after the other, in the order they were made."""

    def __init__(self, name: str, initializer: Callable[[], None] | None = None) -> None:
        """*initializer* runs in the thread before everything else."""
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name, initializer=initializer)

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call *function* in the thread and return its result. A cancelled wait leaves a begun call running."""
        call = partial(function, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._executor, call)

    async def aclose(self) -> None:
        """Wait for the calls made so far, and end the thread. No call may be made afterwards."""
        last = asyncio.get_running_loop().run_in_executor(self._executor, _do_nothing)
        self._executor.shutdown(wait=False)
        await last


def _do_nothing() -> None:
    """Runs when every call before it has returned."""


NICENESS = 10
"""Nice value on Linux, of 19: about a tenth of a busy core, all of an idle one."""

BELOW_NORMAL = -1
"""On Windows: THREAD_PRIORITY_BELOW_NORMAL."""

UTILITY = 0x11
"""On macOS: QOS_CLASS_UTILITY, work with visible progress that the user does not wait for."""


def lower_thread_priority() -> None:
    """Lower the current thread's priority permanently. A refusal of the system is ignored."""
    with suppress(OSError, AttributeError, ValueError):
        if sys.platform == "linux":
            # On Linux this call also sets the priority of a thread, although it is named after processes.
            thread = threading.get_native_id()
            # A program that already runs with a lower priority keeps it.
            os.setpriority(os.PRIO_PROCESS, thread, max(NICENESS, os.getpriority(os.PRIO_PROCESS, thread)))
        elif sys.platform == "darwin":
            import ctypes  # Not needed on Linux.

            ctypes.CDLL(None).pthread_set_qos_class_self_np(UTILITY, 0)
        elif sys.platform == "win32":
            import ctypes

            kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - there on Windows only
            kernel.SetThreadPriority(kernel.GetCurrentThread(), BELOW_NORMAL)
