"""Change results: what each call of a batch came to after its changes were reviewed and written. Writes nothing.

A model is told what was really applied: left out, edited, refused, changed meanwhile. Text of notes in it carries its
source and is shown as the model may read it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.tools.audit import By
from vaultdesk.tools.execution import Execution
from vaultdesk.tools.frozen_call import FrozenCall, named
from vaultdesk.tools.planning import Loss, Lost, Plan
from vaultdesk.tools.results import cancelled, failure
from vaultdesk.tools.tool import LEFT_OUT, UNKNOWN, ChangingTool, ToolMetadata, ToolResult, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.diff.change_set import NoteChange, NoteChoice
from vaultdesk.vault.diff.unified_diff import unified_diff
from vaultdesk.vault.staging import choice_applies, compose_text, find_choice
from vaultdesk.vault.transactions.file_edits import EditOutcome, EditResult

NOTHING_TAKEN = "The user chose not to apply any of it."
"""What a model reads where the person agreed, and to nothing."""

DIFF_CHARACTERS = 4_000
"""Characters of one note's diff that the model reads; it can read the note."""

REFUSALS: Mapping[Loss, str] = {
    "outside": "a part of it lies outside the folders that may be changed",
    "denied": "a rule of the user does not allow it",
    "private": "it concerns a note that is not open to this chat",
    "comment": "it would turn a comment that is kept from you into open text",
    "stale": "the note changed since it was read; read it again",
}
"""Why a change was taken out, for the model. Names no note: it may not be known to it."""

WORST: tuple[EditResult, ...] = ("failed", "conflict", "skipped", "unconfirmed", "done")
"""The results of the edits of one change; the first of them counts for all."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was agreed to, and what came of it."""

    choices: tuple[NoteChoice, ...]
    outcomes: Mapping[str, tuple[EditOutcome, ...]]
    """By the change they carry out."""
    by: By = "person"

    def result(self, change: NoteChange) -> EditResult | None:
        """Return what came of one change; None where nothing of it was taken."""
        choice = find_choice(self.choices, change)
        if not choice_applies(change, choice):
            return None
        results = [outcome.result for outcome in self.outcomes.get(change.id, ())]
        return min(results, key=WORST.index, default="done")

    def is_whole(self, change: NoteChange) -> bool:
        """Whether the change was taken as it was planned."""
        choice = find_choice(self.choices, change)
        return choice_applies(change, choice) and choice is not None and compose_text(change, choice) == change.new_text

    def problems(self, changes: Sequence[NoteChange]) -> str:
        """Return each file and why it was not written, or not for sure."""
        told = []
        for change in changes:
            why = next((one.problem for one in self.outcomes.get(change.id, ()) if one.problem), "")
            told.append(f"{short(change.path, 200)}{f' ({short(why, 200)})' if why else ''}")
        return ", ".join(told)


def came_to(call: FrozenCall, plan: Plan, written: Written, view: View) -> Execution:
    """Return what *call* came to."""
    lost, wanted = plan.lost_of(call.call_id), plan.wanted(call.call_id)
    by_result: dict[EditResult | None, list[NoteChange]] = {}
    for change in wanted:
        by_result.setdefault(written.result(change), []).append(change)
    done = [*by_result.get("done", ()), *by_result.get("unconfirmed", ())]
    if wanted and not done:
        return Execution(_nothing_done(call, lost, by_result, written), by=written.by)
    if lost and not done:
        return Execution(all_lost(call, lost), by="rule")
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
    call: FrozenCall, lost: Sequence[Lost], wanted: Sequence[NoteChange], written: Written, data: JsonValue
) -> JsonValue:
    """Return *data* of the call's plan with what came of each file in it."""
    if not isinstance(call.tool, ChangingTool):
        return data
    results: dict[str, str] = {}
    for change in wanted:
        result = written.result(change)
        results[change.path] = "done" if result in ("done", "unconfirmed") else result or LEFT_OUT
    for one in lost:
        results[one.change.path] = UNKNOWN if one.why in ("outside", "private") else LEFT_OUT
    return call.tool.applied(data, results)


def all_lost(call: FrozenCall, lost: Sequence[Lost]) -> ToolResult:
    """Return the result of a call of which nothing may be written."""
    why = lost[0].why
    if why == "stale":
        return failure("CONFLICT", f"Nothing was written: {REFUSALS[why]}.", effect=call.effect)
    if why == "denied":
        message = f"A rule of the user does not allow {call.tool.name} here."
        return failure("PERMISSION_DENIED", message, effect=call.effect)
    return failure("PERMISSION_DENIED", f"Nothing was written: {REFUSALS[why]}.", effect=call.effect)


def _nothing_done(
    call: FrozenCall,
    lost: Sequence[Lost],
    by_result: Mapping[EditResult | None, Sequence[NoteChange]],
    written: Written,
) -> ToolResult:
    """Return the result of a call nothing of which was written: the worst that happened gives the code."""
    note = " ".join(_notes(lost, by_result, written))
    if "failed" in by_result:
        result = failure("WRITE_FAILED", f"Not written: {written.problems(by_result['failed'])}.", effect=call.effect)
    elif "conflict" in by_result:
        message = (
            f"Changed by somebody else meanwhile, so nothing was written: {written.problems(by_result['conflict'])}."
        )
        result = failure("CONFLICT", f"{message} Read it again.", effect=call.effect)
    elif "skipped" in by_result:
        message = f"A change that belongs to it could not be made: {written.problems(by_result['skipped'])}."
        result = failure("WRITE_FAILED", message, effect=call.effect)
    else:
        return cancelled(NOTHING_TAKEN, call.effect)
    return result.with_note(note) if note else result


def _notes(
    lost: Sequence[Lost], by_result: Mapping[EditResult | None, Sequence[NoteChange]], written: Written
) -> list[str]:
    told = []
    for why in dict.fromkeys(one.why for one in lost):
        count = sum(one.why == why for one in lost)
        told.append(f"Left out {count} {'change' if count == 1 else 'changes'}: {REFUSALS[why]}.")
    if left := by_result.get(None):
        told.append(f"The user left out the change to: {named([change.path for change in left])}.")
    if failed := [*by_result.get("failed", ()), *by_result.get("skipped", ())]:
        told.append(f"Not written: {written.problems(failed)}.")
    if conflicts := by_result.get("conflict"):
        told.append(f"Changed by somebody else meanwhile and not written: {written.problems(conflicts)}.")
    if unsure := by_result.get("unconfirmed"):
        told.append(f"Written, not confirmed by the disk: {written.problems(unsure)}.")
    return told


def _left_and_edited(done: Sequence[NoteChange], written: Written) -> list[str]:
    told = []
    for change in done:
        choice = find_choice(written.choices, change)
        assert choice is not None
        name, parts = short(change.final_path, 200), len(change.hunks)
        taken = [hunk.id for hunk in change.hunks if choice.hunks is None or hunk.id in choice.hunks]
        if len(taken) < parts:
            told.append(f"Of the change to {name} the user took {len(taken)} of {parts} parts.")
        edited = {edit.hunk_id: edit.new_lines for edit in choice.edits}
        if any(hunk.id in taken and edited.get(hunk.id, hunk.new_lines) != hunk.new_lines for hunk in change.hunks):
            told.append(f"The user edited the change to {name} before it was applied.")
    return told


def _diffs(done: Sequence[NoteChange], written: Written, view: View) -> list[str]:
    """Return the diff that was applied to each note, of the texts as the model may read them."""
    diffs = []
    for change in done:
        if change.kind == "delete" or not view.sees(change.path):
            continue
        old = view.shown(change.path, change.old_text)
        new = view.shown(change.path, compose_text(change, find_choice(written.choices, change)))
        diffs.append(unified_diff(old, new, change.final_path, DIFF_CHARACTERS))
    return [diff for diff in diffs if diff]


def _sources(done: Sequence[NoteChange], data: JsonValue, view: View, by: By) -> tuple[Source, ...]:
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
