"""Stalls: how long a loop does not get its turn, for benchmarks of what is done beside it."""

import asyncio
import time

TICK = 0.002
"""Seconds between two looks at the loop."""


class Watch:
    """Notes the longest time in which the loop did not get its turn. Needs a running loop."""

    def __init__(self) -> None:
        self._longest = 0.0
        self._task = asyncio.ensure_future(self._look())

    def stop(self) -> float:
        """Look no more; return the longest time in seconds."""
        self._task.cancel()
        return self._longest

    async def _look(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            self._longest = max(self._longest, time.perf_counter() - began - TICK)


def milliseconds(seconds: float) -> str:
    """Return *seconds* for a line."""
    return f"{seconds * 1000:.0f} ms"
