"""Ask: one question, its answer on stdout, or every event as a line of JSON."""

import argparse
import json
import sys

from vaultdesk.agent.event_json import encode_run_event
from vaultdesk.agent.run import RunCancelled, RunEvent, RunFailed
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.cli.approvers import chosen_approver
from vaultdesk.cli.reviewers import chosen_reviewer
from vaultdesk.cli.session import Session, chosen_profile, run_async, wait_for_index
from vaultdesk.cli.terminal import TerminalView
from vaultdesk.cli.ways import chosen_choices
from vaultdesk.core.errors import UsageError


def run(options: argparse.Namespace) -> int:
    """Answer `options.question`; return 1 where the run failed."""
    question = sys.stdin.read() if options.question == "-" else options.question
    if not question.strip():
        raise UsageError("The question is empty.", hint='Try: vaultdesk ask "What did I write about …?"')
    return run_async(_ask(Session(), options, question.strip()))


async def _ask(session: Session, options: argparse.Namespace, question: str) -> int:
    last: RunEvent | None = None
    async with session.workspace(options.vault) as workspace:
        await wait_for_index(workspace)
        workspace.clearance.reviewer = chosen_reviewer(options.approve)
        profile = await chosen_profile(workspace, options.agent)
        consent = options.approve is not None
        view = TerminalView(workspace.registry)
        choices = await chosen_choices(workspace, options, ChatChoices())
        approver = chosen_approver(options.approve)
        agent = workspace.agent(approver, options.model, profile=profile, consent=consent, project=choices.project)
        async with agent.run(Conversation(choices=choices), question) as run:
            async for event in run:
                last = event
                if not options.json:
                    view.show(event)
                    continue
                for line in encode_run_event(event):
                    print(json.dumps(line, ensure_ascii=False), flush=True)
    return ending(last)


def ending(last: RunEvent | None) -> int:
    """Return the exit code of a run that ended with *last*; a failure is told on stderr."""
    if isinstance(last, RunFailed):
        print(f"vaultdesk: {last.error}", file=sys.stderr)
        return 1
    return 130 if isinstance(last, RunCancelled) else 0
