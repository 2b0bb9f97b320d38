"""Planned changes of a batch: permission for each file, access widening, and staleness since the review."""

import asyncio
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.agent_scope import scoped_staging_area
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.execution import error_result
from vaultdesk.tools.runtime.policy import ANSWER_STRENGTH, PolicySource, PolicyVerdict
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.runtime.tool_results import has_failed, not_run_result
from vaultdesk.tools.runtime.visibility import planning_visibility
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import AnyTool, ChangingTool, Effect, ToolFailure, ToolResult
from vaultdesk.vault.change_set import ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.frontmatter.frontmatter import frontmatter_damage, lost_properties, lost_properties_phrase
from vaultdesk.vault.line_diff import common_ends
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_MARK, Comment, comments_in
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagedNote, build_change_set, find_choice
from vaultdesk.vault.vault import Vault

# Each change is permitted individually. Two permitted changes together may disclose text, which the following
# functions detect.

COMMENT_MATCH_LENGTH = 12
"""Minimum number of characters of a comment's line to recognize it without its marks; fewer are common words."""

LOOP_TEXT_LIMIT = 50_000
"""Maximum number of characters of a note scanned on the loop: a few milliseconds."""

MAX_COMPARED_CHARACTERS = 500_000_000
"""Maximum number of characters scanned for the words of comments: about a second, off the loop."""

_BLANK = "% \t\n"


async def widens_access(
    context: ExecutionContext,
    calls: Sequence[ResolvedCall],
    change: NoteChange,
    notes_read: Mapping[str, Sequence[str]],
) -> bool:
    """Whether *change* makes text readable for more destinations: then it always needs approval, whatever rules and
    presets say.
    """
    permissions, destination = context.permissions, context.call_context.destination
    for call in calls:
        if call.call_id not in change.calls:
            continue
        policy_request = context.policy_request(call.tool, "read")
        sources = [change.path] if change.kind == "move" else []
        if isinstance(call.tool, ChangingTool) and call.tool.copies_text:
            copied = [path for path in notes_read.get(call.call_id, ()) if path != change.path]
            for path in copied:
                if await permissions.privacy.current_status(path, destination) != "open":
                    return True
            sources += copied
        target_strength = ANSWER_STRENGTH[permissions.decide(policy_request, change.final_path).answer]
        if any(ANSWER_STRENGTH[permissions.decide(policy_request, path).answer] > target_strength for path in sources):
            return True
    if change.kind not in ("modify", "move"):
        return False
    return permissions.privacy.is_loosened(change.path, change.old_text, change.final_path, change.new_text)


async def exposes_comments(context: ExecutionContext, change: NoteChange) -> bool:
    """Whether *change* turns a comment hidden from the model into visible text, for example by one more mark before
    it.
    """
    if change.kind == "delete" or COMMENT_MARK not in change.old_text or change.old_text == change.new_text:
        return False
    destination, redact = context.call_context.destination, context.permissions.privacy.redact

    def check() -> bool:
        hides_comments = redact(change.path, change.old_text, destination) != change.old_text
        return hides_comments and exposed_comments(change.old_text, change.new_text)

    return check() if len(change.old_text) < LOOP_TEXT_LIMIT else await asyncio.to_thread(check)


def exposed_comments(old: str, new: str) -> bool:
    """Whether any words of *old*'s comments are outside every comment in *new*, and were not before."""
    if old == new:
        return False
    old_ranges, new_ranges = _CommentRanges(comments_in(old)), _CommentRanges(comments_in(new))
    prefix_length, suffix_length = common_ends(old, new)
    end, shift = len(old) - suffix_length, len(new) - len(old)
    between: set[str] = set()
    for comment in old_ranges.comments:
        # Before the first difference and after the last one positions are unchanged.
        if comment.end <= prefix_length or comment.start >= end:
            moved = shift if comment.start >= end else 0
            if not new_ranges.covers(comment.start + moved, comment.end + moved, new):
                return True
            continue
        raw = old[comment.start : comment.end].strip()
        lines = (line.strip(_BLANK) for line in raw.split("\n"))
        # Text with its marks was there before; a short bare line may be the model's own.
        between.update(
            passage
            for passage in (raw, *(line for line in lines if len(line) >= COMMENT_MATCH_LENGTH))
            if passage.strip(_BLANK)
        )
    if len(between) * (len(old) + len(new)) > MAX_COMPARED_CHARACTERS:
        return True  # The check would take too long: treat as exposed.
    return any(new_ranges.count_outside(passage, new) > old_ranges.count_outside(passage, old) for passage in between)


class _CommentRanges:
    """The comment ranges of a text."""

    def __init__(self, comments: Sequence[Comment]) -> None:
        self.comments = comments
        self._ends = [comment.end for comment in comments]

    def covers(self, start: int, end: int, text: str) -> bool:
        """Whether all words from *start* to *end* are inside comments."""
        for number in range(bisect_right(self._ends, start), len(self.comments)):
            comment = self.comments[number]
            if comment.start >= end:
                break
            if text[start : comment.start].strip(_BLANK):
                return False
            start = max(start, comment.end)
        return not text[start:end].strip(_BLANK)

    def count_outside(self, passage: str, text: str) -> int:
        """Return the number of occurrences of *passage* in *text* that are not completely inside comments."""
        count, position = 0, text.find(passage)
        while position >= 0:
            count += not self.covers(position, position + len(passage), text)
            position = text.find(passage, position + len(passage))
        return count


# Models that edit the first lines of a note often damage its properties (vaultdesk/vault/README.md, "Properties").


def refuse_damaged_heads(tool: AnyTool, notes: Iterable[StagedNote]) -> None:
    """Raise `ToolFailure` if *tool* would make the properties of one of *notes* unreadable."""
    for note in notes:
        is_new = note.old_path is None
        # The text of a new note from a template is the user's own.
        from_template = is_new and isinstance(tool, ChangingTool) and tool.copies_text
        if note.deleted or not note.path.is_note or from_template:
            continue
        if damage := frontmatter_damage(note.old_text, note.text):
            name = sanitize_line(note.path.text, 200)
            raise ToolFailure("VALIDATION_FAILED", Sentences(Phrase("Nothing was written to “{0}”.", name), damage))


def with_lost_properties(changes: ChangeSet, calls: Sequence[ResolvedCall]) -> ChangeSet:
    """Return *changes* with a warning for each note that would lose properties that no call names."""
    tools = {call.call_id: call.tool for call in calls}

    def warned(change: NoteChange) -> NoteChange:
        warning = loss_phrase(change, change.new_text, [tools[call_id] for call_id in change.calls])
        return replace(change, warnings=(*change.warnings, warning)) if warning else change

    return ChangeSet(tuple(warned(change) for change in changes.changes))


def loss_phrase(change: NoteChange, new_text: str, tools: Iterable[AnyTool]) -> Phrase:
    """Return a sentence with the properties that *new_text* loses; empty if *tools* remove properties explicitly."""
    if change.kind not in ("modify", "move"):
        return NO_PHRASE
    if any(isinstance(tool, ChangingTool) and tool.removes_properties for tool in tools):
        return NO_PHRASE
    return lost_properties_phrase(lost_properties(change.old_text, new_text))


# Every file is checked individually, at its old and its new path. A forbidden change is removed with its whole unit,
# since half a rename would be worse than none (vaultdesk/tools/README.md, "Permission order").

ExclusionReason = Literal["outside", "denied", "private", "comment", "stale"]
"""Why a change was removed: outside the agent's folders, denied by a rule, a private note for this destination, a
comment hidden from the model that would become visible, or a note that changed since the model read it.
"""


class ExcludedChange(Struct, frozen=True):
    """A change removed before approval."""

    change: NoteChange
    reason: ExclusionReason


class ChangePlan(Struct, frozen=True):
    """The planned changes of a batch."""

    changes: ChangeSet
    """The changes to be approved."""
    excluded: tuple[ExcludedChange, ...]
    data: Mapping[str, JsonValue]
    """Result data of each planned call if all of it is applied."""
    results: Mapping[str, ToolResult]
    """Results of calls whose plan failed."""
    needs_approval: bool
    """Whether the user has to approve."""
    by: PolicySource = "default"
    """Who permitted the changes if no approval is needed."""
    notes_read: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The notes that each call read during planning."""

    def changes_of(self, call_id: str) -> tuple[NoteChange, ...]:
        """Return the permitted changes of one call."""
        return tuple(change for change in self.changes.changes if call_id in change.calls)

    def excluded_of(self, call_id: str) -> tuple[ExcludedChange, ...]:
        """Return the excluded changes of one call."""
        return tuple(excluded for excluded in self.excluded if call_id in excluded.change.calls)


async def plan_changes(context: ExecutionContext, calls: Sequence[ResolvedCall]) -> ChangePlan:
    """Return the combined changes of *calls*, based on the current notes.

    After a failed call the later ones are not planned, since they may depend on it.
    """
    staging = scoped_staging_area(context.vault, context.call_context.agent_scope)
    data: dict[str, JsonValue] = {}
    results: dict[str, ToolResult] = {}
    failed = ""
    for call in calls:
        tool = call.tool
        assert isinstance(tool, ChangingTool)
        if failed:
            results[call.call_id] = not_run_result(failed, call.effect)
            continue
        try:
            async with asyncio.timeout(tool.timeout):
                with staging.planning(call.call_id):
                    planned = await tool.plan(call.arguments, staging, planning_visibility(context, call, staging))
                    staged_notes = [note for note in staging.notes if call.call_id in note.calls]
                    await asyncio.to_thread(refuse_damaged_heads, tool, staged_notes)
                    data[call.call_id] = planned
        except (ToolFailure, VaultDeskError, TimeoutError) as error:
            results[call.call_id] = error_result(error, tool, call.effect)
            failed = tool.name if has_failed(results[call.call_id]) else ""
    all_changes = await asyncio.to_thread(with_lost_properties, build_change_set(staging.notes), calls)
    notes_read = staging.notes_read
    verdicts = [await permit_change(context, calls, change, all_changes, notes_read) for change in all_changes.changes]
    excluded = _exclusions_with_units(
        all_changes, [verdict if isinstance(verdict, str) else None for verdict in verdicts]
    )
    permitted = [
        (c, v)
        for c, v in zip(all_changes.changes, verdicts, strict=True)
        if c.id not in excluded and isinstance(v, PolicyVerdict)
    ]
    return ChangePlan(
        changes=ChangeSet(tuple(change for change, _ in permitted)),
        excluded=tuple(
            ExcludedChange(change, excluded[change.id]) for change in all_changes.changes if change.id in excluded
        ),
        data=data,
        results=results,
        needs_approval=any(verdict.answer == "ask" for _, verdict in permitted),
        by="rule" if any(verdict.by == "rule" for _, verdict in permitted) else "default",
        notes_read=notes_read,
    )


async def permit_change(
    context: ExecutionContext,
    calls: Sequence[ResolvedCall],
    change: NoteChange,
    all_changes: ChangeSet,
    notes_read: Mapping[str, Sequence[str]],
) -> PolicyVerdict | ExclusionReason:
    """Return whether *change* is allowed or needs approval, or why it is forbidden.

    *notes_read* are the notes each call read for it.
    """
    call_context, privacy = context.call_context, context.permissions.privacy
    paths = tuple(dict.fromkeys((change.path, change.final_path)))
    if not all(call_context.agent_scope.allows_path(path) for path in paths):
        return "outside"
    effect: Effect = "delete" if change.kind == "delete" else "write"
    verdict = PolicyVerdict("allow", "default")
    by_rule = True
    for call in calls:
        if call.call_id in change.calls:
            policy_request = context.policy_request(call.tool, effect, change.kind)
            for path in paths:
                decided = context.permissions.decide(policy_request, path)
                verdict, by_rule = verdict.stricter_of(decided), by_rule and decided.by == "rule"
    if verdict.answer == "deny":
        return "denied"
    exists = change.kind != "create"
    status = await privacy.current_status(change.path, call_context.destination) if exists else "open"
    if status == "closed" or privacy.is_closed_by_path(change.final_path, call_context.destination):
        return "private"
    # Calls by the user belong to no conversation, so it is not known which version was read before.
    stale = not call_context.by_person and context.read_versions.is_stale(
        call_context.conversation_id, change.path, change.digest
    )
    if exists and stale and not _is_repair(change, all_changes):
        return "stale"
    if exists and await exposes_comments(context, change):
        return "comment"
    if status == "ask":
        return PolicyVerdict("ask", "default", reason="private")
    if verdict.answer == "allow" and await widens_access(context, calls, change, notes_read):
        return PolicyVerdict("ask", "default", reason="private")
    return PolicyVerdict("allow", "rule") if verdict.answer == "allow" and by_rule else verdict


def _is_repair(change: NoteChange, all_changes: ChangeSet) -> bool:
    """Whether *change* only updates links after a move: it is based on the current note, independent of what the model
    read.
    """
    if change.kind != "modify" or not change.unit:
        return False
    return any(other.unit == change.unit and other.kind == "move" for other in all_changes.changes)


def _exclusions_with_units(
    all_changes: ChangeSet, reasons: Sequence[ExclusionReason | None]
) -> dict[str, ExclusionReason]:
    """Return the changes excluded individually or with their unit, each with the reason."""
    by_unit: dict[str, ExclusionReason] = {}
    for change, reason in zip(all_changes.changes, reasons, strict=True):
        if reason is not None and change.unit:
            by_unit.setdefault(change.unit, reason)
    excluded: dict[str, ExclusionReason] = {}
    for change, reason in zip(all_changes.changes, reasons, strict=True):
        exclusion = reason or (by_unit.get(change.unit) if change.unit else None)
        if exclusion is not None:
            excluded[change.id] = exclusion
    return excluded


async def changed_since_review(
    context: ExecutionContext, calls: Sequence[ResolvedCall], plan: ChangePlan, choices: Sequence[NoteChoice]
) -> tuple[str, ...]:
    """Return the selected files that differ from what was shown, or may no longer be changed.

    Deleted ones differ if they would now go elsewhere, because Obsidian's setting was changed.
    """
    selected = [change for change in plan.changes.changes if find_choice(choices, change) is not None]
    freed_keys = {NotePath(change.path).key for change in selected if change.kind in ("move", "delete")}
    deletes = any(change.kind == "delete" for change in selected)
    deletion = await context.vault.deletion_text() if deletes else NO_PHRASE
    changed = []
    for change in selected:
        verdict = await permit_change(context, calls, change, plan.changes, plan.notes_read)
        goes_elsewhere = change.kind == "delete" and change.reason not in (NO_PHRASE, deletion)
        if isinstance(verdict, str) or goes_elsewhere or not await _is_unchanged(context.vault, change, freed_keys):
            changed.append(change.path)
    return tuple(changed)


async def _is_unchanged(vault: Vault, change: NoteChange, freed_keys: Collection[str]) -> bool:
    try:
        if change.kind != "create" and (await vault.read(NotePath(change.path))).digest != change.digest:
            return False
    except NoteNotFound:
        return False
    except VaultDeskError:
        return True  # The writer gets and reports the same error.
    if change.kind not in ("create", "move"):
        return True
    existing = await vault.find(NotePath(change.final_path))
    return existing is None or existing.key in freed_keys
