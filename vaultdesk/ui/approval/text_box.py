"""Text box: long plain text that cannot be changed, scrolled with the keyboard."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from vaultdesk.ui.editor.plain_text_edit import SpacedTextEdit
from vaultdesk.ui.theme.primitives import focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName


class TextBox(SpacedTextEdit):
    """Text that cannot be changed. Arrows, Page Up and Down, Home and End scroll it; a ring says that they do."""

    def __init__(self, name: str, font: FontName = "fixed", role: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._font_name: FontName = font
        self._role = role
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(theme().step(8))
        self.viewport().setAutoFillBackground(False)
        theme().changed.connect(self.dress)
        self.dress()

    def show_lines(self, lines: int) -> None:
        """Be exactly *lines* lines high."""
        # The margin below comes after the last line only: with it here a part of one more line would be seen. As much
        # as the air above that is room for the tails of the last line's letters.
        pitch = theme().line_height(self._font_name)
        air = max(0, pitch - self.fontMetrics().height() - 1)
        self.setFixedHeight(pitch * lines + air + round(self.document().documentMargin()))

    def dress(self) -> None:
        """Take over the theme's font and colours."""
        self.airy.set_pitch(theme().line_height(self._font_name))
        self.setFont(theme().font(self._font_name))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Text, theme().color(self._role))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, and the ring while it has the keyboard."""
        super().paintEvent(event)
        if self.hasFocus():
            rect = QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1)
            focus_ring(theme(), QPainter(self.viewport()), rect, theme().step(4))
