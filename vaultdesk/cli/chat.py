"""Chat: a conversation in the terminal, line by line. Ends with the end of input, `exit` or Ctrl+C at the prompt."""

import argparse
import sys
from pathlib import Path

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.events import RunFailed
from vaultdesk.chat.conversation import Conversation
from vaultdesk.cli.approvers import chosen_approver
from vaultdesk.cli.prompt import typed_line
from vaultdesk.cli.reviewers import chosen_reviewer
from vaultdesk.cli.screen import remark
from vaultdesk.cli.session import Session, chosen_profile, run_async, wait_for_index
from vaultdesk.cli.terminal import TerminalView
from vaultdesk.welcome import welcome_vault

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
    async with session.workspace(vault) as workspace:
        await wait_for_index(workspace)
        workspace.clearance.reviewer = chosen_reviewer(options.approve)
        profile = await chosen_profile(workspace, options.agent)
        consent = options.approve is not None
        agent = workspace.agent(chosen_approver(options.approve), options.model, profile=profile, consent=consent)
        remark(f"{workspace.vault.name} · {agent.label} · {', '.join(FAREWELLS[:2])} or Ctrl+D ends the chat")
        conversation = Conversation()
        while (line := await typed_line("\n> ")) is not None and line.strip() not in FAREWELLS:
            if line.strip():
                await _answer(agent, conversation, line.strip())
    return 0


async def _answer(agent: Agent, conversation: Conversation, question: str) -> None:
    view = TerminalView()
    async with agent.run(conversation, question) as run:
        async for event in run:
            view.show(event)
            if isinstance(event, RunFailed):
                print(f"vaultdesk: {event.error}", file=sys.stderr)
