"""Airy field: a plain text field whose lines stand apart. A press in the air above a line means that line."""

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from vaultdesk.ui.editor.airy_layout import AiryLayout

_MOUSE = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
)


class AiryField(QPlainTextEdit):
    """Has an `AiryLayout`; Qt would take a press between two lines for one at the beginning of a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.airy = AiryLayout(self.document())
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
