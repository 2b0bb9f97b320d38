"""Run events: everything one run tells, joined from the rooms it passes through.

    run    = RunStarted step* (RunFinished | RunFailed | RunCancelled)
    step   = TextArrived | ReasoningArrived | CallStarted | CallGrew | CallReady | UsageReported | Noticed
           | ApprovalAsked | ApprovalAnswered | ToolStarted | ToolFinished | MessageAdded

Every `ApprovalAsked` is followed by its `ApprovalAnswered` unless the run is cancelled; every `CallReady` of a turn
that ended with calls gets exactly one `ToolFinished`. `grammar.py` checks this on every run of every test.
"""

from dataclasses import dataclass

from vaultdesk.chat.messages import Message
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.model_events import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    UsageReported,
)
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolStarted


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A question is being answered."""

    run_id: str
    question: Message
    model: str
    """`provider/name`."""
    destination: Destination


@dataclass(frozen=True, slots=True)
class MessageAdded:
    """A whole message was added to the conversation: an answer, or the results of its calls."""

    message: Message


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The answer is complete, or a limit of the agent was reached."""

    stop: StopReason | str


@dataclass(frozen=True, slots=True)
class RunFailed:
    """The run ended without an answer; what was said before stays in the conversation."""

    error: VaultDeskError


@dataclass(frozen=True, slots=True)
class RunCancelled:
    """The person stopped it; what was said before stays in the conversation."""


RunStep = (
    TextArrived
    | ReasoningArrived
    | CallStarted
    | CallGrew
    | CallReady
    | UsageReported
    | Noticed
    | ApprovalAsked
    | ApprovalAnswered
    | ToolStarted
    | ToolFinished
    | MessageAdded
)
RunEnd = RunFinished | RunFailed | RunCancelled
RunEvent = RunStarted | RunStep | RunEnd
