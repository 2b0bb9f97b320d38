"""MeaningCard: how far the notes were read for their meaning, with what can be done about it. Reads no note."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.embedding_status import embedding_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class MeaningCard(Card):
    """The model's name, a sentence, a bar while passages are read, and the button that stops or goes on."""

    pause_asked = Signal(bool)
    settings_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        step = theme().step
        self._paused = False
        self.model = PlainLabel(font="strong", wrap=True)
        self.words = PlainLabel(role="text2", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(step(6))
        self.bar.setAccessibleName(self.tr("Passages read"))
        self.pause = PlainButton(self.tr("Pause"))
        self.pause.clicked.connect(lambda: self.pause_asked.emit(not self._paused))
        self.settings = LinkButton(self.tr("Settings"))
        self.settings.clicked.connect(self.settings_asked)
        row = QHBoxLayout()
        row.setSpacing(step(8))
        row.addWidget(self.pause)
        row.addWidget(self.settings)
        row.addStretch(1)
        for part in (self.model, self.words, self.bar):
            self.content.addWidget(part)
        self.content.addLayout(row)
        self.show_state(EmbeddingState())

    def show_state(self, state: EmbeddingState) -> None:
        """Say where the reading stands."""
        self.model.setText(state.model or self.tr("Search by meaning"))
        self.words.setText(embedding_text(state))
        under_way = state.phase in ("reading", "paused") and state.total > 0
        self.bar.setVisible(under_way)
        self.bar.setRange(0, max(1, state.total))
        self.bar.setValue(state.done)
        self._paused = state.phase == "paused"
        self.pause.setText(self.tr("Resume") if self._paused else self.tr("Pause"))
        self.pause.setVisible(state.phase in ("reading", "paused"))
