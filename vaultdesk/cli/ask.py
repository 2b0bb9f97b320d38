"""Command "ask": one question, with its answer or its events as JSON lines on standard output."""

import argparse
import json
import sys

from vaultdesk.agent.agent import quotes_on
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunCancelled, RunEvent
from vaultdesk.cli.chat import selected_chat
from vaultdesk.cli.command_session import CommandSession, run_async, vectors_notice, wait_for_index
from vaultdesk.cli.console import print_notice, print_text
from vaultdesk.cli.question_options import (
    announce_private_notes,
    offer_note_settings,
    selected_choices,
    selected_profile,
    with_attached_notes,
)
from vaultdesk.cli.run_view import TerminalView, encode_run_event, run_problem
from vaultdesk.cli.terminal_prompts import selected_approver, selected_reviewer
from vaultdesk.core.errors import UsageError
from vaultdesk.core.values import replace
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.tools.builtin.search_tools import LocalSearch
from vaultdesk.tools.runtime.execution import ToolFinished


def run(options: argparse.Namespace) -> int:
    """Answer `options.question`; return 1 if the run failed."""
    if options.quotes and options.json:
        raise UsageError("--quotes prints text, and --json prints events.", hint="Use only one of them.")
    question = sys.stdin.read() if options.question == "-" else options.question
    if not question.strip():
        raise UsageError("The question is empty.", hint='Try: vaultdesk ask "What did I write about …?"')
    return run_async(_ask(CommandSession(), options, question.strip()))


async def _ask(session: CommandSession, options: argparse.Namespace, question: str) -> int:
    last: RunEvent | None = None
    is_searched = False
    async with session.workspace(options.vault, single_query=True) as workspace:
        await wait_for_index(workspace)
        embedding_state = await workspace.embedding_index.counted()
        workspace.egress_policy.reviewer = selected_reviewer(options.approve)
        chat = await selected_chat(workspace, options.continued, private=options.private)
        conversation = chat.conversation
        profile = await selected_profile(workspace, options.agent or conversation.choices.agent)
        choices = await selected_choices(workspace, options, conversation.choices)
        model = options.model or choices.model
        conversation.choices = replace(choices, model=model, agent=options.agent or choices.agent)
        await offer_note_settings(workspace, conversation)
        consent = options.approve is not None
        approver = selected_approver(options.approve)
        agent = workspace.agent(approver, model, profile=profile, consent=consent, project=choices.project)
        may_reclassify = workspace.catalog.model_status(agent.label).may_reclassify_text
        view = TerminalView(workspace.registry, may_reclassify_text=may_reclassify)
        full_question = await with_attached_notes(workspace, Question(question), options.note)
        await announce_private_notes(workspace, full_question, agent.destination)
        async with agent.run(conversation, full_question) as run:
            async for event in run:
                last = event
                is_searched = is_searched or (isinstance(event, ToolFinished) and event.name == LocalSearch.name)
                await chat.follow(event)
                if not options.json:
                    view.show(event)
                    continue
                for line in encode_run_event(event):
                    print(json.dumps(line, ensure_ascii=False), flush=True)
        if is_searched and (notice := vectors_notice(embedding_state)):
            print_notice(notice)
        if options.quotes and run_exit_code(last) == 0:
            offline = workspace.agent(approver, OFFLINE_LABEL, consent=consent)
            print_text(f"\n{await quotes_on(question, offline)}")
        await chat.flush(quiet=options.json or not sys.stderr.isatty())
    return run_exit_code(last)


def run_exit_code(last: RunEvent | None) -> int:
    """Return the exit code of a run that ended with *last*; a failure or incomplete answer is reported on stderr."""
    problem = run_problem(last)
    if problem:
        print(f"vaultdesk: {problem}", file=sys.stderr)
        return 1
    return 130 if isinstance(last, RunCancelled) else 0
