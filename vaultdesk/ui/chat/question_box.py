"""Question box: the text field of the composer, one line growing to eight. Knows keys and size; sends nothing."""

from typing import Protocol

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from vaultdesk.ui.chat.laid_beside import goes_beside, is_folder_for_the_window
from vaultdesk.ui.chat.line_breaks import broken_lines
from vaultdesk.ui.theme.theme import theme

MOST_LINES = 8
"""Lines shown before the box scrolls (UX 6)."""

LONGEST_PASTE = 200_000
"""Characters taken from the clipboard at once, about 50,000 tokens: more than a question ever is."""

ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KeyTaker(Protocol):
    """Whoever offers something at the cursor: it is asked first what a key means."""

    def take_key(self, event: QKeyEvent) -> bool:
        """Do what the key says to the offer; False where it says nothing to it and is the box's."""
        ...

    def take_tab(self) -> bool:
        """The same of Tab, which Qt tells otherwise."""
        ...


class QuestionBox(QPlainTextEdit):
    """Enter sends, Shift+Enter breaks the line, Esc and the paging keys are handed on."""

    entered = Signal()
    escaped = Signal()
    focus_changed = Signal()
    paged = Signal(int)
    """Page Up (-1) or Page Down (+1), for the messages above."""
    jumped = Signal(int)
    """Alt+Up (-1) or Alt+Down (+1), from one own message to the next."""
    edged = Signal(int)
    """Home (-1) or End (+1) in the empty box: the first question, or the end, is wanted."""
    expanded_changed = Signal(bool)
    """The box is large now, or small again."""
    recalled = Signal()
    """Up in the empty box: the last question is wanted back."""
    paste_refused = Signal()
    laid_beside = Signal(object)
    """A `QMimeData` with files or a picture was pasted or dropped: it goes beside the question, not into it."""
    stepped_back = Signal()
    """Backspace or Left at the very beginning: whoever stands before the text is meant."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self.expanded = False
        """Whether the box is as large as there is room, however little is typed."""
        self._room = 0
        self._taker: KeyTaker | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setPlaceholderText(self.tr("Ask about your notes…"))
        self.setAccessibleName(self.tr("Question"))
        keys = self.tr("Enter sends, Shift+Enter starts a new line, Esc stops an answer.")
        self.setAccessibleDescription(keys + " " + self.tr("@ and [[ find notes, / at the beginning quick commands."))
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme().changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self.setFont(theme().font("chat"))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        palette.setColor(QPalette.ColorRole.Text, theme().color("text"))
        palette.setColor(QPalette.ColorRole.PlaceholderText, theme().color("muted"))
        self.setPalette(palette)
        self._fit()

    def _fit(self) -> None:
        # A QPlainTextEdit measures its document in lines, wrapped ones counted.
        lines = max(1, round(self.document().size().height()))
        margins, line = self.contentsMargins(), self.fontMetrics().lineSpacing()
        most = max(MOST_LINES, self._room // line) if self.expanded else MOST_LINES
        shown = most if self.expanded else min(lines, most)
        height = shown * line + margins.top() + margins.bottom() + 2
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > most else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        if height != self.height():
            self.setFixedHeight(height)

    def set_expanded(self, expanded: bool) -> None:
        """Make the box large, or as high as its text again."""
        if expanded != self.expanded:
            self.expanded = expanded
            self._fit()
            self.ensureCursorVisible()
            self.expanded_changed.emit(expanded)

    def set_room(self, height: int) -> None:
        """Say how many pixels the large box may take."""
        self._room = height
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count the lines again where the width changed."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """Be one line high to begin with."""
        return QSize(super().sizeHint().width(), self.height())

    @property
    def composing(self) -> bool:
        """Whether an input method is at work on a word: its keys are its own."""
        return self._composing

    def set_key_taker(self, taker: KeyTaker) -> None:
        """Let *taker* have the keys first."""
        self._taker = taker

    def event(self, event: QEvent) -> bool:
        """Keep Esc, which has an order of its own here, from the command that stops the answer."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            bare = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Escape and bare:
                event.accept()
                return True
        return super().event(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Let Tab take what is offered at the cursor."""
        if next and self._taker is not None and not self._composing and self._taker.take_tab():
            return True
        return super().focusNextPrevChild(next)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is being composed: Enter then belongs to the input method."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, break the line, leave, or page through the messages; everything else is typing."""
        if self._taker is not None and not self._composing and self._taker.take_key(event):
            event.accept()
            return
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        match event.key():
            case key if key in ENTER_KEYS and not self._composing:
                if shift:
                    self.textCursor().insertBlock()
                    self.ensureCursorVisible()
                else:
                    self.entered.emit()
            case Qt.Key.Key_Escape if not self._composing:
                self.escaped.emit()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key if not shift:
                self.paged.emit(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_Up if not alt and not self.toPlainText():
                self.recalled.emit()
            case Qt.Key.Key_Home | Qt.Key.Key_End as key if not self.toPlainText():
                self.edged.emit(-1 if key == Qt.Key.Key_Home else 1)
            case Qt.Key.Key_Backspace | Qt.Key.Key_Left if not (shift or alt or self._composing) and self._at_start():
                self.stepped_back.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key if alt:
                self.jumped.emit(-1 if key == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)
                return
        event.accept()

    def _at_start(self) -> bool:
        cursor = self.textCursor()
        return cursor.atStart() and not cursor.hasSelection()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave a folder to the window, which opens it; take files and pictures besides words."""
        return not is_folder_for_the_window(source) and (goes_beside(source) or super().canInsertFromMimeData(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text; very long lines are broken, an over-long text is refused and stays in the clipboard.

        Files and pictures are handed on: they are no words.
        """
        if goes_beside(source):
            self.laid_beside.emit(source)
            return
        if not source.hasText():
            return
        text = source.text()
        if len(text) > LONGEST_PASTE:
            self.paste_refused.emit()
            return
        self.textCursor().insertText(broken_lines(text.replace("\r\n", "\n").replace("\r", "\n")))
        self.ensureCursorVisible()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame to show the focus."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame to stop showing the focus."""
        super().focusOutEvent(event)
        self.focus_changed.emit()
