"""Completion in the question field: mentions, links and quick commands."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor

from vaultdesk.agent.context.mention_completion import MentionCandidate
from vaultdesk.chat.messages import ContextItem, ContextKind
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.composer.context_tray import ICONS, context_item_text
from vaultdesk.ui.chat.composer.question_field import ENTER_KEYS, QuestionBox
from vaultdesk.ui.widgets.lists.completion_popup import CompletionPopup
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

# Looks nothing up. A sign counts only where a person would mean it: `@` and `/` inside a word are letters.

Sign = Literal["@", "[[", "/"]
"""A mention, a link in the words, a quick command."""

LONGEST_NAME = 120
"""Characters behind a sign after which it was no name that was typed."""

_LINK = re.compile(r"\[\[([^\[\]|\n]*)\Z")
_MENTION = re.compile(r"(?:^|[\s(\"'„“‚‘])@([^@\n]*)\Z")
_COMMAND = re.compile(r"\A/([^/\n]*)\Z")


@dataclass(frozen=True, slots=True)
class TypedSign:
    """A name that is being typed."""

    sign: Sign
    typed: str
    """What stands behind the sign so far."""

    @property
    def written(self) -> str:
        """All that was typed of it, the sign too."""
        return self.sign + self.typed


def typed_sign(before: str, *, first: bool) -> TypedSign | None:
    """Return what is being typed behind *before*, the text of the line up to the cursor; None for anything else.

    *first* says that it is the first line of the question: only there a quick command begins.
    """
    sign: Sign
    if (found := _LINK.search(before)) is not None:
        sign = "[["
    elif (found := _MENTION.search(before)) is not None:
        sign = "@"
    elif first and (found := _COMMAND.search(before)) is not None:
        sign = "/"
    else:
        return None
    typed = found[1]
    # A name never begins with a blank; after one at the end the person may be done with it.
    if len(typed) > LONGEST_NAME or typed != typed.strip():
        return None
    return TypedSign(sign, typed)


# The newest question wins: while one is looked up, the next waits and replaces the one before it. Enter on an answer
# that is still to come takes it when it comes, so that a quick typist never takes what belongs to fewer letters.

SIZE = (360, 320)
"""Least width and greatest height of the list, in pixels of LOOK's drawings."""


CLOSING = "]]"
"""What ends a link."""


class CompletionSource(Protocol):
    """Whoever knows what may be meant behind a sign."""

    def hint(self, name: TypedSign) -> str:
        """Return a line that stands under the list."""
        ...

    async def find(self, name: TypedSign) -> Sequence[ListEntry]:
        """Return what may be meant, best first. Raises nothing."""
        ...

    def take(self, key: str) -> str | None:
        """Take the entry with this key and return the text that stands in the box for it; None leaves the name."""
        ...


class BoxOffers(QObject):
    """Watches the box; has its keys while something is offered."""

    def __init__(self, box: QuestionBox, offerings: Mapping[Sign, CompletionSource]) -> None:
        super().__init__(box)
        self._box = box
        self._offerings = offerings
        self._popup: CompletionPopup | None = None
        self._name: TypedSign | None = None
        """What is being typed now."""
        self._answered: TypedSign | None = None
        """What the list in sight is the answer to."""
        self._asking = False
        self._refused: tuple[int, Sign] | None = None
        """Where a name begins that Esc was pressed at: nothing is offered for it any more."""
        self._wanted = False
        """Whether the answer that is still to come is to be taken at once."""
        box.set_key_taker(self)
        box.textChanged.connect(self._look)
        box.cursorPositionChanged.connect(self._look)
        box.focus_changed.connect(self._look)

    @property
    def offered(self) -> int:
        """How many entries are in sight."""
        return self._popup.count() if self._popup is not None else 0

    @property
    def popup(self) -> CompletionPopup:
        """The list; made when it is first needed, as a child of the window the box is in then."""
        if self._popup is not None and self._popup.window() is not self._box.window():
            self._popup.deleteLater()
            self._popup = None
        if self._popup is None:
            self._popup = CompletionPopup(self._box, self.tr("What may be meant"))
            self._popup.chosen.connect(self._take)
        return self._popup

    def fold(self) -> None:
        """Offer nothing for what is being typed now."""
        self._name = self._answered = None
        self._wanted = False
        if self._popup is not None:
            self._popup.hide()

    def take_key(self, event: QKeyEvent) -> bool:
        """Step, take or fold; False for a key that is typing."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if not self.offered:
            return False
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key:
                self.popup.step(-1 if key == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key:
                self.popup.page(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_Escape:
                self._refuse()
            case key if key in ENTER_KEYS:
                self._take_soon()
            case _:
                return False
        return True

    def take_tab(self) -> bool:
        """Take what is offered."""
        if not self.offered:
            return False
        self._take_soon()
        return True

    def _look(self) -> None:
        """See what is being typed, and ask for it where that is something else than before."""
        start, name = self._unfinished()
        if name is None or self._refused == (start, name.sign):
            if name is None:
                self._refused = None
            self.fold()
            return
        self._refused = None
        if name != self._name:
            self._name = name
            self._wanted = False
            if not self._asking:
                self._asking = True
                bridge.start(self._answer(), owner=self)

    def _unfinished(self) -> tuple[int, TypedSign | None]:
        """Return where in the text a name begins, and the name."""
        cursor = self._box.textCursor()
        if cursor.hasSelection() or self._box.composing or not self._box.hasFocus():
            return 0, None
        block = cursor.block()
        before = QTextCursor(block)
        before.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
        name = typed_sign(before.selectedText(), first=block.blockNumber() == 0)
        if name is None or name.sign not in self._offerings:
            return 0, None
        return cursor.position() - utf16_units(name.written), name

    async def _answer(self) -> None:
        """Look up what is being typed until nothing newer came meanwhile."""
        try:
            while (name := self._name) is not None and name != self._answered:
                entries = await self._offerings[name.sign].find(name)
                if name == self._name:
                    self._show(name, entries)
        finally:
            self._asking = False

    def _show(self, name: TypedSign, entries: Sequence[ListEntry]) -> None:
        self._answered = name
        place = self._box.cursorRect().translated(self._box.viewport().pos())
        self.popup.show_entries(entries, place, SIZE, self._offerings[name.sign].hint(name))
        if self._wanted:
            self._wanted = False
            self._take_soon()

    def _take_soon(self) -> None:
        if self._name == self._answered:
            self.popup.choose()
        else:
            self._wanted = True

    def _refuse(self) -> None:
        start, name = self._unfinished()
        if name is not None:
            self._refused = (start, name.sign)
        self.fold()

    def _take(self, key: str) -> None:
        _start, name = self._unfinished()
        if name is None or name != self._answered:
            return
        words = self._offerings[name.sign].take(key)
        self.fold()
        if words is not None:
            replace_before(self._box, utf16_units(name.written), words)


def utf16_units(text: str) -> int:
    """Return how many characters *text* has as Qt counts them: an emoji is two."""
    return len(text) + sum(1 for character in text if character > "\uffff")


def replace_before(box: QuestionBox, count: int, words: str) -> None:
    """Put *words* in the place of the *count* characters before the cursor, as one step of undo.

    Where a link is typed between brackets that are there already, they are its own.
    """
    cursor = box.textCursor()
    cursor.beginEditBlock()
    end = cursor.position()
    cursor.setPosition(end - count)
    after = cursor.block().text().encode("utf-16-le")[2 * (end - cursor.block().position()) :]
    closed = words.endswith(CLOSING) and after.startswith(CLOSING.encode("utf-16-le"))
    cursor.setPosition(end + (len(CLOSING) if closed else 0), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(words)
    cursor.endEditBlock()
    box.setTextCursor(cursor)


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


class QuickCommands(Protocol):
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

    def __init__(self, commands: QuickCommands, parent: QObject) -> None:
        super().__init__(parent)
        self._commands = commands
        self._typed = ""

    def hint(self, name: TypedSign) -> str:
        """Say what a command is."""
        return self.tr("Enter puts it into the question") if not name.typed else ""

    async def find(self, name: TypedSign) -> Sequence[ListEntry]:
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


# A mention becomes a chip beside the question, a link becomes words in it; a tool's sign stays a word.

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

    def hint(self, name: TypedSign) -> str:
        """Say what else can be typed."""
        return self.tr("Note# its headings · #tag · Folder/") if not name.typed else ""

    async def find(self, name: TypedSign) -> Sequence[ListEntry]:
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
        words = context_item_text(item)
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

    def hint(self, name: TypedSign) -> str:
        """Say what else can be typed."""
        return self.tr("Note# its headings · Note#^ its blocks") if not name.typed else ""

    async def find(self, name: TypedSign) -> Sequence[ListEntry]:
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
