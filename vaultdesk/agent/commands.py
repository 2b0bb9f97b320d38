"""Commands: quick commands, prompts that are notes of one folder, and the questions they become.

What a variable stands for is data (THREATS 1, templates): a note, a selection, the clipboard goes beside the question
and never into its words, so that nothing in it is read as a link, as another variable or as an order of the person.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from vaultdesk.agent.command_note import Placed, QuickCommand, read_command
from vaultdesk.agent.followed_notes import FollowedNotes
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.errors import IndexFailed, VaultError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.http_connection import in_thread
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.vault import Vault

MOST_COMMANDS = 300
"""Notes of the folder that are read: no menu holds more."""

_VARIABLE = re.compile(r"\{(\[\[[^\[\]{}\n]{1,500}\]\]|[^{}\[\]\n]{0,500})\}")
_TAGS = re.compile(r"#[^\s#,]+(?:\s*,\s*#[^\s#,]+)*")


@dataclass(frozen=True, slots=True)
class CommandPlace:
    """Where a command is called."""

    selection: str = ""
    active: str = ""
    """The path of the note that is open."""
    clipboard: str = ""
    words: str = ""
    """What was typed behind the command."""


class CommandShelf(FollowedNotes[QuickCommand]):
    """The quick commands of one vault, followed: `async with CommandShelf(...)`; in the order they are shown."""

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        searcher: Searcher,
        model_problem: Callable[[str], str] = lambda _model: "",
    ) -> None:
        """*model_problem* says why a model cannot be asked."""
        super().__init__(vault, store)
        self._searcher = searcher
        self._model_problem = model_problem

    async def expand(self, command: QuickCommand, place: CommandPlace) -> Question:
        """Return the question that *command* asks, called at *place*. What is no variable stays as it is written."""
        folders = await self._folders(found[1] for found in _VARIABLE.finditer(command.text))
        filling = _Filling(place, folders)
        text = _VARIABLE.sub(filling.put, command.text).strip()
        if place.words.strip() and not filling.words_used:
            text = f"{text}\n\n{place.words.strip()}"
        return Question(text, tuple(dict.fromkeys(filling.items)), mode=command.mode)

    async def _read_all(self) -> tuple[QuickCommand, ...]:
        placed: list[Placed] = []
        for path in await in_thread(self._paths):
            try:
                read = read_command(await self._vault.read_note(path), self._model_problem)
            except VaultError:
                continue  # Gone, or no text.
            if read is not None:
                placed.append(read)
        placed.sort(key=lambda one: (one.order, one.command.name.casefold(), one.command.path))
        return tuple(one.command for one in placed)

    def _paths(self) -> list[NotePath]:
        states = self._vault.files.walk_in(self._folder()) if self._folder() else ()
        return sorted(state.path for state in states if state.conflict_of is None)[:MOST_COMMANDS]

    def _folder(self) -> tuple[str, ...]:
        return folder_parts(self._store.settings.chat.commands_folder) or ()

    def _holds(self, path: str) -> bool:
        # Without a folder none is a command: not every note of a vault.
        return bool(self._folder()) and is_in_folder(path, self._folder())

    def _facts(self, settings: Settings) -> object:
        return settings.chat.commands_folder, settings.providers

    async def _folders(self, named: Iterable[str]) -> frozenset[str]:
        """Return those of the *named* folders that hold a note."""
        wanted = {name: parts for name in (one.strip().strip("/") for one in named) if (parts := folder_parts(name))}
        if not wanted:
            return frozenset()

        def ask(table: NoteTable) -> frozenset[str]:
            return frozenset(
                name for name, parts in wanted.items() if any(is_in_folder(path, parts) for path in table.facts)
            )

        try:
            return await self._searcher.over_facts(ask)
        except IndexFailed:
            return frozenset()  # Then the name stays as it is written.


@dataclass
class _Filling:
    """Puts values in the place of the variables of one prompt."""

    place: CommandPlace
    folders: frozenset[str]
    """Those of the named folders that there are."""
    items: list[ContextItem] = field(default_factory=list)
    words_used: bool = False

    def put(self, found: re.Match[str]) -> str:
        """Return the words for one variable; what it stands for is laid beside the question."""
        name = found[1].strip()
        match name:
            case "" | "selection":
                return self._selection() if self.place.selection.strip() else self._active()
            case "activeNote" | "active":
                return self._active()
            case "clipboard":
                return self._clipboard()
            case "words":
                self.words_used = True
                return self.place.words.strip()
        if name.startswith("[[") and name.endswith("]]"):
            self.items.append(ContextItem(kind="note", target=name[2:-2].partition("|")[0].strip()))
            return name
        if _TAGS.fullmatch(name):
            tags = [tag.strip() for tag in name.split(",")]
            self.items += [ContextItem(kind="tag", target=tag[1:]) for tag in tags]
            return f"the attached notes with {', '.join(tags)}"
        folder = name.strip("/")
        if folder in self.folders:
            self.items.append(ContextItem(kind="folder", target=folder))
            return f"the attached notes of {folder}"
        return found[0]

    def _selection(self) -> str:
        self.items.append(ContextItem(kind="selection", target=self.place.active, text=self.place.selection))
        return "the attached selection"

    def _active(self) -> str:
        if not self.place.active:
            return "(nothing is selected, and no note is open)"
        self.items.append(ContextItem(kind="active", target=self.place.active))
        return f"the attached note “{self.place.active.rpartition('/')[2].removesuffix(NOTE_SUFFIX)}”"

    def _clipboard(self) -> str:
        if not self.place.clipboard.strip():
            return "(the clipboard is empty)"
        # As a file from outside: who wrote it is not known.
        self.items.append(ContextItem(kind="file", target="clipboard", text=self.place.clipboard))
        return "the attached clipboard"
