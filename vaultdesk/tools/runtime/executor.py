"""Executor: runs the tool calls of an answer through validation, policy, approval, execution and audit."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.errors import AuditFailed, JournalFailed, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination, request_origin
from vaultdesk.core.values import replace
from vaultdesk.tools.argument_schema import InvalidArguments, canonical_arguments, clamped_numbers, validate_arguments
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.tools.runtime.audit_log import AuditLog
from vaultdesk.tools.runtime.call_context import (
    AllowedPassages,
    AuditTrail,
    CallContext,
    ExecutionContext,
    FirstUse,
    ReadVersions,
)
from vaultdesk.tools.runtime.call_limits import MAX_CALLS_PER_ANSWER, LoopGuard, RateLimiter
from vaultdesk.tools.runtime.call_repair import CallRepairs
from vaultdesk.tools.runtime.change_batch import ChangeBatch
from vaultdesk.tools.runtime.change_results import RULE_EXPLANATION
from vaultdesk.tools.runtime.execution import (
    Execution,
    ToolEvent,
    ToolFinished,
    ToolStarted,
    allowed_sources,
    error_result,
    execute_call,
)
from vaultdesk.tools.runtime.found_result import with_picked_lines
from vaultdesk.tools.runtime.policy import Permissions, check_hard_limits
from vaultdesk.tools.runtime.read_review import (
    FILES_TIMEOUT,
    ReadApproval,
    ResultReview,
)
from vaultdesk.tools.runtime.resolved_call import ResolvedCall, batch_calls, plans_changes, resolve_call
from vaultdesk.tools.runtime.result_cache import CachedResult, ResultCache, repeated_execution
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.tools.runtime.tool_results import (
    failed_result,
    has_failed,
    not_run_result,
    result_part,
    strings_in,
    unknown_tool_result,
)
from vaultdesk.tools.runtime.visibility import reading_visibility
from vaultdesk.tools.tool import AnyTool, ChangingTool, Effect, ToolFailure, ToolResult
from vaultdesk.vault.vault import Vault

# Two permitted steps together may disclose text, as in change_plan.py: a model that may read a note on this computer
# could search the web for its words. In addition, everything that is sent is shown to the user.

PRIVATE_TEXT_REFUSAL = "The user's privacy rules do not allow these words to be sent. Use other words of your own."
"""Message for the model; does not say which note contains the words."""


async def exfiltrates(context: ExecutionContext, call: ResolvedCall) -> bool:
    """Whether *call* would send words that a privacy rule withholds from its receiver."""
    repeats = context.permissions.privacy.leaks
    if call.receiver is None or repeats is None:
        return False
    for text in strings_in(canonical_arguments(call.arguments)):
        # Words of the question were written by the user and may be sent.
        if text.strip().casefold() in context.call_context.question.casefold():
            continue
        try:
            if await repeats(text, call.receiver):
                return True
        except VaultDeskError:
            return True  # The check failed: treat as exfiltration.
    return False


MANUAL_CALL_CONTEXT = CallContext(
    Destination(name="This computer", host="", local=True), by_person=True, queries_by_user=True
)
"""Destination of the result of a call made by the user."""

ResolvedOrResult = ResolvedCall | ToolResult
"""A resolved call to run, or the result it already has."""


class ConversationTracking(Struct, frozen=True):
    """State of the conversations whose calls are executed, independent of the approver."""

    taint: TaintTracker
    read_versions: ReadVersions
    first_use: FirstUse | None = None
    """Asks for the first decision of a vault and a destination; None if there is nothing to decide."""
    allowed_passages: AllowedPassages | None = None
    results: ResultCache | None = None
    """Cached results of reads for equal calls; None to run each."""


class ToolExecutor:
    """Runs calls through every stage, in sequence within one answer; several answers may run concurrently."""

    def __init__(
        self,
        registry: ToolRegistry,
        permissions: Permissions,
        approver: Approver,
        audit: AuditLog,
        vault: Vault,
        clock: Callable[[], float] = time.monotonic,
        tracking: ConversationTracking | None = None,
    ) -> None:
        """*tracking* is the state of conversations, if several executors share it."""
        tracking = tracking or ConversationTracking(TaintTracker(vault), ReadVersions())
        self.registry = registry
        self.permissions = permissions
        self.approver = approver
        self.taint = tracking.taint
        self._audit = audit
        self._vault = vault
        self._rate_limiter = RateLimiter(clock)
        self._loop_guard = LoopGuard(clock)
        self._read_versions = tracking.read_versions
        self._first_use = tracking.first_use
        self._allowed_passages = tracking.allowed_passages
        self._results = tracking.results
        self._audit_thread = ThreadPoolExecutor(1, thread_name_prefix="audit")

    async def aclose(self) -> None:
        """Finish writing the audit log and end its thread. A second call does nothing."""
        with suppress(RuntimeError):  # Closed before.
            await asyncio.get_running_loop().run_in_executor(self._audit_thread, lambda: None)
        self._audit_thread.shutdown(wait=False)

    async def run(self, calls: Sequence[ToolCallPart], call_context: CallContext) -> AsyncGenerator[ToolEvent, None]:
        """Run *calls* in order, with exactly one `ToolFinished` each. Raises `AuditFailed`: then nothing more runs.

        Close it (`aclosing`) or cancel its reader at any moment: nothing continues to run, and the log records it.
        """
        trail = AuditTrail(self._audit, self._audit_thread, call_context)
        context = ExecutionContext(
            self.registry,
            self.permissions,
            self.approver,
            self._vault,
            call_context,
            trail,
            self._read_versions,
            self.taint,
            self._first_use,
            self._allowed_passages,
            None if call_context.by_person else CallRepairs(calls, self.registry),
        )
        try:
            await trail.record_requests(calls)
            calls = context.repairs.calls if context.repairs else calls
            failed_change = ""
            for batch in batch_calls(calls[:MAX_CALLS_PER_ANSWER], self.registry):
                if batch.changes and failed_change:
                    events = self._leave_out(batch.calls, context, failed_change)
                elif batch.changes:
                    events = self._run_changes(batch.calls, context)
                else:
                    events = self._run_reads(batch.calls, context)
                async with aclosing(events):
                    async for event in events:
                        if isinstance(event, ToolFinished) and not failed_change and self._is_failed_change(event):
                            failed_change = event.name
                        yield event
            async with aclosing(self._leave_out(calls[MAX_CALLS_PER_ANSWER:], context)) as events:
                async for event in events:
                    yield event
        except (asyncio.CancelledError, GeneratorExit):
            await trail.record_interruption("cancelled")
            raise
        except AuditFailed:
            raise
        except BaseException:
            await trail.record_interruption("failed")
            raise

    async def call(
        self, name: str, arguments: dict[str, JsonValue], call_context: CallContext = MANUAL_CALL_CONTEXT
    ) -> ToolResult:
        """Run one tool for the user, through every stage of a model's call."""
        text = json.dumps(arguments)
        part = ToolCallPart(id=new_id("call"), name=name, arguments_json=text, arguments=json.loads(text))
        result: ToolResult | None = None
        async with aclosing(self.run((part,), call_context)) as events:
            async for event in events:
                if isinstance(event, ToolFinished):
                    result = event.result
        assert result is not None
        return result

    def _with_remarks(self, call: ToolCallPart, execution: Execution, context: ExecutionContext) -> Execution:
        """Return *execution* with a remark for each argument of *call* that was ignored or changed."""
        tool = self.registry.get(call.name)
        if tool is None or call.arguments is None or not execution.result.success:
            return execution
        left_out = context.repairs.remarks(call.id) if context.repairs else ()
        clamped = (number.remark for number in clamped_numbers(tool.parameters, call.arguments))
        remarks = " ".join((*left_out, *clamped))
        return replace(execution, result=execution.result.with_note(remarks)) if remarks else execution

    def _is_failed_change(self, event: ToolFinished) -> bool:
        return isinstance(self.registry.get(event.name), ChangingTool) and has_failed(event.result)

    async def _leave_out(
        self, calls: Sequence[ToolCallPart], context: ExecutionContext, failed_change: str = ""
    ) -> AsyncGenerator[ToolEvent, None]:
        """Give each of *calls* a result without running it: after a failed change, or beyond the limit of one
        answer.
        """
        for call in calls:
            tool = self.registry.get(call.name)
            effect: Effect = tool.effect if tool is not None else "none"
            if failed_change:
                result = not_run_result(failed_change, effect)
            else:
                limit_text = f"At most {MAX_CALLS_PER_ANSWER} calls of one answer are carried out."
                message = f"{limit_text} Make this call in your next answer."
                result = failed_result("RATE_LIMITED", message, effect=effect)
            await context.trail.record_end(call.id, result, "program")
            part = result_part(call, result, context.call_context.result_limit)
            yield ToolFinished(call.id, call.name, result, part, 0.0)

    async def _find_cached(
        self, calls: Sequence[ResolvedCall], context: ExecutionContext
    ) -> dict[str, tuple[ResolvedCall, CachedResult]]:
        """Return, by id, those of *calls* whose cached results are still valid."""
        if self._results is None or context.call_context.by_person:
            return {}
        found = [(call, await self._results.find(context, call)) for call in calls]
        return {call.call_id: (call, result) for call, result in found if result is not None}

    async def _repeat(
        self, call: ToolCallPart, cached: tuple[ResolvedCall, CachedResult], context: ExecutionContext
    ) -> AsyncGenerator[ToolEvent, None]:
        """Give *call* the result of an equal one: what was shown and sent needs no further approval."""
        (resolved, cached_result), call_context = cached, context.call_context
        execution = repeated_execution(cached_result)
        self._loop_guard.forget_call(
            call_context.conversation_id, resolved.tool.name, canonical_arguments(resolved.arguments)
        )
        await context.trail.record_event(call.id, "started", "program", "cached")
        yield ToolStarted(call.id, call.name)
        await self.taint.record_result(call_context.conversation_id, resolved.tool, resolved.effect, execution.sources)
        await context.trail.record_end(call.id, execution.result)
        execution = self._with_remarks(call, execution, context)
        part = result_part(call, execution.result, call_context.result_limit, execution.sources)
        if context.allowed_passages is not None and cached_result.allowed_by is not None:
            context.allowed_passages.record_allowed(
                call_context, part, cached_result.allowed_paths, cached_result.allowed_by, repeated=True
            )
        yield ToolFinished(call.id, call.name, execution.result, part, 0.0)

    async def _run_reads(
        self, calls: Sequence[ToolCallPart], context: ExecutionContext
    ) -> AsyncGenerator[ToolEvent, None]:
        """Run calls without planned changes: approved together, executed in sequence."""
        stages = {call.id: await self._resolve(call, context) for call in calls}
        approval = ReadApproval(context)
        resolved_calls = [stage for stage in stages.values() if isinstance(stage, ResolvedCall)]
        cached = await self._find_cached(resolved_calls, context)
        resolved_calls = [resolved_call for resolved_call in resolved_calls if resolved_call.call_id not in cached]
        async with aclosing(approval.request_approval(resolved_calls)) as events:
            async for approval_event in events:
                yield approval_event
        call_context, trail = context.call_context, context.trail
        for call in calls:
            stage = stages[call.id]
            if isinstance(stage, ToolResult):
                await trail.record_end(call.id, stage, "program")
                yield ToolFinished(call.id, call.name, stage, result_part(call, stage, call_context.result_limit), 0.0)
                continue
            if call.id in cached:
                running = self._repeat(call, cached[call.id], context)
            else:
                running = self._run_read(call, stage, approval, context)
            async with aclosing(running) as read_events:
                async for event in read_events:
                    yield event

    async def _run_read(
        self, call: ToolCallPart, requested: ResolvedCall, approval: ReadApproval, context: ExecutionContext
    ) -> AsyncGenerator[ToolEvent, None]:
        """Run *requested*, the resolved *call*, as approved, unless it has its result already."""
        call_context, trail = context.call_context, context.trail
        resolved = approval.resolved(requested)
        execution = approval.execution_of(resolved)
        ran, silent_refusal = execution.arguments is not None, ""
        picked_texts = approval.picked_texts(resolved)
        if execution.arguments is not None:
            await trail.record_event(call.id, "started", approval.decided_by(resolved))
            yield ToolStarted(call.id, call.name)
            visibility = reading_visibility(context, resolved, execution.paths, was_asked=approval.was_asked(resolved))
            with request_origin(call_context.origin):
                execution = await execute_call(resolved, execution, visibility)
            execution = with_picked_lines(execution, picked_texts)
        elif call.id in approval.found and execution.result.success:
            yield ToolStarted(call.id, call.name)
            ran = True
        if ran:
            execution = allowed_sources(execution, resolved, approval.decided_by(resolved))
            if approval.was_asked(resolved):
                result_review = ResultReview(context, resolved, execution)
                async with aclosing(result_review.request_approval()) as review_events:
                    async for approval_event in review_events:
                        yield approval_event
                execution = result_review.execution
            self._read_versions.record(call_context.conversation_id, execution.digests)
            await self.taint.record_result(
                call_context.conversation_id, resolved.tool, resolved.effect, execution.sources
            )
            silent_refusal = "PERMISSION_DENIED" if resolved.withheld_paths and not resolved.files else ""
        await trail.record_end(call.id, execution.result, "" if ran else execution.by, silent_refusal)
        unremarked, execution = execution, self._with_remarks(call, execution, context)
        part = result_part(call, execution.result, call_context.result_limit, execution.sources)
        allowed_paths, allowed_by = approval.allowed_paths(resolved, execution), None
        if approval.decision is not None:
            allowed_by = approval.decision.by
            if context.allowed_passages is not None:
                context.allowed_passages.record_allowed(call_context, part, allowed_paths, allowed_by)
        # If the user changed the query or selected lines, an equal call needs a new approval.
        is_as_requested = resolved.arguments_json == requested.arguments_json and not picked_texts
        if self._results is not None and ran and is_as_requested:
            self._results.store(context, resolved, unremarked, allowed_paths, allowed_by)
        yield ToolFinished(call.id, call.name, execution.result, part, execution.seconds)

    async def _run_changes(
        self, calls: Sequence[ToolCallPart], context: ExecutionContext
    ) -> AsyncGenerator[ToolEvent, None]:
        """Run calls that write: planned and approved as one change set, written together."""
        stages = {call.id: await self._resolve(call, context) for call in calls}
        trail = context.trail
        failed = ""
        for call in calls:
            stage = stages[call.id]
            if isinstance(stage, ToolResult):
                if not failed and isinstance(self.registry.get(call.name), ChangingTool) and has_failed(stage):
                    failed = call.name
            elif failed:
                stages[call.id] = not_run_result(failed, stage.effect)
        for call_id, stage in stages.items():
            if isinstance(stage, ToolResult):
                await trail.record_end(call_id, stage, "program")
        changes = ChangeBatch(context, [stage for stage in stages.values() if isinstance(stage, ResolvedCall)])
        async with aclosing(changes.request_approval()) as events:
            async for approval_event in events:
                yield approval_event
        writing = [call.call_id for call in changes.written_calls]
        for call_id in writing:
            await trail.record_event(call_id, "started", changes.by())
        written = False
        for call in calls:
            if call.id in writing:
                yield ToolStarted(call.id, call.name)
            if not written and isinstance(stages[call.id], ResolvedCall):
                # Written and logged together before anything is published, so that no reader can interfere.
                written = True
                await changes.write()
                if writing:
                    self._loop_guard.forget_reads(context.call_context.conversation_id)
                if self._results is not None:
                    self._results.clear()
            stage = stages[call.id]
            execution = Execution(stage) if isinstance(stage, ToolResult) else changes.executions[call.id]
            execution = self._with_remarks(call, execution, context)
            part = result_part(call, execution.result, context.call_context.result_limit, execution.sources)
            shown_by = changes.approved_by(call.id)
            if context.allowed_passages is not None and shown_by is not None:
                # A change was shown line by line; what a call without changes reports was shown as text.
                paths = {"", *(source.path for source in part.sources)}
                context.allowed_passages.record_allowed(context.call_context, part, paths, shown_by)
            yield ToolFinished(call.id, call.name, execution.result, part, execution.seconds)

    async def _resolve(self, call: ToolCallPart, context: ExecutionContext) -> ResolvedOrResult:
        """Validate *call* and check permissions; return it resolved, or the result it already has."""
        agent_scope = context.call_context.agent_scope
        wait = self._rate_limiter.wait_seconds(agent_scope.agent, agent_scope.calls_a_minute)
        if wait:
            limit = agent_scope.calls_a_minute
            return failed_result(
                "RATE_LIMITED", f"At most {limit} tool calls per minute. Call the tool again in {wait:.0f} seconds."
            )
        tool = self.registry.get(call.name)
        if tool is None:
            return unknown_tool_result(call.name, self.registry.names)
        if call.arguments is None:
            message = f"The arguments cannot be read: {call.problem or 'they are not a JSON object'}."
            return failed_result("VALIDATION_FAILED", message, effect=tool.effect)
        problems = context.repairs.problems(call.id) if context.repairs else ()
        try:
            if problems:
                raise InvalidArguments(problems)
            arguments = validate_arguments(tool.parameters, call.arguments)
        except InvalidArguments as error:
            details: JsonValue = [{"field": problem.field, "problem": problem.problem} for problem in error.problems]
            return failed_result("VALIDATION_FAILED", str(error), details, tool.effect)
        effect = tool.effect_of(arguments)
        chat = context.call_context.conversation_id
        repeated = not context.call_context.by_program and self._loop_guard.is_repeated(
            chat, tool.name, canonical_arguments(arguments), reads=effect == "read"
        )
        if repeated and not (self._results is not None and self._results.may_contain(context, tool, arguments)):
            message = "The same call was made twice within half a minute. Its result is above: try another approach."
            return failed_result("RATE_LIMITED", message, effect=effect)
        refusal = check_hard_limits(tool, effect, agent_scope, self.permissions.preset())
        if refusal is None and plans_changes(tool, effect):
            refusal = check_hard_limits(
                tool, effect, agent_scope, self.permissions.preset(), await self._read_only_reason()
            )
        return refusal or await self._resolve_permitted(call, tool, effect, context)

    async def _read_only_reason(self) -> Phrase:
        """Return why nothing can be written, before a useless approval; empty if it can."""
        with suppress(JournalFailed):  # The writer gets the same error and reports it.
            await self._vault.claim_write_access()
        return self._vault.read_only

    async def _resolve_permitted(
        self, call: ToolCallPart, tool: AnyTool, effect: Effect, context: ExecutionContext
    ) -> ResolvedOrResult:
        trail, policy_request = context.trail, context.policy_request(tool, effect)
        try:
            async with asyncio.timeout(FILES_TIMEOUT):
                resolved = await resolve_call(
                    call, tool, self.permissions, policy_request, context.call_context.destination
                )
        except (ToolFailure, VaultDeskError, TimeoutError) as error:
            return error_result(error, tool, effect)
        trail.set_resolved(
            call.id, effect, json.loads(resolved.arguments_json), [choice.path for choice in resolved.files]
        )
        if resolved.withheld_paths:
            await trail.record_event(call.id, "refused", "program", "PERMISSION_DENIED", resolved.withheld_paths)
        if resolved.verdict.answer == "deny":
            message = f"A rule of the user does not allow {tool.name} here."
            denied = list[JsonValue](resolved.denied_as_written)
            return failed_result("PERMISSION_DENIED", message, denied or None, effect, RULE_EXPLANATION)
        if await exfiltrates(context, resolved):
            private = Phrase("The call would have sent words of a private note.")
            return failed_result("PERMISSION_DENIED", PRIVATE_TEXT_REFUSAL, effect=effect, explanation=private)
        if resolved.files_to_ask:
            try:
                async with asyncio.timeout(FILES_TIMEOUT):
                    await tool.check(resolved.arguments)
            except (ToolFailure, VaultDeskError, TimeoutError) as error:
                return error_result(error, tool, effect)
        return resolved
