"""Vault: the folder of notes the user owns, for coroutines; all that is done to it goes through the journal.

Reading is reading_vault.py, the files themselves are files.py, the writing is writer.py; meaning is note.py.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar, cast

from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, VaultReadOnly
from vaultdesk.vault.changes import Change, VaultChanged
from vaultdesk.vault.edits import Create, EditOutcome, FileEdit, Origin, Rewrite
from vaultdesk.vault.journal_entry import Retention
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText, decode
from vaultdesk.vault.obsidian import TrashOption, read_vault_config
from vaultdesk.vault.reading_vault import ReadingVault

if TYPE_CHECKING:
    from vaultdesk.vault.journal import Journal
    from vaultdesk.vault.recovery import Recovered
    from vaultdesk.vault.sittings import Sittings
    from vaultdesk.vault.step import Put, StepOutcome
    from vaultdesk.vault.write_side import WriteSide
    from vaultdesk.vault.writer import Writer

T = TypeVar("T")


class Vault(ReadingVault):
    """One open vault: `async with Vault(root) as vault`. Making one raises `VaultUnavailable`.

    Its own writes are told on `changes` at once, and may be told again when the watcher sees them.
    """

    def __init__(
        self,
        root: Path,
        *,
        watch: bool = True,
        place: Path | None = None,
        keep: Callable[[], Retention] = Retention,
    ) -> None:
        """*place* is the folder, outside the vault, of its journal and its lease; *keep* says how long it is kept.

        Without a place, changes can be undone as long as the vault is open, and no other program is kept out.
        """
        super().__init__(root, watch=watch)
        self._place = place
        self._keep = keep
        self._loop: asyncio.AbstractEventLoop | None = None
        self._side: WriteSide | None = None
        self._sittings: Sittings | None = None
        self._pen = ThreadPoolExecutor(1, thread_name_prefix="vault-pen")
        """The one thread that writes: what is begun is finished before the next."""

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._side is not None:
                await asyncio.get_running_loop().run_in_executor(self._pen, self._side.close)
        finally:
            self._pen.shutdown(wait=False)
            await super().__aexit__(kind, error, trace)

    @property
    def journal(self) -> "Journal":
        """Every change made through this program; reading it waits for the disk, so not on the loop."""
        return self._write_side.journal

    @property
    def read_only(self) -> str:
        """Why nothing can be written, in a sentence; empty where it can, or nobody tried yet."""
        return self._side.read_only if self._side is not None else ""

    @property
    def recovered(self) -> "tuple[Recovered, ...]":
        """What a crash had left open when writing was claimed, and how it ended."""
        return self._side.recovered if self._side is not None else ()

    async def claim_writing(self) -> bool:
        """Take the right to write now, not at the first write; False where another program has it (`read_only`)."""
        try:
            await self.on_writer(lambda writer: None)
        except VaultReadOnly:
            return False
        return True

    async def apply(self, edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
        """Do *edits*; each has its outcome, in their order. Those of one unit are done all or none.

        Raises `VaultReadOnly`, and `JournalFailed` where the journal cannot even be opened.
        """
        return await self.on_writer(lambda writer: writer.apply(edits, origin))

    async def write(
        self, path: NotePath, text: str, expected_digest: str | None, origin: Origin | None = None
    ) -> NoteText:
        """Replace the note's text if it still is what *expected_digest* says; None creates it. All or nothing.

        Without an *origin* it is the person's own. Raises `NoteConflict`, `NoteNotWritten`, `NoteNotConfirmed`,
        `VaultReadOnly`, `JournalFailed`.
        """
        edit = Create(path, text) if expected_digest is None else Rewrite(path, text, expected_digest)
        by = origin or self._sitting(path)
        (outcome,) = await self.on_writer(lambda writer: writer.write((edit,), by))
        return await self._off_loop(lambda: self._written(outcome))

    async def create(self, path: NotePath, text: str) -> NoteText:
        """Create a note and the folders it needs; raises `NoteConflict` where something has its name."""
        return await self.write(path, text, None)

    async def on_writer(self, work: "Callable[[Writer], T]") -> T:
        """Do *work* on the writing thread, with the right to write; what it changes is told on `changes`.

        Raises `VaultReadOnly`, `JournalFailed`, and what *work* raises.
        """
        self._loop = asyncio.get_running_loop()
        side = self._write_side
        return await self._loop.run_in_executor(self._pen, lambda: work(side.writer(self._trash_option, self._tell)))

    @property
    def _write_side(self) -> "WriteSide":
        if self._side is None:
            # Imported here: SQLite and what hangs on it take 20 ms, and who only reads never needs them.
            from vaultdesk.vault.write_side import WriteSide

            self._side = WriteSide(self.files, self._place, self._keep)
        return self._side

    def _sitting(self, path: NotePath) -> Origin:
        if self._sittings is None:
            from vaultdesk.vault.sittings import Sittings  # With the write side.

            self._sittings = Sittings()
        return self._sittings.origin(path)

    def _trash_option(self) -> TrashOption:
        # Read anew: it may have been set in Obsidian since the vault was opened, and a deletion is rare.
        return read_vault_config(self.root).trash

    def _tell(self, changes: tuple[Change, ...]) -> None:
        """Publish *changes* on the loop, before what was asked for returns; called on the writing thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.changes.publish, VaultChanged(changes))

    def _written(self, outcome: "StepOutcome") -> NoteText:
        """Return what was written as a note's text. Raises what *outcome* says."""
        error = outcome.error
        if error is not None and outcome.in_place and not isinstance(error, NoteConflict):
            raise NoteNotConfirmed(error.title, hint=error.hint, **error.facts) from error
        if error is not None:
            raise error
        step = cast("Put", outcome.step)
        modified_ns = outcome.modified_ns or self.files.state(step.path).mtime_ns
        return decode(step.path, step.data, modified_ns)
