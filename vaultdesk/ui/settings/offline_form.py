"""Offline form: what the built-in assistant is, and the way to ask it. There is nothing to set up."""

from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.use_row import UseRow
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class OfflineForm(Card):
    """The right half of the providers page for the assistant without a model."""

    def __init__(self, title: str, keeper: Keeper, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._keeper = keeper
        self.use = UseRow(catalog)
        words = self.tr(
            "Built in, without a language model. It finds the best sentences in your notes and quotes them "
            "with a link to each. Nothing leaves this computer."
        )
        self.content.addWidget(PlainLabel(title, font="title"))
        self.content.addWidget(PlainLabel(words, role="text2", wrap=True))
        self.content.addWidget(self.use)
        self.use.button.clicked.connect(self._use)
        self.show_asked()

    @property
    def ends(self) -> tuple[QWidget, QWidget]:
        """Where Tab stops first and last."""
        return self.use.button, self.use.button

    def show_asked(self) -> None:
        """Say who answers in chats now."""
        self.use.show_asked(self._keeper.store.settings.chat.model, OFFLINE_LABEL)

    def _use(self) -> None:
        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": OFFLINE_LABEL})})

        if self._keeper.keep(changed):
            self.show_asked()
