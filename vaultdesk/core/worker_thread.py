"""A single worker thread whose functions are awaited from the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
