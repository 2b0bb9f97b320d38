"""Quick commands: prompts stored as notes of one folder, with variables, and the questions made from them."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import get_args

from msgspec import Struct, field

from vaultdesk.agent.instructions.agents import without_note_comments
from vaultdesk.agent.instructions.followed_notes import FollowedNotes, NoteFolder
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.errors import IndexFailed, VaultError
from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.vault.vault import Vault

# The custom prompts of Obsidian Copilot are read too (vaultdesk/chat/README.md, "Formats of other programs").

MAX_PROMPT_CHARACTERS = 20_000
"""Maximum number of characters of a prompt; a longer note is not a quick command."""

MAX_SHOWN_DESCRIPTION = 200

COPILOT_PREFIX = "copilot-command-"
"""Prefix of the properties of Copilot's prompts."""

DEFAULT_ORDER = 1_000_000
"""Sort key of a command that sets none."""


class QuickCommand(Struct, frozen=True):
    """A named prompt."""

    path: str
    name: str
    """The name of its note, typed after `/`."""
    description: str = ""
    model: str = ""
    """`provider/name`; empty for that of the chat."""
    mode: str = ""
    """A `settings_schema.ModeName`; empty follows the chat."""
    text: str = ""
    """The prompt with its variables."""


class MenuCommand(Struct, frozen=True):
    """A command and its position in a menu."""

    command: QuickCommand
    order: int = DEFAULT_ORDER


def read_command(note: Note, model_problem: Callable[[str], str]) -> MenuCommand | None:
    """Return the command of *note*; None if it is empty, too long, or switched off by its properties.

    *model_problem* returns why a model cannot be used; the model of the chat is then used.
    """
    properties = {key.casefold(): value for key, value in note.properties.items()}
    text = without_note_comments(note)
    is_disabled = (
        properties.get(f"{COPILOT_PREFIX}slash-enabled") is False
        and properties.get(f"{COPILOT_PREFIX}context-menu-enabled") is not True
    )
    if not text or len(text) > MAX_PROMPT_CHARACTERS or is_disabled:
        return None
    model, mode = _model(properties), str(properties.get("mode") or "")
    return MenuCommand(
        QuickCommand(
            path=note.path.text,
            name=note.path.name,
            description=sanitize_line(str(properties.get("description") or ""), MAX_SHOWN_DESCRIPTION),
            model="" if not model or model_problem(model) else model,
            mode=mode if mode in get_args(ModeName) else "",
            text=text,
        ),
        _order(properties.get(f"{COPILOT_PREFIX}context-menu-order")),
    )


def _model(properties: Mapping[str, JsonValue]) -> str:
    model = properties.get("model")
    if isinstance(model, str) and model.strip():
        return model.strip()
    copilot_model = properties.get(f"{COPILOT_PREFIX}model-key")
    name, bar, provider = copilot_model.rpartition("|") if isinstance(copilot_model, str) else ("", "", "")
    return f"{provider.strip()}/{name.strip()}" if bar and name.strip() and provider.strip() else ""


def _order(value: JsonValue) -> int:
    return (
        int(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and value < DEFAULT_ORDER
        else DEFAULT_ORDER
    )


# The value of a variable is data (vaultdesk/agent/README.md, "Data and instructions"): a note, a selection or the
# clipboard is attached to the question and not inserted into its text, so that nothing in it is read as a link, another
# variable or an instruction of the user.

MAX_COMMANDS = 300
"""Maximum number of notes read from the folder; no menu holds more."""

_VARIABLE = re.compile(r"\{(\[\[[^\[\]{}\n]{1,500}\]\]|[^{}\[\]\n]{0,500})\}")
_TAGS = re.compile(r"#[^\s#,]+(?:\s*,\s*#[^\s#,]+)*")


class CommandContext(Struct, frozen=True):
    """The context in which a command is used."""

    selection: str = ""
    active: str = ""
    """Path of the open note."""
    clipboard: str = ""
    typed_text: str = ""
    """The text typed after the command."""


class QuickCommandCatalog(FollowedNotes[QuickCommand]):
    """The quick commands of one vault in display order, followed within `async with QuickCommandCatalog(...)`."""

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        searcher: Searcher,
        model_problem: Callable[[str], str] = lambda _model: "",
    ) -> None:
        """*model_problem* returns why a model cannot be used."""
        super().__init__(vault, store)
        self._notes = NoteFolder(vault, lambda: store.settings.chat.commands_folder, MAX_COMMANDS)
        self._searcher = searcher
        self._model_problem = model_problem

    async def expand(self, command: QuickCommand, context: CommandContext) -> Question:
        """Return the question of *command* in *context*. Text that is not a variable is not changed."""
        folders = await self._folders(found[1] for found in _VARIABLE.finditer(command.text))
        filler = _PromptFiller(context, folders)
        text = _VARIABLE.sub(filler.replacement, command.text).strip()
        if context.typed_text.strip() and not filler.uses_typed_text:
            text = f"{text}\n\n{context.typed_text.strip()}"
        return Question(text, tuple(dict.fromkeys(filler.items)), mode=command.mode)

    async def _read_all(self) -> tuple[QuickCommand, ...]:
        commands: list[MenuCommand] = []
        for path in await run_in_thread(self._notes.paths):
            try:
                command = read_command(await self._vault.read_note(path), self._model_problem)
            except VaultError:
                continue  # Deleted, or not text.
            if command is not None:
                commands.append(command)
        commands.sort(key=lambda entry: (entry.order, entry.command.name.casefold(), entry.command.path))
        return tuple(entry.command for entry in commands)

    def _is_followed_path(self, path: str) -> bool:
        return self._notes.contains(path)

    def _relevant_settings(self, settings: Settings) -> object:
        return settings.chat.commands_folder, settings.providers

    async def _folders(self, named: Iterable[str]) -> frozenset[str]:
        """Return those of the *named* folders that contain a note."""
        parts_by_name = {
            name: parts for name in (text.strip().strip("/") for text in named) if (parts := folder_parts(name))
        }
        if not parts_by_name:
            return frozenset()

        def read_table(table: NoteTable) -> frozenset[str]:
            return frozenset(
                name for name, parts in parts_by_name.items() if any(is_in_folder(path, parts) for path in table.facts)
            )

        try:
            return await self._searcher.read_note_table(read_table)
        except IndexFailed:
            return frozenset()  # Then the name is left as written.


class _PromptFiller(Struct):
    """Replaces the variables of one prompt."""

    context: CommandContext
    folders: frozenset[str]
    """Those of the named folders that exist."""
    items: list[ContextItem] = field(default_factory=list)
    uses_typed_text: bool = False

    def replacement(self, variable: re.Match[str]) -> str:
        """Return the text for one variable; its value is attached to the question."""
        name = variable[1].strip()
        match name:
            case "" | "selection":
                return self._selection() if self.context.selection.strip() else self._active()
            case "activeNote" | "active":
                return self._active()
            case "clipboard":
                return self._clipboard()
            case "words":
                self.uses_typed_text = True
                return self.context.typed_text.strip()
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
        return variable[0]

    def _selection(self) -> str:
        self.items.append(ContextItem(kind="selection", target=self.context.active, text=self.context.selection))
        return "the attached selection"

    def _active(self) -> str:
        if not self.context.active:
            return "(nothing is selected, and no note is open)"
        self.items.append(ContextItem(kind="active", target=self.context.active))
        return f"the attached note “{self.context.active.rpartition('/')[2].removesuffix(NOTE_SUFFIX)}”"

    def _clipboard(self) -> str:
        if not self.context.clipboard.strip():
            return "(the clipboard is empty)"
        # As a file from outside: its author is not known.
        self.items.append(ContextItem(kind="file", target="clipboard", text=self.context.clipboard))
        return "the attached clipboard"
