"""An open vault for coroutines: reads and watches notes, and writes them through the journal."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar, cast

from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, NoteNotFound, VaultReadOnly, VaultUnavailable
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import FileIdentity, NoteText
from vaultdesk.vault.obsidian.vault_config import TrashOption, VaultConfig, read_vault_config
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

if TYPE_CHECKING:
    from vaultdesk.vault.disk.watcher import Watcher
    from vaultdesk.vault.transactions.file_edits import EditOutcome, FileEdit, Origin, PutFile, StepOutcome
    from vaultdesk.vault.transactions.journal import Journal, Retention
    from vaultdesk.vault.transactions.write_access import RecoveredChange, WriteAccess
    from vaultdesk.vault.transactions.writer import EditSessions, Writer

P = ParamSpec("P")
T = TypeVar("T")

READ_THREADS = 4
"""Threads that wait for the disk, so that one slow network file does not delay the others."""


class Vault:
    """An open vault: `async with Vault(root) as vault`. The constructor raises `VaultUnavailable`."""

    def __init__(
        self,
        root: Path,
        *,
        watch: bool = True,
        data_folder: Path | None = None,
        retention: "Callable[[], Retention] | None" = None,
    ) -> None:
        """*data_folder*, outside the vault, holds the journal and the write lock; *retention* limits the journal.

        Without a data folder, changes can be undone as long as the vault is open, and no other program is kept out.
        With *watch* off, changes by other programs are not published: enough for one question or a search.
        """
        self.files = VaultFiles(root)
        self.root = self.files.root
        self.name = self.root.name or str(self.root)
        self.settings: VaultConfig = read_vault_config(self.root)
        self.changes: Feed[VaultChanged] = Feed()
        self._watch = watch
        self._watcher: Watcher | None = None
        self._data_folder = data_folder
        self._retention = retention
        self._write_access: WriteAccess | None = None
        self._edit_sessions: EditSessions | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._read_threads = ThreadPoolExecutor(READ_THREADS, thread_name_prefix="vault")
        self._write_thread = ThreadPoolExecutor(1, thread_name_prefix="vault-write")
        """One thread: a write is finished before the next one begins."""
        self._device = self.root.stat().st_dev

    async def __aenter__(self) -> Self:
        if self._watch:
            self._watcher = await self.run_in_thread(self._make_watcher)
            await self._watcher.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._write_access is not None:
                await asyncio.get_running_loop().run_in_executor(self._write_thread, self._write_access.close)
        finally:
            self._write_thread.shutdown(wait=False)
            watcher, self._watcher = self._watcher, None
            if watcher is not None:
                await watcher.__aexit__(kind, error, trace)
            self._read_threads.shutdown(wait=False)

    async def run_in_thread(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call *function*, which waits for the disk, in one of the read threads."""
        call = partial(function, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._read_threads, call)

    # Watching.

    @property
    def watch_problem(self) -> Phrase:
        """The reason why changes by other programs may be missed, as a sentence; otherwise empty."""
        return self._watcher.problem if self._watcher is not None else NO_PHRASE

    async def keep_watching(self) -> None:
        """Watch again after a failure or an interruption: a disk that was mounted again, a folder renamed back."""
        if self._watcher is not None:
            await self._watcher.renew()
        await self.run_in_thread(self._check_connected)

    def _make_watcher(self) -> "Watcher":
        # Imported here, off the loop: watchdog takes 44 ms, and a search from the command line never needs it.
        from vaultdesk.vault.disk.watcher import Watcher

        return Watcher(self.root, self.changes.publish, self._read_threads)

    def _check_connected(self) -> None:
        # The mount point of a removed disk remains as an empty folder: that is not a vault without notes.
        with suppress(OSError):  # If there is no folder at all, the walk reports it.
            if self.root.stat().st_dev != self._device and not any(self.root.iterdir()):
                raise VaultUnavailable(
                    Phrase("The folder of the vault no longer exists."),
                    hint=Phrase("Check that its disk is connected."),
                    path=str(self.root),
                    reason="an empty folder on another disk",
                )

    # Reading.

    async def read(self, path: NotePath) -> NoteText:
        """Return the note's text.

        Raises `NoteNotFound`, `NoteNotText`, `NoteTooLarge`, `NoteUnreadable`, `OutsideVault`.
        """
        return await self.run_in_thread(self.files.read_text, path)

    async def for_writing(self, path: NotePath) -> NotePath:
        """Return the path of a new note at *path*. Raises `NoteNotWritten` for names of new folders and files."""
        return await self.run_in_thread(self.files.for_writing, path)

    async def read_note(self, path: NotePath) -> Note:
        """Return the note, parsed. Raises what `read` raises."""
        return await self.run_in_thread(self._read_note, path)

    def _read_note(self, path: NotePath) -> Note:
        return parse_note(path, self.files.read_text(path).text)

    async def state(self, path: NotePath) -> FileState:
        """Return size and time of *path*."""
        return await self.run_in_thread(self.files.state, path)

    async def exists(self, path: NotePath) -> bool:
        """Return whether there is a file at *path*."""
        try:
            await self.state(path)
        except NoteNotFound:
            return False
        return True

    async def find(self, path: NotePath) -> NotePath | None:
        """Return the file that *path* refers to, in the disk's spelling, which permission rules use."""
        return await self.run_in_thread(self.files.find, path)

    async def find_moved(self, identity: FileIdentity) -> NotePath | None:
        """Return the path of the note with this identity; None if there is none. Raises `VaultUnavailable`."""
        return await self.run_in_thread(self.files.find_moved, identity)

    # Writing: each method calls its function with the writer in the write thread (`run_on_writer`).

    @property
    def journal(self) -> "Journal":
        """Every change made by this program. Reading it waits for the disk: not on the loop."""
        return self._open_write_access().journal

    @property
    def read_only(self) -> Phrase:
        """The reason why nothing can be written, as a sentence; empty if it can, or before the first attempt."""
        return self._write_access.read_only if self._write_access is not None else NO_PHRASE

    @property
    def recovered(self) -> "tuple[RecoveredChange, ...]":
        """Changes left unfinished by a crash when write access was claimed, and how they ended."""
        return self._write_access.recovered if self._write_access is not None else ()

    async def trash_option(self) -> TrashOption:
        """Return where deleted files go, as now set in Obsidian; `settings` has the value at opening."""
        return await self.run_in_thread(self._trash_option)

    async def deletion_text(self) -> Phrase:
        """Return where a file that is deleted now goes, for the user: `to the trash of this computer`."""
        return await self.run_in_thread(self._deletion_text)

    def _deletion_text(self) -> Phrase:
        # Imported here, off the loop: a reader never needs them.
        from vaultdesk.vault.transactions.journal import Retention
        from vaultdesk.vault.transactions.trash import deletion_text

        return deletion_text(self._trash_option(), self._retention() if self._retention is not None else Retention())

    async def claim_write_access(self) -> bool:
        """Acquire the write lock before the first write; return False if another program has it (`read_only`)."""
        try:
            await self.run_on_writer(_do_nothing)
        except VaultReadOnly:
            return False
        return True

    async def apply(self, edits: "Sequence[FileEdit]", origin: "Origin") -> "tuple[EditOutcome, ...]":
        """Apply *edits*; each has its outcome, in their order. Those of one unit are applied all or none.

        Raises `VaultReadOnly`, and `JournalFailed` where the journal cannot even be opened.
        """
        return await self.run_on_writer(_apply_edits, edits, origin)

    async def write(
        self, path: NotePath, text: str, expected_digest: str | None, origin: "Origin | None" = None
    ) -> NoteText:
        """Replace the note's text if it has the digest *expected_digest*; None creates the note. Atomic."""
        from vaultdesk.vault.transactions.file_edits import Create, Rewrite  # as the write access

        edit = Create(path, text) if expected_digest is None else Rewrite(path, text, expected_digest)
        outcome = await self.run_on_writer(_write_edit, edit, origin or self._session_origin(path))
        return await self.run_in_thread(self._written_text, outcome)

    async def create(self, path: NotePath, text: str) -> NoteText:
        """Create a note and the folders it needs. Raises `NoteConflict` if the name is taken."""
        return await self.write(path, text, None)

    async def run_on_writer(
        self, function: "Callable[Concatenate[Writer, P], T]", *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call *function* with the writer in the write thread; its changes are published on `changes`."""
        self._loop = asyncio.get_running_loop()
        self._open_write_access()
        call = partial(self._run_with_writer, function, *args, **kwargs)
        return await self._loop.run_in_executor(self._write_thread, call)

    def _run_with_writer(
        self, function: "Callable[Concatenate[Writer, P], T]", /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        writer = self._open_write_access().writer(self._trash_option, self._publish_written)
        return function(writer, *args, **kwargs)

    def _open_write_access(self) -> "WriteAccess":
        if self._write_access is None:
            # Imported here: SQLite and its dependents take 20 ms, and readers never need them.
            from vaultdesk.vault.transactions.write_access import WriteAccess

            self._write_access = WriteAccess(self.files, self._data_folder, self._retention)
        return self._write_access

    def _session_origin(self, path: NotePath) -> "Origin":
        if self._edit_sessions is None:
            from vaultdesk.vault.transactions.writer import EditSessions  # With the write access.

            self._edit_sessions = EditSessions()
        return self._edit_sessions.origin(path)

    def _trash_option(self) -> TrashOption:
        # Read again: it may have been changed in Obsidian since the vault was opened, and a deletion is rare.
        return read_vault_config(self.root).trash

    def _publish_written(self, changes: tuple[FileChange, ...]) -> None:
        """Publish *changes* on the loop, before the write returns; called in the write thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.changes.publish, VaultChanged(changes))

    def _written_text(self, outcome: "StepOutcome") -> NoteText:
        """Return the written text as a note's text. Raises the error of *outcome*."""
        error = outcome.error
        if error is not None and outcome.in_place and not isinstance(error, NoteConflict):
            raise NoteNotConfirmed(error.title, hint=error.hint, **error.facts) from error
        if error is not None:
            raise error
        step = cast("PutFile", outcome.step)
        modified_ns = outcome.modified_ns or self.files.state(step.path).mtime_ns
        return self.files.written_text(step.path, step.data, modified_ns)


def _do_nothing(writer: "Writer") -> None:
    """Do nothing: obtaining the writer claims the write access."""


def _apply_edits(writer: "Writer", edits: "Sequence[FileEdit]", origin: "Origin") -> "tuple[EditOutcome, ...]":
    return writer.apply(edits, origin)


def _write_edit(writer: "Writer", edit: "FileEdit", origin: "Origin") -> "StepOutcome":
    (outcome,) = writer.write((edit,), origin)
    return outcome
