"""Command "call": runs one tool."""

import argparse
import json

from vaultdesk.agent.profile import DEFAULT_PROFILE
from vaultdesk.cli.command_session import CommandSession, run_async, wait_for_index
from vaultdesk.cli.console import print_notice
from vaultdesk.cli.terminal_prompts import selected_approver


def run(options: argparse.Namespace) -> int:
    """Print the `ToolResult` as JSON; return 1 unless it is a success."""
    return run_async(_call(CommandSession(), options))


async def _call(session: CommandSession, options: argparse.Namespace) -> int:
    async with session.workspace(options.vault, single_query=True) as workspace:
        await wait_for_index(workspace)
        profile = await workspace.agents.get(options.agent) if options.agent else DEFAULT_PROFILE
        result = await workspace.call(options.tool, options.arguments, selected_approver(options.approve), profile)
    print(json.dumps(result.as_value(), ensure_ascii=False, indent=2))
    if result.error is not None and result.error.code == "CANCELLED" and options.approve is None:
        print_notice("The call was not approved: give --approve reads or --approve all.")
    return 0 if result.success else 1
