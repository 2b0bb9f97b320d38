"""Labels: text that is never read as markup, in the colours and fonts of the theme."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QWidget

from vaultdesk.ui.core_words import in_words
from vaultdesk.ui.parts.elided_label import ElidedLabel as ElidedLabel
from vaultdesk.ui.parts.elided_label import as_tooltip as as_tooltip
from vaultdesk.ui.parts.running_text import RunningText
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.parts.text_choice import TextChoice
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName


class PlainLabel(QLabel):
    """A label that shows its text literally, however hostile the text is.

    One that wraps sets and draws its lines itself: Qt's own stand closer than running text should (LOOK, Type).
    """

    def __init__(
        self,
        text: str = "",
        role: str = "text",
        font: FontName = "interface",
        *,
        wrap: bool = False,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._role = role
        self._font_name: FontName = font
        self._running: RunningText | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        # On a ground of Base Qt would take the role Text, which stays as it is.
        self.setForegroundRole(QPalette.ColorRole.WindowText)
        self.setWordWrap(wrap)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._choice = TextChoice(self, self.letter_at, self.word_at) if selectable and wrap else None
        self.setText(text)
        self._dress()
        theme().changed.connect(self._dress)

    def setText(self, text: str) -> None:
        """Show *text*, cut and broken so that it cannot hurt the layout."""
        self._running = None
        super().setText(shown(in_words(text)))

    def set_role(self, role: str) -> None:
        """Show the text in the colour of *role*."""
        self._role = role
        self._dress()

    def set_font_name(self, font: FontName) -> None:
        """Show the text in another of the theme's fonts."""
        self._font_name = font
        self._dress()

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            palette.setColor(group, QPalette.ColorRole.WindowText, theme().color(self._role))
        self.setPalette(palette)
        self._running = None
        self.setFont(theme().font(self._font_name))

    def sizeHint(self) -> QSize:
        """Return a size in which the text is easy to read."""
        if not self.wordWrap():
            return super().sizeHint()
        around = self._around()
        wanted = self._lines().ideal(self.maximumWidth() - around.width())
        if self.minimumWidth() > wanted.width() + around.width():
            return QSize(self.minimumWidth(), self.heightForWidth(self.minimumWidth()))
        return (wanted + around).expandedTo(self.minimumSize())

    def minimumSizeHint(self) -> QSize:
        """Return a size in which no word is cut."""
        if not self.wordWrap():
            return super().minimumSizeHint()
        return (self._lines().least() + self._around()).expandedTo(self.minimumSize())

    def heightForWidth(self, width: int) -> int:
        """Return the height that shows all lines."""
        if not self.wordWrap():
            return super().heightForWidth(width)
        around = self._around()
        lines = self._lines().extent(max(0, max(width, self.minimumWidth()) - around.width()))
        return max(lines.height + around.height(), self.minimumHeight())

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew after a change of font."""
        if event.type() == QEvent.Type.FontChange:
            self._running = None
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines where LOOK wants them."""
        if not self.wordWrap():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        group = self.palette().currentColorGroup()
        painter.setPen(self.palette().color(group, self.foregroundRole()))
        chosen = self._choice.chosen() if self._choice is not None else (0, 0)
        room, align = self._room(), self.alignment()
        self._lines().draw(painter, room, align, from_right=self.isRightToLeft(), chosen=chosen)

    def letter_at(self, place: QPointF) -> int:
        """Return between which letters of a text that wraps *place* is, as Qt counts them."""
        return self._lines().letter_at(place, self._room(), self.alignment(), from_right=self.isRightToLeft())

    def word_at(self, letter: int) -> tuple[int, int]:
        """Return the first letter of the word around *letter* of a text that wraps, and how many it has."""
        return self._lines().word_at(letter)

    def _lines(self) -> RunningText:
        if self._running is None:
            self._running = RunningText(self.text(), self.font(), theme().line_height(self._font_name))
        return self._running

    def _room(self) -> QRectF:
        edge = self.margin()
        return QRectF(self.contentsRect().adjusted(edge, edge, -edge, -edge))

    def _around(self) -> QSize:
        edges, margin = self.contentsMargins(), 2 * self.margin()
        return QSize(edges.left() + edges.right() + margin, edges.top() + edges.bottom() + margin)
