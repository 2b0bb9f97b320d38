"""Command "chat": a conversation in the terminal, stored like those of the window."""

import argparse
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import MessageAdded, RunEvent, RunStarted
from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.conversation import Conversation, private_conversation
from vaultdesk.cli.command_session import CommandSession, run_async, wait_for_index
from vaultdesk.cli.console import print_notice, read_typed_line
from vaultdesk.cli.question_options import (
    announce_private_notes,
    offer_note_settings,
    parsed_question,
    question_after_plan,
    selected_choices,
    selected_profile,
    with_attached_notes,
)
from vaultdesk.cli.run_view import TerminalView, run_problem
from vaultdesk.cli.terminal_prompts import selected_approver, selected_reviewer
from vaultdesk.core.errors import UsageError
from vaultdesk.core.feed import FeedReader, background_task
from vaultdesk.core.platform.paths import welcome_vault
from vaultdesk.core.values import replace
from vaultdesk.tools.builtin.pomodoro import FinishedSession, PomodoroTimer
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

BELL_CHARACTER = "\a"
"""Makes a terminal sound or flash."""


@asynccontextmanager
async def pomodoro_bell(timer: PomodoroTimer, print_line: Callable[[str], None] = print_notice) -> AsyncIterator[None]:
    """Ring at the end of each session until the block ends."""
    with timer.finished.subscribe() as sessions:
        async with background_task(_ring(sessions, print_line), "bell"):
            yield


async def _ring(sessions: FeedReader[FinishedSession], print_line: Callable[[str], None]) -> None:
    async for session in sessions:
        print_line(f"The pomodoro of {session.minutes} minutes is over.")
        if sys.stderr.isatty():
            print(BELL_CHARACTER, end="", file=sys.stderr, flush=True)


MAX_LISTED_CHATS = 5
"""Maximum number of chats of one name that are listed."""

MIN_ID_LENGTH = 4
"""Minimum number of characters of an id prefix that identifies a chat."""

SHORT_ID = 8
"""Characters of an id that are listed after its prefix; enough to identify one chat among thousands."""


def short_key(entry: ChatEntry) -> str:
    """Return the name of a chat on the command line: the beginning of its id, or its note."""
    return entry.id.partition("_")[2][:SHORT_ID] if entry.is_stored else entry.path


class TerminalChat:
    """A conversation in the terminal and its storage."""

    def __init__(self, workspace: Workspace, conversation: Conversation) -> None:
        self.conversation = conversation
        self._autosave = workspace.chats.autosave(conversation)
        self._shown_path = ""
        self._problem = ""

    def announce(self) -> None:
        """Print whether and where it is stored."""
        if self.conversation.private:
            print_notice("Private: this chat is not stored")
        elif self._autosave.path:
            self._show_path()
        else:
            print_notice("Stored on this computer; vaultdesk chats lists it, --continue continues it")

    async def follow(self, event: RunEvent) -> None:
        """Process one event of a run; complete messages are stored when this returns."""
        self._autosave.handle_event(event)
        if isinstance(event, RunStarted | MessageAdded):
            await self._autosave.commit()

    async def flush(self, *, quiet: bool = False) -> None:
        """Wait until it is on the disk; print errors and, unless *quiet*, the location of its note, each once."""
        await self._autosave.flush()
        if not quiet and self._autosave.path and self._autosave.path != self._shown_path:
            self._show_path()
        if self._autosave.problem != self._problem:
            self._problem = self._autosave.problem
            if self._problem:
                print_notice(f"Not saved: {self._problem}")

    def _show_path(self) -> None:
        self._shown_path = self._autosave.path
        print_notice(f"Saved in {self._shown_path}")


async def selected_chat(workspace: Workspace, name: str | None, *, private: bool = False) -> TerminalChat:
    """Return the conversation that *name* means (`chat_key`); without it a new one, a *private* one if requested.

    Raises `UsageError` if nothing or several chats have that name, and what opening raises.
    """
    if name is None:
        return TerminalChat(workspace, private_conversation() if private else Conversation())
    if private:
        raise UsageError(
            "A stored chat cannot be private.", hint="Leave out --private, or --continue for a new private chat."
        )
    return TerminalChat(workspace, await workspace.chats.open(await chat_key(workspace, name)))


async def chat_key(workspace: Workspace, name: str) -> str:
    """Return the key of the chat that *name* means: an id or its beginning, a title, a note's path or name.

    Raises `UsageError` if nothing or several chats have that name.
    """
    path_in_vault = _path_in_vault(workspace.vault.root, name)
    if path_in_vault:
        return path_in_vault
    await workspace.chats.refresh()
    entries, query = workspace.chats.entries(), name.strip()
    if len(query) >= MIN_ID_LENGTH:
        by_id = [entry.key for entry in entries if entry.is_stored and query in (entry.id, entry.id.partition("_")[2])]
        by_start = [entry.key for entry in entries if entry.is_stored and entry.id.partition("_")[2].startswith(query)]
        if by_id or len(by_start) == 1:
            return (by_id or by_start)[0]
    titled = [entry.key for entry in entries if entry.title.casefold() == query.casefold()]
    note_name = query.removesuffix(NOTE_SUFFIX)
    candidates = await workspace.searcher.candidates(note_name)
    exact = [path for path in candidates if path.removesuffix(NOTE_SUFFIX).casefold() == note_name.casefold()]
    notes = exact or [path for path in candidates if await workspace.chats.is_chat(path)]
    keys_of_notes = {entry.path: entry.key for entry in entries if entry.path}
    keys = list(dict.fromkeys([*titled, *(keys_of_notes.get(path, path) for path in notes)]))
    if exact and len(keys) > 1:
        keys = [keys_of_notes.get(exact[0], exact[0])]  # Named by its whole path.
    if len(keys) == 1:
        return keys[0]
    if keys:
        names = {
            entry.key: f"{entry.title} ({entry.id.partition('_')[2][: MIN_ID_LENGTH * 2]})"
            for entry in entries
            if entry.is_stored
        }
        listed = ", ".join(printable(names.get(key, key)) for key in keys[:MAX_LISTED_CHATS])
        raise UsageError(
            f"Several chats are called “{printable(name)}”: {listed}.",
            hint="Name one by its id, as vaultdesk chats lists it, or by the path of its note.",
        )
    raise UsageError(f"There is no chat “{printable(name)}”.", hint="vaultdesk chats lists all chats.")


def _path_in_vault(root: Path, name: str) -> str:
    """Return the path, relative to the vault's root, of a file given by its absolute path; empty otherwise."""
    file = Path(name).expanduser()
    if file.is_absolute() and file.resolve().is_relative_to(root):
        return file.resolve().relative_to(root).as_posix()
    return ""


EXIT_WORDS = ("exit", "quit", "/exit", "/quit")
"""Entered alone, these end the conversation."""


def run(options: argparse.Namespace) -> int:
    """Run the conversation until the user ends it. Without a known or named vault, the welcome vault is opened."""
    session = CommandSession()
    vault: Path | None = options.vault
    if vault is None and getattr(options, "welcome", False) and not session.store.settings.recent_vaults():
        vault = welcome_vault(session.folders)
    return run_async(_chat(session, options, vault))


async def _chat(session: CommandSession, options: argparse.Namespace, vault: Path | None) -> int:
    async with session.workspace(vault) as workspace, pomodoro_bell(workspace.pomodoro_timer):
        await wait_for_index(workspace)
        workspace.egress_policy.reviewer = selected_reviewer(options.approve)
        chat = await selected_chat(
            workspace, getattr(options, "continued", None), private=getattr(options, "private", False)
        )
        conversation = chat.conversation
        profile = await selected_profile(workspace, options.agent or conversation.choices.agent)
        consent = options.approve is not None
        choices = await selected_choices(workspace, options, conversation.choices)
        # Options given for a chat apply to it from now on, wherever it is continued.
        model, name = options.model or choices.model, options.agent or choices.agent
        conversation.choices = replace(choices, model=model, agent=name)
        agent = workspace.agent(
            selected_approver(options.approve),
            model,
            profile=profile,
            consent=consent,
            project=conversation.choices.project,
        )
        await offer_note_settings(workspace, conversation)
        print_notice(f"{workspace.vault.name} · {agent.label} · {', '.join(EXIT_WORDS[:2])} or Ctrl+D ends the chat")
        chat.announce()
        while (line := await read_typed_line("\n> ")) is not None and line.strip() not in EXIT_WORDS:
            question = parsed_question(line.strip()) if line.strip() else None
            while question is not None:
                question = await with_attached_notes(workspace, question)
                await announce_private_notes(workspace, question, agent.destination)
                may_reclassify = workspace.catalog.model_status(agent.label).may_reclassify_text
                view = TerminalView(workspace.registry, may_reclassify_text=may_reclassify)
                await _answer(agent, chat, question, view)
                await chat.flush()
                question = await question_after_plan(conversation) if question.plan_first else None
    return 0


async def _answer(agent: Agent, chat: TerminalChat, question: Question, view: TerminalView) -> None:
    async with agent.run(chat.conversation, question) as run:
        async for event in run:
            await chat.follow(event)
            view.show(event)
            if problem := run_problem(event):
                print(f"vaultdesk: {problem}", file=sys.stderr)
