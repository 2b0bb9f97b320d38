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
from vaultdesk.core.platform.paths import AppFolders, vault_data_folder
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.transactions.journal_entry import Retention
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.bookmarks import VaultBookmarks

ViewStores = tuple[JsonStore, JsonStore, JsonStore, VaultBookmarks]


def view_stores(place: Path, config: Path) -> ViewStores:
    """Return what was searched for and visited, which folders are open, words right in one note, and the bookmarks.

    *place* is the vault's own folder in the data place, *config* the vault's `.obsidian`, whose bookmarks are read.
    """
    return (
        JsonStore(place / "finding.json"),
        JsonStore(place / "tree.json"),
        JsonStore(place / "ignored-words.json"),
        VaultBookmarks(place / "bookmarks.json", config),
    )


# Imports no assistant, no tool and no provider: a window shows the notes while those are still being imported.

log = logging.getLogger(__name__)


class OpenedVault:
    """One vault's files, index and who answers from it. `Workspace.around` makes it live: until then nothing of the
    vault is watched or compared, and what changed since the last time is not known."""

    def __init__(self, vault: Vault, place: Path) -> None:
        """Only joins. *place* is the vault's own folder in the data place."""
        self.vault = vault
        self.place = place
        self.index = Index(place / "index.sqlite")
        self.indexer = Indexer(vault, self.index)
        """Not entered; what it publishes can be followed already."""
        self.searcher = Searcher(self.index)
        kept = view_stores(place, vault.root / vault.settings.folder)
        self.finding, self.tree, self.ignored_words, self.bookmarks = kept

    @classmethod
    @asynccontextmanager
    async def open(cls, root: Path, *, places: AppFolders, store: SettingsStore) -> "AsyncIterator[Self]":
        """Open the notes of the vault at *root*; the index itself is opened by the first question.

        Raises `VaultUnavailable`, and `IndexFailed` where there is no place for an index.
        """
        place = vault_data_folder(places, root)
        vault = Vault(
            root, place=place, keep=lambda: Retention(store.settings.journal.days, store.settings.journal.megabytes)
        )
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise IndexFailed(
                f"There is no place for the search index: {error.strerror or error}.",
                hint=f"Check {places.data}. Your notes are untouched.",
                path=str(place),
            ) from error
        notes = cls(vault, place)
        async with AsyncExitStack() as living:
            # A second time where the indexer was entered, which closes what it has mended.
            living.push_async_callback(asyncio.to_thread, notes.index.close)
            await living.enter_async_context(notes.searcher)
            yield notes

    async def note_opened(self, store: SettingsStore) -> None:
        """Have *store* know when the vault was opened last: now."""
        now, root = datetime.now(UTC), self.vault.root
        try:
            await store.change_soon(lambda settings: settings.with_vault(root, opened=now))
        except SettingsError as problem:
            # Only the list of recent vaults misses it; the store's own `problem` is what the person is shown.
            log.info("The opening of the vault was not noted: %s", problem.title)
