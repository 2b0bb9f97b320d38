"""Plain text edit with spaced lines."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QTextBlock, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QWidget

# Qt lays a line out when it is first seen; the lines are moved apart then, and again after each change of their block.

HIGH_LINE_SPACING = 0.3
"""Air above a line that is higher than the pitch, a heading, as a share of its height."""

UNWRAPPED_WIDTH = 100_000.0
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
            self._set_apart(layout, right_to_left=block.textDirection() == Qt.LayoutDirection.RightToLeft)
            rect.setHeight(layout.boundingRect().bottom())
        return rect

    def _set_apart(self, layout: QTextLayout, *, right_to_left: bool) -> None:
        """Move the lines apart. The air is above them: so the place a block takes ends where its last line does.

        Qt leaves Arabic and Hebrew paragraphs at the left edge; *right_to_left* ones are moved to the right edge.
        """
        top = 0.0
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            top += self._air(line.height())
            aside = (
                max(0.0, line.width() - line.naturalTextWidth())
                if right_to_left and line.width() < UNWRAPPED_WIDTH
                else 0.0
            )
            line.setPosition(QPointF(line.x() + aside, top))
            top += line.height()

    def _air(self, height: float) -> float:
        """Return the air above a line; never none, which says that the lines were moved."""
        return max(self._pitch - height, height * HIGH_LINE_SPACING if height > self._pitch else 1.0)


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
        self.spaced_layout = SpacedLayout(self.document())
        self.document().setDocumentLayout(self.spaced_layout)

    def viewportEvent(self, event: QEvent) -> bool:
        """Move presses in the air down to the line they mean."""
        if event.type() in _MOUSE and isinstance(event, QMouseEvent):
            at = event.position()
            meant = self.nearest_line_point(at)
            if meant != at:
                moved = QMouseEvent(
                    event.type(), meant, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
                )
                answered = super().viewportEvent(moved)
                event.setAccepted(moved.isAccepted())
                return answered
        return super().viewportEvent(event)

    def nearest_line_point(self, at: QPointF) -> QPointF:
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
