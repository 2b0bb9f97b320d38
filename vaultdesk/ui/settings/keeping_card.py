"""Keeping card: whether the chats of the open vault become notes; the answer of the first time can be changed here."""

from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class KeepingCard(Card):
    """One switch, on where chats are kept."""

    def __init__(self, chats: SavedChats, keeper: Keeper, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._chats = chats
        self._keeper = keeper
        self.switch = Switch(self.tr("Keep chats as notes of this vault"))
        words = self.tr("Each chat is a note in the chat folder. Off, a chat ends with VaultDesk; notes stay.")
        self.content.addWidget(self.switch)
        self.content.addWidget(PlainLabel(words, role="muted", font="small", wrap=True))
        self.refresh()
        self.switch.toggled.connect(self._keep)

    def refresh(self) -> None:
        """Show what holds now."""
        self.switch.blockSignals(True)
        self.switch.setChecked(self._chats.keeping == "keep")
        self.switch.blockSignals(False)

    def _keep(self, on: bool) -> None:
        try:
            self._chats.set_keeping("keep" if on else "off")
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
            self.refresh()
