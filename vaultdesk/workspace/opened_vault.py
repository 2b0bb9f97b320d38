"""An open vault with its files, index and searcher, available before the rest of its workspace."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from vaultdesk.core.errors import IndexFailed, SettingsError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import AppFolders, vault_data_folder
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.bookmarks import VaultBookmarks

if TYPE_CHECKING:
    from vaultdesk.core.settings.settings_store import SettingsStore
    from vaultdesk.vault.transactions.journal import Retention

# Imports no assistant, tool, provider or settings model: a window shows the notes while those are still being imported,
# and a search in a terminal needs none of them.

log = logging.getLogger(__name__)


class OpenedVault:
    """One vault's files, index and searcher.

    Nothing is watched or indexed before `running`, so changes since the last session are not known yet.
    """

    def __init__(self, vault: Vault, data_folder: Path, *, one_question: bool = False) -> None:
        """*data_folder* is the folder of the program's own files about this vault.

        With *one_question* no texts are cached in memory, and the index file is not read to compare its checksum.
        """
        self.vault = vault
        self.data_folder = data_folder
        self.one_question = one_question
        self.index = Index(data_folder / "index.sqlite")
        self.indexer = Indexer(vault, self.index, checks_file=not one_question)
        """Started by `running`; may be subscribed to before."""
        self.searcher = Searcher(self.index, keeps_texts=not one_question)
        self.search_history = JsonStore(data_folder / "finding.json")
        self.tree_state = JsonStore(data_folder / "tree.json")
        """The expanded folders of the file tree."""
        self.ignored_words = JsonStore(data_folder / "ignored-words.json")
        """Words the spell checker accepts, by note."""
        self.bookmarks = VaultBookmarks(data_folder / "bookmarks.json", vault.root / vault.settings.folder)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, root: Path, *, folders: AppFolders, store: "SettingsStore | None" = None, one_question: bool = False
    ) -> "AsyncIterator[Self]":
        """Open the vault at *root*; the index itself is opened by the first query.

        *store* says how long changes can be undone; not needed by a caller that changes no note. With *one_question*
        changes by other programs are detected at the start only, and no texts are cached in memory. Raises
        `VaultUnavailable`, and `IndexFailed` if the folder for the index cannot be created.
        """
        data_folder = vault_data_folder(folders, root)
        retention = partial(_retention, store) if store is not None else None
        vault = Vault(root, watch=not one_question, data_folder=data_folder, retention=retention)
        try:
            data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise IndexFailed(
                Phrase("There is no place for the search index: {0}.", error.strerror or error),
                hint=Phrase("Check {0}. Your notes are untouched.", folders.data),
                path=str(data_folder),
            ) from error
        opened = cls(vault, data_folder, one_question=one_question)
        async with AsyncExitStack() as running:
            # Closing twice is allowed: an indexer that was started closes the index as well.
            running.push_async_callback(asyncio.to_thread, opened.index.close)
            await running.enter_async_context(opened.searcher)
            yield opened

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch the vault and keep the index up to date until the block ends; the first scan begins immediately."""
        async with self.vault, self.indexer:
            try:
                yield
            finally:
                # Before the index is closed: a query would open it again.
                await self.searcher.aclose()

    async def wait_until_indexed(self) -> None:
        """Wait until the first scan has found all notes.

        Raises `IndexFailed` if it failed and the index contains only a part of the notes.
        """
        state = await self.indexer.settled()
        if state.phase == "failed" and self.index.completion.phase == "filling":
            raise IndexFailed(state.error)

    async def record_opened(self, store: "SettingsStore") -> None:
        """Record in the settings that the vault was opened now."""
        now, root = datetime.now(UTC), self.vault.root
        try:
            await store.change_soon(lambda settings: settings.with_vault(root, opened=now))
        except SettingsError as problem:
            # Only the list of recent vaults is affected; the store's own `problem` is shown to the user.
            log.info("The opening of the vault was not noted: %s", problem.title)


def _retention(store: "SettingsStore") -> "Retention":
    from vaultdesk.vault.transactions.journal import Retention  # for writers: the journal is imported with them

    return Retention(store.settings.journal.days, store.settings.journal.megabytes)
