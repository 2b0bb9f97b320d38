"""Chat dock: connects head, transcript, queue, composer and the meters of the spending caps."""

import asyncio
from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from vaultdesk.agent.agent import Agent, quotes_on
from vaultdesk.index.index_results import NoteSummary
from vaultdesk.index.search.lookups import newest_notes
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.budget_meters import BudgetMeters
from vaultdesk.ui.chat.chat_banners import NoteSettingsBanner, SaveNotice
from vaultdesk.ui.chat.chat_head import ChatHeader
from vaultdesk.ui.chat.chat_library import ChatLibrary, ChatListController, finish_answer
from vaultdesk.ui.chat.chat_tabs import ChatTabBar, ConversationTabs
from vaultdesk.ui.chat.composer.answerer_choice import AgentSelection, ChatSelections, ModelSelection
from vaultdesk.ui.chat.composer.composer import Composer
from vaultdesk.ui.chat.composer.composer_controller import ComposerController, ComposerDrafts
from vaultdesk.ui.chat.composer.mode_menu import ModeSelection
from vaultdesk.ui.chat.composer.model_menu import is_built_in
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations
from vaultdesk.ui.chat.pending_cards import PlanCardController, QuestionQueue, WaitingBanner, WaitingCards
from vaultdesk.ui.chat.submit_controller import ExchangeActions, SubmitController
from vaultdesk.ui.chat.suggestions import MAX_SUGGESTIONS, SUGGESTION_CANDIDATES, Suggestions, suggestions_for
from vaultdesk.ui.chat.transcript.answer_view import AnswerAction
from vaultdesk.ui.chat.transcript.exchange_view import SourceFreshness
from vaultdesk.ui.chat.transcript.transcript_view import TEXT_WIDTH, TranscriptSearch, TranscriptView
from vaultdesk.ui.chat.vault_protocols import ChatVault
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.text_fields import FindBar

DEFAULT_ANSWER_ACTIONS: tuple[AnswerAction, ...] = ("copy", "retry", "ask-other", "branch")
"""Actions offered with an answer wherever the chat is shown."""

EXPANDED_FIELD_SHARE = 0.55
"""Share of the pane's height that the expanded question field takes."""

MIN_DOCK_WIDTH = 320
"""Minimum width of the dock in design pixels."""

MakeApprover = Callable[[WaitingCards], Approver]
"""Creates the approver for tool calls; its cards are added to the given `WaitingCards`."""


class ChatDock(QWidget):
    """Chat pane of one vault: sends questions to the assistant and shows the answers. Needs a running event loop."""

    source_opened = Signal(str, str, str)
    """A source was opened: note as cited (path or name), heading or empty, and the text it is the source of."""
    link_opened = Signal(str)
    """A web or mail address was clicked."""
    insert_requested = Signal(str)
    append_requested = Signal(str)
    new_note_requested = Signal(str)
    """Markdown of an answer to insert at the editor's cursor, append to the open note, or save as a new note."""
    settings_requested = Signal()
    escaped = Signal()
    """Esc was pressed while nothing runs; the keyboard focus may move elsewhere."""
    model_changed = Signal(str)
    running_changed = Signal(bool)
    """Whether the shown conversation is being answered."""
    conversation_changed = Signal(str)
    """Id of the conversation shown now."""
    note_changed = Signal(str)
    """Path of the note of the shown conversation; empty if it has none."""

    def __init__(self, vault: ChatVault, make_approver: MakeApprover, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self._newest_notes: Sequence[NoteSummary] = ()
        self._create_widgets()
        self._create_conversations()
        self._create_approver(make_approver)
        selections = self._create_selections()
        self._create_submission(selections)
        self._create_exchange_actions()
        self.composer_controller = ComposerController(vault, self.composer, self._conversations, selections)
        self.set_note_actions()
        self._build_layout(
            self.waiting_banner,
            self.save_notice,
            self.note_settings,
            self.composer_controller.instructions,
            self.composer_controller.long_banner,
        )
        self._connect()
        self._attach(self._conversations.current)
        self._conversations.update_title()
        self.refresh_notes()

    @property
    def conversations(self) -> tuple[ConversationController, ...]:
        """The conversations of this session, oldest first."""
        return self._conversations.controllers

    @property
    def open_conversations(self) -> OpenConversations:
        """The open conversations, including which one is shown."""
        return self._conversations

    @property
    def conversation_id(self) -> str:
        return self._conversations.current.conversation.id

    @property
    def model_label(self) -> str:
        """Model of the shown conversation as `provider/name`."""
        return self.models.current(self._conversations.current)

    def ask(self, text: str) -> None:
        """Ask *text* in the shown conversation as if it had been typed; the draft in the field is kept."""
        typed = self.composer.question
        self._submit_controller.submit(text)
        if typed.text != text.strip():
            self.composer.set_question(typed)

    def open_conversation(self, *, private: bool = False) -> ConversationController:
        """Return a new empty conversation without showing it; it is saved unless *private*."""
        return self._conversations.new_conversation(private=private)

    def show_conversation(self, controller: ConversationController) -> None:
        """Show *controller*, one of the open conversations or one returned by `open_conversation`."""
        if controller is not self._conversations.current:
            self._conversations.show_conversation(controller)

    async def finish(self) -> None:
        """Stop every answer and return when all chats and drafts are saved."""
        self.drafts.save()
        await asyncio.gather(*(finish_answer(controller) for controller in self._conversations.controllers))

    def new_chat(self, *, private: bool = False) -> None:
        """Show an empty conversation and focus its field; a *private* one is not saved."""
        if private:
            self._conversations.show_private()
        else:
            self._conversations.show_empty()
        self.composer.field.setFocus()

    def refresh_models(self, reload: bool = True) -> None:
        """Update the available models and the selected one; call it after a settings change.

        If *reload* is false, the known list of models is reused: switching conversations does not change it.
        """
        if reload:
            self.models.forget()
        controller = self._conversations.current
        self.agents.show(controller)
        self.models.show(controller)
        self.modes.show(controller)
        model = self.models.shown
        counted = model is None or not is_built_in(model)
        self.budget_meters.show_for(controller.conversation.id, self.agents.name(controller), counted=counted)
        other_model = self.models.alternative(self._conversations.current)
        self.transcript.set_other_model(other_model.title if other_model is not None else "")
        self._refresh_suggestions()
        self.model_changed.emit(self.composer.model.shown_text())

    def set_note_actions(self, *, insert: bool = False, append: bool = False, new_note: bool = False) -> None:
        """Set which answer actions are shown besides copy and retry."""
        enabled: dict[AnswerAction, bool] = {"insert": insert, "append": append, "new-note": new_note}
        self.transcript.set_actions(
            frozenset({*DEFAULT_ANSWER_ACTIONS, *(action for action, is_enabled in enabled.items() if is_enabled)})
        )

    def refresh_notes(self) -> None:
        """Update what depends on the list of notes; call it after an index change."""
        bridge.start(self._load_notes(), owner=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the maximum height of the question field."""
        super().resizeEvent(event)
        self.composer.field.set_max_height(round(self.height() * EXPANDED_FIELD_SHARE))

    def _create_widgets(self) -> None:
        """Create the widgets that depend on no conversation."""
        self.header = ChatHeader()
        self.tab_bar = ChatTabBar()
        self.find_bar = FindBar(self.tr("Find in the chat"))
        self.transcript = TranscriptView()
        self.suggestions = Suggestions()
        self.queue = QuestionQueue()
        self.notice = Banner("info", "", closable=True)
        self.composer = Composer()
        self.budget_meters = BudgetMeters(self._vault)
        self._stack = QStackedWidget()

    def _create_conversations(self) -> None:
        """Create the open conversations, and what shows, finds and saves them."""
        chats = self._vault.chats
        self._conversations = OpenConversations(self._make_agent, self._vault.registry, self.header, chats)
        self.tabs = ConversationTabs(self._conversations, self.tab_bar)
        self.header.close_requested.connect(self.tabs.close_current)
        self.search = TranscriptSearch(self.find_bar, self.transcript, self._conversations)
        self.save_notice = SaveNotice(chats, lambda: self._conversations.current)
        self.note_settings = NoteSettingsBanner(self._vault.chat_note_settings, self._vault.store, self._conversations)
        self.drafts = ComposerDrafts(chats, self.composer, self._conversations.current)
        self.library = ChatLibrary(chats, self._conversations, self._vault.undo)
        self.chat_list = ChatListController(self.header, self._conversations, self.library)

    def _create_approver(self, make_approver: MakeApprover) -> None:
        """Create the cards that wait for the user, and the approver that adds them."""
        self.cards = WaitingCards(self.transcript, self._conversations)
        self.waiting_banner = WaitingBanner(self.cards, self._conversations)
        self.approver = make_approver(self.cards)

    def _create_selections(self) -> ChatSelections:
        """Create the choices of agent, model and mode."""
        self.agents = AgentSelection(self._vault, self.header.agent)
        self.models = ModelSelection(self._vault, self.composer.model, self.agents)
        self.modes = ModeSelection(self._vault, self.composer.mode, self._conversations.current)
        return ChatSelections(self.agents, self.models, self.modes)

    def _create_submission(self, selections: ChatSelections) -> None:
        """Create what sends questions, with the saved draft in the field."""
        current = self._conversations.current
        current.draft = self.drafts.load(current)
        self._submit_controller = SubmitController(selections, self.composer, self.transcript, self.notice, current)
        self.composer.set_question(current.draft)

    def _create_exchange_actions(self) -> None:
        """Create the actions of answers and plans."""
        targets = {
            "insert": self.insert_requested.emit,
            "append": self.append_requested.emit,
            "new-note": self.new_note_requested.emit,
        }
        self.exchange_actions = ExchangeActions(
            self._conversations,
            self._submit_controller,
            self.models,
            self.chat_list,
            SourceFreshness(self._vault.searcher, self),
            targets,
            self._quotes_on,
        )
        self.plan_controller = PlanCardController(self._conversations, self.transcript, self._submit_controller.submit)

    def _build_layout(self, *banners: QWidget) -> None:
        """Lay out the parts, with *banners* above the queue."""
        px = theme().px
        self._stack.addWidget(centered(self.suggestions))
        self._stack.addWidget(self.transcript)
        footer = QWidget()
        footer_column = column_layout(footer, 8, margins=(0, 8, 0, 16))
        for widget in (*banners, self.queue, self.notice, self.composer, self.budget_meters):
            footer_column.addWidget(widget)
        self.notice.hide()
        column = column_layout(self)
        column.addWidget(centered(self.header, margin=8))
        column.addWidget(centered(self.tab_bar, margin=0))
        # Aligned with the tab row above it: same line length, and the field starts where the text starts.
        self.find_bar.row.setContentsMargins(px(16), px(4), px(16), px(4))
        column.addWidget(centered(self.find_bar, margin=0))
        column.addWidget(self._stack, 1)
        column.addWidget(centered(footer))
        self.setMinimumWidth(px(MIN_DOCK_WIDTH))
        self.setFocusProxy(self.composer)

    async def _load_notes(self) -> None:
        count, self._newest_notes = await self._vault.searcher.read_database(newest_notes, SUGGESTION_CANDIDATES)
        self.suggestions.set_notes(count)
        self._refresh_suggestions()

    def _refresh_suggestions(self) -> None:
        """Suggest questions about the newest notes, except notes that are private for the selected model."""
        destination, privacy = self.composer_controller.destination(), self._vault.privacy
        rows = [row for row in self._newest_notes if privacy.status(row.path, destination) == "open"]
        self.suggestions.set_suggestions(suggestions_for(rows[:MAX_SUGGESTIONS]))

    async def _make_agent(self, controller: ConversationController) -> Agent:
        return await self.models.agent(controller, controller.approver or self.approver)

    async def _quotes_on(self, question: str) -> str:
        """Return quotes from the notes for *question*, found by the built-in assistant. Raises `VaultDeskError`."""
        controller = self._conversations.current
        return await quotes_on(question, self._vault.agent(controller.approver or self.approver, OFFLINE_LABEL))

    def _connect(self) -> None:
        self._conversations.shown.connect(self._show)
        self._conversations.changed.connect(self._conversation_changed)
        self.transcript.exchange_built.connect(self.exchange_actions.follow)
        self.exchange_actions.source_opened.connect(self.source_opened)
        self.exchange_actions.link_opened.connect(self.link_opened)
        self.chat_list.found.connect(self.transcript.navigation.go_to_text)
        for source in (self.library, self.save_notice, self.note_settings, self.modes):
            source.refused.connect(self.composer.refused)
        self.search.closed.connect(self.composer.field.setFocus)
        self.transcript.focus_released.connect(self.composer.field.setFocus)
        self.suggestions.chosen.connect(self.ask)
        self.composer.escaped.connect(self.escaped)
        self.composer.model.settings_requested.connect(self.settings_requested)
        self.composer.field.page_requested.connect(self.transcript.navigation.page)
        self.composer.field.jump_requested.connect(self.transcript.navigation.jump)
        self.composer.field.edge_requested.connect(self.transcript.navigation.go_to_edge)
        self.queue.edit_requested.connect(self._submit_controller.edit_queued)
        self.queue.remove_requested.connect(lambda index: self._conversations.current.remove_queued(index))
        self.queue.send_requested.connect(lambda index: self._conversations.current.send_now(index))
        bridge.follow(self._vault.privacy.changes, lambda _: self._refresh_suggestions(), owner=self)
        self.models.changed.connect(self.refresh_models)
        self.agents.changed.connect(lambda: self.refresh_models(reload=False))
        self.cards.waiting_started.connect(
            lambda controller: (
                self._conversations.show_conversation(controller) if self._submit_controller.is_idle else None
            )
        )

    def _slots(self, controller: ConversationController) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        """Return the signals and slots that are connected while *controller* is shown."""
        return (
            (controller.exchange_added, self._added),
            (controller.exchange_changed, self.transcript.exchange_changed),
            (controller.exchanges_dropped, self.transcript.drop_missing),
            (controller.exchanges_dropped, self._refresh_parts),
            (controller.queue_changed, self._refresh_parts),
            (controller.reloaded, self._reloaded),
            (controller.running_changed, self._run_changed),
        )

    def _show(self, before: ConversationController, controller: ConversationController) -> None:
        before.reading_position = self.transcript.reading_position
        for signal, slot in self._slots(before):
            signal.disconnect(slot)
        if controller.draft.is_empty:
            controller.draft = self.drafts.load(controller)
        self.drafts.show_conversation(controller)
        self._submit_controller.show_conversation(controller)
        self._attach(controller)

    def _attach(self, controller: ConversationController) -> None:
        """Show *controller* and connect to its signals."""
        for signal, slot in self._slots(controller):
            signal.connect(slot)
        self._refresh_parts()  # First: a hidden transcript has no size from which to restore the reading position.
        self.transcript.show_exchanges(controller.exchanges, controller.reading_position)
        self.refresh_models(reload=False)
        self._run_changed(controller.running)
        self.save_notice.refresh()
        self.conversation_changed.emit(controller.conversation.id)
        self.note_changed.emit(controller.note)

    def _reloaded(self) -> None:
        self.transcript.show_exchanges(self._conversations.current.exchanges, self.transcript.reading_position)
        self._refresh_parts()

    def _added(self, exchange: Exchange) -> None:
        self.drafts.show_conversation(self._conversations.current)
        self._refresh_parts()
        self.transcript.add_exchange(exchange)

    def _run_changed(self, running: bool) -> None:
        self.composer.set_running(running)
        self._refresh_parts()
        self.running_changed.emit(running)

    def _refresh_parts(self) -> None:
        """Show either the messages or the suggestions, and update the queue."""
        self._stack.setCurrentIndex(1 if self._conversations.current.exchanges else 0)
        controller = self._conversations.current
        self.queue.show_queue(controller.queue, running=controller.running, paused=controller.paused_questions)

    def _conversation_changed(self, controller: ConversationController) -> None:
        self.save_notice.refresh()
        if controller is self._conversations.current:
            self.note_changed.emit(controller.note)


def centered(inner: QWidget, margin: int = 16) -> QWidget:
    """Return *inner* limited to the text width and centered in a wide pane."""
    px = theme().px
    inner.setMaximumWidth(px(TEXT_WIDTH - 2 * margin))
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(px(margin), 0, px(margin), 0)
    row.addStretch(1)
    row.addWidget(inner, 1_000)
    row.addStretch(1)
    return holder
