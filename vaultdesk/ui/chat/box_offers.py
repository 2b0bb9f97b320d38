"""Box offers: what is offered at the cursor of the question box while a name is typed there. Knows no vault.

The newest question wins: while one is looked up, the next waits and replaces the one before it. Enter on an answer
that is still to come takes it when it comes, so that a quick typist never takes what belongs to fewer letters.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor

from vaultdesk.ui import bridge
from vaultdesk.ui.chat.question_box import ENTER_KEYS, QuestionBox
from vaultdesk.ui.chat.unfinished_name import Sign, Unfinished, unfinished
from vaultdesk.ui.widgets.lists.completion_popup import CompletionPopup
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

SIZE = (360, 320)
"""Least width and greatest height of the list, in pixels of LOOK's drawings."""


CLOSING = "]]"
"""What ends a link."""


class Offering(Protocol):
    """Whoever knows what may be meant behind a sign."""

    def hint(self, name: Unfinished) -> str:
        """Return a line that stands under the list."""
        ...

    async def find(self, name: Unfinished) -> Sequence[ListEntry]:
        """Return what may be meant, best first. Raises nothing."""
        ...

    def take(self, key: str) -> str | None:
        """Take the entry with this key and return the text that stands in the box for it; None leaves the name."""
        ...


class BoxOffers(QObject):
    """Watches the box; has its keys while something is offered."""

    def __init__(self, box: QuestionBox, offerings: Mapping[Sign, Offering]) -> None:
        super().__init__(box)
        self._box = box
        self._offerings = offerings
        self._popup: CompletionPopup | None = None
        self._name: Unfinished | None = None
        """What is being typed now."""
        self._answered: Unfinished | None = None
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

    def _unfinished(self) -> tuple[int, Unfinished | None]:
        """Return where in the text a name begins, and the name."""
        cursor = self._box.textCursor()
        if cursor.hasSelection() or self._box.composing or not self._box.hasFocus():
            return 0, None
        block = cursor.block()
        before = QTextCursor(block)
        before.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
        name = unfinished(before.selectedText(), first=block.blockNumber() == 0)
        if name is None or name.sign not in self._offerings:
            return 0, None
        return cursor.position() - units(name.written), name

    async def _answer(self) -> None:
        """Look up what is being typed until nothing newer came meanwhile."""
        try:
            while (name := self._name) is not None and name != self._answered:
                entries = await self._offerings[name.sign].find(name)
                if name == self._name:
                    self._show(name, entries)
        finally:
            self._asking = False

    def _show(self, name: Unfinished, entries: Sequence[ListEntry]) -> None:
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
            replace_before(self._box, units(name.written), words)


def units(text: str) -> int:
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
