"""Read-only text boxes, plain and with line numbers, and a scroll area that is as high as its contents."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.ui.editor.plain_text_edit import SpacedTextEdit
from vaultdesk.ui.theme.painting import focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.folded_text import BlankFolds


class TextBox(SpacedTextEdit):
    """Read-only text. Arrow keys, Page Up and Down, Home and End scroll it; it has a focus ring."""

    end_seen = Signal()
    """The last line became visible for the first time."""

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
        self.document().setDocumentMargin(theme().px(8))
        self.viewport().setAutoFillBackground(False)
        self.folds = BlankFolds(self)
        self._was_end_seen = False
        theme().changed.connect(self.dress)
        self.dress()

    def show_text(self, text: str) -> None:
        """Show *text* with its blank runs folded (vaultdesk/ui/review/README.md, "Hostile text")."""
        self.folds.show_text(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Expand folded blank lines with Space."""
        if not self.folds.take_key(event):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Expand folded blank lines on a click."""
        if not self.folds.take_click(event):
            super().mouseReleaseEvent(event)

    def show_lines(self, lines: int) -> None:
        """Set the height to exactly *lines* lines."""
        # The bottom margin follows the last line of the text only: including it would show part of another line. Space
        # equal to the top margin is left for the descenders of the last line.
        pitch = theme().line_height(self._font_name)
        air = max(0, pitch - self.fontMetrics().height() - 1)
        self.setFixedHeight(pitch * lines + air + round(self.document().documentMargin()))

    def dress(self) -> None:
        """Apply the theme's font and colours."""
        self.spaced_layout.set_pitch(theme().line_height(self._font_name))
        self.setFont(theme().font(self._font_name))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Text, theme().color(self._role))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, and the focus ring."""
        super().paintEvent(event)
        bar = self.verticalScrollBar()
        if not self._was_end_seen and bar.value() >= bar.maximum():
            self._was_end_seen = True
            QTimer.singleShot(0, self, self.end_seen.emit)  # Not during painting.
        if self.hasFocus():
            rect = QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1)
            focus_ring(theme(), QPainter(self.viewport()), rect, theme().px(4))


class FittedScrollArea(QScrollArea):
    """Scroll area as high as its contents. If it gets less height, or they exceed the maximum, it scrolls, also by
    keyboard.
    """

    def __init__(self, contents: QWidget, most: int | None, name: str, parent: QWidget | None = None) -> None:
        """*most* is the maximum height in design pixels; None for no limit."""
        super().__init__(parent)
        self._contents = contents
        self._most = most
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setWidget(contents)
        # The background is the host's: white in a dialog, the card's in a chat.
        contents.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._update_focus_policy)

    def heightForWidth(self, width: int) -> int:
        """Return the contents' height at *width*, up to the maximum."""
        wanted = self._contents_height(width)
        return wanted if self._most is None else min(theme().px(self._most), wanted)

    def sizeHint(self) -> QSize:
        """Return the contents' size within the limit."""
        width = self._contents.sizeHint().width()
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def minimumSizeHint(self) -> QSize:
        """Return a size of a few words."""
        return QSize(theme().px(120), theme().px(40))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the layout when the contents' layout changes, which a scroll area does not propagate."""
        if watched is self._contents and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._update_bar()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._update_bar()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the focus ring."""
        super().paintEvent(event)
        if self.hasFocus():
            rect = QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1)
            focus_ring(theme(), QPainter(self.viewport()), rect, theme().px(4))

    def _contents_height(self, width: int) -> int:
        layout = self._contents.layout()
        wanted = layout.totalHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else -1
        # The scroll area keeps the contents at their minimum height, regardless of height-for-width.
        return max(wanted if wanted >= 0 else self._contents.sizeHint().height(), self._least())

    def _update_bar(self) -> None:
        """Hide the scroll bar if everything fits without it: its width could make the text wrap and not fit."""
        fits = self._contents_height(self.width()) <= self.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)

    def _least(self) -> int:
        return self._contents.minimumSizeHint().height()

    def _update_focus_policy(self, _least: int, most: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if most > 0 else Qt.FocusPolicy.NoFocus)


def scrolling_column(outer: QVBoxLayout, name: str) -> QVBoxLayout:
    """Add a scroll area called *name* to *outer*, which takes the remaining height, and return the layout in it."""
    body = QWidget()
    column = QVBoxLayout(body)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    outer.addWidget(FittedScrollArea(body, None, name), 1)
    return column
