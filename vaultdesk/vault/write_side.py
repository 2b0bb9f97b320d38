"""WriteSide: all that writing to one vault needs, made when first needed: place, lease, recovery, journal, writer.

Synchronous, for the vault's one writing thread; reading the journal is for any thread.
"""

import logging
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from vaultdesk.core.errors import JournalFailed, VaultReadOnly
from vaultdesk.vault.changes import Change
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import Retention
from vaultdesk.vault.lease import WriteLease
from vaultdesk.vault.obsidian import TrashOption
from vaultdesk.vault.recovery import Recovered, recover
from vaultdesk.vault.trash import Trash
from vaultdesk.vault.writer import Writer

log = logging.getLogger(__name__)


class WriteSide:
    """The writing side of *files*; *place* holds journal and lease.

    Without a place they lie in a private folder that goes when this is closed: enough for a tool that writes once.
    """

    def __init__(self, files: VaultFiles, place: Path | None, keep: Callable[[], Retention]) -> None:
        self._files = files
        try:
            self._temporary = Path(tempfile.mkdtemp(prefix="vaultdesk-")) if place is None else None
        except OSError as error:
            raise JournalFailed(
                f"The record of changes cannot be made: {error.strerror or error}.",
                hint="No note is changed without it. Check the disk for temporary files.",
            ) from error
        folder = place or self._temporary
        assert folder is not None
        self.journal = Journal(folder, keep)
        self._lease = WriteLease(folder / "writer.lock")
        self.read_only = ""
        """Why nothing can be written here, in a sentence; empty where it can, or nobody tried yet."""
        self.recovered: tuple[Recovered, ...] = ()
        """What was left open by a crash, and how it ended."""
        self._writer: Writer | None = None

    def writer(self, trash: Callable[[], TrashOption], tell: Callable[[tuple[Change, ...]], None]) -> Writer:
        """Return the writer, the lease held and what a crash left open ended.

        Raises `VaultReadOnly` where another program has the vault open, `JournalFailed`.
        """
        if not self._lease.held:
            if not self._lease.take():
                self.read_only = self._lease.why_not()
                raise VaultReadOnly(self.read_only, hint="Close the other one, then try again.")
            try:
                self.recovered = recover(self._files, self.journal)
                self.journal.forget_old()
            except BaseException:
                self._lease.release()
                raise
            self.read_only = ""
            for one in self.recovered:
                log.info("recovered change %d: %s", one.change_id, one.verdict)
        elif self.journal.due:
            self.journal.forget_old()
        if self._writer is None:
            self._writer = Writer(self._files, self.journal, Trash(self._files.root, self._files.work, trash), tell)
        return self._writer

    def close(self) -> None:
        """Let go of the lease and the journal."""
        self.journal.close()
        self._lease.release()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
