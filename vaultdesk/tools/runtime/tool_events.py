"""Events emitted while the calls of one answer are run.

    calls = (ApprovalRequested ApprovalAnswered | ToolStarted | ToolFinished)*

with exactly one `ToolFinished` for each call, in the order of the calls.
"""

from dataclasses import dataclass

from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.tool import ToolResult


@dataclass(frozen=True, slots=True)
class ApprovalRequested:
    """A person (or a rule standing in for one) is being asked."""

    request: ApprovalRequest


@dataclass(frozen=True, slots=True)
class ApprovalAnswered:
    """The question was answered."""

    request: ApprovalRequest
    decision: ApprovalDecision


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A permitted call began to run."""

    call_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A call has its one result: done, failed, refused, cancelled or never allowed."""

    call_id: str
    name: str
    result: ToolResult
    part: ToolResultPart
    """The same as the model reads it, cut to the agent's size limit."""
    seconds: float = 0.0


ToolEvent = ApprovalRequested | ApprovalAnswered | ToolStarted | ToolFinished
