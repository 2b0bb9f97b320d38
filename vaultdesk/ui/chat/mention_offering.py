"""Mention offering: what may be meant behind `@` and `[[`: notes and places in them, tags, folders, tools by sign.

A mention becomes a chip beside the question, a link becomes words in it; a tool's sign stays a word.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.context.mention_completion import MentionCandidate
from vaultdesk.chat.messages import ContextItem, ContextKind
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.chat.context_words import ICONS, words_for
from vaultdesk.ui.chat.unfinished_name import Unfinished
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

ALL: frozenset[ContextKind] = frozenset({"note", "folder", "tag"})
LINKED: frozenset[ContextKind] = frozenset({"note"})
"""What a mention and a link may lead to."""

MOST = 20
"""Entries offered at a time: more are not read, the next letter narrows them down."""

TOOL = "tool:"
"""How the key of a tool's sign begins."""


class MentionFinder(Protocol):
    """Knows the names in the vault."""

    async def find(
        self, typed: str, kinds: frozenset[ContextKind] = ..., limit: int = ...
    ) -> Sequence[MentionCandidate]:
        """Return what may be meant by *typed*, best first. Raises `VaultDeskError`."""
        ...


@dataclass(frozen=True, slots=True)
class ToolSign:
    """A tool that is made to run by its sign in the words."""

    word: str
    does: str


class MentionOffering(QObject):
    """Behind `@`."""

    taken = Signal(object)
    """A `ContextItem` is to be laid beside the question."""

    def __init__(self, finder: MentionFinder, parent: QObject) -> None:
        super().__init__(parent)
        self._finder = finder
        self.at_hand: Callable[[], tuple[ContextItem, ...]] = tuple
        """Gives the open note and what is selected in it."""
        self.tools: Callable[[], tuple[ToolSign, ...]] = tuple
        """Gives the signs that count in the way of asking that is chosen."""
        self._known: dict[str, ContextItem] = {}

    def hint(self, name: Unfinished) -> str:
        """Say what else can be typed."""
        return self.tr("Note# its headings · #tag · Folder/") if not name.typed else ""

    async def find(self, name: Unfinished) -> Sequence[ListEntry]:
        """Return what may be meant: what is at hand first, then names of the vault, then tools."""
        try:
            found = await self._finder.find(name.typed, ALL, MOST)
        except VaultDeskError:
            found = ()  # the status line says what is the matter with the index
        near = [self._at_hand(item) for item in self.at_hand() if _begins(self._called(item), name.typed)]
        named = [self._entry(mention) for mention in found if _meant(mention, name.typed)]
        tools = [
            ListEntry(f"{TOOL}{tool.word}", f"@{tool.word}", icon="bolt", right=tool.does)
            for tool in self.tools()
            if _begins(tool.word, name.typed)
        ]
        return [*near, *tools, *named] if name.typed else [*near, *named, *tools]

    def take(self, key: str) -> str | None:
        """Tell what is meant and leave nothing of it in the words, but for a tool's sign."""
        if key.startswith(TOOL):
            return f"@{key.removeprefix(TOOL)} "
        self.taken.emit(self._known[key])
        return ""

    def _called(self, item: ContextItem) -> str:
        return self.tr("Selection") if item.kind == "selection" else self.tr("Open note")

    def _at_hand(self, item: ContextItem) -> ListEntry:
        words = words_for(item)
        key = f"{item.kind}:{item.target}"
        self._known[key] = item
        return ListEntry(key, self._called(item), icon=words.icon, right=words.name)

    def _entry(self, mention: MentionCandidate) -> ListEntry:
        self._known[_key(mention)] = mention.item
        return entry_of(mention)


class LinkOffering(QObject):
    """Behind `[[`."""

    def __init__(self, finder: MentionFinder, parent: QObject) -> None:
        super().__init__(parent)
        self._finder = finder
        self._links: dict[str, str] = {}

    def hint(self, name: Unfinished) -> str:
        """Say what else can be typed."""
        return self.tr("Note# its headings · Note#^ its blocks") if not name.typed else ""

    async def find(self, name: Unfinished) -> Sequence[ListEntry]:
        """Return the notes and places in them that may be meant."""
        try:
            found = await self._finder.find(name.typed, LINKED, MOST)
        except VaultDeskError:
            return ()
        self._links.update((_key(mention), mention.insert) for mention in found)
        return [entry_of(mention) for mention in found]

    def take(self, key: str) -> str | None:
        """Return the link."""
        insert = self._links[key]
        return insert if insert.startswith("[[") else f"[[{insert}]]"


def entry_of(mention: MentionCandidate) -> ListEntry:
    """Return the row of *mention*."""
    icon = ICONS[mention.item.kind]
    if mention.item.kind == "note" and "#" in mention.item.target:
        icon = "link" if "#^" in mention.item.target else "hash"
    return ListEntry(_key(mention), mention.title, icon=icon, right=mention.detail, found=mention.marks)


def _key(mention: MentionCandidate) -> str:
    return f"{mention.item.kind}:{mention.item.target}"


def _begins(name: str, typed: str) -> bool:
    return name.casefold().startswith(typed.casefold())


def _meant(mention: MentionCandidate, typed: str) -> bool:
    """Tell whether *typed* still names something: a sentence behind a sign fits many names somehow."""
    if " " not in typed:
        return True
    return typed.casefold() in f"{mention.title}\n{mention.item.target}".casefold()
