"""Editor: a note's text as it is written, in a centred column. Saves nothing; see note_page.py.

Colours are highlighter.py; keys, names, finding and pasting are the parts in ui/editor.
"""

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QWidget

from vaultdesk.ui.drop import dropped_folder
from vaultdesk.ui.editor.editor_keys import EditorKeys
from vaultdesk.ui.editor.editor_menu import make_editor_menu
from vaultdesk.ui.editor.name_completion import NameOffers
from vaultdesk.ui.editor.note_links import line_of_target, link_at
from vaultdesk.ui.editor.paste_handler import PasteHandler
from vaultdesk.ui.editor.plain_text_edit import ChunkedTextEdit, python_length
from vaultdesk.ui.editor.spelling_marks import WordMenu
from vaultdesk.ui.note.highlighter import Highlighter
from vaultdesk.ui.note.kept_text import KeptText
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import theme

LONGEST_LINE = 20_000
"""Characters of a line that can still be edited without stopping the window (THREATS 0.4)."""

TAB_COLUMNS = 4
"""Letters a tab is wide."""


class NoteEditor(ChunkedTextEdit):
    """Plain text with light colours. `text()` is exactly what was put in, plus what was typed."""

    edited = Signal()
    left = Signal()
    note_requested = Signal(str, bool)
    address_requested = Signal(str)
    menu_opening = Signal(object)
    """This `Menu` is about to open: others may add to it."""

    paste_refused = Signal()
    """A line of what was to be put in is too long to be edited."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = KeptText("")
        self._composing = False
        self.stepping = False
        """Whether steps are undone to bring it to a text from elsewhere; what it says meanwhile is nobody's."""
        self._laid_out = -1
        """The width in pixels that the text is laid out for."""
        self.keys = EditorKeys(self)
        self.colours = Highlighter(self)
        self.around = self.colours.more
        self.key_taker: NameOffers | None = None
        self.taker: PasteHandler | None = None
        self.word_menu: WordMenu | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Note text"))
        self.setAccessibleDescription(self.tr("Tab indents; Esc, then Tab leaves the text."))
        self.setTabChangesFocus(False)
        self.textChanged.connect(self._changed)
        theme().changed.connect(self._dress)
        self._dress()

    def set_text(self, text: str) -> None:
        """Show *text*, keeping the cursor and the scroll position as far as they exist; a book comes by and by."""
        self._kept = KeptText(text)
        place, bar = self.textCursor().position(), self.verticalScrollBar()
        scroll = bar.value()
        with self.colours.anew():
            self.pour(self._kept.shown)

        def go_back() -> None:
            cursor = self.textCursor()
            cursor.setPosition(min(place, max(0, self.document().characterCount() - 1)))
            self.setTextCursor(cursor)
            bar.setValue(scroll)

        self.when(lambda: self.document().characterCount() > place and bar.maximum() >= scroll, go_back)

    def text(self) -> str:
        """The text, letter by letter."""
        self.finish()
        return self._kept.written(self.document().toRawText())

    def insert_at_cursor(self, text: str) -> None:
        """Put *text* where the cursor stands, as one step of undo."""
        self.finish()
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.insertText(text)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def show_line(self, line: int) -> None:
        """Put the cursor at the start of *line*, counted from 0, and make it visible."""

        def go() -> None:
            block = self.document().findBlockByNumber(min(line, self.blockCount() - 1))
            self.setTextCursor(QTextCursor(block))
            self.centerCursor()

        self.when(lambda: self.blockCount() > line + 1, go)

    def show_place(self, place: str) -> None:
        """Go to the heading or block that a link names by *place*, where there is one."""
        line = line_of_target(self.text(), place)
        if line is not None:
            self.show_line(line)

    def follow_link(self, cursor: QTextCursor | None = None) -> bool:
        """Go where the link at the cursor leads; False where there is none."""
        cursor = cursor or self.textCursor()
        line = cursor.block().text()
        found = link_at(line, python_length(line, cursor.positionInBlock()))
        if found is not None and found.web:
            self.address_requested.emit(found.target)
        elif found is not None:
            self.note_requested.emit(found.target, False)
        return found is not None

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave a folder to the window, which opens it; take pictures, files and notes besides text."""
        wanted = self.taker is not None and self.taker.wants(source)
        return dropped_folder(source) is None and (wanted or super().canInsertFromMimeData(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Put in what was pasted or dropped."""
        if source.hasText() and not can_be_edited(source.text()):
            self.paste_refused.emit()
        elif self.isReadOnly() or self.taker is None or not self.taker.take(source):
            super().insertFromMimeData(source)

    def paste_plain(self) -> None:
        """Put in the words of what was copied, and nothing else of it."""
        text = QGuiApplication.clipboard().text()
        if not can_be_edited(text):
            self.paste_refused.emit()
        elif text and not self.isReadOnly():
            self.insertPlainText(text)
            self.ensureCursorVisible()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is being composed: Enter, Tab and Esc then belong to the input method."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent) -> bool:
        """Have the editor's own keys before the window's commands."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.keys.is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let what is offered, then the writing keys have a key; everything else is typing."""
        if not self._composing:
            if self.key_taker is not None and self.key_taker.take_key(event):
                event.accept()
                return
            if self.keys.take(event):
                event.accept()
                return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the editor was left, which is a moment to save."""
        super().focusOutEvent(event)
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Centre the column."""
        del event
        style = TextFormats(theme(), "note")
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        side = max(style.step(24), (room - style.column) // 2)
        margins = self.viewportMargins()
        if margins.left() != side:
            self.setViewportMargins(side, style.step(16), max(0, side - style.step(8)), 0)
        # The base class lays out again only when told of another width, and it was not told of the new margins.
        size = self.viewport().size()
        super().resizeEvent(QResizeEvent(size, QSize(self._laid_out, size.height())))
        self._laid_out = size.width()
        self.colours.colour_seen()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ctrl and a click follow the link under the pointer."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier and not self.textCursor().hasSelection()
        if not control or not self.follow_link(self.cursorForPosition(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the text."""
        if self.word_menu is None or not self.word_menu.take(event):
            menu = make_editor_menu(self, self)
            self.menu_opening.emit(menu)
            menu.popup(event.globalPos())

    def _changed(self) -> None:
        if not self.quiet:
            self.edited.emit()

    def _dress(self) -> None:
        self.airy.set_pitch(TextFormats(theme(), "note").line_height("paragraph"))
        self.setFont(theme().font("note"))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * TAB_COLUMNS)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        palette.setColor(QPalette.ColorRole.Window, theme().color("surface"))
        self.setPalette(palette)


def can_be_edited(text: str) -> bool:
    """Whether no line of *text* is too long for a text field."""
    half = LONGEST_LINE // 2
    # Where each stretch of half the length has an end of a line, no line is too long; a book is told so at once.
    if all(text.find("\n", start, start + half) >= 0 for start in range(0, len(text) - half, half)):
        return True
    return max(map(len, text.split("\n"))) <= LONGEST_LINE
