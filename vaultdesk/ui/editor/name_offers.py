"""Name offers: the list at the cursor while a name is typed in a note. Knows no vault; see name_offering.py.

The newest question wins: while one is looked up the next waits, and replaces the one before it. Enter on an answer
that is still to come takes it when it comes.
"""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.ui import bridge
from vaultdesk.ui.editor.qt_units import points, units
from vaultdesk.ui.editor.unfinished import Sign, Unfinished, unfinished
from vaultdesk.ui.widgets.lists.completion_popup import CompletionPopup
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

SIZE = (380, 300)
"""Least width and greatest height of the list, in pixels of LOOK's drawings."""

FAR = 60
"""Lines above an item of the properties in which its key is looked for."""

_STATE = 0xFFF
_CLOSING = "]]"
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Offering(Protocol):
    """Whoever knows what may be meant."""

    async def find(self, name: Unfinished) -> Sequence[ListEntry]:
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

    def __init__(self, field: QPlainTextEdit, offering: Offering) -> None:
        super().__init__(field)
        self._field = field
        self._offering = offering
        self._popup: CompletionPopup | None = None
        self._name: Unfinished | None = None
        """What is being typed now."""
        self._answered: Unfinished | None = None
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

    def _unfinished(self) -> tuple[int, Unfinished | None]:
        """Return where in the text a name begins, and the name."""
        cursor, field = self._field.textCursor(), self._field
        block = cursor.block()
        if cursor.hasSelection() or field.isReadOnly() or block.layout().preeditAreaText() or not field.hasFocus():
            return 0, None
        before = QTextCursor(block)
        before.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
        previous = block.previous()
        state = max(0, previous.userState()) & _STATE if previous.isValid() else 0
        name = unfinished(before.selectedText(), state, _key_above(block) if state == 1 else "")
        return (cursor.position() - units(name.written), name) if name is not None else (0, None)

    async def _answer(self) -> None:
        """Look up what is being typed until nothing newer came meanwhile."""
        try:
            while (name := self._name) is not None and name != self._answered:
                entries = await self._offering.find(name)
                if name == self._name:
                    self._show(name, entries)
        finally:
            self._asking = False

    def _show(self, name: Unfinished, entries: Sequence[ListEntry]) -> None:
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
        after = line[points(line, cursor.positionInBlock()) :]
        closed = words.endswith(_CLOSING) and after.startswith(_CLOSING)
        cursor.beginEditBlock()
        cursor.setPosition(end - units(name.written))
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
