"""Planning: what the changing calls of one batch would write, and what of it may be written. Asks nobody.

Every file is permitted by itself, in its old and its new place. What may not be changed is taken out with its whole
unit: half a rename would be worse than none (CONTRACTS, Approval).
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.execution import troubled
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.laundering import shows_comments, widens
from vaultdesk.tools.leashed_draft import LeashedDraft
from vaultdesk.tools.sight import planning_view
from vaultdesk.tools.subject import By, Verdict
from vaultdesk.tools.tool import ChangingTool, Effect, ToolFailure, ToolResult
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange
from vaultdesk.vault.staging import build_change_set

Loss = Literal["outside", "denied", "private", "comment", "stale"]
"""Why a change was taken out: beyond the agent's folders, barred by a rule, of a note that is private for whoever
asks, one that would turn a comment kept from the model into open text, or of a note that changed since the model read
it."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A change that was taken out before anybody was asked."""

    change: NoteChange
    why: Loss


@dataclass(frozen=True, slots=True)
class Plan:
    """What the calls of a batch come to."""

    changes: ChangeSet
    """What may be written, if it is agreed to."""
    lost: tuple[Lost, ...]
    data: Mapping[str, JsonValue]
    """What each planned call answers where all of it is applied."""
    settled: Mapping[str, ToolResult]
    """Calls whose plan failed."""
    asks: bool
    """Whether the person has to be asked."""
    by: By = "default"
    """Whose word it is, where nobody has to."""
    looked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The notes that each call read while it was planned."""

    def wanted(self, call_id: str) -> tuple[NoteChange, ...]:
        """Return the changes of one call that may be written."""
        return tuple(change for change in self.changes.changes if call_id in change.calls)

    def lost_of(self, call_id: str) -> tuple[Lost, ...]:
        """Return what was taken out of one call."""
        return tuple(lost for lost in self.lost if call_id in lost.change.calls)


async def plan(conditions: Conditions, calls: Sequence[FrozenCall]) -> Plan:
    """Return what *calls* would write together, from the notes as they are now. A plan that fails stops no other."""
    draft = LeashedDraft(conditions.vault, conditions.context.leash)
    data: dict[str, JsonValue] = {}
    settled: dict[str, ToolResult] = {}
    for call in calls:
        tool = call.tool
        assert isinstance(tool, ChangingTool)
        try:
            async with asyncio.timeout(tool.timeout):
                with draft.planning(call.call_id):
                    data[call.call_id] = await tool.plan(call.arguments, draft, planning_view(conditions, call, draft))
        except (ToolFailure, VaultDeskError, TimeoutError) as trouble:
            settled[call.call_id] = troubled(trouble, tool, call.effect)
    whole = build_change_set(draft.notes)
    looked = draft.looked
    verdicts = [await judged(conditions, calls, change, whole, looked) for change in whole.changes]
    lost = _with_units(whole, [verdict if isinstance(verdict, str) else None for verdict in verdicts])
    kept = [(c, v) for c, v in zip(whole.changes, verdicts, strict=True) if c.id not in lost and isinstance(v, Verdict)]
    return Plan(
        changes=ChangeSet(tuple(change for change, _ in kept)),
        lost=tuple(Lost(change, lost[change.id]) for change in whole.changes if change.id in lost),
        data=data,
        settled=settled,
        asks=any(verdict.answer == "ask" for _, verdict in kept),
        by="rule" if any(verdict.by == "rule" for _, verdict in kept) else "default",
        looked=looked,
    )


async def judged(
    conditions: Conditions,
    calls: Sequence[FrozenCall],
    change: NoteChange,
    whole: ChangeSet,
    looked: Mapping[str, Sequence[str]],
) -> Verdict | Loss:
    """Return whether *change* is allowed or to be asked about, or why it may not be made at all.

    *looked* are the notes each call read for it.
    """
    context, privacy = conditions.context, conditions.permissions.privacy
    paths = tuple(dict.fromkeys((change.path, change.final_path)))
    if not all(context.leash.reaches(path) for path in paths):
        return "outside"
    effect: Effect = "delete" if change.kind == "delete" else "write"
    verdict = Verdict("allow", "default")
    by_rule = True
    for call in calls:
        if call.call_id in change.calls:
            subject = conditions.subject(call.tool, effect, change.kind)
            for path in paths:
                decided = conditions.permissions.decide(subject, path)
                verdict, by_rule = verdict.stricter(decided), by_rule and decided.by == "rule"
    if verdict.answer == "deny":
        return "denied"
    there = change.kind != "create"
    standing = await privacy.of_named(change.path, context.destination) if there else "open"
    if standing == "closed" or privacy.closes_by_path(change.final_path, context.destination):
        return "private"
    stale = conditions.seen.is_stale(context.conversation_id, change.path, change.digest)
    if there and stale and not _is_repair(change, whole):
        return "stale"
    if there and await shows_comments(conditions, change):
        return "comment"
    if standing == "ask":
        return Verdict("ask", "default", why="private")
    if verdict.answer == "allow" and await widens(conditions, calls, change, looked):
        return Verdict("ask", "default", why="private")
    return Verdict("allow", "rule") if verdict.answer == "allow" and by_rule else verdict


def _is_repair(change: NoteChange, whole: ChangeSet) -> bool:
    """Whether *change* only follows a note that moves: made of the note as it is now, whatever the model read."""
    if change.kind != "modify" or not change.unit:
        return False
    return any(other.unit == change.unit and other.kind == "move" for other in whole.changes)


def _with_units(whole: ChangeSet, losses: Sequence[Loss | None]) -> dict[str, Loss]:
    """Return the changes that are lost by themselves or with their unit, each with the reason."""
    by_unit: dict[str, Loss] = {}
    for change, loss in zip(whole.changes, losses, strict=True):
        if loss is not None and change.unit:
            by_unit.setdefault(change.unit, loss)
    lost: dict[str, Loss] = {}
    for change, loss in zip(whole.changes, losses, strict=True):
        why = loss or (by_unit.get(change.unit) if change.unit else None)
        if why is not None:
            lost[change.id] = why
    return lost
