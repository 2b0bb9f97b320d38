"""Chat dock: the pane with the conversations of this session: head, messages, queue and composer, joined together.

What an answer may be put into (a note, the editor) and how a source is opened is the window's: see the signals.
"""

from collections.abc import Callable

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.tools.approvals import Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.agent_choosing import AgentChoosing
from vaultdesk.ui.chat.answer_foot import FootAction
from vaultdesk.ui.chat.asker import Asker
from vaultdesk.ui.chat.cap_meters import CapMeters
from vaultdesk.ui.chat.chat_vault import ChatVault
from vaultdesk.ui.chat.composer import Composer
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.head import ChatHead
from vaultdesk.ui.chat.message_view import TEXT_WIDTH, ChatView
from vaultdesk.ui.chat.model_choosing import ModelChoosing
from vaultdesk.ui.chat.queue_list import QueueList
from vaultdesk.ui.chat.source_ages import SourceAges
from vaultdesk.ui.chat.suggestions import Suggestions, suggestions_for
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.talk_list import TalkList
from vaultdesk.ui.chat.waiting_cards import WaitingBanner, WaitingCards
from vaultdesk.ui.parts.banner import Banner
from vaultdesk.ui.theme.theme import theme

MakeApprover = Callable[[WaitingCards], Approver]
"""Makes whoever is asked before a tool runs; a card in the chat finds its place among the waiting ones."""

LEAST_WIDTH = 320
"""Pixels of LOOK's drawings below which the dock cannot be made (LOOK, Measures)."""


class ChatDock(QWidget):
    """Asks the assistant and shows what comes back. Make it on a running loop."""

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
    model_changed = Signal(str)
    usage_changed = Signal(int, object)
    """Tokens the shown conversation has cost, and the US dollars as far as they are known, or None."""
    running_changed = Signal(bool)
    """Whether the shown conversation is being answered."""
    conversation_changed = Signal(str)
    """The id of the conversation that is shown now."""

    def __init__(self, vault: ChatVault, make_approver: MakeApprover, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self.head = ChatHead()
        self.view = ChatView()
        self.suggestions = Suggestions()
        self.queue = QueueList()
        self.note = Banner("info", "", closable=True)
        self.composer = Composer()
        self.caps = CapMeters(vault)
        self._ages = SourceAges(vault.searcher, self)
        self._talks = TalkList(lambda talk: self.models.agent(talk, self._approver), vault.registry, self.head)
        self.cards = WaitingCards(self.view, self._talks)
        self.waiting = WaitingBanner(self.cards, self._talks)
        self._approver = make_approver(self.cards)
        self.agents = AgentChoosing(vault, self.head.agent)
        self.models = ModelChoosing(vault, self.composer.model, self.agents)
        who = (self.agents, self.models)
        self._asker = Asker(vault, who, self.composer, self.view, self.note, self._talks.current)
        self.set_note_actions()
        self._lay_out()
        self._connect()
        self._listen(self._talks.current)
        self._talks.renew_names()
        self.renew_notes()

    @property
    def conversations(self) -> tuple[Talk, ...]:
        """The conversations of this session, oldest first."""
        return self._talks.talks

    @property
    def conversation_id(self) -> str:
        """Which conversation is shown."""
        return self._talks.current.conversation.id

    def set_note_actions(self, *, insert: bool = False, append: bool = False, new_note: bool = False) -> None:
        """Say what can be done with an answer besides copying it and asking again; the rest is not shown."""
        wanted: dict[FootAction, bool] = {"insert": insert, "append": append, "new-note": new_note}
        self.view.set_actions(frozenset({"copy", "retry", *(action for action, on in wanted.items() if on)}))

    def ask(self, text: str) -> None:
        """Ask *text* in the shown conversation, as if it had been typed; what is typed there stays."""
        typed = self.composer.question
        self._asker.submit(text)
        if typed.text != text.strip():
            self.composer.set_question(typed)

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
        self.caps.show_for(talk.conversation.id, self.agents.name(talk))
        other = self.models.other(self._talks.current)
        self.view.set_other_model(other.title if other is not None else "")
        self.model_changed.emit(self.composer.model.words())

    def renew_notes(self) -> None:
        """Take over which notes there are; call it when the index changed."""
        bridge.start(self._load_notes(), owner=self)

    async def _load_notes(self) -> None:
        rows = await self._vault.searcher.tree()
        self.suggestions.set_notes(len(rows))
        self.suggestions.set_suggestions(suggestions_for(rows))

    def _lay_out(self) -> None:
        step = theme().step
        self._stack = QStackedWidget()
        self._stack.addWidget(self._centred(self.suggestions))
        self._stack.addWidget(self.view)
        foot = QWidget()
        below = QVBoxLayout(foot)
        below.setContentsMargins(0, step(8), 0, step(16))
        below.setSpacing(step(8))
        for widget in (self.waiting, self.queue, self.note, self.composer, self.caps):
            below.addWidget(widget)
        self.note.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._centred(self.head, margin=8))
        column.addWidget(self._stack, 1)
        column.addWidget(self._centred(foot))
        self.setMinimumWidth(step(LEAST_WIDTH))
        self.setFocusProxy(self.composer)

    def _centred(self, inner: QWidget, margin: int = 16) -> QWidget:
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

    def _connect(self) -> None:
        self._talks.shown.connect(self._show)
        self.view.exchange_built.connect(self._wire)
        self.view.keyboard_freed.connect(self.composer.box.setFocus)
        self.suggestions.chosen.connect(self.ask)
        self.composer.left.connect(self.left)
        self.composer.model.settings_requested.connect(self.settings_requested)
        self.composer.box.paged.connect(self.view.page)
        self.composer.box.jumped.connect(self.view.jump)
        self.queue.edit_requested.connect(self._asker.edit_queued)
        self.queue.remove_requested.connect(lambda place: self._talks.current.take_queued(place))
        self.queue.send_requested.connect(lambda place: self._talks.current.send_now(place))
        self.models.changed.connect(self.renew_models)
        self.agents.changed.connect(lambda: self.renew_models(again=False))
        self._asker.held_changed.connect(self._renew_stack)
        self.cards.asked.connect(lambda talk: self._talks.show_talk(talk) if self._asker.free else None)

    def _links(self, talk: Talk) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        """What is listened to while *talk* is shown; a talk in the background only keeps what it is told."""
        return (
            (talk.exchange_added, self._added),
            (talk.exchange_changed, self.view.exchange_changed),
            (talk.exchanges_dropped, self.view.drop_missing),
            (talk.exchanges_dropped, self._renew_stack),
            (talk.queue_changed, self._renew_queue),
            (talk.running_changed, self._run_changed),
        )

    def _show(self, before: Talk, talk: Talk) -> None:
        for signal, slot in self._links(before):
            signal.disconnect(slot)
        self._asker.show_talk(talk)
        self._listen(talk)

    def _listen(self, talk: Talk) -> None:
        """Show *talk* and follow it."""
        for signal, slot in self._links(talk):
            signal.connect(slot)
        self.view.show_exchanges(talk.exchanges)
        self._renew_stack()
        self.renew_models(again=False)
        self._run_changed(talk.running)
        self.conversation_changed.emit(talk.conversation.id)

    def _added(self, exchange: Exchange) -> None:
        self._renew_stack()
        self.view.add_exchange(exchange)

    def _run_changed(self, running: bool) -> None:
        self.composer.set_running(running or bool(self._talks.current.held))
        self._renew_queue()
        self.usage_changed.emit(self._talks.current.tokens, self._talks.current.cost)
        self.running_changed.emit(running)

    def _renew_stack(self) -> None:
        self._stack.setCurrentIndex(1 if self._talks.current.exchanges or self._talks.current.held else 0)

    def _renew_queue(self) -> None:
        self.queue.show_queue(self._talks.current.queue, running=self._talks.current.running)

    def _wire(self, view: ExchangeView) -> None:
        """Listen to an exchange that was built."""
        exchange = view.exchange
        view.source_opened.connect(self.source_opened)
        self._ages.follow(view)
        view.link_opened.connect(self.link_opened)
        view.edit_requested.connect(lambda: self._asker.edit(exchange))
        view.retry_requested.connect(lambda: self._asker.retry(exchange))
        view.other_model_requested.connect(lambda: self._asker.retry_elsewhere(exchange))
        targets = {
            "insert": self.insert_requested,
            "append": self.append_requested,
            "new-note": self.new_note_requested,
        }
        view.foot_pressed.connect(lambda action: targets[action].emit(exchange.text))
