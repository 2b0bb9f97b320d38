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
    """Approval was requested from the user or a rule."""

    request: ApprovalRequest


@dataclass(frozen=True, slots=True)
class ApprovalAnswered:
    """The request was answered."""

    request: ApprovalRequest
    decision: ApprovalDecision


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A permitted call has started."""

    call_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A call has its final result: done, failed, refused, cancelled or never allowed."""

    call_id: str
    name: str
    result: ToolResult
    part: ToolResultPart
    """The same as visible to the model, truncated to the agent's limit."""
    seconds: float = 0.0


ToolEvent = ApprovalRequested | ApprovalAnswered | ToolStarted | ToolFinished
