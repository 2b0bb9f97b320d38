"""UnitWork: does the steps of a unit, all or none, each by the path of THREATS 4.1. Plans nothing; see prospect.py."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from vaultdesk.core.errors import (
    JournalFailed,
    NoteConflict,
    NoteNotConfirmed,
    NoteNotFound,
    NoteNotWritten,
    VaultError,
)
from vaultdesk.vault.edits import EditResult, Origin
from vaultdesk.vault.file_work import FileWork
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import Intent, JournalState
from vaultdesk.vault.note_path import visible
from vaultdesk.vault.prospect import Planned
from vaultdesk.vault.put_back import put_back
from vaultdesk.vault.step import Put, Remove, Shift, Step, StepOutcome
from vaultdesk.vault.trash import Trash

log = logging.getLogger(__name__)


class UnitWork:
    """Work on one unit after the other; one thread at a time (writer.py)."""

    def __init__(self, work: FileWork, journal: Journal, trash: Trash) -> None:
        self._work = work
        self._journal = journal
        self._trash = trash

    def run(self, planned: Sequence[Planned], origin: Origin) -> tuple[StepOutcome, ...]:
        """Do *planned*; where one cannot be done, put back those before it. What goes wrong is in the outcomes."""
        intents = [plan.intent for plan in planned if plan.intent is not None]
        try:
            begun = iter(self._journal.begin(intents, origin) if intents else ())
        except JournalFailed as error:
            return none_done([plan.step for plan in planned], 0, error)
        changes = [next(begun) if plan.intent is not None else 0 for plan in planned]
        outcomes: list[StepOutcome] = []
        for place, plan in enumerate(planned):
            outcome = self._do(plan, changes[place])
            if outcome.error is not None and not outcome.in_place:
                before = self._back(planned[:place], outcomes)
                culprit, *rest = none_done([left.step for left in planned[place:]], 0, outcome.error)
                outcomes = [*before, replace(culprit, change_id=outcome.change_id), *rest]
                break
            outcomes.append(outcome)
        return self._finished(planned, changes, outcomes)

    def _do(self, plan: Planned, change: int) -> StepOutcome:
        """Do one step: keep the old bytes, change the disk, read it back."""
        step, intent, old = plan.step, plan.intent, plan.old
        if intent is None:
            return StepOutcome(step, "done", old.digest if old is not None else "")
        modified_ns = 0
        try:
            if old is not None and intent.kept_bytes:
                self._journal.snapshots.keep(old.data)
            modified_ns = self._perform(step, intent, old.digest if old is not None else "")
        except NoteNotConfirmed as error:
            return StepOutcome(step, "unconfirmed", intent.new_digest, change, error, modified_ns)
        except VaultError as error:
            if isinstance(error, NoteNotWritten) and self._is_in_place(step, intent):
                return StepOutcome(step, "unconfirmed", intent.new_digest, change, _not_confirmed(step), modified_ns)
            self._work.remove_folders(intent.folders)
            return StepOutcome(step, "failed", "", change, error)
        try:
            self._read_back(step, intent.new_digest)
        except VaultError as error:
            return StepOutcome(step, "unconfirmed", intent.new_digest, change, error, modified_ns)
        return StepOutcome(step, "done", intent.new_digest, change, None, modified_ns)

    def _perform(self, step: Step, intent: Intent, old_digest: str) -> int:
        """Change the disk; return the file's new time where it has one."""
        match step:
            case Put(expected_digest=None):
                self._work.make_folders(step.path, intent.folders)
                return self._work.create(step.path, step.data, intent.temporary, step.attributes)
            case Put():
                return self._work.replace(step.path, step.data, old_digest, intent.temporary, step.attributes)
            case Shift():
                self._work.make_folders(step.new_path, intent.folders)
                self._work.move(step.path, step.path.parts, step.new_path.parts, old_digest)
            case Remove(to_trash=True):
                self._work.make_folders(step.path, intent.folders)
                self._trash.take(step.path, old_digest, intent.new_path)
            case Remove():
                self._work.remove(step.path, old_digest)
        self._work.remove_folders(step.folders)
        return 0

    def _read_back(self, step: Step, digest: str) -> None:
        """Raise `NoteConflict` where the disk does not say what was written."""
        found = self._work.find(step.new_path if isinstance(step, Shift) else step.path)
        if (found.digest if found is not None else "") != digest:
            raise NoteConflict(
                f"“{visible(step.path.text)}” was changed, but reads differently now.",
                hint="Another program wrote it at that moment. The versions before are kept in the list of changes.",
                path=step.path.text,
            )

    def _is_in_place(self, step: Step, intent: Intent) -> bool:
        """Whether the step happened although an error was told, as a disk behind a network may do."""
        try:
            found = self._work.find(step.path)
            if not isinstance(step, Shift):
                return (found.digest if found is not None else "") == intent.new_digest
            moved = self._work.find(step.new_path)
            return found is None and moved is not None and moved.digest == intent.new_digest
        except VaultError:
            return False

    def _back(self, done: Sequence[Planned], outcomes: Sequence[StepOutcome]) -> list[StepOutcome]:
        """Put back what was done of the unit, the last first; return what then holds."""
        told: list[StepOutcome] = []
        stuck: VaultError | None = None
        for plan, outcome in reversed(list(zip(done, outcomes, strict=True))):
            try:
                if plan.intent is not None and stuck is None:
                    put_back(self._work, self._journal, plan.intent)
            except VaultError as error:
                # What lies below it in the unit may be the same file: it stays too, and is told.
                log.info("a change could not be put back: %s", type(error).__name__)
                stuck = error
            told.append(
                replace(outcome, result="skipped", digest="") if stuck is None else replace(outcome, error=stuck)
            )
        return told[::-1]

    def _finished(
        self, planned: Sequence[Planned], changes: Sequence[int], outcomes: Sequence[StepOutcome]
    ) -> tuple[StepOutcome, ...]:
        """Tell the journal how it ended."""
        states: dict[int, JournalState] = {}
        for plan, change, outcome in zip(planned, changes, outcomes, strict=True):
            if plan.intent is None:
                continue
            if outcome.in_place:
                states[change] = "done" if outcome.result == "done" else "unconfirmed"
            elif self._work.sweep(plan.step.path.parts, plan.intent.temporary):
                states[change] = "failed"
            # Else it stays open: the next start removes the hidden file that could not be removed now.
        try:
            self._journal.finish(states)
        except JournalFailed as error:
            # The notes are written and safe; recovery tells the journal at the next start.
            log.info("changes are done, but the journal does not say so yet: %s", error)
            return tuple(replace(o, result="unconfirmed", error=error) if o.result == "done" else o for o in outcomes)
        return tuple(outcomes)


def none_done(steps: Sequence[Step], culprit: int, error: VaultError) -> tuple[StepOutcome, ...]:
    """Return the outcomes of a unit of which nothing was done, because of the step at *culprit*."""
    result: EditResult = "conflict" if isinstance(error, NoteConflict | NoteNotFound) else "failed"
    return tuple(
        StepOutcome(step, result if place == culprit else "skipped", error=error) for place, step in enumerate(steps)
    )


def _not_confirmed(step: Step) -> NoteNotConfirmed:
    return NoteNotConfirmed(
        f"“{visible(step.path.text)}” was changed, but the disk reported an error.",
        hint="Check the disk before you switch the computer off.",
        path=step.path.text,
    )
