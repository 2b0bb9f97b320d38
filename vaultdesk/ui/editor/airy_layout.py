"""Airy layout: a plain text field's lines set apart as in the reading view. Qt's own layout sets them solid.

Qt lays a line out when it is first seen; the lines are moved apart then, and again after each change of their block.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout

TALL = 0.3
"""Air above a line that is higher than the pitch, a heading, as a share of its height."""

ENDLESS = 100_000.0
"""Pixels no field is wide: such a line is not broken, and has no right edge to stand at."""

_solid_rect = QPlainTextDocumentLayout.blockBoundingRect


class AiryLayout(QPlainTextDocumentLayout):
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
