"""Approver: asks the person at the window, in a dialog or in a card of the chat, one question at a time."""

import asyncio
from collections.abc import Callable
from typing import Literal, Protocol

import shiboken6
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.inquiry import DISMISSED, Inquiry, InquiryAnswer
from vaultdesk.ui.approval.hosts import ApprovalCard, ApprovalDialog
from vaultdesk.ui.approval.inquiry_card import InquiryCard
from vaultdesk.ui.bridge import ask, wait_signal
from vaultdesk.ui.parts.dimmer import Dimmer

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


class WindowApprover:
    """An `Approver` and an `Inquirer` for the desktop. Where no window can be seen, nobody agreed (THREATS 2.3.8)."""

    def __init__(self, window: QWidget, slot: CardSlot | None, host: Callable[[], HostChoice]) -> None:
        """*host* is asked at each question, so that a changed setting holds at once."""
        self._window = window
        self._slot = slot
        self._host = host
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show *request* and wait for the answer; being cancelled takes it away unanswered."""
        async with self._one_at_a_time:
            if not shiboken6.isValid(self._window) or not self._window.isVisible():
                return ApprovalDecision(approved=False, reason="The window was not open, so nobody could be asked.")
            QApplication.alert(self._window)
            if self._host() == "card" and self._slot is not None:
                return await self._ask_in_card(request, self._slot)
            return await self._ask_in_dialog(request)

    async def inquire(self, inquiry: Inquiry) -> InquiryAnswer:
        """Put *inquiry* into the chat and wait for the answer; being cancelled takes it away unanswered.

        It waits for nobody else's turn: it allows nothing, and the person may take their time over it.
        """
        if self._slot is None or not shiboken6.isValid(self._window):
            return DISMISSED
        QApplication.alert(self._window)
        card = InquiryCard(inquiry)
        self._slot.add_card(card)
        try:
            (answer,) = await wait_signal(card.answered)
            assert isinstance(answer, InquiryAnswer)
            return answer
        finally:
            if shiboken6.isValid(card):
                self._slot.remove_card(card)
                card.deleteLater()

    async def _ask_in_dialog(self, request: ApprovalRequest) -> ApprovalDecision:
        dialog = ApprovalDialog(request, self._window)
        Dimmer(self._window).dim_for(dialog)
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
