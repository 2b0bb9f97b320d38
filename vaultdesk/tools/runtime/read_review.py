"""Approval of calls that read, and review of network results before a model receives them."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.network_tool import NetworkTool, ResultChoice
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
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalRequested
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, unknown_tool_result
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import FileChoice, ToolFailure, ToolResult

MAX_APPROVAL_ROUNDS = 3
"""How often a question is put when its files keep changing; then somebody is writing them all the time."""

FILES_TIMEOUT = 30.0
"""Seconds a tool may take to say which files a call names."""

TAINT_WARNING = Phrase(
    "This chat holds text from outside and from your notes: look at every word that goes out or is written."
)
"""What the person should know where untrusted text may be behind a call
(vaultdesk/tools/README.md, "Approval rules", 5)."""


class ReadApproval:
    """The approval of the calls of one batch that read: the request, the answer, and what may run."""

    def __init__(self, context: ExecutionContext) -> None:
        self.context = context
        self.calls: dict[str, ResolvedCall] = {}
        """The calls as they were shown last."""
        self.decision: ApprovalDecision | None = None
        self.results: dict[str, ToolResult] = {}
        """Calls that came to their result while they were asked about."""

    def approved_paths(self, call: ResolvedCall) -> frozenset[str]:
        """Return the paths of *call* that may be read: ticked ones that were shown, and those allowed before."""
        shown = frozenset(choice.path for choice in call.files_to_ask)
        if self.decision is None or not self.decision.approved:
            return call.preapproved_paths
        chosen = shown if self.decision.files is None else shown & frozenset(self.decision.files)
        return chosen | call.preapproved_paths

    def was_asked(self, call: ResolvedCall) -> bool:
        """Whether the person was shown *call*."""
        return call.call_id in self.calls

    def decided_by(self, call: ResolvedCall) -> AuditSource:
        """Return whose word lets *call* run."""
        return "person" if self.was_asked(call) else call.verdict.by

    async def request_approval(
        self, calls: Sequence[ResolvedCall]
    ) -> AsyncGenerator[ApprovalRequested | ApprovalAnswered, None]:
        """Ask about those of *calls* that need it, in one request; anew where a ticked file changed meanwhile."""
        context = self.context
        self.calls = {call.call_id: call for call in calls if call.verdict.answer == "ask"}
        changed: Sequence[str] = ()
        for _ in range(MAX_APPROVAL_ROUNDS):
            if not self.calls:
                return
            request = self._request(changed)
            digest = request_digest(request)
            for call_id in self.calls:
                await context.trail.record_event(call_id, "asked")
            yield ApprovalRequested(request)
            self.decision = verified_decision(request, digest, await ask_approver(context.approver, request))
            yield ApprovalAnswered(request, self.decision)
            if not self.decision.approved:
                return
            changed = await self._update_changed()
            if not changed:
                await self._record_allowed(request, self.decision)
                return
        for call in self.calls.values():
            message = f"{', '.join(changed)} keeps changing. Ask again later."
            self.results[call.call_id] = failed_result("CONFLICT", message, effect=call.effect)

    def execution_of(self, call: ResolvedCall) -> Execution:
        """Return what of *call* is to run, or the result that its answer came to."""
        if self.context.registry.get(call.tool.name) is not call.tool:
            return Execution(unknown_tool_result(call.tool.name))
        if call.call_id in self.results:
            return Execution(self.results[call.call_id])
        call = self.calls.get(call.call_id, call)
        paths = self.approved_paths(call)
        if self.was_asked(call):
            decision = self.decision
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
            return Execution(arguments=call.narrowed_arguments(paths), paths=paths)
        except (ToolFailure, VaultDeskError) as trouble:
            return Execution(error_result(trouble, call.tool, call.effect))

    def _request(self, changed: Sequence[str]) -> ApprovalRequest:
        calls, context = dict(self.calls), self.context
        call_context, privacy = context.call_context, context.permissions.privacy
        reviews = [_warned(call, context) for call in calls.values()]
        if changed:
            paths = ", ".join(sanitize_line(path, 80) for path in changed)
            again = Phrase("{0} changed since you were asked. Please look again.", paths)
            reviews = [replace(review, warnings=(again, *review.warnings)) for review in reviews]

        async def preview(path: str) -> str:
            for call in calls.values():
                if any(choice.path == path for choice in call.files_to_ask):
                    return privacy.redact(path, await call.tool.preview(call.arguments, path), call_context.destination)
            raise NoteNotFound(Phrase("This file is not part of the request"), path=path)

        return ApprovalRequest(
            id=new_id("ask"),
            headline=calls_headline(reviews, call_context.destination),
            calls=tuple(reviews),
            destination=call_context.destination,
            model_text=call_context.model_text,
            folder=_folder(reviews),
            preview=preview if any(review.files for review in reviews) else None,
            agent=call_context.agent_scope.agent,
        )

    async def _update_changed(self) -> tuple[str, ...]:
        """Return the ticked files that changed since they were shown; their new state goes into the next request."""
        changed: list[str] = []
        for call in tuple(self.calls.values()):
            if not call.files_to_ask:
                continue
            ticked = self.approved_paths(call)
            try:
                async with asyncio.timeout(FILES_TIMEOUT):
                    now: dict[str, FileChoice] = {
                        choice.path: choice for choice in await call.tool.files(call.arguments)
                    }
            except (ToolFailure, VaultDeskError, TimeoutError) as trouble:
                self.results[call.call_id] = error_result(trouble, call.tool, call.effect)
                del self.calls[call.call_id]
                continue
            different = call.changed_paths(now, ticked)
            if different:
                changed += different
                self.calls[call.call_id] = replace(call, files=tuple(_renewed(choice, now) for choice in call.files))
        return tuple(changed)

    async def _record_allowed(self, request: ApprovalRequest, decision: ApprovalDecision) -> None:
        context = self.context
        for call in self.calls.values():
            await context.trail.record_event(call.call_id, "allowed", "person", decision.scope)
            policy_request, ticked = context.policy_request(call.tool, call.effect), self.approved_paths(call)
            if request.folder is not None and decision.scope != "once" and (ticked or not call.files):
                context.permissions.grant(policy_request, decision.scope, request.folder)
                left_out = [choice.path for choice in call.files_to_ask if choice.path not in ticked]
                context.permissions.exclude_paths(policy_request, left_out)


async def ask_approver(approver: Approver, request: ApprovalRequest) -> ApprovalDecision:
    """Put *request* to *approver*; where nobody can be asked, nobody agreed
    (vaultdesk/tools/README.md, "Approval rules", 8)."""
    try:
        return await approver.ask(request)
    except VaultDeskError as trouble:
        return ApprovalDecision(approved=False, reason=f"Nobody could be asked: {trouble}")


def _warned(call: ResolvedCall, context: ExecutionContext) -> CallReview:
    review = call.review()
    if context.policy_request(call.tool, call.effect).tainted and call.effect in ("write", "delete", "network"):
        return replace(review, warnings=(TAINT_WARNING, *review.warnings))
    return review


def _folder(reviews: Sequence[CallReview]) -> str | None:
    """Return the folder a longer answer would hold for; None where this once is all there is."""
    if any(review.effect != "read" for review in reviews):
        return None
    if all(review.files for review in reviews):
        return common_folder([choice.path for review in reviews for choice in review.files if choice.size is not None])
    return None if any(review.files for review in reviews) else ""


def _renewed(choice: FileChoice, now: dict[str, FileChoice]) -> FileChoice:
    """Return *choice* with what the file is now; what the person should know of it stays."""
    found = now.get(choice.path)
    if found is None:
        return replace(choice, size=None, digest="")
    return replace(found, ticked=choice.ticked and found.ticked, warning=choice.warning or found.warning)


RESULT_REVIEW_PURPOSE = Phrase("is done. Nothing of this has reached the model yet: it reads what you leave ticked.")
"""What happens if the person agrees, in place of the tool's own purpose."""


class ResultReview:
    """One call's results on their way to the model."""

    def __init__(self, context: ExecutionContext, call: ResolvedCall, execution: Execution) -> None:
        self._context = context
        self._call = call
        self.execution = execution
        """What came of the call; after `request_approval` what is left of it."""

    async def request_approval(self) -> AsyncGenerator[ApprovalRequested | ApprovalAnswered, None]:
        """Show the results, where there are any, and keep back what the person leaves out."""
        tool, result = self._call.tool, self.execution.result
        if not isinstance(tool, NetworkTool) or not result.success:
            return
        results = tool.results(result.data)
        if not results:
            return
        request = self._request(results)
        digest, trail = request_digest(request), self._context.trail
        await trail.record_event(self._call.call_id, "asked")
        yield ApprovalRequested(request)
        decision = verified_decision(request, digest, await ask_approver(self._context.approver, request))
        yield ApprovalAnswered(request, decision)
        shown = [one.id for one in results]
        chosen = shown if decision.results is None else [one for one in shown if one in decision.results]
        if not decision.approved or not chosen:
            self._keep_back(decision, len(shown))
            return
        await trail.record_event(self._call.call_id, "allowed", "person", decision.scope)
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
        call_context = self._context.call_context
        texts = {one.id: one.text for one in results}

        async def preview(result_id: str) -> str:
            if result_id not in texts:
                raise NoteNotFound(Phrase("This result is not part of the request"))
            return texts[result_id]

        return ApprovalRequest(
            id=new_id("ask"),
            headline=results_headline(len(results), call_context.destination),
            calls=(self._review(),),
            destination=call_context.destination,
            preview=preview,
            agent=call_context.agent_scope.agent,
            results=tuple(results),
        )

    def _review(self) -> CallReview:
        review = self._call.review()
        return replace(review, purpose=RESULT_REVIEW_PURPOSE, files=(), receiver=None)
