"""Name offering: the notes, places, files and tags that may be meant by what is typed, and what is written for them.

A link is written as the vault's owner has set it in Obsidian: shortest, relative or whole path, wikilink or Markdown.
"""

from collections.abc import Sequence
from typing import Protocol

from vaultdesk.agent.context.mention_completion import MentionCandidate
from vaultdesk.chat.messages import ContextKind
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.search.name_search import find_name_spans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.editor.attachment_names import AttachmentNames
from vaultdesk.ui.editor.block_marking import BlockMarking, NewId
from vaultdesk.ui.editor.unfinished import Unfinished
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_text
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.vault.obsidian.vault_config import VaultConfig

MOST = 20
"""Entries offered at a time: the next letter narrows them down."""

MOST_FILES = 8
"""Of these, files that are no notes."""

WORDS_SHOWN = 100
"""Characters of a block that are offered; the list cuts what is wider than it."""

_NOTES: frozenset[ContextKind] = frozenset({"note"})
_TAGS: frozenset[ContextKind] = frozenset({"tag"})
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp")


class Finder(Protocol):
    """Knows the names in the vault."""

    async def find(
        self, typed: str, kinds: frozenset[ContextKind] = ..., limit: int = ...
    ) -> Sequence[MentionCandidate]:
        """Return what may be meant by *typed*, best first. Raises `VaultDeskError`."""
        ...


class NameOffering:
    """Answers for the note at `source`, which is set by whoever shows it."""

    def __init__(self, finder: Finder, searcher: Searcher, files: AttachmentNames, settings: VaultConfig) -> None:
        self._finder = finder
        self._searcher = searcher
        self._files = files
        self._settings = settings
        self.source = ""
        self.blocks: BlockMarking | None = None
        """Gives blocks an id; without it only those that have one are offered."""
        self._written: dict[str, str] = {}
        self._new: dict[str, NewId] = {}

    async def find(self, name: Unfinished) -> Sequence[ListEntry]:
        """Return what may be meant, best first. Raises nothing: the status line says what is wrong with an index."""
        try:
            if name.sign in ("#", "tags:"):
                return await self._tags(name)
            notes = await self._notes(name)
            if "#^" in name.typed:
                return [*notes, *await self._blocks(name)]
            return [*notes, *await self._attachments(name)] if name.sign == "![[" and "#" not in name.typed else notes
        except VaultDeskError:
            return ()

    def take(self, key: str) -> str:
        """Return what is written for the entry *key*."""
        return self._written[key]

    def taken(self, key: str) -> None:
        """What `take` returned is in the text now: a block that has no id gets the one that was written."""
        new = self._new.get(key)
        if new is not None and self.blocks is not None:
            self.blocks.mark(new, here=new.path == self.source)

    async def link(self, path: str, *, embed: bool = False) -> str:
        """Return the link to the note or file at *path*; one that shows it in the text with *embed*."""
        if path.lower().endswith(NOTE_SUFFIX):
            written = await self._searcher.over_index(lambda haystack, db: self._link(path, haystack.names(db)))
        else:
            names = await self._files.names()
            if path not in names:  # It was put there just now.
                self._files.forget()
                names = await self._files.names()
            written = self._link(path, names)
        return f"!{written}" if embed else written

    async def _tags(self, name: Unfinished) -> Sequence[ListEntry]:
        found = await self._finder.find(f"#{name.typed}", _TAGS, MOST)
        if [one.item.target.casefold() for one in found] == [name.typed.casefold()]:
            return ()  # It is all written; a list of itself would only be in the way of Enter.
        sign = "#" if name.sign == "#" else ""
        self._written |= {f"tag:{one.item.target}": f"{sign}{one.item.target}" for one in found}
        return [
            ListEntry(f"tag:{one.item.target}", one.title, icon="tag", right=one.detail, found=one.marks)
            for one in found
        ]

    async def _notes(self, name: Unfinished) -> Sequence[ListEntry]:
        # Headings of this very note are asked for by its name, and written without it.
        here = name.typed.startswith("#")
        typed = self.source.removesuffix(NOTE_SUFFIX) + name.typed if here else name.typed
        found = await self._finder.find(typed, _NOTES, MOST)
        paths = {one.item.target.partition("#")[0] + NOTE_SUFFIX for one in found}
        links = await self._searcher.over_index(
            lambda haystack, db: {path: self._link(path, haystack.names(db)) for path in paths}
        )
        entries: list[ListEntry] = []
        for one in found:
            path, sign, place = one.item.target.partition("#")
            key = f"note:{one.item.target}|{one.title}"
            alias = one.insert.partition("|")[2]
            self._written[key] = _written(
                "![[" if name.sign == "![[" else "[[", "" if here else links[path + NOTE_SUFFIX], sign + place, alias
            )
            icon = "file" if not place else "link" if place.startswith("^") else "hash"
            entries.append(ListEntry(key, one.title, icon=icon, right=one.detail, found=one.marks))
        return entries

    async def _blocks(self, name: Unfinished) -> Sequence[ListEntry]:
        """Return the blocks without an id."""
        note, _, typed = name.typed.partition("#^")
        path = await self._searcher.resolve(note, self.source) if note else self.source
        if self.blocks is None or not path:
            return ()
        link = await self._searcher.over_index(lambda haystack, db: self._link(path, haystack.names(db)))
        entries: list[ListEntry] = []
        for new in await self.blocks.find(path, typed, here=path == self.source):
            key = f"new:{new.id}"
            self._new[key] = new
            self._written[key] = _written(
                "![[" if name.sign == "![[" else "[[", link if note else "", f"#^{new.id}", ""
            )
            title = sanitize_line(new.block.words, WORDS_SHOWN)
            entries.append(
                ListEntry(key, title, icon="plus", found=find_name_spans(title, fold_to_base(typed)) if typed else ())
            )
        return entries

    async def _attachments(self, name: Unfinished) -> Sequence[ListEntry]:
        wanted = name.typed.casefold().split()
        listed, names = await self._files.listed(), await self._files.names()
        fitting = [path for path in listed if all(word in path.casefold() for word in wanted)]
        if wanted:  # Where the name itself has the word comes first.
            fitting.sort(key=lambda path: (wanted[0] not in path.rpartition("/")[2].casefold(), len(path)))
        entries: list[ListEntry] = []
        for path in fitting[:MOST_FILES]:
            folder, _, file = path.rpartition("/")
            key = f"file:{path}"
            self._written[key] = _written("![[", self._link(path, names), "", "")
            icon = "image" if file.lower().endswith(PICTURES) else "file"
            entries.append(ListEntry(key, file, icon=icon, right=folder))
        return entries

    def _link(self, path: str, names: NoteNames) -> str:
        settings = self._settings
        return link_text(path, self.source, names, settings.link_format, markdown=settings.markdown_links)


def _written(opening: str, link: str, place: str, alias: str) -> str:
    """Return the whole link: *link* is a wikilink or one of Markdown, empty for this very note."""
    embed = "!" if opening.startswith("!") else ""
    if not link or link.startswith("[["):
        shown = f"|{alias}" if alias else ""
        return f"{embed}[[{link[2:-2]}{place}{shown}]]"
    words, _, where = link[1:].partition("](")
    encoded = place.replace(" ", "%20")
    return f"{embed}[{alias or words}]({where[:-1]}{encoded})"
