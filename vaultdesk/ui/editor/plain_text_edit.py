"""Plain text edit with spaced lines that loads long texts in pieces, and positions in UTF-16 as Qt counts them."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextBlock, QTextCursor, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QWidget


def utf16_length(text: str) -> int:
    """Return how many of Qt's characters *text* has."""
    return len(text) if text.isascii() else len(text) + sum(sign > "\uffff" for sign in text)


def python_length(text: str, count: int) -> int:
    """Return how many of Python's characters the first *count* of Qt's in *text* are."""
    if text.isascii():
        return min(count, len(text))
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * count].decode("utf-16-le", "ignore"))


# Qt lays a line out when it is first seen; the lines are moved apart then, and again after each change of their block.

TALL = 0.3
"""Air above a line that is higher than the pitch, a heading, as a share of its height."""

ENDLESS = 100_000.0
"""Pixels no field is wide: such a line is not broken, and has no right edge to stand at."""

_solid_rect = QPlainTextDocumentLayout.blockBoundingRect


class SpacedLayout(QPlainTextDocumentLayout):
    """Lines stand *pitch* pixels from each other, a higher one has a little air."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._pitch = 0.0

    def set_pitch(self, pitch: float) -> None:
        """Set lines so far from each other from now on; whoever calls lays the text out again."""
        self._pitch = pitch

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the place *block* takes, its lines set apart."""
        rect = _solid_rect(self, block)
        layout = block.layout()
        # Asked for each line in sight at each key: what is told by the first line is the whole question.
        if layout.lineCount() and layout.lineAt(0).y() <= 0:
            self._set_apart(layout, turned=block.textDirection() == Qt.LayoutDirection.RightToLeft)
            rect.setHeight(layout.boundingRect().bottom())
        return rect

    def _set_apart(self, layout: QTextLayout, *, turned: bool) -> None:
        """Move the lines apart. The air is above them: so the place a block takes ends where its last line does.

        Qt leaves Arabic and Hebrew paragraphs at the left edge; *turned* ones are moved to the right, where they begin.
        """
        top = 0.0
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            top += self._air(line.height())
            aside = max(0.0, line.width() - line.naturalTextWidth()) if turned and line.width() < ENDLESS else 0.0
            line.setPosition(QPointF(line.x() + aside, top))
            top += line.height()

    def _air(self, height: float) -> float:
        """Return the air above a line; never none, which says that the lines were moved."""
        return max(self._pitch - height, height * TALL if height > self._pitch else 1.0)


_MOUSE = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
)


class SpacedTextEdit(QPlainTextEdit):
    """Has an `SpacedLayout`; Qt would take a press between two lines for one at the beginning of a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.airy = SpacedLayout(self.document())
        self.document().setDocumentLayout(self.airy)

    def viewportEvent(self, event: QEvent) -> bool:
        """Move presses in the air down to the line they mean."""
        if event.type() in _MOUSE and isinstance(event, QMouseEvent):
            at = event.position()
            meant = self.line_meant(at)
            if meant != at:
                moved = QMouseEvent(
                    event.type(), meant, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
                )
                answered = super().viewportEvent(moved)
                event.setAccepted(moved.isAccepted())
                return answered
        return super().viewportEvent(event)

    def line_meant(self, at: QPointF) -> QPointF:
        """Return *at*, or the place below it where the line begins that the air belongs to."""
        block = self.cursorForPosition(at.toPoint()).block()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        layout = block.layout()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            if at.y() - top < line.y():
                return QPointF(at.x(), top + line.y() + 1)
            if at.y() - top < line.y() + line.height():
                return at
        return at


# Qt takes over half a second for five megabytes in one go. Until all of it is there, the text can be read and scrolled;
# keys that write are kept for then.

AT_ONCE = 200_000
"""Characters that are put in at once: a text of a hundred pages is there with the first paint."""

PIECE = 60_000
"""Characters of a later piece: about ten milliseconds of Qt's work. Smaller ones cost more in all."""


class ChunkedTextEdit(SpacedTextEdit):
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
