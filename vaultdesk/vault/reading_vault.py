"""ReadingVault: the folder of notes for coroutines, read and watched. Writing is the rest of it: vault.py."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from vaultdesk.core.errors import NoteNotFound, VaultUnavailable
from vaultdesk.core.feed import Feed
from vaultdesk.vault.changes import VaultChanged
from vaultdesk.vault.conflict_copies import Conflict, conflict_of
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.obsidian import VaultConfig, read_vault_config
from vaultdesk.vault.walk import FileState

if TYPE_CHECKING:
    from vaultdesk.vault.watcher import Watcher

T = TypeVar("T")

THREADS = 4
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
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="vault")
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

    async def conflicts(self) -> tuple[Conflict, ...]:
        """Return the conflict copies that sync programs left in the vault, each with the note it is a copy of."""

        def found() -> tuple[Conflict, ...]:
            paths = (state.path for state in self.files.walk())
            return tuple(Conflict(path, original) for path in paths if (original := conflict_of(path)) is not None)

        return await self._off_loop(found)

    def _make_watcher(self) -> "Watcher":
        # Imported here, off the loop: watchdog takes 44 ms, and a search from the command line never needs it.
        from vaultdesk.vault.watcher import Watcher

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
