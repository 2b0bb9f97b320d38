"""Composing: the composer joined with the vault: what is offered while one types, what lies beside, how full it is."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.agent.instructions.quick_commands import CommandContext, QuickCommand
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.agent_choosing import AgentChoosing
from vaultdesk.ui.chat.beside_desk import BesideDesk
from vaultdesk.ui.chat.box_offers import BoxOffers
from vaultdesk.ui.chat.chat_vault import ChatVault
from vaultdesk.ui.chat.command_offering import CommandOffering
from vaultdesk.ui.chat.composer import Composer
from vaultdesk.ui.chat.fresh_start import fresh_start
from vaultdesk.ui.chat.instruction_banner import InstructionBanner
from vaultdesk.ui.chat.mention_offering import LinkOffering, MentionOffering
from vaultdesk.ui.chat.mode_choosing import ModeChoosing
from vaultdesk.ui.chat.model_choosing import ModelChoosing
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.talk_list import TalkList
from vaultdesk.ui.chat.window_meter import LongBanner, WindowMeter


@dataclass(frozen=True, slots=True)
class Choosers:
    """Who keeps what is chosen for a conversation."""

    agents: AgentChoosing
    models: ModelChoosing
    modes: ModeChoosing


@dataclass(frozen=True, slots=True)
class _Measured:
    """What would be asked now; see window_meter.py."""

    conversation: Conversation
    question: Question
    model: str | None
    talk: Talk
    agents: AgentChoosing

    async def profile(self) -> AgentProfile:
        """Return as which agent."""
        return await self.agents.profile(self.talk)


class Composing(QObject):
    """Follows the shown talk."""

    new_command_requested = Signal(str)
    """A quick command is to be made, called so; empty where it has no name yet."""

    def __init__(self, vault: ChatVault, composer: Composer, talks: TalkList, choosers: Choosers) -> None:
        super().__init__(composer)
        self._vault = vault
        self._composer = composer
        self._talks = talks
        self._choosers = choosers
        self.beside = BesideDesk(composer, vault.contexts)
        self.long = LongBanner()
        self.instructions = InstructionBanner(vault.instructions)
        self.meter = WindowMeter(vault.meter, self._measured, composer.meter, self.long)
        mentions, links = MentionOffering(vault.mentions, self), LinkOffering(vault.mentions, self)
        commands = CommandOffering(vault.commands, self)
        self.offers = BoxOffers(composer.box, {"@": mentions, "[[": links, "/": commands})
        mentions.at_hand = lambda: self.beside.at_hand
        mentions.tools = choosers.modes.signs
        mentions.taken.connect(composer.tray.add)
        commands.taken.connect(self.use_command)
        commands.new_requested.connect(self.new_command_requested)
        self.long.fresh_requested.connect(self._start_fresh)
        composer.box.textChanged.connect(self.meter.measure_soon)
        composer.tray.changed.connect(self.meter.measure_soon)
        for signal in (choosers.models.changed, choosers.agents.changed, choosers.modes.changed):
            signal.connect(self.renew)
        talks.shown.connect(lambda _before, _talk: self.renew())
        talks.changed.connect(lambda talk: self.meter.measure_soon() if talk is talks.current else None)
        self.renew()

    def renew(self) -> None:
        """Take over who is asked and how."""
        shown = self._choosers.models.shown
        self.beside.set_sees(shown.sees if shown is not None else None)
        self.meter.measure_soon()

    def _start_fresh(self) -> None:
        """Go on in a new chat: from the summary of the shown one, else from nothing."""
        fresh = fresh_start(self._talks.current.conversation, self._vault.chats.branch)
        if fresh is None:
            self._talks.show_empty()
        else:
            talk = self._talks.add(fresh)
            if talk.keeper is not None:
                talk.keeper.touched()
            self._talks.show_talk(talk)
        self._composer.box.setFocus()

    def use_command(self, command: QuickCommand) -> None:
        """Put a quick command into the composer, expanded."""
        bridge.start(self._expand(command), owner=self)

    def _measured(self) -> _Measured:
        talk, choosers = self._talks.current, self._choosers
        model = choosers.models.chosen(talk)
        return _Measured(talk.conversation, self._composer.question, model, talk, choosers.agents)

    async def _expand(self, command: QuickCommand) -> None:
        """Put what *command* asks into the composer, as if it had been typed; what lay there stays."""
        composer = self._composer
        near = {item.kind: item for item in self.beside.at_hand}
        place = CommandContext(
            selection=near["selection"].text if "selection" in near else "",
            active=near["active"].target if "active" in near else "",
            clipboard=QGuiApplication.clipboard().text(),
            words=composer.text,
        )
        try:
            question = await self._vault.commands.expand(command, place)
        except VaultDeskError as problem:
            composer.refused.emit(str(problem))
            return
        there = composer.question
        beside = tuple(dict.fromkeys((*there.context, *question.context)))
        composer.set_question(replace(question, context=beside, images=there.images, plan_first=there.plan_first))
        if command.model:
            talk = self._talks.current
            talk.change(choices=replace(talk.conversation.choices, model=command.model))
            self._choosers.models.changed.emit()
        composer.box.setFocus()
