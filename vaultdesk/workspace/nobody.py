"""Nobody: an approver for what is only reckoned and never run: whoever asks it is refused."""

from typing import Final

from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest


class Nobody:
    """Refuses everything."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Say no."""
        return ApprovalDecision(approved=False, reason="Nobody could be asked.")


NOBODY: Final = Nobody()
"""One is enough: it holds nothing."""
