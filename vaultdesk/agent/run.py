"""Run: one pass over one question, as a stream of events with an owner. Knows no model; answering.py does the work."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

from vaultdesk.agent.events import RunEvent

CLOSE_WITHIN = 5.0
"""Seconds a run may take to end after it was told to: enough to write the record, short enough to wait for."""

Emit = Callable[[RunEvent], None]
"""Hands an event to the run's reader; never waits."""

_log = logging.getLogger(__name__)


class Run:
    """`async with agent.run(...) as run: async for event in run: ...`; leaving the block ends it.

    The last event is exactly one of finished, failed, cancelled. A bug in the work is raised to the reader instead.
    """

    def __init__(self, work: Callable[[Emit], Awaitable[None]]) -> None:
        self._work = work
        self._events: asyncio.Queue[RunEvent | None] = asyncio.Queue()
        self._begun = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._cancelled = False
        self._told = False

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._whole(), name="run")  # Owned here: __aexit__ ends it.
        self._task.add_done_callback(lambda _: self._events.put_nowait(None))
        try:
            # A task cancelled before its first step never runs, and so would never say that it was cancelled.
            await self._begun.wait()
        except BaseException:
            self._task.cancel()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        task = self._task
        assert task is not None
        self.cancel()
        await asyncio.wait({task}, timeout=CLOSE_WITHIN)
        if not task.done():
            task.cancel()  # It may have swallowed the first one.
            await asyncio.wait({task}, timeout=CLOSE_WITHIN)
        if not task.done():
            _log.error("a run did not end within %s seconds", 2 * CLOSE_WITHIN)
            return
        bug = None if task.cancelled() else task.exception()
        if bug is None or self._told:
            return
        if error is None:
            raise bug
        _log.error("a run failed while its reader failed too", exc_info=bug)

    def cancel(self) -> None:
        """Stop: what was said stays, nothing goes on. May be called at any moment and more than once."""
        if self._task is not None and not self._task.done() and not self._cancelled:
            self._cancelled = True
            self._task.cancel()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> RunEvent:
        if self._task is None:
            raise RuntimeError("a run is read inside its own `async with`")
        event = await self._events.get()
        if event is not None:
            return event
        self._events.put_nowait(None)  # Whoever asks once more gets the same answer.
        if not self._task.cancelled() and (bug := self._task.exception()) is not None and not self._told:
            self._told = True
            raise bug
        raise StopAsyncIteration

    async def _whole(self) -> None:
        self._begun.set()
        await self._work(self._events.put_nowait)
