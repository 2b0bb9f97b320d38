"""Chat: a conversation in the terminal, line by line. Ends with the end of input, `exit` or Ctrl+C at the prompt."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunFailed
from vaultdesk.cli.approvers import chosen_approver
from vaultdesk.cli.bell import Bell
from vaultdesk.cli.continuing import KeptChat, chosen_chat
from vaultdesk.cli.prompt import typed_line
from vaultdesk.cli.reviewers import chosen_reviewer
from vaultdesk.cli.screen import remark
from vaultdesk.cli.session import Session, chosen_profile, run_async, wait_for_index
from vaultdesk.cli.terminal import TerminalView
from vaultdesk.cli.ways import after_plan, chosen_choices, question_of
from vaultdesk.core.resources import welcome_vault

FAREWELLS = ("exit", "quit", "/exit", "/quit")
"""Typed alone, these end the conversation."""


def run(options: argparse.Namespace) -> int:
    """Talk until the person leaves. Without any vault known and none named, the welcome vault is opened."""
    session = Session()
    vault: Path | None = options.vault
    if vault is None and getattr(options, "welcome", False) and not session.store.settings.recent_vaults():
        vault = welcome_vault(session.places)
    return run_async(_chat(session, options, vault))


async def _chat(session: Session, options: argparse.Namespace, vault: Path | None) -> int:
    async with session.workspace(vault) as workspace, Bell(workspace.timer):
        await wait_for_index(workspace)
        workspace.clearance.reviewer = chosen_reviewer(options.approve)
        kept = await chosen_chat(workspace, getattr(options, "continued", None))
        conversation = kept.conversation
        profile = await chosen_profile(workspace, options.agent or conversation.choices.agent)
        consent = options.approve is not None
        choices = await chosen_choices(workspace, options, conversation.choices)
        # What was named for a chat holds for it from now on, wherever it is continued.
        model, name = options.model or choices.model, options.agent or choices.agent
        conversation.choices = replace(choices, model=model, agent=name)
        agent = workspace.agent(
            chosen_approver(options.approve),
            model,
            profile=profile,
            consent=consent,
            project=conversation.choices.project,
        )
        remark(f"{workspace.vault.name} · {agent.label} · {', '.join(FAREWELLS[:2])} or Ctrl+D ends the chat")
        kept.begin()
        while (line := await typed_line("\n> ")) is not None and line.strip() not in FAREWELLS:
            question = question_of(line.strip()) if line.strip() else None
            while question is not None:
                await _answer(agent, kept, question, TerminalView(workspace.registry))
                await kept.settle()
                question = await after_plan(conversation) if question.plan_first else None
    return 0


async def _answer(agent: Agent, kept: KeptChat, question: Question, view: TerminalView) -> None:
    async with agent.run(kept.conversation, question) as run:
        async for event in run:
            kept.told(event)
            view.show(event)
            if isinstance(event, RunFailed):
                print(f"vaultdesk: {event.error}", file=sys.stderr)
