"""Notes attached to a question entered in the terminal, and the notice about private ones before anything is sent."""

import re
from collections.abc import Sequence
from dataclasses import replace

from vaultdesk.agent.at_commands import AT_COMMAND_TOOLS
from vaultdesk.agent.context.context_attacher import linked_items
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.cli.console import print_notice
from vaultdesk.core.errors import UsageError
from vaultdesk.core.transmission import Destination
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

MAX_MENTIONS = 30
"""Maximum number of mentions in one question that are resolved."""

_MENTION = re.compile(r"(?<![\w@./-])@(?P<name>[\w][\w./-]*[\w]|\w)")
"""A name without spaces; a note with spaces in its name is linked: `[[My note]]`."""


async def with_attached_notes(workspace: Workspace, question: Question, named: Sequence[str] = ()) -> Question:
    """Return *question* with the notes *named* by `--note` and those mentioned as `@name`.

    Raises `UsageError` if a name in *named* matches no note; a mention that matches no note stays ordinary text.
    """
    items: list[ContextItem] = []
    for name in named:
        path = await _note_called(workspace, name)
        if path is None:
            raise UsageError(f"There is no note “{printable(name)}”.", hint="vaultdesk search finds notes by a word.")
        items.append(_item(path))
    for mention in list(_MENTION.finditer(question.text))[:MAX_MENTIONS]:
        name = mention["name"]
        path = await _note_called(workspace, name) if name.casefold() not in AT_COMMAND_TOOLS else None
        if path is not None:
            items.append(_item(path))
    return replace(question, context=tuple(dict.fromkeys((*question.context, *items)))) if items else question


async def announce_private_notes(workspace: Workspace, question: Question, destination: Destination) -> None:
    """Print to stderr which notes of *question* are not sent to *destination*, or only after approval, and why."""
    for item in dict.fromkeys((*question.context, *linked_items(question.text))):
        reach = await workspace.context_attacher.reach(item, destination)
        why = ", ".join(reach.reasons) or "by a rule for private notes"
        name = printable(item.target.removesuffix(NOTE_SUFFIX))
        if reach.withheld:
            print_notice(f"{name} will not be sent to {destination.name}: it is private, {why}")
        elif reach.asked:
            print_notice(f"You will be asked before {name} is sent to {destination.name}: it is private, {why}")


async def _note_called(workspace: Workspace, name: str) -> str | None:
    return await workspace.searcher.resolve(name.strip().removesuffix(NOTE_SUFFIX))


def _item(path: str) -> ContextItem:
    return ContextItem(kind="note", target=path.removesuffix(NOTE_SUFFIX))
