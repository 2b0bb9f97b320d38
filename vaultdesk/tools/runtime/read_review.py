"""Approval of calls that read, and review of network results before a model receives them."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.tools.network_tool import NetworkTool, ResultChoice
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approval_text import calls_headline, common_folder, results_headline
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    Approver,
    CallReview,
    request_digest,
    verified_decision,
)
from vaultdesk.tools.runtime.audit_log import AuditSource
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.execution import Execution, error_result
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, unknown_tool_result
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import FileChoice, ToolFailure, ToolResult

MAX_APPROVAL_ROUNDS = 3
"""How often a question is put when its files keep changing; then somebody is writing them all the time."""

FILES_TIMEOUT = 30.0
"""Seconds a tool may take to say which files a call names."""

TAINT_WARNING = "This chat holds text from outside and from your notes: look at every word that goes out or is written."
"""What the person should know where untrusted text may be behind a call (THREATS 2.3.5)."""


class ReadApproval:
    """What one batch asks, and the answer. Made anew for each batch."""

    def __init__(self, conditions: ExecutionContext) -> None:
        self.conditions = conditions
        self.calls: dict[str, ResolvedCall] = {}
        """The calls as they were shown last."""
        self.decision: ApprovalDecision | None = None
        self.settled: dict[str, ToolResult] = {}
        """Calls that came to their result while they were asked about."""

    def ticked(self, call: ResolvedCall) -> frozenset[str]:
        """Return the paths of *call* that may be read: ticked ones that were shown, and those allowed before."""
        shown = frozenset(choice.path for choice in call.asked)
        if self.decision is None or not self.decision.approved:
            return call.covered
        chosen = shown if self.decision.files is None else shown & frozenset(self.decision.files)
        return chosen | call.covered

    def asked_about(self, call: ResolvedCall) -> bool:
        """Whether the person was shown *call*."""
        return call.call_id in self.calls

    def by(self, call: ResolvedCall) -> AuditSource:
        """Return whose word lets *call* run."""
        return "person" if self.asked_about(call) else call.verdict.by


async def request_approval(
    question: ReadApproval, calls: Sequence[ResolvedCall]
) -> AsyncGenerator[ApprovalAsked | ApprovalAnswered, None]:
    """Ask about those of *calls* that need it, in one request; anew where a ticked file changed meanwhile."""
    conditions = question.conditions
    question.calls = {call.call_id: call for call in calls if call.verdict.answer == "ask"}
    changed: Sequence[str] = ()
    for _ in range(MAX_APPROVAL_ROUNDS):
        if not question.calls:
            return
        request = _request(question, changed)
        seal = request_digest(request)
        for call_id in question.calls:
            await conditions.trail.happened(call_id, "asked")
        yield ApprovalAsked(request)
        question.decision = verified_decision(request, seal, await ask_approver(conditions.approver, request))
        yield ApprovalAnswered(request, question.decision)
        if not question.decision.approved:
            return
        changed = await _changed(question)
        if not changed:
            await _allowed(question, request, question.decision)
            return
    for call in question.calls.values():
        message = f"{', '.join(changed)} keeps changing. Ask again later."
        question.settled[call.call_id] = failed_result("CONFLICT", message, effect=call.effect)


async def ask_approver(approver: Approver, request: ApprovalRequest) -> ApprovalDecision:
    """Put *request* to *approver*; where nobody can be asked, nobody agreed (THREATS 2.3.8)."""
    try:
        return await approver.ask(request)
    except VaultDeskError as trouble:
        return ApprovalDecision(approved=False, reason=f"Nobody could be asked: {trouble}")


def approved_execution(question: ReadApproval, call: ResolvedCall, registry: ToolRegistry) -> Execution:
    """Return what of *call* is to run, or the result that its answer came to."""
    if registry.get(call.tool.name) is not call.tool:
        return Execution(unknown_tool_result(call.tool.name))
    if call.call_id in question.settled:
        return Execution(question.settled[call.call_id])
    call = question.calls.get(call.call_id, call)
    paths = question.ticked(call)
    if question.asked_about(call):
        decision = question.decision
        assert decision is not None
        if not decision.approved:
            return Execution(cancelled_result(decision.reason, call.effect), by="person")
        if call.files and not paths:
            which = "the file" if len(call.files) == 1 else f"any of the {len(call.files)} files"
            reason = f"The user chose not to share {which}. Nothing was read."
            return Execution(cancelled_result(reason, call.effect), by="person")
    try:
        if isinstance(call.tool, NetworkTool) and call.tool.receiver(call.arguments) != call.receiver:
            message = "Where this goes was changed since it was asked about. Ask again."
            return Execution(failed_result("CONFLICT", message, effect=call.effect))
        return Execution(arguments=call.narrowed(paths), paths=paths)
    except (ToolFailure, VaultDeskError) as trouble:
        return Execution(error_result(trouble, call.tool, call.effect))


def _request(question: ReadApproval, changed: Sequence[str]) -> ApprovalRequest:
    calls, conditions = dict(question.calls), question.conditions
    context, privacy = conditions.context, conditions.permissions.privacy
    reviews = [_warned(call, conditions) for call in calls.values()]
    if changed:
        again = (
            f"{', '.join(sanitize_line(path, 80) for path in changed)} changed since you were asked. Please look again."
        )
        reviews = [replace(review, warnings=(again, *review.warnings)) for review in reviews]

    async def preview(path: str) -> str:
        for call in calls.values():
            if any(choice.path == path for choice in call.asked):
                return privacy.shown(path, await call.tool.preview(call.arguments, path), context.destination)
        raise NoteNotFound("This file is not part of the request", path=path)

    return ApprovalRequest(
        id=new_id("ask"),
        headline=calls_headline(reviews, context.destination),
        calls=tuple(reviews),
        destination=context.destination,
        model_words=context.model_words,
        folder=_folder(reviews),
        preview=preview if any(review.files for review in reviews) else None,
        agent=context.leash.agent,
    )


def _warned(call: ResolvedCall, conditions: ExecutionContext) -> CallReview:
    review = call.review()
    if conditions.subject(call.tool, call.effect).tainted and call.effect in ("write", "delete", "network"):
        return replace(review, warnings=(TAINT_WARNING, *review.warnings))
    return review


def _folder(reviews: Sequence[CallReview]) -> str | None:
    """Return the folder a longer answer would hold for; None where this once is all there is."""
    if any(review.effect != "read" for review in reviews):
        return None
    if all(review.files for review in reviews):
        return common_folder([choice.path for review in reviews for choice in review.files if choice.size is not None])
    return None if any(review.files for review in reviews) else ""


async def _changed(question: ReadApproval) -> tuple[str, ...]:
    """Return the ticked files that are no longer what was shown, and hold what they are now for the next question."""
    changed: list[str] = []
    for call in tuple(question.calls.values()):
        if not call.asked:
            continue
        ticked = question.ticked(call)
        try:
            async with asyncio.timeout(FILES_TIMEOUT):
                now: dict[str, FileChoice] = {choice.path: choice for choice in await call.tool.files(call.arguments)}
        except (ToolFailure, VaultDeskError, TimeoutError) as trouble:
            question.settled[call.call_id] = error_result(trouble, call.tool, call.effect)
            del question.calls[call.call_id]
            continue
        different = call.changed(now, ticked)
        if different:
            changed += different
            question.calls[call.call_id] = replace(call, files=tuple(_renewed(choice, now) for choice in call.files))
    return tuple(changed)


def _renewed(choice: FileChoice, now: dict[str, FileChoice]) -> FileChoice:
    """Return *choice* with what the file is now; what the person should know of it stays."""
    found = now.get(choice.path)
    if found is None:
        return replace(choice, size=None, digest="")
    return replace(found, ticked=choice.ticked and found.ticked, warning=choice.warning or found.warning)


async def _allowed(question: ReadApproval, request: ApprovalRequest, decision: ApprovalDecision) -> None:
    conditions = question.conditions
    for call in question.calls.values():
        await conditions.trail.happened(call.call_id, "allowed", "person", decision.scope)
        subject, ticked = conditions.subject(call.tool, call.effect), question.ticked(call)
        if request.folder is not None and decision.scope != "once" and (ticked or not call.files):
            conditions.permissions.keep(subject, decision.scope, request.folder)
            left_out = [choice.path for choice in call.asked if choice.path not in ticked]
            conditions.permissions.leave_out(subject, left_out)


RESULT_REVIEW_PURPOSE = "is done. Nothing of this has reached the model yet: it reads what you leave ticked."
"""What happens if the person agrees, in place of the tool's own purpose."""


class ResultReview:
    """One call's results on their way to the model."""

    def __init__(self, conditions: ExecutionContext, call: ResolvedCall, execution: Execution) -> None:
        self._conditions = conditions
        self._call = call
        self.execution = execution
        """What came of the call; after `ask` what is left of it."""

    async def ask(self) -> AsyncGenerator[ApprovalAsked | ApprovalAnswered, None]:
        """Show the results, where there are any, and keep back what the person leaves out."""
        tool, result = self._call.tool, self.execution.result
        if not isinstance(tool, NetworkTool) or not result.success:
            return
        results = tool.results(result.data)
        if not results:
            return
        request = self._request(results)
        seal, trail = request_digest(request), self._conditions.trail
        await trail.happened(self._call.call_id, "asked")
        yield ApprovalAsked(request)
        decision = verified_decision(request, seal, await ask_approver(self._conditions.approver, request))
        yield ApprovalAnswered(request, decision)
        shown = [one.id for one in results]
        chosen = shown if decision.results is None else [one for one in shown if one in decision.results]
        if not decision.approved or not chosen:
            self._keep_back(decision, len(shown))
            return
        await trail.happened(self._call.call_id, "allowed", "person", decision.scope)
        if len(chosen) < len(shown):
            note = f"The user chose not to share {len(shown) - len(chosen)} of {len(shown)} results."
            kept = result.model_copy(update={"data": tool.with_results(result.data, chosen)})
            self.execution = replace(self.execution, result=kept.with_note(note))

    def _keep_back(self, decision: ApprovalDecision, count: int) -> None:
        what = "the result" if count == 1 else f"any of the {count} results"
        reason = decision.reason or f"The user looked at what was found and chose not to share {what}."
        refused = cancelled_result(reason, self._call.effect)
        self.execution = Execution(refused, by="person", seconds=self.execution.seconds)

    def _request(self, results: Sequence[ResultChoice]) -> ApprovalRequest:
        context = self._conditions.context
        texts = {one.id: one.text for one in results}

        async def preview(result_id: str) -> str:
            if result_id not in texts:
                raise NoteNotFound("This result is not part of the request")
            return texts[result_id]

        return ApprovalRequest(
            id=new_id("ask"),
            headline=results_headline(len(results), context.destination),
            calls=(self._review(),),
            destination=context.destination,
            preview=preview,
            agent=context.leash.agent,
            results=tuple(results),
        )

    def _review(self) -> CallReview:
        review = self._call.review()
        return replace(review, purpose=RESULT_REVIEW_PURPOSE, files=(), receiver=None)
