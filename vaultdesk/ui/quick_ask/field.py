"""Field: where one types in quick ask, one line growing to three. Knows keys and size; asks nothing."""

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFont, QInputMethodEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from vaultdesk.ui.chat.composer.question_field import ENTER_KEYS, LONGEST_PASTE, broken_lines
from vaultdesk.ui.theme.theme import theme

MOST_LINES = 3
"""Lines shown before the field scrolls (UX 25)."""


class QuickField(QPlainTextEdit):
    """Enter asks; with Ctrl the main window takes over, with Alt today's note; Esc hides, Down goes to the notes."""

    entered = Signal()
    opened = Signal()
    """Ctrl+Enter."""
    noted = Signal()
    """Alt+Enter."""
    escaped = Signal()
    stepped_down = Signal()
    """Down was pressed in the last line."""
    paged = Signal(int)
    """Page Up (-1) or Page Down (+1), for what stands below."""
    renewed = Signal()
    """Ctrl+N: a new question is wanted."""
    paste_refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setPlaceholderText(self.tr("Ask about your notes, or find one…"))
        self.setAccessibleName(self.tr("Quick ask"))
        self.setAccessibleDescription(
            self.tr("Enter asks, Shift+Enter starts a new line, Ctrl+Enter goes to the chat, Esc hides this window.")
        )
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme().changed.connect(self._dress)
        self._dress()

    @property
    def text(self) -> str:
        """What is typed, without the air around it."""
        return self.toPlainText().strip()

    def show_text(self, text: str) -> None:
        """Put *text* into the field, all of it selected, so that typing replaces it."""
        if text != self.toPlainText():
            self.setPlainText(broken_lines(text))
        self.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count the lines again where the width changed."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """Be as high as its lines."""
        return QSize(super().sizeHint().width(), self.height())

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is being composed: Enter and Esc then belong to the input method."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of the window; everything else is typing."""
        if self._composing or not self.take_key(event):
            super().keyPressEvent(event)
        else:
            event.accept()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text; very long lines are broken, an over-long text stays in the clipboard."""
        if not source.hasText():
            return
        text = source.text()
        if len(text) > LONGEST_PASTE:
            self.paste_refused.emit()
            return
        self.textCursor().insertText(broken_lines(text.replace("\r\n", "\n").replace("\r", "\n")))
        self.ensureCursorVisible()

    def take_key(self, event: QKeyEvent) -> bool:
        """Do what *event* means for the window; False where it means nothing there."""
        held = event.modifiers()
        shift, alt, control = (
            bool(held & one)
            for one in (
                Qt.KeyboardModifier.ShiftModifier,
                Qt.KeyboardModifier.AltModifier,
                Qt.KeyboardModifier.ControlModifier,
            )
        )
        match event.key():
            case key if key in ENTER_KEYS:
                self._enter(shift=shift, alt=alt, control=control)
            case Qt.Key.Key_Escape:
                self.escaped.emit()
            case Qt.Key.Key_Down if not (shift or alt or control) and self._on_last_line():
                self.stepped_down.emit()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key if not shift:
                self.paged.emit(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_N if control and not (shift or alt):
                self.renewed.emit()
            case _:
                return False
        return True

    def _enter(self, *, shift: bool, alt: bool, control: bool) -> None:
        if shift:
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        elif control:
            self.opened.emit()
        elif alt:
            self.noted.emit()
        else:
            self.entered.emit()

    def _on_last_line(self) -> bool:
        cursor = self.textCursor()
        return not cursor.movePosition(cursor.MoveOperation.Down)

    def _fit(self) -> None:
        lines = max(1, round(self.document().size().height()))
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > MOST_LINES else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        height = min(lines, MOST_LINES) * self.fontMetrics().lineSpacing() + 2
        if height != self.height():
            self.setFixedHeight(height)

    def _dress(self) -> None:
        font = theme().font("headline")
        font.setWeight(QFont.Weight.Normal)
        self.setFont(font)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("raised"))
        palette.setColor(QPalette.ColorRole.Text, theme().color("text"))
        palette.setColor(QPalette.ColorRole.PlaceholderText, theme().color("muted"))
        self.setPalette(palette)
        self._fit()
