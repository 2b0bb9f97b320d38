"""Executor: runs the tool calls of an answer through validation, policy, approval, execution and audit."""

import asyncio
import hashlib
import json
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import AuditFailed, JournalFailed, VaultDeskError
from vaultdesk.tools.argument_schema import WrongArguments, canonical_arguments, validate_arguments
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.tools.runtime.audit_log import AuditLog
from vaultdesk.tools.runtime.call_context import AuditTrail, CallContext, ExecutionContext, ReadVersions
from vaultdesk.tools.runtime.change_batch import ChangeBatch
from vaultdesk.tools.runtime.execution import Execution, allowed_sources, error_result, execute_call
from vaultdesk.tools.runtime.policy import Permissions, check_hard_limits
from vaultdesk.tools.runtime.rate_limiter import RateLimiter
from vaultdesk.tools.runtime.read_review import (
    FILES_TIMEOUT,
    ReadApproval,
    ResultReview,
    approved_execution,
    request_approval,
)
from vaultdesk.tools.runtime.resolved_call import ResolvedCall, batch_calls, plans_changes, resolve_call
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.tools.runtime.tool_events import ToolEvent, ToolFinished, ToolStarted
from vaultdesk.tools.runtime.tool_results import failed_result, result_part, unknown_tool_result
from vaultdesk.tools.runtime.visibility import reading_visibility
from vaultdesk.tools.tool import AnyTool, Effect, ToolFailure, ToolResult
from vaultdesk.vault.vault import Vault

LOOP_WINDOW = 30.0
"""Seconds in which repeats count: a model that is stuck asks again within a few."""

MAX_EQUAL_CALLS = 2
"""Equal calls in the window that go on; the one after them is stopped. Twice is a check, three times is a loop."""

MAX_REMEMBERED_CALLS = 4096
"""Kinds of calls remembered before those outside the window are swept out."""


class LoopGuard:
    """Remembers the last half minute of calls."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def count(self, conversation_id: str, tool: str, arguments: Mapping[str, JsonValue]) -> bool:
        """Count one call; return whether it is one too many. A stopped call counts too.

        Calls outside a conversation are the person's own acts and never a loop.
        """
        if not conversation_id:
            return False
        now = self._clock()
        if len(self._times) > MAX_REMEMBERED_CALLS:
            self._times = {key: times for key, times in self._times.items() if times[-1] > now - LOOP_WINDOW}
        same = json.dumps([conversation_id, tool, arguments], sort_keys=True)
        times = self._times.setdefault(hashlib.sha256(same.encode("utf-8", "surrogatepass")).hexdigest(), deque())
        while times and times[0] <= now - LOOP_WINDOW:
            times.popleft()
        times.append(now)
        while len(times) > MAX_EQUAL_CALLS + 1:
            times.popleft()
        return len(times) > MAX_EQUAL_CALLS


# The way round that two permitted steps make together, as in laundering.py: a model that may read a note on this
# computer asks the web for its words. Whatever goes out is shown whole to the person besides.

PRIVATE_WORDS_REFUSAL = (
    "These words stay on this computer: the user's privacy rules say so. Use other words, of your own."
)
"""What a model reads; not which note they are in."""


async def exfiltrates(conditions: ExecutionContext, call: ResolvedCall) -> bool:
    """Whether *call* would send words out that a privacy rule keeps from whoever it sends them to."""
    repeats = conditions.permissions.privacy.repeats
    if call.receiver is None or repeats is None:
        return False
    for text in _texts(canonical_arguments(call.arguments)):
        # What the person wrote in the question they decided about themselves.
        if text.strip().casefold() in conditions.context.question.casefold():
            continue
        try:
            if await repeats(text, call.receiver):
                return True
        except VaultDeskError:
            return True  # What cannot be looked for may be there: a limit closes.
    return False


def _texts(value: JsonValue) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)


MANUAL_CALL_CONTEXT = CallContext(Destination(name="This computer", host="", local=True))
"""Where the result of a call goes that the person made themselves."""

CallStage = ResolvedCall | ToolResult
"""A call on its way: frozen and to be run, or already come to its result."""


class ToolExecutor:
    """Runs calls through every stage, one answer at a time; several answers may be under way at once."""

    def __init__(
        self,
        registry: ToolRegistry,
        permissions: Permissions,
        approver: Approver,
        audit: AuditLog,
        vault: Vault,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.registry = registry
        self.permissions = permissions
        self.approver = approver
        self.taint = TaintTracker(vault)
        self._audit = audit
        self._vault = vault
        self._rates = RateLimiter(clock)
        self._loops = LoopGuard(clock)
        self._seen = ReadVersions()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="audit")

    async def aclose(self) -> None:
        """Finish writing the record and end its thread. May be called twice."""
        with suppress(RuntimeError):  # Closed before.
            await asyncio.get_running_loop().run_in_executor(self._thread, lambda: None)
        self._thread.shutdown(wait=False)

    async def run(self, calls: Sequence[ToolCallPart], context: CallContext) -> AsyncGenerator[ToolEvent, None]:
        """Carry out *calls* in order; exactly one `ToolFinished` each. Raises `AuditFailed`: then nothing more runs.

        Close it (`aclosing`) or cancel its reader at any moment: nothing stays running, and the record says so.
        """
        trail = AuditTrail(self._audit, self._thread, context)
        conditions = ExecutionContext(
            self.registry, self.permissions, self.approver, self._vault, context, trail, self._seen, self.taint
        )
        try:
            await trail.requested(calls)
            for batch in batch_calls(calls, self.registry):
                run_batch = self._run_changes if batch.changes else self._run_batch
                async with aclosing(run_batch(batch.calls, conditions)) as events:
                    async for event in events:
                        yield event
        except (asyncio.CancelledError, GeneratorExit):
            await trail.broken_off("cancelled")
            raise
        except AuditFailed:
            raise
        except BaseException:
            await trail.broken_off("failed")
            raise

    async def call(
        self, name: str, arguments: dict[str, JsonValue], context: CallContext = MANUAL_CALL_CONTEXT
    ) -> ToolResult:
        """Run one tool by the person's own act, through every stage of a model's call."""
        text = json.dumps(arguments)
        part = ToolCallPart(id=new_id("call"), name=name, arguments_json=text, arguments=json.loads(text))
        result: ToolResult | None = None
        async with aclosing(self.run((part,), context)) as events:
            async for event in events:
                if isinstance(event, ToolFinished):
                    result = event.result
        assert result is not None
        return result

    async def _run_batch(
        self, batch: Sequence[ToolCallPart], conditions: ExecutionContext
    ) -> AsyncGenerator[ToolEvent, None]:
        """Carry out calls that are run: asked about together, run one after the other."""
        stages = {call.id: await self._prepared(call, conditions) for call in batch}
        question = ReadApproval(conditions)
        async with aclosing(
            request_approval(question, [s for s in stages.values() if isinstance(s, ResolvedCall)])
        ) as events:
            async for asked in events:
                yield asked
        context, trail = conditions.context, conditions.trail
        for call in batch:
            stage = stages[call.id]
            execution = (
                Execution(stage)
                if isinstance(stage, ToolResult)
                else approved_execution(question, stage, self.registry)
            )
            refused_silently = ""
            if isinstance(stage, ResolvedCall) and execution.arguments is not None:
                await trail.happened(call.id, "started", question.by(stage))
                yield ToolStarted(call.id, call.name)
                frozen = question.calls.get(call.id, stage)
                execution = await execute_call(frozen, execution, reading_visibility(question, frozen, execution.paths))
                execution = allowed_sources(execution, frozen, question.by(frozen))
                if question.asked_about(frozen):
                    showing = ResultReview(conditions, frozen, execution)
                    async with aclosing(showing.ask()) as shown:
                        async for asked in shown:
                            yield asked
                    execution = showing.execution
                self._seen.note(context.conversation_id, execution.digests)
                await self.taint.note(context.conversation_id, frozen.effect, execution.sources)
                refused_silently = "PERMISSION_DENIED" if frozen.withheld and not frozen.files else ""
            by = "" if execution.arguments is not None else execution.by
            await trail.ended(call.id, execution.result, by, refused_silently)
            part = result_part(call, execution.result, context.result_limit, execution.sources)
            yield ToolFinished(call.id, call.name, execution.result, part, execution.seconds)

    async def _run_changes(
        self, batch: Sequence[ToolCallPart], conditions: ExecutionContext
    ) -> AsyncGenerator[ToolEvent, None]:
        """Carry out calls that write: planned and asked about as one set, written at once."""
        stages = {call.id: await self._prepared(call, conditions) for call in batch}
        trail = conditions.trail
        for call_id, stage in stages.items():
            if isinstance(stage, ToolResult):
                await trail.ended(call_id, stage, "program")
        changes = ChangeBatch(conditions, [stage for stage in stages.values() if isinstance(stage, ResolvedCall)])
        async with aclosing(changes.ask()) as events:
            async for asked in events:
                yield asked
        writing = [call.call_id for call in changes.written_calls]
        for call_id in writing:
            await trail.happened(call_id, "started", changes.by())
        written = False
        for call in batch:
            if call.id in writing:
                yield ToolStarted(call.id, call.name)
            if not written and isinstance(stages[call.id], ResolvedCall):
                # All at once, and in the record before anything more is told: no reader can come between.
                written = True
                await changes.write()
            stage = stages[call.id]
            execution = Execution(stage) if isinstance(stage, ToolResult) else changes.executions[call.id]
            part = result_part(call, execution.result, conditions.context.result_limit, execution.sources)
            yield ToolFinished(call.id, call.name, execution.result, part, execution.seconds)

    async def _prepared(self, call: ToolCallPart, conditions: ExecutionContext) -> CallStage:
        """Return *call* frozen, or the result it has already come to."""
        leash = conditions.context.leash
        wait = self._rates.count(leash.agent, leash.calls_a_minute)
        if wait:
            most = leash.calls_a_minute
            return failed_result(
                "RATE_LIMITED", f"At most {most} tool calls a minute. Ask again in {wait:.0f} seconds."
            )
        tool = self.registry.get(call.name)
        if tool is None:
            return unknown_tool_result(call.name)
        if call.arguments is None:
            message = f"The arguments cannot be read: {call.problem or 'they are not a JSON object'}."
            return failed_result("VALIDATION_FAILED", message, effect=tool.effect)
        try:
            arguments = validate_arguments(tool.parameters, call.arguments)
        except WrongArguments as wrong:
            details: JsonValue = [{"field": one.field, "problem": one.problem} for one in wrong.problems]
            return failed_result("VALIDATION_FAILED", str(wrong), details, tool.effect)
        effect = tool.effect_of(arguments)
        chat = conditions.context.conversation_id
        if not conditions.context.by_program and self._loops.count(chat, tool.name, canonical_arguments(arguments)):
            message = "This very call was made twice within half a minute. Its result stands above: try another way."
            return failed_result("RATE_LIMITED", message, effect=effect)
        barred = check_hard_limits(tool, effect, leash, self.permissions.preset())
        if barred is None and plans_changes(tool, effect):
            barred = check_hard_limits(tool, effect, leash, self.permissions.preset(), await self._read_only())
        return barred or await self._frozen(call, tool, effect, conditions)

    async def _read_only(self) -> str:
        """Return why nothing can be written, before anybody is asked in vain; empty where it can."""
        with suppress(JournalFailed):  # The writer meets it again, and its call tells it.
            await self._vault.claim_writing()
        return self._vault.read_only

    async def _frozen(
        self, call: ToolCallPart, tool: AnyTool, effect: Effect, conditions: ExecutionContext
    ) -> CallStage:
        trail, subject = conditions.trail, conditions.subject(tool, effect)
        try:
            async with asyncio.timeout(FILES_TIMEOUT):
                frozen = await resolve_call(call, tool, self.permissions, subject, conditions.context.destination)
        except (ToolFailure, VaultDeskError, TimeoutError) as trouble:
            return error_result(trouble, tool, effect)
        trail.frozen(call.id, effect, json.loads(frozen.arguments_json), [choice.path for choice in frozen.files])
        if frozen.withheld:
            await trail.happened(call.id, "refused", "program", "PERMISSION_DENIED", frozen.withheld)
        if frozen.verdict.answer == "deny":
            message = f"A rule of the user does not allow {tool.name} here."
            return failed_result("PERMISSION_DENIED", message, list(frozen.denied) or None, effect)
        if await exfiltrates(conditions, frozen):
            return failed_result("PERMISSION_DENIED", PRIVATE_WORDS_REFUSAL, effect=effect)
        return frozen
