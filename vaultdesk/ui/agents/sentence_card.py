"""Sentence card: what something may do, a sentence a row, the first the weightiest. Words of notes stay plain text."""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel


class SentenceCard(Card):
    """Empty until it is told sentences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self.content.setSpacing(0)

    def show_sentences(self, sentences: Iterable[str]) -> None:
        """Show *sentences* instead of those before."""
        while (item := self.content.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        step = theme().step
        for number, sentence in enumerate(sentences):
            if number:
                self.content.addWidget(SeparatorLine())
            label = PlainLabel(sanitize_text(sentence), font="interface" if number else "strong", wrap=True)
            label.setContentsMargins(step(16), step(7), step(16), step(7))
            self.content.addWidget(label)

    def sentences(self) -> list[str]:
        """Return the sentences in sight."""
        return [label.text() for label in self.findChildren(PlainLabel)]
