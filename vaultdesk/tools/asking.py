"""Asking: the questions a batch of calls puts to the person, and what their answers allow. Runs no tool."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from vaultdesk.chat.messages import new_id
from vaultdesk.errors import NoteNotFound, VaultDeskError
from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest, Approver, CallReview
from vaultdesk.tools.audit import By
from vaultdesk.tools.events import ApprovalAnswered, ApprovalAsked
from vaultdesk.tools.execution import Execution, troubled
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.permissions import Permissions, Subject
from vaultdesk.tools.preview import headline, longer_folder
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.results import cancelled, failure, unknown_tool
from vaultdesk.tools.tool import FileChoice, ToolFailure, ToolResult
from vaultdesk.tools.trail import CallContext, Trail
from vaultdesk.tools.visible import short

ASK_AGAIN = 3
"""How often a question is put when its files keep changing; then somebody is writing them all the time."""


class Question:
    """What one batch asks, and the answer. Made anew for each batch."""

    def __init__(
        self, approver: Approver, permissions: Permissions, context: CallContext, trail: Trail, files_timeout: float
    ) -> None:
        self.approver = approver
        self.permissions = permissions
        self.context = context
        self.trail = trail
        self.files_timeout = files_timeout
        self.calls: dict[str, FrozenCall] = {}
        """The calls as they were shown last."""
        self.decision: ApprovalDecision | None = None
        self.settled: dict[str, ToolResult] = {}
        """Calls that came to their result while they were asked about."""

    def ticked(self, call: FrozenCall) -> frozenset[str]:
        """Return the paths of *call* that may be read: ticked ones that were shown, and those allowed before."""
        shown = frozenset(choice.path for choice in call.asked)
        if self.decision is None or not self.decision.approved:
            return call.covered
        chosen = shown if self.decision.files is None else shown & frozenset(self.decision.files)
        return chosen | call.covered

    def keeps_back(self, call: FrozenCall, path: str) -> bool:
        """Whether text of the note at *path* must not be handed on: denied, or to be asked about and nobody asked."""
        answer = self.permissions.decide(self.subject(call), path).answer
        return answer == "deny" or (answer == "ask" and call.call_id not in self.calls)

    def subject(self, call: FrozenCall) -> Subject:
        """Return *call* as permissions see it."""
        return Subject(call.tool.name, call.tool.effect, self.context.conversation_id, self.context.host)

    def by(self, call: FrozenCall) -> By:
        """Return whose word lets *call* run."""
        return "person" if call.call_id in self.calls else call.verdict.by


async def ask(
    question: Question, calls: Sequence[FrozenCall]
) -> AsyncGenerator[ApprovalAsked | ApprovalAnswered, None]:
    """Ask about those of *calls* that need it, in one request; anew where a ticked file changed meanwhile."""
    question.calls = {call.call_id: call for call in calls if call.verdict.answer == "ask"}
    changed: Sequence[str] = ()
    for _ in range(ASK_AGAIN):
        if not question.calls:
            return
        request = _request(question, changed)
        for call_id in question.calls:
            await question.trail.happened(call_id, "asked")
        yield ApprovalAsked(request)
        question.decision = await _answer(question.approver, request)
        yield ApprovalAnswered(request, question.decision)
        if not question.decision.approved:
            return
        changed = await _changed(question)
        if not changed:
            await _allowed(question, request, question.decision)
            return
    for call in question.calls.values():
        message = f"{', '.join(changed)} keeps changing. Ask again later."
        question.settled[call.call_id] = failure("CONFLICT", message, effect=call.tool.effect)


def outcome(question: Question, call: FrozenCall, registry: ToolRegistry) -> Execution:
    """Return what of *call* is to run, or the result that its answer came to."""
    if registry.get(call.tool.name) is not call.tool:
        return Execution(unknown_tool(call.tool.name))
    if call.call_id in question.settled:
        return Execution(question.settled[call.call_id])
    call = question.calls.get(call.call_id, call)
    paths = question.ticked(call)
    if call.call_id in question.calls:
        decision = question.decision
        assert decision is not None
        if not decision.approved:
            return Execution(cancelled(decision.reason, call.tool.effect), by="person")
        if call.files and not paths:
            which = "the file" if len(call.files) == 1 else f"any of the {len(call.files)} files"
            reason = f"The user chose not to share {which}. Nothing was read."
            return Execution(cancelled(reason, call.tool.effect), by="person")
    try:
        return Execution(arguments=call.narrowed(paths), paths=paths)
    except (ToolFailure, VaultDeskError) as trouble:
        return Execution(troubled(trouble, call.tool))


def _request(question: Question, changed: Sequence[str]) -> ApprovalRequest:
    calls = dict(question.calls)
    reviews = [call.review() for call in calls.values()]
    if changed:
        again = f"{', '.join(short(path, 80) for path in changed)} changed since you were asked. Please look again."
        reviews = [replace(review, warnings=(again, *review.warnings)) for review in reviews]

    async def preview(path: str) -> str:
        for call in calls.values():
            if any(choice.path == path for choice in call.asked):
                return await call.tool.preview(call.arguments, path)
        raise NoteNotFound("This file is not part of the request", path=path)

    return ApprovalRequest(
        id=new_id("ask"),
        headline=headline(reviews, question.context.destination),
        calls=tuple(reviews),
        destination=question.context.destination,
        model_words=question.context.model_words,
        folder=_folder(reviews),
        preview=preview if any(review.files for review in reviews) else None,
    )


def _folder(reviews: Sequence[CallReview]) -> str | None:
    """Return the folder a longer answer would hold for; None where this once is all there is."""
    if any(review.effect != "read" for review in reviews):
        return None
    if all(review.files for review in reviews):
        return longer_folder([choice.path for review in reviews for choice in review.files if choice.size is not None])
    return None if any(review.files for review in reviews) else ""


async def _answer(approver: Approver, request: ApprovalRequest) -> ApprovalDecision:
    try:
        return await approver.ask(request)
    except VaultDeskError as trouble:
        # Where nobody can be asked, nobody agreed (THREATS 2.3.8).
        return ApprovalDecision(approved=False, reason=f"Nobody could be asked: {trouble}")


async def _changed(question: Question) -> tuple[str, ...]:
    """Return the ticked files that are no longer what was shown, and hold what they are now for the next question."""
    changed: list[str] = []
    for call in tuple(question.calls.values()):
        if not call.asked:
            continue
        ticked = question.ticked(call)
        try:
            async with asyncio.timeout(question.files_timeout):
                now: dict[str, FileChoice] = {choice.path: choice for choice in await call.tool.files(call.arguments)}
        except (ToolFailure, VaultDeskError, TimeoutError) as trouble:
            question.settled[call.call_id] = troubled(trouble, call.tool)
            del question.calls[call.call_id]
            continue
        different = call.changed(now, ticked)
        if different:
            changed += different
            files = tuple(now.get(choice.path, replace(choice, size=None, digest="")) for choice in call.files)
            question.calls[call.call_id] = replace(call, files=files)
    return tuple(changed)


async def _allowed(question: Question, request: ApprovalRequest, decision: ApprovalDecision) -> None:
    for call in question.calls.values():
        await question.trail.happened(call.call_id, "allowed", "person", decision.scope)
        subject, ticked = question.subject(call), question.ticked(call)
        if request.folder is not None and decision.scope != "once" and (ticked or not call.files):
            question.permissions.keep(subject, decision.scope, request.folder)
            left_out = [choice.path for choice in call.asked if choice.path not in ticked]
            question.permissions.leave_out(subject, left_out)
