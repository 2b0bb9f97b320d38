"""Grammar: whether a run's events came in an allowed order (the grammar at the top of events.py). Only checks."""

from collections.abc import Iterable
from typing import assert_never

from vaultdesk.agent.events import (
    MessageAdded,
    RunCancelled,
    RunEvent,
    RunFailed,
    RunFinished,
    RunStarted,
)
from vaultdesk.chat.messages import Message
from vaultdesk.providers.model_events import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    ReasoningArrived,
    TextArrived,
    UsageReported,
)
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolStarted


class GrammarBroken(AssertionError):
    """A run told its story in an order that is not allowed: a bug of ours."""


def check(events: Iterable[RunEvent]) -> None:
    """Raise `GrammarBroken` unless *events* are one whole run."""
    grammar = Grammar()
    for event in events:
        grammar.step(event)
    grammar.end()


class Grammar:
    """Follows a run event by event."""

    def __init__(self) -> None:
        self._started = False
        self._end: RunEvent | None = None
        self._asked: str | None = None
        """The approval that waits for its answer."""
        self._ready: set[str] = set()
        self._owed: list[str] = []
        """Calls of the last whole answer without a result, in order."""
        self._finished: list[str] = []
        """Calls with a result that no message carries yet."""
        self._running: str | None = None

    def step(self, event: RunEvent) -> None:
        """Take the next event. Raises `GrammarBroken`."""
        if self._end is not None:
            self._broken(f"{type(event).__name__} after the end")
        if self._started == isinstance(event, RunStarted):
            self._broken("a run begins with exactly one RunStarted")
        match event:
            case RunStarted():
                self._started = True
            case RunFinished() | RunFailed() | RunCancelled():
                self._ended(event)
            case ApprovalAsked() | ApprovalAnswered() | ToolStarted() | ToolFinished():
                self._tool_step(event)
            case MessageAdded(message):
                self._message(message)
            case CallReady(call):
                self._no_results_owed(event)
                if call.id in self._ready:
                    self._broken(f"two calls have the id {call.id}")
                self._ready.add(call.id)
            case TextArrived() | ReasoningArrived() | CallStarted() | CallGrew():
                self._no_results_owed(event)
            case UsageReported() | Noticed():
                pass
            case _:
                assert_never(event)

    def end(self) -> None:
        """Raise `GrammarBroken` unless the run has ended."""
        if self._end is None:
            self._broken("a run ends with RunFinished, RunFailed or RunCancelled")

    def _tool_step(self, event: ApprovalAsked | ApprovalAnswered | ToolStarted | ToolFinished) -> None:
        if isinstance(event, ApprovalAnswered):
            if self._asked != event.request.id:
                self._broken("an answer to a question that was not asked last")
            self._asked = None
            return
        if isinstance(event, ToolFinished):
            # A run that is stopped while it asks ends its calls without an answer.
            self._asked = None
            if not self._owed or self._owed[0] != event.call_id:
                self._broken(f"a result for {event.call_id}, where {self._owed[:1]} is next")
            self._finished.append(self._owed.pop(0))
            self._running = None
            return
        if self._asked is not None:
            self._broken(f"{type(event).__name__} while a question waits for its answer")
        if isinstance(event, ApprovalAsked):
            self._asked = event.request.id
            if not {call.call_id for call in event.request.calls} <= set(self._owed):
                self._broken("a question about a call that is not under way")
        elif self._running is not None or self._owed[:1] != [event.call_id]:
            self._broken(f"{event.call_id} started out of order")
        else:
            self._running = event.call_id

    def _message(self, message: Message) -> None:
        match message.role:
            case "assistant":
                if self._owed or self._finished:
                    self._broken("an answer before the results of the last one")
                self._owed = [call.id for call in message.tool_calls]
                if not set(self._owed) <= self._ready:
                    self._broken("a message with a call that never was ready")
            case "tool":
                if self._owed or [part.call_id for part in message.parts if part.kind == "tool_result"] != (
                    self._finished
                ):
                    self._broken("a message of results that are not exactly those of the last answer, in order")
                self._finished = []
            case "user":
                self._broken("the question is in RunStarted")

    def _ended(self, event: RunEvent) -> None:
        self._end = event
        if self._owed or self._finished:
            self._broken(f"the run ended and {[*self._owed, *self._finished]} have no result in the conversation")
        if self._asked is not None:
            self._broken("the run ended while a question waited")

    def _no_results_owed(self, event: RunEvent) -> None:
        if self._owed or self._finished:
            self._broken(f"{type(event).__name__} while results are owed")

    def _broken(self, why: str) -> None:
        raise GrammarBroken(why)
