"""Mirrored text: an editor brought to a text that was changed elsewhere, its cursor left where it stands."""

from PySide6.QtGui import QTextCursor

from vaultdesk.ui.note.editor import NoteEditor

_ODD = ("\r", "\u2029", "\ufdd0", "\ufdd1", "\x00")
"""Signs for which others stand in the field; texts with them are put in anew."""


def bring(editor: NoteEditor, text: str) -> None:
    """Let *editor* show *text*; only what differs is put in."""
    shown = editor.text()
    if shown == text:
        return
    if any(sign in shown or sign in text for sign in _ODD):
        editor.set_text(text)
        return
    start = _shared(shown, text, 0)
    end = _shared(shown[start:][::-1], text[start:][::-1], 0)
    cursor = QTextCursor(editor.document())
    cursor.setPosition(_units(shown[:start]))
    cursor.setPosition(_units(shown[: len(shown) - end]), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text[start : len(text) - end])


def _shared(one: str, other: str, low: int) -> int:
    """Return how many characters both begin with, at least *low*; whole runs are compared at once."""
    high = min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _units(text: str) -> int:
    """Return how many places *text* takes in Qt, which counts in UTF-16."""
    return len(text) + sum(sign > "\uffff" for sign in text) if not text.isascii() else len(text)
