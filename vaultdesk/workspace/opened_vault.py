"""An open vault with its files, index and searcher, available before the rest of its workspace."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from vaultdesk.core.errors import IndexFailed, SettingsError
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import AppFolders, vault_data_folder
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.transactions.journal_entry import Retention
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.bookmarks import VaultBookmarks

# Imports no assistant, tool or provider: a window shows the notes while those are still being imported.

log = logging.getLogger(__name__)


class OpenedVault:
    """One vault's files, index and searcher.

    Nothing is watched or indexed before `Workspace.start`, so changes since the last session are not known yet.
    """

    def __init__(self, vault: Vault, data_folder: Path) -> None:
        """*data_folder* is where the program keeps its own files about this vault."""
        self.vault = vault
        self.data_folder = data_folder
        self.index = Index(data_folder / "index.sqlite")
        self.indexer = Indexer(vault, self.index)
        """Started by `Workspace.start`; can be subscribed to before."""
        self.searcher = Searcher(self.index)
        self.search_history = JsonStore(data_folder / "finding.json")
        self.tree_state = JsonStore(data_folder / "tree.json")
        """The folders that are open in the file tree."""
        self.ignored_words = JsonStore(data_folder / "ignored-words.json")
        """Words the spell checker accepts, by note."""
        self.bookmarks = VaultBookmarks(data_folder / "bookmarks.json", vault.root / vault.settings.folder)

    @classmethod
    @asynccontextmanager
    async def open(cls, root: Path, *, folders: AppFolders, store: SettingsStore) -> "AsyncIterator[Self]":
        """Open the vault at *root*; the index itself is opened by the first query.

        Raises `VaultUnavailable`, and `IndexFailed` where the folder for the index cannot be made.
        """
        data_folder = vault_data_folder(folders, root)
        vault = Vault(
            root,
            data_folder=data_folder,
            retention=lambda: Retention(store.settings.journal.days, store.settings.journal.megabytes),
        )
        try:
            data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise IndexFailed(
                Phrase("There is no place for the search index: {0}.", error.strerror or error),
                hint=Phrase("Check {0}. Your notes are untouched.", folders.data),
                path=str(data_folder),
            ) from error
        opened = cls(vault, data_folder)
        async with AsyncExitStack() as running:
            # Closing twice is allowed: an indexer that was started closes the index as well.
            running.push_async_callback(asyncio.to_thread, opened.index.close)
            await running.enter_async_context(opened.searcher)
            yield opened

    async def record_opened(self, store: SettingsStore) -> None:
        """Note in the settings that the vault was opened now."""
        now, root = datetime.now(UTC), self.vault.root
        try:
            await store.change_soon(lambda settings: settings.with_vault(root, opened=now))
        except SettingsError as problem:
            # Only the list of recent vaults misses it; the store's own `problem` is what the person is shown.
            log.info("The opening of the vault was not noted: %s", problem.title)
