"""Keys of the editor: emphasis, brackets, links, lists."""

import re
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor

from vaultdesk.ui.editor import list_items
from vaultdesk.ui.widgets.accessibility import without_keypad

PAIRS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'", "`": "`", "*": "*", "_": "_", "~": "~", "=": "=", "$": "$"}
"""Closing character for a character typed while text is selected."""

_ADDRESS = re.compile(r"(?:https?|ftp|mailto|obsidian):[^\s<>]{1,2000}\Z", re.IGNORECASE)
_QT_BREAKS = "\u2029\u2028"


def wrap_selection(cursor: QTextCursor, opening: str, closing: str) -> QTextCursor:
    """Put markers around the selection; return the cursor with the same text selected."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    cursor.beginEditBlock()
    cursor.setPosition(end)
    cursor.insertText(closing)
    cursor.setPosition(start)
    cursor.insertText(opening)
    cursor.endEditBlock()
    return _selected(cursor, start + len(opening), end + len(opening))


def toggle_wrapping(cursor: QTextCursor, marker: str) -> QTextCursor:
    """Put *marker* around the selection or the word at the cursor, or remove it if present.

    A selection is kept. A word is not left selected, because the next key would replace it: the cursor keeps its
    position, or moves behind the marker if it was at the end of the word.
    """
    if cursor.hasSelection():
        return _toggle_selection(cursor, marker)
    position, size = cursor.position(), len(marker)
    word = _word_at(cursor, position)
    if _text_is_at(cursor, position - size, marker):
        before = _word_at(cursor, position - size)
        if before is not None and before.selectionEnd() == position - size and _is_wrapped(before, marker):
            position, word = position - size, before  # The cursor is behind the marker of this word.
    if word is None:
        return _toggle_selection(cursor, marker)
    end = word.selectionEnd()
    toggled = _toggle_selection(word, marker)
    shift = toggled.selectionEnd() - end
    new_position = position + shift + (size if position == end and shift > 0 else 0)
    return _selected(toggled, new_position, new_position)


def _word_at(cursor: QTextCursor, position: int) -> QTextCursor | None:
    """Return a cursor that selects the word at *position*; None if there is none."""
    found = _selected(cursor, position, position)
    found.select(QTextCursor.SelectionType.WordUnderCursor)
    if any(letter.isalnum() for letter in found.selectedText()):
        return found
    # Between a word and a marker Qt selects the marker.
    document, start = cursor.document(), position
    while start > 0 and document.characterAt(start - 1).isalnum():
        start -= 1
    return _selected(cursor, start, position) if start < position else None


def _is_wrapped(cursor: QTextCursor, marker: str) -> bool:
    """Return whether *marker* is on both sides of the selection."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    return _text_is_at(cursor, start - len(marker), marker) and _text_is_at(cursor, end, marker)


def _toggle_selection(cursor: QTextCursor, marker: str) -> QTextCursor:
    start, end, size = cursor.selectionStart(), cursor.selectionEnd(), len(marker)
    if not _is_wrapped(cursor, marker):
        return wrap_selection(cursor, marker, marker)
    cursor.beginEditBlock()
    _selected(cursor, end, end + size).removeSelectedText()
    _selected(cursor, start - size, start).removeSelectedText()
    cursor.endEditBlock()
    return _selected(cursor, start - size, end - size)


def wrap_link(cursor: QTextCursor, address: str = "") -> QTextCursor:
    """Turn the selection into a link; the cursor is placed where *address* or the text is missing."""
    selected = selected_line(cursor)
    start = cursor.selectionStart()
    cursor.beginEditBlock()
    if not address and is_address(selected):
        cursor.insertText(f"[]({selected})")
        position = start + 1
    else:
        cursor.insertText(f"[{selected}]({address})")
        position = cursor.position() if address else cursor.position() - 1
    cursor.endEditBlock()
    return _selected(cursor, position, position)


def is_address(text: str) -> bool:
    """Return whether *text* is exactly one web address."""
    return _ADDRESS.match(text.strip()) is not None


def selected_line(cursor: QTextCursor) -> str:
    """Return the selected text if it is within one line; else an empty text."""
    text = cursor.selectedText()
    return "" if any(separator in text for separator in _QT_BREAKS) else text


def _text_is_at(cursor: QTextCursor, position: int, text: str) -> bool:
    document = cursor.document()
    if position < 0 or position + len(text) >= document.characterCount():
        return False
    return all(document.characterAt(position + offset) == letter for offset, letter in enumerate(text))


def _selected(cursor: QTextCursor, start: int, end: int) -> QTextCursor:
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


Key = Qt.Key
_ENTER = (Key.Key_Return, Key.Key_Enter)
_NONE = Qt.KeyboardModifier.NoModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier

_PASTE_PLAIN = QKeyCombination(_CTRL | _SHIFT, Key.Key_V)

Edit = Callable[[QTextCursor], QTextCursor]


class KeyTarget(Protocol):
    """The parts of the text field that the keys use."""

    def isReadOnly(self) -> bool: ...

    def textCursor(self) -> QTextCursor: ...

    def setTextCursor(self, cursor: QTextCursor) -> None: ...

    def ensureCursorVisible(self) -> None: ...

    def setTabChangesFocus(self, b: bool) -> None: ...

    def focusNextPrevChild(self, next: bool) -> bool: ...

    def paste_plain(self) -> None: ...


class EditorKeys:
    """Handles keys before the field does; not during input method composition."""

    def __init__(self, field: KeyTarget) -> None:
        self._field = field
        self._tab_leaves = False
        """Esc was the last key: the next Tab leaves the editor."""
        self._edits: dict[QKeyCombination, Edit] = {
            QKeyCombination(_CTRL, Key.Key_B): lambda cursor: toggle_wrapping(cursor, "**"),
            QKeyCombination(_CTRL, Key.Key_I): lambda cursor: toggle_wrapping(cursor, "*"),
            QKeyCombination(_CTRL | _SHIFT, Key.Key_K): wrap_link,
            QKeyCombination(_CTRL, Key.Key_Return): list_items.toggle_tasks,
            QKeyCombination(_CTRL, Key.Key_Enter): list_items.toggle_tasks,
            QKeyCombination(_ALT, Key.Key_Up): lambda cursor: list_items.move_lines(cursor, -1),
            QKeyCombination(_ALT, Key.Key_Down): lambda cursor: list_items.move_lines(cursor, 1),
        }

    def is_editor_key(self, event: QKeyEvent) -> bool:
        """Return whether the key has a meaning in the editor that takes precedence over the window's shortcuts."""
        modifiers = without_keypad(event.modifiers())
        pressed = QKeyCombination(modifiers, Key(event.key()))
        return not self._field.isReadOnly() and (pressed in self._edits or pressed == _PASTE_PLAIN)

    def handle(self, event: QKeyEvent) -> bool:
        """Handle the key; return False if it is ordinary input."""
        tab_leaves, self._tab_leaves = self._tab_leaves, event.key() == Key.Key_Escape
        modifiers = without_keypad(event.modifiers())
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
            case key if key in _ENTER and modifiers == _SHIFT:
                # Qt would insert a line separator, which is saved as a character within a line.
                self._field.textCursor().insertBlock()
                self._field.ensureCursorVisible()
                return True
            case Key.Key_Tab if modifiers == _NONE:
                return self._tab(1, leaves=tab_leaves)
            case Key.Key_Backtab:
                return self._tab(-1, leaves=tab_leaves)
        return self._pair(event.text()) if modifiers in (_NONE, _SHIFT) else False

    def _enter(self) -> bool:
        cursor = self._field.textCursor()
        if not list_items.continue_item(cursor):
            return False
        self._field.setTextCursor(cursor)
        self._field.ensureCursorVisible()
        return True

    def _tab(self, direction: int, *, leaves: bool) -> bool:
        if leaves:
            self._field.setTabChangesFocus(True)
            self._field.focusNextPrevChild(direction > 0)
            self._field.setTabChangesFocus(False)
            return True
        cursor = self._field.textCursor()
        if not list_items.shift_items(cursor, direction):
            cursor.insertText("\t")
        return True

    def _pair(self, text: str) -> bool:
        cursor = self._field.textCursor()
        closing = PAIRS.get(text, "")
        if not closing or not selected_line(cursor).strip():
            return False
        self._field.setTextCursor(wrap_selection(cursor, text, closing))
        return True
