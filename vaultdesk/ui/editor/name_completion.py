"""Completion of links, embeds, headings, blocks and tags in the note editor."""

import re
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.agent.context.mention_completion import MentionCandidate
from vaultdesk.chat.messages import ContextKind
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.search.name_search import find_name_spans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.attachments import AttachmentNames
from vaultdesk.ui.editor.syntax_highlighter import FENCE, HEAD, MATH, PLAIN
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.lists.field_completion import CompletionSource, TextCompletion, TypedName
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_text
from vaultdesk.vault.markdown.note_edit import (
    BlockWithoutId,
    EditRefused,
    add_block_id,
    blocks_without_id,
    new_block_id,
)
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.vault_config import VaultConfig
from vaultdesk.vault.vault import Vault

Sign = Literal["[[", "![[", "#", "tags:"]
"""A link, an embed, a tag in the text, a tag in the properties."""

MAX_NAME_LENGTH = 120
"""Maximum number of characters after a trigger; longer text is not a name being typed."""

_LINK = re.compile(r"(!?)\[\[([^\[\]|\n]*)\Z")
_TAG = re.compile(r"(?:^|\s)#([^\s#\"'.,;:!?()\[\]{}]+)\Z")
_TAGS_LINE = re.compile(r"tags?[ \t]*:[ \t]*\[?(?:[^,\[\]]*,)*[ \t]*#?([^,\[\]\s#\"']*)\Z", re.IGNORECASE)
_TAGS_ITEM = re.compile(r"[ \t]*-[ \t]+#?([^\s#\"']*)\Z")
_TAGS_KEY = re.compile(r"tags?[ \t]*:[ \t]*\Z", re.IGNORECASE)


def name_before_cursor(before: str, state: int, key: str = "") -> TypedName | None:
    """Return the name being typed at the end of *before*, the line up to the cursor; None if there is none.

    *state* is the state before this line (syntax_highlighter.py); *key* is the property to which an item belongs.
    """
    if state >= FENCE or state == MATH or len(before) > 4_000:
        return None
    link = _LINK.search(before)
    if link is not None:
        typed = link[2]
        if len(typed) > MAX_NAME_LENGTH or typed != typed.lstrip():
            return None
        return TypedName("![[" if link[1] else "[[", typed)
    if state == HEAD:
        tag = _TAGS_LINE.match(before) or (_TAGS_ITEM.match(before) if _TAGS_KEY.match(key) else None)
        return (
            TypedName("tags:", tag[1], replaces_trigger=False)
            if tag is not None and len(tag[1]) <= MAX_NAME_LENGTH
            else None
        )
    # A single # at the start of a line starts a heading: only following letters make it a tag.
    tag = _TAG.search(before) if before.count("`") % 2 == 0 else None
    return TypedName("#", tag[1]) if tag is not None and len(tag[1]) <= MAX_NAME_LENGTH else None


# In the edited note the id is inserted into the field, in another one it is saved as a change that can be undone.

MAX_BLOCKS = 50
"""Maximum number of blocks offered; typing narrows them."""


class NewBlockId(Struct, frozen=True):
    """A block and the id it gets if a link to it is inserted."""

    path: str
    block: BlockWithoutId
    id: str


class BlockIdWriter(QObject):
    """Adds ids to blocks, in one vault and in the text of the edited note."""

    def __init__(
        self,
        vault: Vault,
        text: Callable[[], str],
        rewrite: Callable[[Callable[[str], str]], object],
        refuse: Callable[[str], object],
        parent: QObject,
    ) -> None:
        """*text* returns the edited note's text; *rewrite* changes it and raises the errors of the change; *refuse*
        reports a failure.
        """
        super().__init__(parent)
        self._vault = vault
        self._text = text
        self._rewrite = rewrite
        self._refuse = refuse

    async def find(self, path: str, typed: str, *, in_editor: bool) -> Sequence[NewBlockId]:
        """Return the blocks without id of the note at *path* that contain *typed*. Raises `VaultError`."""
        if self._vault.read_only and not in_editor:
            return ()
        text = self._text() if in_editor else (await self._vault.read(NotePath.parse(path))).text
        query = fold_to_base(typed)
        # Not the one in which the link is being typed.
        others = (block for block in blocks_without_id(text) if not in_editor or f"#^{typed}" not in block.ending)
        matching = [block for block in others if query in fold_to_base(block.text)]
        return [NewBlockId(path, block, new_block_id(text)) for block in matching[:MAX_BLOCKS]]

    def mark(self, new: NewBlockId, *, in_editor: bool) -> None:
        """Write the id, or report why it cannot be written."""
        if not in_editor:
            bridge.start(self._save(new), owner=self)
            return
        try:
            self._rewrite(lambda text: add_block_id(text, new.block, new.id))
        except EditRefused as problem:
            self._report_problem(new, translate_error(problem))

    async def _save(self, new: NewBlockId) -> None:
        path = NotePath.parse(new.path)
        try:
            note = await self._vault.read(path)
            await self._vault.write(path, add_block_id(note.text, new.block, new.id), note.digest)
        except (VaultDeskError, EditRefused) as problem:
            self._report_problem(new, translate_error(problem))

    def _report_problem(self, new: NewBlockId, reason: str) -> None:
        template = self.tr("The block ID ^{id} could not be written to “{note}”: {why}")
        self._refuse(template.format(note=safe_label_text(NotePath(new.path).name), id=new.id, why=reason))


# A link is written in the format set in Obsidian: shortest, relative or absolute path, wikilink or Markdown.

MAX_NAMES = 20
"""Maximum number of entries offered; typing narrows them."""

MAX_FILES = 8
"""Maximum number of files among them that are not notes."""

MAX_BLOCK_TEXT = 100
"""Maximum number of characters of a block in an entry; the list elides what is wider."""

_NOTES: frozenset[ContextKind] = frozenset({"note"})
_TAGS: frozenset[ContextKind] = frozenset({"tag"})
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp")


class NameFinder(Protocol):
    """Finds names in the vault."""

    async def find(
        self, typed: str, kinds: frozenset[ContextKind] = ..., limit: int = ...
    ) -> Sequence[MentionCandidate]:
        """Return candidates for *typed*, best first. Raises `VaultDeskError`."""
        ...


class NoteCompletionSource:
    """Completion for the note at `source`, which is set by the page."""

    def __init__(self, finder: NameFinder, searcher: Searcher, files: AttachmentNames, settings: VaultConfig) -> None:
        self._finder = finder
        self._searcher = searcher
        self._files = files
        self._settings = settings
        self.source = ""
        self.blocks: BlockIdWriter | None = None
        """Adds ids to blocks; without it only blocks with an id are offered."""
        self._link_texts: dict[str, str] = {}
        self._new_ids: dict[str, NewBlockId] = {}

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        """Return candidates, best first; none if the index fails, which the status bar reports."""
        try:
            if name.trigger in ("#", "tags:"):
                return await self._tags(name)
            notes = await self._notes(name)
            if "#^" in name.typed:
                return [*notes, *await self._blocks(name)]
            return (
                [*notes, *await self._attachments(name)] if name.trigger == "![[" and "#" not in name.typed else notes
            )
        except VaultDeskError:
            return ()

    def accept(self, key: str) -> str:
        """Return the text for the entry *key*."""
        return self._link_texts[key]

    def inserted(self, key: str) -> None:
        """Add the id to the block of the entry *key* after the link to it was inserted."""
        new = self._new_ids.get(key)
        if new is not None and self.blocks is not None:
            self.blocks.mark(new, in_editor=new.path == self.source)

    async def link(self, path: str, *, embed: bool = False) -> str:
        """Return the link to the note or file at *path*, as an embed if *embed*."""
        if path.lower().endswith(NOTE_SUFFIX):
            text = await self._searcher.read_index(lambda text_cache, db: self._link(path, text_cache.names(db)))
        else:
            names = await self._files.names()
            if path not in names:  # It was just added.
                self._files.forget()
                names = await self._files.names()
            text = self._link(path, names)
        return f"!{text}" if embed else text

    async def _tags(self, name: TypedName) -> Sequence[ListRow]:
        found = await self._finder.find(f"#{name.typed}", _TAGS, MAX_NAMES)
        if [candidate.item.target.casefold() for candidate in found] == [name.typed.casefold()]:
            return ()  # It is complete: a list with only itself would just intercept Enter.
        prefix = "#" if name.trigger == "#" else ""
        self._link_texts |= {f"tag:{candidate.item.target}": f"{prefix}{candidate.item.target}" for candidate in found}
        return [
            ListRow(
                f"tag:{candidate.item.target}",
                candidate.title,
                icon="tag",
                right=translate(candidate.detail),
                title_marks=candidate.match_ranges,
            )
            for candidate in found
        ]

    async def _notes(self, name: TypedName) -> Sequence[ListRow]:
        # Headings of the same note are looked up by its name, and written without it.
        in_same_note = name.typed.startswith("#")
        typed = self.source.removesuffix(NOTE_SUFFIX) + name.typed if in_same_note else name.typed
        found = await self._finder.find(typed, _NOTES, MAX_NAMES)
        paths = {candidate.item.target.partition("#")[0] + NOTE_SUFFIX for candidate in found}
        links = await self._searcher.read_index(
            lambda text_cache, db: {path: self._link(path, text_cache.names(db)) for path in paths}
        )
        entries: list[ListRow] = []
        for candidate in found:
            path, sign, subpath = candidate.item.target.partition("#")
            key = f"note:{candidate.item.target}|{candidate.title}"
            alias = candidate.insert.partition("|")[2]
            self._link_texts[key] = _full_link(
                "![[" if name.trigger == "![[" else "[[",
                "" if in_same_note else links[path + NOTE_SUFFIX],
                sign + subpath,
                alias,
            )
            icon = "file" if not subpath else "link" if subpath.startswith("^") else "hash"
            entries.append(
                ListRow(
                    key,
                    candidate.title,
                    icon=icon,
                    right=translate(candidate.detail),
                    title_marks=candidate.match_ranges,
                )
            )
        return entries

    async def _blocks(self, name: TypedName) -> Sequence[ListRow]:
        """Return the blocks without an id."""
        note, _, typed = name.typed.partition("#^")
        path = await self._searcher.resolve(note, self.source) if note else self.source
        if self.blocks is None or not path:
            return ()
        link = await self._searcher.read_index(lambda text_cache, db: self._link(path, text_cache.names(db)))
        entries: list[ListRow] = []
        for new in await self.blocks.find(path, typed, in_editor=path == self.source):
            key = f"new:{new.id}"
            self._new_ids[key] = new
            self._link_texts[key] = _full_link(
                "![[" if name.trigger == "![[" else "[[", link if note else "", f"#^{new.id}", ""
            )
            title = sanitize_line(new.block.text, MAX_BLOCK_TEXT)
            entries.append(
                ListRow(
                    key, title, icon="plus", title_marks=find_name_spans(title, fold_to_base(typed)) if typed else ()
                )
            )
        return entries

    async def _attachments(self, name: TypedName) -> Sequence[ListRow]:
        words = name.typed.casefold().split()
        listed, names = await self._files.listed(), await self._files.names()
        matching = [path for path in listed if all(word in path.casefold() for word in words)]
        if words:  # Matches in the name itself come first.
            matching.sort(key=lambda path: (words[0] not in path.rpartition("/")[2].casefold(), len(path)))
        entries: list[ListRow] = []
        for path in matching[:MAX_FILES]:
            folder, _, file = path.rpartition("/")
            key = f"file:{path}"
            self._link_texts[key] = _full_link("![[", self._link(path, names), "", "")
            icon = "image" if file.lower().endswith(IMAGE_SUFFIXES) else "file"
            entries.append(ListRow(key, file, icon=icon, right=folder))
        return entries

    def _link(self, path: str, names: NoteNames) -> str:
        settings = self._settings
        return link_text(path, self.source, names, settings.link_format, markdown=settings.markdown_links)


def _full_link(opening: str, link: str, subpath: str, alias: str) -> str:
    """Return the whole link: *link* is a wikilink or Markdown link, empty for the same note."""
    embed = "!" if opening.startswith("!") else ""
    if not link or link.startswith("[["):
        label = f"|{alias}" if alias else ""
        return f"{embed}[[{link[2:-2]}{subpath}{label}]]"
    link_label, _, address = link[1:].partition("](")
    encoded = subpath.replace(" ", "%20")
    return f"{embed}[{alias or link_label}]({address[:-1]}{encoded})"


MAX_KEY_DISTANCE = 60
"""Number of lines above a property item in which its key is searched."""

_STATE = 0xFFF
"""Bits of a block's user state with the state at its end (syntax_highlighter.py)."""


class InsertionSource(CompletionSource, Protocol):
    """A source of entries that is notified when the text of one was inserted."""

    def inserted(self, key: str) -> None:
        """Handle that the text of the entry *key* was inserted."""
        ...


class NoteCompletion(TextCompletion):
    """Completion in the note editor."""

    def __init__(self, field: QPlainTextEdit, names: InsertionSource) -> None:
        super().__init__(field)
        self._names = names
        field.verticalScrollBar().valueChanged.connect(lambda _value: self.close_popup())

    def typed_name(self) -> TypedName | None:
        """Return the name before the cursor; None also without focus, or if the text is read-only."""
        field = self.field
        cursor = field.textCursor()
        block = cursor.block()
        if cursor.hasSelection() or field.isReadOnly() or not field.hasFocus():
            return None
        if block.layout().preeditAreaText():
            return None
        previous = block.previous()
        state = max(0, previous.userState()) & _STATE if previous.isValid() else PLAIN
        return name_before_cursor(self.text_to_cursor(), state, _key_above(block) if state == HEAD else "")

    def source(self, name: TypedName) -> CompletionSource:
        """Return the one source of all entries."""
        return self._names

    def hint(self, name: TypedName) -> str:
        """Return the hint for links."""
        if name.typed or name.trigger not in ("[[", "![["):
            return ""
        return self.tr("Note# its headings · Note#^ its blocks")

    def inserted(self, key: str) -> None:
        self._names.inserted(key)

    def replace_name(self, name: TypedName, text: str) -> None:
        """Replace *name* by *text*; in a table row bars are escaped, because they would end the cell."""
        if self.field.textCursor().block().text().lstrip().startswith("|"):
            text = text.replace("|", "\\|")
        super().replace_name(name, text)


def _key_above(block: QTextBlock) -> str:
    """Return the property key to which the item in *block* belongs."""
    for _ in range(MAX_KEY_DISTANCE):
        block = block.previous()
        if not block.isValid() or not block.text().lstrip().startswith("-"):
            break
    return block.text() if block.isValid() else ""
