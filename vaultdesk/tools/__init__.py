"""Tools that a model may call: interface, runtime with policy and approval, and the built-in toolsets."""

from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.tool import Tool

__all__ = ["ApprovalDecision", "ApprovalRequest", "Approver", "Tool", "ToolExecutor", "ToolRegistry"]
