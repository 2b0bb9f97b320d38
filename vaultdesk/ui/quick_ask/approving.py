"""Approving: asks the person about quick ask's answers where they are looking: there, else in the main window."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer, elicitor_of
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.ui.approval.hosts import ApprovalCard
from vaultdesk.ui.approval.inquiry_card import InquiryCard
from vaultdesk.ui.bridge import BoundSignal


class Calling(Protocol):
    """Whoever tells a person in another program that they are waited for."""

    def begin_waiting(self) -> None:
        """Tell so."""
        ...

    def end_waiting(self) -> None:
        """It is over."""
        ...


class CardPlace(Protocol):
    """Where a card can be shown: quick ask's answer."""

    def add_card(self, card: QWidget) -> None:
        """Show *card* below what was said, in sight."""
        ...

    def remove_card(self, card: QWidget) -> None:
        """Take *card* away again."""
        ...


@dataclass(frozen=True)
class Sight:
    """What can be seen of the program, and how a person is called who sees none of it."""

    quick_ask: Callable[[], bool]
    main_window: Callable[[], bool]
    attention: Calling

    @property
    def is_here(self) -> bool:
        """Whether the person is asked in quick ask: they look at it, or would have to open something anyway."""
        return self.quick_ask() or not self.main_window()


class QuickApprover(QObject):
    """An `Approver` and an `Inquirer`. What a person is asked and how they answer is approval's own component."""

    waiting_changed = Signal(bool)
    """Whether a card waits in quick ask."""

    def __init__(self, usual: Approver, place: CardPlace, sight: Sight, parent: QObject) -> None:
        """*usual* asks in the main window."""
        super().__init__(parent)
        self._usual = usual
        self._place = place
        self._sight = sight
        self._one_at_a_time = asyncio.Lock()
        self._cards: dict[QWidget, asyncio.Future[object]] = {}

    @property
    def waiting(self) -> bool:
        """Whether a card waits for the person here."""
        return bool(self._cards)

    def hand_over(self) -> None:
        """Take the cards away: what they ask is asked where the person goes now."""
        for answer in self._cards.values():
            if not answer.done():
                answer.set_result(None)

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show *request* and wait for the answer; being cancelled takes it away unanswered."""
        async with self._one_at_a_time:
            if self._sight.is_here:
                card = ApprovalCard(request)
                decision = await self._answered(card, card.view.answered)
                if isinstance(decision, ApprovalDecision):
                    return decision
        return await self._usual.ask(request)

    async def inquire(self, inquiry: Elicitation) -> ElicitationAnswer:
        """Put *inquiry* below the answer and wait; being cancelled takes it away unanswered."""
        if self._sight.is_here:
            card = InquiryCard(inquiry)
            answer = await self._answered(card, card.answered)
            if isinstance(answer, ElicitationAnswer):
                return answer
        usual = elicitor_of(self._usual)
        return await usual.inquire(inquiry) if usual is not None else DISMISSED_ANSWER

    async def _answered(self, card: QWidget, answered: BoundSignal) -> object:
        """Show *card* until it is answered, or handed over: then None."""
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def take(said: object) -> None:
            if not answer.done():
                answer.set_result(said)

        answered.connect(take)
        self._cards[card] = answer
        self._place.add_card(card)
        unseen = not self._sight.quick_ask()
        if unseen:
            self._sight.attention.begin_waiting()
        self.waiting_changed.emit(True)
        try:
            return await answer
        finally:
            if unseen:
                self._sight.attention.end_waiting()
            del self._cards[card]
            if shiboken6.isValid(card):
                self._place.remove_card(card)
                card.deleteLater()
            if shiboken6.isValid(self):
                self.waiting_changed.emit(self.waiting)
