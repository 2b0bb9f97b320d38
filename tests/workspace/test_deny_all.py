"""Nobody: refuses."""

from tests.support.desk import REMOTE
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.workspace.deny_all import DENY_ALL


async def test_nobody_agrees() -> None:
    decision = await DENY_ALL.ask(ApprovalRequest("ask_1", "Read 1 note", (), REMOTE))

    assert not decision.approved
