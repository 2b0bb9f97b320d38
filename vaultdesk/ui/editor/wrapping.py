"""Wrapping: signs put around what is selected and taken away again: bold, brackets, links. Each one step of undo."""

import re

from PySide6.QtGui import QTextCursor

PAIRS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'", "`": "`", "*": "*", "_": "_", "~": "~", "=": "=", "$": "$"}
"""What a typed sign closes with when something is selected."""

_ADDRESS = re.compile(r"(?:https?|ftp|mailto|obsidian):[^\s<>]{1,2000}\Z", re.IGNORECASE)
_QT_BREAKS = "\u2029\u2028"


def wrap(cursor: QTextCursor, opening: str, closing: str) -> QTextCursor:
    """Put signs around the selection; return the cursor with the same words selected."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    cursor.beginEditBlock()
    cursor.setPosition(end)
    cursor.insertText(closing)
    cursor.setPosition(start)
    cursor.insertText(opening)
    cursor.endEditBlock()
    return _selected(cursor, start + len(opening), end + len(opening))


def toggle(cursor: QTextCursor, sign: str) -> QTextCursor:
    """Put *sign* around the selection or the word at the cursor, or take it away where it stands there already."""
    if not cursor.hasSelection():
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    size = len(sign)
    if _stands(cursor, start - size, sign) and _stands(cursor, end, sign):
        cursor.beginEditBlock()
        _selected(cursor, end, end + size).removeSelectedText()
        _selected(cursor, start - size, start).removeSelectedText()
        cursor.endEditBlock()
        return _selected(cursor, start - size, end - size)
    return wrap(cursor, sign, sign)


def link(cursor: QTextCursor, address: str = "") -> QTextCursor:
    """Make a link of the selection; the cursor waits where *address* or the words are still missing."""
    words = selected_line(cursor)
    start = cursor.selectionStart()
    cursor.beginEditBlock()
    if not address and is_address(words):
        cursor.insertText(f"[]({words})")
        at = start + 1
    else:
        cursor.insertText(f"[{words}]({address})")
        at = cursor.position() if address else cursor.position() - 1
    cursor.endEditBlock()
    return _selected(cursor, at, at)


def is_address(text: str) -> bool:
    """Whether *text* is one web address and nothing else."""
    return _ADDRESS.match(text.strip()) is not None


def selected_line(cursor: QTextCursor) -> str:
    """Return what is selected where that is within one line; else nothing."""
    text = cursor.selectedText()
    return "" if any(sign in text for sign in _QT_BREAKS) else text


def _stands(cursor: QTextCursor, place: int, sign: str) -> bool:
    document = cursor.document()
    if place < 0 or place + len(sign) >= document.characterCount():
        return False
    return all(document.characterAt(place + at) == letter for at, letter in enumerate(sign))


def _selected(cursor: QTextCursor, start: int, end: int) -> QTextCursor:
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor
