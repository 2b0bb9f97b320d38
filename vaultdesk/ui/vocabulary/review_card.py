"""ReviewCard: a word, and when asked for its meaning, in the middle of the page. Rates nothing."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel


class ReviewCard(Card):
    """The meaning keeps its room while it is hidden, so that nothing jumps when it is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(32, parent=parent)
        step = theme().step
        self.word = PlainLabel(font="h1", wrap=True, selectable=True)
        self.meaning = PlainLabel(font="lead", wrap=True, selectable=True)
        self.source = PlainLabel("", "muted", wrap=True)
        self._rule = SeparatorLine()
        self._shown = False
        self.content.setSpacing(step(18))
        self.content.addStretch(1)
        for widget in (self.word, self._rule, self.meaning, self.source):
            if isinstance(widget, PlainLabel):
                widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                policy = widget.sizePolicy()
                policy.setRetainSizeWhenHidden(True)
                widget.setSizePolicy(policy)
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.setMinimumHeight(step(270))

    @property
    def is_open(self) -> bool:
        """Whether the meaning is shown."""
        return self._shown

    def show_word(self, word: VocabularyWord) -> None:
        """Show *word* without its meaning."""
        self.word.setText(word.word)
        self.meaning.setText(word.meaning or self.tr("This word has no meaning yet."))
        self.meaning.set_role("text" if word.meaning else "muted")
        self.source.setText(word.source.removeprefix("[[").removesuffix("]]"))
        self._turn(False)

    def open(self) -> None:
        """Show the meaning."""
        self._turn(True)

    def _turn(self, shown: bool) -> None:
        self._shown = shown
        self.meaning.setVisible(shown)
        self.source.setVisible(shown and bool(self.source.text()))
        # A screen reader reads the card; what is hidden must not be read.
        self.setAccessibleName(self.word.text())
        self.setAccessibleDescription(self.meaning.text() if shown else self.tr("Its meaning is hidden."))
