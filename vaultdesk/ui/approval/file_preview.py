"""File preview: the file under the cursor as the model would read it, with line numbers. Plain text only."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.errors import VaultDeskError
from vaultdesk.tools.preview import tokens
from vaultdesk.ui.approval.file_checklist import HEAD_HEIGHT
from vaultdesk.ui.bridge import start
from vaultdesk.ui.parts.card import Rule
from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.theme import theme

LONGEST_PREVIEW = 200_000
"""Characters shown of one note; laying out more stops the window for a moment, and nobody reads it here."""


class NumberedText(QPlainTextEdit):
    """Text that cannot be changed, with the numbers of its lines at the left."""

    def __init__(self, edge: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edge = edge
        self._numbers = _Numbers(self)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(theme().step(8))
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(lambda _rect, _dy: self._numbers.update())
        theme().changed.connect(self._dress)
        self._dress()

    def numbers_width(self) -> int:
        """Return the width of the column of numbers, in pixels."""
        digits = max(2, len(str(self.blockCount())))
        return self._edge // 2 + self.fontMetrics().horizontalAdvance("9") * digits + theme().step(6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text."""
        super().resizeEvent(event)
        inner = self.contentsRect()
        self._numbers.setGeometry(QRect(inner.left(), inner.top(), self.numbers_width(), inner.height()))

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Draw the numbers of the lines in sight."""
        painter = QPainter(self._numbers)
        painter.fillRect(event.rect(), theme().color("surface"))
        painter.setFont(self.font())
        painter.setPen(theme().color("muted"))
        block = self.firstVisibleBlock()
        width, height = self._numbers.width() - theme().step(4), self.fontMetrics().height()
        while block.isValid():
            top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
            if top > event.rect().bottom():
                break
            area = QRect(0, round(top), width, height)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignRight), str(block.blockNumber() + 1))
            block = block.next()

    def _make_room(self) -> None:
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)

    def _dress(self) -> None:
        self.setFont(theme().font("fixed"))
        self._make_room()


class _Numbers(QWidget):
    def __init__(self, text: NumberedText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_numbers(event)


class FilePreview(QWidget):
    """A head that says what this is and how much, over the text."""

    def __init__(self, read: Callable[[str], Awaitable[str]], edge: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._wanted = ""
        self._amount = PlainLabel(role="muted", font="small")
        self._text = NumberedText(edge, self)
        self._text.setAccessibleName(self.tr("What the model would read"))
        head = QWidget(self)
        head.setFixedHeight(theme().step(HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge * 2 // 3, 0, edge, 0)
        row.setSpacing(theme().step(8))
        row.addWidget(Glyph("eye", size=14))
        row.addWidget(PlainLabel(self.tr("What the model would read"), role="muted", font="small"))
        row.addStretch(1)
        row.addWidget(self._amount)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(Rule())
        layout.addWidget(self._text, 1)

    def show_file(self, path: str) -> None:
        """Read and show *path*; the newest wish wins."""
        self._wanted = path
        if path:
            start(self._show(path), self)

    def text(self) -> str:
        """Return the text shown."""
        return self._text.toPlainText()

    def set_lines(self, lines: int) -> None:
        """Show exactly *lines* lines at a time."""
        height = self._text.fontMetrics().lineSpacing() * lines + theme().step(12)
        self._text.setFixedHeight(height)

    async def _show(self, path: str) -> None:
        amount, hint = "", ""
        try:
            text = await self._read(path)
            amount = self.tr("about %n tokens", "", tokens(len(text.encode("utf-8", "replace"))))
        except VaultDeskError as error:
            text, hint = error.title, error.hint
        if path != self._wanted:
            return
        self._text.setPlainText(shown(f"{text}\n{hint}" if hint else text, LONGEST_PREVIEW))
        self._amount.setText(amount)
