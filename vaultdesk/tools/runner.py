"""Runner: carries out the calls of one answer: validate, permit, preview, ask, run, record. No other way to a tool."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import AuditFailed, JournalFailed, VaultDeskError
from vaultdesk.tools.approvals import Approver
from vaultdesk.tools.asking import FILES_TIMEOUT, Question, ask, outcome
from vaultdesk.tools.audit import Audit
from vaultdesk.tools.barrier import refused
from vaultdesk.tools.batches import batches
from vaultdesk.tools.carrying_out import KEPT_HERE, carries_out
from vaultdesk.tools.changing import ChangeBatch
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.events import ToolEvent, ToolFinished, ToolStarted
from vaultdesk.tools.execution import Execution, allowed_sources, execute, troubled
from vaultdesk.tools.frozen_call import FrozenCall, freeze, plans_changes
from vaultdesk.tools.loop_guard import LoopGuard
from vaultdesk.tools.permissions import Permissions
from vaultdesk.tools.rate import Rates
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.results import as_part, failure, unknown_tool
from vaultdesk.tools.schema import WrongArguments, canonical, validated
from vaultdesk.tools.seen import Seen
from vaultdesk.tools.showing import Showing
from vaultdesk.tools.sight import view_of
from vaultdesk.tools.taint import Taint
from vaultdesk.tools.tool import AnyTool, Effect, ToolFailure, ToolResult
from vaultdesk.tools.trail import CallContext, Trail
from vaultdesk.vault.vault import Vault

BY_HAND = CallContext(Destination(name="This computer", host="", local=True))
"""Where the result of a call goes that the person made themselves."""

Stage = FrozenCall | ToolResult
"""A call on its way: frozen and to be run, or already come to its result."""


class ToolRunner:
    """Runs calls through every stage, one answer at a time; several answers may be under way at once."""

    def __init__(
        self,
        registry: ToolRegistry,
        permissions: Permissions,
        approver: Approver,
        audit: Audit,
        vault: Vault,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.registry = registry
        self.permissions = permissions
        self.approver = approver
        self.taint = Taint(vault)
        self._audit = audit
        self._vault = vault
        self._rates = Rates(clock)
        self._loops = LoopGuard(clock)
        self._seen = Seen()
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
        trail = Trail(self._audit, self._thread, context)
        conditions = Conditions(
            self.registry, self.permissions, self.approver, self._vault, context, trail, self._seen, self.taint
        )
        try:
            await trail.requested(calls)
            for batch in batches(calls, self.registry):
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

    async def call(self, name: str, arguments: dict[str, JsonValue], context: CallContext = BY_HAND) -> ToolResult:
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
        self, batch: Sequence[ToolCallPart], conditions: Conditions
    ) -> AsyncGenerator[ToolEvent, None]:
        """Carry out calls that are run: asked about together, run one after the other."""
        stages = {call.id: await self._prepared(call, conditions) for call in batch}
        question = Question(conditions)
        async with aclosing(ask(question, [s for s in stages.values() if isinstance(s, FrozenCall)])) as events:
            async for asked in events:
                yield asked
        context, trail = conditions.context, conditions.trail
        for call in batch:
            stage = stages[call.id]
            execution = Execution(stage) if isinstance(stage, ToolResult) else outcome(question, stage, self.registry)
            refused_silently = ""
            if isinstance(stage, FrozenCall) and execution.arguments is not None:
                await trail.happened(call.id, "started", question.by(stage))
                yield ToolStarted(call.id, call.name)
                frozen = question.calls.get(call.id, stage)
                execution = await execute(frozen, execution, view_of(question, frozen, execution.paths))
                execution = allowed_sources(execution, frozen, question.by(frozen))
                if question.asked_about(frozen):
                    showing = Showing(conditions, frozen, execution)
                    async with aclosing(showing.ask()) as shown:
                        async for asked in shown:
                            yield asked
                    execution = showing.execution
                self._seen.note(context.conversation_id, execution.digests)
                await self.taint.note(context.conversation_id, frozen.effect, execution.sources)
                refused_silently = "PERMISSION_DENIED" if frozen.withheld and not frozen.files else ""
            by = "" if execution.arguments is not None else execution.by
            await trail.ended(call.id, execution.result, by, refused_silently)
            part = as_part(call, execution.result, context.result_limit, execution.sources)
            yield ToolFinished(call.id, call.name, execution.result, part, execution.seconds)

    async def _run_changes(
        self, batch: Sequence[ToolCallPart], conditions: Conditions
    ) -> AsyncGenerator[ToolEvent, None]:
        """Carry out calls that write: planned and asked about as one set, written at once."""
        stages = {call.id: await self._prepared(call, conditions) for call in batch}
        trail = conditions.trail
        for call_id, stage in stages.items():
            if isinstance(stage, ToolResult):
                await trail.ended(call_id, stage, "program")
        changes = ChangeBatch(conditions, [stage for stage in stages.values() if isinstance(stage, FrozenCall)])
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
            if not written and isinstance(stages[call.id], FrozenCall):
                # All at once, and in the record before anything more is told: no reader can come between.
                written = True
                await changes.write()
            stage = stages[call.id]
            execution = Execution(stage) if isinstance(stage, ToolResult) else changes.executions[call.id]
            part = as_part(call, execution.result, conditions.context.result_limit, execution.sources)
            yield ToolFinished(call.id, call.name, execution.result, part, execution.seconds)

    async def _prepared(self, call: ToolCallPart, conditions: Conditions) -> Stage:
        """Return *call* frozen, or the result it has already come to."""
        leash = conditions.context.leash
        wait = self._rates.count(leash.agent, leash.calls_a_minute)
        if wait:
            most = leash.calls_a_minute
            return failure("RATE_LIMITED", f"At most {most} tool calls a minute. Ask again in {wait:.0f} seconds.")
        tool = self.registry.get(call.name)
        if tool is None:
            return unknown_tool(call.name)
        if call.arguments is None:
            message = f"The arguments cannot be read: {call.problem or 'they are not a JSON object'}."
            return failure("VALIDATION_FAILED", message, effect=tool.effect)
        try:
            arguments = validated(tool.parameters, call.arguments)
        except WrongArguments as wrong:
            details: JsonValue = [{"field": one.field, "problem": one.problem} for one in wrong.problems]
            return failure("VALIDATION_FAILED", str(wrong), details, tool.effect)
        effect = tool.effect_of(arguments)
        chat = conditions.context.conversation_id
        if not conditions.context.by_program and self._loops.count(chat, tool.name, canonical(arguments)):
            message = "This very call was made twice within half a minute. Its result stands above: try another way."
            return failure("RATE_LIMITED", message, effect=effect)
        barred = refused(tool, effect, leash, self.permissions.preset())
        if barred is None and plans_changes(tool, effect):
            barred = refused(tool, effect, leash, self.permissions.preset(), await self._read_only())
        return barred or await self._frozen(call, tool, effect, conditions)

    async def _read_only(self) -> str:
        """Return why nothing can be written, before anybody is asked in vain; empty where it can."""
        with suppress(JournalFailed):  # The writer meets it again, and its call tells it.
            await self._vault.claim_writing()
        return self._vault.read_only

    async def _frozen(self, call: ToolCallPart, tool: AnyTool, effect: Effect, conditions: Conditions) -> Stage:
        trail, subject = conditions.trail, conditions.subject(tool, effect)
        try:
            async with asyncio.timeout(FILES_TIMEOUT):
                frozen = await freeze(call, tool, self.permissions, subject, conditions.context.destination)
        except (ToolFailure, VaultDeskError, TimeoutError) as trouble:
            return troubled(trouble, tool, effect)
        trail.frozen(call.id, effect, json.loads(frozen.arguments_json), [choice.path for choice in frozen.files])
        if frozen.withheld:
            await trail.happened(call.id, "refused", "program", "PERMISSION_DENIED", frozen.withheld)
        if frozen.verdict.answer == "deny":
            message = f"A rule of the user does not allow {tool.name} here."
            return failure("PERMISSION_DENIED", message, list(frozen.denied) or None, effect)
        if await carries_out(conditions, frozen):
            return failure("PERMISSION_DENIED", KEPT_HERE, effect=effect)
        return frozen
