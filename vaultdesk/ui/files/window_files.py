"""Files of a vault in its window: the list read from the disk, bookmarks, and links to files."""

import asyncio
from collections.abc import Mapping
from weakref import WeakSet

from PySide6.QtCore import QFileSystemWatcher, QObject, QPoint, QTimer

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.settings.settings_schema import BrowserSettings
from vaultdesk.ui.activity.change_history import UndoAction
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.file_tree_model import FileTreeModel
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.files.early_file_list import SavedTreeState
from vaultdesk.ui.files.file_actions import FileActions, file_menu, files_menu, fill_file_menu
from vaultdesk.ui.files.file_manager import FileManager, file_title
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.privacy.private_note_action import PrivateNoteAction
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.disk.vault_listing import list_folder
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_text, resolve_link
from vaultdesk.vault.obsidian.vault_config import Bookmark
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange, VaultChanged
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.opened_vault import VaultBookmarks

SETTLE_DELAY = 150
"""Milliseconds without a change of the files before they are read: a save is several changes."""


class BookmarkController(QObject):
    """Shows the bookmarks above the tree and changes them. Needs a running loop; exists as long as *actions*."""

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
        self._actions.bookmarked = frozenset(bookmark.target for bookmark in bookmarks if bookmark.own)
        self._view.show_bookmarks(bookmarks, self._actions.tree_lookup.is_there, folded=self._saved_state.folded)
        folder = self._bookmarks.settings_folder
        watched_paths = {*self._watcher.files(), *self._watcher.directories()}
        for watched in (str(folder), str(folder / "bookmarks.json")):
            # A replaced file has to be watched again.
            if watched not in watched_paths:
                self._watcher.addPath(watched)

    async def _toggle(self, path: str) -> None:
        folder = self._actions.tree_lookup.is_folder(path)
        try:
            await asyncio.to_thread(self._bookmarks.toggle, path, folder=folder)
        except OSError as problem:
            text = self.tr("The bookmark could not be saved: {reason}.")
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
            self._window.notify(self.tr("“{path}” no longer exists.").format(path=bookmark.target))
        elif bookmark.kind == "folder":
            self._browser.files.choose(bookmark.target)
            self._browser.tree.expand(self._browser.tree.currentIndex())
        else:
            self._actions.open(bookmark.target, new_tab=new_tab, subpath=bookmark.subpath)

    def _open_menu(self, bookmark: Bookmark, at: QPoint) -> None:
        menu = Menu(self.tr("Bookmark"), self._view)
        menu.add(self.tr("Open"), lambda: self._open(bookmark, False))
        if bookmark.kind == "file":
            menu.add(self.tr("Open in new tab"), lambda: self._open(bookmark, True), icon_name="tab-right")
        reason = "" if bookmark.own else self.tr("This bookmark is managed by Obsidian. Remove it there.")
        remove = self.tr("Remove from bookmarks")
        menu.add(remove, lambda: start(self._toggle(bookmark.target), self), icon_name="pin", disabled_reason=reason)
        if bookmark.kind in ("file", "folder"):
            menu.addSeparator()
            self._actions.private.fill(menu, [f"{bookmark.target}/" if bookmark.kind == "folder" else bookmark.target])
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)


UNLINKABLE_CHARACTERS = frozenset("[]#^|")
"""Characters of a path that a wikilink cannot contain."""


class LinkWriter:
    """Writes and resolves links to notes by the vault's settings; note names are cached until the tree changes."""

    def __init__(self, model: FileTreeModel, vault: Vault) -> None:
        self._model = model
        self._vault = vault
        self._names: NoteNames | None = None
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self._forget)

    def link_to(self, path: str) -> str:
        """Return the link to the file at *path*."""
        settings = self._vault.settings
        markdown = settings.markdown_links or not UNLINKABLE_CHARACTERS.isdisjoint(path)
        # Without a source note there is no relative path, so the absolute one is used.
        style = "absolute" if settings.link_format == "relative" else settings.link_format
        return link_text(path, "", self._note_names(), style, markdown=markdown)

    def resolve(self, linkpath: str, source: str) -> str | None:
        """Return the file that *linkpath* refers to in the note *source*; None if there is none."""
        return resolve_link(linkpath, source, self._note_names())

    def _note_names(self) -> NoteNames:
        if self._names is None:
            self._names = NoteNames(self._model.root.files())
        return self._names

    def _forget(self, *_what: object) -> None:
        self._names = None


class WindowFiles(QObject):
    """Connects the file list and its menus with the window. Created and closed with the views of a vault; needs a
    running loop.
    """

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        saved_state: SavedTreeState,
        undo_action: UndoAction,
        private: PrivateNoteAction,
        parent: QObject,
    ) -> None:
        """*saved_state* is the saved state of the tree."""
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._browser = browser
        self._notes = notes
        self._page, self._tree = self._browser.files, self._browser.tree
        self.is_listing = self._list_pending = False
        self.manager = FileManager(window, workspace, self._notes, undo_action, self)
        self.actions = FileActions(window, workspace, self._browser, self._notes, self.manager, private)
        self.saved_state = saved_state
        self.bookmarks = BookmarkController(window, workspace.bookmarks, self._browser, self.actions, self.saved_state)
        self._links = LinkWriter(self._page.model, workspace.vault)
        self._followed_pages: WeakSet[NotePage] = WeakSet()
        self._page.model.link_to = self._links.link_to
        self._page.model.local_path = lambda path: str(workspace.vault.root / path)
        self._connect_tree()
        self._notes.current_changed.connect(lambda _path: self._fill_page_menus())
        self._notes.current_changed.connect(lambda _path: self._name_private_command())
        follow(workspace.privacy.changes, lambda _change: self._name_private_command(), self)
        follow(workspace.vault.changes, self._changed, self)
        follow(workspace.store.changes, lambda _settings: self._sort(), self)
        window.activated.connect(self.list_files)
        self._sort()
        start(self._begin(), self)

    def close(self) -> None:
        """Save the state of the tree."""
        self.saved_state.close()

    def list_files(self) -> None:
        """List the vault's folders and other files again, and show them in the tree."""
        if self.is_listing:
            self._list_pending = True
        else:
            start(self._list(), self)

    def _connect_tree(self) -> None:
        actions, page, tree = self.actions, self._page, self._tree
        tree.delegate.name_problem = actions.name_problem
        tree.rename_requested.connect(actions.rename_to)
        tree.delete_requested.connect(actions.delete)
        tree.menu_requested.connect(self._open_menu)
        tree.notes_dropped.connect(actions.move)
        tree.files_dropped.connect(actions.add_external_files)
        tree.folder_dropped.connect(lambda folder: self._window.paths_dropped.emit((folder,)))
        for pane in (self._browser.links_pane, self._browser.search_pane.results):
            pane.menu_requested.connect(self._open_note_menu)
        actions.history_requested.connect(tree.history_requested)
        page.toolbar.new_folder_requested.connect(lambda: actions.new_folder(actions.target_folder()))
        page.toolbar.sort_requested.connect(self._choose_order)
        page.toolbar.follow(self._window.commands["new-note"])
        self.manager.done.connect(lambda _acted: self.list_files())
        self.manager.moved.connect(self._moved)

    def _open_menu(self, paths: list[str], at: QPoint) -> None:
        files_menu(self.actions, paths, self._tree).popup(at)

    def _open_note_menu(self, path: str, at: QPoint) -> None:
        file_menu(self.actions, path, self._browser).popup(at)

    def _fill_page_menus(self) -> None:
        """Add actions of notes to the menus of the current page: of its note and of its links."""
        page = self._notes.current_page
        if not isinstance(page, NotePage):
            return
        crumbs = page.breadcrumbs
        crumbs.fill_menu = lambda menu: fill_file_menu(menu, self.actions, page.path, crumbs)
        if page not in self._followed_pages:
            self._followed_pages.add(page)
            page.related_panel.list.note_menu_requested.connect(self._open_note_menu)
            for text in (page.reader, page.editor):
                text.link_menu_opening.connect(lambda menu, target: self._fill_link_menu(menu, target, page.path))

    def _name_private_command(self) -> None:
        path = self._notes.current_path
        if path:
            self._window.commands["keep-private"].setText(self.actions.private.command_text(path))

    def _fill_link_menu(self, menu: Menu, target: str, source: str) -> None:
        """Add to *menu* the actions of the target of a link in the note *source*."""
        path = self._links.resolve(target.partition("#")[0].strip(), source)
        if path is not None:
            menu.addSeparator()
            menu.add_heading(file_title(path))
            self.actions.private.fill(menu, [path])
            menu.addSeparator()

    def _moved(self, moves: dict[str, str]) -> None:
        self._page.renamed(moves)
        self.bookmarks.follow(moves)
        if len(moves) == 1:
            self._page.choose(next(iter(moves.values())))

    def _changed(self, changes: VaultChanged) -> None:
        self.manager.reopen_restored(changes)
        moves = {change.old_path.text: change.path.text for change in changes.changes if change.old_path is not None}
        if moves:
            self.bookmarks.follow(moves)
        # The index reports notes; it also reports canvases and bases, which are in no list of notes.
        if changes.rescan or changes.other_files or any(map(self._is_unlisted, changes.changes)):
            self.list_files()

    def _is_unlisted(self, change: FileChange) -> bool:
        known = self._page.model.index_of(change.path.text).isValid()
        return not change.path.is_note and (change.kind in ("deleted", "moved") or not known)

    def _sort(self) -> None:
        order = self._workspace.store.settings.browser.sort
        if order != self._page.model.root.order.order:
            self._page.sort_by(order)

    def _choose_order(self, order: str) -> None:
        browser = BrowserSettings.model_validate({"sort": order})
        try:
            self._workspace.store.change(lambda settings: settings.model_copy(update={"browser": browser}))
        except SettingsError as problem:
            self._window.notify(translate_error(problem))

    async def _begin(self) -> None:
        await self._page.listed.wait()  # The notes first, because the user waits for them.
        self.list_files()
        # The first index of a large vault takes minutes; files added in the meantime are listed afterwards.
        await self._workspace.indexer.settled()
        self.list_files()

    async def _list(self) -> None:
        self.is_listing = True
        try:
            while True:
                shown = self._page.disk
                found = await asyncio.to_thread(list_folder, self._workspace.vault.files.folders)
                if shown is self._page.disk:  # Otherwise a folder was added, which may be missing in *found*.
                    break
            self._page.show_disk(found)
            self._notes.files.check_files()
        finally:
            self.is_listing = False
        if self._list_pending:
            self._list_pending = False
            self.list_files()
