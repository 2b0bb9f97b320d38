"""Changing: one batch of calls that write: planned together, asked about as one set, checked again, written once.

A difference between what was shown and what is on the disk means planning and asking anew, never a write
(THREATS 2.3.4). What each call came to is change_results.py's.
"""

import asyncio
import copy
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from dataclasses import replace

from vaultdesk.chat.messages import new_id
from vaultdesk.errors import NoteNotFound, VaultDeskError
from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.asking import ASK_AGAIN, TAINTED, answered
from vaultdesk.tools.audit import By
from vaultdesk.tools.change_results import NOTHING_TAKEN, Written, all_lost, came_to
from vaultdesk.tools.change_warnings import warned
from vaultdesk.tools.change_words import change_headline
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.events import ApprovalAnswered, ApprovalAsked
from vaultdesk.tools.execution import Execution, troubled
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.planning import Plan, judged, plan
from vaultdesk.tools.results import cancelled, failure, unknown_tool
from vaultdesk.tools.seal import checked, sealed
from vaultdesk.tools.sight import planning_view
from vaultdesk.tools.tool import ToolResult
from vaultdesk.tools.visible import short
from vaultdesk.vault.change_set import NOTHING, ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.edits import EditOutcome, Origin
from vaultdesk.vault.hunks import choice_of, planned_edits, takes, with_units
from vaultdesk.vault.note_path import NotePath

LONGEST_TITLE = 200
"""Characters of a question by which the journal knows the changes that came of it."""

OUT_OF_BOUNDS = {
    "outside": "{count} left out: outside the folders of {whose}.",
    "denied": "{count} left out: a rule of yours denies it.",
    "private": "{count} left out: the note is private for this model.",
    "stale": "{count} left out: the note changed since the model read it.",
}
"""What the person is told of changes that were taken out before they were asked."""

Event = ApprovalAsked | ApprovalAnswered


class ChangeBatch:
    """Neighbouring calls of one answer that write. Made anew for each batch; `ask`, then `write`, then `executions`."""

    def __init__(self, conditions: Conditions, calls: Sequence[FrozenCall]) -> None:
        self._conditions = conditions
        self._calls = tuple(calls)
        self._plan = Plan(NOTHING, (), {}, {}, asks=False)
        self._settled: dict[str, ToolResult] = {}
        """Calls that came to their result without a write."""
        self._refused: frozenset[str] = frozenset()
        """Those of them that the person refused."""
        self._choices: tuple[NoteChoice, ...] = ()
        self._by: By = "default"
        self._told: set[tuple[str, str, str]] = set()
        """What the record says of changes that were taken out."""
        self.executions: dict[str, Execution] = {}
        """What each call came to, once it is written."""

    async def ask(self) -> AsyncGenerator[Event, None]:
        """Plan and, where no rule allows it, ask; anew where a file changed meanwhile."""
        trail = self._conditions.trail
        changed: Sequence[str] = ()
        for _ in range(ASK_AGAIN):
            await self._planned()
            shown = self._plan.changes
            if not shown:
                return
            if not (self._plan.asks or changed):
                self._choices, self._by = _taken(shown, None), self._plan.by
                return
            request = await self._request(changed)
            seal = sealed(request)
            asked = [review.call_id for review in request.calls]
            for call_id in asked:
                await trail.happened(call_id, "asked")
            yield ApprovalAsked(request)
            decision = checked(request, seal, await answered(self._conditions.approver, request))
            yield ApprovalAnswered(request, decision)
            self._by = "person"
            self._choices = _taken(shown, decision.changes) if decision.approved else ()
            if not self._choices:
                reason = NOTHING_TAKEN if decision.approved else decision.reason
                self._settle(asked, cancelled(reason))
                self._refused = frozenset(asked)
                return
            changed = await self._changed()
            if not changed:
                for call_id in asked:
                    await trail.happened(call_id, "allowed", "person", decision.scope)
                return
        names = ", ".join(short(path, 200) for path in changed)
        conflict = failure("CONFLICT", f"{names} keeps changing. Ask again later.")
        self._settle([call.call_id for call in self._calls], conflict)

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
        async with asyncio.TaskGroup() as group:
            # A task of its own: a write that has begun is finished and told, whoever stops waiting for it.
            writing = group.create_task(self._write())
            while not writing.done():
                try:
                    await asyncio.wait({writing})
                except asyncio.CancelledError as stop:
                    stopped = stop
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
        for change in kept.changes:
            self._note_seen(change, written)
        for call in self._calls:
            execution = self._came_to(call, written, trouble).taking(seconds)
            self.executions[call.call_id] = execution
            await conditions.taint.note(conditions.context.conversation_id, call.effect, execution.sources)
            ran = call.call_id in offered
            await conditions.trail.ended(call.call_id, execution.result, "" if ran else execution.by)

    def _came_to(self, call: FrozenCall, written: Written, trouble: VaultDeskError | None) -> Execution:
        settled = self._settled.get(call.call_id)
        if settled is not None:
            return Execution(settled, by="person" if call.call_id in self._refused else "program")
        if not self._is_offered(call):
            return Execution(unknown_tool(call.tool.name))
        if trouble is not None and self._plan.wanted(call.call_id):
            return Execution(troubled(trouble, call.tool, call.effect))
        return came_to(call, self._plan, written, planning_view(self._conditions, call))

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
                    by: By = "rule" if one.why in ("denied", "private") else "program"
                    await conditions.trail.happened(call.call_id, "refused", by, one.why, _paths(one.change))
            if lost and not files:
                self._settled.setdefault(call.call_id, all_lost(call, lost))

    async def _request(self, changed: Sequence[str]) -> ApprovalRequest:
        context = self._conditions.context
        changes = await warned(self._plan.changes, self._conditions.vault)
        self._plan = replace(self._plan, changes=changes)
        asking = [call for call in self._calls if self._plan.wanted(call.call_id)]
        reviews = [self._review(call) for call in asking]
        if changed:
            again = f"{', '.join(short(path, 80) for path in changed)} changed since you were asked. Please look again."
            reviews = [replace(review, warnings=(again, *review.warnings)) for review in reviews]
        return ApprovalRequest(
            id=new_id("ask"),
            headline=change_headline(changes),
            calls=tuple(reviews),
            destination=context.destination,
            model_words=context.model_words,
            # A copy: what is written is made of values that nobody outside ever held.
            changes=copy.deepcopy(changes),
            agent=context.leash.agent,
        )

    def _review(self, call: FrozenCall) -> CallReview:
        review, lost = call.review(), self._plan.lost_of(call.call_id)
        warnings = list(review.warnings)
        for why in dict.fromkeys(one.why for one in lost):
            paths = [short(one.change.path, 80) for one in lost if one.why == why]
            more = f" and {len(paths) - 5:,} more" if len(paths) > 5 else ""
            whose = self._conditions.context.leash.whose
            warnings.append(OUT_OF_BOUNDS[why].format(count=f"{', '.join(paths[:5])}{more}", whose=whose))
        if self._conditions.tainted:
            warnings.insert(0, TAINTED)
        return replace(review, warnings=tuple(warnings))

    async def _changed(self) -> tuple[str, ...]:
        """Return the files that are no longer what was shown, or no longer may be changed."""
        changes = self._plan.changes
        chosen = [change for change in changes.changes if choice_of(self._choices, change) is not None]
        leaving = {NotePath(change.path).key for change in chosen if change.kind in ("move", "delete")}
        changed = []
        for change in chosen:
            verdict = await judged(self._conditions, self._calls, change, changes)
            if isinstance(verdict, str) or not await self._is_as_shown(change, leaving):
                changed.append(change.path)
        return tuple(changed)

    async def _is_as_shown(self, change: NoteChange, leaving: set[str]) -> bool:
        vault = self._conditions.vault
        try:
            if change.kind != "create" and (await vault.read(NotePath(change.path))).digest != change.digest:
                return False
        except NoteNotFound:
            return False
        except VaultDeskError:
            return True  # The writer meets the same trouble and tells it.
        if change.kind not in ("create", "move"):
            return True
        there = await vault.find(NotePath(change.final_path))
        return there is None or there.key in leaving

    def _note_seen(self, change: NoteChange, written: Written) -> None:
        seen, chat = self._conditions.seen, self._conditions.context.conversation_id
        if written.result(change) not in ("done", "unconfirmed"):
            return
        if change.kind in ("move", "delete"):
            seen.gone(chat, change.path)
        digest = next((one.digest for one in reversed(written.outcomes.get(change.id, ())) if one.digest), "")
        if digest and change.kind != "delete":
            seen.note(chat, {change.final_path: digest})

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

    def _settle(self, call_ids: Collection[str], result: ToolResult) -> None:
        for call in self._calls:
            if call.call_id in call_ids:
                metadata = result.metadata.model_copy(update={"operation_type": call.effect})
                self._settled.setdefault(call.call_id, result.model_copy(update={"metadata": metadata}))


def _taken(changes: ChangeSet, choices: Sequence[NoteChoice] | None) -> tuple[NoteChoice, ...]:
    """Return what is really taken: units whole, and nothing that was not shown."""
    whole = with_units(changes, choices)
    return tuple(c for change in changes.changes for c in whole if c.change_id == change.id and takes(change, c))


def _of_calls(changes: ChangeSet, calls: Collection[str]) -> ChangeSet:
    """Return the changes that only *calls* want; one that another call wants too goes with its unit."""
    units = {change.unit for change in changes.changes if change.unit and not set(calls).issuperset(change.calls)}
    return ChangeSet(
        tuple(c for c in changes.changes if set(calls).issuperset(c.calls) and (not c.unit or c.unit not in units))
    )


def _paths(change: NoteChange) -> list[str]:
    return list(dict.fromkeys((change.path, change.final_path)))
