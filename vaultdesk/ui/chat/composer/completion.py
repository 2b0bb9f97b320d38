"""Completion in the question field: mentions, links and quick commands."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.context.mention_completion import MentionCandidate
from vaultdesk.chat.messages import ContextItem, ContextKind
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.chat.composer.context_tray import CONTEXT_ICONS, ReachText, context_item_text
from vaultdesk.ui.chat.composer.question_field import QuestionField
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.lists.field_completion import CompletionSource, TextCompletion, TypedName
from vaultdesk.ui.widgets.lists.list_row import ListRow

# Looks nothing up. A trigger counts only at the start of a word: `@` and `/` inside a word are ordinary characters.

Sign = Literal["@", "[[", "/"]
"""Completion triggers: mention, link in the text, quick command."""

MAX_NAME_LENGTH = 120
"""Maximum number of characters after a trigger; longer text is not a name being typed."""

_LINK = re.compile(r"\[\[([^\[\]|\n]*)\Z")
_MENTION = re.compile(r"(?:^|[\s(\"'„“‚‘])@([^@\n]*)\Z")
_COMMAND = re.compile(r"\A/([^/\n]*)\Z")


def name_before_cursor(before: str, *, first: bool) -> TypedName | None:
    """Return the name being typed at the end of *before*, the line's text up to the cursor; None if there is none.

    *first* is true for the first line of the question, the only one in which a quick command can start.
    """
    sign: Sign
    if (match := _LINK.search(before)) is not None:
        sign = "[["
    elif (match := _MENTION.search(before)) is not None:
        sign = "@"
    elif first and (match := _COMMAND.search(before)) is not None:
        sign = "/"
    else:
        return None
    typed = match[1]
    # A name does not start with a space; after a trailing space the user may have finished the name.
    if len(typed) > MAX_NAME_LENGTH or typed != typed.strip():
        return None
    return TypedName(sign, typed)


class CompletionHintSource(CompletionSource, Protocol):
    """A source of entries with a hint line to show below them."""

    def hint(self, name: TypedName) -> str:
        """Return the hint to show below the entries; empty for none."""
        ...


class QuestionCompletion(TextCompletion):
    """Completion in the question field, with one source of entries for each trigger."""

    def __init__(self, field: QuestionField, sources: Mapping[str, CompletionHintSource]) -> None:
        super().__init__(field)
        self._question_field = field
        self._sources = sources

    def typed_name(self) -> TypedName | None:
        """Return the name before the cursor; None also without focus, with a selection, or during input method
        composition.
        """
        field = self._question_field
        cursor = field.textCursor()
        if cursor.hasSelection() or field.composing or not field.hasFocus():
            return None
        name = name_before_cursor(self.text_to_cursor(), first=cursor.block().blockNumber() == 0)
        return name if name is not None and name.trigger in self._sources else None

    def source(self, name: TypedName) -> CompletionSource:
        """Return the source for the trigger of *name*."""
        return self._sources[name.trigger]

    def hint(self, name: TypedName) -> str:
        """Return the hint of the source for *name*."""
        return self._sources[name.trigger].hint(name)


NEW_COMMAND_KEY = "new"
"""Key of the entry that creates a new command."""

COMMAND_KEY = "command:"
"""Prefix of the keys of commands."""


class NamedCommand(Protocol):
    """A stored prompt: a note that can be used as a quick command."""

    @property
    def path(self) -> str:
        """Path of its note."""
        ...

    @property
    def name(self) -> str:
        """Name of the command."""
        ...

    @property
    def description(self) -> str:
        """One-line description."""
        ...

    @property
    def model(self) -> str:
        """Model as `provider/name`; empty if the command sets none."""
        ...

    @property
    def mode(self) -> str:
        """Answering mode; empty if the command sets none."""
        ...


class QuickCommands(Protocol):
    """The quick commands of a vault."""

    def list(self) -> Sequence[NamedCommand]:
        """Return every command, sorted by name."""
        ...


class CommandCompletionSource(QObject):
    """Completion after `/`."""

    command_chosen = Signal(object)
    """A `NamedCommand` should be expanded."""
    new_requested = Signal(str)
    """A new command with the typed name should be created."""

    def __init__(self, commands: QuickCommands, parent: QObject) -> None:
        super().__init__(parent)
        self._commands = commands
        self._typed = ""

    def hint(self, name: TypedName) -> str:
        return self.tr("Enter inserts it into the question") if not name.typed else ""

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        """Return commands that contain the typed text, prefix matches first, then the entry that creates a new one."""
        self._typed = name.typed
        query = name.typed.casefold()
        matches = [
            candidate
            for candidate in self._commands.list()
            if all(word in candidate.name.casefold() for word in query.split())
        ]
        matches.sort(key=lambda candidate: not candidate.name.casefold().startswith(query))
        entries = [self._entry(command, query) for command in matches]
        if not query or (not entries and " " not in query) or self.tr("new command").startswith(query):
            entries.append(ListRow(NEW_COMMAND_KEY, self.tr("New command…"), icon="plus"))
        return entries

    def accept(self, key: str) -> str | None:
        """Emit the chosen command and return empty text for it; for a new command return None to keep the typed
        text.
        """
        if key == NEW_COMMAND_KEY:
            self.new_requested.emit(self._typed if self._has_name() else "")
            return None
        path = key.removeprefix(COMMAND_KEY)
        command = next((candidate for candidate in self._commands.list() if candidate.path == path), None)
        if command is not None:
            self.command_chosen.emit(command)
        return ""

    def _has_name(self) -> bool:
        return bool(self._typed) and not self.tr("new command").startswith(self._typed.casefold())

    def _entry(self, command: NamedCommand, query: str) -> ListRow:
        title = sanitize_text(command.name)
        start = title.casefold().find(query) if query else -1
        marks = ((start, start + len(query)),) if start >= 0 and len(title.casefold()) == len(title) else ()
        return ListRow(
            f"{COMMAND_KEY}{command.path}",
            title,
            text=sanitize_text(command.description),
            icon="bolt",
            title_marks=marks,
        )


# A mention becomes a chip beside the question, a link becomes text in it, and a tool command stays in the text.

MENTION_KINDS: frozenset[ContextKind] = frozenset({"note", "folder", "tag"})
LINK_KINDS: frozenset[ContextKind] = frozenset({"note"})
"""Kinds of targets of mentions and links."""

MAX_ENTRIES = 20
"""Maximum number of entries offered; typing narrows them."""

TOOL_KEY = "tool:"
"""Prefix of the keys of tool commands."""


class MentionFinder(Protocol):
    """Looks up names in the vault."""

    async def find(
        self, typed: str, kinds: frozenset[ContextKind] = ..., limit: int = ...
    ) -> Sequence[MentionCandidate]:
        """Return candidates for *typed*, best first. Raises `VaultDeskError`."""
        ...


class AtCommand(Struct, frozen=True):
    """A tool that must be called because its command occurs in the question."""

    word: str
    description: str


ReachLookup = Callable[[ContextItem], ReachText]
"""Returns the text for an item that a rule withholds from the selected model. Does not block."""


class MentionCompletionSource(QObject):
    """Completion after `@`."""

    item_chosen = Signal(object)
    """A `ContextItem` should be attached to the question."""

    def __init__(self, finder: MentionFinder, parent: QObject, reach_of: ReachLookup) -> None:
        super().__init__(parent)
        self._finder = finder
        self._reach_of = reach_of
        self.available_items: Callable[[], tuple[ContextItem, ...]] = tuple
        """Returns the open note and its selected text."""
        self.tools: Callable[[], tuple[AtCommand, ...]] = tuple
        """Returns the tool commands that apply in the selected mode."""
        self._items: dict[str, ContextItem] = {}

    def hint(self, name: TypedName) -> str:
        return self.tr("Note# its headings · #tag · Folder/") if not name.typed else ""

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        """Return candidates: available items first, then names in the vault, then tools."""
        try:
            candidates = await self._finder.find(name.typed, MENTION_KINDS, MAX_ENTRIES)
        except VaultDeskError:
            candidates = ()  # The status bar shows what is wrong with the index.
        available = [
            self._available_entry(item)
            for item in self.available_items()
            if _starts_with(self._item_name(item), name.typed)
        ]
        names = [self._entry(mention) for mention in candidates if _identifies(mention, name.typed)]
        tools = [
            ListRow(f"{TOOL_KEY}{tool.word}", f"@{tool.word}", icon="bolt", right=tool.description)
            for tool in self.tools()
            if _starts_with(tool.word, name.typed)
        ]
        return [*available, *tools, *names] if name.typed else [*available, *names, *tools]

    def accept(self, key: str) -> str | None:
        """Emit the chosen item and return the replacement text: empty, or the command of a tool."""
        if key.startswith(TOOL_KEY):
            return f"@{key.removeprefix(TOOL_KEY)} "
        self.item_chosen.emit(self._items[key])
        return ""

    def _item_name(self, item: ContextItem) -> str:
        return self.tr("Selection") if item.kind == "selection" else self.tr("Open note")

    def _available_entry(self, item: ContextItem) -> ListRow:
        text = context_item_text(item)
        key = f"{item.kind}:{item.target}"
        self._items[key] = item
        return with_reach(ListRow(key, self._item_name(item), icon=text.icon, right=text.name), self._reach_of(item))

    def _entry(self, mention: MentionCandidate) -> ListRow:
        self._items[_key(mention)] = mention.item
        return with_reach(entry_of(mention), self._reach_of(mention.item))


class LinkCompletionSource(QObject):
    """Completion after `[[`."""

    def __init__(self, finder: MentionFinder, parent: QObject, reach_of: ReachLookup) -> None:
        super().__init__(parent)
        self._finder = finder
        self._reach_of = reach_of
        self._links: dict[str, str] = {}

    def hint(self, name: TypedName) -> str:
        return self.tr("Note# its headings · Note#^ its blocks") if not name.typed else ""

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        """Return matching notes and headings or blocks in them."""
        try:
            candidates = await self._finder.find(name.typed, LINK_KINDS, MAX_ENTRIES)
        except VaultDeskError:
            return ()
        self._links.update((_key(mention), mention.insert) for mention in candidates)
        return [with_reach(entry_of(mention), self._reach_of(mention.item)) for mention in candidates]

    def accept(self, key: str) -> str | None:
        """Return the link text."""
        insert = self._links[key]
        return insert if insert.startswith("[[") else f"[[{insert}]]"


def entry_of(mention: MentionCandidate) -> ListRow:
    """Return the row of *mention*."""
    icon = CONTEXT_ICONS[mention.item.kind]
    if mention.item.kind == "note" and "#" in mention.item.target:
        icon = "link" if "#^" in mention.item.target else "hash"
    return ListRow(
        _key(mention), mention.title, icon=icon, right=translate(mention.detail), title_marks=mention.match_ranges
    )


def with_reach(entry: ListRow, reach: ReachText) -> ListRow:
    """Return *entry* with an icon and text for *reach* if the item is restricted."""
    if not reach.short:
        return entry
    role = "warning" if reach.is_warning else "muted"
    return replace(entry, right=reach.short, right_role=role, mark="lock", mark_role=role, description=reach.sentence)


def _key(mention: MentionCandidate) -> str:
    return f"{mention.item.kind}:{mention.item.target}"


def _starts_with(name: str, typed: str) -> bool:
    return name.casefold().startswith(typed.casefold())


def _identifies(mention: MentionCandidate, typed: str) -> bool:
    """Return whether *typed* still identifies a name: a whole sentence after a trigger loosely matches many names."""
    if " " not in typed:
        return True
    return typed.casefold() in f"{mention.title}\n{mention.item.target}".casefold()
