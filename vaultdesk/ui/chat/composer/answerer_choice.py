"""Choice of the agent and the model that answer in the shown conversation."""

import asyncio
from collections.abc import Sequence

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.instructions.agents import KnownAgent
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.agent_text import DEFAULT_AGENT_KEY, agent_entries, agent_label, agent_status_text
from vaultdesk.ui.chat.composer.mode_menu import ModeSelection
from vaultdesk.ui.chat.composer.model_menu import (
    AnswerSettings,
    ModelButton,
    ModelPopup,
    answer_settings,
    with_answer_settings,
)
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.chat.vault_protocols import ChatVault, NamedModel
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.ui.widgets.menu import ChoiceButton
from vaultdesk.vault.note_path import same_name_key


class AgentSelection(QObject):
    """Connects the agent button in the chat's head, the agents of the vault, the settings and the shown
    conversation.
    """

    changed = Signal()
    """The answering agent or its state may have changed."""
    chosen = Signal(str)
    """A permitted agent was chosen for the shown conversation; empty for the default assistant."""
    refused = Signal(str)
    """Message explaining why the chosen agent cannot be used."""
    review_requested = Signal(str)
    """Path of the note of a chosen agent that must be reviewed and allowed first."""
    agents_requested = Signal()
    reach_requested = Signal(str)
    """Name of the agent whose reachable notes are requested; empty for the default assistant."""

    def __init__(self, vault: ChatVault, button: ChoiceButton) -> None:
        super().__init__(button)
        self._vault = vault
        self._button = button
        self.shown = ""
        """Name of the agent of the shown conversation; empty for the default assistant."""
        self._default = vault.store.settings.chat.agent
        self._popup: PickerPopup | None = None
        button.clicked.connect(self.open)
        bridge.follow(vault.agents.changes, lambda _: self._refresh(), owner=self)
        bridge.follow(vault.store.changes, self._settings_changed, owner=self)

    def name(self, controller: ConversationController) -> str:
        """Return the name of the agent in *controller*; empty for the default assistant."""
        chosen = controller.conversation.choices.agent
        return self._vault.store.settings.chat.agent if chosen is None else chosen

    def known(self, controller: ConversationController) -> KnownAgent | None:
        """Return the agent of *controller*; None for the default assistant and for an agent that no longer exists."""
        return self._known(self.name(controller))

    def model(self, controller: ConversationController) -> str:
        """Return the model set for the agent of *controller*; empty if it uses the chat's model."""
        known = self.known(controller)
        return known.profile.model if known is not None and known.is_usable and known.profile is not None else ""

    async def profile(self, controller: ConversationController) -> AgentProfile:
        """Return the agent profile of *controller* from its current note. Raises `UsageError` if it is not
        permitted.
        """
        name = self.name(controller)
        return DEFAULT_PROFILE if name == DEFAULT_AGENT_KEY else await self._vault.agents.get(name)

    def choose(self, controller: ConversationController, name: str) -> None:
        """Use the agent *name* in *controller* from now on."""
        controller.change(choices=replace(controller.conversation.choices, agent=name))
        self.changed.emit()

    def show(self, controller: ConversationController) -> None:
        """Show the agent of *controller*."""
        name, known = self.name(controller), self.known(controller)
        self.shown = name
        self._button.set_shown_text(agent_label(name))
        missing = name != DEFAULT_AGENT_KEY and known is None
        is_usable = name == DEFAULT_AGENT_KEY or (known is not None and known.is_usable)
        self._button.set_icon_name("" if is_usable else "warning")
        if missing:
            description = self.tr("This agent no longer exists. Choose another one.")
        elif known is None:
            description = self.tr("Answers without extra instructions, with every tool your permissions allow.")
        else:
            purpose = translate(known.profile.description) if known.profile is not None else ""
            description = "\n".join(
                part for part in (purpose, "" if is_usable else agent_status_text(known.status)) if part
            )
        self._button.setToolTip(as_tooltip(description))
        self._button.setAccessibleDescription(description)

    def open(self) -> PickerPopup:
        """Open the popup below the button."""
        links = (
            (self.tr("Set Up Agents…"), self.agents_requested.emit),
            (self.tr("What Could It Access?"), lambda: self.reach_requested.emit(self.shown)),
        )
        popup = self._popup = PickerPopup(
            self.tr("Choose an agent"),
            self.tr("Find an agent"),
            lambda query: agent_entries(self._vault.agents.list(), query),
            links,
            anchor=self._button,
        )
        popup.chosen.connect(self.pick)
        popup.open_at(self.shown)
        return popup

    def pick(self, name: str) -> None:
        """Apply the user's choice: use the agent, start its review, or report why it cannot be used."""
        known = self._known(name)
        if name == DEFAULT_AGENT_KEY or (known is not None and known.is_usable):
            self.chosen.emit(name)
        elif known is None:
            self.refused.emit(self.tr("This agent no longer exists."))
        elif known.status == "broken":
            self.refused.emit(self.tr("{0} cannot be used. {1}").format(name, " ".join(map(translate, known.problems))))
        else:
            self.review_requested.emit(known.path)

    def _known(self, name: str) -> KnownAgent | None:
        key = same_name_key(name)
        return next((agent for agent in self._vault.agents.list() if same_name_key(agent.name) == key), None)

    def _refresh(self) -> None:
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.refresh()
        self.changed.emit()

    def _settings_changed(self, settings: Settings) -> None:
        if settings.chat.agent != self._default:
            self._default = settings.chat.agent
            self.changed.emit()


class ModelSelection(QObject):
    """Connects the model button, the settings, the model lists and the shown conversation."""

    changed = Signal()
    refused = Signal(str)
    """Message explaining why a choice could not be saved."""

    def __init__(self, vault: ChatVault, button: ModelButton, agents: AgentSelection) -> None:
        """The model of the agent (*agents*) is used unless the user chose one in the conversation."""
        super().__init__(button)
        self._vault = vault
        self._agents = agents
        self._button = button
        self._models: Sequence[NamedModel] = ()
        self.shown: NamedModel | None = None
        """The model of the shown conversation."""
        self._refreshing: asyncio.Task[None] | None = None
        self._providers = set(vault.store.settings.providers)
        self._removed: set[str] = set()
        self._shown_settings = _shown_settings(vault.store.settings)
        button.opened.connect(self.refresh_lists)
        self._controller: ConversationController | None = None
        button.effort_chosen.connect(self.choose_effort)
        button.answers_changed.connect(self._change_answers)
        bridge.follow(vault.catalog.changes, lambda _: self.changed.emit(), owner=self)
        bridge.follow(vault.store.changes, self._settings_changed, owner=self)

    def current(self, controller: ConversationController) -> str:
        """Return the label of the model used in *controller*."""
        return self.chosen(controller) or self._agents.model(controller) or self._vault.store.settings.chat.model

    def chosen(self, controller: ConversationController) -> str | None:
        """Return the model chosen in *controller*; None if none was chosen or its provider was removed.

        The choice itself is kept: if the removal is undone, it is used again.
        """
        model = controller.conversation.choices.model
        is_removed = model is not None and model.partition("/")[0] in self._removed
        return None if is_removed else model

    async def agent(self, controller: ConversationController, approver: Approver) -> Agent:
        """Return the agent of *controller* with its model. Raises `VaultDeskError`."""
        profile = await self._agents.profile(controller)
        project = controller.conversation.choices.project
        return self._vault.agent(approver, self.chosen(controller), profile=profile, project=project)

    def alternative(self, controller: ConversationController) -> NamedModel | None:
        """Return an alternative model, preferably one on this computer."""
        others = [choice for choice in self._models if choice.label != self.current(controller)]
        return next((choice for choice in others if choice.local), others[0] if others else None)

    def forget(self) -> None:
        """Reload the available models when they are shown next; for hundreds that takes a moment."""
        self._models = ()

    def show(self, controller: ConversationController) -> None:
        """Show the model of *controller*."""
        self._controller = controller
        current = self.current(controller)
        self._shown_settings = _shown_settings(self._vault.store.settings)
        if all(choice.label != current for choice in self._models):
            self._models = self._vault.models()
        self.shown = next((choice for choice in self._models if choice.label == current), None)
        effort, answers = self._vault.store.settings.chat.effort, answer_settings(controller.conversation.choices)
        self._button.set_choices(self._models, current, effort, self._deciding_agent(controller), answers)

    def _deciding_agent(self, controller: ConversationController) -> str:
        """Return the name of the agent that sets the model; empty if the user chose it."""
        return (
            self._agents.name(controller) if self.chosen(controller) is None and self._agents.model(controller) else ""
        )

    def choose(self, controller: ConversationController, model: str) -> None:
        """Use *model* in *controller* and in new conversations. Raises `VaultDeskError` if that cannot be saved."""
        controller.change(choices=replace(controller.conversation.choices, model=model))
        # It was chosen again, for example a server that was discovered running.
        self._removed.discard(model.partition("/")[0])
        self._save("model", model)

    def choose_at(self, anchor: QWidget, current: str) -> ModelPopup:
        """Open a model popup at *anchor* with *current* ticked; the caller handles the choice."""
        popup = ModelPopup(anchor)
        popup.effort_chosen.connect(self.choose_effort)
        popup.settings_requested.connect(self._button.settings_requested)
        popup.show_models(self._models, current, self._vault.store.settings.chat.effort)
        popup.open_at(current)
        self.refresh_lists()
        return popup

    def choose_effort(self, effort: str) -> None:
        """Set the reasoning effort for further requests."""
        try:
            self._save("effort", effort)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))

    def _change_answers(self, answers: AnswerSettings) -> None:
        """Store *answers* with the shown chat; they apply from its next question."""
        controller = self._controller
        if controller is not None:
            controller.change(choices=with_answer_settings(controller.conversation.choices, answers))
            self.changed.emit()

    def refresh_lists(self) -> None:
        """Refresh outdated model lists in the background; the view updates when they arrive."""
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = bridge.start(self._vault.refresh_models(), owner=self)

    def _save(self, field: str, value: str) -> None:
        def with_value(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={field: value})})

        try:
            self._vault.store.change(with_value)
        finally:
            self.changed.emit()

    def _settings_changed(self, settings: Settings) -> None:
        providers, before = set(settings.providers), self._removed
        self._removed = (self._removed | (self._providers - providers)) - providers
        self._providers = providers
        if self._removed != before or _shown_settings(settings) != self._shown_settings:
            self.changed.emit()


def _shown_settings(settings: Settings) -> object:
    """Return the part of *settings* that the button shows."""
    return settings.providers, settings.chat.model, settings.chat.effort


class ChatSelections(Struct, frozen=True):
    """Selections of the shown conversation: agent, model and mode."""

    agents: AgentSelection
    models: ModelSelection
    modes: ModeSelection
