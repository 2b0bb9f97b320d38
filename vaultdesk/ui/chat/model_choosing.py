"""Model choosing: who is asked in the shown talk, who else could be, and where a choice is kept."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.agent import Agent
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.agent_choosing import AgentChoosing
from vaultdesk.ui.chat.chat_vault import ChatVault, NamedModel
from vaultdesk.ui.chat.model_button import ModelButton
from vaultdesk.ui.chat.model_popup import ModelPopup
from vaultdesk.ui.chat.talk import Talk


class ModelChoosing(QObject):
    """Joins the model button, the settings, the lists of models and the shown talk."""

    changed = Signal()
    refused = Signal(str)
    """A sentence on why a choice could not be kept."""

    def __init__(self, vault: ChatVault, button: ModelButton, agents: AgentChoosing) -> None:
        """*agents* tells which model the agent of a talk asks: it wins, unless the person chose one in that talk."""
        super().__init__(button)
        self._vault = vault
        self._agents = agents
        self._button = button
        self._models: Sequence[NamedModel] = ()
        self.shown: NamedModel | None = None
        """What is known of who is asked in the shown talk."""
        self._asking: asyncio.Task[None] | None = None
        self._providers = set(vault.store.settings.providers)
        self._removed: set[str] = set()
        self._shown_of = _shown_of(vault.store.settings)
        button.opened.connect(self.renew_lists)
        button.effort_chosen.connect(self.choose_effort)
        bridge.follow(vault.catalog.changes, lambda _: self.changed.emit(), owner=self)
        bridge.follow(vault.store.changes, self._settings_changed, owner=self)

    def current(self, talk: Talk) -> str:
        """Return the label of who is asked in *talk*."""
        return self.chosen(talk) or self._agents.model(talk) or self._vault.store.settings.chat.model

    def chosen(self, talk: Talk) -> str | None:
        """Return the model that was chosen in *talk*; None where none was, or its provider was removed.

        The choice itself stays: with Undo its provider is asked again.
        """
        model = talk.conversation.choices.model
        gone = model is not None and model.partition("/")[0] in self._removed
        return None if gone else model

    async def agent(self, talk: Talk, approver: Approver) -> Agent:
        """Return who is asked in *talk*: its model at work as its agent. Raises `VaultDeskError`."""
        profile = await self._agents.profile(talk)
        project = talk.conversation.choices.project
        return self._vault.agent(approver, self.chosen(talk), profile=profile, project=project)

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
        self._shown_of = _shown_of(self._vault.store.settings)
        if all(choice.label != current for choice in self._models):
            self._models = self._vault.models()
        self.shown = next((choice for choice in self._models if choice.label == current), None)
        self._button.set_choices(self._models, current, self._vault.store.settings.chat.effort, self._whose(talk))

    def _whose(self, talk: Talk) -> str:
        """Return the name of the agent whose model is asked; empty where it is the person's choice."""
        return self._agents.name(talk) if self.chosen(talk) is None and self._agents.model(talk) else ""

    def choose(self, talk: Talk, model: str) -> None:
        """Ask *model* in *talk* from now on, and in talks to come. Raises `VaultDeskError` where it cannot be kept."""
        talk.change(choices=replace(talk.conversation.choices, model=model))
        # Chosen again, as one that was found running can be.
        self._removed.discard(model.partition("/")[0])
        self._keep("model", model)

    def choose_at(self, place: QWidget, current: str) -> ModelPopup:
        """Open a choice of models at *place*, the one labelled *current* ticked; whoever opened it takes the choice."""
        popup = ModelPopup(place)
        popup.effort_chosen.connect(self.choose_effort)
        popup.settings_requested.connect(self._button.settings_requested)
        popup.show_models(self._models, current, self._vault.store.settings.chat.effort)
        popup.open_over(place)
        self.renew_lists()
        return popup

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

    def _settings_changed(self, settings: Settings) -> None:
        providers, before = set(settings.providers), self._removed
        self._removed = (self._removed | (self._providers - providers)) - providers
        self._providers = providers
        if self._removed != before or _shown_of(settings) != self._shown_of:
            self.changed.emit()


def _shown_of(settings: Settings) -> object:
    """Return what of *settings* can be seen at the button."""
    return settings.providers, settings.chat.model, settings.chat.effort
