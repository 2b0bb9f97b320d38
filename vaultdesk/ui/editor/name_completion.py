"""Completion of links, embeds, headings, blocks and tags while a note is written."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor
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
from vaultdesk.ui.editor.line_spans import FENCE, HEAD, MATH
from vaultdesk.ui.editor.plain_text_edit import python_length, utf16_length
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.lists.completion_popup import CompletionPopup
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
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
"""A link, an embed, a tag in the text, a tag among the properties."""

LONGEST_NAME = 120
"""Characters behind a sign after which it was no name that was typed."""

_LINK = re.compile(r"(!?)\[\[([^\[\]|\n]*)\Z")
_TAG = re.compile(r"(?:^|\s)#([^\s#\"'.,;:!?()\[\]{}]+)\Z")
_TAGS_LINE = re.compile(r"tags?[ \t]*:[ \t]*\[?(?:[^,\[\]]*,)*[ \t]*#?([^,\[\]\s#\"']*)\Z", re.IGNORECASE)
_TAGS_ITEM = re.compile(r"[ \t]*-[ \t]+#?([^\s#\"']*)\Z")
_TAGS_KEY = re.compile(r"tags?[ \t]*:[ \t]*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TypedName:
    """A name that is being typed."""

    sign: Sign
    typed: str
    """What stands behind the sign so far."""

    @property
    def written(self) -> str:
        """What is replaced when something is taken: a tag's or a link's sign with it."""
        return self.typed if self.sign == "tags:" else self.sign + self.typed


def typed_name(before: str, state: int, key: str = "") -> TypedName | None:
    """Return what is being typed behind *before*, the line up to the cursor; None for anything else.

    *state* is what is open on this line (line_spans.py); *key* the line of the properties that an item belongs to.
    """
    if state >= FENCE or state == MATH or len(before) > 4_000:
        return None
    found = _LINK.search(before)
    if found is not None:
        typed = found[2]
        if len(typed) > LONGEST_NAME or typed != typed.lstrip():
            return None
        return TypedName("![[" if found[1] else "[[", typed)
    if state == HEAD:
        tag = _TAGS_LINE.match(before) or (_TAGS_ITEM.match(before) if _TAGS_KEY.match(key) else None)
        return TypedName("tags:", tag[1]) if tag is not None and len(tag[1]) <= LONGEST_NAME else None
    # A lone sign at the beginning of a line is a heading to be: only letters behind it make a tag of it.
    tag = _TAG.search(before) if before.count("`") % 2 == 0 else None
    return TypedName("#", tag[1]) if tag is not None and len(tag[1]) <= LONGEST_NAME else None


# In the note that is edited it is typed into the field, in another one saved as a change that can be undone.

MOST_BLOCKS = 50
"""Blocks offered at a time: the next letter narrows them down."""


@dataclass(frozen=True, slots=True)
class NewBlockId:
    """A block and the id it gets if a link to it is taken."""

    path: str
    block: BlockWithoutId
    id: str


class BlockMarking(QObject):
    """Knows one vault and the text of the note that is edited."""

    def __init__(
        self,
        vault: Vault,
        text: Callable[[], str],
        rewrite: Callable[[Callable[[str], str]], object],
        refuse: Callable[[str], object],
        parent: QObject,
    ) -> None:
        """*text* is the edited note's, *rewrite* changes it, raising what its change raises; *refuse* tells why not."""
        super().__init__(parent)
        self._vault = vault
        self._text = text
        self._rewrite = rewrite
        self._refuse = refuse

    async def find(self, path: str, typed: str, *, here: bool) -> Sequence[NewBlockId]:
        """Return the blocks of the note at *path* that have no id and say *typed*. Raises `VaultError`."""
        if self._vault.read_only and not here:
            return ()
        text = self._text() if here else (await self._vault.read(NotePath.parse(path))).text
        wanted = fold_to_base(typed)
        # Not the one in which the link itself is being typed.
        others = (block for block in blocks_without_id(text) if not here or f"#^{typed}" not in block.ending)
        fitting = [block for block in others if wanted in fold_to_base(block.words)]
        return [NewBlockId(path, block, new_block_id(text)) for block in fitting[:MOST_BLOCKS]]

    def mark(self, new: NewBlockId, *, here: bool) -> None:
        """Write the id; where that cannot be, it is told."""
        if not here:
            bridge.start(self._save(new), owner=self)
            return
        try:
            self._rewrite(lambda text: add_block_id(text, new.block, new.id))
        except EditRefused as problem:
            self._tell(new, str(problem))

    async def _save(self, new: NewBlockId) -> None:
        path = NotePath.parse(new.path)
        try:
            note = await self._vault.read(path)
            await self._vault.write(path, add_block_id(note.text, new.block, new.id), note.digest)
        except (VaultDeskError, EditRefused) as problem:
            self._tell(new, str(problem))

    def _tell(self, new: NewBlockId, why: str) -> None:
        words = self.tr("The block of “{note}” could not be given its id, ^{id}: {why}")
        self._refuse(words.format(note=safe_label_text(NotePath(new.path).name), id=new.id, why=why))


# A link is written as the vault's owner has set it in Obsidian: shortest, relative or whole path, wikilink or Markdown.

MOST_NAMES = 20
"""Entries offered at a time: the next letter narrows them down."""

MOST_FILES = 8
"""Of these, files that are no notes."""

WORDS_SHOWN = 100
"""Characters of a block that are offered; the list cuts what is wider than it."""

_NOTES: frozenset[ContextKind] = frozenset({"note"})
_TAGS: frozenset[ContextKind] = frozenset({"tag"})
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp")


class NameFinder(Protocol):
    """Knows the names in the vault."""

    async def find(
        self, typed: str, kinds: frozenset[ContextKind] = ..., limit: int = ...
    ) -> Sequence[MentionCandidate]:
        """Return what may be meant by *typed*, best first. Raises `VaultDeskError`."""
        ...


class NameCompletion:
    """Answers for the note at `source`, which is set by whoever shows it."""

    def __init__(self, finder: NameFinder, searcher: Searcher, files: AttachmentNames, settings: VaultConfig) -> None:
        self._finder = finder
        self._searcher = searcher
        self._files = files
        self._settings = settings
        self.source = ""
        self.blocks: BlockMarking | None = None
        """Gives blocks an id; without it only those that have one are offered."""
        self._written: dict[str, str] = {}
        self._new: dict[str, NewBlockId] = {}

    async def find(self, name: TypedName) -> Sequence[ListEntry]:
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

    async def _tags(self, name: TypedName) -> Sequence[ListEntry]:
        found = await self._finder.find(f"#{name.typed}", _TAGS, MOST_NAMES)
        if [one.item.target.casefold() for one in found] == [name.typed.casefold()]:
            return ()  # It is all written; a list of itself would only be in the way of Enter.
        sign = "#" if name.sign == "#" else ""
        self._written |= {f"tag:{one.item.target}": f"{sign}{one.item.target}" for one in found}
        return [
            ListEntry(f"tag:{one.item.target}", one.title, icon="tag", right=one.detail, found=one.marks)
            for one in found
        ]

    async def _notes(self, name: TypedName) -> Sequence[ListEntry]:
        # Headings of this very note are asked for by its name, and written without it.
        here = name.typed.startswith("#")
        typed = self.source.removesuffix(NOTE_SUFFIX) + name.typed if here else name.typed
        found = await self._finder.find(typed, _NOTES, MOST_NAMES)
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

    async def _blocks(self, name: TypedName) -> Sequence[ListEntry]:
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

    async def _attachments(self, name: TypedName) -> Sequence[ListEntry]:
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


# The newest question wins: while one is looked up the next waits, and replaces the one before it. Enter on an answer
# that is still to come takes it when it comes.

SIZE = (380, 300)
"""Least width and greatest height of the list, in pixels of LOOK's drawings."""

FAR = 60
"""Lines above an item of the properties in which its key is looked for."""

_STATE = 0xFFF
_CLOSING = "]]"
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class NameSource(Protocol):
    """Whoever knows what may be meant."""

    async def find(self, name: TypedName) -> Sequence[ListEntry]:
        """Return what may be meant, best first. Raises nothing."""
        ...

    def take(self, key: str) -> str:
        """Return what is written for this entry."""
        ...

    def taken(self, key: str) -> None:
        """What is written for this entry is in the text now."""
        ...


class NameOffers(QObject):
    """Watches the field; has its keys while something is offered."""

    def __init__(self, field: QPlainTextEdit, offering: NameSource) -> None:
        super().__init__(field)
        self._field = field
        self._offering = offering
        self._popup: CompletionPopup | None = None
        self._name: TypedName | None = None
        """What is being typed now."""
        self._answered: TypedName | None = None
        """What the list in sight is the answer to."""
        self._asking = False
        self._wanted = False
        """Whether the answer that is still to come is to be taken at once."""
        self._refused: tuple[int, Sign] | None = None
        """Where a name begins that Esc was pressed at: nothing is offered for it any more."""
        self._typed = False
        """Whether the cursor is where it is by typing: who only walks through a link wants no list."""
        field.textChanged.connect(self._edited)
        field.cursorPositionChanged.connect(self._look)
        field.verticalScrollBar().valueChanged.connect(lambda _value: self.fold())

    @property
    def offered(self) -> int:
        """How many entries are in sight."""
        return self._popup.count() if self._popup is not None else 0

    @property
    def popup(self) -> CompletionPopup:
        """The list; made when it is first needed, as a child of the window the field is in then."""
        if self._popup is not None and self._popup.window() is not self._field.window():
            self._popup.deleteLater()
            self._popup = None
        if self._popup is None:
            self._popup = CompletionPopup(self._field, self.tr("What may be meant"))
            self._popup.chosen.connect(self._take)
        return self._popup

    def fold(self) -> None:
        """Offer nothing for what is being typed now."""
        self._name = self._answered = None
        self._wanted = self._typed = False
        if self._popup is not None:
            self._popup.hide()

    def take_key(self, event: QKeyEvent) -> bool:
        """Step, take or fold; False for a key that is typing."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self.offered:
            return False
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key:
                self.popup.step(-1 if key == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key:
                self.popup.page(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_Escape:
                self._refuse()
            case key if key in _TAKING:
                self._take_soon()
            case _:
                return False
        return True

    def _edited(self) -> None:
        self._typed = self._field.hasFocus()
        self._look()

    def _look(self) -> None:
        """See what is being typed, and ask for it where that is something else than before."""
        place, name = self._unfinished() if self._typed else (0, None)
        if name is None or self._refused == (place, name.sign):
            self._refused = self._refused if name is not None else None
            if self._name is not None or self.offered:
                self.fold()
            return
        if name != self._name:
            self._name, self._wanted = name, False
            if not self._asking:
                self._asking = True
                bridge.start(self._answer(), owner=self)

    def _unfinished(self) -> tuple[int, TypedName | None]:
        """Return where in the text a name begins, and the name."""
        cursor, field = self._field.textCursor(), self._field
        block = cursor.block()
        if cursor.hasSelection() or field.isReadOnly() or block.layout().preeditAreaText() or not field.hasFocus():
            return 0, None
        before = QTextCursor(block)
        before.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
        previous = block.previous()
        state = max(0, previous.userState()) & _STATE if previous.isValid() else 0
        name = typed_name(before.selectedText(), state, _key_above(block) if state == 1 else "")
        return (cursor.position() - utf16_length(name.written), name) if name is not None else (0, None)

    async def _answer(self) -> None:
        """Look up what is being typed until nothing newer came meanwhile."""
        try:
            while (name := self._name) is not None and name != self._answered:
                entries = await self._offering.find(name)
                if name == self._name:
                    self._show(name, entries)
        finally:
            self._asking = False

    def _show(self, name: TypedName, entries: Sequence[ListEntry]) -> None:
        self._answered = name
        place = self._field.cursorRect().translated(self._field.viewport().pos())
        hint = self.tr("Note# its headings · Note#^ its blocks") if name.sign in ("[[", "![[") else ""
        self.popup.show_entries(entries, place, SIZE, hint if not name.typed else "")
        if self._wanted:
            self._take_soon()

    def _take_soon(self) -> None:
        self._wanted = self._name != self._answered
        if not self._wanted:
            self.popup.choose()

    def _refuse(self) -> None:
        place, name = self._unfinished()
        self.fold()
        self._refused = (place, name.sign) if name is not None else None

    def _take(self, key: str) -> None:
        _, name = self._unfinished()
        if name is None or name != self._answered:
            return
        words = self._offering.take(key)
        self.fold()
        cursor = self._field.textCursor()
        end, line = cursor.position(), cursor.block().text()
        if line.lstrip().startswith("|"):
            words = words.replace("|", "\\|")  # A bar would end the cell of the table.
        after = line[python_length(line, cursor.positionInBlock()) :]
        closed = words.endswith(_CLOSING) and after.startswith(_CLOSING)
        cursor.beginEditBlock()
        cursor.setPosition(end - utf16_length(name.written))
        cursor.setPosition(end + (len(_CLOSING) if closed else 0), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(words)
        cursor.endEditBlock()
        self._field.setTextCursor(cursor)
        self.fold()
        self._offering.taken(key)


def _key_above(block: QTextBlock) -> str:
    """Return the key of the properties that the item in *block* belongs to."""
    for _ in range(FAR):
        block = block.previous()
        if not block.isValid() or not block.text().lstrip().startswith("-"):
            break
    return block.text() if block.isValid() else ""
