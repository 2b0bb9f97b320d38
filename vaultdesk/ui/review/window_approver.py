"""Approver of the window: shows one request at a time, in a sheet or a card."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Literal, Protocol

import shiboken6
from msgspec import Struct
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, FirstUseAnswer, FirstUseRequest
from vaultdesk.ui.bridge import first_value, wait_signal
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.review.first_use_card import FirstUseCard, FirstUseSheet, wait_for_first_use

RequestHost = ApprovalDialog | ApprovalCard
"""Container of a request."""


async def wait_for_decision(host: RequestHost) -> ApprovalDecision:
    """Return the answer to the request in *host*; a denial if it is destroyed before."""
    with first_value(host.view.answered, host, ApprovalDecision(approved=False)) as answer:
        return await answer


class _WaitingHost(Struct):
    host: RequestHost
    close: Callable[[], None]
    abandoned: bool = False


class WaitingHosts:
    """Hosts in which the user searched with other words. Each stays open for the request with the new results.

    A host is closed by the user, or when the requesting task has ended without such a request.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, _WaitingHost] = {}

    def keep(self, request: ApprovalRequest, host: RequestHost, close: Callable[[], None]) -> None:
        """Keep *host* for the request that continues *request*; *close* removes it."""
        waiting = self._waiting[request.id] = _WaitingHost(host, close)

        def abandon() -> None:
            waiting.abandoned = True
            close()

        host.view.abandoned.connect(abandon)
        task = asyncio.current_task()
        assert task is not None, "requests are made in a task"
        task.add_done_callback(lambda _task: self._drop(request.id))

    def take(self, request: ApprovalRequest) -> RequestHost | None:
        """Return the host kept for *request*, which now shows it; None if there is none."""
        waiting = self._waiting.pop(request.continues, None)
        # Only one request is shown at a time, so hosts kept for other requests are closed.
        for name in tuple(self._waiting):
            self._drop(name)
        if waiting is None or waiting.abandoned or not shiboken6.isValid(waiting.host):
            return None
        waiting.host.show_request(request)
        return waiting.host

    def was_abandoned(self, request: ApprovalRequest) -> bool:
        """Return whether the user closed the host that *request* continues, which counts as a denial."""
        waiting = self._waiting.get(request.continues)
        return waiting is not None and (waiting.abandoned or not shiboken6.isValid(waiting.host))

    def _drop(self, request_id: str) -> None:
        waiting = self._waiting.pop(request_id, None)
        if waiting is not None and not waiting.abandoned and shiboken6.isValid(waiting.host):
            waiting.close()


HostChoice = Literal["dialog", "card"]
"""Where requests are shown (a setting)."""


UNSEEN_REASON = "The window was not open, so the user could not be asked."
"""Denial reason for the model if no window was visible."""


class CardSlot(Protocol):
    """Place where a card can be shown: the chat."""

    def add_card(self, card: QWidget) -> None:
        """Show *card* at the end of the conversation and scroll to it."""
        ...

    def remove_card(self, card: QWidget) -> None: ...


class ApprovalObserver(Protocol):
    """Observer of waiting requests, which alerts a user who works in another window."""

    def add_waiting(self) -> None:
        """Count one more waiting request."""
        ...

    def remove_waiting(self) -> None:
        """Count one waiting request less."""
        ...

    async def wait_until_seen(self) -> bool:
        """Wait until the window is visible; return False if it will not be opened."""
        ...


class WindowApprover:
    """`Approver` and `Inquirer` of the desktop. Without a visible window a request is denied
    (vaultdesk/tools/README.md, "Approval rules", 8).
    """

    def __init__(
        self,
        window: QWidget,
        slot: CardSlot | None,
        host: Callable[[], HostChoice],
        observer: ApprovalObserver | None = None,
        show_waiting: Callable[[bool], None] | None = None,
    ) -> None:
        """*host* returns where to show a request. It is called for each, so that a changed setting applies immediately.

        *observer* is notified of waiting requests; *show_waiting* is called when an answer starts and stops waiting for
        the first decision.
        """
        self._window = window
        self._slot = slot
        self._host = host
        self._observer = observer
        self.sheet_parent: Callable[[], QWidget] = lambda: self._window
        """Returns the window of a sheet, because the chat may have its own window."""
        self._show_waiting = show_waiting
        self._request_lock = asyncio.Lock()
        self._hosts = WaitingHosts()

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show *request* and wait for the answer; cancellation removes it unanswered.

        After a search with other words the sheet or card stays, and shows the request that continues this one.
        """
        async with self._request_lock, self._waiting() as is_seen:
            if not is_seen:
                return ApprovalDecision(approved=False, reason=UNSEEN_REASON)
            if self._hosts.was_abandoned(request):
                return ApprovalDecision(approved=False)
            QApplication.alert(self._window)
            host = self._hosts.take(request) or self._open(request)
            decision: ApprovalDecision | None = None
            try:
                decision = await wait_for_decision(host)
                return decision
            finally:
                if decision is not None and decision.new_query:
                    self._hosts.keep(request, host, partial(self._close, host))
                else:
                    self._close(host)

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        """Ask whether notes may be searched; cancellation removes the question unanswered."""
        async with self._request_lock, self._waiting() as is_seen:
            if not is_seen:
                return "no"
            QApplication.alert(self._window)
            slot = self._slot if self._host() == "card" else None
            if slot is None:
                sheet = FirstUseSheet(request, self.sheet_parent())
                sheet.open()
            else:
                card = FirstUseCard(request)
                slot.add_card(card)
            host = sheet if slot is None else card
            if self._show_waiting is not None:
                self._show_waiting(True)
            try:
                return await wait_for_first_use(host)
            finally:
                if self._show_waiting is not None:
                    self._show_waiting(False)
                if shiboken6.isValid(host):
                    if slot is not None:
                        slot.remove_card(host)
                    elif isinstance(host, FirstUseSheet) and host.isVisible():
                        host.reject()
                    host.deleteLater()

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Show *elicitation* in the chat and wait for the answer; cancellation removes it unanswered.

        It does not wait for other requests, because it grants nothing and the user may take time to answer.
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
        """Notify the observer for the duration of the block; yield whether the window is visible."""
        window_exists = shiboken6.isValid(self._window)
        if self._observer is None or not window_exists:
            yield window_exists and self._window.isVisible()
            return
        self._observer.add_waiting()
        try:
            yield not until_seen or await self._observer.wait_until_seen()
        finally:
            self._observer.remove_waiting()

    def _open(self, request: ApprovalRequest) -> RequestHost:
        if self._host() == "card" and self._slot is not None:
            card = ApprovalCard(request)
            self._slot.add_card(card)
            return card
        sheet = ApprovalDialog(request, self.sheet_parent())
        sheet.open()
        return sheet

    def _close(self, host: RequestHost) -> None:
        if not shiboken6.isValid(host):
            return
        if isinstance(host, ApprovalDialog):
            if host.isVisible():
                host.reject()
        elif self._slot is not None:
            self._slot.remove_card(host)
        host.deleteLater()
