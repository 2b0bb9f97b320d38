"""Writer: does edits and exact steps to files, through the journal, unit by unit. Synchronous; see vault.py."""

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from vaultdesk.core.errors import NoteConflict, NoteNotWritten, VaultError
from vaultdesk.vault.changes import Change
from vaultdesk.vault.conflict_copies import conflict_of, copies_of
from vaultdesk.vault.edits import Create, Delete, EditOutcome, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.new_bytes import encodable
from vaultdesk.vault.note_path import NotePath, visible
from vaultdesk.vault.prospect import Planned, Prospect
from vaultdesk.vault.sittings import folded
from vaultdesk.vault.step import Put, Remove, Shift, Step, StepOutcome
from vaultdesk.vault.trash import Trash
from vaultdesk.vault.unit_work import UnitWork, none_done

T = TypeVar("T")

CANVAS_SUFFIX = ".canvas"
"""Of Obsidian's canvases: their links are repaired, they are never made."""


class Writer:
    """The one that changes files of a vault. *tell* hears of what is in place, on the thread that wrote."""

    def __init__(
        self,
        files: VaultFiles,
        journal: Journal,
        trash: Trash,
        tell: Callable[[tuple[Change, ...]], None] = lambda changes: None,
    ) -> None:
        self._files = files
        self.journal = journal
        self._trash = trash
        self._tell = tell
        self._unit_work = UnitWork(files.work, journal, trash)
        self._lock = threading.Lock()
        self._changes: list[Change] = []
        self._names: dict[tuple[str, ...], frozenset[str]] = {}
        """Names by folder, for one turn: a bulk edit looks through each folder once."""

    def apply(self, edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
        """Do *edits*; each has its outcome, in their order. Those of one unit are done all or none.

        A later edit of a file may expect the bytes an earlier one of the same call found there.
        """
        outcomes = self.write(edits, origin)
        told: list[EditOutcome] = []
        for edit, outcome in zip(edits, outcomes, strict=True):
            problem = str(outcome.error) if outcome.error is not None else ""
            told.append(EditOutcome(edit, outcome.result, outcome.digest, outcome.change_id, problem))
        return tuple(told)

    def write(self, edits: Sequence[FileEdit], origin: Origin) -> tuple[StepOutcome, ...]:
        """Do *edits* as `apply` does; return what came of it with the errors themselves."""
        became: dict[tuple[NotePath, str], str] = {}
        outcomes: dict[int, StepOutcome] = {}
        with self._turn():
            for unit in _units(edits):
                told = self._edit_unit([edits[place] for place in unit], origin, became)
                outcomes.update(zip(unit, told, strict=True))
        return tuple(outcomes[place] for place in range(len(edits)))

    def restore(self, steps: Sequence[Step], origin: Origin) -> tuple[StepOutcome, ...]:
        """Put exact bytes, modes and attributes in place, as an undo needs; each has its outcome, in their order.

        Steps of one unit are done all or none. It goes through the journal like any change.
        """
        outcomes: dict[int, StepOutcome] = {}
        with self._turn():
            for unit in _units(steps):
                mine = [steps[place] for place in unit]
                prospect = Prospect(self._files.work, self._trash)
                planned: list[Planned] = []
                try:
                    for step in mine:
                        planned.append(prospect.plan(step))  # noqa: PERF401 - its length tells where it went wrong
                except VaultError as error:
                    told = none_done(mine, len(planned), error)
                else:
                    told = self._run(planned, origin)
                outcomes.update(zip(unit, told, strict=True))
        return tuple(outcomes[place] for place in range(len(steps)))

    def _edit_unit(
        self, edits: Sequence[FileEdit], origin: Origin, became: dict[tuple[NotePath, str], str]
    ) -> tuple[StepOutcome, ...]:
        """Plan one unit on the vault as it will be, then do it."""
        prospect = Prospect(self._files.work, self._trash)
        mine = dict(became)
        planned: list[Planned] = []
        try:
            for edit in edits:
                if origin.tool:
                    self._must_be_settled(edit)
                step = _step(edit, prospect, mine)
                plan = prospect.plan(step)
                planned.append(folded(plan, origin, self.journal))
                _follow(step, plan, mine)
        except VaultError as error:
            return none_done([_bare_step(edit) for edit in edits], len(planned), error)
        outcomes = self._run(planned, origin)
        if all(outcome.in_place for outcome in outcomes):
            became.update(mine)
        return outcomes

    def _run(self, planned: Sequence[Planned], origin: Origin) -> tuple[StepOutcome, ...]:
        outcomes = self._unit_work.run(planned, origin)
        self._changes += [
            _change(outcome.step)
            for plan, outcome in zip(planned, outcomes, strict=True)
            if outcome.in_place and plan.intent is not None
        ]
        return outcomes

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Let one thread in; afterwards tell what it did."""
        with self._lock:
            try:
                yield
            finally:
                changes, self._changes = tuple(self._changes), []
                self._names.clear()
                if changes:
                    self._tell(changes)

    def _must_be_settled(self, edit: FileEdit) -> None:
        """Raise `NoteConflict` where a conflict copy lies beside the file, or it is one: a person decides first."""
        for path in (edit.path, edit.new_path) if isinstance(edit, Move) else (edit.path,):
            original = conflict_of(path)
            parent = path.parts[:-1]
            if parent not in self._names:
                self._names[parent] = self._files.work.names_in(parent, path)
            copies = (path,) if original is not None else copies_of(path, self._names[parent])
            if copies:
                raise NoteConflict(
                    f"“{visible(path.text)}” has a conflict copy of a sync program: “{visible(copies[0].text)}”.",
                    hint="Put the two together and delete the copy; then it can be changed.",
                    path=path.text,
                    copy=copies[0].text,
                )


def _units(items: Sequence[FileEdit] | Sequence[Step]) -> Iterable[list[int]]:
    """Return the places of each unit's items, units in the order they first appear."""
    units: dict[Hashable, list[int]] = {}
    for place, item in enumerate(items):
        units.setdefault(item.unit or place, []).append(place)
    return units.values()


def _step(edit: FileEdit, prospect: Prospect, became: dict[tuple[NotePath, str], str]) -> Step:
    """Return what *edit* comes to. Raises what stands in its way."""
    if isinstance(edit, Create):
        path = edit.path.for_writing()
        return Put(path, encodable(path, edit.text, None), None, unit=edit.unit)
    digest = became.get((edit.path, edit.expected_digest), edit.expected_digest)
    if not edit.path.is_note and not (isinstance(edit, Rewrite) and edit.path.suffix == CANVAS_SUFFIX):
        raise NoteNotWritten(f"“{visible(edit.path.text)}” is not a note.", hint="Only notes are changed.")
    match edit:
        case Rewrite():
            old = prospect.expected(edit.path, digest)
            return Put(edit.path, encodable(edit.path, edit.text, old.data), digest, unit=edit.unit)
        case Move():
            return Shift(edit.path, edit.new_path.for_writing(), digest, unit=edit.unit)
        case Delete():
            return Remove(edit.path, digest, unit=edit.unit)


def _bare_step(edit: FileEdit) -> Step:
    """Return *edit* as a step for an outcome that says that nothing was done."""
    match edit:
        case Create():
            return Put(edit.path, b"", None, unit=edit.unit)
        case Rewrite():
            return Put(edit.path, b"", edit.expected_digest, unit=edit.unit)
        case Move():
            return Shift(edit.path, edit.new_path, edit.expected_digest, unit=edit.unit)
        case Delete():
            return Remove(edit.path, edit.expected_digest, unit=edit.unit)


def _follow(step: Step, plan: Planned, became: dict[tuple[NotePath, str], str]) -> None:
    """Note what the bytes that later edits were made from have become."""
    if plan.old is None or plan.intent is None:
        return
    after = plan.intent.new_digest
    for (path, promised), digest in list(became.items()):
        if path == step.path and digest == plan.old.digest:
            became[step.new_path if isinstance(step, Shift) else path, promised] = after
    if isinstance(step, Put):
        became[step.path, plan.old.digest] = after


def _change(step: Step) -> Change:
    """Return what the rest of the program is told of *step*."""
    match step:
        case Put():
            return Change("created" if step.expected_digest is None else "modified", step.path)
        case Shift():
            return Change("moved", step.new_path, step.path)
        case Remove():
            return Change("deleted", step.path)
