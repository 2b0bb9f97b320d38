"""Bookmarks above the file tree, updated when their files or targets change."""

import asyncio
from collections.abc import Mapping

from PySide6.QtCore import QFileSystemWatcher, QObject, QPoint, QTimer

from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.files.early_file_list import SavedTreeState
from vaultdesk.ui.files.file_actions import FileActions
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.obsidian.vault_config import Bookmark
from vaultdesk.workspace.opened_vault import VaultBookmarks

SETTLE_DELAY = 150
"""Milliseconds without a change of the files before they are read: a save is several changes."""


class BookmarkController(QObject):
    """Needs a running loop; exists as long as the *actions*."""

    def __init__(
        self,
        window: MainWindow,
        bookmarks: VaultBookmarks,
        browser: LeftPane,
        actions: FileActions,
        saved_state: SavedTreeState,
    ) -> None:
        super().__init__(actions)
        self._window = window
        self._bookmarks = bookmarks
        self._browser = browser
        self._actions = actions
        self._view = browser.files.bookmarks
        self._saved_state = saved_state
        self._watcher = QFileSystemWatcher(self)
        self._settle_timer = QTimer(self, singleShot=True, interval=SETTLE_DELAY)
        self._settle_timer.timeout.connect(self.reload)
        self._watcher.fileChanged.connect(lambda _path: self._settle_timer.start())
        self._watcher.directoryChanged.connect(lambda _path: self._settle_timer.start())
        self._tree_timer = QTimer(self, singleShot=True, interval=SETTLE_DELAY)
        self._tree_timer.timeout.connect(self.refresh)
        model = browser.model
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(lambda *_what: self._tree_timer.start())
        actions.bookmark_toggled.connect(lambda path: start(self._toggle(path), self))
        self._view.opened.connect(self._open)
        self._view.menu_requested.connect(self._open_menu)
        self._view.folded.connect(saved_state.set_bookmarks_folded)
        self.reload()

    def reload(self) -> None:
        """Read the bookmarks again."""
        start(self._read(), self)

    def refresh(self) -> None:
        """Update their display: files were added to or removed from the tree, so the existence of targets may have
        changed.
        """
        self._view.show_bookmarks(self._view.shown, self._actions.tree_lookup.is_there, folded=self._saved_state.folded)

    def follow(self, moves: Mapping[str, str]) -> None:
        """Handle moved files and folders."""
        start(self._follow(dict(moves)), self)

    async def _read(self) -> None:
        bookmarks = await asyncio.to_thread(self._bookmarks.read)
        self._actions.bookmarked = frozenset(one.target for one in bookmarks if one.own)
        self._view.show_bookmarks(bookmarks, self._actions.tree_lookup.is_there, folded=self._saved_state.folded)
        folder = self._bookmarks.settings_folder
        known = {*self._watcher.files(), *self._watcher.directories()}
        for place in (str(folder), str(folder / "bookmarks.json")):
            # A replaced file has to be watched again.
            if place not in known:
                self._watcher.addPath(place)

    async def _toggle(self, path: str) -> None:
        folder = self._actions.tree_lookup.is_folder(path)
        try:
            await asyncio.to_thread(self._bookmarks.toggle, path, folder=folder)
        except OSError as problem:
            text = self.tr("The bookmark could not be kept: {reason}.")
            self._window.notify(text.format(reason=problem.strerror or problem))
        await self._read()

    async def _follow(self, moves: Mapping[str, str]) -> None:
        try:
            if await asyncio.to_thread(self._bookmarks.apply_moves, moves):
                await self._read()
        except OSError:
            return  # The bookmark is struck through, and can be set again.

    def _open(self, bookmark: Bookmark, new_tab: bool) -> None:
        if bookmark.kind == "search":
            self._browser.show_search(bookmark.target)
        elif not self._actions.tree_lookup.is_there(bookmark.target):
            self._window.notify(self.tr("“{path}” is not there any more.").format(path=bookmark.target))
        elif bookmark.kind == "folder":
            self._browser.files.choose(bookmark.target)
            self._browser.tree.expand(self._browser.tree.currentIndex())
        else:
            self._actions.open(bookmark.target, new_tab=new_tab, place=bookmark.subpath)

    def _open_menu(self, bookmark: Bookmark, at: QPoint) -> None:
        menu = Menu(self.tr("Bookmark"), self._view)
        menu.add(self.tr("Open"), lambda: self._open(bookmark, False))
        if bookmark.kind == "file":
            menu.add(self.tr("Open in new tab"), lambda: self._open(bookmark, True), icon_name="tab-right")
        reason = "" if bookmark.own else self.tr("Obsidian keeps this bookmark. Remove it there.")
        remove = self.tr("Remove from bookmarks")
        menu.add(remove, lambda: start(self._toggle(bookmark.target), self), icon_name="pin", disabled_reason=reason)
        if bookmark.kind in ("file", "folder"):
            menu.addSeparator()
            self._actions.private.fill(menu, [f"{bookmark.target}/" if bookmark.kind == "folder" else bookmark.target])
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)
