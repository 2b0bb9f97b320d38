"""Model choosing: who is asked in the shown talk, who else could be, and where a choice is kept."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from vaultdesk.errors import VaultDeskError
from vaultdesk.settings import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_vault import ChatVault, NamedModel
from vaultdesk.ui.chat.model_button import ModelButton
from vaultdesk.ui.chat.talk import Talk


class ModelChoosing(QObject):
    """Joins the model button, the settings, the lists of models and the shown talk."""

    changed = Signal()
    refused = Signal(str)
    """A sentence on why a choice could not be kept."""

    def __init__(self, vault: ChatVault, button: ModelButton) -> None:
        super().__init__(button)
        self._vault = vault
        self._button = button
        self._models: Sequence[NamedModel] = ()
        self.shown: NamedModel | None = None
        """What is known of who is asked in the shown talk."""
        self._asking: asyncio.Task[None] | None = None
        button.opened.connect(self.renew_lists)
        button.effort_chosen.connect(self.choose_effort)
        bridge.start(self._follow(), owner=self)

    def current(self, talk: Talk) -> str:
        """Return the label of who is asked in *talk*."""
        return talk.model or self._vault.store.settings.chat.model

    def other(self, talk: Talk) -> NamedModel | None:
        """Return who may be asked instead: one on this computer where there is one."""
        others = [choice for choice in self._models if choice.label != self.current(talk)]
        return next((choice for choice in others if choice.local), others[0] if others else None)

    def forget(self) -> None:
        """Look anew which models there are, when they are shown next: of hundreds that takes a moment."""
        self._models = ()

    def show(self, talk: Talk) -> None:
        """Show who is asked in *talk*."""
        current = self.current(talk)
        if all(choice.label != current for choice in self._models):
            self._models = self._vault.models()
        self.shown = next((choice for choice in self._models if choice.label == current), None)
        self._button.set_choices(self._models, current, self._vault.store.settings.chat.effort)

    def choose(self, talk: Talk, model: str) -> None:
        """Ask *model* in *talk* from now on, and in talks to come. Raises `VaultDeskError` where it cannot be kept."""
        talk.model = model
        self._keep("model", model)

    def choose_effort(self, effort: str) -> None:
        """Let models think so much from now on."""
        try:
            self._keep("effort", effort)
        except VaultDeskError as problem:
            self.refused.emit(str(problem))

    def renew_lists(self) -> None:
        """Fetch lists of models that are old, in the background; what is new shows itself."""
        if self._asking is None or self._asking.done():
            self._asking = bridge.start(self._vault.refresh_models(), owner=self)

    def _keep(self, field: str, value: str) -> None:
        def chosen(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={field: value})})

        try:
            self._vault.store.change(chosen)
        finally:
            self.changed.emit()

    async def _follow(self) -> None:
        with self._vault.catalog.changes.subscribe() as changes:
            async for _ in changes:
                self.changed.emit()
