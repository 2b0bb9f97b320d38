"""A transaction: its steps are checked against the staged state, then done all or none, with rollback."""

import logging
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from vaultdesk.core.errors import (
    JournalFailed,
    NameTaken,
    NoteConflict,
    NoteNotConfirmed,
    NoteNotFound,
    NoteNotWritten,
    VaultError,
)
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.vault.disk.atomic_write import FileAttributes, temporary_name
from vaultdesk.vault.disk.file_operations import FileOnDisk, FileOperations, note_changed_error
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import (
    EditResult,
    FileStep,
    MoveFile,
    Origin,
    PutFile,
    RemoveFile,
    StepOutcome,
)
from vaultdesk.vault.transactions.journal import Intent, Journal, JournalState
from vaultdesk.vault.transactions.trash import Trash


class PlannedStep(Struct, frozen=True):
    """A checked step, with its entry for the journal."""

    step: FileStep
    old: FileOnDisk | None
    """The file at its path right before the step."""
    intent: Intent | None
    """None if nothing has to be changed."""


class StagedState:
    """The state of files after the steps planned so far."""

    def __init__(self, operations: FileOperations, trash: Trash) -> None:
        self._operations = operations
        self._trash = trash
        self._files: dict[NotePath, FileOnDisk | None] = {}

    def file(self, path: NotePath) -> FileOnDisk | None:
        """Return the planned file at *path*."""
        return self._files[path] if path in self._files else self._operations.find(path)

    def expected(self, path: NotePath, digest: str) -> FileOnDisk:
        """Return the planned file at *path*. Raises `NoteNotFound`, and `NoteConflict` if its digest differs."""
        found = self.file(path)
        if found is None:
            raise NoteNotFound(
                Phrase("There is no note “{0}”.", printable(path.text)),
                hint=Phrase("It may have been moved, renamed or deleted."),
                path=path.text,
            )
        if found.digest != digest:
            raise note_changed_error(path)
        return found

    def plan(self, step: FileStep) -> PlannedStep:
        """Check *step* and add it. Raises what performing it would raise, as far as that can be predicted."""
        if isinstance(step, PutFile):
            return self._plan_put(step)
        old = self.expected(step.path, step.expected_digest)
        if isinstance(step, MoveFile):
            return self._plan_move(step, old)
        return self._plan_remove(step, old)

    def _plan_put(self, step: PutFile) -> PlannedStep:
        digest = digest_of(step.data)
        old = None
        folders: tuple[str, ...] = ()
        if step.expected_digest is None:
            folders = self._check_free(step.path, ())
        else:
            old = self.expected(step.path, step.expected_digest)
        mode = FileAttributes(0o600) if old is None else old.attributes
        self._files[step.path] = FileOnDisk(step.data, digest, step.attributes or mode, 0)
        if old is not None and old.digest == digest and step.attributes in (None, old.attributes):
            return PlannedStep(step, old, None)
        added, removed = count_line_changes(old.data if old else b"", step.data)
        intent = Intent(
            kind="create" if old is None else "modify",
            path=step.path.text,
            new_digest=digest,
            data=step.data,
            temporary=temporary_name(),
            folders=folders,
            added=added,
            removed=removed,
            unit=step.unit,
            undoes=step.undoes,
        )
        return PlannedStep(step, old, _with_old(intent, old))

    def _plan_move(self, step: MoveFile, old: FileOnDisk) -> PlannedStep:
        folders = self._check_free(step.new_path, (step.path,))
        self._files[step.path] = None
        self._files[step.new_path] = old
        intent = Intent(
            kind="move",
            path=step.path.text,
            new_path=step.new_path.text,
            old_digest=old.digest,
            new_digest=old.digest,
            folders=folders,
            attributes=old.attributes,
            unit=step.unit,
            undoes=step.undoes,
        )
        return PlannedStep(step, old, intent)

    def _plan_remove(self, step: RemoveFile, old: FileOnDisk) -> PlannedStep:
        self._files[step.path] = None
        trash_path = self._trash.path_for(step.path) if step.to_trash else ""
        intent = Intent(
            kind="delete",
            path=step.path.text,
            new_path=trash_path,
            folders=self._operations.missing_folders(step.path, trash_path.split("/")) if trash_path else (),
            removed=count_line_changes(old.data, b"")[1],
            unit=step.unit,
            undoes=step.undoes,
        )
        return PlannedStep(step, old, _with_old(intent, old))

    def _check_free(self, path: NotePath, moved_away: Sequence[NotePath]) -> tuple[str, ...]:
        """Return the folders to create for *path*. Raises `NoteConflict` if its name will be taken."""
        if self._files.get(path) is not None:
            raise note_changed_error(path)
        folders = self._operations.missing_folders(path)
        if not folders:
            removed = [*moved_away, *(old_path for old_path, found in self._files.items() if found is None)]
            self._operations.must_be_free(
                path, {old_path.file_name for old_path in removed if old_path.parent_text == path.parent_text}
            )
        same_key = (other for other, found in self._files.items() if found is not None and other.key == path.key)
        existing = next((other for other in same_key if other not in moved_away), None)
        if existing is not None:
            raise NameTaken(
                Phrase("There will be a note “{0}” already.", printable(existing.text)),
                hint=Phrase("Choose another name."),
                path=path.text,
            )
        return folders


def _with_old(intent: Intent, old: FileOnDisk | None) -> Intent:
    """Return *intent* with the content it replaces, for a snapshot."""
    if old is None:
        return intent
    return replace(intent, old_digest=old.digest, attributes=old.attributes, kept_bytes=len(old.data))


def count_line_changes(old: bytes, new: bytes) -> tuple[int, int]:
    """Return the numbers of added and removed lines, ignoring their order: enough for a list of changes."""
    before, after = Counter(old.splitlines()), Counter(new.splitlines())
    return (after - before).total(), (before - after).total()


def roll_back(operations: FileOperations, journal: Journal, intent: Intent) -> None:
    """Restore the disk to the state before *intent*, which is in place. Raises if the file was changed since."""
    path = NotePath(intent.path)
    match intent.kind:
        case "modify":
            data = journal.snapshot(intent.old_digest)
            operations.replace(path, data, intent.new_digest, intent.temporary, intent.attributes)
        case "create":
            operations.remove(path, intent.new_digest)
        case "move":
            operations.move(path, intent.new_path.split("/"), path.parts, intent.old_digest)
        case "delete" if intent.new_path:
            operations.move(path, intent.new_path.split("/"), path.parts, intent.old_digest)
        case "delete":
            operations.create(path, journal.snapshot(intent.old_digest), intent.temporary, intent.attributes)
    operations.remove_folders(intent.folders)


log = logging.getLogger(__name__)


class TransactionRunner:
    """Performs one unit after the other; one thread at a time (writer.py)."""

    def __init__(self, operations: FileOperations, journal: Journal, trash: Trash) -> None:
        self._operations = operations
        self._journal = journal
        self._trash = trash

    def run(self, planned: Sequence[PlannedStep], origin: Origin) -> tuple[StepOutcome, ...]:
        """Perform *planned*; if a step fails, roll back those before it. Errors are in the outcomes."""
        intents = [plan.intent for plan in planned if plan.intent is not None]
        try:
            new_ids = iter(self._journal.begin(intents, origin) if intents else ())
        except JournalFailed as error:
            return failed_outcomes([plan.step for plan in planned], 0, error)
        changes = [next(new_ids) if plan.intent is not None else 0 for plan in planned]
        outcomes: list[StepOutcome] = []
        for index, plan in enumerate(planned):
            outcome = self._perform_step(plan, changes[index])
            if outcome.error is not None and not outcome.in_place:
                before = self._roll_back(planned[:index], outcomes)
                failed_outcome, *rest = failed_outcomes(
                    [remaining.step for remaining in planned[index:]], 0, outcome.error
                )
                outcomes = [*before, replace(failed_outcome, change_id=outcome.change_id), *rest]
                break
            outcomes.append(outcome)
        return self._finish(planned, changes, outcomes)

    def _perform_step(self, plan: PlannedStep, change: int) -> StepOutcome:
        """Perform one step: store the old bytes, change the disk, read it back."""
        step, intent, old = plan.step, plan.intent, plan.old
        if intent is None:
            return StepOutcome(step, "done", old.digest if old is not None else "")
        modified_ns = 0
        try:
            if old is not None and intent.kept_bytes:
                self._journal.snapshots.save(old.data)
            modified_ns = self._perform(step, intent, old.digest if old is not None else "")
        except NoteNotConfirmed as error:
            return StepOutcome(step, "unconfirmed", intent.new_digest, change, error, modified_ns)
        except VaultError as error:
            if isinstance(error, NoteNotWritten) and self._is_in_place(step, intent):
                return StepOutcome(step, "unconfirmed", intent.new_digest, change, _not_confirmed(step), modified_ns)
            self._operations.remove_folders(intent.folders)
            return StepOutcome(step, "failed", "", change, error)
        try:
            self._read_back(step, intent.new_digest)
        except VaultError as error:
            return StepOutcome(step, "unconfirmed", intent.new_digest, change, error, modified_ns)
        return StepOutcome(step, "done", intent.new_digest, change, None, modified_ns)

    def _perform(self, step: FileStep, intent: Intent, old_digest: str) -> int:
        """Change the disk; return the file's new modification time if it has one."""
        match step:
            case PutFile(expected_digest=None):
                self._operations.make_folders(step.path, intent.folders)
                return self._operations.create(step.path, step.data, intent.temporary, step.attributes)
            case PutFile():
                return self._operations.replace(step.path, step.data, old_digest, intent.temporary, step.attributes)
            case MoveFile():
                self._operations.make_folders(step.new_path, intent.folders)
                self._operations.move(step.path, step.path.parts, step.new_path.parts, old_digest)
            case RemoveFile(to_trash=True):
                self._operations.make_folders(step.path, intent.folders)
                self._trash.put(step.path, old_digest, intent.new_path)
            case RemoveFile():
                self._operations.remove(step.path, old_digest)
        self._operations.remove_folders(step.folders)
        return 0

    def _read_back(self, step: FileStep, digest: str) -> None:
        """Raise `NoteConflict` if the file on disk differs from what was written."""
        found = self._operations.find(step.new_path if isinstance(step, MoveFile) else step.path)
        if (found.digest if found is not None else "") != digest:
            raise NoteConflict(
                Phrase("“{0}” was changed, but its content is different now.", printable(step.path.text)),
                hint=Phrase(
                    "Another program wrote it at the same moment. The earlier versions are in the list of changes."
                ),
                path=step.path.text,
            )

    def _is_in_place(self, step: FileStep, intent: Intent) -> bool:
        """Whether the step succeeded although an error was reported, as a network disk may do."""
        try:
            found = self._operations.find(step.path)
            if not isinstance(step, MoveFile):
                return (found.digest if found is not None else "") == intent.new_digest
            moved = self._operations.find(step.new_path)
            return found is None and moved is not None and moved.digest == intent.new_digest
        except VaultError:
            return False

    def _roll_back(self, applied: Sequence[PlannedStep], outcomes: Sequence[StepOutcome]) -> list[StepOutcome]:
        """Roll back the completed steps of the unit, the last first; return the resulting outcomes."""
        results: list[StepOutcome] = []
        failure: VaultError | None = None
        for plan, outcome in reversed(list(zip(applied, outcomes, strict=True))):
            try:
                if plan.intent is not None and failure is None:
                    roll_back(self._operations, self._journal, plan.intent)
            except VaultError as error:
                # Earlier steps of the unit may concern the same file: they also stay, and are reported.
                log.info("a change could not be rolled back: %s", type(error).__name__)
                failure = error
            results.append(
                replace(outcome, result="skipped", digest="") if failure is None else replace(outcome, error=failure)
            )
        return results[::-1]

    def _finish(
        self, planned: Sequence[PlannedStep], changes: Sequence[int], outcomes: Sequence[StepOutcome]
    ) -> tuple[StepOutcome, ...]:
        """Record in the journal how the changes ended."""
        states: dict[int, JournalState] = {}
        for plan, change, outcome in zip(planned, changes, outcomes, strict=True):
            if plan.intent is None:
                continue
            if outcome.in_place:
                states[change] = "done" if outcome.result == "done" else "unconfirmed"
            elif self._operations.remove_temporary(plan.step.path.parts, plan.intent.temporary):
                states[change] = "failed"
            # Otherwise it stays unfinished: the next start removes the hidden file that could not be removed now.
        try:
            self._journal.finish(states)
        except JournalFailed as error:
            # The notes are written; recovery updates the journal at the next start.
            log.info("changes were made but are not yet marked as done in the journal: %s", error)
            return tuple(replace(o, result="unconfirmed", error=error) if o.result == "done" else o for o in outcomes)
        return tuple(outcomes)


def failed_outcomes(steps: Sequence[FileStep], failed_at: int, error: VaultError) -> tuple[StepOutcome, ...]:
    """Return the outcomes of a unit of which nothing was done, because the step at *failed_at* failed."""
    result: EditResult = "conflict" if isinstance(error, NoteConflict | NoteNotFound) else "failed"
    return tuple(
        StepOutcome(step, result if index == failed_at else "skipped", error=error) for index, step in enumerate(steps)
    )


def _not_confirmed(step: FileStep) -> NoteNotConfirmed:
    return NoteNotConfirmed(
        Phrase("“{0}” was changed, but the disk reported an error.", printable(step.path.text)),
        hint=Phrase("Check the disk before you switch the computer off."),
        path=step.path.text,
    )
