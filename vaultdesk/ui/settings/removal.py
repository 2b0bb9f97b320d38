"""Removal: a provider taken out of the settings, and the way back. Its key stays until the person forgets it too."""

import asyncio
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.core.credentials import ApiKey, Credentials
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.ui.bridge import start
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.provider_rows import ProviderRow
from vaultdesk.ui.widgets.banner import Action, Banner


@dataclass(frozen=True, slots=True)
class Removed:
    """What was taken away."""

    name: str
    settings: ProviderSettings
    asked: str = ""
    """The model of it that chats asked, where they did."""

    def taken(self, settings: Settings) -> Settings:
        """Return *settings* without it; chats that asked it ask the offline assistant."""
        return _asking(settings.with_provider(self.name, None), OFFLINE_LABEL if self.asked else "")

    def given_back(self, settings: Settings) -> Settings:
        """Return *settings* with it again, and asked again, unless somebody else was chosen since."""
        model = self.asked if settings.chat.model == OFFLINE_LABEL else ""
        return _asking(settings.with_provider(self.name, self.settings), model)


class Removal(Banner):
    """Says what was removed, with Undo; and with the key's end, where one is kept."""

    undone = Signal(str)
    """The name of the provider that is there again."""

    def __init__(self, keeper: Keeper, credentials: Credentials, parent: QWidget | None = None) -> None:
        super().__init__("info", "", closable=True, parent=parent)
        self._keeper = keeper
        self._credentials = credentials
        self.hide()

    def remove(self, row: ProviderRow) -> None:
        """Remove the provider of *row* and offer the way back."""
        settings = self._keeper.store.settings
        asked = settings.chat.model if settings.chat.model.startswith(f"{row.name}/") else ""
        removed = Removed(row.name, row.settings, asked)
        if not self._keeper.keep(removed.taken):
            return
        words = self.tr("{0} was removed.").format(row.title)
        if asked:
            words += " " + self.tr("Chats ask the offline assistant now.")
        self._say(words, removed)
        start(self._tell_key(row, words, removed), self)

    def _say(self, words: str, removed: Removed, *, key: bool = False) -> None:
        actions: list[Action] = [(self.tr("Undo"), lambda: self._undo(removed))]
        if key:
            words += " " + self.tr("Its key is still kept.")
            actions.append((self.tr("Forget the Key Too"), lambda: start(self._forget(removed.name), self)))
        had_keyboard = any(link.hasFocus() for link in self.links)
        self.set_text(words)
        self.set_actions(actions)
        self.show()
        if had_keyboard:
            self.links[0].setFocus()

    async def _tell_key(self, row: ProviderRow, words: str, removed: Removed) -> None:
        if row.origin:
            found = await asyncio.to_thread(self._credentials.find, row.name, row.origin, "")
            if isinstance(found, ApiKey) and found.place != "environment":
                self._say(words, removed, key=True)

    def _undo(self, removed: Removed) -> None:
        if self._keeper.keep(removed.given_back):
            self.undone.emit(removed.name)
            self.hide()

    async def _forget(self, name: str) -> None:
        try:
            await asyncio.to_thread(self._credentials.forget, name)
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
            return
        self.set_text(self.tr("The provider and its key are gone."))
        self.set_actions(())


def _asking(settings: Settings, model: str) -> Settings:
    if not model:
        return settings
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": model})})
