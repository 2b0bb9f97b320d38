"""Engine trial: a button that asks the chosen search engine one harmless question, and what came of it."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner, BannerKind
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.web.web_search import WebSearch

QUESTION = "weather"
"""What is searched for: it says nothing of anybody, and every engine knows an answer."""

WANTED = 3
"""Results asked for: enough to see that it answers."""


class EngineTrial(QWidget):
    """Asks only when it is pressed; the newest press counts."""

    def __init__(self, search: WebSearch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search = search
        self._turn = 0
        self.button = PlainButton(self.tr("Test"))
        self.button.setToolTip(self.tr("Searches for “{0}”").format(QUESTION))
        self.button.setAccessibleName(self.tr("Test the search engine with the word “{0}”").format(QUESTION))
        self.outcome = Banner("info", "")
        self.outcome.hide()
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(8))
        column.addLayout(row)
        column.addWidget(self.outcome)
        self.button.clicked.connect(lambda: start(self._ask(), self))

    def forget(self) -> None:
        """Take away what came of an earlier trial: the settings are others now."""
        self._turn += 1
        self.button.setEnabled(True)
        self.outcome.hide()

    async def _ask(self) -> None:
        self.forget()
        turn = self._turn
        kind: BannerKind
        self.button.setEnabled(False)
        try:
            self._tell("info", self.tr("Asking {0}…").format(self._search.destination.name))
            found = await self._search.search(QUESTION, WANTED)
            kind, words = "success", self.tr("It answers: %n results.", "", len(found))
            if not found:
                kind, words = "warning", self.tr("It answers, but found nothing.")
        except VaultDeskError as problem:
            kind, words = "danger", str(problem)
        if turn == self._turn:
            self.button.setEnabled(True)
            self._tell(kind, words)

    def _tell(self, kind: BannerKind, words: str) -> None:
        self.outcome.set_kind(kind)
        self.outcome.set_text(words)
        self.outcome.show()
