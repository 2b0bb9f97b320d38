"""Tools: what a model may ask for, how a person is asked, and the one way a call is carried out."""

from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runner import ToolRunner
from vaultdesk.tools.tool import Tool

__all__ = ["ApprovalDecision", "ApprovalRequest", "Approver", "Tool", "ToolRegistry", "ToolRunner"]
