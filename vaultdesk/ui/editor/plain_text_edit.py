"""Plain text edit with line spacing."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QTextBlock, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QWidget

# Qt lays out a line when it first becomes visible; lines are then moved apart, again after each change of their block.

HIGH_LINE_SPACING = 0.3
"""Extra space above a line that is higher than the pitch, such as a heading, as a share of its height."""

UNWRAPPED_WIDTH = 100_000.0
"""Width in pixels beyond any field: such a line is not wrapped and has no right edge to align with."""

_default_rect = QPlainTextDocumentLayout.blockBoundingRect


class SpacedLayout(QPlainTextDocumentLayout):
    """Lines are *pitch* pixels apart; a higher one has some space above it."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._pitch = 0.0

    def set_pitch(self, pitch: float) -> None:
        """Set the distance of the lines; the caller must lay out the text again."""
        self._pitch = pitch

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the rectangle of *block*, with its lines moved apart."""
        rect = _default_rect(self, block)
        layout = block.layout()
        # Called for each visible line on each key press: only the first line is checked.
        if layout.lineCount() and layout.lineAt(0).y() <= 0:
            self._space_lines(layout, right_to_left=block.textDirection() == Qt.LayoutDirection.RightToLeft)
            rect.setHeight(layout.boundingRect().bottom())
        return rect

    def _space_lines(self, layout: QTextLayout, *, right_to_left: bool) -> None:
        """Move the lines apart. The space is above them, so that a block ends at the bottom of its last line.

        Qt leaves Arabic and Hebrew paragraphs at the left edge; *right_to_left* ones are moved to the right edge.
        """
        top = 0.0
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            top += self._line_spacing(line.height())
            offset = (
                max(0.0, line.width() - line.naturalTextWidth())
                if right_to_left and line.width() < UNWRAPPED_WIDTH
                else 0.0
            )
            line.setPosition(QPointF(line.x() + offset, top))
            top += line.height()

    def _line_spacing(self, height: float) -> float:
        """Return the space above a line; never 0, which marks lines that were not moved."""
        return max(self._pitch - height, height * HIGH_LINE_SPACING if height > self._pitch else 1.0)


_MOUSE_EVENTS = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
)


class SpacedTextEdit(QPlainTextEdit):
    """Text edit with a `SpacedLayout`; Qt would treat a click between two lines as one at the start of a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spaced_layout = SpacedLayout(self.document())
        self.document().setDocumentLayout(self.spaced_layout)

    def viewportEvent(self, event: QEvent) -> bool:
        """Move mouse positions between lines to the line below."""
        if event.type() in _MOUSE_EVENTS and isinstance(event, QMouseEvent):
            position = event.position()
            line_point = self.nearest_line_point(position)
            if line_point != position:
                moved_event = QMouseEvent(
                    event.type(), line_point, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
                )
                handled = super().viewportEvent(moved_event)
                event.setAccepted(moved_event.isAccepted())
                return handled
        return super().viewportEvent(event)

    def nearest_line_point(self, at: QPointF) -> QPointF:
        """Return *at*, or the point below it at the top of the line to which the space belongs."""
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
