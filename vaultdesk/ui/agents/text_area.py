"""Text area: a field of several lines of plain text. Knows nothing of what is written in it."""

from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme


class _Lines(QPlainTextEdit):
    """The text; Tab leaves it, as any field."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)


class TextArea(QWidget):
    """A frame around lines; the focus of the text shows on it."""

    def __init__(self, name: str, text: str = "", lines: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = _Lines(name)
        self.edit.setPlainText(text)
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(step(10), step(8), step(4), step(8))
        column.addWidget(self.edit)
        self.setFocusProxy(self.edit)
        self.setMinimumHeight(theme().metrics("interface").lineSpacing() * lines + 2 * step(8))
        self.edit.installEventFilter(self)
        theme().changed.connect(self.update)

    def text(self) -> str:
        """Return what is written."""
        return self.edit.toPlainText()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Draw the frame anew when the keyboard comes or goes."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the frame, in the accent colour while the text has the keyboard."""
        look = theme()
        focused = self.edit.hasFocus()
        line = look.color("accent" if focused else "control")
        box(QPainter(self), QRectF(self.rect()), look.step(6), look.color("surface"), line, 2.0 if focused else 1.0)
