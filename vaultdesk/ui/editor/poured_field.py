"""Poured field: a plain text field that takes a long text a piece at a time, so that the window goes on answering.

Qt takes over half a second for five megabytes in one go. Until all of it is there, the text can be read and scrolled;
keys that write are kept for then.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.editor.airy_field import AiryField

AT_ONCE = 200_000
"""Characters that are put in at once: a text of a hundred pages is there with the first paint."""

PIECE = 60_000
"""Characters of a later piece: about ten milliseconds of Qt's work. Smaller ones cost more in all."""


class PouredField(AiryField):
    """Whoever changes a text that is not all there, or asks for all of it, calls `finish` before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.quiet = False
        """Whether what is told now of another text is nobody's typing."""
        self.around: Callable[[], AbstractContextManager[None]] = nullcontext
        """What stands around the putting in of a further piece."""
        self._rest = ""
        self._at = 0
        self._waiting: tuple[Callable[[], bool], Callable[[], None]] | None = None
        self._locked = False
        self._held: list[QKeyEvent] = []
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._pour_piece)

    @property
    def pouring(self) -> bool:
        """Whether some of the text is not there yet."""
        return self._turns.isActive()

    def pour(self, text: str) -> None:
        """Put *text* in the place of all that is there: its beginning now, the rest by and by. None of it is typing."""
        self._turns.stop()
        self._held.clear()
        self._waiting = None
        self.quiet = True
        self.document().setUndoRedoEnabled(True)
        self._rest, self._at = text, _end(text, 0, AT_ONCE)
        self.setPlainText(text[: self._at])
        self.quiet = False
        if self._at < len(text):
            # What comes later cannot be undone either.
            self.document().setUndoRedoEnabled(False)
            self._turns.start()
        self.setReadOnly(self._locked)

    def when(self, there: Callable[[], bool], do: Callable[[], None]) -> None:
        """Call *do* once *there* says that enough of the text is, at the latest at its end; the last one counts."""
        self._waiting = (there, do)
        self._look()

    def finish(self) -> None:
        """Put in now what is not there yet."""
        while self.pouring:
            self._pour_piece()

    def setReadOnly(self, locked: bool) -> None:
        """Let nothing be typed; while text is coming nothing can be in any case."""
        self._locked = locked
        super().setReadOnly(locked or self.pouring)

    def event(self, event: QEvent) -> bool:
        """Keep what is typed while text is coming."""
        if event.type() == QEvent.Type.KeyPress and self.pouring and not self._locked:
            assert isinstance(event, QKeyEvent)
            if _writes(event):
                self._held.append(event.clone())
                event.accept()
                return True
        return super().event(event)

    def _pour_piece(self) -> None:
        end = _end(self._rest, self._at, PIECE)
        with QSignalBlocker(self), self.around():
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(self._rest[self._at : end])
        self._at = end
        if end >= len(self._rest):
            self._end_pouring()
        self._look()
        if not self.pouring:
            held, self._held = self._held, []
            for event in held:
                QCoreApplication.sendEvent(self, event)

    def _end_pouring(self) -> None:
        """All of the text is there: it can be written in."""
        self._turns.stop()
        self._rest = ""
        self.document().setUndoRedoEnabled(True)
        self.setReadOnly(self._locked)
        self.quiet = True
        self.textChanged.emit()
        self.quiet = False

    def _look(self) -> None:
        if self._waiting is not None and (not self.pouring or self._waiting[0]()):
            do, self._waiting = self._waiting[1], None
            do()


def _end(text: str, start: int, size: int) -> int:
    """Return where a piece of about *size* characters from *start* ends: behind a whole line, where there is one."""
    if len(text) - start <= size:
        return len(text)
    return text.rfind("\n", start, start + size) + 1 or start + size


def _writes(event: QKeyEvent) -> bool:
    """Whether a key would change the text."""
    control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return bool(event.text()) and not control and event.key() != Qt.Key.Key_Escape
