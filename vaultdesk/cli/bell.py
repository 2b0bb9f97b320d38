"""Bell: says in the terminal that a pomodoro is over, whatever is being typed or answered meanwhile."""

import asyncio
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Self

from vaultdesk.cli.screen import remark
from vaultdesk.tools.builtin.pomodoro import PomodoroTimer

RING = "\a"
"""What makes a terminal sound or flash."""


class Bell:
    """`async with Bell(timer)`: rings for each session that ends until the block does."""

    def __init__(self, timer: PomodoroTimer, tell: Callable[[str], None] = remark) -> None:
        self._timer = timer
        self._tell = tell
        self._following: asyncio.TaskGroup | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._following = await asyncio.TaskGroup().__aenter__()
        ready = asyncio.Event()
        self._task = self._following.create_task(self._follow(ready), name="bell")
        await ready.wait()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._following is not None
        assert self._task is not None
        self._task.cancel()
        await self._following.__aexit__(None, None, None)  # What the block raised is raised as itself.

    async def _follow(self, ready: asyncio.Event) -> None:
        with self._timer.finished.subscribe() as sessions:
            ready.set()
            async for session in sessions:
                self._tell(f"The pomodoro of {session.minutes} minutes is over.")
                if sys.stderr.isatty():
                    print(RING, end="", file=sys.stderr, flush=True)
