"""Source card: what can be imported, and as what it must lie there."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel


class SourceCard(Card):
    """One row for each kind of source."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self.content.setSpacing(0)
        self._add(
            self.tr("ChatGPT, Claude"), self.tr("The export as you downloaded it (.zip), or its unpacked folder.")
        )
        self.content.addWidget(SeparatorLine())
        self._add(
            self.tr("Obsidian Copilot, ChatGPT MD, Gemini Scribe"), self.tr("One chat note, or a folder of them.")
        )

    def _add(self, name: str, words: str) -> None:
        step = theme().step
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(step(16), step(10), step(16), step(10))
        column.setSpacing(step(2))
        column.addWidget(PlainLabel(name, font="strong", wrap=True))
        column.addWidget(PlainLabel(words, "muted", "small", wrap=True))
        self.content.addWidget(row)
