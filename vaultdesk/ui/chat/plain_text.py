"""Plain text: a long foreign text (thinking, arguments, a result) in a small box that scrolls. Never read as markup."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import safe_label_text

LONGEST = 100_000
"""Characters shown; a tool's result is cut for the model at 60,000 unless set (settings, result_limit)."""

MOST_LINES = 12
"""Lines before it scrolls: enough to judge, without pushing the answer away."""


class PlainText(QPlainTextEdit):
    """Read-only, as high as its text up to twelve lines."""

    def __init__(self, name: str, *, fixed: bool = True, ground: str = "sunken", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fixed, self._ground = fixed, ground
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMaximumBlockCount(0)
        self.document().setDocumentMargin(theme().step(8))
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme().changed.connect(self._dress)
        self._dress()

    def show_text(self, text: str) -> None:
        """Show *text* from its beginning."""
        self.setPlainText(safe_label_text(text, LONGEST))

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._ground))
        palette.setColor(QPalette.ColorRole.Text, theme().color("text2"))
        self.setPalette(palette)
        self.setFont(theme().font("fixed" if self._fixed else "small"))
        self._fit()

    def _fit(self) -> None:
        lines = min(max(1, round(self.document().size().height())), MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * theme().step(8) + 2)
