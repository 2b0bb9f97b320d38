"""TextChoice: choosing words with the mouse in a label that draws its lines itself. Draws nothing; Qt's label copies.

Qt's label knows what is chosen, offers to copy it and takes the keys; where our lines stand it cannot know.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QClipboard, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QLabel


class TextChoice(QObject):
    """What of a label's text is chosen, which is selectable by mouse."""

    def __init__(
        self, label: QLabel, letter_at: Callable[[QPointF], int], word_at: Callable[[int], tuple[int, int]]
    ) -> None:
        """*letter_at* says between which letters a place is, *word_at* where the word around one is."""
        super().__init__(label)
        self._label = label
        self._letter_at = letter_at
        self._word_at = word_at
        self._began: int | None = None
        label.setCursor(Qt.CursorShape.IBeamCursor)
        label.installEventFilter(self)

    def chosen(self) -> tuple[int, int]:
        """Return the first chosen letter and how many are, as Qt counts them."""
        if not self._label.hasSelectedText():
            return 0, 0
        return self._label.selectionStart(), len(self._label.selectedText().encode("utf-16-le")) // 2

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Choose from where the button goes down to where it is let go; a double click chooses a word."""
        if not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        left = event.button() == Qt.MouseButton.LeftButton
        match event.type():
            case QEvent.Type.MouseButtonPress if left:
                self._began = self._letter_at(event.position())
                self._label.setSelection(self._began, 0)
            case QEvent.Type.MouseButtonDblClick if left:
                self._label.setSelection(*self._word_at(self._letter_at(event.position())))
            case QEvent.Type.MouseMove if self._began is not None:
                now = self._letter_at(event.position())
                self._label.setSelection(min(self._began, now), abs(now - self._began))
            case QEvent.Type.MouseButtonRelease if left:
                self._began = None
                self._offer()
            case _:
                return super().eventFilter(watched, event)
        self._label.update()
        return True

    def _offer(self) -> None:
        """Let the middle button paste what is chosen, where a system has that."""
        clipboard = QGuiApplication.clipboard()
        if clipboard.supportsSelection() and self._label.hasSelectedText():
            clipboard.setText(self._label.selectedText().replace("\u2029", "\n"), QClipboard.Mode.Selection)
