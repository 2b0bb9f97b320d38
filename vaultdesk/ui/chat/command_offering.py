"""Command offering: the quick commands behind `/` at the beginning of a question. Expands none itself."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.chat.unfinished_name import Unfinished
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

NEW = "new"
"""The key of the entry that makes a new command."""

COMMAND = "command:"
"""How the key of a command begins."""


class NamedCommand(Protocol):
    """A prompt that is a note."""

    @property
    def path(self) -> str:
        """Of its note."""
        ...

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def description(self) -> str:
        """One line for people."""
        ...

    @property
    def model(self) -> str:
        """`provider/name`, where it names one."""
        ...

    @property
    def mode(self) -> str:
        """The way of asking, where it names one."""
        ...


class Commands(Protocol):
    """The quick commands of a vault."""

    def list(self) -> Sequence[NamedCommand]:
        """Return every command, by name."""
        ...


class CommandOffering(QObject):
    """Behind `/`."""

    taken = Signal(object)
    """A `NamedCommand` is to be expanded."""
    new_requested = Signal(str)
    """A new command is to be made, called as was typed."""

    def __init__(self, commands: Commands, parent: QObject) -> None:
        super().__init__(parent)
        self._commands = commands
        self._typed = ""

    def hint(self, name: Unfinished) -> str:
        """Say what a command is."""
        return self.tr("Enter puts it into the question") if not name.typed else ""

    async def find(self, name: Unfinished) -> Sequence[ListEntry]:
        """Return the commands that hold what was typed, those that begin with it first; then the way to a new one."""
        self._typed = name.typed
        wanted = name.typed.casefold()
        fitting = [one for one in self._commands.list() if all(word in one.name.casefold() for word in wanted.split())]
        fitting.sort(key=lambda one: not one.name.casefold().startswith(wanted))
        entries = [self._entry(command, wanted) for command in fitting]
        if not wanted or (not entries and " " not in wanted) or self.tr("new command").startswith(wanted):
            entries.append(ListEntry(NEW, self.tr("New command…"), icon="plus"))
        return entries

    def take(self, key: str) -> str | None:
        """Tell which is meant and leave nothing of it in the words; the way to a new one leaves them as they are."""
        if key == NEW:
            self.new_requested.emit(self._typed if self._named() else "")
            return None
        path = key.removeprefix(COMMAND)
        command = next((one for one in self._commands.list() if one.path == path), None)
        if command is not None:
            self.taken.emit(command)
        return ""

    def _named(self) -> bool:
        return bool(self._typed) and not self.tr("new command").startswith(self._typed.casefold())

    def _entry(self, command: NamedCommand, wanted: str) -> ListEntry:
        title = sanitize_text(command.name)
        start = title.casefold().find(wanted) if wanted else -1
        found = ((start, start + len(wanted)),) if start >= 0 and len(title.casefold()) == len(title) else ()
        return ListEntry(
            f"{COMMAND}{command.path}", title, sanitize_text(command.description), icon="bolt", found=found
        )
