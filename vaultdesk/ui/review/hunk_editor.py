"""Editor for the new lines of one hunk, placed inside the diff."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.ui.editor.note_editor import LosslessText
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import ElidedLabel

MAX_EDITOR_LINES, MIN_EDITOR_LINES = 14, 2
"""Maximum and minimum number of visible lines; more scroll."""

EDITOR_EDGE = 8
"""Padding above and below in pixels."""

MAX_EDIT_CHARACTERS = 400_000
"""Maximum number of characters of a hunk that can be edited here; laying out more blocks the window. The note itself
can be edited.
"""

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HunkEditor(QWidget):
    """Ctrl+Enter or Done accepts the lines, Esc or Cancel discards the edit."""

    done = Signal(object)
    """Tuple of the edited lines."""
    cancelled = Signal()

    def __init__(self, lines: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._original_lines = LosslessText("\n".join(lines))
        self._lines = tuple(lines)
        self.box = QPlainTextEdit(self)
        self.box.setFrameShape(QFrame.Shape.NoFrame)
        self.box.setFont(theme().font("fixed"))
        self.box.setTabChangesFocus(True)
        self.box.setAccessibleName(self.tr("New lines; Ctrl+Enter takes them, Esc leaves them"))
        self.box.setPlainText(self._original_lines.shown)
        self.box.document().setModified(False)
        self.box.viewport().setAutoFillBackground(False)
        self.box.installEventFilter(self)
        self.done_button = PlainButton(self.tr("Done"), small=True)
        self.cancel_button = PlainButton(self.tr("Cancel"), small=True)
        self.done_button.setToolTip(QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText))
        self.done_button.clicked.connect(self._finish)
        self.cancel_button.clicked.connect(self.cancelled)
        row = QHBoxLayout()
        row.setSpacing(px(8))
        words = self.tr("These lines are written in place of the suggested ones.")
        row.addWidget(ElidedLabel(words, role="muted", font="small"), 1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12), px(EDITOR_EDGE), px(12), px(EDITOR_EDGE))
        column.setSpacing(px(8))
        column.addWidget(self.box, 1)
        column.addLayout(row)
        QWidget.setTabOrder(self.box, self.cancel_button)
        QWidget.setTabOrder(self.cancel_button, self.done_button)

    def wanted_height(self) -> int:
        """Return the preferred height of the editor for its initial lines."""
        lines = min(MAX_EDITOR_LINES, max(MIN_EDITOR_LINES, len(self._lines) + 1))
        above = theme().px(EDITOR_EDGE)
        buttons = self.done_button.sizeHint().height() + theme().px(8)
        return lines * self.box.fontMetrics().lineSpacing() + theme().px(12) + buttons + 2 * above

    def lines(self) -> tuple[str, ...]:
        """Return the current lines; empty text is no line."""
        if not self.box.document().isModified():
            return self._lines
        text = self._original_lines.written(self.box.document().toRawText())
        return tuple(text.split("\n")) if text else ()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys that end editing before the surrounding request does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()
            return False
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._finish()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.cancelled.emit()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Esc, and Enter on a button here, from answering the surrounding request."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        look, painter = theme(), QPainter(self)
        painter.fillRect(self.rect(), look.color("surface"))
        field = self.box.geometry().adjusted(-look.px(4), -look.px(3), look.px(4), look.px(3))
        box(painter, field, look.px(6), look.color("surface"), look.color("accent"), 2.0)

    def _finish(self) -> None:
        self.done.emit(self.lines())
