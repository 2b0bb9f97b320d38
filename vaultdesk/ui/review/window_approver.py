"""The approver of the window: asks in a dialog or a card, one request at a time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal, Protocol

import shiboken6
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.bridge import ask, wait_signal
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.widgets.overlays import Dimmer

HostChoice = Literal["dialog", "card"]
"""Where the person wants to be asked (a setting)."""


class CardSlot(Protocol):
    """Where a card can be shown: the chat."""

    def add_card(self, card: QWidget) -> None:
        """Show *card* at the end of the conversation, in sight."""
        ...

    def remove_card(self, card: QWidget) -> None:
        """Take *card* away again."""
        ...


class ApprovalObserver(Protocol):
    """Whoever tells a person who works elsewhere that they are asked."""

    def add_waiting(self) -> None:
        """Note that a question waits."""
        ...

    def remove_waiting(self) -> None:
        """Note that it waits no more."""
        ...

    async def wait_until_seen(self) -> bool:
        """Wait until the window can be seen; False where nobody will open it."""
        ...


class WindowApprover:
    """An `Approver` and an `Inquirer` for the desktop. Where no window can be seen, nobody agreed
    (vaultdesk/tools/README.md, "Approval rules", 8)."""

    def __init__(
        self,
        window: QWidget,
        slot: CardSlot | None,
        host: Callable[[], HostChoice],
        onlooker: ApprovalObserver | None = None,
    ) -> None:
        """*host* is asked at each question, so that a changed setting holds at once; *onlooker* is told of each."""
        self._window = window
        self._slot = slot
        self._host = host
        self._onlooker = onlooker
        self.over: Callable[[], QWidget] = lambda: self._window
        """Returns the window a dialog stands over: the chat may have one of its own."""
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show *request* and wait for the answer; being cancelled takes it away unanswered."""
        async with self._one_at_a_time, self._waiting() as seen:
            if not seen:
                return ApprovalDecision(approved=False, reason="The window was not open, so nobody could be asked.")
            QApplication.alert(self._window)
            if self._host() == "card" and self._slot is not None:
                return await self._ask_in_card(request, self._slot)
            return await self._ask_in_dialog(request)

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Put *elicitation* into the chat and wait for the answer; being cancelled takes it away unanswered.

        It waits for nobody else's turn: it allows nothing, and the person may take their time over it.
        """
        if self._slot is None or not shiboken6.isValid(self._window):
            return DISMISSED_ANSWER
        QApplication.alert(self._window)
        card = ElicitationCard(elicitation)
        self._slot.add_card(card)
        try:
            async with self._waiting(until_seen=False):
                (answer,) = await wait_signal(card.answered)
            assert isinstance(answer, ElicitationAnswer)
            return answer
        finally:
            if shiboken6.isValid(card):
                self._slot.remove_card(card)
                card.deleteLater()

    @asynccontextmanager
    async def _waiting(self, *, until_seen: bool = True) -> AsyncIterator[bool]:
        """Let the onlooker know for as long as the block lasts; tells whether the window can be seen."""
        here = shiboken6.isValid(self._window)
        if self._onlooker is None or not here:
            yield here and self._window.isVisible()
            return
        self._onlooker.add_waiting()
        try:
            yield not until_seen or await self._onlooker.wait_until_seen()
        finally:
            self._onlooker.remove_waiting()

    async def _ask_in_dialog(self, request: ApprovalRequest) -> ApprovalDecision:
        over = self.over()
        dialog = ApprovalDialog(request, over)
        Dimmer(over).dim_behind(dialog)
        try:
            await ask(dialog)
            return dialog.decision
        finally:
            if shiboken6.isValid(dialog):
                dialog.deleteLater()

    async def _ask_in_card(self, request: ApprovalRequest, slot: CardSlot) -> ApprovalDecision:
        card = ApprovalCard(request)
        slot.add_card(card)
        try:
            (decision,) = await wait_signal(card.view.answered)
            assert isinstance(decision, ApprovalDecision)
            return decision
        finally:
            if shiboken6.isValid(card):
                slot.remove_card(card)
                card.deleteLater()
