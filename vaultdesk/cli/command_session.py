"""The session of one command: settings, credentials and the open vault."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from vaultdesk.core.errors import UsageError, VaultDeskError
from vaultdesk.core.logs import start_logging
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.bootstrap_settings import read_bootstrap_settings

if TYPE_CHECKING:
    from vaultdesk.core.credentials import Credentials
    from vaultdesk.core.feed import Feed
    from vaultdesk.core.settings.settings_store import SettingsStore
    from vaultdesk.core.transmission import TransmissionLog
    from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
    from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
    from vaultdesk.index.index_state import IndexState
    from vaultdesk.index.indexing.indexer import Indexer
    from vaultdesk.providers.catalog import Catalog
    from vaultdesk.providers.provider_assembly import GateFactory
    from vaultdesk.workspace import Workspace
    from vaultdesk.workspace.opened_vault import OpenedVault

T = TypeVar("T")


class CommandSession:
    """The context of every command: folders, settings, keys."""

    def __init__(self) -> None:
        self.folders: AppFolders = app_folders(os.environ)
        start_logging(self.folders)

    @cached_property
    def store(self) -> "SettingsStore":
        """The settings, read on first access: their models take a tenth of a second to import."""
        from vaultdesk.core.settings.settings_store import SettingsStore

        store = SettingsStore(self.folders.settings_file)
        store.load()
        return store

    @cached_property
    def credentials(self) -> "Credentials":
        """The keys of providers."""
        from vaultdesk.core.credentials import Credentials  # as for the settings

        return Credentials(os.environ)

    def vault_root(self, folder: Path | None) -> Path:
        """Return the folder to work on: the named one, else the last one opened. Raises `UsageError` if there is
        none.
        """
        if folder is not None:
            return folder.expanduser().absolute()
        recent = self._recent_vaults()
        if not recent:
            raise UsageError("No vault has been opened yet.", hint="Name a folder of notes with --vault DIR.")
        return recent[0]

    def _recent_vaults(self) -> tuple[Path, ...]:
        return read_bootstrap_settings(self.folders.settings_file).recent

    def catalog(self, gate: "GateFactory", log: "TransmissionLog | None" = None) -> "Catalog":
        """Return all providers, for commands that need no vault; *gate* guards what leaves the computer.

        *log* records requests that do not pass the gate, in place of the ledger of a vault.
        """
        from vaultdesk.privacy.ledger import LedgerFiles
        from vaultdesk.providers.catalog import Catalog
        from vaultdesk.workspace import model_knowledge

        log = log or LedgerFiles(self.folders.data).connection_log
        return Catalog(self.store, self.credentials, gate, model_knowledge(self.folders), log=log)

    @asynccontextmanager
    async def workspace(self, folder: Path | None, *, single_query: bool = False) -> "AsyncIterator[Workspace]":
        """Open the vault with all its services for the length of the block.

        For *single_query* the vault is not watched and no texts are kept in memory.
        """
        from vaultdesk.workspace import Workspace  # imports nearly the whole program

        root = self.vault_root(folder)
        async with Workspace.open(
            root, folders=self.folders, store=self.store, credentials=self.credentials, single_query=single_query
        ) as workspace:
            yield workspace

    @asynccontextmanager
    async def indexed_vault(self, folder: Path | None, *, rebuild: bool = False) -> "AsyncIterator[OpenedVault]":
        """Open files, index and searcher of the vault, and nothing else, for the length of the block.

        The index is updated first, with *rebuild* from scratch. Raises `IndexFailed` if that fails and some notes are
        missing.
        """
        from vaultdesk.workspace.opened_vault import OpenedVault  # SQLite and asyncio's threads

        root = self.vault_root(folder)
        async with OpenedVault.open(root, folders=self.folders, single_query=True) as opened:
            if rebuild:
                await asyncio.to_thread(opened.index.rebuild)
            async with opened.running():
                await with_index_progress(opened.indexer, opened.wait_until_indexed())
                if self._recent_vaults()[:1] != (opened.vault.root,):
                    await opened.record_opened(self.store)  # The last vault opened is the one of the next command.
                yield opened


def run_async(work: Coroutine[None, None, int]) -> int:
    """Run *work* and return its exit code; Ctrl+C cancels it and lets it release its resources."""
    with asyncio.Runner() as runner:
        return runner.run(work)


async def wait_for_index(workspace: "Workspace") -> None:
    """Wait until the first scan has found all notes, with a line of progress on a terminal."""
    await with_index_progress(workspace.indexer, workspace.wait_until_indexed())


async def with_index_progress(indexer: "Indexer", work: Coroutine[None, None, T]) -> T:
    """Await *work*, which waits for *indexer*, with a progress line on a terminal."""
    return await with_progress(work, lambda: _show_progress(indexer))


async def with_progress(work: Coroutine[None, None, T], show: Callable[[], Coroutine[None, None, None]]) -> T:
    """Await *work*; in the meantime, on a terminal, *show* its progress."""
    if not sys.stderr.isatty():
        return await work
    result: list[T] = []
    failure: VaultDeskError | None = None
    async with asyncio.TaskGroup() as tasks:
        ticker = tasks.create_task(show())
        try:
            result.append(await work)
        except VaultDeskError as problem:
            failure = problem  # Raised outside, because a task group would wrap it and the message would be lost.
        ticker.cancel()
    if failure is not None:
        raise failure
    return result[0]


async def with_vector_progress(embedding_index: "EmbeddingIndex") -> "EmbeddingState":
    """Embed all passages, with a progress line on a terminal; return the resulting state."""
    return await with_progress(
        embedding_index.settled(), lambda: _show_counts("Indexing for search by meaning", embedding_index.progress)
    )


def vectors_notice(state: "EmbeddingState") -> str:
    """Return a sentence for an answer found with no or incomplete vectors; otherwise an empty one."""
    if state.phase == "off" or (state.passages and state.done >= state.total):
        return ""
    if state.phase == "absent":
        return f"Searched by words only. {state.reason}"
    if not state.passages:
        return "Searched by words only: no passage is indexed for search by meaning yet. Run “vaultdesk index”."
    return (
        f"{state.passages:,} of {state.total:,} passages are indexed for search by meaning. Run “vaultdesk index” "
        "for the others."
    )


async def _show_progress(indexer: "Indexer") -> None:
    await _show_counts("Reading notes", indexer.progress)


async def _show_counts(title: str, progress: "Feed[IndexState] | Feed[EmbeddingState]") -> None:
    with progress.subscribe() as states:
        try:
            async for state in states:
                if state.total:
                    print(f"\r\x1b[K{title}: {state.done:,} of {state.total:,}", end="", file=sys.stderr, flush=True)
        finally:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
