"""Editor: a note's text as it is written, in a centred column. Saves nothing; see note_page.py."""

import re

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPalette, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from vaultdesk.ui.drop import dropped_folder
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.note.highlighter import LARGEST_COLOURED, Highlighter
from vaultdesk.ui.note.kept_text import KeptText
from vaultdesk.ui.theme.theme import theme

LONGEST_LINE = 20_000
"""Characters of a line that can still be edited without stopping the window (THREATS 0.4)."""

_LINK = re.compile(r"\[\[([^\[\]\n|]{1,300})")


class NoteEditor(QPlainTextEdit):
    """Plain text with light colours. `text()` is exactly what was put in, plus what was typed."""

    edited = Signal()
    left = Signal()
    note_requested = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = KeptText("")
        self._highlighter: Highlighter | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Note text"))
        self.setTabChangesFocus(False)
        self.textChanged.connect(self._changed)
        self._quiet = False
        theme().changed.connect(self._dress)
        self._dress()

    def set_text(self, text: str) -> None:
        """Show *text*, keeping the cursor and the scroll position as far as they exist."""
        self._kept = KeptText(text)
        place, scroll = self.textCursor().position(), self.verticalScrollBar().value()
        self._quiet = True
        if self._highlighter is not None:
            self._highlighter.setDocument(None)
        self.setPlainText(self._kept.shown)
        if len(text) <= LARGEST_COLOURED:
            # Its parent is the document: as the editor's child it would outlive it for a moment and touch it.
            self._highlighter = self._highlighter or Highlighter(self.document())
            self._highlighter.setDocument(self.document())
        self._quiet = False
        cursor = self.textCursor()
        cursor.setPosition(min(place, max(0, self.document().characterCount() - 1)))
        self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(scroll)

    def text(self) -> str:
        """The text, letter by letter."""
        return self._kept.written(self.document().toRawText())

    def insert_at_cursor(self, text: str) -> None:
        """Put *text* where the cursor stands, as one step of undo."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.insertText(text)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def show_line(self, line: int) -> None:
        """Put the cursor at the start of *line*, counted from 0, and make it visible."""
        block = self.document().findBlockByNumber(min(line, self.blockCount() - 1))
        self.setTextCursor(QTextCursor(block))
        self.centerCursor()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave a folder to the window, which opens it; everything else as ever."""
        return dropped_folder(source) is None and super().canInsertFromMimeData(source)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the editor was left, which is a moment to save."""
        super().focusOutEvent(event)
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Centre the column."""
        del event
        style = Style(theme(), "note")
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        side = max(style.step(24), (room - style.column) // 2)
        margins = self.viewportMargins()
        if margins.left() != side:
            self.setViewportMargins(side, style.step(16), max(0, side - style.step(8)), 0)
        # The base class lays out again only when told of another width, and it was not told of the new margins.
        super().resizeEvent(QResizeEvent(self.viewport().size(), QSize()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ctrl and a click follow the link under the pointer."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            target = self._link_at(self.cursorForPosition(event.position().toPoint()))
            if target:
                self.note_requested.emit(target, False)
                return
        super().mouseReleaseEvent(event)

    def _link_at(self, cursor: QTextCursor) -> str:
        line, place = cursor.block().text(), cursor.positionInBlock()
        start = line.rfind("[[", max(0, place - 300), place + 2)
        found = _LINK.match(line, start) if start >= 0 else None
        return found[1].strip() if found and place <= line.find("]]", start) + 2 else ""

    def _changed(self) -> None:
        if not self._quiet:
            self.edited.emit()

    def _dress(self) -> None:
        self.setFont(theme().font("note"))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        palette.setColor(QPalette.ColorRole.Window, theme().color("surface"))
        self.setPalette(palette)
        if self._highlighter is not None:
            self._highlighter.dress()


def can_be_edited(text: str) -> bool:
    """Whether no line of *text* is too long for a text field."""
    return max(map(len, text.split("\n"))) <= LONGEST_LINE
