"""Sheets and cards of requests while they are asked: the wait for the answer, and what stays for the next request."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import shiboken6

from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog

RequestHost = ApprovalDialog | ApprovalCard
"""What a request is shown in."""


async def wait_for_decision(host: RequestHost) -> ApprovalDecision:
    """Return the answer to the request that *host* shows; a no where it is gone before that."""
    answer: asyncio.Future[ApprovalDecision] = asyncio.get_running_loop().create_future()

    def take(decision: ApprovalDecision) -> None:
        if not answer.done():
            answer.set_result(decision)

    def gone() -> None:
        take(ApprovalDecision(approved=False))

    view = host.view
    view.answered.connect(take)
    host.destroyed.connect(gone)
    try:
        return await answer
    finally:
        if shiboken6.isValid(view):
            view.answered.disconnect(take)
        if shiboken6.isValid(host):
            host.destroyed.disconnect(gone)


@dataclass(slots=True)
class _WaitingHost:
    host: RequestHost
    close: Callable[[], None]
    abandoned: bool = False


class WaitingHosts:
    """Hosts whose person asked to search with other words: each shows the request that continues its own.

    One closes when the person leaves it, and when the task that asked has ended without another request.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, _WaitingHost] = {}

    def keep(self, request: ApprovalRequest, host: RequestHost, close: Callable[[], None]) -> None:
        """Let *host* wait for the request that continues *request*; *close* takes it away."""
        waiting = self._waiting[request.id] = _WaitingHost(host, close)

        def leave() -> None:
            waiting.abandoned = True
            close()

        host.view.abandoned.connect(leave)
        task = asyncio.current_task()
        assert task is not None, "a request is asked in a task"
        task.add_done_callback(lambda _task: self._drop(request.id))

    def take(self, request: ApprovalRequest) -> RequestHost | None:
        """Return the host that waits for *request*, which shows it from now on; None where none does."""
        waiting = self._waiting.pop(request.continues, None)
        # Only one question is asked at a time: what waits for another one makes room.
        for name in tuple(self._waiting):
            self._drop(name)
        if waiting is None or waiting.abandoned or not shiboken6.isValid(waiting.host):
            return None
        waiting.host.show_request(request)
        return waiting.host

    def was_abandoned(self, request: ApprovalRequest) -> bool:
        """Whether the person left the sheet that *request* continues: they said no."""
        waiting = self._waiting.get(request.continues)
        return waiting is not None and (waiting.abandoned or not shiboken6.isValid(waiting.host))

    def _drop(self, request_id: str) -> None:
        waiting = self._waiting.pop(request_id, None)
        if waiting is not None and not waiting.abandoned and shiboken6.isValid(waiting.host):
            waiting.close()
