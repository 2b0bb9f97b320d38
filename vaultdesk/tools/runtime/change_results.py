"""Results of calls that write: the applied changes of each call, as visible to the model."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.core.phrases import NO_PHRASE, Phrase, comma_list, verbatim
from vaultdesk.tools.runtime.audit_log import AuditSource
from vaultdesk.tools.runtime.change_plan import (
    ChangePlan,
    ExcludedChange,
    ExclusionReason,
    loss_phrase,
)
from vaultdesk.tools.runtime.execution import Execution
from vaultdesk.tools.runtime.resolved_call import ResolvedCall, name_paths
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import LEFT_OUT, UNKNOWN_FILE, ChangingTool, ErrorCode, ToolMetadata, ToolResult, Visibility
from vaultdesk.vault.change_set import NoteChange, NoteChoice
from vaultdesk.vault.frontmatter.frontmatter import remaining_problem
from vaultdesk.vault.line_diff import unified_diff
from vaultdesk.vault.staging import choice_applies, compose_text, find_choice
from vaultdesk.vault.transactions.file_edits import EditOutcome, EditResult

# The model is informed of what was actually applied: excluded, edited, refused, changed in the meantime. Text of notes
# carries its source and is redacted for the model.

NOTHING_APPLIED = "The user chose not to apply any of it."
"""Result for the model if the user approved but selected nothing."""

MAX_PROBLEM_CHARACTERS = 4_000
"""Maximum number of characters listing the files that were not written."""

MAX_DIFF_CHARACTERS = 4_000
"""Maximum number of characters of one note's diff for the model, which can read the note."""

EXCLUSION_TEXTS: Mapping[ExclusionReason, str] = {
    "outside": "a part of it is outside the folders that may be changed",
    "denied": "a rule of the user does not allow it",
    "private": "it affects a note that this chat may not access",
    "comment": "it would turn a comment that is withheld from you into visible text",
    "stale": "the note changed since it was read; read it again",
}
"""Why a change was removed, for the model. Names no note, since the model may not know it."""

RULE_EXPLANATION = Phrase("A rule of yours does not allow it.")
"""Explanation for the user of a call denied by one of their rules."""

_EXCLUSION_EXPLANATIONS: Mapping[ExclusionReason, Phrase] = {
    "outside": Phrase("A part of it is outside the folders that may be changed, so nothing was written."),
    "denied": RULE_EXPLANATION,
    "private": Phrase("It affects a private note, so nothing was written."),
    "comment": Phrase("It would make a hidden comment visible to the model, so nothing was written."),
    "stale": Phrase("The note changed since the model read it, so nothing was written."),
}
"""Why a change was removed, for the user."""

RESULTS_BY_SEVERITY: tuple[EditResult, ...] = ("failed", "conflict", "skipped", "unconfirmed", "done")
"""Results of the edits of one change by precedence; the first existing one applies to the whole change."""


class WriteOutcome(Struct, frozen=True):
    """The selection and its results."""

    choices: tuple[NoteChoice, ...]
    outcomes: Mapping[str, tuple[EditOutcome, ...]]
    """The outcomes of the edits of each change, by its id."""
    by: AuditSource = "person"

    def result(self, change: NoteChange) -> EditResult | None:
        """Return the result of one change; None if nothing of it was selected."""
        choice = find_choice(self.choices, change)
        if not choice_applies(change, choice):
            return None
        results = [outcome.result for outcome in self.outcomes.get(change.id, ())]
        return min(results, key=RESULTS_BY_SEVERITY.index, default="done")

    def is_outdated(self, change: NoteChange) -> bool:
        """Whether the file of *change* differs from the version read."""
        return any(outcome.is_outdated for outcome in self.outcomes.get(change.id, ()))

    def is_whole(self, change: NoteChange) -> bool:
        """Whether the change was selected as planned."""
        choice = find_choice(self.choices, change)
        return choice_applies(change, choice) and choice is not None and compose_text(change, choice) == change.new_text

    def problems(self, changes: Sequence[NoteChange]) -> str:
        """Return each file that was not, or not certainly, written, with the reason, for the model."""
        return sanitize_line(self.problem_list(changes), MAX_PROBLEM_CHARACTERS)

    def problem_list(self, changes: Sequence[NoteChange]) -> Phrase:
        """Return the files and reasons of `problems` as a phrase for the user."""
        problems = []
        for change in changes:
            path = sanitize_line(change.path, 200)
            why = next((outcome.problem for outcome in self.outcomes.get(change.id, ()) if outcome.problem), NO_PHRASE)
            problems.append(Phrase("{0} ({1})", path, why) if why else verbatim(path))
        return comma_list(problems)


def written_result(call: ResolvedCall, plan: ChangePlan, outcome: WriteOutcome, visibility: Visibility) -> Execution:
    """Return the execution of *call*."""
    excluded, changes = plan.excluded_of(call.call_id), plan.changes_of(call.call_id)
    by_result: dict[EditResult | None, list[NoteChange]] = {}
    for change in changes:
        by_result.setdefault(outcome.result(change), []).append(change)
    applied = [*by_result.get("done", ()), *by_result.get("unconfirmed", ())]
    if changes and not applied:
        return Execution(_unwritten_result(call, excluded, by_result, outcome), by=outcome.by)
    if excluded and not applied:
        return Execution(excluded_result(call, excluded), by="rule")
    notes = [
        *_notes(excluded, by_result, outcome),
        *_partial_notes(applied, outcome),
        *_loss_notes(call, applied, outcome, visibility),
    ]
    is_complete = len(applied) == len(changes) and not excluded and all(outcome.is_whole(change) for change in applied)
    data = plan.data[call.call_id]
    if not is_complete:
        data = _as_applied(call, excluded, changes, outcome, data)
    diff = "" if is_complete else "\n".join(_diffs(applied, outcome, visibility))
    if isinstance(data, dict) and (diff or not all(visibility.sees(change.path) for change in applied)):
        # The planned diff would contradict the applied one, and its context lines were not approved for the model.
        data = {name: value for name, value in data.items() if name != "diff"}
    if diff:
        data = {**(data if isinstance(data, dict) else {"result": data}), "applied": diff}
    paths = [path for change in applied for path in dict.fromkeys((change.path, change.final_path))]
    metadata = ToolMetadata(files_affected=tuple(paths), operation_type=call.effect, note=" ".join(notes))
    result = ToolResult(success=True, data=data, metadata=metadata)
    return Execution(result, sources=_sources(applied, data, visibility, outcome.by), by=outcome.by)


def _as_applied(
    call: ResolvedCall,
    excluded: Sequence[ExcludedChange],
    changes: Sequence[NoteChange],
    outcome: WriteOutcome,
    data: JsonValue,
) -> JsonValue:
    """Return *data* of the call's plan with the result of each file."""
    if not isinstance(call.tool, ChangingTool):
        return data
    results: dict[str, str] = {}
    for change in changes:
        result = outcome.result(change)
        results[change.path] = "done" if result in ("done", "unconfirmed") else result or LEFT_OUT
    for exclusion in excluded:
        results[exclusion.change.path] = UNKNOWN_FILE if exclusion.reason in ("outside", "private") else LEFT_OUT
    return call.tool.applied(data, results)


def excluded_result(call: ResolvedCall, excluded: Sequence[ExcludedChange]) -> ToolResult:
    """Return the result of a call with only excluded changes."""
    why = excluded[0].reason
    code: ErrorCode = "CONFLICT" if why == "stale" else "PERMISSION_DENIED"
    message = f"Nothing was written: {EXCLUSION_TEXTS[why]}."
    if why == "denied":
        message = f"A rule of the user does not allow {call.tool.name} here."
    return failed_result(code, message, effect=call.effect, explanation=_EXCLUSION_EXPLANATIONS[why])


def _unwritten_result(
    call: ResolvedCall,
    excluded: Sequence[ExcludedChange],
    by_result: Mapping[EditResult | None, Sequence[NoteChange]],
    outcome: WriteOutcome,
) -> ToolResult:
    """Return the result of a call without any written change: the most severe result gives the code."""
    note = " ".join(_notes(excluded, by_result, outcome))
    if "failed" in by_result:
        failed = by_result["failed"]
        explanation = Phrase("Not written: {0}.", outcome.problem_list(failed))
        message = f"Not written: {outcome.problems(failed)}."
        result = failed_result("WRITE_FAILED", message, effect=call.effect, explanation=explanation)
    elif "conflict" in by_result and not any(map(outcome.is_outdated, by_result["conflict"])):
        unwritten = by_result["conflict"]
        explanation = Phrase("Not written: {0}.", outcome.problem_list(unwritten))
        message = f"Not written: {outcome.problems(unwritten)}."
        result = failed_result("WRITE_FAILED", message, effect=call.effect, explanation=explanation)
    elif "conflict" in by_result:
        changed = by_result["conflict"]
        explanation = Phrase(
            "Changed by another program in the meantime, so nothing was written: {0}.", outcome.problem_list(changed)
        )
        message = f"Changed by another program in the meantime, so nothing was written: {outcome.problems(changed)}."
        result = failed_result("CONFLICT", f"{message} Read it again.", effect=call.effect, explanation=explanation)
    elif "skipped" in by_result:
        skipped = by_result["skipped"]
        explanation = Phrase("A change that this one depends on could not be made: {0}.", outcome.problem_list(skipped))
        message = f"A change that this one depends on could not be made: {outcome.problems(skipped)}."
        result = failed_result("WRITE_FAILED", message, effect=call.effect, explanation=explanation)
    else:
        return cancelled_result(NOTHING_APPLIED, call.effect)
    return result.with_note(note) if note else result


def _notes(
    excluded: Sequence[ExcludedChange],
    by_result: Mapping[EditResult | None, Sequence[NoteChange]],
    outcome: WriteOutcome,
) -> list[str]:
    notes = []
    for why in dict.fromkeys(exclusion.reason for exclusion in excluded):
        count = sum(exclusion.reason == why for exclusion in excluded)
        notes.append(f"Left out {count} {'change' if count == 1 else 'changes'}: {EXCLUSION_TEXTS[why]}.")
    if deselected := by_result.get(None):
        notes.append(f"The user left out the change to: {name_paths([change.path for change in deselected])}.")
    conflicts = by_result.get("conflict", ())
    blocked = [change for change in conflicts if not outcome.is_outdated(change)]
    if failed := [*by_result.get("failed", ()), *by_result.get("skipped", ()), *blocked]:
        notes.append(f"Not written: {outcome.problems(failed)}.")
    if conflicts := [change for change in conflicts if outcome.is_outdated(change)]:
        notes.append(f"Changed by another program in the meantime and not written: {outcome.problems(conflicts)}.")
    if unconfirmed := by_result.get("unconfirmed"):
        notes.append(f"Written, not confirmed by the disk: {outcome.problems(unconfirmed)}.")
    return notes


def _partial_notes(applied: Sequence[NoteChange], outcome: WriteOutcome) -> list[str]:
    notes = []
    for change in applied:
        choice = find_choice(outcome.choices, change)
        assert choice is not None
        name, parts = sanitize_line(change.final_path, 200), len(change.hunks)
        selected = [hunk.id for hunk in change.hunks if choice.hunks is None or hunk.id in choice.hunks]
        if len(selected) < parts:
            notes.append(f"Of the change to {name} the user took {len(selected)} of {parts} parts.")
        edited = {edit.hunk_id: edit.new_lines for edit in choice.edits}
        if any(hunk.id in selected and edited.get(hunk.id, hunk.new_lines) != hunk.new_lines for hunk in change.hunks):
            notes.append(f"The user edited the change to {name} before it was applied.")
    return notes


def _loss_notes(
    call: ResolvedCall, applied: Sequence[NoteChange], outcome: WriteOutcome, visibility: Visibility
) -> list[str]:
    """Return lost properties and remaining problems of the properties, for notes that the model may read."""
    notes = []
    for change in applied:
        applied_text = compose_text(change, find_choice(outcome.choices, change))
        if change.kind == "delete" or not visibility.sees(change.path):
            continue
        name = sanitize_line(change.final_path, 200)
        if loss := loss_phrase(change, applied_text, [call.tool]):
            notes.append(f"{name}: {loss}")
        if problem := remaining_problem(change.old_text, applied_text):
            notes.append(f"{name}: The properties still cannot be read: {problem}")
    return notes


def _diffs(applied: Sequence[NoteChange], outcome: WriteOutcome, visibility: Visibility) -> list[str]:
    """Return the applied diff of each note, of the texts as visible to the model."""
    diffs = []
    for change in applied:
        if change.kind == "delete" or not visibility.sees(change.path):
            continue
        old = visibility.redact(change.path, change.old_text)
        new = visibility.redact(change.path, compose_text(change, find_choice(outcome.choices, change)))
        diffs.append(unified_diff(old, new, change.final_path, MAX_DIFF_CHARACTERS))
    return [diff for diff in diffs if diff]


def _sources(
    applied: Sequence[NoteChange], data: JsonValue, visibility: Visibility, by: AuditSource
) -> tuple[Source, ...]:
    """Return the notes whose text the result contains: with a diff, the lines around each change."""
    if not isinstance(data, dict) or not {"diff", "applied"} & data.keys():
        return ()
    allowed = "" if by == "program" else by
    sources = []
    for change in applied:
        if change.kind in ("create", "delete") or not change.hunks or not visibility.sees(change.path):
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
