"""Agent choosing: who answers in the shown talk, and what choosing somebody else comes to. Grants nothing itself."""

from dataclasses import replace

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.instructions.agent_catalog import KnownAgent
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.agent_words import PLAIN_KEY, agent_entries, agent_title, standing_words
from vaultdesk.ui.chat.chat_vault import ChatVault
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.lists.picker_popup import PickPopup
from vaultdesk.ui.widgets.menu import ChoiceButton
from vaultdesk.vault.note_path import same_name_key


class AgentChoosing(QObject):
    """Joins the button in the chat's head, the agents of the vault, the settings and the shown talk."""

    changed = Signal()
    """Who answers may be somebody else now, or stand otherwise."""
    chosen = Signal(str)
    """An agent that may work was chosen for the shown talk; empty is the plain assistant."""
    refused = Signal(str)
    """A sentence on why the one that was chosen cannot be used."""
    look_requested = Signal(str)
    """The path of the note of an agent that was chosen and must be looked at and allowed first."""
    agents_requested = Signal()
    reach_requested = Signal(str)
    """What the agent of this name could touch is asked for; empty is the plain assistant."""

    def __init__(self, vault: ChatVault, button: ChoiceButton) -> None:
        super().__init__(button)
        self._vault = vault
        self._button = button
        self.shown = ""
        """The name of who answers in the shown talk; empty for the plain assistant."""
        self._default = vault.store.settings.chat.agent
        self._popup: PickPopup | None = None
        button.clicked.connect(self.open)
        bridge.follow(vault.agents.changes, lambda _: self._renew(), owner=self)
        bridge.follow(vault.store.changes, self._settings_changed, owner=self)

    def name(self, talk: Talk) -> str:
        """Return the name of who answers in *talk*; empty for the plain assistant."""
        chosen = talk.conversation.choices.agent
        return self._vault.store.settings.chat.agent if chosen is None else chosen

    def known(self, talk: Talk) -> KnownAgent | None:
        """Return the agent that answers in *talk*; None for the plain assistant, and for one that is gone."""
        return self._known(self.name(talk))

    def model(self, talk: Talk) -> str:
        """Return the model that the agent of *talk* asks, whatever the chat's is; empty where it takes the chat's."""
        known = self.known(talk)
        return known.profile.model if known is not None and known.usable and known.profile is not None else ""

    async def profile(self, talk: Talk) -> AgentProfile:
        """Return who is to be asked in *talk*, as its note is now. Raises `UsageError` where it may not work."""
        name = self.name(talk)
        return DEFAULT_PROFILE if name == PLAIN_KEY else await self._vault.agents.get(name)

    def choose(self, talk: Talk, name: str) -> None:
        """Let the agent *name* answer in *talk* from now on."""
        talk.change(choices=replace(talk.conversation.choices, agent=name))
        self.changed.emit()

    def show(self, talk: Talk) -> None:
        """Show who answers in *talk*."""
        name, known = self.name(talk), self.known(talk)
        self.shown = name
        self._button.set_words(agent_title(name))
        missing = name != PLAIN_KEY and known is None
        usable = name == PLAIN_KEY or (known is not None and known.usable)
        self._button.set_icon_name("" if usable else "warning")
        if missing:
            told = self.tr("There is no such agent any more. Choose another one.")
        elif known is None:
            told = self.tr("Answers with the model's own manner and every tool your permissions allow.")
        else:
            described = known.profile.description if known.profile is not None else ""
            told = "\n".join(part for part in (described, "" if usable else standing_words(known.standing)) if part)
        self._button.setToolTip(as_tooltip(told))
        self._button.setAccessibleDescription(told)

    def open(self) -> PickPopup:
        """Open the choice under the button."""
        links = (
            (self.tr("Set Up Agents…"), self.agents_requested.emit),
            (self.tr("What Could It Touch?"), lambda: self.reach_requested.emit(self.shown)),
        )
        popup = self._popup = PickPopup(
            self.tr("Choose who answers"),
            self.tr("Find an agent"),
            lambda wanted: agent_entries(self._vault.agents.list(), wanted),
            links,
            over=self._button,
        )
        popup.chosen.connect(self.pick)
        popup.open_at(self.shown)
        return popup

    def pick(self, name: str) -> None:
        """Take the person's choice: let that agent answer, have it looked at first, or say why it cannot."""
        known = self._known(name)
        if name == PLAIN_KEY or (known is not None and known.usable):
            self.chosen.emit(name)
        elif known is None:
            self.refused.emit(self.tr("There is no such agent any more."))
        elif known.standing == "broken":
            self.refused.emit(self.tr("{0} cannot be used. {1}").format(name, " ".join(known.problems)))
        else:
            self.look_requested.emit(known.path)

    def _known(self, name: str) -> KnownAgent | None:
        key = same_name_key(name)
        return next((known for known in self._vault.agents.list() if same_name_key(known.name) == key), None)

    def _renew(self) -> None:
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.renew()
        self.changed.emit()

    def _settings_changed(self, settings: Settings) -> None:
        if settings.chat.agent != self._default:
            self._default = settings.chat.agent
            self.changed.emit()
