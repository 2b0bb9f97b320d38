"""A run: the event stream of one question, its events and the grammar of their order."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, assert_never

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
# turn that ended with calls gets exactly one `ToolFinished`. `RunGrammar` checks this on every run of every test.


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The run has started."""

    run_id: str
    question: Message
    model: str
    """`provider/name`."""
    destination: Destination


@dataclass(frozen=True, slots=True)
class MessageAdded:
    """A complete message was added to the conversation: an answer, or the results of its calls."""

    message: Message


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The answer is complete, or a limit of the agent was reached."""

    stop: StopReason | str


@dataclass(frozen=True, slots=True)
class RunFailed:
    """The run ended without an answer; partial text stays in the conversation."""

    error: VaultDeskError


@dataclass(frozen=True, slots=True)
class RunCancelled:
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


class RunGrammarError(AssertionError):
    """Events of a run came in an order that is not allowed: a bug of the program."""


def check_run_grammar(events: Iterable[RunEvent]) -> None:
    """Raise `RunGrammarError` unless *events* are one complete run."""
    grammar = RunGrammar()
    for event in events:
        grammar.step(event)
    grammar.end()


class RunGrammar:
    """Checks the events of a run one at a time."""

    def __init__(self) -> None:
        self._started = False
        self._end: RunEvent | None = None
        self._pending_approval: str | None = None
        """The approval that waits for its answer."""
        self._ready: set[str] = set()
        self._pending_calls: list[str] = []
        """Calls of the last complete answer without a result, in order."""
        self._finished: list[str] = []
        """Calls with a result that no message contains yet."""
        self._running: str | None = None

    def step(self, event: RunEvent) -> None:
        """Check the next event. Raises `RunGrammarError`."""
        if self._end is not None:
            self._fail(f"{type(event).__name__} after the end")
        if self._started == isinstance(event, RunStarted):
            self._fail("a run begins with exactly one RunStarted")
        match event:
            case RunStarted():
                self._started = True
            case RunFinished() | RunFailed() | RunCancelled():
                self._finish(event)
            case ApprovalRequested() | ApprovalAnswered() | ToolStarted() | ToolFinished():
                self._tool_step(event)
            case MessageAdded(message):
                self._message(message)
            case CallReady(call):
                self._require_no_pending_results(event)
                if call.id in self._ready:
                    self._fail(f"two calls have the id {call.id}")
                self._ready.add(call.id)
            case TextArrived() | ReasoningArrived() | TextReclassified() | CallStarted() | CallGrew():
                self._require_no_pending_results(event)
            case UsageReported() | Noticed() | PromptProgress():
                pass
            case _:
                assert_never(event)

    def end(self) -> None:
        """Raise `RunGrammarError` unless the run has ended."""
        if self._end is None:
            self._fail("a run ends with RunFinished, RunFailed or RunCancelled")

    def _tool_step(self, event: ApprovalRequested | ApprovalAnswered | ToolStarted | ToolFinished) -> None:
        if isinstance(event, ApprovalAnswered):
            if self._pending_approval != event.request.id:
                self._fail("an answer to a question that was not asked last")
            self._pending_approval = None
            return
        if isinstance(event, ToolFinished):
            # A run that is stopped while an approval waits ends its calls without an answer.
            self._pending_approval = None
            if not self._pending_calls or self._pending_calls[0] != event.call_id:
                self._fail(f"a result for {event.call_id}, where {self._pending_calls[:1]} is next")
            self._finished.append(self._pending_calls.pop(0))
            self._running = None
            return
        if self._pending_approval is not None:
            self._fail(f"{type(event).__name__} while a question waits for its answer")
        if isinstance(event, ApprovalRequested):
            self._pending_approval = event.request.id
            if not {call.call_id for call in event.request.calls} <= set(self._pending_calls):
                self._fail("a question about a call that is not under way")
        elif self._running is not None or self._pending_calls[:1] != [event.call_id]:
            self._fail(f"{event.call_id} started out of order")
        else:
            self._running = event.call_id

    def _message(self, message: Message) -> None:
        match message.role:
            case "assistant":
                if self._pending_calls or self._finished:
                    self._fail("an answer before the results of the last one")
                self._pending_calls = [call.id for call in message.tool_calls]
                if not set(self._pending_calls) <= self._ready:
                    self._fail("a message with a call that never was ready")
            case "tool":
                if self._pending_calls or [part.call_id for part in message.parts if part.kind == "tool_result"] != (
                    self._finished
                ):
                    self._fail("a message of results that are not exactly those of the last answer, in order")
                self._finished = []
            case "user":
                self._fail("the question is in RunStarted")

    def _finish(self, event: RunEvent) -> None:
        self._end = event
        if self._pending_calls or self._finished:
            self._fail(
                f"the run ended and {[*self._pending_calls, *self._finished]} have no result in the conversation"
            )
        if self._pending_approval is not None:
            self._fail("the run ended while a question waited")

    def _require_no_pending_results(self, event: RunEvent) -> None:
        if self._pending_calls or self._finished:
            self._fail(f"{type(event).__name__} while results are owed")

    def _fail(self, reason: str) -> None:
        raise RunGrammarError(reason)


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
