"""Diff text: a word diff as text that is read, in the colours of what goes and what comes. Decides nothing."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from vaultdesk.ui.rewrite.word_diff import Kind, Stretch
from vaultdesk.ui.theme.theme import theme

MOST_LINES = 14
"""Lines in sight; more scroll."""

GROUNDS: dict[Kind, str] = {"removed": "danger_tint", "added": "success_tint"}
INKS: dict[Kind, str] = {"same": "text", "removed": "danger", "added": "success"}


class DiffText(QPlainTextEdit):
    """Read only. What goes is struck through, what comes is underlined: colour alone says nothing to some."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self._shown: tuple[Stretch, ...] = ()
        theme().changed.connect(self._draw)

    def show_diff(self, stretches: Sequence[Stretch]) -> None:
        """Show *stretches*."""
        self._shown = tuple(stretches)
        self._draw()

    def wanted_height(self) -> int:
        """Return how high it is with all its lines, as far as there is room for them."""
        lines = sum(block.layout().lineCount() for block in _blocks(self))
        return self.fontMetrics().lineSpacing() * max(2, min(MOST_LINES, lines)) + theme().step(12)

    def _draw(self) -> None:
        self.setFont(theme().font("interface"))
        self.clear()
        cursor = QTextCursor(self.document())
        for stretch in self._shown:
            cursor.insertText(stretch.text, _format(stretch.kind))
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _format(kind: Kind) -> QTextCharFormat:
    shape = QTextCharFormat()
    shape.setForeground(QColor(theme().color(INKS[kind])))
    if kind != "same":
        shape.setBackground(QColor(theme().color(GROUNDS[kind])))
    shape.setFontStrikeOut(kind == "removed")
    shape.setFontUnderline(kind == "added")
    return shape


def _blocks(editor: QPlainTextEdit) -> Iterator[QTextBlock]:
    block = editor.document().begin()
    while block.isValid():
        yield block
        block = block.next()
