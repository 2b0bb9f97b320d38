"""WordCount: keeps the number of words beside a note right while it is written. Counts; shows nothing itself."""

from PySide6.QtCore import QObject, QTimer, Signal

from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter

PAUSE = 300
"""Milliseconds after the last key before the words are counted: a number that flickers with each key is no help."""

LARGE = 200_000
"""Characters of a note from which on the words are not counted while it is written."""


class WordCount(QObject):
    """Follows one editor."""

    counted = Signal(object)
    """The number of words, properties left out; None for a note too long to be counted."""

    def __init__(self, editor: NoteEditor, parent: QObject) -> None:
        super().__init__(parent)
        self._editor = editor
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._count)
        editor.edited.connect(self._pause.start)

    def _count(self) -> None:
        if self._editor.document().characterCount() > LARGE:
            self.counted.emit(None)
            return
        text = self._editor.text()
        self.counted.emit(words_of(text))


def words_of(text: str) -> int:
    """Return how many words *text* has without its properties."""
    return len(text[read_frontmatter(text).body_start :].split())
