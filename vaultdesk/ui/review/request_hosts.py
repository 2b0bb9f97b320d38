"""Sheets and cards of requests: waiting for the answer, and keeping a host for the next request."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import shiboken6

from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog

RequestHost = ApprovalDialog | ApprovalCard
"""Container of a request."""


async def wait_for_decision(host: RequestHost) -> ApprovalDecision:
    """Return the answer to the request in *host*; a denial if it is destroyed before."""
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
    """Hosts in which the user asked to search with other words: each shows the request that continues its own.

    A host closes when the user closes it, and when the asking task has ended without another request.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, _WaitingHost] = {}

    def keep(self, request: ApprovalRequest, host: RequestHost, close: Callable[[], None]) -> None:
        """Keep *host* for the request that continues *request*; *close* removes it."""
        waiting = self._waiting[request.id] = _WaitingHost(host, close)

        def leave() -> None:
            waiting.abandoned = True
            close()

        host.view.abandoned.connect(leave)
        task = asyncio.current_task()
        assert task is not None, "a request is asked in a task"
        task.add_done_callback(lambda _task: self._drop(request.id))

    def take(self, request: ApprovalRequest) -> RequestHost | None:
        """Return the host kept for *request*, to show it; None if there is none."""
        waiting = self._waiting.pop(request.continues, None)
        # Only one request is shown at a time: hosts kept for other requests are closed.
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
