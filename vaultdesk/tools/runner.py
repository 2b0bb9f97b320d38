"""Runner: carries out the calls of one answer: validate, permit, preview, ask, run, record. No other way to a tool."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.destination import Destination
from vaultdesk.errors import AuditFailed, VaultDeskError
from vaultdesk.tools.approvals import Approver
from vaultdesk.tools.asking import Question, ask, outcome
from vaultdesk.tools.audit import Audit
from vaultdesk.tools.events import ToolEvent, ToolFinished, ToolStarted
from vaultdesk.tools.execution import Execution, execute, troubled
from vaultdesk.tools.frozen_call import FrozenCall, freeze
from vaultdesk.tools.permissions import Permissions, Subject
from vaultdesk.tools.rate import Rate
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.results import as_part, failure, unknown_tool
from vaultdesk.tools.schema import WrongArguments
from vaultdesk.tools.tool import AnyTool, ToolFailure, ToolResult
from vaultdesk.tools.trail import CallContext, Trail

BY_HAND = CallContext(Destination(name="This computer", host="", local=True))
"""Where the result of a call goes that the person made themselves."""


@dataclass(frozen=True, slots=True)
class RunnerLimits:
    """What no rule and no answer can lift."""

    calls_a_minute: int = 20
    """Requests in any minute, refused ones too (CONTRACTS, Approval)."""
    files_timeout: float = 30.0
    """Seconds a tool may take to say which files a call names."""


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
        limits: RunnerLimits = RunnerLimits(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.registry = registry
        self.permissions = permissions
        self.approver = approver
        self._audit = audit
        self._limits = limits
        self._rate = Rate(limits.calls_a_minute, clock)
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
        try:
            await trail.requested(calls)
            for batch in _batches(calls, self.registry):
                async with aclosing(self._run_batch(batch, context, trail)) as events:
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
        self, batch: Sequence[ToolCallPart], context: CallContext, trail: Trail
    ) -> AsyncGenerator[ToolEvent, None]:
        stages: dict[str, Stage] = {}
        for call in batch:
            stages[call.id] = await self._prepared(call, context, trail)
        to_ask = [stage for stage in stages.values() if isinstance(stage, FrozenCall)]
        question = Question(self.approver, self.permissions, context, trail, self._limits.files_timeout)
        async with aclosing(ask(question, to_ask)) as events:
            async for asked in events:
                yield asked
        for call in batch:
            stage = stages[call.id]
            execution = Execution(stage) if isinstance(stage, ToolResult) else outcome(question, stage, self.registry)
            if isinstance(stage, FrozenCall) and execution.arguments is not None:
                await trail.happened(call.id, "started", question.by(stage))
                yield ToolStarted(call.id, call.name)
                frozen = question.calls.get(call.id, stage)
                execution = await execute(frozen, execution, partial(question.keeps_back, frozen))
            await trail.ended(call.id, execution.result, "" if execution.arguments is not None else execution.by)
            part = as_part(call, execution.result, context.result_limit, execution.sources)
            yield ToolFinished(call.id, call.name, execution.result, part, execution.seconds)

    async def _prepared(self, call: ToolCallPart, context: CallContext, trail: Trail) -> Stage:
        """Return *call* frozen, or the result it has already come to."""
        wait = self._rate.count()
        if wait:
            most = self._limits.calls_a_minute
            return failure("RATE_LIMITED", f"At most {most} tool calls a minute. Ask again in {wait:.0f} seconds.")
        tool = self.registry.get(call.name)
        if tool is None:
            return unknown_tool(call.name)
        if call.arguments is None:
            message = f"The arguments cannot be read: {call.problem or 'they are not a JSON object'}."
            return failure("VALIDATION_FAILED", message, effect=tool.effect)
        return await self._frozen(call, tool, context, trail)

    async def _frozen(self, call: ToolCallPart, tool: AnyTool, context: CallContext, trail: Trail) -> Stage:
        subject = Subject(tool.name, tool.effect, context.conversation_id, context.host)
        try:
            async with asyncio.timeout(self._limits.files_timeout):
                frozen = await freeze(call, tool, self.permissions, subject)
        except WrongArguments as wrong:
            details: JsonValue = [{"field": one.field, "problem": one.problem} for one in wrong.problems]
            return failure("VALIDATION_FAILED", str(wrong), details, tool.effect)
        except (ToolFailure, VaultDeskError, TimeoutError) as trouble:
            return troubled(trouble, tool)
        trail.frozen(call.id, tool.effect, json.loads(frozen.arguments_json), [choice.path for choice in frozen.files])
        if frozen.verdict.answer == "deny":
            message = f"A rule of the user does not allow {tool.name} here."
            return failure("PERMISSION_DENIED", message, list(frozen.denied) or None, tool.effect)
        return frozen


def _batches(calls: Sequence[ToolCallPart], registry: ToolRegistry) -> list[list[ToolCallPart]]:
    """Return *calls* in order, neighbours that only read together: they are asked in one request."""
    batches: list[list[ToolCallPart]] = []
    open_batch = False
    for call in calls:
        tool = registry.get(call.name)
        reads = tool is None or tool.effect in ("read", "none")
        if reads and open_batch:
            batches[-1].append(call)
        else:
            batches.append([call])
        open_batch = reads
    return batches
