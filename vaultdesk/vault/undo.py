"""Undo and redo of journaled changes, all or nothing, also after a restart."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vaultdesk.core.errors import VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.disk.file_operations import FileOperations
from vaultdesk.vault.transactions.file_edits import MoveFile, Origin, PutFile, RemoveFile, StepOutcome
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.journal_entry import JournalEntry
from vaultdesk.vault.transactions.undo_plan import TrashCopy, UndoItem, UndoPlan, build_undo_plan
from vaultdesk.vault.transactions.writer import CHAT_GROUP_PREFIX, Writer
from vaultdesk.vault.vault import Vault

__all__ = [
    "LastChange",
    "UndoItem",
    "UndoOutcome",
    "UndoPlan",
    "UndoRefusal",
    "apply_undo",
    "last_group",
    "last_undo",
    "plan_redo",
    "plan_undo",
    "redo",
    "undo",
]


ALL_CHANGES = 1_000_000
"""More changes than any journal contains."""

CHANGES_PAGE = 200
"""Number of changes read in one query in the search for the last one that can be undone."""

_UNDO, _REDO = "Undo of ", "Redo of "


@dataclass(frozen=True, slots=True)
class UndoChoice:
    """The changes to revert."""

    entries: tuple[JournalEntry, ...] = ()
    """The newest first; every member of each unit."""
    title: Phrase = NO_PHRASE
    problem: Phrase = NO_PHRASE
    """The reason why there is nothing to revert, as a sentence."""


def changes_to_undo(journal: Journal, target: int | str) -> UndoChoice:
    """Return the changes that an undo of *target*, a change or a group, reverts. Raises `JournalFailed`."""
    named = _changes_of(journal, target)
    if not named:
        return UndoChoice(problem=_unknown(target))
    made = [entry for entry in named if _is_made(entry)]
    if not made:
        return UndoChoice(problem=Phrase("This was never done, so there is nothing to undo."))
    in_effect = [entry for entry in made if not entry.undone_by]
    if not in_effect:
        return UndoChoice(problem=Phrase("This is undone already."))
    return UndoChoice(tuple(in_effect), undo_title(in_effect[0].title))


def changes_to_redo(journal: Journal, target: int | str) -> UndoChoice:
    """Return the changes that a redo reverts: the undo of *target*, or *target* itself if it is an undo."""
    named = _changes_of(journal, target)
    if not named:
        return UndoChoice(problem=_unknown(target))
    undone = {entry.undone_by for entry in named if entry.undone_by}
    if undone:
        found = [entry for change in undone if (entry := journal.change(change)) is not None]
        units = {entry.id: entry for first in found for entry in _with_unit(journal, first)}
        undos = sorted(units.values(), key=lambda entry: -entry.id)
    else:
        undos = [entry for entry in named if entry.undoes]
    in_effect = [entry for entry in undos if _is_made(entry) and not entry.undone_by]
    if not in_effect:
        return UndoChoice(problem=Phrase("This is not undone, so there is nothing to redo."))
    return UndoChoice(tuple(in_effect), undo_title(in_effect[0].title))


def undo_title(title: str) -> Phrase:
    """Return the title of the undo of *title*; the undo of an undo is a redo."""
    if title.startswith(_UNDO):
        return Phrase("Redo of {0}", title.removeprefix(_UNDO))
    if title.startswith(_REDO):
        return Phrase("Undo of {0}", title.removeprefix(_REDO))
    return Phrase("Undo of “{0}”", title) if title else Phrase("Undo")


def undoable_groups(journal: Journal) -> Iterator[tuple[JournalEntry, ...]]:
    """Yield the groups of changes that are neither an undo nor undone, the newest first.

    Storing a chat as a note is not a user action: it must not precede the changes made by the chat's answers.
    """
    for group in _groups(journal):
        if group.startswith(CHAT_GROUP_PREFIX):
            continue
        in_effect = tuple(
            entry
            for entry in journal.changes(ALL_CHANGES, group=group)
            if _is_made(entry) and not entry.undoes and not entry.undone_by
        )
        if in_effect:
            yield in_effect


def redoable_undos(journal: Journal) -> Iterator[tuple[JournalEntry, ...]]:
    """Yield the undos that are not undone themselves, the newest first, without redos."""
    for group in _groups(journal):
        in_effect = tuple(
            entry
            for entry in journal.changes(ALL_CHANGES, group=group)
            if _is_made(entry) and entry.undoes and not entry.undone_by and _depth(journal, entry) % 2
        )
        if in_effect:
            yield in_effect


def _depth(journal: Journal, entry: JournalEntry) -> int:
    """Return the number of undos and redos between *entry* and the original change."""
    depth = 0
    while entry.undoes:
        depth += 1
        before = journal.change(entry.undoes)
        if before is None:
            return depth
        entry = before
    return depth


def _groups(journal: Journal) -> Iterator[str]:
    """Yield the names of groups, the newest first."""
    seen: set[str] = set()
    before: int | None = None
    while page := journal.changes(CHANGES_PAGE, before=before):
        for entry in page:
            if entry.group not in seen:
                seen.add(entry.group)
                yield entry.group
        before = page[-1].id


def _changes_of(journal: Journal, target: int | str) -> Sequence[JournalEntry]:
    """Return the changes of *target*, the newest first."""
    if isinstance(target, str):
        return journal.changes(ALL_CHANGES, group=target)
    entry = journal.change(target)
    return _with_unit(journal, entry) if entry is not None else ()


def _with_unit(journal: Journal, entry: JournalEntry) -> Sequence[JournalEntry]:
    if not entry.unit:
        return (entry,)
    return [other for other in journal.changes(ALL_CHANGES, group=entry.group) if other.unit == entry.unit]


def _is_made(entry: JournalEntry) -> bool:
    return entry.state in ("done", "unconfirmed")


def _unknown(target: int | str) -> Phrase:
    if isinstance(target, int):
        return Phrase("There is no change {0} in the list of changes. It may be older than what is kept.", target)
    return Phrase("There is no “{0}” in the list of changes. It may be older than what is kept.", target)


# The plan is made in undo_plan.py. An undo is a change like any other: it is in the journal and can be undone.


@dataclass(frozen=True, slots=True)
class UndoRefusal:
    """A note that prevented an undo."""

    path: str
    problem: Phrase
    """The reason, as a sentence."""
    diff: str = ""
    """The changes since, if they are known."""
    merge_is_clean: bool = False
    """Whether a merge would undo it and preserve later changes."""


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """The outcome of an undo or a redo."""

    done: bool
    title: Phrase = NO_PHRASE
    """`Undo of “Tag the reading notes”`."""
    group: str = ""
    """The group of the undo itself, by which it can be undone."""
    notes: tuple[str, ...] = ()
    """Current or last paths of the restored notes."""
    merged: tuple[str, ...] = ()
    """Those of them in which later changes were preserved."""
    refused: tuple[UndoRefusal, ...] = ()
    """The notes that prevented it: nothing was changed."""
    problem: Phrase = NO_PHRASE
    """The reason why there was nothing to do, or what went wrong, as a sentence."""

    @property
    def can_merge(self) -> bool:
        """Whether another attempt with a merge would succeed."""
        return bool(self.refused) and all(refused.merge_is_clean for refused in self.refused)


@dataclass(frozen=True, slots=True)
class LastChange:
    """The target of Edit > Undo or Redo."""

    group: str
    title: str
    notes: int


async def plan_undo(vault: Vault, target: int | str) -> UndoPlan:
    """Return the plan for an undo of *target*, a change's id or a group. Raises `JournalFailed`, `VaultError`."""
    journal, operations = vault.journal, vault.files.operations
    return await vault.run_in_thread(_plan_undo, operations, journal, target)


async def plan_redo(vault: Vault, target: int | str) -> UndoPlan:
    """Return the plan for a redo of *target*."""
    journal, operations = vault.journal, vault.files.operations
    return await vault.run_in_thread(_plan_redo, operations, journal, target)


async def undo(vault: Vault, target: int | str, merged: bool = False) -> UndoOutcome:
    """Revert *target*, a change's id (with its unit) or a group; all of it or nothing.

    A note changed since prevents it; with *merged*, later changes are preserved if they do not touch the same lines.
    Raises `VaultReadOnly`, `JournalFailed`, and what reading notes raises.
    """
    return await vault.run_on_writer(_undo_target, vault.files.operations, target, merged)


async def redo(vault: Vault, target: int | str, merged: bool = False) -> UndoOutcome:
    """Redo what was undone of *target*: the change or group, or the undo itself. Raises what `undo` raises."""
    return await vault.run_on_writer(_redo_target, vault.files.operations, target, merged)


async def last_group(vault: Vault) -> LastChange | None:
    """Return the newest group of changes that an undo would revert; None if there is none."""
    return await vault.run_in_thread(_last_undoable, vault.files.operations, vault.journal)


async def last_undo(vault: Vault) -> LastChange | None:
    """Return the newest undo that a redo would revert; None if there is none."""
    return await vault.run_in_thread(_last_redoable, vault.journal)


def _plan_undo(operations: FileOperations, journal: Journal, target: int | str) -> UndoPlan:
    return _plan_choice(operations, journal, changes_to_undo(journal, target))


def _plan_redo(operations: FileOperations, journal: Journal, target: int | str) -> UndoPlan:
    return _plan_choice(operations, journal, changes_to_redo(journal, target))


def _undo_target(writer: Writer, operations: FileOperations, target: int | str, merged: bool) -> UndoOutcome:
    return apply_undo(writer, operations, changes_to_undo(writer.journal, target), merged)


def _redo_target(writer: Writer, operations: FileOperations, target: int | str, merged: bool) -> UndoOutcome:
    return apply_undo(writer, operations, changes_to_redo(writer.journal, target), merged)


def _last_undoable(operations: FileOperations, journal: Journal) -> LastChange | None:
    # What the user reverted manually cannot be undone any more, and must not hide earlier changes.
    undoable = (group for group in undoable_groups(journal) if not _is_back(operations, journal, group))
    return next(map(_last_change, undoable), None)


def _last_redoable(journal: Journal) -> LastChange | None:
    return next(map(_last_change, redoable_undos(journal)), None)


def _last_change(entries: tuple[JournalEntry, ...]) -> LastChange:
    notes = {entry.new_path if entry.kind == "move" else entry.path for entry in entries}
    return LastChange(entries[0].group, entries[0].title, len(notes))


def _is_back(operations: FileOperations, journal: Journal, entries: tuple[JournalEntry, ...]) -> bool:
    """Whether everything is already as it was before *entries*."""
    try:
        # The first one usually suffices; the others are then not read.
        plans = (build_undo_plan(operations, journal, (entry,), NO_PHRASE, "") for entry in entries)
        return all(plan.is_clean and not plan.steps for plan in plans)
    except VaultError:
        return False  # The undo itself will report what is wrong.


def _plan_choice(operations: FileOperations, journal: Journal, choice: UndoChoice, unit: str = "undo") -> UndoPlan:
    if choice.problem:
        return UndoPlan(choice.title, "", problem=choice.problem)
    return build_undo_plan(operations, journal, choice.entries, choice.title, unit)


def apply_undo(writer: Writer, operations: FileOperations, choice: UndoChoice, merged: bool) -> UndoOutcome:
    """Revert all or none of the changes of *choice*; on the write thread."""
    group = f"undo:{secrets.token_hex(8)}"
    plan = _plan_choice(operations, writer.journal, choice, group)
    if plan.problem:
        return UndoOutcome(False, plan.title, problem=plan.problem)
    if not (plan.is_clean or (merged and plan.can_merge)):
        return UndoOutcome(False, plan.title, refused=_refused(plan))
    if not plan.steps:
        return UndoOutcome(False, plan.title, problem=Phrase("Everything is as it was before already."))
    outcomes = writer.restore(plan.steps, Origin(group, str(plan.title)))
    failed = next((outcome for outcome in outcomes if not outcome.in_place and outcome.error is not None), None)
    if failed is not None:
        return _failed(plan, failed)
    for copy in plan.trash:
        _take_from_trash(operations, copy)
    # Not with the steps: a later one may need the folder that an earlier one left empty.
    operations.remove_folders(plan.folders)
    unsure = next((outcome.error for outcome in outcomes if outcome.error is not None), None)
    return UndoOutcome(
        True,
        plan.title,
        group,
        notes=tuple(item.new_path or item.path for item in plan.items),
        merged=tuple(item.new_path or item.path for item in plan.items if item.state == "changed"),
        problem=unsure.message if unsure is not None else NO_PHRASE,
    )


def _refused(plan: UndoPlan) -> tuple[UndoRefusal, ...]:
    return tuple(
        UndoRefusal(item.path, item.problem, item.diff, item.can_merge)
        for item in plan.items
        if item.state == "changed"
    )


def _failed(plan: UndoPlan, failed: StepOutcome) -> UndoOutcome:
    """Return the outcome if the writer applied nothing: a note changed at this moment, or the disk refused."""
    match failed.step:
        case PutFile(path=path) | MoveFile(path=path) | RemoveFile(path=path):
            refused = UndoRefusal(path.text, failed.error.message if failed.error is not None else NO_PHRASE)
    return UndoOutcome(False, plan.title, refused=(refused,))


def _take_from_trash(operations: FileOperations, copy: TrashCopy) -> None:
    """Remove a note's copy from the vault's own trash if it is unchanged; the note is restored."""
    parts = copy.trash_path.split("/")
    found = operations.read_parts(parts)
    if found is not None and found.digest == copy.digest:
        operations.remove_if_same(parts, found.inode)
        operations.remove_folders(copy.folders)
