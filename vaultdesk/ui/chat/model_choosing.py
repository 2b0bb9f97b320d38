"""Model choosing: who is asked in the shown talk, who else could be, and where a choice is kept."""

from PySide6.QtCore import QObject, Signal

from vaultdesk.settings import Settings
from vaultdesk.ui.chat.chat_vault import ChatVault, NamedModel
from vaultdesk.ui.chat.model_button import ModelButton
from vaultdesk.ui.chat.talk import Talk


class ModelChoosing(QObject):
    """Joins the model button, the settings and the shown talk."""

    changed = Signal()

    def __init__(self, vault: ChatVault, button: ModelButton) -> None:
        super().__init__(button)
        self._vault = vault
        self._button = button

    def current(self, talk: Talk) -> str:
        """Return the label of who is asked in *talk*."""
        return talk.model or self._vault.store.settings.chat.model

    def other(self, talk: Talk) -> NamedModel | None:
        """Return who may be asked instead: one on this computer where there is one."""
        others = [choice for choice in self._vault.models() if choice.label != self.current(talk)]
        return next((choice for choice in others if choice.local), others[0] if others else None)

    def show(self, talk: Talk) -> None:
        """Show who is asked in *talk*."""
        self._button.set_choices(self._vault.models(), self.current(talk))

    def choose(self, talk: Talk, model: str) -> None:
        """Ask *model* in *talk* from now on, and in talks to come. Raises `VaultDeskError` where it cannot be kept."""
        talk.model = model

        def chosen(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": model})})

        try:
            self._vault.store.change(chosen)
        finally:
            self.changed.emit()
