"""Nobody: refuses."""

from tests.support.desk import REMOTE
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.workspace.nobody import NOBODY


async def test_nobody_agrees() -> None:
    decision = await NOBODY.ask(ApprovalRequest("ask_1", "Read 1 note", (), REMOTE))

    assert not decision.approved
