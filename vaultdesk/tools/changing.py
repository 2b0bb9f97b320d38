"""Changing: one batch of calls that write: planned together, asked about as one set, checked again, written once.

A difference between what was shown and what is on the disk means planning and asking anew, never a write
(THREATS 2.3.4). What each call came to is change_results.py's.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import replace

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.as_shown import changed_since
from vaultdesk.tools.asking import ASK_AGAIN, answered
from vaultdesk.tools.audit import By
from vaultdesk.tools.change_request import change_request, shown_plan
from vaultdesk.tools.change_results import NOTHING_TAKEN, Written, all_lost, came_to
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.events import ApprovalAnswered, ApprovalAsked
from vaultdesk.tools.execution import Execution, troubled
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.planning import Plan, plan
from vaultdesk.tools.results import cancelled, failure, unknown_tool
from vaultdesk.tools.seal import checked, sealed
from vaultdesk.tools.sight import planning_view
from vaultdesk.tools.telling import READ_FIRST, Finding, findings, kept_back, sources_of, telling_request
from vaultdesk.tools.tool import ChangingTool, ToolResult
from vaultdesk.tools.visible import short
from vaultdesk.vault.diff.change_set import NO_CHANGES, ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.staging import choice_applies, planned_edits, with_whole_units
from vaultdesk.vault.transactions.file_edits import EditOutcome, Origin

LONGEST_TITLE = 200
"""Characters of a question by which the journal knows the changes that came of it."""

Event = ApprovalAsked | ApprovalAnswered


class ChangeBatch:
    """Neighbouring calls of one answer that write. Made anew for each batch; `ask`, then `write`, then `executions`."""

    def __init__(self, conditions: Conditions, calls: Sequence[FrozenCall]) -> None:
        self._conditions = conditions
        self._calls = tuple(calls)
        self._plan = Plan(NO_CHANGES, (), {}, {}, asks=False)
        self._settled: dict[str, ToolResult] = {}
        """Calls that came to their result without a write."""
        self._refused: frozenset[str] = frozenset()
        """Those of them that the person refused."""
        self._told_of: frozenset[str] = frozenset()
        """Calls that change nothing and of which the person let the model hear."""
        self._decision = ApprovalDecision(approved=False)
        """The last answer."""
        self._choices: tuple[NoteChoice, ...] = ()
        self._by: By = "default"
        self._told: set[tuple[str, str, str]] = set()
        """What the record says of changes that were taken out."""
        self.executions: dict[str, Execution] = {}
        """What each call came to, once it is written."""

    async def ask(self) -> AsyncGenerator[Event, None]:
        """Plan and, where no rule allows it, ask; then whether the model may hear what else the plan met in notes."""
        for asking in (self._ask_to_change, self._ask_to_tell):
            async with aclosing(asking()) as events:
                async for event in events:
                    yield event

    async def _ask_to_change(self) -> AsyncGenerator[Event, None]:
        """Plan and ask; anew where a file changed meanwhile."""
        trail = self._conditions.trail
        changed: Sequence[str] = ()
        for _ in range(ASK_AGAIN):
            await self._planned()
            shown = self._plan.changes
            if not shown:
                return
            self._plan = await shown_plan(self._conditions, self._plan)
            # What our own code warns of is looked at by the person, whatever would go unasked.
            if not (self._plan.asks or changed or any(change.warnings for change in self._plan.changes.changes)):
                self._choices, self._by = _taken(shown, None), self._plan.by
                return
            request = change_request(self._conditions, self._calls, self._plan, changed)
            asked = [review.call_id for review in request.calls]
            async with aclosing(self._put(request)) as events:
                async for event in events:
                    yield event
            decision = self._decision
            self._by = "person"
            self._choices = _taken(shown, decision.changes) if decision.approved else ()
            if not self._choices:
                reason = NOTHING_TAKEN if decision.approved else decision.reason
                self._settle(asked, cancelled(reason))
                self._refused = frozenset(asked)
                return
            changed = await changed_since(self._conditions, self._calls, self._plan, self._choices)
            if not changed:
                for call_id in asked:
                    await trail.happened(call_id, "allowed", "person", decision.scope)
                return
        names = ", ".join(short(path, 200) for path in changed)
        conflict = failure("CONFLICT", f"{names} keeps changing. Ask again later.")
        self._settle([call.call_id for call in self._calls], conflict)

    async def _ask_to_tell(self) -> AsyncGenerator[Event, None]:
        """Ask about calls that change nothing as about reads: what they met in notes is text of notes."""
        asked: list[Finding] = []
        for found in await findings(self._conditions, self._calls, self._plan):
            call_id = found.call.call_id
            if self._settled.get(call_id) is not self._plan.settled.get(call_id):
                continue  # It came to another result meanwhile.
            if found.standing == "closed":
                self._settled[call_id] = failure("PERMISSION_DENIED", READ_FIRST, effect=found.call.effect)
            elif found.standing == "ask":
                asked.append(found)
        if not asked:
            return
        ids, wanted = [found.call.call_id for found in asked], [call.call_id for call in self.written_calls]
        if self._refused:
            # Who has just refused what the same answer would write is not asked once more.
            self._overrule(ids, cancelled())
            return
        request = telling_request(self._conditions, asked)
        async with aclosing(self._put(request)) as events:
            async for event in events:
                yield event
        if not self._decision.approved:
            self._overrule(ids, cancelled(self._decision.reason))
        else:
            self._told_of = frozenset(ids)
            for call_id in ids:
                await self._conditions.trail.happened(call_id, "allowed", "person", "once")
        if wanted and await changed_since(self._conditions, self._calls, self._plan, self._choices):
            self._settle(wanted, failure("CONFLICT", "The notes changed while the user was asked. Ask again later."))

    async def _put(self, request: ApprovalRequest) -> AsyncGenerator[Event, None]:
        """Put *request* to the person; their answer is `_decision` afterwards."""
        seal = sealed(request)
        for review in request.calls:
            await self._conditions.trail.happened(review.call_id, "asked")
        yield ApprovalAsked(request)
        self._decision = checked(request, seal, await answered(self._conditions.approver, request))
        yield ApprovalAnswered(request, self._decision)

    @property
    def written_calls(self) -> tuple[FrozenCall, ...]:
        """The calls that are about to write, each still offered."""
        return tuple(
            call
            for call in self._calls
            if call.call_id not in self._settled and self._is_offered(call) and self._plan.wanted(call.call_id)
        )

    def by(self) -> By:
        """Return whose word lets the batch be written."""
        return self._by

    async def write(self) -> None:
        """Write what was agreed to, and say in the record what came of it. A stop waits until that is done."""
        stopped: asyncio.CancelledError | None = None
        try:
            async with asyncio.TaskGroup() as group:
                # A task of its own: a write that has begun is finished and told, whoever stops waiting for it.
                writing = group.create_task(self._write())
                while not writing.done():
                    try:
                        await asyncio.wait({writing})
                    except asyncio.CancelledError as stop:
                        stopped = stop
        except ExceptionGroup as group_of_one:
            raise group_of_one.exceptions[0] from None  # As itself: a record that cannot be written ends the run.
        if stopped is not None:
            raise stopped

    async def _write(self) -> None:
        conditions, writing = self._conditions, self.written_calls
        outcomes: Sequence[EditOutcome] = ()
        trouble: VaultDeskError | None = None
        started = time.perf_counter()
        offered = {call.call_id for call in writing}
        kept = _of_calls(self._plan.changes, offered)
        choices = _taken(kept, self._choices)
        planned = planned_edits(kept, choices)
        if planned:
            try:
                outcomes = await conditions.vault.apply([one.edit for one in planned], self._origin(writing))
            except VaultDeskError as problem:
                trouble = problem
        seconds = time.perf_counter() - started
        by_edit = {outcome.edit: outcome for outcome in outcomes}
        found: dict[str, tuple[EditOutcome, ...]] = {}
        for one in planned:
            outcome = by_edit.get(one.edit, EditOutcome(one.edit, "skipped", problem="It was not tried."))
            found[one.change_id] = (*found.get(one.change_id, ()), outcome)
        written = Written(choices, found, self._by)
        unread = set() if self._by == "person" else await kept_back(conditions, writing, self._plan)
        for change in kept.changes:
            self._note_seen(change, written)
        for call in self._calls:
            execution = self._came_to(call, written, trouble, unread).taking(seconds)
            self.executions[call.call_id] = execution
            await conditions.taint.note(conditions.context.conversation_id, call.effect, execution.sources)
            ran = call.call_id in offered
            await conditions.trail.ended(call.call_id, execution.result, "" if ran else execution.by)

    def _came_to(
        self, call: FrozenCall, written: Written, trouble: VaultDeskError | None, unread: Collection[str]
    ) -> Execution:
        """Return what *call* came to; nothing of the notes *unread* is told in it."""
        settled, asked = self._settled.get(call.call_id), call.call_id in self._told_of
        if settled is not None:
            sources = sources_of(settled, self._plan.looked.get(call.call_id, ()), asked=asked)
            return Execution(settled, by="person" if call.call_id in self._refused else "program", sources=sources)
        if not self._is_offered(call):
            return Execution(unknown_tool(call.tool.name))
        if trouble is not None and self._plan.wanted(call.call_id):
            return Execution(troubled(trouble, call.tool, call.effect))
        view = planning_view(self._conditions, call)
        told = replace(view, sees=lambda path: path not in unread and view.sees(path))
        return came_to(call, self._plan, written, told)

    async def _planned(self) -> None:
        """Plan the calls on the notes as they are now, and say in the record which files they are about."""
        conditions = self._conditions
        self._plan = await plan(conditions, self._calls)
        self._settled = dict(self._plan.settled)
        for call in self._calls:
            lost = self._plan.lost_of(call.call_id)
            files = [path for change in self._plan.wanted(call.call_id) for path in _paths(change)]
            conditions.trail.about(call.call_id, files or [path for one in lost for path in _paths(one.change)])
            for one in lost:
                if (call.call_id, one.change.path, one.why) not in self._told:
                    self._told.add((call.call_id, one.change.path, one.why))
                    by: By = "rule" if one.why in ("denied", "private", "comment") else "program"
                    await conditions.trail.happened(call.call_id, "refused", by, one.why, _paths(one.change))
            if lost and not files:
                self._settled.setdefault(call.call_id, all_lost(call, lost))

    def _note_seen(self, change: NoteChange, written: Written) -> None:
        seen, chat = self._conditions.seen, self._conditions.context.conversation_id
        if written.result(change) not in ("done", "unconfirmed"):
            return
        copied = any(
            isinstance(call.tool, ChangingTool) and call.tool.copies
            for call in self._calls
            if call.call_id in change.calls
        )
        given = seen.has_text(chat, change.path) or (change.kind == "create" and not copied)
        if change.kind in ("move", "delete"):
            seen.gone(chat, change.path)
        digest = next((one.digest for one in reversed(written.outcomes.get(change.id, ())) if one.digest), "")
        if digest and change.kind != "delete":
            seen.note(chat, {change.final_path: digest}, given=given)

    def _origin(self, writing: Sequence[FrozenCall]) -> Origin:
        context = self._conditions.context
        return Origin(
            group=context.run_id or new_id("act"),
            title=short(context.question, LONGEST_TITLE),
            agent=context.leash.agent,
            conversation_id=context.conversation_id,
            tool=", ".join(dict.fromkeys(call.tool.name for call in writing)),
        )

    def _is_offered(self, call: FrozenCall) -> bool:
        return self._conditions.registry.get(call.tool.name) is call.tool

    def _overrule(self, call_ids: Collection[str], result: ToolResult) -> None:
        """Let calls come to *result* whatever they came to by themselves: the person refused them."""
        self._settled = {name: settled for name, settled in self._settled.items() if name not in call_ids}
        self._settle(call_ids, result)
        self._refused |= frozenset(call_ids)

    def _settle(self, call_ids: Collection[str], result: ToolResult) -> None:
        for call in self._calls:
            if call.call_id in call_ids:
                metadata = result.metadata.model_copy(update={"operation_type": call.effect})
                self._settled.setdefault(call.call_id, result.model_copy(update={"metadata": metadata}))


def _taken(changes: ChangeSet, choices: Sequence[NoteChoice] | None) -> tuple[NoteChoice, ...]:
    """Return what is really taken: units whole, and nothing that was not shown."""
    whole = with_whole_units(changes, choices)
    return tuple(
        c for change in changes.changes for c in whole if c.change_id == change.id and choice_applies(change, c)
    )


def _of_calls(changes: ChangeSet, calls: Collection[str]) -> ChangeSet:
    """Return the changes that only *calls* want; one that another call wants too goes with its unit."""
    units = {change.unit for change in changes.changes if change.unit and not set(calls).issuperset(change.calls)}
    return ChangeSet(
        tuple(c for c in changes.changes if set(calls).issuperset(c.calls) and (not c.unit or c.unit not in units))
    )


def _paths(change: NoteChange) -> list[str]:
    return list(dict.fromkeys((change.path, change.final_path)))
