"""Hunks: from drafted notes to a change set a person reviews, and from what was chosen back to edits of files.

Values in, values out. The hunks of two texts are text_hunks.py, the order of edits is edit_order.py.
"""

from collections.abc import Iterable, Sequence

from vaultdesk.vault.change_set import ChangeSet, NoteChange, NoteChangeKind, NoteChoice
from vaultdesk.vault.draft import DraftNote
from vaultdesk.vault.edit_order import PlannedEdit, in_order
from vaultdesk.vault.edits import Create, Delete, FileEdit, Move, Rewrite
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.text_hunks import hunks, put_together

__all__ = [
    "PlannedEdit", "change_set", "choice_of", "composed", "edits_of", "planned_edits", "takes", "ticked", "with_units",
]  # fmt: skip


def change_set(notes: Sequence[DraftNote]) -> ChangeSet:
    """Return what *notes* would change, file by file, with the hunks of each."""
    return ChangeSet(tuple(_note_change(f"c{number}", note) for number, note in enumerate(notes, 1)))


def _note_change(change_id: str, note: DraftNote) -> NoteChange:
    old_path = note.old_path or note.path
    new_text = "" if note.deleted else note.text
    return NoteChange(
        id=change_id,
        kind=_kind(note),
        path=old_path.text,
        new_path=note.path.text if note.path != old_path else "",
        digest=note.digest,
        old_text=note.old_text,
        new_text=new_text,
        hunks=hunks(note.old_text, new_text, markdown=note.path.text.lower().endswith(NOTE_SUFFIX)),
        unit=note.unit,
        calls=note.calls,
        reason=note.reason,
        warnings=note.warnings,
    )


def _kind(note: DraftNote) -> NoteChangeKind:
    if note.old_path is None:
        return "create"
    if note.deleted:
        return "delete"
    return "move" if note.path != note.old_path else "modify"


def composed(change: NoteChange, choice: NoteChoice | None = None) -> str:
    """Return the old text with the hunks *choice* takes, in the person's words where they wrote others; None: all."""
    if choice is None or (choice.hunks is None and not choice.edits):
        return change.new_text
    taken = [hunk for hunk in change.hunks if choice.hunks is None or hunk.id in choice.hunks]
    return put_together(
        change.old_text, change.new_text, taken, {edit.hunk_id: edit.new_lines for edit in choice.edits}
    )


def choice_of(choices: Sequence[NoteChoice] | None, change: NoteChange) -> NoteChoice | None:
    """Return what is chosen of *change*, None where it is left out; without *choices* all is taken."""
    if choices is None:
        return NoteChoice(change.id)
    return next((choice for choice in choices if choice.change_id == change.id), None)


def takes(change: NoteChange, choice: NoteChoice | None) -> bool:
    """Whether *choice* does anything to the file: a note without any of its lines is neither made nor deleted."""
    if choice is None:
        return False
    left = choice.hunks is not None and not any(hunk.id in choice.hunks for hunk in change.hunks)
    return change.kind == "move" or not (left and (change.hunks or change.kind == "modify"))


def with_units(changes: ChangeSet, choices: Sequence[NoteChoice] | None) -> tuple[NoteChoice, ...]:
    """Return *choices* with units whole: where a member is left out, or one of its hunks, its unit is left out.

    The hunks of a note that moves are its own and may be left; a link repair is what its unit is for.
    """
    chosen = _by_change(changes, choices)
    left = {change.unit for change in changes.changes if change.unit and not _takes_unit(change, chosen.get(change.id))}
    return tuple(chosen[change.id] for change in changes.changes if change.unit not in left and change.id in chosen)


def ticked(
    changes: ChangeSet, choices: Sequence[NoteChoice] | None, change_id: str, *, on: bool
) -> tuple[NoteChoice, ...]:
    """Return *choices* after a person ticked or unticked a whole change: its unit goes with it."""
    asked = changes.change(change_id)
    unit = asked.unit if asked is not None else ""
    together = [change.id for change in changes.changes if change.id == change_id or (unit and change.unit == unit)]
    chosen = _by_change(changes, choices)
    for member in together:
        if on:
            chosen[member] = NoteChoice(member)
        else:
            chosen.pop(member, None)
    return tuple(chosen[change.id] for change in changes.changes if change.id in chosen)


def _by_change(changes: ChangeSet, choices: Sequence[NoteChoice] | None) -> dict[str, NoteChoice]:
    """Return what is chosen by the id of its change; a bulk change has thousands."""
    if choices is None:
        return {change.id: NoteChoice(change.id) for change in changes.changes}
    return {choice.change_id: choice for choice in reversed(choices)}


def _takes_unit(change: NoteChange, choice: NoteChoice | None) -> bool:
    """Whether *choice* takes what the change's unit needs of it."""
    if choice is None or not takes(change, choice):
        return False
    if change.kind == "move" or choice.hunks is None:
        return True
    return all(hunk.id in choice.hunks for hunk in change.hunks)


def edits_of(changes: ChangeSet, choices: Sequence[NoteChoice] | None = None) -> tuple[FileEdit, ...]:
    """Return what is to be done for what *choices* take, in an order that works; None takes all as shown."""
    return tuple(planned.edit for planned in planned_edits(changes, choices))


def planned_edits(changes: ChangeSet, choices: Sequence[NoteChoice] | None = None) -> tuple[PlannedEdit, ...]:
    """Return what `edits_of` returns, each edit with its change."""
    chosen = _by_change(changes, with_units(changes, choices))
    wanted: list[PlannedEdit] = []
    for change in changes.changes:
        choice = chosen.get(change.id)
        if choice is not None and takes(change, choice):
            wanted.extend(PlannedEdit(change.id, edit) for edit in _edits(change, composed(change, choice)))
    return tuple(in_order(wanted))


def _edits(change: NoteChange, text: str) -> Iterable[FileEdit]:
    path = NotePath(change.path)
    match change.kind:
        case "create":
            yield Create(path, text, change.unit)
        case "delete":
            yield Delete(path, change.digest, change.unit)
        case "move":
            new_path = NotePath(change.new_path)
            yield Move(path, new_path, change.digest, change.unit)
            if text != change.old_text:
                yield Rewrite(new_path, text, change.digest, change.unit)
        case "modify":
            if text != change.old_text:
                yield Rewrite(path, text, change.digest, change.unit)
