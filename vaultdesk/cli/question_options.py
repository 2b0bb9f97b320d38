"""Options of a question on the command line: agent, mode, project, plan and attached notes."""

import argparse
import asyncio
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath

from vaultdesk.agent.answer_modes import PlanFirstMode, plan_execution_question
from vaultdesk.agent.at_commands import AT_COMMAND_TOOLS
from vaultdesk.agent.context.context_attacher import linked_items
from vaultdesk.agent.instructions.projects import Project, project_sentences
from vaultdesk.agent.instructions.vault_instructions import ChatNoteSettings
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import ContextItem
from vaultdesk.cli.console import escaped_line, print_notice, print_text, read_typed_line
from vaultdesk.core.errors import UsageError
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

PLAN_PREFIX = "/plan "
"""Prefix of a question that requests a plan first."""

END_OF_PLAN = "."
"""Entered alone, it ends a rewritten plan."""


async def selected_profile(workspace: Workspace, name: str | None) -> AgentProfile:
    """Return the agent: the named one, else that of the settings, else the default assistant.

    Raises `UsageError` for one that does not exist or was not accepted.
    """
    agent_name = name or workspace.store.settings.chat.agent
    return await workspace.agents.get(agent_name) if agent_name else DEFAULT_PROFILE


async def selected_choices(workspace: Workspace, options: argparse.Namespace, previous: ChatChoices) -> ChatChoices:
    """Return the choices of a conversation as *options* change those it had *previous*.

    At a terminal a project that has not been accepted yet is shown for acceptance. Raises `UsageError`.
    """
    mode = options.mode or ("project" if options.project else previous.mode)
    project = previous.project
    temperature = previous.temperature if options.temperature is None else options.temperature
    max_tokens = previous.max_tokens if options.max_tokens is None else options.max_tokens
    if options.project:
        chosen_project = await workspace.projects.get(options.project)
        await _offer_project(workspace, chosen_project)
        project = chosen_project.path
    if mode == "project" and not project:
        raise UsageError("No project is named", hint="Name its note with --project NOTE.")
    return replace(previous, mode=mode, project=project, temperature=temperature, max_tokens=max_tokens)


def parsed_question(line: str) -> Question:
    """Return the question entered as *line*; the prefix `/plan` requests a plan first."""
    if line.startswith(PLAN_PREFIX) and line.removeprefix(PLAN_PREFIX).strip():
        return Question(line.removeprefix(PLAN_PREFIX).strip(), plan_first=True)
    return Question(line)


async def question_after_plan(conversation: Conversation) -> Question | None:
    """Ask the user about the plan just given; return the next question, if any."""
    last = conversation.messages[-1] if conversation.messages else None
    if last is None or last.role != "assistant" or last.mode != PlanFirstMode.name or last.cut:
        return None
    match (await read_typed_line("\nCarry it out? [y]es, [e]dit, [N]o: ") or "").strip().casefold():
        case "y" | "yes":
            return plan_execution_question(last.text)
        case "e" | "edit":
            edited = await edit_plan(last.text)
            return plan_execution_question(edited) if edited.strip() else None
        case _:
            return None


async def _offer_project(workspace: Workspace, project: Project) -> None:
    """Show *project* to the user if it was not accepted yet, and accept it on an explicit yes."""
    if project.status not in ("new", "changed") or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    changed = " It has changed since you accepted it." if project.status == "changed" else ""
    lines = [f"The project {project.name}:{changed}", *project_sentences(project), "", project.instructions, ""]
    for line in lines:
        print_text(line, stream=sys.stderr)
    answer = await read_typed_line("Accept it? [y]es, [N]o: ")
    if (answer or "").strip().casefold() in ("y", "yes"):
        await workspace.projects.accept(project.path, project.digest)


async def offer_note_settings(workspace: Workspace, conversation: Conversation) -> None:
    """Show the settings in the frontmatter of the note of *conversation*, if not answered yet, and store the answer.

    Without a terminal the user is not asked, and none of them is used.
    """
    note_settings = await workspace.chat_note_settings.of(conversation)
    if note_settings is None or note_settings.status != "new":
        return
    lines = note_settings_lines(note_settings)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        print_text(f"{lines[0]} None of it is used: continue the chat at a terminal to accept it.", stream=sys.stderr)
        return
    for line in lines:
        print_text(line, stream=sys.stderr)
    answer = (await read_typed_line("Use this in the chat? [y]es, [N]o: ") or "").strip().casefold()
    workspace.chat_note_settings.answer(note_settings.settings, accept=answer in ("y", "yes"))


def note_settings_lines(note_settings: ChatNoteSettings) -> list[str]:
    """Return the settings in the frontmatter of a chat's note as lines for the user."""
    settings = note_settings.settings
    lines = [f"The properties of {printable(note_settings.path)} contain settings for this chat."]
    if settings.instructions:
        lines += ["Instructions, sent with each question:", "", *settings.instructions.split("\n"), ""]
    if settings.temperature is not None:
        lines.append(f"Temperature {settings.temperature:g}")
    if settings.max_tokens is not None:
        lines.append(f"At most {settings.max_tokens:,} tokens an answer")
    if settings.model:
        lines.append(f"Model {escaped_line(settings.model, 200)}")
    if settings.ignored:
        lines.append(f"Not used: {', '.join(settings.ignored)}")
    return lines


async def edit_plan(plan: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return *plan* as edited by the user: in their editor, or typed again if they have none."""
    editor = environment.get("VISUAL") or environment.get("EDITOR")
    if not editor:
        print_text(f"Type the new plan; a line with only {END_OF_PLAN} ends it.", stream=sys.stderr)
        lines: list[str] = []
        while (line := await read_typed_line("")) is not None and line.strip() != END_OF_PLAN:
            lines.append(line)
        return "\n".join(lines)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plan.md"
        file.write_text(plan, encoding="utf-8")
        try:
            await asyncio.to_thread(subprocess.run, editor_command(editor, file), check=True)
            return file.read_text(encoding="utf-8")
        except (OSError, ValueError, subprocess.CalledProcessError) as problem:
            raise UsageError(f"The editor {editor} could not be used: {problem}.", hint="Set EDITOR.") from problem


def editor_command(editor: str, file: PurePath, *, windows: bool = os.name == "nt") -> str | list[str]:
    """Return the command that opens *file* in *editor*, which may contain arguments.

    Windows splits a command line itself, and `shlex` would treat its backslashes as escapes.
    """
    return f'{editor} "{file}"' if windows else [*shlex.split(editor), str(file)]


MAX_MENTIONS = 30
"""Maximum number of mentions in one question that are resolved."""

_MENTION = re.compile(r"(?<![\w@./-])@(?P<name>[\w][\w./-]*[\w]|\w)")
"""A name without spaces; a note with spaces in its name is linked: `[[My note]]`."""


async def with_attached_notes(workspace: Workspace, question: Question, note_names: Sequence[str] = ()) -> Question:
    """Return *question* with the notes *note_names* by `--note` and those mentioned as `@name`.

    Raises `UsageError` if a name in *note_names* matches no note; a mention that matches no note stays ordinary text.
    """
    items: list[ContextItem] = []
    for name in note_names:
        path = await _find_note(workspace, name)
        if path is None:
            raise UsageError(f"There is no note “{printable(name)}”.", hint="vaultdesk search finds notes by a word.")
        items.append(_item(path))
    for mention in list(_MENTION.finditer(question.text))[:MAX_MENTIONS]:
        name = mention["name"]
        path = await _find_note(workspace, name) if name.casefold() not in AT_COMMAND_TOOLS else None
        if path is not None:
            items.append(_item(path))
    return replace(question, context=tuple(dict.fromkeys((*question.context, *items)))) if items else question


async def announce_private_notes(workspace: Workspace, question: Question, destination: Destination) -> None:
    """Print to stderr which notes of *question* are not sent to *destination*, or only after approval, and why."""
    for item in dict.fromkeys((*question.context, *linked_items(question.text))):
        reach = await workspace.context_attacher.reach(item, destination)
        reasons = ", ".join(reach.reasons) or "by a rule for private notes"
        name = printable(item.target.removesuffix(NOTE_SUFFIX))
        if reach.withheld:
            print_notice(f"{name} will not be sent to {destination.name}: it is private, {reasons}")
        elif reach.asked:
            print_notice(f"You will be asked before {name} is sent to {destination.name}: it is private, {reasons}")


async def _find_note(workspace: Workspace, name: str) -> str | None:
    return await workspace.searcher.resolve(name.strip().removesuffix(NOTE_SUFFIX))


def _item(path: str) -> ContextItem:
    return ContextItem(kind="note", target=path.removesuffix(NOTE_SUFFIX))
