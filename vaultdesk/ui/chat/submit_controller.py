"""Submits questions to the shown conversation: asks, queues, edits, retries and branches."""

from collections.abc import Awaitable, Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.question import Question
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.ui.bridge import start
from vaultdesk.ui.chat.chat_library import ChatListController
from vaultdesk.ui.chat.composer.answerer_choice import ChatSelections, ModelSelection
from vaultdesk.ui.chat.composer.composer import Composer
from vaultdesk.ui.chat.exchange import Exchange, conversation_markdown
from vaultdesk.ui.chat.open_conversations import EMPTY_QUESTION, ConversationController, OpenConversations
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView, SourceFreshness
from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Banner

# Typed text is never lost: a question that is not asked returns to the composer.


class SubmitController(QObject):
    """Connects composer, shown conversation and transcript."""

    def __init__(
        self,
        selections: ChatSelections,
        composer: Composer,
        view: TranscriptView,
        banner: Banner,
        controller: ConversationController,
    ) -> None:
        super().__init__(view)
        self._agents, self._models = selections.agents, selections.models
        self._composer = composer
        self._view = view
        self._banner = banner
        self._controller = controller
        composer.submitted.connect(self.submit)
        composer.stop_requested.connect(self.stop)
        composer.refused.connect(self._show_notice)
        composer.field.recall_requested.connect(self.edit_last)
        composer.model.chosen.connect(self.choose_model)
        for selection in (self._agents, self._models):
            selection.refused.connect(self._show_notice)
        self._agents.chosen.connect(lambda name: self._agents.choose(self._controller, name))
        # After choosing an agent the user continues with the question.
        self._agents.chosen.connect(lambda _name: composer.field.setFocus())

    @property
    def is_idle(self) -> bool:
        """Whether switching to another conversation would not interrupt the user."""
        is_busy = (
            self._controller.running
            or not self._composer.question.is_empty
            or any(exchange.edited is not None for exchange in self._controller.exchanges)
        )
        return not is_busy

    def show_conversation(self, controller: ConversationController) -> None:
        """Switch to *controller*; the draft stays with the previous conversation."""
        self._controller.draft = self._composer.question
        self._controller = controller
        self._composer.set_question(controller.draft)
        self._composer.set_running(controller.running)

    def submit(self, submitted: Question | str) -> None:
        """Ask *submitted*, or queue it behind the running answer."""
        self._banner.hide()
        self._composer.set_question(EMPTY_QUESTION)
        self._composer.field.set_expanded(False)
        self._controller.ask(Question.of(submitted))

    def stop(self) -> None:
        """Stop the answer and keep its text so far."""
        self._controller.stop()

    def edit(self, exchange: Exchange) -> None:
        """Edit a sent question in place, to ask it again."""
        if self._controller.streaming or exchange not in self._controller.exchanges:
            return
        view = self._view.built_view(exchange) or self._view.navigation.go_to(exchange)
        view.begin_edit()

    def edit_last(self) -> None:
        """Edit the last question in place, if there is one."""
        if self._controller.exchanges:
            self.edit(self._controller.exchanges[-1])

    def resend(self, exchange: Exchange, text: str) -> None:
        """Ask the question of *exchange* again as *text*, in place; what followed it stays reachable as an earlier
        version.
        """
        controller = self._controller
        if controller.streaming:
            self._show_notice(self.tr("Another answer is in progress. Wait for it or stop it, then ask again."))
            return
        exchange.edited = None
        self._banner.hide()
        self._composer.field.setFocus()
        controller.ask_again(exchange, replace(exchange.asked_question, text=text))

    def show_version(self, exchange: Exchange, by: int) -> None:
        """Show the previous (-1) or next (1) version of the question of *exchange*, with what followed it."""
        controller = self._controller
        if exchange not in controller.exchanges:
            return
        index = controller.exchanges.index(exchange)
        controller.show_version(exchange, by)
        if controller.exchanges[index] is not exchange:
            self._view.navigation.go_to(controller.exchanges[index]).card.focus_version_switch(by)

    def edit_queued(self, index: int) -> None:
        """Move a queued question back into the composer, before the typed text."""
        self._composer.set_question(self._composer.question.merged_after(self._controller.remove_queued(index)))
        self._composer.field.setFocus()

    def retry(self, exchange: Exchange) -> None:
        """Ask the same question again."""
        self._controller.ask_again(exchange)

    def retry_with_other_model(self, exchange: Exchange) -> None:
        """Ask the same question of the alternative model, and keep using that model."""
        model = self._models.alternative(self._controller)
        if model is not None:
            self.choose_model(model.label)
            self._controller.ask_again(exchange)

    def choose_model(self, model: str) -> None:
        """Use *model* from now on."""
        try:
            self._models.choose(self._controller, model)
        except VaultDeskError as error:
            self._show_notice(translate_error(error))

    def show_error(self, error: VaultDeskError) -> None:
        """Show *error* above the composer."""
        self._show_notice(translate_error(error))

    def _show_notice(self, message: str) -> None:
        self._banner.set_text(message)
        self._banner.set_actions(())
        self._banner.show()


class ExchangeActions(QObject):
    """Handles the actions of each exchange view."""

    source_opened = Signal(str, str, str)
    link_opened = Signal(str)

    def __init__(
        self,
        conversations: OpenConversations,
        submit_controller: SubmitController,
        models: ModelSelection,
        chat_list: ChatListController,
        freshness: SourceFreshness,
        targets: Mapping[str, Callable[[str], object]],
        quotes: Callable[[str], Awaitable[str]],
    ) -> None:
        """*targets* receive the Markdown of an answer: editor's cursor, open note, or new note.

        *quotes* returns quotes from the notes for a question, as Markdown.
        """
        super().__init__(conversations)
        self._conversations = conversations
        self._submit_controller = submit_controller
        self._models = models
        self._chat_list = chat_list
        self._freshness = freshness
        self._targets = targets
        self._quotes = quotes

    def follow(self, view: ExchangeView) -> None:
        """Connect to the signals of *view*."""
        exchange = view.exchange
        view.source_opened.connect(self.source_opened)
        self._freshness.follow(view)
        view.link_opened.connect(self.link_opened)
        view.edit_requested.connect(lambda: self._submit_controller.edit(exchange))
        view.resend_requested.connect(lambda text: self._submit_controller.resend(exchange, text))
        view.version_requested.connect(lambda by: self._submit_controller.show_version(exchange, by))
        view.retry_requested.connect(lambda: self._submit_controller.retry(exchange))
        view.other_model_requested.connect(lambda: self._submit_controller.retry_with_other_model(exchange))
        view.ask_other_requested.connect(lambda button: self._choose_other(exchange, button))
        view.quotes_requested.connect(lambda: start(self._show_quotes(view), owner=view))
        view.branch_requested.connect(lambda: self._chat_list.branch(exchange))
        view.note_requested.connect(self._show_note)
        view.action_pressed.connect(lambda action: self._targets[action](exchange.text))

    async def _show_quotes(self, view: ExchangeView) -> None:
        """Show quotes from the notes for the question of *view*, or an error above the composer if the search fails."""
        try:
            quotes = await self._quotes(view.exchange.question)
        except VaultDeskError as error:
            view.quotes_failed()
            self._submit_controller.show_error(error)
            return
        view.show_quotes(quotes)

    def _show_note(self) -> None:
        """Show the note of the conversation, or create it."""
        controller = self._conversations.current
        if controller.note:
            self._chat_list.note_requested.emit(controller.note)
        else:
            self._targets["new-note"](conversation_markdown(controller.title, controller.exchanges))

    def _choose_other(self, exchange: Exchange, button: QWidget) -> None:
        """Let the user choose at *button* the model to which the same question is sent."""
        controller = self._conversations.current
        popup = self._models.choose_at(button, exchange.model or self._models.current(controller))
        popup.chosen.connect(lambda model: self._ask_other(controller, exchange, model))

    def _ask_other(self, controller: ConversationController, exchange: Exchange, model: str) -> None:
        if controller is not self._conversations.current:
            return  # Another chat was shown while the popup was open.
        # For this chat only: the model of new chats is chosen in the composer.
        controller.change(choices=replace(controller.conversation.choices, model=model))
        self._models.changed.emit()
        controller.ask_again(exchange)
