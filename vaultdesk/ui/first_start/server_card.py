"""Server card: a server that runs on this computer, offered to whoever begins. Asks and keeps nothing."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.providers.local_servers import FoundServer
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel


class ServerCard(Card):
    """Says that it is there; one button takes it up, a link leads to its models."""

    use_requested = Signal(object)
    choose_requested = Signal(object)
    """The `FoundServer`."""

    def __init__(self, server: FoundServer, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.server = server
        step = theme().step
        title = QHBoxLayout()
        title.setSpacing(step(8))
        title.addWidget(Glyph("chip", "success"))
        title.addWidget(PlainLabel(self.tr("{0} is running here").format(server.title), font="strong"), 1)
        self._words = PlainLabel(self._offer(), role="muted", font="small", wrap=True)
        self.use = PlainButton(self.tr("Use {0}").format(server.title))
        self.use.clicked.connect(lambda: self.use_requested.emit(server))
        self.choose = LinkButton(self.tr("Choose a Model"), small=True)
        self.choose.clicked.connect(lambda: self.choose_requested.emit(server))
        buttons = QHBoxLayout()
        buttons.setSpacing(step(12))
        buttons.addWidget(self.use)
        buttons.addWidget(self.choose)
        buttons.addStretch(1)
        self.content.addLayout(title)
        self.content.addWidget(self._words)
        self.content.addStretch(1)
        self.content.addLayout(buttons)

    def words(self) -> str:
        """Return what the card says."""
        return self._words.text()

    def show_taken(self, model: str) -> None:
        """Say that chats ask *model* now; without one, that there is none yet."""
        self.use.hide()
        taken = self.tr("Chats ask {0} now. Answers come from this computer only.").format(model)
        self._words.setText(taken if model else self.tr("It was added, and has no model yet. Fetch one there first."))

    def show_problem(self, problem: str) -> None:
        """Say why it could not be taken up."""
        self._words.setText(problem)

    def _offer(self) -> str:
        count = self.server.models
        if not count:
            return self.tr("It has no model yet. With one, answers come from this computer only.")
        ready = self.tr("1 model is ready.") if count == 1 else self.tr("{0} models are ready.").format(count)
        return f"{ready} {self.tr('Answers then come from this computer only.')}"
