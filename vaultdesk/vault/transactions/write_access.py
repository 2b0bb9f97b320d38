"""Write access to one vault: the write lock, crash recovery, the journal and the writer, opened when first needed."""

import json
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.errors import JournalFailed, VaultReadOnly
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.platform.program_file import replace_file_bytes
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.obsidian.vault_config import TrashOption
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.journal_entry import Retention
from vaultdesk.vault.transactions.recovery import RecoveredChange, recover
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.writer import Writer
from vaultdesk.vault.vault_changes import FileChange

if TYPE_CHECKING:
    from filelock import BaseFileLock


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
            replace_file_bytes(self._card, json.dumps({"process": os.getpid(), "host": socket.gethostname()}).encode())
        return True

    def release(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def refusal_reason(self) -> Phrase:
        """Return a sentence that names the holder."""
        with suppress(OSError, ValueError, AttributeError):
            process = int(json.loads(self._card.read_bytes()).get("process"))
            return Phrase("Another VaultDesk (process {0}) has this vault open, so it can only be read here.", process)
        return Phrase("Another VaultDesk has this vault open, so it can only be read here.")

    @property
    def _card(self) -> Path:
        """The file with the identity of the holder; the lock file itself cannot be read on Windows while it is held."""
        return self._file.with_suffix(".json")


# Synchronous, for the vault's single write thread; reading the journal is for any thread.

log = logging.getLogger(__name__)


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
                Phrase("The record of changes cannot be made: {0}.", error.strerror or error),
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
                self.journal.delete_old()
            except BaseException:
                self._lock.release()
                raise
            self.read_only = NO_PHRASE
            for recovered in self.recovered:
                log.info("recovered change %d: %s", recovered.change_id, recovered.verdict)
        elif self.journal.is_cleanup_due:
            self.journal.delete_old()
        if self._writer is None:
            self._writer = Writer(
                self._files, self.journal, Trash(self._files.root, self._files.operations, trash), publish
            )
        return self._writer

    def close(self) -> None:
        """Release the write lock and close the journal."""
        self.journal.close()
        self._lock.release()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
