"""A run: the event stream of one question, its events and the grammar of their order."""

import asyncio
import logging
from collections.abc import Callable
from types import TracebackType
from typing import Protocol, Self

from msgspec import Struct

from vaultdesk.chat.messages import Message
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TextReclassified,
    UsageReported,
)
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted

#     run    = RunStarted step* (RunFinished | RunFailed | RunCancelled)
#     step   = TextArrived | ReasoningArrived | CallStarted | CallGrew | CallReady | UsageReported | Noticed
#            | TextReclassified | PromptProgress | ApprovalRequested | ApprovalAnswered | ToolStarted | ToolFinished
#            | MessageAdded
#
# Every `ApprovalRequested` is followed by its `ApprovalAnswered` unless the run is cancelled; every `CallReady` of a
# turn that ended with calls gets exactly one `ToolFinished`. The tests check this on every run.


class RunStarted(Struct, frozen=True):
    """The run has started."""

    run_id: str
    question: Message
    model: str
    """`provider/name`."""
    destination: Destination


class MessageAdded(Struct, frozen=True):
    """A complete message was added to the conversation: an answer, or the results of its calls."""

    message: Message


class RunFinished(Struct, frozen=True):
    """The answer is complete, or a limit of the agent was reached."""

    stop: StopReason | str


class RunFailed(Struct, frozen=True):
    """The run ended without an answer; partial text stays in the conversation."""

    error: VaultDeskError


class RunCancelled(Struct, frozen=True):
    """The user stopped the run; partial text stays in the conversation."""


RunStep = (
    TextArrived
    | ReasoningArrived
    | TextReclassified
    | CallStarted
    | CallGrew
    | CallReady
    | UsageReported
    | Noticed
    | PromptProgress
    | ApprovalRequested
    | ApprovalAnswered
    | ToolStarted
    | ToolFinished
    | MessageAdded
)
RunEnd = RunFinished | RunFailed | RunCancelled
RunEvent = RunStarted | RunStep | RunEnd


CLOSE_TIMEOUT = 5.0
"""Seconds a cancelled run may take to end: enough to write the record, short enough to wait for."""

Emit = Callable[[RunEvent], None]
"""Passes an event to the reader of the run; does not block."""


class RunTask(Protocol):
    """The work of a run."""

    async def run(self, emit: Emit) -> None:
        """Do the work and emit its events, from `RunStarted` to the last one."""
        ...


_log = logging.getLogger(__name__)


class Run:
    """`async with agent.run(...) as run: async for event in run: ...`; leaving the block ends it.

    The last event is exactly one of finished, failed, cancelled. A bug in the work is raised in the reader instead.
    """

    def __init__(self, task: RunTask) -> None:
        self._work = task
        self._events: asyncio.Queue[RunEvent | None] = asyncio.Queue()
        self._started = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._cancelled = False
        self._bug_raised = False

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run_work(), name="run")  # Owned here: __aexit__ ends it.
        self._task.add_done_callback(lambda _: self._events.put_nowait(None))
        try:
            # A task cancelled before its first step never runs, and would not report that it was cancelled.
            await self._started.wait()
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
        await asyncio.wait({task}, timeout=CLOSE_TIMEOUT)
        if not task.done():
            task.cancel()  # The task may have swallowed the first cancellation.
            await asyncio.wait({task}, timeout=CLOSE_TIMEOUT)
        if not task.done():
            _log.error("a run did not end within %s seconds", 2 * CLOSE_TIMEOUT)
            return
        bug = None if task.cancelled() else task.exception()
        if bug is None or self._bug_raised:
            return
        if error is None:
            raise bug
        _log.error("a run failed while its reader failed too", exc_info=bug)

    def cancel(self) -> None:
        """Stop the run; text received so far is kept. May be called at any time and repeatedly."""
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
        self._events.put_nowait(None)  # A further read ends in the same way.
        if not self._task.cancelled() and (bug := self._task.exception()) is not None and not self._bug_raised:
            self._bug_raised = True
            raise bug
        raise StopAsyncIteration

    async def _run_work(self) -> None:
        self._started.set()
        await self._work.run(self._events.put_nowait)
