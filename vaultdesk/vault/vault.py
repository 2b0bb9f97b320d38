"""An open vault for coroutines: reads and watches notes, and writes them through the journal."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar, cast

from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, NoteNotFound, VaultReadOnly, VaultUnavailable
from vaultdesk.core.feed import Feed
from vaultdesk.vault.disk.conflict_copies import ConflictCopy, conflict_original
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText, decode_note
from vaultdesk.vault.obsidian.vault_config import TrashOption, VaultConfig, read_vault_config
from vaultdesk.vault.transactions.file_edits import Create, EditOutcome, FileEdit, Origin, Rewrite
from vaultdesk.vault.transactions.journal_entry import Retention
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

if TYPE_CHECKING:
    from vaultdesk.vault.disk.watcher import Watcher
    from vaultdesk.vault.transactions.file_edits import PutFile, StepOutcome
    from vaultdesk.vault.transactions.journal import Journal
    from vaultdesk.vault.transactions.recovery import RecoveredChange
    from vaultdesk.vault.transactions.write_access import WriteAccess
    from vaultdesk.vault.transactions.writer import EditSessions, Writer


T = TypeVar("T")

READ_THREADS = 4
"""Threads that wait for the disk: one slow network file does not hold up the others."""


class ReadingVault:
    """One open vault, as far as it is read. `changes` tells what happened to notes, by whomever."""

    def __init__(self, root: Path, *, watch: bool = True) -> None:
        """With *watch* off, changes by other programs are not told: enough for one question or a search."""
        self.files = VaultFiles(root)
        self.root = self.files.root
        self.name = self.root.name or str(self.root)
        self.settings: VaultConfig = read_vault_config(self.root)
        self.changes: Feed[VaultChanged] = Feed()
        self._watch = watch
        self._watcher: Watcher | None = None
        self._threads = ThreadPoolExecutor(READ_THREADS, thread_name_prefix="vault")
        self._disk = self.root.stat().st_dev

    async def __aenter__(self) -> Self:
        if self._watch:
            self._watcher = await self._off_loop(self._make_watcher)
            await self._watcher.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        watcher, self._watcher = self._watcher, None
        if watcher is not None:
            await watcher.__aexit__(kind, error, trace)
        self._threads.shutdown(wait=False)

    @property
    def watch_problem(self) -> str:
        """Why changes by other programs may be missed, in a sentence; empty where they are not."""
        return self._watcher.problem if self._watcher is not None else ""

    async def keep_watching(self) -> None:
        """Watch again what could not be watched, or came back: a disk that was plugged in again, a folder renamed back.

        Raises `VaultUnavailable` where the folder is only the empty place of a disk that is not connected.
        """
        if self._watcher is not None:
            await self._watcher.renew()
        await self._off_loop(self._must_be_connected)

    async def read(self, path: NotePath) -> NoteText:
        """Return the note's text.

        Raises `NoteNotFound`, `NoteNotText`, `NoteTooLarge`, `NoteUnreadable`, `OutsideVault`.
        """
        return await self._off_loop(lambda: self.files.read_text(path))

    async def read_note(self, path: NotePath) -> Note:
        """Return the note read and understood; raises what `read` raises."""
        return await self._off_loop(lambda: parse_note(path, self.files.read_text(path).text))

    async def state(self, path: NotePath) -> FileState:
        """Return size and time of *path*."""
        return await self._off_loop(lambda: self.files.state(path))

    async def exists(self, path: NotePath) -> bool:
        """Whether there is a file at *path*."""
        try:
            await self.state(path)
        except NoteNotFound:
            return False
        return True

    async def find(self, path: NotePath) -> NotePath | None:
        """Return the file *path* means, in the disk's own spelling; rules are kept by that one."""
        return await self._off_loop(lambda: self.files.find(path))

    async def conflicts(self) -> tuple[ConflictCopy, ...]:
        """Return the conflict copies that sync programs left in the vault, each with the note it is a copy of."""

        def found() -> tuple[ConflictCopy, ...]:
            paths = (state.path for state in self.files.walk())
            return tuple(
                ConflictCopy(path, original) for path in paths if (original := conflict_original(path)) is not None
            )

        return await self._off_loop(found)

    def _make_watcher(self) -> "Watcher":
        # Imported here, off the loop: watchdog takes 44 ms, and a search from the command line never needs it.
        from vaultdesk.vault.disk.watcher import Watcher

        return Watcher(self.root, self.changes.publish, self._threads)

    def _must_be_connected(self) -> None:
        # Where a disk was taken out, the folder it was mounted on stays, empty: that is no vault without notes.
        with suppress(OSError):  # Where there is no folder at all, the walk says so.
            if self.root.stat().st_dev != self._disk and not any(self.root.iterdir()):
                raise VaultUnavailable(
                    "The vault's folder is not there any more.",
                    hint="Check that its disk is connected.",
                    path=str(self.root),
                    reason="an empty folder on another disk",
                )

    async def _off_loop(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


# Reading is reading_vault.py, the files themselves are files.py, the writing is writer.py; meaning is note.py.


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
        self._side: WriteAccess | None = None
        self._sittings: EditSessions | None = None
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
    def recovered(self) -> "tuple[RecoveredChange, ...]":
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
    def _write_side(self) -> "WriteAccess":
        if self._side is None:
            # Imported here: SQLite and what hangs on it take 20 ms, and who only reads never needs them.
            from vaultdesk.vault.transactions.write_access import WriteAccess

            self._side = WriteAccess(self.files, self._place, self._keep)
        return self._side

    def _sitting(self, path: NotePath) -> Origin:
        if self._sittings is None:
            from vaultdesk.vault.transactions.writer import EditSessions  # With the write side.

            self._sittings = EditSessions()
        return self._sittings.origin(path)

    def _trash_option(self) -> TrashOption:
        # Read anew: it may have been set in Obsidian since the vault was opened, and a deletion is rare.
        return read_vault_config(self.root).trash

    def _tell(self, changes: tuple[FileChange, ...]) -> None:
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
        step = cast("PutFile", outcome.step)
        modified_ns = outcome.modified_ns or self.files.state(step.path).mtime_ns
        return decode_note(step.path, step.data, modified_ns)
