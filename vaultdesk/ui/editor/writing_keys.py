"""Writing keys: what keys do in the editor beside typing. Knows the text field alone; saves and follows nothing."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor

from vaultdesk.ui.editor import item_edits, wrapping

Key = Qt.Key
_ENTER = (Key.Key_Return, Key.Key_Enter)
_NONE = Qt.KeyboardModifier.NoModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier

_PASTE_PLAIN = QKeyCombination(_CTRL | _SHIFT, Key.Key_V)

Edit = Callable[[QTextCursor], QTextCursor]


class Field(Protocol):
    """The text field, as far as its keys go."""

    def isReadOnly(self) -> bool:
        """Whether nothing can be written."""

    def textCursor(self) -> QTextCursor:
        """A copy of the cursor."""

    def setTextCursor(self, cursor: QTextCursor) -> None:
        """Let the cursor stand there."""

    def ensureCursorVisible(self) -> None:
        """Scroll to the cursor."""

    def setTabChangesFocus(self, b: bool) -> None:
        """Whether Tab leaves the field."""

    def focusNextPrevChild(self, next: bool) -> bool:
        """Leave the field."""

    def paste_plain(self) -> None:
        """Put in the words of what was copied."""


class WritingKeys:
    """Asked about each key before the field is; not while an input method composes a word."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._leaving = False
        """Esc was pressed last: the next Tab goes on to what follows the editor."""
        self._edits: dict[QKeyCombination, Edit] = {
            QKeyCombination(_CTRL, Key.Key_B): lambda cursor: wrapping.toggle(cursor, "**"),
            QKeyCombination(_CTRL, Key.Key_I): lambda cursor: wrapping.toggle(cursor, "*"),
            QKeyCombination(_CTRL | _SHIFT, Key.Key_K): wrapping.link,
            QKeyCombination(_CTRL, Key.Key_Return): item_edits.toggle_tasks,
            QKeyCombination(_CTRL, Key.Key_Enter): item_edits.toggle_tasks,
            QKeyCombination(_ALT, Key.Key_Up): lambda cursor: item_edits.move_lines(cursor, -1),
            QKeyCombination(_ALT, Key.Key_Down): lambda cursor: item_edits.move_lines(cursor, 1),
        }

    def is_ours(self, event: QKeyEvent) -> bool:
        """Whether the key means something here, whatever else it would mean in the window."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeyCombination(modifiers, Key(event.key()))
        return not self._field.isReadOnly() and (pressed in self._edits or pressed == _PASTE_PLAIN)

    def take(self, event: QKeyEvent) -> bool:
        """Do what the key says; False where it is typing."""
        leaving, self._leaving = self._leaving, event.key() == Key.Key_Escape
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self._field.isReadOnly():
            return False
        pressed = QKeyCombination(modifiers, Key(event.key()))
        if pressed == _PASTE_PLAIN:
            self._field.paste_plain()
            return True
        if pressed in self._edits:
            self._field.setTextCursor(self._edits[pressed](self._field.textCursor()))
            self._field.ensureCursorVisible()
            return True
        match Key(event.key()):
            case key if key in _ENTER and modifiers == _NONE:
                return self._enter()
            case Key.Key_Tab if modifiers == _NONE:
                return self._tab(1, leaving=leaving)
            case Key.Key_Backtab:
                return self._tab(-1, leaving=leaving)
        return self._pair(event.text()) if modifiers in (_NONE, _SHIFT) else False

    def _enter(self) -> bool:
        cursor = self._field.textCursor()
        if not item_edits.continue_item(cursor):
            return False
        self._field.setTextCursor(cursor)
        self._field.ensureCursorVisible()
        return True

    def _tab(self, way: int, *, leaving: bool) -> bool:
        if leaving:
            self._field.setTabChangesFocus(True)
            self._field.focusNextPrevChild(way > 0)
            self._field.setTabChangesFocus(False)
            return True
        cursor = self._field.textCursor()
        if not item_edits.shift_items(cursor, way):
            cursor.insertText("\t")
        return True

    def _pair(self, text: str) -> bool:
        cursor = self._field.textCursor()
        closing = wrapping.PAIRS.get(text, "")
        if not closing or not wrapping.selected_line(cursor).strip():
            return False
        self._field.setTextCursor(wrapping.wrap(cursor, text, closing))
        return True
