"""Submits questions to the shown conversation: asks, queues, edits, retries and branches."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.question import Question
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.chat.chat_library import ChatListController
from vaultdesk.ui.chat.composer.answerer_choice import ChatSelections, ModelSelection
from vaultdesk.ui.chat.composer.composer import Composer
from vaultdesk.ui.chat.composer.mode_menu import uses_tools
from vaultdesk.ui.chat.conversation_controller import EMPTY_QUESTION, ConversationController
from vaultdesk.ui.chat.exchange import Exchange, conversation_markdown
from vaultdesk.ui.chat.open_conversations import OpenConversations
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView, SourceFreshness
from vaultdesk.ui.chat.transcript.question_card import ToolOfferView
from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView
from vaultdesk.ui.chat.vault_protocols import ChatVault
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Banner

# Nothing typed is ever lost: a question that is not asked goes back into the composer.


class SubmitController(QObject):
    """Stands between composer, conversation and view; follows whichever conversation is shown."""

    held_changed = Signal()
    """A question is held back for the offer, or is not any more."""

    def __init__(
        self,
        vault: ChatVault,
        selections: ChatSelections,
        composer: Composer,
        view: TranscriptView,
        note: Banner,
        controller: ConversationController,
    ) -> None:
        super().__init__(view)
        self._vault = vault
        self._agents, self._models = selections.agents, selections.models
        self._composer = composer
        self._view = view
        self._note = note
        self._controller = controller
        self._tool_offer: ToolOfferView | None = None
        self._editing: Exchange | None = None
        composer.submitted.connect(self.submit)
        composer.stop_requested.connect(self.stop)
        composer.refused.connect(self._show_notice)
        composer.field.recall_requested.connect(self.edit_last)
        composer.model.chosen.connect(self.choose_model)
        for selection in (self._agents, self._models):
            selection.refused.connect(self._show_notice)
        self._agents.chosen.connect(lambda name: self._agents.choose(self._controller, name))
        # Who chose somebody to ask goes on to ask.
        self._agents.chosen.connect(lambda _name: composer.field.setFocus())

    @property
    def free(self) -> bool:
        """Whether the person does nothing in the shown conversation that going over to another one would disturb."""
        busy = (
            self._controller.running
            or self._controller.held is not None
            or not self._composer.question.is_empty
            or self._editing is not None
        )
        return not busy

    def show_conversation(self, controller: ConversationController) -> None:
        """Go over to *controller*; the draft stays with the conversation that is left."""
        self._end_editing()
        self._controller.draft = self._composer.question
        self._remove_offer()
        self._controller = controller
        self._composer.set_question(controller.draft)
        self._renew_running()
        if controller.held:
            self._offer()

    def submit(self, submitted: Question | str) -> None:
        """Ask *submitted*, queue it behind the running answer, or hold it until the tool offer is answered."""
        controller, question, vault = self._controller, Question.of(submitted), self._vault
        if self._editing is not None and not controller.running:
            controller.drop(self._editing)
        self._end_editing()
        self._note.hide()
        self._composer.set_question(EMPTY_QUESTION)
        self._composer.field.set_expanded(False)
        if controller.held:
            controller.enqueue(question)
        elif not (controller.running or vault.tool_calling or controller.without_notes) and uses_tools(
            question, controller, vault.store
        ):
            controller.held = question
            self._offer()
        else:
            controller.ask(question)

    def stop(self) -> None:
        """Stop the answer, or take a held question back into the composer."""
        held = self._controller.held
        if held is not None:
            self._controller.held = None
            self._remove_offer()
            self.held_changed.emit()
            self._composer.set_question(self._composer.question.merged_after(held))
            self._renew_running()
        else:
            self._controller.stop()

    def edit(self, exchange: Exchange) -> None:
        """Put a question that was sent back into the composer, to be asked anew."""
        if self._controller.running or self._controller.held:
            return
        if self._editing is None:
            self._controller.draft = self._composer.question
        self._editing = exchange
        self._composer.set_question(exchange.asked_question)
        self._composer.field.setFocus()
        later = self._controller.exchanges[-1] is not exchange
        told = self.tr("Asked again, this question replaces the one above")
        self._show_notice(told + (self.tr(" and everything after it.") if later else "."))
        self._note.set_actions([(self.tr("Cancel"), self._cancel_editing)])

    def edit_last(self) -> None:
        """Put the last question back into the composer, where there is one."""
        if self._controller.exchanges:
            self.edit(self._controller.exchanges[-1])

    def edit_queued(self, place: int) -> None:
        """Take a queued message back into the composer, in front of what is typed there."""
        self._composer.set_question(self._composer.question.merged_after(self._controller.remove_queued(place)))
        self._composer.field.setFocus()

    def retry(self, exchange: Exchange) -> None:
        """Ask the same again."""
        self._controller.ask_again(exchange)

    def retry_elsewhere(self, exchange: Exchange) -> None:
        """Ask the same of the other model, and go on with that one."""
        other = self._models.other(self._controller)
        if other is not None:
            self.choose_model(other.label)
            self._controller.ask_again(exchange)

    def choose_model(self, model: str) -> None:
        """Ask *model* from now on."""
        try:
            self._models.choose(self._controller, model)
        except VaultDeskError as error:
            self._show_notice(translate_error(error))

    def _offer(self) -> None:
        assert self._controller.held is not None
        self._tool_offer = ToolOfferView(self._controller.held)
        self._tool_offer.offer.accepted.connect(self._accept)
        self._tool_offer.offer.declined.connect(self._decline)
        self.held_changed.emit()
        self._view.add_card(self._tool_offer)
        self._renew_running()

    def _accept(self) -> None:
        try:
            self._vault.set_tool_calling(True)
        except VaultDeskError as error:
            self._show_notice(translate_error(error))
        else:
            self._ask_pending()

    def _decline(self) -> None:
        self._controller.without_notes = True
        self._ask_pending()

    def _ask_pending(self) -> None:
        held, self._controller.held = self._controller.held, None
        self._remove_offer()
        if held is not None:
            self._controller.ask(held)

    def _remove_offer(self) -> None:
        if self._tool_offer is not None:
            self._view.remove_card(self._tool_offer)
            self._tool_offer.deleteLater()
            self._tool_offer = None

    def _cancel_editing(self) -> None:
        if self._editing is not None:
            self._end_editing()
            self._composer.set_question(self._controller.draft)

    def _end_editing(self) -> None:
        if self._editing is not None:
            self._editing = None
            self._note.hide()

    def _renew_running(self) -> None:
        self._composer.set_running(self._controller.running or self._controller.held is not None)

    def _show_notice(self, sentence: str) -> None:
        self._note.set_text(sentence)
        self._note.set_actions(())
        self._note.show()


class ExchangeActions(QObject):
    """Listens to each exchange that is built."""

    source_opened = Signal(str, str, str)
    link_opened = Signal(str)

    def __init__(
        self,
        conversations: OpenConversations,
        submit_controller: SubmitController,
        models: ModelSelection,
        listing: ChatListController,
        ages: SourceFreshness,
        targets: Mapping[str, Callable[[str], object]],
    ) -> None:
        """*targets* take the Markdown of an answer: for the editor's cursor, the open note, a new note."""
        super().__init__(conversations)
        self._conversations = conversations
        self._submit_controller = submit_controller
        self._models = models
        self._listing = listing
        self._ages = ages
        self._targets = targets

    def follow(self, view: ExchangeView) -> None:
        """Listen to *view*."""
        exchange = view.exchange
        view.source_opened.connect(self.source_opened)
        self._ages.follow(view)
        view.link_opened.connect(self.link_opened)
        view.edit_requested.connect(lambda: self._submit_controller.edit(exchange))
        view.retry_requested.connect(lambda: self._submit_controller.retry(self._last(exchange)))
        view.other_model_requested.connect(lambda: self._submit_controller.retry_elsewhere(exchange))
        view.ask_other_requested.connect(lambda button: self._choose_other(exchange, button))
        view.branch_requested.connect(lambda: self._listing.branch(exchange))
        view.note_requested.connect(self._show_note)
        view.foot_pressed.connect(lambda action: self._targets[action](exchange.text))

    def _show_note(self) -> None:
        """Show the note the conversation is kept in, or make one of it."""
        controller = self._conversations.current
        if controller.note:
            self._listing.note_requested.emit(controller.note)
        else:
            self._targets["new-note"](conversation_markdown(controller.title, controller.exchanges))

    def _choose_other(self, exchange: Exchange, button: QWidget) -> None:
        """Let the person choose at *button* which model is asked the same."""
        controller = self._conversations.current
        popup = self._models.choose_at(button, exchange.model or self._models.current(controller))
        popup.chosen.connect(lambda model: self._ask_other(controller, exchange, model))

    def _ask_other(self, controller: ConversationController, exchange: Exchange, model: str) -> None:
        if controller is not self._conversations.current:
            return  # Another chat was shown while the choice was open.
        exchange = self._last(exchange)
        controller = self._conversations.current
        # For this chat alone: what new chats ask is chosen at the composer.
        controller.change(choices=replace(controller.conversation.choices, model=model))
        self._models.changed.emit()
        controller.ask_again(exchange)

    def _last(self, exchange: Exchange) -> Exchange:
        """Return what is asked again: *exchange* where it is the last one, else its like at the end of a branch.

        What was said after it stays where it is, in the old chat.
        """
        controller = self._conversations.current
        if controller.running or controller.exchanges[-1] is exchange:
            return exchange
        self._listing.branch(exchange)
        branch = self._conversations.current
        return branch.exchanges[-1] if branch is not controller else exchange
