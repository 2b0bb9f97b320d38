"""The session of one command: settings, credentials and the open vault."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError, VaultDeskError
from vaultdesk.core.logs import start_logging
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import TransmissionLog
from vaultdesk.privacy.ledger_files import LedgerFiles
from vaultdesk.providers.catalog import Catalog, GateFactory
from vaultdesk.workspace import Workspace, model_knowledge

T = TypeVar("T")


class CommandSession:
    """What every command starts from: where things are kept, the settings, the keys."""

    def __init__(self) -> None:
        self.folders: AppFolders = app_folders(os.environ)
        start_logging(self.folders)
        self.store = SettingsStore(self.folders.settings_file)
        self.store.load()
        self.credentials = Credentials(os.environ)

    def vault_root(self, folder: Path | None) -> Path:
        """Return the folder to work on: the named one, else the one opened last. Raises `UsageError` without one."""
        if folder is not None:
            return folder.expanduser().absolute()
        recent = self.store.settings.recent_vaults()
        if not recent:
            raise UsageError("No vault has been opened yet.", hint="Name a folder of notes with --vault DIR.")
        return Path(recent[0])

    def catalog(self, gate: GateFactory, log: TransmissionLog | None = None) -> Catalog:
        """Return every provider there is, for commands that need no vault; *gate* guards what leaves the computer.

        *log* records requests that do not pass the gate, in place of the ledger without a vault.
        """
        log = log or LedgerFiles(self.folders.data).connection_log
        return Catalog(self.store, self.credentials, gate, model_knowledge(self.folders), log=log)

    @asynccontextmanager
    async def workspace(self, folder: Path | None) -> AsyncIterator[Workspace]:
        """Open the vault for the length of the block."""
        root = self.vault_root(folder)
        async with Workspace.open(
            root, folders=self.folders, store=self.store, credentials=self.credentials
        ) as workspace:
            yield workspace


async def selected_profile(workspace: Workspace, name: str | None) -> AgentProfile:
    """Return the agent that works: the named one, else that of the settings, else the plain assistant.

    Raises `UsageError` for one that is not there or was not allowed.
    """
    agent_name = name or workspace.store.settings.chat.agent
    return await workspace.agents.get(agent_name) if agent_name else DEFAULT_PROFILE


def run_async(work: Coroutine[None, None, int]) -> int:
    """Run *work* to its exit code; Ctrl+C cancels it and lets it close what it opened."""
    with asyncio.Runner() as runner:
        return runner.run(work)


async def wait_for_index(workspace: Workspace) -> None:
    """Wait until the first scan has found all notes, with a line of progress on a terminal."""
    await with_progress(workspace.wait_until_indexed(), lambda: _show_progress(workspace))


async def with_progress(work: Coroutine[None, None, T], show: Callable[[], Coroutine[None, None, None]]) -> T:
    """Do *work* and raise what it raises; meanwhile, on a terminal, *show* how far it is."""
    if not sys.stderr.isatty():
        return await work
    result: list[T] = []
    failure: VaultDeskError | None = None
    async with asyncio.TaskGroup() as tasks:
        ticker = tasks.create_task(show())
        try:
            result.append(await work)
        except VaultDeskError as problem:
            failure = problem  # Raised outside: a task group would wrap it, and a person would read where, not what.
        ticker.cancel()
    if failure is not None:
        raise failure
    return result[0]


async def _show_progress(workspace: Workspace) -> None:
    with workspace.indexer.progress.subscribe() as progress:
        try:
            async for state in progress:
                if state.total:
                    line = f"\r\x1b[KReading notes: {state.done:,} of {state.total:,}"
                    print(line, end="", file=sys.stderr, flush=True)
        finally:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
