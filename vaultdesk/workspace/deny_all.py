"""An approver that denies every request, used where calls are only planned."""

from typing import Final

from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest


class DenyAll:
    """Refuses everything."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Say no."""
        return ApprovalDecision(approved=False, reason="Nobody could be asked.")


DENY_ALL: Final = DenyAll()
"""One is enough: it holds nothing."""
