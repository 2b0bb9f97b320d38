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
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.tools.runtime.first_use import FirstUseAnswer, FirstUseRequest
from vaultdesk.ui.bridge import BoundSignal
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.composer.answer_settings import AnswerSettings, answer_settings, with_answer_settings
from vaultdesk.ui.chat.conversation_controller import ConversationController, answering, show_waiting
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.vault_protocols import ChatVault
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureCard
from vaultdesk.ui.review.approval_view import ApprovalCard
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.review.first_use_card import ANSWERS, FirstUseCard
from vaultdesk.ui.review.request_hosts import WaitingHosts


class AttentionCaller(Protocol):
    """Whoever tells a person in another program that they are waited for."""

    def add_waiting(self) -> None:
        """Tell so."""
        ...

    def remove_waiting(self) -> None:
        """It is over."""
        ...


class CardHost(Protocol):
    """Where a card can be shown: quick ask's answer."""

    def add_card(self, card: QWidget) -> None:
        """Show *card* below what was said, in sight."""
        ...

    def remove_card(self, card: QWidget) -> None:
        """Take *card* away again."""
        ...


@dataclass(frozen=True)
class ProgramVisibility:
    """What can be seen of the program, and how a person is called who sees none of it."""

    quick_ask: Callable[[], bool]
    main_window: Callable[[], bool]
    attention: AttentionCaller

    @property
    def asks_here(self) -> bool:
        """Whether the person is asked in quick ask: they look at it, or would have to open something anyway."""
        return self.quick_ask() or not self.main_window()


class QuickApprover(QObject):
    """An `Approver` and an `Inquirer`. What a person is asked and how they answer is approval's own component."""

    waiting_changed = Signal(bool)
    """Whether a card waits in quick ask."""

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
        """Whether a card waits for the person here."""
        return bool(self._cards)

    def hand_over_to_window(self) -> None:
        """Take the cards away: what they ask is asked where the person goes now."""
        for answer in self._cards.values():
            if not answer.done():
                answer.set_result(None)

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show *request* and wait for the answer; being cancelled takes it away unanswered."""
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
        """Ask whether notes may be looked through; being cancelled takes the question away unanswered."""
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
        """Return the answer given here, in the card *kept* of a search before; None where it was handed over."""
        card = kept if isinstance(kept, ApprovalCard) else ApprovalCard(request)
        decision = await self._answered(card, card.view.answered, keeps=_searches_again)
        if not isinstance(decision, ApprovalDecision):
            return None
        if decision.new_query:
            self._hosts.keep(request, card, partial(self._remove, card))
        return decision

    async def review(self, request: DisclosureRequest) -> DisclosureDecision | None:
        """Ask what of *request* may be sent, where its answer is one of quick ask; None where the window asks."""
        controller = answering.get()
        if controller is None or controller.approver is not self or not self._visibility.asks_here:
            return None
        async with self._lock:
            card = DisclosureCard(request)
            decision = await self._answered(card, card.view.answered)
        return decision if isinstance(decision, DisclosureDecision) else None

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Put *elicitation* below the answer and wait; being cancelled takes it away unanswered."""
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
        """Show *card* until it is answered, or handed over: then None. It stays after an answer that *keeps* it."""
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
"""Seconds after its end that an answer is shown again: who comes back later has something else to ask."""


class QuickConversation(QObject):
    """Made for one open vault; it makes a conversation when something is asked."""

    exchange_added = Signal(object)
    exchange_changed = Signal(object)
    replaced = Signal()
    """Other exchanges, or none: whoever draws them begins again."""
    running_changed = Signal(bool)

    def __init__(self, chat: ChatDock, vault: ChatVault, parent: QObject) -> None:
        super().__init__(parent)
        self._chat = chat
        self._vault = vault
        self._controller: ConversationController | None = None
        self._ended = 0.0
        self.private = False
        """Whether nothing of what is asked here is kept."""
        self.approver: Approver | None = None
        """Who is asked before tools of its answers run."""

    @property
    def conversation(self) -> ConversationController | None:
        """The conversation; None where nothing was asked, or it was closed or deleted."""
        controller = self._controller
        if controller is not None and (not shiboken6.isValid(controller) or controller not in self._chat.conversations):
            self._controller = controller = None
        return controller

    @property
    def exchanges(self) -> list[Exchange]:
        """What was asked here and came back; the conversation's own list."""
        controller = self.conversation
        return controller.exchanges if controller is not None else []

    @property
    def last(self) -> Exchange | None:
        """The question that was asked last."""
        return self.exchanges[-1] if self.exchanges else None

    @property
    def running(self) -> bool:
        """Whether an answer is on its way."""
        return self.conversation is not None and self.conversation.running

    @property
    def is_visible(self) -> bool:
        """Whether what was asked is to be shown again."""
        if self.running:
            return True
        return self.last is not None and time.monotonic() - self._ended < RESUME_WITHIN

    @property
    def model(self) -> str:
        """The label of who is asked."""
        return self._chat.models.current(self.conversation or self._sample)

    def ask(self, text: str) -> None:
        """Ask *text*; while an answer runs it waits."""
        (self.conversation or self._begin()).ask(Question(text))

    def stop(self) -> None:
        """Stop the answer; what was said stays."""
        if self.conversation is not None:
            self.conversation.stop()

    def retry(self, exchange: Exchange) -> None:
        """Ask the same again."""
        if self.conversation is not None:
            self.conversation.ask_again(exchange)

    def retry_elsewhere(self, exchange: Exchange) -> None:
        """Ask the same of the other model. Raises `VaultDeskError` where the choice cannot be kept."""
        controller = self.conversation
        other = self._chat.models.other(controller) if controller is not None else None
        if controller is not None and other is not None:
            self.choose_model(other.label)
            controller.ask_again(exchange)

    def choose_model(self, label: str) -> None:
        """Ask *label* from now on. Raises `VaultDeskError` where that cannot be kept."""
        self._chat.models.choose(self.conversation or self._sample, label)

    @property
    def answers(self) -> AnswerSettings | None:
        """What is set for the answers of the conversation; None until there is one."""
        controller = self.conversation
        return answer_settings(controller.conversation.choices) if controller is not None else None

    def set_answers(self, answers: AnswerSettings) -> None:
        """Set *answers* for the conversation, from its next question on."""
        controller = self.conversation
        if controller is not None:
            controller.change(choices=with_answer_settings(controller.conversation.choices, answers))

    def start_new_chat(self, *, private: bool = False) -> None:
        """Let the next question begin another chat, a *private* one or not; what runs goes on in its own."""
        self.private = private
        self._detach()
        self.replaced.emit()

    @property
    def _sample(self) -> ConversationController:
        """A conversation without choices of its own: the one of the chat stands for it until something is asked."""
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
