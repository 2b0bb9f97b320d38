"""An open vault with its files, index, searcher and bookmarks, available before the rest of its workspace."""

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from vaultdesk.core.errors import IndexFailed, SettingsError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import AppFolders, vault_data_folder
from vaultdesk.core.platform.program_file import JsonStore, replace_file_bytes
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.obsidian.vault_config import Bookmark, read_bookmarks
from vaultdesk.vault.vault import Vault

if TYPE_CHECKING:
    from vaultdesk.core.settings.settings_store import SettingsStore
    from vaultdesk.vault.transactions.journal import Retention


# Methods that access the disk block: do not call them on the loop.

MAX_BOOKMARKS_BYTES = 5_000_000
"""Maximum number of bytes read."""

_EMPTY_FILE_BYTES = 40
"""Maximum size in bytes of a file without bookmarks."""

log = logging.getLogger(__name__)


class VaultBookmarks:
    """The user's own bookmarks are files and folders, in the order they were added. Thread-safe."""

    def __init__(self, file: Path, settings_folder: Path) -> None:
        self._file = file
        self.settings_folder = settings_folder
        """The folder of Obsidian's bookmarks."""
        self._lock = threading.Lock()

    def read(self) -> tuple[Bookmark, ...]:
        """Return the user's own bookmarks, then Obsidian's."""
        with self._lock:
            own_bookmarks = self._read_own()
        return (*(_bookmark(path, kind) for path, kind in own_bookmarks.items()), *read_bookmarks(self.settings_folder))

    def toggle(self, path: str, *, folder: bool) -> bool:
        """Add or remove the bookmark of the file or folder at *path*; return whether it is bookmarked now. Raises
        OSError.
        """
        with self._lock:
            own_bookmarks = self._read_own()
            marked = own_bookmarks.pop(path, "") == ""
            if marked:
                own_bookmarks[path] = "folder" if folder else "file"
            self._write(own_bookmarks)
            return marked

    def apply_moves(self, moves: Mapping[str, str]) -> bool:
        """Update the bookmarks of moved files and folders; return whether any changed. Raises OSError."""
        with self._lock:
            before = self._read_own()
            after = {moves.get(path, path): kind for path, kind in before.items()}
            if after != before:
                self._write(after)
            return after != before

    def _read_own(self) -> dict[str, str]:
        try:
            with self._file.open("rb") as file:
                document = json.loads(file.read(MAX_BOOKMARKS_BYTES))
            return {str(entry["path"]): str(entry["kind"]) for entry in document["bookmarks"]}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError, TypeError, KeyError) as problem:
            log.info("the bookmarks in %s cannot be read: %s", self._file, type(problem).__name__)
            return {}

    def _write(self, own_bookmarks: Mapping[str, str]) -> None:
        entries = [{"path": path, "kind": kind} for path, kind in own_bookmarks.items()]
        if not self._read_own() and self._file.exists() and self._file.stat().st_size > _EMPTY_FILE_BYTES:
            # An invalid file is renamed, so that nothing is lost.
            self._file.replace(self._file.with_suffix(".unreadable"))
        replace_file_bytes(self._file, json.dumps({"bookmarks": entries}, indent=1).encode())


def _bookmark(path: str, kind: str) -> Bookmark:
    return Bookmark("folder" if kind == "folder" else "file", "", path, own=True)


# Imports no assistant, tool, provider or settings model: a window shows the notes while those are still being imported,
# and a search in a terminal needs none of them.


class OpenedVault:
    """One vault's files, index and searcher.

    Nothing is watched or indexed before `running`, so changes since the last session are not known yet.
    """

    def __init__(self, vault: Vault, data_folder: Path, *, single_query: bool = False) -> None:
        """*data_folder* is the folder of the program's own files about this vault.

        With *single_query* no texts are cached in memory, and the index file is not read to compare its checksum.
        """
        self.vault = vault
        self.data_folder = data_folder
        self.single_query = single_query
        self.index = Index(data_folder / "index.sqlite")
        self.indexer = Indexer(vault, self.index, single_query=single_query)
        """Started by `running`; may be subscribed to before."""
        self.searcher = Searcher(self.index, keeps_texts=not single_query)
        self.search_history = JsonStore(data_folder / "finding.json")
        self.tree_state = JsonStore(data_folder / "tree.json")
        """The expanded folders of the file tree."""
        self.ignored_words = JsonStore(data_folder / "ignored-words.json")
        """Words the spell checker accepts, by note."""
        self.bookmarks = VaultBookmarks(data_folder / "bookmarks.json", vault.root / vault.settings.folder)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, root: Path, *, folders: AppFolders, store: "SettingsStore | None" = None, single_query: bool = False
    ) -> "AsyncIterator[Self]":
        """Open the vault at *root*; the index itself is opened by the first query.

        *store* says how long changes can be undone; not needed by a caller that changes no note. With *single_query*
        changes by other programs are detected at the start only, and no texts are cached in memory. Raises
        `VaultUnavailable`, and `IndexFailed` if the folder for the index cannot be created.
        """
        data_folder = vault_data_folder(folders, root)
        retention = partial(_retention, store) if store is not None else None
        vault = Vault(root, watch=not single_query, data_folder=data_folder, retention=retention)
        try:
            data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise IndexFailed(
                Phrase("The search index cannot be created: {0}.", error.strerror or error),
                hint=Phrase("Check {0}. Your notes are not affected.", folders.data),
                path=str(data_folder),
            ) from error
        opened = cls(vault, data_folder, single_query=single_query)
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
        """Record in the settings that the vault was opened now; for one question only if another was opened last."""
        now, root = datetime.now(UTC), self.vault.root
        if self.single_query and store.settings.recent_vaults()[:1] == [root]:
            return
        try:
            await store.change_soon(lambda settings: settings.with_vault(root, opened=now))
        except SettingsError as problem:
            # Only the list of recent vaults is affected; the store's own `problem` is shown to the user.
            log.info("The time of opening the vault was not saved: %s", problem.title)


def _retention(store: "SettingsStore") -> "Retention":
    from vaultdesk.vault.transactions.journal import Retention  # for writers: the journal is imported with them

    return Retention(store.settings.journal.days, store.settings.journal.megabytes)
