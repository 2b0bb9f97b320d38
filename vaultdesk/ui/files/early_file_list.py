"""File list that is shown while a vault is still opening, restored from the saved state."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime

from PySide6.QtCore import QModelIndex, QObject, QTimer

from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.file_tree_model import FileTreeModel, TreeRole
from vaultdesk.ui.browser.files_page import FilesPage
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.formatting import index_short_text, index_text
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import same_name_key
from vaultdesk.vault.obsidian.vault_config import Bookmark
from vaultdesk.workspace.opened_vault import OpenedVault


class TreeLookup:
    """Looks up files and folders in the tree model."""

    def __init__(self, model: FileTreeModel) -> None:
        self._model = model

    def is_there(self, path: str) -> bool:
        """Whether there is a file or folder at *path*."""
        return self._model.index_of(path).isValid()

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder at *path*; the root, with an empty path, is one."""
        return not path or bool(self._model.index_of(path).data(TreeRole.FOLDER))

    def names_in(self, folder: str) -> frozenset[str]:
        """Return the keys of all names in *folder*, including suffixes."""
        index = self._model.index_of(folder) if folder else QModelIndex()
        if folder and not index.isValid():
            return frozenset()
        rows = range(self._model.rowCount(index))
        paths = (str(self._model.index(row, 0, index).data(TreeRole.PATH)) for row in rows)
        return frozenset(same_name_key(path.rpartition("/")[2]) for path in paths)

    def folders(self) -> list[str]:
        """Return every folder, outer ones first."""
        found = set(self._model.disk_folders)
        for path in self._model.root.files():
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return sorted(found, key=lambda folder: (folder.casefold(), folder))

    def count(self, paths: Iterable[str]) -> int:
        indexes = [self._model.index_of(path) for path in paths]
        return sum(int(index.data(TreeRole.COUNT)) if index.data(TreeRole.FOLDER) else 1 for index in indexes)


SETTLE_DELAY = 800
"""Milliseconds after the last folder was expanded or collapsed before the state is saved."""

OPEN, FOLDED = "open", "folded"


class SavedTreeState(QObject):
    """Restores the expanded folders of the tree and saves them when they change. Needs a running loop."""

    def __init__(self, store: JsonStore, page: FilesPage, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._page = page
        self.folded = False
        """Whether the bookmarks are folded."""
        self._chosen: bool | None = None
        self._settle_timer = QTimer(self, singleShot=True, interval=SETTLE_DELAY)
        self._settle_timer.timeout.connect(lambda: start(self.save(), self))
        start(self._restore(), self)

    def set_bookmarks_folded(self, folded: bool) -> None:
        """Record whether the bookmarks are folded."""
        self.folded = self._chosen = folded
        self._settle_timer.start()

    def close(self) -> None:
        """Stop saving."""
        self._settle_timer.stop()

    async def save(self) -> None:
        """Save the current state of the tree."""
        open_folders = self._page.tree.open_folders()
        await asyncio.to_thread(self._store.put, OPEN, list(open_folders))
        await asyncio.to_thread(self._store.put, FOLDED, self.folded)

    async def _restore(self) -> None:
        await asyncio.to_thread(self._store.load)
        open_folders = self._store.get(OPEN)
        self.folded = self._store.get(FOLDED) is True if self._chosen is None else self._chosen
        if isinstance(open_folders, list):
            self._page.set_open_folders([path for path in open_folders if isinstance(path, str)])
        for changed in (self._page.tree.expanded, self._page.tree.collapsed):
            changed.connect(lambda _index: self._settle_timer.start())


LIST_TIMEOUT = 2.0
"""Seconds to wait for the list: an index locked by another program must not delay note and chat."""

OpenNote = Callable[[str, bool, str | None], object]
"""Opens a note: path, whether in a new tab, text to scroll to."""


class EarlyFileList(QObject):
    """Shows the left pane before the vault is open; a note chosen in the meantime is opened by `hand_over`.

    Exists as long as its pane. Needs a running loop.
    """

    def __init__(self, window: MainWindow, notes: OpenedVault, order: SortOrder) -> None:
        """Show the pane in *window*, with its notes in *order*."""
        self.browser = LeftPane(notes.searcher, notes.indexer.events)
        super().__init__(self.browser)
        self._notes = notes
        self._chosen: tuple[str, bool, str | None] | None = None
        page = self.browser.files
        if order != page.model.root.order.order:
            page.sort_by(order)
        self.saved_state = SavedTreeState(notes.tree_state, page, self)
        # Creating folders and sorting need the workspace, which does not exist yet.
        page.toolbar.setEnabled(False)
        self.browser.note_opened.connect(self._choose)
        page.bookmarks.opened.connect(self._choose_bookmark)
        window.set_view("files", self.browser)
        window.status.show_index(
            *index_text(notes.indexer.state, datetime.now(UTC)), index_short_text(notes.indexer.state)
        )
        start(self._show_bookmarks(), self)

    async def listed(self) -> None:
        """Wait until the indexed notes are shown, at most `LIST_TIMEOUT`."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.browser.files.listed.wait(), LIST_TIMEOUT)

    def hand_over(self, open_note: OpenNote) -> None:
        """Open the last chosen note through *open_note*; from now on the owner handles the pane."""
        self.browser.note_opened.disconnect(self._choose)
        self.browser.files.bookmarks.opened.disconnect(self._choose_bookmark)
        self.browser.files.toolbar.setEnabled(True)
        if self._chosen is not None:
            open_note(*self._chosen)

    def _choose(self, path: str, new_tab: bool, text: str | None) -> None:
        self._chosen = path, new_tab, text

    def _choose_bookmark(self, bookmark: Bookmark, new_tab: bool) -> None:
        if bookmark.kind == "file":
            self._choose(bookmark.target, new_tab, None)

    async def _show_bookmarks(self) -> None:
        page = self.browser.files
        bookmarks = await asyncio.to_thread(self._notes.bookmarks.read)
        await page.listed.wait()
        page.bookmarks.show_bookmarks(bookmarks, TreeLookup(page.model).is_there, folded=self.saved_state.folded)
