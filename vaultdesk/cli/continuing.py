"""Continuing: which conversation a terminal chat goes on with, and where it is kept. Asks no question."""

from pathlib import Path

from vaultdesk.agent.run import RunEvent
from vaultdesk.chat.conversation import Conversation
from vaultdesk.cli.screen import remark
from vaultdesk.core.errors import UsageError
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

SHOWN = 5
"""Chats of one name that are listed."""


class KeptChat:
    """One conversation of the terminal and who keeps it."""

    def __init__(self, workspace: Workspace, conversation: Conversation, path: str = "") -> None:
        """*path* is the note it goes on with; empty for a new one."""
        self.conversation = conversation
        self._keeper = workspace.chats.keeper(conversation)
        # Who names a chat to go on with wants it kept.
        self._keeper.always = self._keeper.always or bool(path)
        self._keeping = workspace.chats.keeping
        self._told = path
        self._problem = ""

    def begin(self) -> None:
        """Say where it is kept, as far as that is known before anything is asked."""
        if self._told:
            remark(f"Kept in {self._told}")
        elif self._keeping != "keep":
            remark("This chat is not kept; continue a note with --continue, or switch keeping chats on in the window")

    def told(self, event: RunEvent) -> None:
        """Take in one event of a run."""
        self._keeper.told(event)

    async def settle(self) -> None:
        """Wait until it is on the disk; say where it is, and what went wrong, each once."""
        await self._keeper.settle()
        if self._keeper.path and self._keeper.path != self._told:
            self._told = self._keeper.path
            remark(f"Kept in {self._told}")
        if self._keeper.problem != self._problem:
            self._problem = self._keeper.problem
            if self._problem:
                remark(f"Not saved: {self._problem}")


async def chosen_chat(workspace: Workspace, named: str | None) -> KeptChat:
    """Return the conversation that *named* means: a note's path or name, or a chat's title; a new one without it.

    Raises `UsageError` where nothing or several have that name, and what opening raises.
    """
    if named is None:
        return KeptChat(workspace, Conversation())
    path = await _path(workspace, named)
    return KeptChat(workspace, await workspace.chats.open(path), path)


async def _path(workspace: Workspace, named: str) -> str:
    inside = _inside(workspace.vault.root, named)
    if inside:
        return inside
    wanted = named.strip().removesuffix(NOTE_SUFFIX)
    found = await workspace.searcher.candidates(wanted)
    exact = [path for path in found if path.removesuffix(NOTE_SUFFIX).casefold() == wanted.casefold()]
    found = exact or [path for path in found if await workspace.chats.is_chat(path)]
    if not found:
        await workspace.chats.refresh()
        found = [entry.path for entry in workspace.chats.entries() if entry.title.casefold() == wanted.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(printable(path) for path in found[:SHOWN])
        raise UsageError(f"Several chats are called “{printable(named)}”: {some}.", hint="Name one by its path.")
    raise UsageError(f"There is no chat “{printable(named)}”.", hint="Name its note, as Chats/Heating.")


def _inside(root: Path, named: str) -> str:
    """Return the path from the vault's root of the file whose whole path was named; empty where it was not."""
    file = Path(named).expanduser()
    if file.is_absolute() and file.resolve().is_relative_to(root):
        return file.resolve().relative_to(root).as_posix()
    return ""
