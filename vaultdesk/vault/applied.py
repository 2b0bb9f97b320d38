"""Applied: what of each call's changes was taken, left out or edited, and what came of it, in sentences for a model.

Values in, values out. The choice is hunks.py's, the writing writer.py's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vaultdesk.vault.change_set import ChangeSet, Hunk, NoteChange, NoteChoice
from vaultdesk.vault.edit_order import PlannedEdit
from vaultdesk.vault.edits import EditOutcome, EditResult, FileEdit, Move
from vaultdesk.vault.hunks import choice_of, composed, planned_edits, takes, with_units
from vaultdesk.vault.note_path import visible
from vaultdesk.vault.unified_diff import unified

DIFF_CHARACTERS = 4_000
"""Characters of the diff of one note that a model reads: 1,000 tokens. It can read the note."""


@dataclass(frozen=True, slots=True)
class Told:
    """What came of the changes one call wanted."""

    call_id: str
    sentences: tuple[str, ...] = ()
    """What is not as the call wanted it; none where all was applied as planned."""
    applied: tuple[str, ...] = ()
    """Paths, as they are now, of the files that were changed."""
    refused: tuple[str, ...] = ()
    """Paths of the files that were not, because a person left them out or it could not be done."""
    result: EditResult | None = None
    """The worst that came of what was taken: conflict, failed, skipped, unconfirmed, done; None: nothing was taken."""

    @property
    def note(self) -> str:
        """The sentences as one text."""
        return " ".join(self.sentences)


_WORST: tuple[EditResult, ...] = ("conflict", "failed", "skipped", "unconfirmed", "done")


def told(
    changes: ChangeSet, choices: Sequence[NoteChoice] | None, outcomes: Sequence[EditOutcome]
) -> Mapping[str, Told]:
    """Return, by the id of each call in *changes*, what the model is told of it."""
    chosen = with_units(changes, choices)
    results = _by_change(planned_edits(changes, choices), outcomes)
    calls = dict.fromkeys(call for change in changes.changes for call in change.calls)
    return {
        call: _told_call(
            call,
            [
                _told_change(change, choice_of(chosen, change), choice_of(choices, change), results.get(change.id, ()))
                for change in changes.changes
                if call in change.calls
            ],
        )
        for call in calls
    }


@dataclass(frozen=True, slots=True)
class _Part:
    """What came of one change."""

    path: str
    sentences: tuple[str, ...]
    result: EditResult | None


def _by_change(
    planned: Sequence[PlannedEdit], outcomes: Sequence[EditOutcome]
) -> Mapping[str, tuple[EditOutcome, ...]]:
    """Return the outcomes by change; an edit without one counts as not done."""
    known: dict[FileEdit, EditOutcome] = {outcome.edit: outcome for outcome in outcomes}
    found: dict[str, tuple[EditOutcome, ...]] = {}
    for one in planned:
        outcome = known.get(one.edit) or EditOutcome(one.edit, "skipped", problem="It was not tried.")
        found[one.change_id] = (*found.get(one.change_id, ()), outcome)
    return found


def _told_call(call: str, parts: Sequence[_Part]) -> Told:
    results = [part.result for part in parts if part.result is not None]
    return Told(
        call_id=call,
        sentences=tuple(sentence for part in parts for sentence in part.sentences),
        applied=tuple(part.path for part in parts if part.result in ("done", "unconfirmed")),
        refused=tuple(part.path for part in parts if part.result not in ("done", "unconfirmed")),
        result=min(results, key=_WORST.index, default=None),
    )


def _told_change(
    change: NoteChange, choice: NoteChoice | None, asked: NoteChoice | None, outcomes: Sequence[EditOutcome]
) -> _Part:
    name = f"“{visible(change.path)}”"
    if choice is None or not takes(change, choice):
        with_unit = asked is not None and takes(change, asked)
        why = ", since a part that belongs to it was left out" if with_unit else ""
        return _Part(change.path, (f"The person left out {_what(change)} {name}{why}.",), None)
    text = composed(change, choice)
    if not outcomes:
        return _Part(change.path, (f"The person edited the change to {name} so that nothing of it is left.",), None)
    bad = next((outcome for outcome in outcomes if outcome.result not in ("done", "unconfirmed")), None)
    if bad is not None:
        moved = any(o.result in ("done", "unconfirmed") and isinstance(o.edit, Move) for o in outcomes)
        start = f"{name} was moved, but its text was not changed:" if moved else f"{name} was not changed:"
        return _Part(change.path, (f"{start} {bad.problem or 'it was not tried'}".rstrip(".") + ".",), bad.result)
    sentences = list(_left_and_edited(change, choice, name))
    if sentences and change.kind != "delete":
        diff = unified(change.old_text, text, change.final_path, DIFF_CHARACTERS)
        sentences.append(f"What was applied to it:\n{diff}" if diff else "Its text is as it was.")
    unsure = next((outcome for outcome in outcomes if outcome.result == "unconfirmed"), None)
    if unsure is not None:
        sentences.append(f"{name} was written, but the disk did not confirm it.")
    return _Part(change.final_path, tuple(sentences), "unconfirmed" if unsure else "done")


def _what(change: NoteChange) -> str:
    match change.kind:
        case "create":
            return "the new note"
        case "delete":
            return "the deletion of"
        case "move":
            return f"the move to “{visible(change.new_path)}” of"
        case "modify":
            return "the change to"


def _left_and_edited(change: NoteChange, choice: NoteChoice, name: str) -> list[str]:
    left = [hunk for hunk in change.hunks if choice.hunks is not None and hunk.id not in choice.hunks]
    words = {edit.hunk_id: edit.new_lines for edit in choice.edits}
    edited = [
        hunk
        for hunk in change.hunks
        if hunk not in left and hunk.id in words and tuple(words[hunk.id]) != hunk.new_lines
    ]
    count = len(change.hunks)
    sentences = []
    if left:
        sentences.append(f"In {name} the person left out {len(left)} of {count} changes: {_places(left)}.")
    if edited:
        sentences.append(f"In {name} the person edited {len(edited)} of {count} changes: {_places(edited)}.")
    return sentences


def _places(hunks: Sequence[Hunk]) -> str:
    named = [
        f"line {hunk.old_start} ({visible(hunk.title)})" if hunk.title else f"line {hunk.old_start}"
        for hunk in hunks[:5]
    ]
    return ", ".join(named) + (f" and {len(hunks) - 5} more" if len(hunks) > 5 else "")
