"""A batch of calls that write: planned together, approved as one change set, verified and written once."""

import asyncio
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Literal

from vaultdesk.chat.conversation import is_private_id
from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, request_digest, verified_decision
from vaultdesk.tools.runtime.audit_log import AuditSource
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.change_plan import (
    ChangePlan,
    changed_since_review,
    plan_changes,
)
from vaultdesk.tools.runtime.change_results import NOTHING_APPLIED, WriteOutcome, excluded_result, written_result
from vaultdesk.tools.runtime.change_review import (
    READ_FIRST_NOTICE,
    PlanDisclosure,
    change_request,
    disclosure_passage_id,
    plan_disclosure_request,
    plan_disclosure_sources,
    plan_disclosures,
    plan_with_warnings,
    withheld_notes,
)
from vaultdesk.tools.runtime.execution import Execution, error_result
from vaultdesk.tools.runtime.read_review import MAX_APPROVAL_ROUNDS, ask_approver
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalRequested
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, unknown_tool_result
from vaultdesk.tools.runtime.visibility import planning_visibility
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ChangingTool, ToolResult
from vaultdesk.vault.diff.change_set import NO_CHANGES, ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.staging import choice_applies, planned_edits, with_whole_units
from vaultdesk.vault.transactions.file_edits import EditOutcome, Origin

# A difference between what was shown and what is on the disk means planning and asking anew, never a write
# (vaultdesk/tools/README.md, "Approval rules", 4). What each call came to is made in change_results.py.

PRIVATE_CHANGE_TITLE = "Asked for in a private chat"
"""What the journal calls the changes that a private chat made."""

MAX_TITLE_CHARACTERS = 200
"""Characters of a question by which the journal knows the changes that came of it."""

ApprovalEvent = ApprovalRequested | ApprovalAnswered


class ChangeBatch:
    """Neighbouring calls of one answer that write: `request_approval`, then `write`, then read `executions`."""

    def __init__(self, context: ExecutionContext, calls: Sequence[ResolvedCall]) -> None:
        self._context = context
        self._calls = tuple(calls)
        self._plan = ChangePlan(NO_CHANGES, (), {}, {}, needs_approval=False)
        self._results: dict[str, ToolResult] = {}
        """Calls that came to their result without a write."""
        self._rejected_calls: frozenset[str] = frozenset()
        """Those of them that the person refused."""
        self._disclosed_calls: frozenset[str] = frozenset()
        """Calls that change nothing and of which the person let the model hear."""
        self._disclosed_by: Literal["person", "rule"] = "person"
        self._decision = ApprovalDecision(approved=False)
        """The last answer."""
        self._choices: tuple[NoteChoice, ...] = ()
        self._by: AuditSource = "default"
        self._was_asked = False
        """Whether the changes were shown to somebody who agreed."""
        self._recorded_exclusions: set[tuple[str, str, str]] = set()
        """What the record says of changes that were taken out."""
        self.executions: dict[str, Execution] = {}
        """What each call came to, once it is written."""

    async def request_approval(self) -> AsyncGenerator[ApprovalEvent, None]:
        """Plan and, where no rule allows it, ask; then whether the model may hear what else the plan met in notes."""
        async with aclosing(self._approve_changes()) as events:
            async for event in events:
                yield event
        async with aclosing(self._approve_disclosures()) as events:
            async for event in events:
                yield event

    async def _approve_changes(self) -> AsyncGenerator[ApprovalEvent, None]:
        """Plan and ask; anew where a file changed meanwhile."""
        trail = self._context.trail
        changed: Sequence[str] = ()
        for _ in range(MAX_APPROVAL_ROUNDS):
            await self._plan_calls()
            shown = self._plan.changes
            if not shown:
                return
            self._plan = await plan_with_warnings(self._context, self._plan)
            # What our own code warns of is looked at by the person, whatever would go unasked.
            if not (
                self._plan.needs_approval or changed or any(change.warnings for change in self._plan.changes.changes)
            ):
                self._choices, self._by = _applicable_choices(shown, None), self._plan.by
                return
            request = change_request(self._context, self._calls, self._plan, changed)
            asked_calls = [review.call_id for review in request.calls]
            async with aclosing(self._ask_person(request)) as events:
                async for event in events:
                    yield event
            decision = self._decision
            self._by, self._was_asked = decision.by, True
            self._choices = _applicable_choices(shown, decision.changes) if decision.approved else ()
            if not self._choices:
                reason = NOTHING_APPLIED if decision.approved else decision.reason
                self._settle(asked_calls, cancelled_result(reason))
                self._rejected_calls = frozenset(asked_calls)
                return
            changed = await changed_since_review(self._context, self._calls, self._plan, self._choices)
            if not changed:
                for call_id in asked_calls:
                    await trail.record_event(call_id, "allowed", decision.by, decision.scope)
                return
        names = ", ".join(sanitize_line(path, 200) for path in changed)
        told = Phrase("{0} keeps changing, so nothing was written.", names)
        conflict = failed_result("CONFLICT", f"{names} keeps changing. Ask again later.", explanation=told)
        self._settle([call.call_id for call in self._calls], conflict)

    async def _approve_disclosures(self) -> AsyncGenerator[ApprovalEvent, None]:
        """Ask about calls that change nothing as about reads: what they met in notes is text of notes."""
        disclosures: list[PlanDisclosure] = []
        for found in await plan_disclosures(self._context, self._calls, self._plan):
            call_id = found.call.call_id
            if self._results.get(call_id) is not self._plan.results.get(call_id):
                continue  # It came to another result meanwhile.
            if found.status == "closed":
                told = Phrase("The model has to read the note before it changes it, so nothing was written.")
                self._results[call_id] = failed_result(
                    "PERMISSION_DENIED", READ_FIRST_NOTICE, effect=found.call.effect, explanation=told
                )
            elif found.status == "ask":
                disclosures.append(found)
        if not disclosures:
            return
        ids, writing_calls = (
            [found.call.call_id for found in disclosures],
            [call.call_id for call in self.written_calls],
        )
        if self._rejected_calls:
            # Who has just refused what the same answer would write is not asked once more.
            self._overrule(ids, cancelled_result())
            return
        request = plan_disclosure_request(self._context, disclosures)
        async with aclosing(self._ask_person(request)) as events:
            async for event in events:
                yield event
        decision = self._decision
        if not decision.approved:
            self._overrule(ids, cancelled_result(decision.reason))
        else:
            ticked = [passage.id for passage in request.passages if passage.ticked]
            chosen = ticked if decision.passages is None else decision.passages
            self._disclosed_calls = frozenset(call_id for call_id in ids if disclosure_passage_id(call_id) in chosen)
            self._disclosed_by = decision.by
            self._overrule([call_id for call_id in ids if call_id not in self._disclosed_calls], cancelled_result())
            for call_id in self._disclosed_calls:
                await self._context.trail.record_event(call_id, "allowed", decision.by, "once")
        if writing_calls and await changed_since_review(self._context, self._calls, self._plan, self._choices):
            told = Phrase("The notes changed while you were asked, so nothing was written.")
            message = "The notes changed while the user was asked. Ask again later."
            self._settle(writing_calls, failed_result("CONFLICT", message, explanation=told))

    async def _ask_person(self, request: ApprovalRequest) -> AsyncGenerator[ApprovalEvent, None]:
        """Put *request* to the person; their answer is `_decision` afterwards."""
        digest = request_digest(request)
        for review in request.calls:
            await self._context.trail.record_event(review.call_id, "asked")
        yield ApprovalRequested(request)
        self._decision = verified_decision(request, digest, await ask_approver(self._context.approver, request))
        yield ApprovalAnswered(request, self._decision)

    @property
    def written_calls(self) -> tuple[ResolvedCall, ...]:
        """The calls that are about to write, each still offered."""
        return tuple(
            call
            for call in self._calls
            if call.call_id not in self._results and self._is_offered(call) and self._plan.changes_of(call.call_id)
        )

    def by(self) -> AuditSource:
        """Return whose word lets the batch be written."""
        return self._by

    def told_by(self, call_id: str) -> Literal["person", "rule"] | None:
        """Return who was shown what the call tells of notes, as a change or as text, and agreed; None where nobody was.

        What was not shown is for the egress gate to decide: another model of the chat may have read the note.
        """
        if call_id in self._disclosed_calls:
            return self._disclosed_by
        if self._was_asked and self._choices and self._plan.changes_of(call_id):
            return "person" if self._by == "person" else "rule"
        return None

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
        context, writing = self._context, self.written_calls
        outcomes: Sequence[EditOutcome] = ()
        error: VaultDeskError | None = None
        started = time.perf_counter()
        offered = {call.call_id for call in writing}
        kept = _changes_only_of(self._plan.changes, offered)
        choices = _applicable_choices(kept, self._choices)
        planned = planned_edits(kept, choices)
        if planned:
            try:
                outcomes = await context.vault.apply([one.edit for one in planned], self._origin(writing))
            except VaultDeskError as problem:
                error = problem
        seconds = time.perf_counter() - started
        by_edit = {outcome.edit: outcome for outcome in outcomes}
        found: dict[str, tuple[EditOutcome, ...]] = {}
        for one in planned:
            outcome = by_edit.get(one.edit, EditOutcome(one.edit, "skipped", problem=Phrase("It was not tried.")))
            found[one.change_id] = (*found.get(one.change_id, ()), outcome)
        written = WriteOutcome(choices, found, self._by)
        unread = set() if self._was_asked else await withheld_notes(context, writing, self._plan)
        for change in kept.changes:
            self._record_versions(change, written)
        for call in self._calls:
            execution = self._execution_of(call, written, error, unread).with_duration(seconds)
            self.executions[call.call_id] = execution
            await context.taint.record(context.call_context.conversation_id, call.effect, execution.sources)
            ran = call.call_id in offered
            await context.trail.record_end(call.call_id, execution.result, "" if ran else execution.by)

    def _execution_of(
        self, call: ResolvedCall, written: WriteOutcome, error: VaultDeskError | None, unread: Collection[str]
    ) -> Execution:
        """Return what *call* came to; nothing of the notes *unread* is told in it."""
        settled, approved = self._results.get(call.call_id), call.call_id in self._disclosed_calls
        if settled is not None:
            sources = plan_disclosure_sources(settled, self._plan.notes_read.get(call.call_id, ()), approved=approved)
            return Execution(
                settled, by="person" if call.call_id in self._rejected_calls else "program", sources=sources
            )
        if not self._is_offered(call):
            return Execution(unknown_tool_result(call.tool.name))
        if error is not None and self._plan.changes_of(call.call_id):
            return Execution(error_result(error, call.tool, call.effect))
        visibility = planning_visibility(self._context, call)
        limited_visibility = replace(visibility, sees=lambda path: path not in unread and visibility.sees(path))
        return written_result(call, self._plan, written, limited_visibility)

    async def _plan_calls(self) -> None:
        """Plan the calls on the notes as they are now, and say in the record which files they are about."""
        context = self._context
        self._plan = await plan_changes(context, self._calls)
        self._results = dict(self._plan.results)
        for call in self._calls:
            excluded = self._plan.excluded_of(call.call_id)
            files = [path for change in self._plan.changes_of(call.call_id) for path in _paths(change)]
            context.trail.set_files(call.call_id, files or [path for one in excluded for path in _paths(one.change)])
            for one in excluded:
                if (call.call_id, one.change.path, one.reason) not in self._recorded_exclusions:
                    self._recorded_exclusions.add((call.call_id, one.change.path, one.reason))
                    by: AuditSource = "rule" if one.reason in ("denied", "private", "comment") else "program"
                    await context.trail.record_event(call.call_id, "refused", by, one.reason, _paths(one.change))
            if excluded and not files:
                self._results.setdefault(call.call_id, excluded_result(call, excluded))

    def _record_versions(self, change: NoteChange, written: WriteOutcome) -> None:
        read_versions, chat = self._context.read_versions, self._context.call_context.conversation_id
        if written.result(change) not in ("done", "unconfirmed"):
            return
        copied = any(
            isinstance(call.tool, ChangingTool) and call.tool.copies_text
            for call in self._calls
            if call.call_id in change.calls
        )
        text_given = read_versions.has_text(chat, change.path) or (change.kind == "create" and not copied)
        if change.kind in ("move", "delete"):
            read_versions.forget(chat, change.path)
        digest = next((one.digest for one in reversed(written.outcomes.get(change.id, ())) if one.digest), "")
        if digest and change.kind != "delete":
            read_versions.record(chat, {change.final_path: digest}, text_given=text_given)

    def _origin(self, writing: Sequence[ResolvedCall]) -> Origin:
        call_context = self._context.call_context
        return Origin(
            group=call_context.run_id or new_id("act"),
            # The words of a private chat are written nowhere.
            title=PRIVATE_CHANGE_TITLE
            if is_private_id(call_context.conversation_id)
            else sanitize_line(call_context.question, MAX_TITLE_CHARACTERS),
            agent=call_context.agent_scope.agent,
            conversation_id=call_context.conversation_id,
            tool=", ".join(dict.fromkeys(call.tool.name for call in writing)),
        )

    def _is_offered(self, call: ResolvedCall) -> bool:
        return self._context.registry.get(call.tool.name) is call.tool

    def _overrule(self, call_ids: Collection[str], result: ToolResult) -> None:
        """Let calls come to *result* whatever they came to by themselves: the person refused them."""
        self._results = {name: settled for name, settled in self._results.items() if name not in call_ids}
        self._settle(call_ids, result)
        self._rejected_calls |= frozenset(call_ids)

    def _settle(self, call_ids: Collection[str], result: ToolResult) -> None:
        for call in self._calls:
            if call.call_id in call_ids:
                metadata = result.metadata.model_copy(update={"operation_type": call.effect})
                self._results.setdefault(call.call_id, result.model_copy(update={"metadata": metadata}))


def _applicable_choices(changes: ChangeSet, choices: Sequence[NoteChoice] | None) -> tuple[NoteChoice, ...]:
    """Return what is really taken: units whole, and nothing that was not shown."""
    whole = with_whole_units(changes, choices)
    return tuple(
        c for change in changes.changes for c in whole if c.change_id == change.id and choice_applies(change, c)
    )


def _changes_only_of(changes: ChangeSet, calls: Collection[str]) -> ChangeSet:
    """Return the changes that only *calls* want; one that another call wants too goes with its unit."""
    units = {change.unit for change in changes.changes if change.unit and not set(calls).issuperset(change.calls)}
    return ChangeSet(
        tuple(c for c in changes.changes if set(calls).issuperset(c.calls) and (not c.unit or c.unit not in units))
    )


def _paths(change: NoteChange) -> list[str]:
    return list(dict.fromkeys((change.path, change.final_path)))
