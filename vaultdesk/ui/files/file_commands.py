"""Commands and menus of files in a vault's window, and links written to them."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.settings.settings_schema import BrowserSettings
from vaultdesk.ui.activity.undo_action import WayBack
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.file_tree_model import NodeModel
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.files.bookmark_controller import BookmarkController
from vaultdesk.ui.files.early_file_list import SavedTreeState
from vaultdesk.ui.files.file_actions import FileActions
from vaultdesk.ui.files.file_management import FileManager
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_events import ActivationWatch
from vaultdesk.vault.disk.vault_listing import list_folder
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_text
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace

UNWRITABLE = frozenset("[]#^|")
"""Characters of a path that a wikilink cannot say."""


class LinkWriter:
    """Knows all names while nothing changes; asked for a link it waits for nothing."""

    def __init__(self, model: NodeModel, vault: Vault) -> None:
        self._model = model
        self._vault = vault
        self._names: NoteNames | None = None
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self._forget)

    def link_to(self, path: str) -> str:
        """Return the link to the file at *path*."""
        if self._names is None:
            self._names = NoteNames(self._model.root.files())
        settings = self._vault.settings
        markdown = settings.markdown_links or not UNWRITABLE.isdisjoint(path)
        # From nowhere in particular a path from the note's folder cannot be told: all of it then.
        style = "absolute" if settings.link_format == "relative" else settings.link_format
        return link_text(path, "", self._names, style, markdown=markdown)

    def _forget(self, *_what: object) -> None:
        self._names = None


def file_menu(deeds: FileActions, path: str, parent: QWidget) -> QMenu:
    """Return the menu of the note, file or folder at *path*; open it with `popup`."""
    return files_menu(deeds, [path], parent)


def files_menu(deeds: FileActions, paths: Sequence[str], parent: QWidget) -> Menu:
    """Return the menu of several rows; without any, that of the vault itself."""
    menu = Menu(_tr("File"), parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if not paths:
        _add_folder_makers(menu, deeds, "")
        menu.addSeparator()
        menu.add(_tr("Show in the file manager"), lambda: deeds.reveal(""), icon_name="folder")
    elif len(paths) > 1:
        _fill_many(menu, deeds, list(paths))
    elif deeds.facts.is_folder(paths[0]):
        _fill_folder(menu, deeds, paths[0])
    else:
        menu.add(_tr("Open in new tab"), lambda: deeds.open(paths[0], new_tab=True), icon_name="tab-right")
        menu.add(_tr("Open to the side"), lambda: deeds.open(paths[0], beside=True), icon_name="panel-right")
        menu.addSeparator()
        fill_file_menu(menu, deeds, paths[0])
    return menu


def fill_file_menu(menu: Menu, deeds: FileActions, path: str, over: QWidget | None = None) -> None:
    """Add what can be done with the file at *path*; names and folders are asked for at *over*, else in the tree."""
    menu.add(_tr("Rename…"), lambda: deeds.rename(path, over), icon_name="pencil", keys=deeds.keys("rename-note"))
    menu.add(_tr("Move to another folder…"), lambda: deeds.move(path, over=over), icon_name="folder")
    menu.add(_tr("Make a copy"), lambda: deeds.duplicate(path), icon_name="copy")
    menu.add(_tr("Move to the trash"), lambda: deeds.delete(path), icon_name="trash")
    menu.addSeparator()
    _add_bookmark(menu, deeds, path)
    menu.add(_tr("Copy link"), lambda: deeds.copy_link(path), icon_name="link", keys=deeds.keys("copy-link"))
    menu.add(_tr("Copy VaultDesk link"), lambda: deeds.copy_address(path), icon_name="link")
    menu.add(_tr("Copy path"), lambda: deeds.copy_path(path), icon_name="copy", keys=deeds.keys("copy-path"))
    menu.addSeparator()
    menu.add(_tr("Show in the file manager"), lambda: deeds.reveal(path), icon_name="folder")
    menu.add(_tr("Open in another program"), lambda: deeds.open_default(path), icon_name="arrow-up-right")
    menu.add(_tr("Open in Obsidian"), lambda: deeds.open_obsidian(path), icon_name="arrow-up-right")
    menu.addSeparator()
    menu.add(_tr("Where this note went"), lambda: deeds.history_asked.emit(path), icon_name="eye")
    if path.lower().endswith(NOTE_SUFFIX):
        menu.add(_tr("Links of this note"), lambda: deeds.links_asked.emit(path), icon_name="graph")


def _fill_folder(menu: Menu, deeds: FileActions, path: str) -> None:
    _add_folder_makers(menu, deeds, path)
    menu.addSeparator()
    menu.add(_tr("Rename…"), lambda: deeds.rename(path), icon_name="pencil", keys=deeds.keys("rename-note"))
    menu.add(_tr("Move to another folder…"), lambda: deeds.move(path), icon_name="folder")
    menu.add(_tr("Move to the trash"), lambda: deeds.delete(path), icon_name="trash")
    menu.addSeparator()
    _add_bookmark(menu, deeds, path)
    menu.add(_tr("Copy path"), lambda: deeds.copy_path(path), icon_name="copy")
    menu.add(_tr("Show in the file manager"), lambda: deeds.reveal(path), icon_name="folder")


def _fill_many(menu: Menu, deeds: FileActions, paths: list[str]) -> None:
    menu.add_heading(_tr("{count} chosen").format(count=format_number(len(paths))))
    menu.addSeparator()
    menu.add(_tr("Move to another folder…"), lambda: deeds.move(paths), icon_name="folder")
    menu.add(_tr("Move to the trash"), lambda: deeds.delete(paths), icon_name="trash")
    menu.addSeparator()
    files = [path for path in paths if not deeds.facts.is_folder(path)]
    if files:
        menu.add(_tr("Copy links"), lambda: deeds.copy_link(files), icon_name="link")
    menu.add(_tr("Copy paths"), lambda: deeds.copy_path(paths), icon_name="copy")


def _add_folder_makers(menu: Menu, deeds: FileActions, folder: str) -> None:
    menu.add(_tr("New note here"), lambda: deeds.new_note(folder), icon_name="file-plus")
    menu.add(_tr("New folder here"), lambda: deeds.new_folder(folder), icon_name="folder-plus")


def _add_bookmark(menu: Menu, deeds: FileActions, path: str) -> None:
    marked = path in deeds.bookmarked
    words = _tr("Remove from bookmarks") if marked else _tr("Add to bookmarks")
    menu.add(words, lambda: deeds.toggle_bookmark(path), icon_name="pin", keys=deeds.keys("bookmark"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileMenu", text)


FILES_COMMANDS = (
    "new-folder", "rename-note", "move-note", "delete-note", "copy-link", "copy-address", "copy-path", "reveal",
    "open-default", "open-obsidian", "bookmark", "show-in-tree",
)  # fmt: skip
"""What can only be done while a vault is open."""


class FileCommands(QObject):
    """Made with the views of a vault, closed with them. Needs a running loop."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        panes: tuple[LeftPane, NoteArea],
        kept: SavedTreeState,
        back: WayBack,
        parent: QObject,
    ) -> None:
        """*kept* is how the tree was left."""
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._browser, self._notes = panes
        self._page, self._tree = self._browser.files, self._browser.tree
        self._listing = self._list_again = False
        self.acts = FileManager(window, workspace, self._notes, back, self)
        self.deeds = FileActions(window, workspace, self._browser, self._notes, self.acts)
        self.kept = kept
        self.bookmarks = BookmarkController(window, workspace.bookmarks, self._browser, self.deeds, self.kept)
        self._page.model.link_to = LinkWriter(self._page.model, workspace.vault).link_to
        self._page.model.place_of = lambda path: str(workspace.vault.root / path)
        self._wire_tree()
        self._bind()
        self._notes.current_changed.connect(lambda _path: self._dress_crumbs())
        follow(workspace.vault.changes, self._changed, self)
        follow(workspace.store.changes, lambda _settings: self._sort(), self)
        ActivationWatch(window, self.list_files, self)
        self._sort()
        start(self._begin(), self)

    def close(self) -> None:
        """Take the commands away."""
        self.kept.close()
        self._window.commands.unbind(*FILES_COMMANDS)

    def file_menu(self, path: str, parent: QWidget) -> QMenu:
        """Return the menu of the file at *path*, for whoever shows one."""
        return file_menu(self.deeds, path, parent)

    def list_files(self) -> None:
        """Look which folders and other files there are, and show them."""
        if self._listing:
            self._list_again = True
        else:
            start(self._list(), self)

    def _wire_tree(self) -> None:
        deeds, page, tree = self.deeds, self._page, self._tree
        tree.names.why_not = deeds.why_not
        tree.rename_asked.connect(deeds.rename_to)
        tree.delete_asked.connect(deeds.delete)
        tree.menu_asked.connect(self._open_menu)
        tree.moved.connect(deeds.move)
        tree.brought.connect(deeds.bring_in)
        tree.folder_dropped.connect(self._window.folder_dropped)
        deeds.history_asked.connect(tree.history_asked)
        page.foot.new_folder_requested.connect(lambda: deeds.new_folder(self._folder()))
        page.foot.sort_requested.connect(self._choose_order)
        page.foot.follow(self._window.commands["new-note"])
        self.acts.done.connect(lambda _acted: self.list_files())
        self.acts.moved.connect(self._moved)

    def _bind(self) -> None:
        deeds, bind = self.deeds, self._window.commands.bind
        each: dict[str, Callable[[str], object]] = {
            "rename-note": lambda path: deeds.rename(path, self._crumbs()),
            "reveal": deeds.reveal,
            "open-default": deeds.open_default,
            "open-obsidian": deeds.open_obsidian,
            "bookmark": deeds.toggle_bookmark,
            "show-in-tree": self._show,
        }
        many: dict[str, Callable[[list[str]], object]] = {
            "move-note": lambda paths: deeds.move(paths, over=self._crumbs()),
            "delete-note": deeds.delete,
            "copy-link": deeds.copy_link,
            "copy-address": deeds.copy_address,
            "copy-path": deeds.copy_path,
        }
        for name, do in each.items():
            bind(name, partial(self._with_chosen, partial(_first, do)))
        for name, do_all in many.items():
            bind(name, partial(self._with_chosen, do_all))
        bind("new-folder", lambda: deeds.new_folder(self._folder()))

    def _with_chosen(self, do: Callable[[list[str]], object]) -> None:
        """Do it to what is chosen in the tree while that has the keyboard, else to the open note."""
        paths = self._tree.chosen() if self._in_tree() else [self._notes.current_path or ""]
        if any(paths):
            do(paths)
        else:
            self._window.notify(self.tr("Open a note first, or choose one in the files."))

    def _in_tree(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and (focused is self._tree or self._tree.isAncestorOf(focused))

    def _crumbs(self) -> QWidget | None:
        page = self._notes.current_page
        return page.crumbs if page is not None and page.path and not self._in_tree() else None

    def _show(self, path: str) -> None:
        self._window.show_pane("files")
        self._browser.show_files()
        self._page.choose(path)

    def _folder(self) -> str:
        """Return the folder that a new one is put into: the chosen one, or that of what is chosen."""
        chosen = self._tree.chosen()
        if len(chosen) != 1:
            return ""
        return chosen[0] if self.deeds.facts.is_folder(chosen[0]) else chosen[0].rpartition("/")[0]

    def _open_menu(self, paths: list[str], at: QPoint) -> None:
        files_menu(self.deeds, paths, self._tree).popup(at)

    def _dress_crumbs(self) -> None:
        """Put the deeds into the menu of the page that is shown."""
        page = self._notes.current_page
        if isinstance(page, NotePage):
            crumbs = page.crumbs
            crumbs.fill_menu = lambda menu: fill_file_menu(menu, self.deeds, page.path, crumbs)

    def _moved(self, moves: dict[str, str]) -> None:
        self._page.renamed(moves)
        self.bookmarks.follow(moves)
        if len(moves) == 1:
            self._page.choose(next(iter(moves.values())))

    def _changed(self, told: VaultChanged) -> None:
        self.acts.look(told)
        moves = {change.old_path.text: change.path.text for change in told.changes if change.old_path is not None}
        if moves:
            self.bookmarks.follow(moves)
        if told.rescan:
            self.list_files()

    def _sort(self) -> None:
        order = self._workspace.store.settings.browser.sort
        if order != self._page.model.root.order.order:
            self._page.sort_by(order)

    def _choose_order(self, order: str) -> None:
        browser = BrowserSettings.model_validate({"sort": order})
        try:
            self._workspace.store.change(lambda settings: settings.model_copy(update={"browser": browser}))
        except SettingsError as problem:
            self._window.notify(str(problem))

    async def _begin(self) -> None:
        await self._workspace.indexer.settled()  # The notes first: they are what is waited for.
        self.list_files()

    async def _list(self) -> None:
        self._listing = True
        try:
            found = await asyncio.to_thread(list_folder, self._workspace.vault.files.folders)
            self._page.show_disk(found)
            self._notes.files.look_again()
        finally:
            self._listing = False
        if self._list_again:
            self._list_again = False
            self.list_files()


def _first(do: Callable[[str], object], paths: list[str]) -> None:
    do(paths[0])
