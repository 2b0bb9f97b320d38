"""Synchronous writer: applies edits as journaled transactions and folds the saves of one edit session."""

import secrets
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TypeVar

from vaultdesk.core.errors import ConflictCopyFound, JournalFailed, NoteNotWritten, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.values import replace
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import conflict_copies_of, conflict_original
from vaultdesk.vault.note_path import CANVAS_SUFFIX, NotePath, printable
from vaultdesk.vault.note_text import encode_note
from vaultdesk.vault.transactions.file_edits import (
    CHANGE_TITLES,
    Create,
    Delete,
    EditOutcome,
    FileEdit,
    FileStep,
    Move,
    MoveFile,
    Origin,
    PutFile,
    RemoveFile,
    Rewrite,
    StepOutcome,
)
from vaultdesk.vault.transactions.journal import Journal, JournalEntry
from vaultdesk.vault.transactions.transaction import (
    PlannedStep,
    StagedState,
    TransactionRunner,
    count_line_changes,
    failed_outcomes,
)
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.vault_changes import FileChange

# An editor saves every few seconds. The text before the session and the last text are stored; the saves between are
# merged into one change without a snapshot, unless one removes much text or ten minutes have passed: then the text
# before it is stored too, so that text deleted by mistake and saved over can be restored.

SESSION_GAP = 1800.0
"""Seconds without a save after which a new session begins."""

MAX_FOLD_SECONDS = 600.0
"""Maximum number of seconds of saves in one change, so that stored versions are at most ten minutes apart."""

MAX_REMOVED_SHARE = 0.2
"""Share of a note's bytes that a save may remove and still be merged: more may be a mistake."""

EDITOR_GROUP_PREFIX = "editor:"
"""Prefix of the groups of edit sessions: other changes are never merged."""

CHAT_GROUP_PREFIX = "chat:"
"""Prefix of the groups in which a chat is stored as a note: an answer written every two seconds is also merged."""


class EditSessions:
    """Assigns saves of a note to edit sessions. *clock* returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._groups: dict[NotePath, tuple[str, float]] = {}

    def origin(self, path: NotePath) -> Origin:
        """Return the origin of a save of *path* by the user, now."""
        now = self._clock()
        group, last = self._groups.get(path, ("", 0.0))
        if not group or now - last > SESSION_GAP:
            group = f"{EDITOR_GROUP_PREFIX}{secrets.token_hex(8)}"
        self._groups[path] = (group, now)
        return Origin(group, CHANGE_TITLES.phrase("edited"))


def fold_into_session(plan: PlannedStep, origin: Origin, journal: Journal) -> PlannedStep:
    """Return *plan* merged into the change before it, if both are of one session and little text is removed."""
    intent, old = plan.intent, plan.old
    if (
        intent is None
        or old is None
        or intent.kind != "modify"
        or not origin.group.startswith((EDITOR_GROUP_PREFIX, CHAT_GROUP_PREFIX))
    ):
        return plan
    data = intent.data or b""
    if len(data) < len(old.data) * (1 - MAX_REMOVED_SHARE):
        return plan
    previous = _last_save_in_session(journal, intent.path, origin.group, old.digest)
    if previous is None or (datetime.now(UTC) - previous.time).total_seconds() > MAX_FOLD_SECONDS:
        return plan
    # The merged change starts from the text before the session.
    try:
        first = journal.snapshot(previous.old_digest) if previous.old_digest else b""
    except JournalFailed:
        return plan  # The earlier text is lost; the current one is stored instead. Saving continues.
    added, removed = count_line_changes(first, data)
    return replace(plan, intent=replace(intent, folds_into=previous.id, kept_bytes=0, added=added, removed=removed))


def _last_save_in_session(journal: Journal, path: str, group: str, digest: str) -> JournalEntry | None:
    """Return the newest change of *path* if it is of *group*, in effect, and left the digest *digest*."""
    for entry in journal.changes(1, path=path):
        is_in_effect = entry.state == "done" and not entry.undone_by and not entry.undoes
        is_same = entry.group == group and entry.path == path and entry.new_digest == digest
        if is_in_effect and is_same and entry.kind in ("create", "modify"):
            return entry
    return None


T = TypeVar("T")


class Writer:
    """Changes files of a vault. *publish* is called with completed changes, on the thread that wrote."""

    def __init__(
        self,
        files: VaultFiles,
        journal: Journal,
        trash: Trash,
        publish: Callable[[tuple[FileChange, ...]], None] = lambda changes: None,
    ) -> None:
        self._files = files
        self.journal = journal
        self._trash = trash
        self._publish = publish
        self._runner = TransactionRunner(files.operations, journal, trash)
        self._lock = threading.Lock()
        self._changes: list[FileChange] = []
        self._names_by_folder: dict[tuple[str, ...], frozenset[str]] = {}
        """Names by folder, for one call: a bulk edit lists each folder once."""

    def apply(self, edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
        """Apply *edits*; return the outcome of each, in order. Those of one unit are applied all or none.

        A later edit of a file may expect the bytes that an earlier one of the same call found.
        """
        outcomes = self.write(edits, origin)
        results: list[EditOutcome] = []
        for edit, outcome in zip(edits, outcomes, strict=True):
            problem = outcome.error.message if outcome.error is not None else NO_PHRASE
            results.append(EditOutcome(edit, outcome.result, outcome.digest, outcome.change_id, problem, outcome.error))
        return tuple(results)

    def write(self, edits: Sequence[FileEdit], origin: Origin) -> tuple[StepOutcome, ...]:
        """Apply *edits* as `apply` does; return the outcomes with their exceptions."""
        digests: dict[tuple[NotePath, str], str] = {}
        outcomes: dict[int, StepOutcome] = {}
        with self._exclusive():
            for unit in _units(edits):
                unit_outcomes = self._edit_unit([edits[index] for index in unit], origin, digests)
                outcomes.update(zip(unit, unit_outcomes, strict=True))
        return tuple(outcomes[index] for index in range(len(edits)))

    def restore(self, steps: Sequence[FileStep], origin: Origin) -> tuple[StepOutcome, ...]:
        """Restore exact bytes, modes and attributes, for an undo; return the outcome of each step, in order.

        Steps of one unit are done all or none. They are recorded in the journal like any change.
        """
        outcomes: dict[int, StepOutcome] = {}
        with self._exclusive():
            for unit in _units(steps):
                unit_steps = [steps[index] for index in unit]
                staged = StagedState(self._files.operations, self._trash)
                planned: list[PlannedStep] = []
                try:
                    for step in unit_steps:
                        planned.append(staged.plan(step))  # noqa: PERF401 - its length tells where it went wrong
                except VaultError as error:
                    unit_outcomes = failed_outcomes(unit_steps, len(planned), error)
                else:
                    unit_outcomes = self._run(planned, origin)
                outcomes.update(zip(unit, unit_outcomes, strict=True))
        return tuple(outcomes[index] for index in range(len(steps)))

    def _edit_unit(
        self, edits: Sequence[FileEdit], origin: Origin, digests: dict[tuple[NotePath, str], str]
    ) -> tuple[StepOutcome, ...]:
        """Plan one unit against the planned state of the vault, then perform it."""
        staged = StagedState(self._files.operations, self._trash)
        unit_digests = dict(digests)
        planned: list[PlannedStep] = []
        try:
            for edit in edits:
                if origin.tool:
                    self._check_no_conflict_copy(edit)
                step = _step_of(edit, staged, unit_digests, self._files.for_writing)
                plan = staged.plan(step)
                planned.append(fold_into_session(plan, origin, self.journal))
                _track_digest(step, plan, unit_digests)
        except VaultError as error:
            return failed_outcomes([_empty_step(edit) for edit in edits], len(planned), error)
        outcomes = self._run(planned, origin)
        if all(outcome.in_place for outcome in outcomes):
            digests.update(unit_digests)
        return outcomes

    def _run(self, planned: Sequence[PlannedStep], origin: Origin) -> tuple[StepOutcome, ...]:
        outcomes = self._runner.run(planned, origin)
        self._changes += [
            _file_change(outcome.step)
            for plan, outcome in zip(planned, outcomes, strict=True)
            if outcome.in_place and plan.intent is not None
        ]
        return outcomes

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Serialize threads; afterwards publish the changes."""
        with self._lock:
            try:
                yield
            finally:
                changes, self._changes = tuple(self._changes), []
                self._names_by_folder.clear()
                if changes:
                    self._publish(changes)

    def _check_no_conflict_copy(self, edit: FileEdit) -> None:
        """Raise `NoteConflict` if the file has or is a conflict copy: the user decides first."""
        for path in (edit.path, edit.new_path) if isinstance(edit, Move) else (edit.path,):
            original = conflict_original(path)
            parent = path.parts[:-1]
            if parent not in self._names_by_folder:
                self._names_by_folder[parent] = self._files.operations.names_in(parent, path)
            copies = (path,) if original is not None else conflict_copies_of(path, self._names_by_folder[parent])
            if copies:
                raise ConflictCopyFound(
                    Phrase(
                        "“{0}” has a conflict copy of a sync program: “{1}”.",
                        printable(path.text),
                        printable(copies[0].text),
                    ),
                    hint=Phrase("Merge the two and delete the copy; then the note can be changed."),
                    path=path.text,
                    copy=copies[0].text,
                )


def _units(items: Sequence[FileEdit] | Sequence[FileStep]) -> Iterable[list[int]]:
    """Return the indexes of each unit's items, units in the order of first occurrence."""
    units: dict[Hashable, list[int]] = {}
    for index, item in enumerate(items):
        units.setdefault(item.unit or index, []).append(index)
    return units.values()


def _step_of(
    edit: FileEdit,
    staged: StagedState,
    digests: dict[tuple[NotePath, str], str],
    for_writing: Callable[[NotePath], NotePath],
) -> FileStep:
    """Return the step that performs *edit*. Raises if it is impossible."""
    if isinstance(edit, Create):
        path = for_writing(edit.path)
        return PutFile(path, encode_note(path, edit.text, None), None, unit=edit.unit)
    digest = digests.get((edit.path, edit.expected_digest), edit.expected_digest)
    if not edit.path.is_note and not (isinstance(edit, Rewrite) and edit.path.suffix == CANVAS_SUFFIX):
        raise NoteNotWritten(
            Phrase("“{0}” is not a note.", printable(edit.path.text)), hint=Phrase("Only notes can be changed.")
        )
    match edit:
        case Rewrite():
            old = staged.expected(edit.path, digest)
            return PutFile(edit.path, encode_note(edit.path, edit.text, old.data), digest, unit=edit.unit)
        case Move():
            return MoveFile(edit.path, for_writing(edit.new_path), digest, unit=edit.unit)
        case Delete():
            return RemoveFile(edit.path, digest, unit=edit.unit)


def _empty_step(edit: FileEdit) -> FileStep:
    """Return *edit* as a step for an outcome in which nothing was done."""
    match edit:
        case Create():
            return PutFile(edit.path, b"", None, unit=edit.unit)
        case Rewrite():
            return PutFile(edit.path, b"", edit.expected_digest, unit=edit.unit)
        case Move():
            return MoveFile(edit.path, edit.new_path, edit.expected_digest, unit=edit.unit)
        case Delete():
            return RemoveFile(edit.path, edit.expected_digest, unit=edit.unit)


def _track_digest(step: FileStep, plan: PlannedStep, digests: dict[tuple[NotePath, str], str]) -> None:
    """Record the new digest of the bytes that later edits are based on."""
    if plan.old is None or plan.intent is None:
        return
    new_digest = plan.intent.new_digest
    for (path, expected), digest in list(digests.items()):
        if path == step.path and digest == plan.old.digest:
            digests[step.new_path if isinstance(step, MoveFile) else path, expected] = new_digest
    if isinstance(step, PutFile):
        digests[step.path, plan.old.digest] = new_digest


def _file_change(step: FileStep) -> FileChange:
    """Return the change notification for *step*."""
    match step:
        case PutFile():
            return FileChange("created" if step.expected_digest is None else "modified", step.path)
        case MoveFile():
            return FileChange("moved", step.new_path, step.path)
        case RemoveFile():
            return FileChange("deleted", step.path)
