"""A batch of calls that write: planned together, approved as one change set, verified and written once."""

import asyncio
import time
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from pydantic import JsonValue

from vaultdesk.chat.messages import Source, new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, request_digest, verified_decision
from vaultdesk.tools.runtime.audit_log import AuditSource
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.change_plan import ChangePlan, LossReason, LostChange, changed_since_review, plan_changes
from vaultdesk.tools.runtime.change_review import (
    READ_FIRST_NOTICE,
    PlanDisclosure,
    change_request,
    plan_disclosure_request,
    plan_disclosure_sources,
    plan_disclosures,
    plan_with_warnings,
    withheld_notes,
)
from vaultdesk.tools.runtime.execution import Execution, error_result
from vaultdesk.tools.runtime.read_review import MAX_APPROVAL_ROUNDS, ask_approver
from vaultdesk.tools.runtime.resolved_call import ResolvedCall, name_paths
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, unknown_tool_result
from vaultdesk.tools.runtime.visibility import planning_visibility
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import LEFT_OUT, UNKNOWN_FILE, ChangingTool, ToolMetadata, ToolResult, Visibility
from vaultdesk.vault.diff.change_set import NO_CHANGES, ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.diff.unified_diff import unified_diff
from vaultdesk.vault.staging import choice_applies, compose_text, find_choice, planned_edits, with_whole_units
from vaultdesk.vault.transactions.file_edits import EditOutcome, EditResult, Origin

# A model is told what was really applied: left out, edited, refused, changed meanwhile. Text of notes in it carries its
# source and is shown as the model may read it.

NOTHING_APPLIED = "The user chose not to apply any of it."
"""What a model reads where the person agreed, and to nothing."""

DIFF_CHARACTERS = 4_000
"""Characters of one note's diff that the model reads; it can read the note."""

LOSS_TEXTS: Mapping[LossReason, str] = {
    "outside": "a part of it lies outside the folders that may be changed",
    "denied": "a rule of the user does not allow it",
    "private": "it concerns a note that is not open to this chat",
    "comment": "it would turn a comment that is kept from you into open text",
    "stale": "the note changed since it was read; read it again",
}
"""Why a change was taken out, for the model. Names no note: it may not be known to it."""

RESULTS_BY_SEVERITY: tuple[EditResult, ...] = ("failed", "conflict", "skipped", "unconfirmed", "done")
"""The results of the edits of one change; the first of them counts for all."""


@dataclass(frozen=True, slots=True)
class WriteOutcome:
    """What was agreed to, and what came of it."""

    choices: tuple[NoteChoice, ...]
    outcomes: Mapping[str, tuple[EditOutcome, ...]]
    """By the change they carry out."""
    by: AuditSource = "person"

    def result(self, change: NoteChange) -> EditResult | None:
        """Return what came of one change; None where nothing of it was taken."""
        choice = find_choice(self.choices, change)
        if not choice_applies(change, choice):
            return None
        results = [outcome.result for outcome in self.outcomes.get(change.id, ())]
        return min(results, key=RESULTS_BY_SEVERITY.index, default="done")

    def is_whole(self, change: NoteChange) -> bool:
        """Whether the change was taken as it was planned."""
        choice = find_choice(self.choices, change)
        return choice_applies(change, choice) and choice is not None and compose_text(change, choice) == change.new_text

    def problems(self, changes: Sequence[NoteChange]) -> str:
        """Return each file and why it was not written, or not for sure."""
        told = []
        for change in changes:
            why = next((one.problem for one in self.outcomes.get(change.id, ()) if one.problem), "")
            told.append(f"{sanitize_line(change.path, 200)}{f' ({sanitize_line(why, 200)})' if why else ''}")
        return ", ".join(told)


def written_result(call: ResolvedCall, plan: ChangePlan, written: WriteOutcome, view: Visibility) -> Execution:
    """Return what *call* came to."""
    lost, wanted = plan.lost_of(call.call_id), plan.wanted(call.call_id)
    by_result: dict[EditResult | None, list[NoteChange]] = {}
    for change in wanted:
        by_result.setdefault(written.result(change), []).append(change)
    done = [*by_result.get("done", ()), *by_result.get("unconfirmed", ())]
    if wanted and not done:
        return Execution(_nothing_done(call, lost, by_result, written), by=written.by)
    if lost and not done:
        return Execution(lost_result(call, lost), by="rule")
    notes = [*_notes(lost, by_result, written), *_left_and_edited(done, written)]
    whole = len(done) == len(wanted) and not lost and all(written.is_whole(change) for change in done)
    data = plan.data[call.call_id]
    if not whole:
        data = _as_applied(call, lost, wanted, written, data)
    diff = "" if whole else "\n".join(_diffs(done, written, view))
    if isinstance(data, dict) and (diff or not all(view.sees(change.path) for change in done)):
        # What was planned would contradict what was applied; and nobody let the model read what stands around it.
        data = {name: value for name, value in data.items() if name != "diff"}
    if diff:
        data = {**(data if isinstance(data, dict) else {"result": data}), "applied": diff}
    paths = [path for change in done for path in dict.fromkeys((change.path, change.final_path))]
    metadata = ToolMetadata(files_affected=tuple(paths), operation_type=call.effect, note=" ".join(notes))
    result = ToolResult(success=True, data=data, metadata=metadata)
    return Execution(result, sources=_sources(done, data, view, written.by), by=written.by)


def _as_applied(
    call: ResolvedCall, lost: Sequence[LostChange], wanted: Sequence[NoteChange], written: WriteOutcome, data: JsonValue
) -> JsonValue:
    """Return *data* of the call's plan with what came of each file in it."""
    if not isinstance(call.tool, ChangingTool):
        return data
    results: dict[str, str] = {}
    for change in wanted:
        result = written.result(change)
        results[change.path] = "done" if result in ("done", "unconfirmed") else result or LEFT_OUT
    for one in lost:
        results[one.change.path] = UNKNOWN_FILE if one.why in ("outside", "private") else LEFT_OUT
    return call.tool.applied(data, results)


def lost_result(call: ResolvedCall, lost: Sequence[LostChange]) -> ToolResult:
    """Return the result of a call of which nothing may be written."""
    why = lost[0].why
    if why == "stale":
        return failed_result("CONFLICT", f"Nothing was written: {LOSS_TEXTS[why]}.", effect=call.effect)
    if why == "denied":
        message = f"A rule of the user does not allow {call.tool.name} here."
        return failed_result("PERMISSION_DENIED", message, effect=call.effect)
    return failed_result("PERMISSION_DENIED", f"Nothing was written: {LOSS_TEXTS[why]}.", effect=call.effect)


def _nothing_done(
    call: ResolvedCall,
    lost: Sequence[LostChange],
    by_result: Mapping[EditResult | None, Sequence[NoteChange]],
    written: WriteOutcome,
) -> ToolResult:
    """Return the result of a call nothing of which was written: the worst that happened gives the code."""
    note = " ".join(_notes(lost, by_result, written))
    if "failed" in by_result:
        result = failed_result(
            "WRITE_FAILED", f"Not written: {written.problems(by_result['failed'])}.", effect=call.effect
        )
    elif "conflict" in by_result:
        message = (
            f"Changed by somebody else meanwhile, so nothing was written: {written.problems(by_result['conflict'])}."
        )
        result = failed_result("CONFLICT", f"{message} Read it again.", effect=call.effect)
    elif "skipped" in by_result:
        message = f"A change that belongs to it could not be made: {written.problems(by_result['skipped'])}."
        result = failed_result("WRITE_FAILED", message, effect=call.effect)
    else:
        return cancelled_result(NOTHING_APPLIED, call.effect)
    return result.with_note(note) if note else result


def _notes(
    lost: Sequence[LostChange], by_result: Mapping[EditResult | None, Sequence[NoteChange]], written: WriteOutcome
) -> list[str]:
    told = []
    for why in dict.fromkeys(one.why for one in lost):
        count = sum(one.why == why for one in lost)
        told.append(f"Left out {count} {'change' if count == 1 else 'changes'}: {LOSS_TEXTS[why]}.")
    if left := by_result.get(None):
        told.append(f"The user left out the change to: {name_paths([change.path for change in left])}.")
    if failed := [*by_result.get("failed", ()), *by_result.get("skipped", ())]:
        told.append(f"Not written: {written.problems(failed)}.")
    if conflicts := by_result.get("conflict"):
        told.append(f"Changed by somebody else meanwhile and not written: {written.problems(conflicts)}.")
    if unsure := by_result.get("unconfirmed"):
        told.append(f"Written, not confirmed by the disk: {written.problems(unsure)}.")
    return told


def _left_and_edited(done: Sequence[NoteChange], written: WriteOutcome) -> list[str]:
    told = []
    for change in done:
        choice = find_choice(written.choices, change)
        assert choice is not None
        name, parts = sanitize_line(change.final_path, 200), len(change.hunks)
        taken = [hunk.id for hunk in change.hunks if choice.hunks is None or hunk.id in choice.hunks]
        if len(taken) < parts:
            told.append(f"Of the change to {name} the user took {len(taken)} of {parts} parts.")
        edited = {edit.hunk_id: edit.new_lines for edit in choice.edits}
        if any(hunk.id in taken and edited.get(hunk.id, hunk.new_lines) != hunk.new_lines for hunk in change.hunks):
            told.append(f"The user edited the change to {name} before it was applied.")
    return told


def _diffs(done: Sequence[NoteChange], written: WriteOutcome, view: Visibility) -> list[str]:
    """Return the diff that was applied to each note, of the texts as the model may read them."""
    diffs = []
    for change in done:
        if change.kind == "delete" or not view.sees(change.path):
            continue
        old = view.shown(change.path, change.old_text)
        new = view.shown(change.path, compose_text(change, find_choice(written.choices, change)))
        diffs.append(unified_diff(old, new, change.final_path, DIFF_CHARACTERS))
    return [diff for diff in diffs if diff]


def _sources(done: Sequence[NoteChange], data: JsonValue, view: Visibility, by: AuditSource) -> tuple[Source, ...]:
    """Return which text of which notes the answer carries: where it has a diff, the lines around each change."""
    if not isinstance(data, dict) or not {"diff", "applied"} & data.keys():
        return ()
    allowed = "" if by == "program" else by
    sources = []
    for change in done:
        if change.kind in ("create", "delete") or not change.hunks or not view.sees(change.path):
            continue
        lines = [line for hunk in change.hunks for line in (*hunk.before, *hunk.old_lines, *hunk.after)]
        sources.append(
            Source(
                path=change.final_path,
                characters=sum(len(line) + 1 for line in lines),
                first_line=max(change.hunks[0].old_start - len(change.hunks[0].before), 1),
                last_line=change.hunks[-1].old_start + len(change.hunks[-1].old_lines) + len(change.hunks[-1].after),
                allowed=allowed,
            )
        )
    return tuple(sources)


# A difference between what was shown and what is on the disk means planning and asking anew, never a write
# (THREATS 2.3.4). What each call came to is change_results.py's.

LONGEST_TITLE = 200
"""Characters of a question by which the journal knows the changes that came of it."""

ApprovalEvent = ApprovalAsked | ApprovalAnswered


class ChangeBatch:
    """Neighbouring calls of one answer that write. Made anew for each batch; `ask`, then `write`, then `executions`."""

    def __init__(self, conditions: ExecutionContext, calls: Sequence[ResolvedCall]) -> None:
        self._conditions = conditions
        self._calls = tuple(calls)
        self._plan = ChangePlan(NO_CHANGES, (), {}, {}, asks=False)
        self._settled: dict[str, ToolResult] = {}
        """Calls that came to their result without a write."""
        self._refused: frozenset[str] = frozenset()
        """Those of them that the person refused."""
        self._told_of: frozenset[str] = frozenset()
        """Calls that change nothing and of which the person let the model hear."""
        self._decision = ApprovalDecision(approved=False)
        """The last answer."""
        self._choices: tuple[NoteChoice, ...] = ()
        self._by: AuditSource = "default"
        self._told: set[tuple[str, str, str]] = set()
        """What the record says of changes that were taken out."""
        self.executions: dict[str, Execution] = {}
        """What each call came to, once it is written."""

    async def ask(self) -> AsyncGenerator[ApprovalEvent, None]:
        """Plan and, where no rule allows it, ask; then whether the model may hear what else the plan met in notes."""
        for asking in (self._ask_to_change, self._ask_to_tell):
            async with aclosing(asking()) as events:
                async for event in events:
                    yield event

    async def _ask_to_change(self) -> AsyncGenerator[ApprovalEvent, None]:
        """Plan and ask; anew where a file changed meanwhile."""
        trail = self._conditions.trail
        changed: Sequence[str] = ()
        for _ in range(MAX_APPROVAL_ROUNDS):
            await self._planned()
            shown = self._plan.changes
            if not shown:
                return
            self._plan = await plan_with_warnings(self._conditions, self._plan)
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
                reason = NOTHING_APPLIED if decision.approved else decision.reason
                self._settle(asked, cancelled_result(reason))
                self._refused = frozenset(asked)
                return
            changed = await changed_since_review(self._conditions, self._calls, self._plan, self._choices)
            if not changed:
                for call_id in asked:
                    await trail.happened(call_id, "allowed", "person", decision.scope)
                return
        names = ", ".join(sanitize_line(path, 200) for path in changed)
        conflict = failed_result("CONFLICT", f"{names} keeps changing. Ask again later.")
        self._settle([call.call_id for call in self._calls], conflict)

    async def _ask_to_tell(self) -> AsyncGenerator[ApprovalEvent, None]:
        """Ask about calls that change nothing as about reads: what they met in notes is text of notes."""
        asked: list[PlanDisclosure] = []
        for found in await plan_disclosures(self._conditions, self._calls, self._plan):
            call_id = found.call.call_id
            if self._settled.get(call_id) is not self._plan.settled.get(call_id):
                continue  # It came to another result meanwhile.
            if found.standing == "closed":
                self._settled[call_id] = failed_result("PERMISSION_DENIED", READ_FIRST_NOTICE, effect=found.call.effect)
            elif found.standing == "ask":
                asked.append(found)
        if not asked:
            return
        ids, wanted = [found.call.call_id for found in asked], [call.call_id for call in self.written_calls]
        if self._refused:
            # Who has just refused what the same answer would write is not asked once more.
            self._overrule(ids, cancelled_result())
            return
        request = plan_disclosure_request(self._conditions, asked)
        async with aclosing(self._put(request)) as events:
            async for event in events:
                yield event
        if not self._decision.approved:
            self._overrule(ids, cancelled_result(self._decision.reason))
        else:
            self._told_of = frozenset(ids)
            for call_id in ids:
                await self._conditions.trail.happened(call_id, "allowed", "person", "once")
        if wanted and await changed_since_review(self._conditions, self._calls, self._plan, self._choices):
            self._settle(
                wanted, failed_result("CONFLICT", "The notes changed while the user was asked. Ask again later.")
            )

    async def _put(self, request: ApprovalRequest) -> AsyncGenerator[ApprovalEvent, None]:
        """Put *request* to the person; their answer is `_decision` afterwards."""
        seal = request_digest(request)
        for review in request.calls:
            await self._conditions.trail.happened(review.call_id, "asked")
        yield ApprovalAsked(request)
        self._decision = verified_decision(request, seal, await ask_approver(self._conditions.approver, request))
        yield ApprovalAnswered(request, self._decision)

    @property
    def written_calls(self) -> tuple[ResolvedCall, ...]:
        """The calls that are about to write, each still offered."""
        return tuple(
            call
            for call in self._calls
            if call.call_id not in self._settled and self._is_offered(call) and self._plan.wanted(call.call_id)
        )

    def by(self) -> AuditSource:
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
        written = WriteOutcome(choices, found, self._by)
        unread = set() if self._by == "person" else await withheld_notes(conditions, writing, self._plan)
        for change in kept.changes:
            self._note_seen(change, written)
        for call in self._calls:
            execution = self._came_to(call, written, trouble, unread).taking(seconds)
            self.executions[call.call_id] = execution
            await conditions.taint.note(conditions.context.conversation_id, call.effect, execution.sources)
            ran = call.call_id in offered
            await conditions.trail.ended(call.call_id, execution.result, "" if ran else execution.by)

    def _came_to(
        self, call: ResolvedCall, written: WriteOutcome, trouble: VaultDeskError | None, unread: Collection[str]
    ) -> Execution:
        """Return what *call* came to; nothing of the notes *unread* is told in it."""
        settled, asked = self._settled.get(call.call_id), call.call_id in self._told_of
        if settled is not None:
            sources = plan_disclosure_sources(settled, self._plan.looked.get(call.call_id, ()), asked=asked)
            return Execution(settled, by="person" if call.call_id in self._refused else "program", sources=sources)
        if not self._is_offered(call):
            return Execution(unknown_tool_result(call.tool.name))
        if trouble is not None and self._plan.wanted(call.call_id):
            return Execution(error_result(trouble, call.tool, call.effect))
        view = planning_visibility(self._conditions, call)
        told = replace(view, sees=lambda path: path not in unread and view.sees(path))
        return written_result(call, self._plan, written, told)

    async def _planned(self) -> None:
        """Plan the calls on the notes as they are now, and say in the record which files they are about."""
        conditions = self._conditions
        self._plan = await plan_changes(conditions, self._calls)
        self._settled = dict(self._plan.settled)
        for call in self._calls:
            lost = self._plan.lost_of(call.call_id)
            files = [path for change in self._plan.wanted(call.call_id) for path in _paths(change)]
            conditions.trail.about(call.call_id, files or [path for one in lost for path in _paths(one.change)])
            for one in lost:
                if (call.call_id, one.change.path, one.why) not in self._told:
                    self._told.add((call.call_id, one.change.path, one.why))
                    by: AuditSource = "rule" if one.why in ("denied", "private", "comment") else "program"
                    await conditions.trail.happened(call.call_id, "refused", by, one.why, _paths(one.change))
            if lost and not files:
                self._settled.setdefault(call.call_id, lost_result(call, lost))

    def _note_seen(self, change: NoteChange, written: WriteOutcome) -> None:
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

    def _origin(self, writing: Sequence[ResolvedCall]) -> Origin:
        context = self._conditions.context
        return Origin(
            group=context.run_id or new_id("act"),
            title=sanitize_line(context.question, LONGEST_TITLE),
            agent=context.leash.agent,
            conversation_id=context.conversation_id,
            tool=", ".join(dict.fromkeys(call.tool.name for call in writing)),
        )

    def _is_offered(self, call: ResolvedCall) -> bool:
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
