"""Write access to one vault, opened when first needed: write lock, crash recovery, journal and writer."""

import json
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from vaultdesk.core.errors import JournalFailed, VaultError, VaultReadOnly
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.platform.program_file import replace_file_bytes
from vaultdesk.vault.disk.file_operations import FileOperations
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import printable
from vaultdesk.vault.obsidian.vault_config import TrashOption
from vaultdesk.vault.transactions.journal import Intent, Journal, JournalState, OpenChange, Retention
from vaultdesk.vault.transactions.transaction import roll_back
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.writer import Writer
from vaultdesk.vault.vault_changes import FileChange

if TYPE_CHECKING:
    from filelock import BaseFileLock


# New bytes: the change was made. Old bytes: it was not. Others: another program wrote; the old and the new version are
# stored in the journal, the disk's stays, and the user is informed. The completed part of an interrupted unit is rolled
# back.

log = logging.getLogger(__name__)

RecoveryVerdict = Literal["done", "not done", "rolled back", "conflict", "unknown"]
"""How an unfinished change ended. `rolled back`: done, then reversed because its unit was not completed. `unknown`: the
file cannot be read now; the change stays unfinished.
"""

_STATES: dict[RecoveryVerdict, JournalState] = {
    "done": "done", "not done": "failed", "rolled back": "failed", "conflict": "conflict"
}  # fmt: skip


class RecoveredChange(Struct, frozen=True):
    """An unfinished change and how it ended."""

    change_id: int
    path: str
    verdict: RecoveryVerdict
    sentence: Phrase
    """For the user; empty if the change was made as expected."""


def recover(files: VaultFiles, journal: Journal) -> tuple[RecoveredChange, ...]:
    """Complete every unfinished change of *journal*; return them, oldest first. Requires the write lock.

    Afterwards no hidden file named in the journal remains. Raises `JournalFailed`.
    """
    units: dict[Hashable, list[OpenChange]] = {}
    for change in journal.open_changes():
        unit = (change.group, change.intent.unit) if change.intent.unit else change.id
        units.setdefault(unit, []).append(change)
    recovered: list[RecoveredChange] = []
    for unit_changes in units.values():
        recovered += _Recovery(files.operations, journal).run(unit_changes)
    journal.snapshots.sync()  # Snapshots written before a crash, before they were flushed, are trusted from here on.
    return tuple(sorted(recovered, key=lambda entry: entry.change_id))


class _Recovery:
    """Recovery of one unit."""

    def __init__(self, operations: FileOperations, journal: Journal) -> None:
        self._operations = operations
        self._journal = journal
        self._before: dict[str, str] = {}
        """Digests at paths before the later completed steps of the unit; read from the disk for others."""

    def run(self, changes: Sequence[OpenChange]) -> list[RecoveredChange]:
        """Complete or roll back *changes*, which belong to one unit; return what was done with each."""
        verdicts: dict[int, RecoveryVerdict] = {}
        for change in reversed(changes):
            verdicts[change.id] = self._verdict(change)
        interrupted = False
        for change in changes:
            # Steps run in order. After an incomplete one none was begun, so its file was changed by another program.
            if interrupted and verdicts[change.id] == "conflict":
                verdicts[change.id] = "not done"
            interrupted = interrupted or verdicts[change.id] == "not done"
        found = set(verdicts.values())
        is_complete = len(changes) < 2 or found == {"done"} or "unknown" in found or "conflict" in found
        if not is_complete and "done" in found:
            for change in reversed(changes):
                if verdicts[change.id] == "done":
                    verdicts[change.id] = self._roll_back(change)
        states: dict[int, JournalState] = {}
        for change in changes:
            verdict = verdicts[change.id]
            if verdict == "conflict":
                self._save_new_version(change.intent)
            if verdict != "unknown" and self._remove_leftovers(change.intent, verdict):
                states[change.id] = _STATES[verdict]
        self._journal.finish(states)
        return [
            RecoveredChange(change.id, change.intent.path, verdicts[change.id], _sentence(change, verdicts[change.id]))
            for change in changes
        ]

    def _verdict(self, change: OpenChange) -> RecoveryVerdict:
        intent = change.intent
        try:
            verdict = self._move_verdict(change) if intent.kind == "move" else self._write_verdict(change)
        except (VaultError, OSError) as error:
            log.info("a change is unresolved because its file cannot be read: %s", type(error).__name__)
            return "unknown"
        if verdict == "done":
            self._before[intent.path] = intent.old_digest
            if intent.kind == "move":
                self._before[intent.new_path] = ""
        return verdict

    def _write_verdict(self, change: OpenChange) -> RecoveryVerdict:
        intent = change.intent
        changed_later = self._journal.next_start(intent.path, change.id)
        if changed_later in (intent.new_digest, intent.old_digest):
            # A later change of this program is based on it, which is more reliable than the disk.
            return "done" if changed_later == intent.new_digest else "not done"
        current = self._digest(intent.path)
        if current == intent.new_digest:
            return "done"
        if current == intent.old_digest:
            if intent.kind == "delete" and intent.new_path:
                self._remove_second_name(intent.path, intent.new_path)
            return "not done"
        if intent.kind == "create" and self._is_placeholder(intent):
            return "not done"
        return "conflict"

    def _move_verdict(self, change: OpenChange) -> RecoveryVerdict:
        intent = change.intent
        old_digest, new_digest = self._digest(intent.path), self._digest(intent.new_path)
        if old_digest and new_digest:
            # A disk without exclusive rename creates a second name first; or another program created the new one.
            self._remove_second_name(intent.path, intent.new_path)
            return "conflict" if self._digest(intent.new_path) else "not done"
        if not old_digest and not new_digest:
            changed_later = self._journal.next_start(intent.new_path, change.id)
            return "done" if changed_later == intent.new_digest else "conflict"
        return "done" if new_digest else "not done"

    def _digest(self, path: str) -> str:
        """Return the digest of the file at *path*, before later steps; empty if there is none."""
        if path in self._before:
            return self._before[path]
        found = self._operations.read_parts(path.split("/"))
        return found.digest if found is not None else ""

    def _remove_second_name(self, path: str, second: str) -> None:
        """Remove the *second* name of the file at *path*, or an empty placeholder for it."""
        found = self._operations.read_parts(path.split("/"))
        if found is not None:
            self._operations.remove_if_same(second.split("/"), found.inode)

    def _is_placeholder(self, intent: Intent) -> bool:
        """Whether an empty file of this program reserves the name, as on disks without hard links; it is then
        removed.
        """
        parts = intent.path.split("/")
        found = self._operations.read_parts(parts)
        temporary_file = self._operations.read_parts((*parts[:-1], intent.temporary))
        if found is None or found.data or temporary_file is None:
            return False
        self._operations.remove_if_same(parts, found.inode)
        return True

    def _roll_back(self, change: OpenChange) -> RecoveryVerdict:
        # The unit may have been interrupted during its rollback, whose hidden file is still there.
        self._operations.remove_temporary(change.intent.path.split("/"), change.intent.temporary)
        try:
            roll_back(self._operations, self._journal, change.intent)
        except (VaultError, OSError) as error:
            log.info("a change could not be rolled back: %s", type(error).__name__)
            return "done"
        return "rolled back"

    def _save_new_version(self, intent: Intent) -> None:
        if intent.data is not None:
            self._journal.snapshots.save(intent.data)

    def _remove_leftovers(self, intent: Intent, verdict: RecoveryVerdict) -> bool:
        """Remove the leftovers of a change: its hidden file, and folders created for it."""
        is_removed = self._operations.remove_temporary(intent.path.split("/"), intent.temporary)
        if verdict != "done":
            self._operations.remove_folders(intent.folders)
        return is_removed


def _sentence(change: OpenChange, verdict: RecoveryVerdict) -> Phrase:
    """Return the sentence for the user about an unfinished change."""
    name = printable(change.intent.path)
    match verdict:
        case "done":
            return NO_PHRASE
        case "not done":
            if change.intent.kind == "create":
                return Phrase("Creating “{0}” was interrupted. The note does not exist.", name)
            return Phrase("A change of “{0}” was interrupted and not made. The note is unchanged.", name)
        case "rolled back":
            return Phrase("A set of changes was interrupted, and its change of “{0}” was rolled back.", name)
        case "conflict":
            return Phrase(
                "“{0}” was written by another program while a change of it was interrupted. The version of that "
                "program remains; the earlier versions are in the list of changes.",
                name,
            )
        case "unknown":
            return Phrase("A change of “{0}” was interrupted, and the note cannot be read now.", name)


class WriteLock:
    """The lock that allows one program to write. Two locks in one process also exclude each other."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock: BaseFileLock | None = None

    @property
    def held(self) -> bool:
        """Whether this lock is held."""
        return self._lock is not None and self._lock.is_locked

    def acquire(self) -> bool:
        """Acquire the lock if it is free; return whether it is held. Never blocks. Raises `JournalFailed`."""
        if self.held:
            return True
        # Takes 15 ms, and readers never need it. A thread-local lock would be lost between the vault's threads.
        from filelock import FileLock, Timeout

        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = FileLock(self._file, thread_local=False, is_singleton=False)
            lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError as error:
            raise JournalFailed(
                Phrase("The vault cannot be opened for writing: {0}.", error.strerror or error),
                hint=Phrase("Check the disk where VaultDesk keeps its data."),
                path=str(self._file),
            ) from error
        self._lock = lock
        with suppress(OSError):  # Only for the message in other programs; the lock itself is held.
            replace_file_bytes(
                self._holder_file, json.dumps({"process": os.getpid(), "host": socket.gethostname()}).encode()
            )
        return True

    def release(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def refusal_reason(self) -> Phrase:
        """Return a sentence that names the holder."""
        with suppress(OSError, ValueError, AttributeError):
            process = int(json.loads(self._holder_file.read_bytes()).get("process"))
            return Phrase("Another VaultDesk (process {0}) has this vault open, so it can only be read here.", process)
        return Phrase("Another VaultDesk has this vault open, so it can only be read here.")

    @property
    def _holder_file(self) -> Path:
        """The file with the identity of the holder; the lock file itself cannot be read on Windows while it is held."""
        return self._file.with_suffix(".json")


# Synchronous, for the vault's single write thread; reading the journal is for any thread.


class WriteAccess:
    """Everything needed to write *files*: the journal and the write lock in *data_folder*, crash recovery and the
    writer.

    Without a data folder they are in a temporary one that `close` deletes: enough for a tool that writes once.
    """

    def __init__(
        self, files: VaultFiles, data_folder: Path | None, retention: Callable[[], Retention] | None = None
    ) -> None:
        self._files = files
        try:
            self._temporary = Path(tempfile.mkdtemp(prefix="vaultdesk-")) if data_folder is None else None
        except OSError as error:
            raise JournalFailed(
                Phrase("The record of changes cannot be created: {0}.", error.strerror or error),
                hint=Phrase("No note is changed without it. Check the disk for temporary files."),
            ) from error
        folder = data_folder or self._temporary
        assert folder is not None
        self.journal = Journal(folder, retention or Retention)
        self._lock = WriteLock(folder / "writer.lock")
        self.read_only = NO_PHRASE
        """The reason why nothing can be written, as a sentence; empty if it can, or before the first attempt."""
        self.recovered: tuple[RecoveredChange, ...] = ()
        """Changes left unfinished by a crash, and how they ended."""
        self._writer: Writer | None = None

    def writer(self, trash: Callable[[], TrashOption], publish: Callable[[tuple[FileChange, ...]], None]) -> Writer:
        """Return the writer, after taking the write lock and recovering from a crash.

        Raises `VaultReadOnly` if another program has the vault open, `JournalFailed`.
        """
        if not self._lock.held:
            if not self._lock.acquire():
                self.read_only = self._lock.refusal_reason()
                raise VaultReadOnly(self.read_only, hint=Phrase("Close the other one, then try again."))
            try:
                self.recovered = recover(self._files, self.journal)
            except BaseException:
                self._lock.release()
                raise
            self.read_only = NO_PHRASE
            for recovered in self.recovered:
                log.info("recovered change %d: %s", recovered.change_id, recovered.verdict)
            self._clean_up()
        elif self.journal.is_cleanup_due:
            self._clean_up()
        if self._writer is None:
            self._writer = Writer(
                self._files, self.journal, Trash(self._files.root, self._files.operations, trash), publish
            )
        return self._writer

    def _clean_up(self) -> None:
        """Delete changes beyond the retention limits. A failure is logged, because no write depends on it."""
        try:
            self.journal.delete_old()
        except JournalFailed as error:
            log.info("outdated changes could not be deleted: %s", error.title)

    def close(self) -> None:
        """Release the write lock and close the journal."""
        self.journal.close()
        self._lock.release()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
