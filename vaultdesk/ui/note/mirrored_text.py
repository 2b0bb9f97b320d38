"""Mirrored text: an editor brought to a text that was changed elsewhere, its cursor left where it stands."""

from PySide6.QtGui import QTextCursor

from vaultdesk.ui.note.editor import NoteEditor

_ODD = ("\r", "\u2029", "\ufdd0", "\ufdd1", "\x00")
"""Signs for which others stand in the field; texts with them are put in anew."""


MOST_STEPS = 8
"""Steps of undo tried for those made elsewhere: a key that is held down makes some before they are shown here."""


def bring(editor: NoteEditor, text: str, *, stepped: bool = False) -> None:
    """Let *editor* show *text*; only what differs is put in.

    Where *stepped* says that steps may have been undone or redone elsewhere, they are here too, if that makes *text*:
    put in, they would be steps of their own, and undoing here would bring back what was undone there.
    """
    shown = editor.text()
    if shown == text:
        return
    if stepped:
        editor.stepping = True
        try:
            if _step(editor, text):
                return
        finally:
            editor.stepping = False
    if any(sign in shown or sign in text for sign in _ODD):
        editor.set_text(text)
        return
    start = _shared(shown, text, 0)
    end = _shared(shown[start:][::-1], text[start:][::-1], 0)
    cursor = QTextCursor(editor.document())
    cursor.setPosition(_units(shown[:start]))
    cursor.setPosition(_units(shown[: len(shown) - end]), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text[start : len(text) - end])


def _step(editor: NoteEditor, text: str) -> bool:
    """Undo or redo until *editor* shows *text*; False, and all as it was, where that does not lead there."""
    document = editor.document()
    ways = (
        (document.isUndoAvailable, document.undo, document.redo),
        (document.isRedoAvailable, document.redo, document.undo),
    )
    for possible, go, go_back in ways:
        steps = 0
        while steps < MOST_STEPS and possible():
            go()
            steps += 1
            if editor.text() == text:
                return True
        for _ in range(steps):
            go_back()
    return False


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
