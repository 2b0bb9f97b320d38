"""Stalls of an asyncio loop, for benchmarks of work that is done beside it."""

import asyncio
import time

TICK = 0.002
"""Seconds between two checks of the loop."""


class LoopMonitor:
    """Records the longest time for which the loop was blocked. Needs a running loop."""

    def __init__(self) -> None:
        self._longest = 0.0
        self._task = asyncio.ensure_future(self._check())

    def stop(self) -> float:
        """Stop measuring; return the longest time in seconds."""
        self._task.cancel()
        return self._longest

    async def _check(self) -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(TICK)
            self._longest = max(self._longest, time.perf_counter() - started - TICK)


def milliseconds(seconds: float) -> str:
    """Return *seconds* in milliseconds for a line of a report."""
    return f"{seconds * 1000:.0f} ms"
