"""Command "chat": a conversation in the terminal, stored in its note."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunEvent, RunFailed
from vaultdesk.chat.conversation import Conversation
from vaultdesk.cli.command_session import CommandSession, run_async, selected_profile, wait_for_index
from vaultdesk.cli.console import print_notice, read_typed_line
from vaultdesk.cli.question_options import parsed_question, question_after_plan, selected_choices
from vaultdesk.cli.run_view import TerminalView
from vaultdesk.cli.terminal_prompts import selected_approver, selected_reviewer
from vaultdesk.core.errors import UsageError
from vaultdesk.core.resources import welcome_vault
from vaultdesk.tools.builtin.pomodoro import PomodoroTimer
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

BELL_CHARACTER = "\a"
"""What makes a terminal sound or flash."""


class PomodoroBell:
    """`async with PomodoroBell(timer)`: rings at the end of each session until the block ends."""

    def __init__(self, timer: PomodoroTimer, tell: Callable[[str], None] = print_notice) -> None:
        self._timer = timer
        self._tell = tell
        self._following: asyncio.TaskGroup | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._following = await asyncio.TaskGroup().__aenter__()
        ready = asyncio.Event()
        self._task = self._following.create_task(self._follow(ready), name="bell")
        await ready.wait()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._following is not None
        assert self._task is not None
        self._task.cancel()
        await self._following.__aexit__(None, None, None)  # What the block raised is raised as itself.

    async def _follow(self, ready: asyncio.Event) -> None:
        with self._timer.finished.subscribe() as sessions:
            ready.set()
            async for session in sessions:
                self._tell(f"The pomodoro of {session.minutes} minutes is over.")
                if sys.stderr.isatty():
                    print(BELL_CHARACTER, end="", file=sys.stderr, flush=True)


MAX_LISTED_CHATS = 5
"""Chats of one name that are listed."""


class StoredChat:
    """One conversation of the terminal and who keeps it."""

    def __init__(self, workspace: Workspace, conversation: Conversation, path: str = "") -> None:
        """*path* is the note it goes on with; empty for a new one."""
        self.conversation = conversation
        self._autosave = workspace.chats.autosave(conversation)
        # Who names a chat to go on with wants it kept.
        self._autosave.always_save = self._autosave.always_save or bool(path)
        self._keeping = workspace.chats.save_mode
        self._shown_path = path
        self._problem = ""

    def announce(self) -> None:
        """Say where it is kept, as far as that is known before anything is asked."""
        if self._shown_path:
            print_notice(f"Kept in {self._shown_path}")
        elif self._keeping != "keep":
            print_notice(
                "This chat is not kept; continue a note with --continue, or switch keeping chats on in the window"
            )

    def handle_event(self, event: RunEvent) -> None:
        """Take in one event of a run."""
        self._autosave.handle_event(event)

    async def flush(self) -> None:
        """Wait until it is on the disk; say where it is, and what went wrong, each once."""
        await self._autosave.flush()
        if self._autosave.path and self._autosave.path != self._shown_path:
            self._shown_path = self._autosave.path
            print_notice(f"Kept in {self._shown_path}")
        if self._autosave.problem != self._problem:
            self._problem = self._autosave.problem
            if self._problem:
                print_notice(f"Not saved: {self._problem}")


async def selected_chat(workspace: Workspace, name: str | None) -> StoredChat:
    """Return the conversation that *name* means: a note's path or name, or a chat's title; a new one without it.

    Raises `UsageError` where nothing or several have that name, and what opening raises.
    """
    if name is None:
        return StoredChat(workspace, Conversation())
    path = await _chat_path(workspace, name)
    return StoredChat(workspace, await workspace.chats.open(path), path)


async def _chat_path(workspace: Workspace, name: str) -> str:
    inside = _path_in_vault(workspace.vault.root, name)
    if inside:
        return inside
    wanted_name = name.strip().removesuffix(NOTE_SUFFIX)
    found = await workspace.searcher.candidates(wanted_name)
    exact = [path for path in found if path.removesuffix(NOTE_SUFFIX).casefold() == wanted_name.casefold()]
    found = exact or [path for path in found if await workspace.chats.is_chat(path)]
    if not found:
        await workspace.chats.refresh()
        found = [entry.path for entry in workspace.chats.entries() if entry.title.casefold() == wanted_name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(printable(path) for path in found[:MAX_LISTED_CHATS])
        raise UsageError(f"Several chats are called “{printable(name)}”: {some}.", hint="Name one by its path.")
    raise UsageError(f"There is no chat “{printable(name)}”.", hint="Name its note, as Chats/Heating.")


def _path_in_vault(root: Path, named: str) -> str:
    """Return the path from the vault's root of the file whose whole path was named; empty where it was not."""
    file = Path(named).expanduser()
    if file.is_absolute() and file.resolve().is_relative_to(root):
        return file.resolve().relative_to(root).as_posix()
    return ""


EXIT_WORDS = ("exit", "quit", "/exit", "/quit")
"""Typed alone, these end the conversation."""


def run(options: argparse.Namespace) -> int:
    """Talk until the person leaves. Without any vault known and none named, the welcome vault is opened."""
    session = CommandSession()
    vault: Path | None = options.vault
    if vault is None and getattr(options, "welcome", False) and not session.store.settings.recent_vaults():
        vault = welcome_vault(session.folders)
    return run_async(_chat(session, options, vault))


async def _chat(session: CommandSession, options: argparse.Namespace, vault: Path | None) -> int:
    async with session.workspace(vault) as workspace, PomodoroBell(workspace.pomodoro_timer):
        await wait_for_index(workspace)
        workspace.egress_policy.reviewer = selected_reviewer(options.approve)
        stored = await selected_chat(workspace, getattr(options, "continued", None))
        conversation = stored.conversation
        profile = await selected_profile(workspace, options.agent or conversation.choices.agent)
        consent = options.approve is not None
        choices = await selected_choices(workspace, options, conversation.choices)
        # What was named for a chat holds for it from now on, wherever it is continued.
        model, name = options.model or choices.model, options.agent or choices.agent
        conversation.choices = replace(choices, model=model, agent=name)
        agent = workspace.agent(
            selected_approver(options.approve),
            model,
            profile=profile,
            consent=consent,
            project=conversation.choices.project,
        )
        print_notice(f"{workspace.vault.name} · {agent.label} · {', '.join(EXIT_WORDS[:2])} or Ctrl+D ends the chat")
        stored.announce()
        while (line := await read_typed_line("\n> ")) is not None and line.strip() not in EXIT_WORDS:
            question = parsed_question(line.strip()) if line.strip() else None
            while question is not None:
                await _answer(agent, stored, question, TerminalView(workspace.registry))
                await stored.flush()
                question = await question_after_plan(conversation) if question.plan_first else None
    return 0


async def _answer(agent: Agent, stored: StoredChat, question: Question, view: TerminalView) -> None:
    async with agent.run(stored.conversation, question) as run:
        async for event in run:
            stored.handle_event(event)
            view.show(event)
            if isinstance(event, RunFailed):
                print(f"vaultdesk: {event.error}", file=sys.stderr)
