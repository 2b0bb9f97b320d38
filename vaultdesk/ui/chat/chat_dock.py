"""Chat dock: the pane with the conversations: head, messages, queue and composer, joined together.

What an answer may be put into (a note, the editor) and how a source is opened is the window's: see the signals.
"""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui.chat.agent_choosing import AgentChoosing
from vaultdesk.ui.chat.asker import Asker
from vaultdesk.ui.chat.chat_find import ChatFind
from vaultdesk.ui.chat.chat_library import ChatLibrary, finished
from vaultdesk.ui.chat.chat_listing import ChatListing
from vaultdesk.ui.chat.chat_pane import ChatPane
from vaultdesk.ui.chat.chat_vault import ChatVault
from vaultdesk.ui.chat.composing import Choosers, Composing
from vaultdesk.ui.chat.drafts import Drafts
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.exchange_wiring import ExchangeWiring
from vaultdesk.ui.chat.keeping_notice import KeepingNotice
from vaultdesk.ui.chat.mode_choosing import ModeChoosing
from vaultdesk.ui.chat.model_choosing import ModelChoosing
from vaultdesk.ui.chat.plan_desk import PlanDesk
from vaultdesk.ui.chat.source_ages import SourceAges
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.talk_list import TalkList
from vaultdesk.ui.chat.talk_tabs import TalkTabs
from vaultdesk.ui.chat.waiting_cards import WaitingBanner, WaitingCards

MakeApprover = Callable[[WaitingCards], Approver]
"""Makes whoever is asked before a tool runs; a card in the chat finds its place among the waiting ones."""


class ChatDock(ChatPane):
    """Asks the assistant and shows what comes back. Make it on a running loop."""

    model_changed = Signal(str)
    usage_changed = Signal(int, object)
    """Tokens the shown conversation has cost, and the US dollars as far as they are known, or None."""
    running_changed = Signal(bool)
    """Whether the shown conversation is being answered."""
    conversation_changed = Signal(str)
    """The id of the conversation that is shown now."""
    note_changed = Signal(str)
    """The path of the note the shown conversation is kept in; empty where it is in none."""

    def __init__(self, vault: ChatVault, make_approver: MakeApprover, parent: QWidget | None = None) -> None:
        super().__init__(vault, parent)
        chats = vault.chats
        self._talks = TalkList(
            lambda talk: self.models.agent(talk, talk.approver or self.approver), vault.registry, self.head, chats
        )
        self.tabs = TalkTabs(self._talks, self.tab_bar)
        self.head.close_requested.connect(self.tabs.close_current)
        self.finding = ChatFind(self.find_bar, self.view, self._talks)
        self.keeping = KeepingNotice(chats, lambda: self._talks.current)
        self.drafts = Drafts(chats, self.composer, self._talks.current)
        self.library = ChatLibrary(chats, self._talks, vault.undo)
        self.listing = ChatListing(self.head, self._talks, self.library)
        self.cards = WaitingCards(self.view, self._talks)
        self.waiting = WaitingBanner(self.cards, self._talks)
        self.approver = make_approver(self.cards)
        self.agents = AgentChoosing(vault, self.head.agent)
        self.models = ModelChoosing(vault, self.composer.model, self.agents)
        who = (self.agents, self.models)
        self._talks.current.draft = self.drafts.of(self._talks.current)
        self._asker = Asker(vault, who, self.composer, self.view, self.note, self._talks.current)
        self.composer.set_question(self._talks.current.draft)
        targets = {
            "insert": self.insert_requested.emit,
            "append": self.append_requested.emit,
            "new-note": self.new_note_requested.emit,
        }
        ages = SourceAges(vault.searcher, self)
        self.wiring = ExchangeWiring(self._talks, self._asker, self.models, self.listing, ages, targets)
        self.modes = ModeChoosing(vault, self.composer.mode, self._talks.current)
        self.plans = PlanDesk(self._talks, self.view, self._asker.submit)
        choosers = Choosers(self.agents, self.models, self.modes)
        self.composing = Composing(vault, self.composer, self._talks, choosers)
        self.lay_out(self.waiting, self.keeping, self.composing.instructions, self.composing.long)
        self._connect()
        self._listen(self._talks.current)
        self._talks.renew_names()
        self.renew_notes()

    @property
    def conversations(self) -> tuple[Talk, ...]:
        """The conversations of this session, oldest first."""
        return self._talks.talks

    @property
    def talks(self) -> TalkList:
        """The open conversations, and what becomes of them."""
        return self._talks

    @property
    def conversation_id(self) -> str:
        """Which conversation is shown."""
        return self._talks.current.conversation.id

    @property
    def model_label(self) -> str:
        """Who is asked in the shown conversation, as provider/name."""
        return self.models.current(self._talks.current)

    def ask(self, text: str) -> None:
        """Ask *text* in the shown conversation, as if it had been typed; what is typed there stays."""
        typed = self.composer.question
        self._asker.submit(text)
        if typed.text != text.strip():
            self.composer.set_question(typed)

    def open_talk(self) -> Talk:
        """Return a new empty conversation that is not shown; what is asked in it is kept like any other."""
        return self._talks.new_talk()

    def show_talk(self, talk: Talk) -> None:
        """Show *talk*, which `open_talk` returned or which is among the open ones."""
        if talk is not self._talks.current:
            self._talks.show_talk(talk)

    async def finish(self) -> None:
        """Stop every answer and return when all chats and drafts are kept."""
        self.drafts.keep()
        await asyncio.gather(*(finished(talk) for talk in self._talks.talks))

    def new_chat(self) -> None:
        """Show an empty conversation and put the keyboard there."""
        self._talks.show_empty()
        self.composer.box.setFocus()

    def renew_models(self, again: bool = True) -> None:
        """Take over which models there are and who is asked; call it when settings changed.

        Without *again* the models are those known before: going over to another conversation changes none of them.
        """
        if again:
            self.models.forget()
        talk = self._talks.current
        self.agents.show(talk)
        self.models.show(talk)
        self.modes.show(talk)
        self.caps.show_for(talk.conversation.id, self.agents.name(talk))
        other = self.models.other(self._talks.current)
        self.view.set_other_model(other.title if other is not None else "")
        self.model_changed.emit(self.composer.model.words())

    def _connect(self) -> None:
        self._talks.shown.connect(self._show)
        self._talks.changed.connect(self._talk_changed)
        self.view.exchange_built.connect(self.wiring.follow)
        self.wiring.source_opened.connect(self.source_opened)
        self.wiring.link_opened.connect(self.link_opened)
        self.listing.found.connect(self.view.travel.go_to_words)
        for refusing in (self.library, self.keeping, self.modes):
            refusing.refused.connect(self.composer.refused)
        self.finding.closed.connect(self.composer.box.setFocus)
        self.view.keyboard_freed.connect(self.composer.box.setFocus)
        self.suggestions.chosen.connect(self.ask)
        self.composer.left.connect(self.left)
        self.composer.model.settings_requested.connect(self.settings_requested)
        self.composer.box.paged.connect(self.view.travel.page)
        self.composer.box.jumped.connect(self.view.travel.jump)
        self.composer.box.edged.connect(self.view.travel.go_to_edge)
        self.queue.edit_requested.connect(self._asker.edit_queued)
        self.queue.remove_requested.connect(lambda place: self._talks.current.take_queued(place))
        self.queue.send_requested.connect(lambda place: self._talks.current.send_now(place))
        self.models.changed.connect(self.renew_models)
        self.agents.changed.connect(lambda: self.renew_models(again=False))
        self._asker.held_changed.connect(self._renew_parts)
        self.cards.asked.connect(lambda talk: self._talks.show_talk(talk) if self._asker.free else None)

    def _links(self, talk: Talk) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        """What is listened to while *talk* is shown; a talk in the background only keeps what it is told."""
        return (
            (talk.exchange_added, self._added),
            (talk.exchange_changed, self.view.exchange_changed),
            (talk.exchanges_dropped, self.view.drop_missing),
            (talk.exchanges_dropped, self._renew_parts),
            (talk.queue_changed, self._renew_parts),
            (talk.reloaded, self._reloaded),
            (talk.running_changed, self._run_changed),
        )

    def _show(self, before: Talk, talk: Talk) -> None:
        before.place = self.view.place
        for signal, slot in self._links(before):
            signal.disconnect(slot)
        if talk.draft.empty:
            talk.draft = self.drafts.of(talk)
        self.drafts.show_talk(talk)
        self._asker.show_talk(talk)
        self._listen(talk)

    def _listen(self, talk: Talk) -> None:
        """Show *talk* and follow it."""
        for signal, slot in self._links(talk):
            signal.connect(slot)
        self.view.show_exchanges(talk.exchanges, talk.place)
        self._renew_parts()
        self.renew_models(again=False)
        self._run_changed(talk.running)
        self.keeping.renew()
        self.conversation_changed.emit(talk.conversation.id)
        self.note_changed.emit(talk.note)

    def _reloaded(self) -> None:
        self.view.show_exchanges(self._talks.current.exchanges, self.view.place)
        self._renew_parts()

    def _added(self, exchange: Exchange) -> None:
        self.drafts.show_talk(self._talks.current)
        self._renew_parts()
        self.view.add_exchange(exchange)

    def _run_changed(self, running: bool) -> None:
        self.composer.set_running(running or bool(self._talks.current.held))
        self._renew_parts()
        self.usage_changed.emit(self._talks.current.tokens, self._talks.current.cost)
        self.running_changed.emit(running)

    def _renew_parts(self) -> None:
        """Show the messages or what may be asked, and what waits its turn."""
        self._stack.setCurrentIndex(1 if self._talks.current.exchanges or self._talks.current.held else 0)
        self.queue.show_queue(self._talks.current.queue, running=self._talks.current.running)

    def _talk_changed(self, talk: Talk) -> None:
        self.keeping.renew()
        if talk is self._talks.current:
            self.note_changed.emit(talk.note)
