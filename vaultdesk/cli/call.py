"""Call: runs one tool through the real runner, as the person's own act."""

import argparse
import json

from vaultdesk.agent.profile import DEFAULT_PROFILE
from vaultdesk.cli.approvers import chosen_approver
from vaultdesk.cli.screen import remark
from vaultdesk.cli.session import Session, run_async, wait_for_index


def run(options: argparse.Namespace) -> int:
    """Print the `ToolResult` as JSON; return 1 where it is no success."""
    return run_async(_call(Session(), options))


async def _call(session: Session, options: argparse.Namespace) -> int:
    async with session.workspace(options.vault) as workspace:
        await wait_for_index(workspace)
        profile = await workspace.agents.get(options.agent) if options.agent else DEFAULT_PROFILE
        result = await workspace.call(options.tool, options.arguments, chosen_approver(options.approve), profile)
    print(json.dumps(result.as_value(), ensure_ascii=False, indent=2))
    if result.error is not None and result.error.code == "CANCELLED" and options.approve is None:
        remark("Nobody was there to allow it: give --approve reads or --approve all.")
    return 0 if result.success else 1
