"""Conversation of quick ask in one vault, with its approvals."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import shiboken6
from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.question import Question
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest
from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer, elicitor_of
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    Approver,
    FirstUseAnswer,
    FirstUseRequest,
)
from vaultdesk.ui.bridge import BoundSignal
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.composer.model_menu import AnswerSettings, answer_settings, with_answer_settings
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.open_conversations import ConversationController, answering, show_waiting
from vaultdesk.ui.chat.vault_protocols import ChatVault
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureCard
from vaultdesk.ui.review.approval_view import ApprovalCard
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.review.first_use_card import ANSWERS, FirstUseCard
from vaultdesk.ui.review.window_approver import WaitingHosts


class AttentionCaller(Protocol):
    """Notifies a user in another program of a pending question."""

    def add_waiting(self) -> None: ...

    def remove_waiting(self) -> None: ...


class CardHost(Protocol):
    """Shows cards: the answer pane of quick ask."""

    def add_card(self, card: QWidget) -> None:
        """Show *card* below the conversation, visible."""
        ...

    def remove_card(self, card: QWidget) -> None: ...


@dataclass(frozen=True)
class ProgramVisibility:
    """Which windows of the program are visible, and how to notify the user if none is."""

    quick_ask: Callable[[], bool]
    main_window: Callable[[], bool]
    attention: AttentionCaller

    @property
    def asks_here(self) -> bool:
        """Whether the user is asked in quick ask: it is visible, or no other window is."""
        return self.quick_ask() or not self.main_window()


class QuickApprover(QObject):
    """An `Approver` and an `Inquirer`. The cards and answers themselves are those of the approval package."""

    waiting_changed = Signal(bool)
    """Whether a card is pending in quick ask."""

    def __init__(self, fallback: Approver, place: CardHost, visibility: ProgramVisibility, parent: QObject) -> None:
        """*fallback* asks in the main window."""
        super().__init__(parent)
        self._fallback = fallback
        self._place = place
        self._visibility = visibility
        self._lock = asyncio.Lock()
        self._cards: dict[QWidget, asyncio.Future[object]] = {}
        self._hosts = WaitingHosts()

    @property
    def waiting(self) -> bool:
        """Whether a card is pending here."""
        return bool(self._cards)

    def hand_over_to_window(self) -> None:
        """Remove the cards: their questions are asked in the main window."""
        for answer in self._cards.values():
            if not answer.done():
                answer.set_result(None)

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show *request* and wait for the answer; cancelling removes it unanswered."""
        async with self._lock:
            if self._hosts.was_abandoned(request):
                return ApprovalDecision(approved=False)
            kept = self._hosts.take(request)
            if self._visibility.asks_here:
                decision = await self._ask_here(request, kept)
                if decision is not None:
                    return decision
            elif kept is not None:
                self._remove(kept)
        return await self._fallback.ask(request)

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        """Ask whether notes may be searched; cancelling removes the question unanswered."""
        async with self._lock:
            if self._visibility.asks_here:
                card = FirstUseCard(request)
                show_waiting(True)
                try:
                    said = await self._answered(card, card.answered)
                finally:
                    show_waiting(False)
                answer = next((one for one in ANSWERS if one == said), None)
                if answer is not None:
                    return answer
        return await self._fallback.ask_first_use(request)

    async def _ask_here(self, request: ApprovalRequest, kept: QWidget | None) -> ApprovalDecision | None:
        """Return the answer given here, in the card *kept* from an earlier search; None if handed over."""
        card = kept if isinstance(kept, ApprovalCard) else ApprovalCard(request)
        decision = await self._answered(card, card.view.answered, keeps=_searches_again)
        if not isinstance(decision, ApprovalDecision):
            return None
        if decision.new_query:
            self._hosts.keep(request, card, partial(self._remove, card))
        return decision

    async def review(self, request: DisclosureRequest) -> DisclosureDecision | None:
        """Ask what of *request* may be sent, if it belongs to quick ask; None if the main window asks."""
        controller = answering.get()
        if controller is None or controller.approver is not self or not self._visibility.asks_here:
            return None
        async with self._lock:
            card = DisclosureCard(request)
            decision = await self._answered(card, card.view.answered)
        return decision if isinstance(decision, DisclosureDecision) else None

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Show *elicitation* below the answer and wait; cancelling removes it unanswered."""
        if self._visibility.asks_here:
            card = ElicitationCard(elicitation)
            answer = await self._answered(card, card.answered)
            if isinstance(answer, ElicitationAnswer):
                return answer
        fallback = elicitor_of(self._fallback)
        return await fallback.elicit(elicitation) if fallback is not None else DISMISSED_ANSWER

    async def _answered(
        self, card: QWidget, answered: BoundSignal, keeps: Callable[[object], bool] = lambda _answer: False
    ) -> object:
        """Show *card* until it is answered, or handed over (None). It stays after an answer that *keeps* it."""
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def take(said: object) -> None:
            if not answer.done():
                answer.set_result(said)

        answered.connect(take)
        self._cards[card] = answer
        if card.parentWidget() is None:
            self._place.add_card(card)
        unseen = not self._visibility.quick_ask()
        if unseen:
            self._visibility.attention.add_waiting()
        self.waiting_changed.emit(True)
        try:
            return await answer
        finally:
            if unseen:
                self._visibility.attention.remove_waiting()
            del self._cards[card]
            if not (answer.done() and not answer.cancelled() and keeps(answer.result())):
                self._remove(card)
            if shiboken6.isValid(self):
                self.waiting_changed.emit(self.waiting)

    def _remove(self, card: QWidget) -> None:
        if shiboken6.isValid(card):
            self._place.remove_card(card)
            card.deleteLater()


def _searches_again(answer: object) -> bool:
    return isinstance(answer, ApprovalDecision) and bool(answer.new_query)


RESUME_WITHIN = 600.0
"""Seconds after its end within which an answer is shown again."""


class QuickConversation(QObject):
    """Belongs to one open vault; creates a conversation for the first question."""

    exchange_added = Signal(object)
    exchange_changed = Signal(object)
    replaced = Signal()
    """The list of exchanges was replaced: views must rebuild."""
    running_changed = Signal(bool)

    def __init__(self, chat: ChatDock, vault: ChatVault, parent: QObject) -> None:
        super().__init__(parent)
        self._chat = chat
        self._vault = vault
        self._controller: ConversationController | None = None
        self._ended = 0.0
        self.private = False
        """Whether nothing asked here is stored."""
        self.approver: Approver | None = None
        """The approver of tool calls in its answers."""

    @property
    def conversation(self) -> ConversationController | None:
        """The conversation; None if nothing was asked, or it was closed or deleted."""
        controller = self._controller
        if controller is not None and (not shiboken6.isValid(controller) or controller not in self._chat.conversations):
            self._controller = controller = None
        return controller

    @property
    def exchanges(self) -> list[Exchange]:
        """The questions and answers; the conversation's own list."""
        controller = self.conversation
        return controller.exchanges if controller is not None else []

    @property
    def last(self) -> Exchange | None:
        """The last question."""
        return self.exchanges[-1] if self.exchanges else None

    @property
    def running(self) -> bool:
        """Whether an answer is running."""
        return self.conversation is not None and self.conversation.running

    @property
    def is_visible(self) -> bool:
        """Whether the last exchange should be shown again."""
        if self.running:
            return True
        return self.last is not None and time.monotonic() - self._ended < RESUME_WITHIN

    @property
    def model(self) -> str:
        """The label of the selected model."""
        return self._chat.models.current(self.conversation or self._sample)

    def ask(self, text: str) -> None:
        """Ask *text*; it is queued while an answer runs."""
        (self.conversation or self._begin()).ask(Question(text))

    def stop(self) -> None:
        """Stop the answer; its text so far stays."""
        if self.conversation is not None:
            self.conversation.stop()

    def retry(self, exchange: Exchange) -> None:
        """Ask the same question again."""
        if self.conversation is not None:
            self.conversation.ask_again(exchange)

    def retry_elsewhere(self, exchange: Exchange) -> None:
        """Ask the same question of the other model. Raises `VaultDeskError` if the choice cannot be stored."""
        controller = self.conversation
        other = self._chat.models.other(controller) if controller is not None else None
        if controller is not None and other is not None:
            self.choose_model(other.label)
            controller.ask_again(exchange)

    def choose_model(self, label: str) -> None:
        """Select the model *label*. Raises `VaultDeskError` if that cannot be stored."""
        self._chat.models.choose(self.conversation or self._sample, label)

    @property
    def answers(self) -> AnswerSettings | None:
        """The answer settings of the conversation; None until there is one."""
        controller = self.conversation
        return answer_settings(controller.conversation.choices) if controller is not None else None

    def set_answers(self, answers: AnswerSettings) -> None:
        """Set *answers* for the conversation, from its next question on."""
        controller = self.conversation
        if controller is not None:
            controller.change(choices=with_answer_settings(controller.conversation.choices, answers))

    def start_new_chat(self, *, private: bool = False) -> None:
        """Start another chat with the next question, *private* or not; a running answer continues in its own chat."""
        self.private = private
        self._detach()
        self.replaced.emit()

    @property
    def _sample(self) -> ConversationController:
        """The conversation of the chat pane, used until something is asked here."""
        return self._chat.conversations[-1]

    def _begin(self) -> ConversationController:
        self._detach()
        controller = self._controller = self._chat.open_conversation(private=self.private)
        controller.approver = self.approver
        for signal, slot in self._links(controller):
            signal.connect(slot)
        return controller

    def _detach(self) -> None:
        controller, self._controller = self._controller, None
        if controller is not None and shiboken6.isValid(controller):
            for signal, slot in self._links(controller):
                signal.disconnect(slot)

    def _links(self, controller: ConversationController) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        return (
            (controller.exchange_added, self.exchange_added.emit),
            (controller.exchange_changed, self.exchange_changed.emit),
            (controller.exchanges_dropped, self.replaced.emit),
            (controller.reloaded, self.replaced.emit),
            (controller.running_changed, self._run_changed),
        )

    def _run_changed(self, running: bool) -> None:
        self._ended = time.monotonic()
        self.running_changed.emit(running)
