"""Undo: takes changes of the journal back, whole or not at all, and again forth. For coroutines.

What it would do is planned in undo_steps.py. An undo is a change like any other: it stands in the journal and can be
undone.
"""

import secrets
from dataclasses import dataclass

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.edits import Origin
from vaultdesk.vault.file_work import FileWork
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import JournalEntry
from vaultdesk.vault.step import Put, Remove, Shift, StepOutcome
from vaultdesk.vault.undo_choice import UndoChoice, standing_groups, standing_undos, to_redo, to_undo
from vaultdesk.vault.undo_plan import TrashCopy, UndoItem, UndoPlan
from vaultdesk.vault.undo_steps import undo_plan
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.writer import Writer

__all__ = [
    "LastChange", "Refused", "UndoItem", "UndoOutcome", "UndoPlan", "last_group", "last_undo", "plan_redo", "plan_undo",
    "redo", "take_back", "undo",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refused:
    """A note that stood in the way of an undo."""

    path: str
    problem: str
    """Why, in a sentence."""
    diff: str = ""
    """What changed since, where that is known."""
    merge_is_clean: bool = False
    """Whether a merge would undo it and keep what changed since."""


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """What came of an undo or a redo."""

    done: bool
    title: str = ""
    """`Undo of “Tag the reading notes”`."""
    group: str = ""
    """The undo's own group: to be undone in its turn."""
    notes: tuple[str, ...] = ()
    """Paths of the notes that were put back, where they are now or were last."""
    merged: tuple[str, ...] = ()
    """Those of them in which later changes were kept."""
    refused: tuple[Refused, ...] = ()
    """Where it was not done: nothing was touched."""
    problem: str = ""
    """Why there was nothing to do, or what is not as it should be, in a sentence."""

    @property
    def can_merge(self) -> bool:
        """Whether asking again with a merge would do it."""
        return bool(self.refused) and all(refused.merge_is_clean for refused in self.refused)


@dataclass(frozen=True, slots=True)
class LastChange:
    """What Edit > Undo, or Redo, is about."""

    group: str
    title: str
    notes: int


async def plan_undo(vault: Vault, what: int | str) -> UndoPlan:
    """Return what an undo of *what*, a change's id or a group, would do now. Raises `JournalFailed`, `VaultError`."""
    journal, work = vault.journal, vault.files.work
    return await vault._off_loop(lambda: _planned(work, journal, to_undo(journal, what)))


async def plan_redo(vault: Vault, what: int | str) -> UndoPlan:
    """Return what a redo of *what* would do now."""
    journal, work = vault.journal, vault.files.work
    return await vault._off_loop(lambda: _planned(work, journal, to_redo(journal, what)))


async def undo(vault: Vault, what: int | str, merged: bool = False) -> UndoOutcome:
    """Take back *what*, a change's id (with its unit) or a group; all of it or nothing.

    A note that changed since stands in the way; with *merged*, what changed is kept where it does not touch the same
    lines. Raises `VaultReadOnly`, `JournalFailed`, and what reading notes raises.
    """
    work = vault.files.work
    return await vault.on_writer(lambda writer: take_back(writer, work, to_undo(writer.journal, what), merged))


async def redo(vault: Vault, what: int | str, merged: bool = False) -> UndoOutcome:
    """Do again what was undone of *what*: the change or group, or the undo itself. Raises what `undo` raises."""
    work = vault.files.work
    return await vault.on_writer(lambda writer: take_back(writer, work, to_redo(writer.journal, what), merged))


async def last_group(vault: Vault) -> LastChange | None:
    """Return the newest group of changes that an undo would take back; None where there is none."""
    journal, work = vault.journal, vault.files.work

    def found() -> LastChange | None:
        # What somebody took back by hand is nothing to undo any more, and must not hide what is below it.
        standing = (group for group in standing_groups(journal) if not _is_back(work, journal, group))
        return next(map(_last_change, standing), None)

    return await vault._off_loop(found)


async def last_undo(vault: Vault) -> LastChange | None:
    """Return the newest undo that a redo would take back; None where there is none."""
    journal = vault.journal
    return await vault._off_loop(lambda: next(map(_last_change, standing_undos(journal)), None))


def _last_change(entries: tuple[JournalEntry, ...]) -> LastChange:
    notes = {entry.new_path if entry.kind == "move" else entry.path for entry in entries}
    return LastChange(entries[0].group, entries[0].title, len(notes))


def _is_back(work: FileWork, journal: Journal, entries: tuple[JournalEntry, ...]) -> bool:
    """Whether everything is as it was before *entries* already."""
    try:
        # Most often the first one answers; the others are not read then.
        plans = (undo_plan(work, journal, (entry,), "", "") for entry in entries)
        return all(plan.is_clean and not plan.steps for plan in plans)
    except VaultError:
        return False  # Undoing it will say what is wrong.


def _planned(work: FileWork, journal: Journal, choice: UndoChoice, unit: str = "undo") -> UndoPlan:
    if choice.problem:
        return UndoPlan(choice.title, "", problem=choice.problem)
    return undo_plan(work, journal, choice.entries, choice.title, unit)


def take_back(writer: Writer, work: FileWork, choice: UndoChoice, merged: bool) -> UndoOutcome:
    """Take the changes of *choice* back, all of them or none; on the writing thread."""
    group = f"undo:{secrets.token_hex(8)}"
    plan = _planned(work, writer.journal, choice, group)
    if plan.problem:
        return UndoOutcome(False, plan.title, problem=plan.problem)
    if not (plan.is_clean or (merged and plan.can_merge)):
        return UndoOutcome(False, plan.title, refused=_refused(plan))
    if not plan.steps:
        return UndoOutcome(False, plan.title, problem="Everything is as it was before already.")
    outcomes = writer.restore(plan.steps, Origin(group, plan.title))
    failed = next((outcome for outcome in outcomes if not outcome.in_place and outcome.error is not None), None)
    if failed is not None:
        return _failed(plan, failed)
    for copy in plan.trash:
        _take_from_trash(work, copy)
    # Not with the steps: a later one of them may need the folder that an earlier one left empty.
    work.remove_folders(plan.folders)
    unsure = next((outcome.error for outcome in outcomes if outcome.error is not None), None)
    return UndoOutcome(
        True,
        plan.title,
        group,
        notes=tuple(item.new_path or item.path for item in plan.items),
        merged=tuple(item.new_path or item.path for item in plan.items if item.state == "changed"),
        problem=str(unsure) if unsure is not None else "",
    )


def _refused(plan: UndoPlan) -> tuple[Refused, ...]:
    return tuple(
        Refused(item.path, item.problem, item.diff, item.can_merge) for item in plan.items if item.state == "changed"
    )


def _failed(plan: UndoPlan, failed: StepOutcome) -> UndoOutcome:
    """Say why the writer did none of it: a note changed this very moment, or the disk did not let it."""
    match failed.step:
        case Put(path=path) | Shift(path=path) | Remove(path=path):
            refused = Refused(path.text, str(failed.error))
    return UndoOutcome(False, plan.title, refused=(refused,))


def _take_from_trash(work: FileWork, copy: TrashCopy) -> None:
    """Remove a note's copy from the vault's own trash, if it is still the same; the note is back."""
    parts = copy.place.split("/")
    found = work.look(parts)
    if found is not None and found.digest == copy.digest:
        work.discard(parts, found.inode)
        work.remove_folders(copy.folders)
