"""File preview: the file under the cursor as the model would read it, with line numbers. Plain text only."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.runtime.approval_text import estimate_tokens
from vaultdesk.ui.approval.file_checklist import HEAD_HEIGHT
from vaultdesk.ui.approval.numbered_text import NumberedText
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout

LONGEST_PREVIEW = 200_000
"""Characters shown of one note; laying out more stops the window for a moment, and nobody reads it here."""


class FilePreview(QWidget):
    """A head that says what this is and how much, over the text."""

    def __init__(self, read: Callable[[str], Awaitable[str]], edge: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._wanted = ""
        self._amount = PlainLabel(role="muted", font="small")
        self._text = NumberedText(edge, self.tr("What the model would read"))
        head = QWidget(self)
        head.setMinimumHeight(theme().step(HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge * 2 // 3, 0, edge, 0)
        row.setSpacing(theme().step(8))
        row.addWidget(Glyph("eye", size=14))
        holder = QWidget()
        told = FlowLayout(holder, spacing=theme().step(8))
        for words in (PlainLabel(self.tr("What the model would read"), "muted", "small"), self._amount):
            told.addWidget(words)
        row.addWidget(holder, 1, Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(SeparatorLine())
        layout.addWidget(self._text, 1)

    def show_file(self, path: str) -> None:
        """Read and show *path*; the newest wish wins."""
        self._wanted = path
        if path:
            start(self._show(path), self)

    def text(self) -> str:
        """Return the text shown."""
        return self._text.toPlainText()

    def amount(self) -> str:
        """Return what is said of how much the text is."""
        return self._amount.text()

    def set_lines(self, lines: int) -> None:
        """Show exactly *lines* lines at a time."""
        self._text.show_lines(lines)

    async def _show(self, path: str) -> None:
        amount, hint = "", ""
        try:
            text = await self._read(path)
            amount = self.tr("about {0} tokens").format(
                format_number(estimate_tokens(len(text.encode("utf-8", "replace"))))
            )
            if len(text) > LONGEST_PREVIEW:
                amount = self.tr("{0}, only the beginning is shown").format(amount)
        except VaultDeskError as error:
            text, hint = error.title, error.hint
        if path != self._wanted:
            return
        self._text.setPlainText(safe_label_text(f"{text}\n{hint}" if hint else text, LONGEST_PREVIEW))
        self._amount.setText(amount)
