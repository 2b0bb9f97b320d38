"""The chat dock: head, transcript, queue, meters and composer, connected to each other."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.index.search.lookups import newest_notes
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.budget_meters import CapMeters
from vaultdesk.ui.chat.chat_head import ChatHead
from vaultdesk.ui.chat.chat_library import ChatLibrary, ChatListing, finish_answer
from vaultdesk.ui.chat.chat_tabs import ChatTabBar, ConversationTabs
from vaultdesk.ui.chat.composer.answerer_choice import AgentChoosing, ModelSelection
from vaultdesk.ui.chat.composer.composer import Composer
from vaultdesk.ui.chat.composer.composer_controller import Choosers, ComposerController, ComposerDrafts
from vaultdesk.ui.chat.composer.mode_menu import ModeChoosing
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.open_conversations import OpenConversations
from vaultdesk.ui.chat.pending_cards import PlanCardController, WaitingBanner, WaitingCards
from vaultdesk.ui.chat.question_queue import QueueList
from vaultdesk.ui.chat.save_notice import SaveNotice
from vaultdesk.ui.chat.submit_controller import ExchangeActions, SubmitController
from vaultdesk.ui.chat.suggestions import MOST_SUGGESTIONS, Suggestions, suggestions_for
from vaultdesk.ui.chat.transcript.answer_view import FootAction
from vaultdesk.ui.chat.transcript.exchange_view import SourceFreshness
from vaultdesk.ui.chat.transcript.transcript_search import TranscriptSearch
from vaultdesk.ui.chat.transcript.transcript_view import TEXT_WIDTH, ChatView
from vaultdesk.ui.chat.vault_protocols import ChatVault
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.text_fields import FindBar

ALWAYS: tuple[FootAction, ...] = ("copy", "retry", "ask-other", "branch")
"""What can be done with an answer wherever the chat stands."""

LARGE_BOX = 0.55
"""Share of the pane's height that the large question box takes."""

LEAST_WIDTH = 320
"""Pixels of LOOK's drawings below which the dock cannot be made (LOOK, Measures)."""


class ChatPane(QWidget):
    """Head, messages or suggestions, and the foot with banners, queue and composer."""

    source_opened = Signal(str, str, str)
    """A note as it was named (a path or a name), a heading in it or nothing, and the words it is the source of."""
    link_opened = Signal(str)
    """A web or mail address was clicked."""
    insert_requested = Signal(str)
    append_requested = Signal(str)
    new_note_requested = Signal(str)
    """Markdown of an answer, for the editor's cursor, the open note, a new note."""
    settings_requested = Signal()
    left = Signal()
    """Esc was pressed and nothing runs: the keyboard may go elsewhere."""

    def __init__(self, vault: ChatVault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self.head = ChatHead()
        self.tab_bar = ChatTabBar()
        self.find_bar = FindBar(self.tr("Find in the chat"))
        self.view = ChatView()
        self.suggestions = Suggestions()
        self.queue = QueueList()
        self.note = Banner("info", "", closable=True)
        self.composer = Composer()
        self.caps = CapMeters(vault)
        self._stack = QStackedWidget()
        self.set_note_actions()

    def set_note_actions(self, *, insert: bool = False, append: bool = False, new_note: bool = False) -> None:
        """Say what can be done with an answer besides copying it and asking again; the rest is not shown."""
        wanted: dict[FootAction, bool] = {"insert": insert, "append": append, "new-note": new_note}
        self.view.set_actions(frozenset({*ALWAYS, *(action for action, on in wanted.items() if on)}))

    def renew_notes(self) -> None:
        """Take over which notes there are; call it when the index changed."""
        bridge.start(self._load_notes(), owner=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say how large the question may become."""
        super().resizeEvent(event)
        self.composer.box.set_room(round(self.height() * LARGE_BOX))

    async def _load_notes(self) -> None:
        folder = self._vault.store.settings.chat.folder.strip("/")
        chats = f"{folder}/" if folder else ""
        count, rows = await self._vault.searcher.over_index(lambda _, db: newest_notes(db, MOST_SUGGESTIONS, chats))
        self.suggestions.set_notes(count)
        self.suggestions.set_suggestions(suggestions_for(rows))

    def lay_out(self, *banners: QWidget) -> None:
        """Lay the parts out, *banners* over the queue."""
        step = theme().step
        self._stack.addWidget(centred(self.suggestions))
        self._stack.addWidget(self.view)
        foot = QWidget()
        below = QVBoxLayout(foot)
        below.setContentsMargins(0, step(8), 0, step(16))
        below.setSpacing(step(8))
        for widget in (*banners, self.queue, self.note, self.composer, self.caps):
            below.addWidget(widget)
        self.note.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(centred(self.head, margin=8))
        column.addWidget(centred(self.tab_bar, margin=0))
        # Its line is as long as that under the tabs above it; its field begins where the text does.
        self.find_bar.row.setContentsMargins(step(16), step(4), step(16), step(4))
        column.addWidget(centred(self.find_bar, margin=0))
        column.addWidget(self._stack, 1)
        column.addWidget(centred(foot))
        self.setMinimumWidth(step(LEAST_WIDTH))
        self.setFocusProxy(self.composer)


def centred(inner: QWidget, margin: int = 16) -> QWidget:
    """Hold *inner* to the width of the text, in the middle of a wide pane."""
    step = theme().step
    inner.setMaximumWidth(step(TEXT_WIDTH - 2 * margin))
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(step(margin), 0, step(margin), 0)
    row.addStretch(1)
    row.addWidget(inner, 1_000)
    row.addStretch(1)
    return holder


# What an answer may be put into (a note, the editor) and how a source is opened is the window's: see the signals.

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
        self._talks = OpenConversations(
            lambda talk: self.models.agent(talk, talk.approver or self.approver), vault.registry, self.head, chats
        )
        self.tabs = ConversationTabs(self._talks, self.tab_bar)
        self.head.close_requested.connect(self.tabs.close_current)
        self.finding = TranscriptSearch(self.find_bar, self.view, self._talks)
        self.keeping = SaveNotice(chats, lambda: self._talks.current)
        self.drafts = ComposerDrafts(chats, self.composer, self._talks.current)
        self.library = ChatLibrary(chats, self._talks, vault.undo)
        self.listing = ChatListing(self.head, self._talks, self.library)
        self.cards = WaitingCards(self.view, self._talks)
        self.waiting = WaitingBanner(self.cards, self._talks)
        self.approver = make_approver(self.cards)
        self.agents = AgentChoosing(vault, self.head.agent)
        self.models = ModelSelection(vault, self.composer.model, self.agents)
        who = (self.agents, self.models)
        self._talks.current.draft = self.drafts.of(self._talks.current)
        self._asker = SubmitController(vault, who, self.composer, self.view, self.note, self._talks.current)
        self.composer.set_question(self._talks.current.draft)
        targets = {
            "insert": self.insert_requested.emit,
            "append": self.append_requested.emit,
            "new-note": self.new_note_requested.emit,
        }
        ages = SourceFreshness(vault.searcher, self)
        self.wiring = ExchangeActions(self._talks, self._asker, self.models, self.listing, ages, targets)
        self.modes = ModeChoosing(vault, self.composer.mode, self._talks.current)
        self.plans = PlanCardController(self._talks, self.view, self._asker.submit)
        choosers = Choosers(self.agents, self.models, self.modes)
        self.composing = ComposerController(vault, self.composer, self._talks, choosers)
        self.lay_out(self.waiting, self.keeping, self.composing.instructions, self.composing.long)
        self._connect()
        self._listen(self._talks.current)
        self._talks.renew_names()
        self.renew_notes()

    @property
    def conversations(self) -> tuple[ConversationController, ...]:
        """The conversations of this session, oldest first."""
        return self._talks.talks

    @property
    def talks(self) -> OpenConversations:
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

    def open_talk(self) -> ConversationController:
        """Return a new empty conversation that is not shown; what is asked in it is kept like any other."""
        return self._talks.new_talk()

    def show_talk(self, talk: ConversationController) -> None:
        """Show *talk*, which `open_talk` returned or which is among the open ones."""
        if talk is not self._talks.current:
            self._talks.show_talk(talk)

    async def finish(self) -> None:
        """Stop every answer and return when all chats and drafts are kept."""
        self.drafts.keep()
        await asyncio.gather(*(finish_answer(talk) for talk in self._talks.talks))

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

    def _links(self, talk: ConversationController) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
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

    def _show(self, before: ConversationController, talk: ConversationController) -> None:
        before.place = self.view.place
        for signal, slot in self._links(before):
            signal.disconnect(slot)
        if talk.draft.empty:
            talk.draft = self.drafts.of(talk)
        self.drafts.show_talk(talk)
        self._asker.show_talk(talk)
        self._listen(talk)

    def _listen(self, talk: ConversationController) -> None:
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

    def _talk_changed(self, talk: ConversationController) -> None:
        self.keeping.renew()
        if talk is self._talks.current:
            self.note_changed.emit(talk.note)
