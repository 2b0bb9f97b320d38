"""Checks that the events of a run have the order specified in vaultdesk/agent/run.py."""

from collections.abc import Iterable
from typing import assert_never

from vaultdesk.agent.run import (
    MessageAdded,
    RunCancelled,
    RunEvent,
    RunFailed,
    RunFinished,
    RunStarted,
)
from vaultdesk.chat.messages import Message
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    TextArrived,
    TextReclassified,
    UsageReported,
)
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted


class RunGrammarError(AssertionError):
    """The events of a run violate the specified order."""


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
        """Id of the approval without an answer."""
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
