"""Work thread: one thread that does one thing after another for the loop, and ends with its owner."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class WorkThread:
    """`await thread.do(work)`. Begins with the first work."""

    def __init__(self, name: str, prepare: Callable[[], None] | None = None) -> None:
        """*prepare* runs in the thread before everything else."""
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name, initializer=prepare)

    async def do(self, work: Callable[[], T]) -> T:
        """Have *work* done in the thread and return what it returns. A cancelled wait leaves begun work running."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def aclose(self) -> None:
        """Wait for what was begun, and end the thread."""
        last = asyncio.get_running_loop().run_in_executor(self._pool, _nothing)
        self._pool.shutdown(wait=False)
        await last


def _nothing() -> None:
    """Runs when everything before it has run."""
