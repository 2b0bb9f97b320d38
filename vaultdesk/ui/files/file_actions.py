"""Actions on files for the user, by commands, menus and the file tree, with the popups that ask for names and
folders."""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget

from vaultdesk.core.platform.deep_link import note_link
from vaultdesk.core.settings.settings_schema import opened_vaults
from vaultdesk.core.values import replace
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.external_programs import open_default, open_obsidian, reveal
from vaultdesk.ui.files.early_file_list import TreeLookup
from vaultdesk.ui.files.file_manager import (
    FileManager,
    file_title,
    free_name,
    name_problem,
    new_path,
    path_in,
    renamed_text,
)
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.privacy.private_note_action import PrivateNoteAction
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.form_dialog import folder_entries
from vaultdesk.ui.widgets.frames import PopupFrame
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.ui.window.actions import Actions
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

_tr = translator("FileActions")
_tr_menu = translator("FileMenu")


class FileActions(QObject):
    """The user's actions on files; paths are relative to the vault's root.

    No method blocks: results and problems are shown in the window.
    """

    history_requested = Signal(str)
    """The disclosures of the note at this path should be shown."""
    links_requested = Signal(str)
    """The graph of the note at this path should be shown."""
    bookmark_toggled = Signal(str)
    """The bookmark of the note or folder at this path should be added or removed."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        manager: FileManager,
        private: PrivateNoteAction,
    ) -> None:
        super().__init__(manager)
        self.private = private
        """Makes notes private, or ends that."""
        self._window = window
        self._root = workspace.vault.root
        self._settings = workspace.vault.settings
        self._model = browser.model
        self._notes = notes
        self._browser = browser
        self._manager = manager
        self._store = workspace.store
        self.tree_lookup = TreeLookup(browser.model)
        self.bookmarked: frozenset[str] = frozenset()
        """Paths with a bookmark of this program."""
        self._bind(window.commands)

    def open(self, path: str, *, new_tab: bool = False, other_side: bool = False, subpath: str = "") -> None:
        """Open a file, at a heading or block; with *other_side* on the other side of the split view."""
        self._window.show_pane("note")
        self._notes.open(path, new_tab, subpath=subpath, other_side=other_side)

    def show_in_tree(self, path: str) -> None:
        self._show_tree()
        self._browser.files.choose(path)

    def reveal(self, path: str) -> None:
        """Show a file in the file manager."""
        self._start_program(reveal(self._root / path))

    def open_default(self, path: str) -> None:
        """Open a file with the system's default program."""
        self._start_program(open_default(self._root / path))

    def open_obsidian(self, path: str) -> None:
        self._start_program(open_obsidian(self._root / path))

    def new_note(self, folder: str = "") -> None:
        """Create a note in *folder* and open it."""
        name = free_name(self.tr("Untitled") + NOTE_SUFFIX, self.tree_lookup.names_in(folder))
        self._window.show_pane("note")
        start(self._notes.create_note(path_in(folder, name)), self)

    def new_folder(self, parent: str = "") -> None:
        """Create a folder and start renaming it in the tree."""
        name = free_name(self.tr("New folder"), self.tree_lookup.names_in(parent))
        start(self._make_folder(path_in(parent, name)), self)

    def duplicate(self, path: str) -> None:
        """Copy a file within its folder."""
        folder, _, name = path.rpartition("/")
        start(self._duplicate(path, path_in(folder, free_name(name, self.tree_lookup.names_in(folder)))), self)

    def add_external_files(self, files: Sequence[Path], folder: str) -> None:
        """Copy *files* into *folder*; files of the vault itself are moved."""
        own = [file for file in files if file.is_relative_to(self._root) and file != self._root]
        others = [file for file in files if not file.is_relative_to(self._root)]
        if own:
            self.move([file.relative_to(self._root).as_posix() for file in own], folder)
        if others:
            start(self._manager.import_files(others, folder, self.tree_lookup.names_in(folder)), self)

    def rename(self, path: str, over: QWidget | None = None) -> None:
        """Ask for another name: in the row of the tree, or in a popup at *over*."""
        if not self.tree_lookup.is_there(path):
            self._window.notify(self.tr("“{name}” no longer exists.").format(name=file_title(path)))
            return
        if over is None:
            self._show_tree()
            self._browser.tree.rename(path)
            return
        popup = NamePopup(over, file_title(path), lambda name: self.name_problem(path, name))
        popup.named.connect(lambda name: self.rename_to(path, name))
        popup.open()

    def rename_to(self, path: str, name: str) -> None:
        """Rename the file or folder at *path*; links to it are updated."""
        new = new_path(path, name)
        if new != path:
            start(self._rename(path, new), self)

    def name_problem(self, path: str, name: str) -> str:
        """Return why the file or folder at *path* cannot be renamed to *name*; empty if it can."""
        return name_problem(path, name, self.tree_lookup.names_in(path.rpartition("/")[0]))

    def move(self, paths: Sequence[str] | str, folder: str | None = None, over: QWidget | None = None) -> None:
        """Move files and folders to *folder*, empty for the root; None asks for it, in a popup at *over*."""
        path_texts = path_list(paths)
        if folder is not None:
            start(self._manager.move_into(path_texts, folder, self.tree_lookup.count(path_texts)), self)
        elif path_texts:
            popup = move_folder_popup(over or self._browser.tabs, self.tree_lookup.folders(), path_texts)
            popup.chosen.connect(lambda chosen: self.move(path_texts, chosen.strip("/")))
            popup.open_at(None)

    def delete(self, paths: Sequence[str] | str) -> None:
        """Delete files and folders as set in Obsidian, without confirmation, because it can be undone."""
        path_texts = path_list(paths)
        if path_texts:
            start(self._manager.delete(path_texts, self.tree_lookup.count(path_texts)), self)

    @property
    def deletion_label(self) -> str:
        """The text of the menu entry that deletes."""
        has_trash = self._settings.trash != "none"
        return _tr_menu("Move to the trash") if has_trash else _tr_menu("Delete")

    def copy_link(self, paths: Sequence[str] | str) -> None:
        """Copy links to notes to the clipboard, in the form set for the vault."""
        QGuiApplication.clipboard().setText("\n".join(map(self._model.link_to, path_list(paths))))

    def copy_address(self, paths: Sequence[str] | str) -> None:
        """Copy vaultdesk:// links of the notes to the clipboard."""
        vaults = opened_vaults(self._store.settings.vaults)
        QGuiApplication.clipboard().setText("\n".join(note_link(self._root, path, vaults) for path in path_list(paths)))

    def copy_path(self, paths: Sequence[str] | str) -> None:
        QGuiApplication.clipboard().setText("\n".join(path_list(paths)))

    def toggle_bookmark(self, path: str) -> None:
        """Add or remove the bookmark of a note or folder."""
        self.bookmark_toggled.emit(path)

    def target_folder(self) -> str:
        """Return the folder for new files: the selected one, or that of the selected file."""
        chosen = self._browser.tree.selected_paths()
        if len(chosen) != 1:
            return ""
        return chosen[0] if self.tree_lookup.is_folder(chosen[0]) else chosen[0].rpartition("/")[0]

    def rule_paths(self, paths: Sequence[str]) -> list[str]:
        """Return *paths* in the form of privacy rules: those of folders end with a slash."""
        return [f"{path}/" if self.tree_lookup.is_folder(path) else path for path in paths]

    def keys(self, command: str) -> str:
        """Return the shortcut of a command that is currently available."""
        commands = self._window.commands
        return commands.keys(command) if commands[command].isEnabled() else ""

    def _bind(self, commands: Actions) -> None:
        commands.bind("new-folder", lambda: self.new_folder(self.target_folder()))
        for_one: dict[str, Callable[[str], object]] = {
            "rename-note": lambda path: self.rename(path, self._breadcrumbs()),
            "reveal": self.reveal,
            "open-default": self.open_default,
            "open-obsidian": self.open_obsidian,
            "bookmark": self.toggle_bookmark,
            "show-in-tree": self.show_in_tree,
        }
        for_several: dict[str, Callable[[list[str]], object]] = {
            "move-note": lambda paths: self.move(paths, over=self._breadcrumbs()),
            "delete-note": self.delete,
            "copy-link": self.copy_link,
            "copy-address": self.copy_address,
            "copy-path": self.copy_path,
            "keep-private": lambda paths: self.private.toggle(self.rule_paths(paths)),
        }
        for name, action in for_one.items():
            commands.bind(name, partial(self._on_first_selected, action))
        for name, action_on_list in for_several.items():
            commands.bind(name, partial(self._on_selected, action_on_list))

    def _on_selected(self, action: Callable[[list[str]], object]) -> None:
        """Apply *action* to the selection of the tree if that has the focus, else to the open note."""
        paths = self._browser.tree.selected_paths() if self._in_tree() else [self._notes.current_path or ""]
        if any(paths):
            action(paths)
        else:
            self._window.notify(self.tr("Open a note or select one in the file list first."))

    def _on_first_selected(self, action: Callable[[str], object]) -> None:
        self._on_selected(lambda paths: action(paths[0]))

    def _in_tree(self) -> bool:
        focused, tree = QApplication.focusWidget(), self._browser.tree
        return focused is not None and (focused is tree or tree.isAncestorOf(focused))

    def _breadcrumbs(self) -> QWidget | None:
        """Return the widget at which a popup for the open note is shown; None if the tree is used."""
        page = self._notes.current_page
        return page.breadcrumbs if page is not None and page.path and not self._in_tree() else None

    def _start_program(self, opening: Coroutine[None, None, str]) -> None:
        start(self._report_problem(opening), self)

    async def _report_problem(self, opening: Coroutine[None, None, str]) -> None:
        if problem := await opening:
            self._window.notify(problem)

    async def _rename(self, path: str, new: str) -> None:
        old, name = file_title(path), file_title(new)
        title = self.tr("Renamed “{old}” to “{new}”").format(old=old, new=name)
        # Immediately in the row, because the index takes a moment.
        row = QPersistentModelIndex(self._model.index_of(path))
        self._model.setData(row, name)
        count = self.tree_lookup.count([path])
        renamed = await self._manager.move({path: new}, title, partial(renamed_text, path, new), count)
        if not renamed and row.isValid():
            self._model.setData(row, old)

    async def _make_folder(self, path: str) -> None:
        self._show_tree()
        if await self._manager.make_folder(path):
            self._browser.files.add_folder(path)
            self._browser.tree.rename(path)

    async def _duplicate(self, path: str, copy: str) -> None:
        if await self._manager.duplicate(path, copy):
            self._browser.files.choose(copy)

    def _show_tree(self) -> None:
        self._window.show_pane("files")
        self._browser.show_files()


def path_list(paths: Sequence[str] | str) -> list[str]:
    """Return one path or several as a list."""
    return [paths] if isinstance(paths, str) else list(paths)


NAME_POPUP_WIDTH = 360
"""Width in design pixels."""


class NamePopup(PopupFrame):
    """Rename popup with one field. Enter accepts; Esc and a click elsewhere close it."""

    named = Signal(str)
    """The new name, which is valid and differs from the old one."""

    def __init__(self, over: QWidget, name: str, name_problem: Callable[[str], str]) -> None:
        """*name_problem* returns why the typed text is not a valid name, as a sentence."""
        super().__init__(over, NAME_POPUP_WIDTH)
        self._name_problem = name_problem
        self._old_name = name
        self.setAccessibleName(self.tr("Rename"))
        self.field = TextField(self.tr("New name"), name)
        self._hint = PlainLabel(self.tr("Links to it are updated. Press Enter to rename."), "muted", "small", wrap=True)
        column = QVBoxLayout(self)
        edge = theme().px(12)
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(theme().px(8))
        column.addWidget(self.field)
        column.addWidget(self._hint)
        self.field.changed.connect(lambda _text: self._set_problem(""))
        self.field.submitted.connect(self._accept)

    def open(self) -> None:
        """Show it with the name selected."""
        self._place_popup()
        self.show()
        self.field.edit.setFocus()
        self.field.edit.selectAll()

    def _accept(self) -> None:
        name = self.field.text().strip()
        problem = self._name_problem(name) if name != self._old_name else ""
        if problem:
            self._set_problem(problem)
            return
        self.close()
        if name != self._old_name:
            self.named.emit(name)

    def _set_problem(self, problem: str) -> None:
        if problem != self.field.problem():
            self.field.set_problem(problem)
            self._place_popup()

    def _place_popup(self) -> None:
        self.field.adjustSize()
        self.place(self.field, self.field.sizeHint().height())


ROOT = "/"
"""Key of the vault's root folder."""


def move_folder_popup(over: QWidget, folders: Sequence[str], moved: Sequence[str]) -> PickerPopup:
    """Return a popup of the *folders* to which the paths *moved* can be moved; it emits the path, or `ROOT`."""
    moved_prefixes = tuple(f"{path}/" for path in moved)
    parents = {path.rpartition("/")[0] for path in moved}
    targets = [folder for folder in folders if folder not in moved and not folder.startswith(moved_prefixes)]
    targets = [folder for folder in targets if parents != {folder}]
    offer = partial(_move_rows, folders, targets, moved)
    return PickerPopup(_tr("Move to a folder"), _tr("Find a folder"), offer, anchor=over)


def _move_rows(folders: Sequence[str], targets: Sequence[str], moved: Sequence[str], typed: str) -> list[ListRow]:
    """Return rows for *typed*: the root and *targets* that match, and a new folder if *folders* lacks it."""
    new = typed.strip().strip("/")
    rows = [replace(row, description=_move_description(moved, row.title)) for row in folder_entries(targets, new)]
    root_name = _tr("Vault root")
    is_at_root = all("/" not in path for path in moved)
    if not is_at_root and typed.casefold() in root_name.casefold():
        rows.insert(0, ListRow(ROOT, root_name, icon="folder", description=_move_description(moved, "")))
    if new and new not in folders and not any(name_problem("", part, ()) for part in new.split("/")):
        text = _tr("New folder “{folder}”").format(folder=printable(new))
        rows.append(ListRow(new, text, icon="folder-plus", description=_move_description(moved, new)))
    return rows


def _move_description(paths: Sequence[str], folder: str) -> str:
    """Return the effect of choosing *folder*, as a sentence."""
    name = file_title(paths[0]) if len(paths) == 1 else ""
    if not folder:
        text = _tr("Moves “{name}” to the vault root.") if name else _tr("Moves {count} files to the vault root.")
    else:
        text = _tr("Moves “{name}” to “{folder}”.") if name else _tr("Moves {count} files to “{folder}”.")
    return text.format(name=name, count=format_number(len(paths)), folder=printable(folder))


# Menus of files and folders.


class _Entry(NamedTuple):
    """An entry of a menu."""

    text: str
    run: Callable[[], object]
    icon_name: str
    command: str = ""
    """The command whose shortcut is shown; empty if there is none."""


_SEPARATOR = ""

_FILE_ENTRIES = (
    "rename", "move", "duplicate", "delete", _SEPARATOR, "bookmark", "copy-link", "copy-address", "copy-path",
    _SEPARATOR, "reveal", "open-default", "open-obsidian", _SEPARATOR, "private", "history",
)  # fmt: skip
_FOLDER_ENTRIES = (
    "new-note", "new-folder", _SEPARATOR, "rename", "move", "delete", _SEPARATOR, "bookmark", "copy-path", "reveal",
    _SEPARATOR, "private",
)  # fmt: skip
_VAULT_ENTRIES = ("new-note", "new-folder", _SEPARATOR, "reveal")


def file_menu(actions: FileActions, path: str, parent: QWidget) -> QMenu:
    """Return the menu of the note, file or folder at *path*; open it with `popup`."""
    return files_menu(actions, [path], parent)


def files_menu(actions: FileActions, paths: Sequence[str], parent: QWidget) -> Menu:
    """Return the menu of several rows; without any, that of the vault itself."""
    menu = Menu(_tr_menu("File"), parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if not paths:
        _fill(menu, actions, "", _VAULT_ENTRIES)
    elif len(paths) > 1:
        _fill_selection_menu(menu, actions, paths)
    elif actions.tree_lookup.is_folder(paths[0]):
        _fill(menu, actions, paths[0], _FOLDER_ENTRIES)
    else:
        _fill(menu, actions, paths[0], ("open-in-new-tab", "open-to-the-side", _SEPARATOR))
        fill_file_menu(menu, actions, paths[0])
    return menu


def fill_file_menu(menu: Menu, actions: FileActions, path: str, over: QWidget | None = None) -> None:
    """Add the actions of the file at *path*; popups for names and folders open at *over*, else in the tree."""
    _fill(menu, actions, path, (*_FILE_ENTRIES, "graph") if path.lower().endswith(NOTE_SUFFIX) else _FILE_ENTRIES, over)


def _fill(menu: Menu, actions: FileActions, path: str, names: Sequence[str], over: QWidget | None = None) -> None:
    """Add the entries *names* for the file or folder at *path*."""
    entries = _menu_entries(actions, path, over)
    for name in names:
        if name == _SEPARATOR:
            menu.addSeparator()
        elif name == "private":
            actions.private.fill(menu, actions.rule_paths([path]))
        else:
            entry = entries[name]
            keys = actions.keys(entry.command) if entry.command else ""
            menu.add(entry.text, entry.run, icon_name=entry.icon_name, keys=keys)


def _menu_entries(actions: FileActions, path: str, over: QWidget | None) -> dict[str, _Entry]:
    bookmark = _tr_menu("Remove from bookmarks") if path in actions.bookmarked else _tr_menu("Add to bookmarks")
    return {
        "open-in-new-tab": _Entry(_tr_menu("Open in new tab"), lambda: actions.open(path, new_tab=True), "tab-right"),
        "open-to-the-side": _Entry(
            _tr_menu("Open to the side"), lambda: actions.open(path, other_side=True), "panel-right"
        ),
        "new-note": _Entry(_tr_menu("New note here"), lambda: actions.new_note(path), "file-plus"),
        "new-folder": _Entry(_tr_menu("New folder here"), lambda: actions.new_folder(path), "folder-plus"),
        "rename": _Entry(_tr_menu("Rename…"), lambda: actions.rename(path, over), "pencil", "rename-note"),
        "move": _Entry(_tr_menu("Move to another folder…"), lambda: actions.move(path, over=over), "folder"),
        "duplicate": _Entry(_tr_menu("Make a copy"), lambda: actions.duplicate(path), "copy"),
        "delete": _Entry(actions.deletion_label, lambda: actions.delete(path), "trash"),
        "bookmark": _Entry(bookmark, lambda: actions.toggle_bookmark(path), "pin", "bookmark"),
        "copy-link": _Entry(_tr_menu("Copy link"), lambda: actions.copy_link(path), "link", "copy-link"),
        "copy-address": _Entry(_tr_menu("Copy VaultDesk link"), lambda: actions.copy_address(path), "link"),
        "copy-path": _Entry(_tr_menu("Copy path"), lambda: actions.copy_path(path), "copy", "copy-path"),
        "reveal": _Entry(_tr_menu("Show in the file manager"), lambda: actions.reveal(path), "folder"),
        "open-default": _Entry(
            _tr_menu("Open in another program"), lambda: actions.open_default(path), "arrow-up-right"
        ),
        "open-obsidian": _Entry(_tr_menu("Open in Obsidian"), lambda: actions.open_obsidian(path), "arrow-up-right"),
        "history": _Entry(_tr_menu("Where this note was sent"), lambda: actions.history_requested.emit(path), "eye"),
        "graph": _Entry(_tr_menu("Graph of this note"), lambda: actions.links_requested.emit(path), "graph"),
    }


def _fill_selection_menu(menu: Menu, actions: FileActions, paths: Sequence[str]) -> None:
    menu.add_heading(_tr_menu("{count} selected").format(count=format_number(len(paths))))
    menu.addSeparator()
    menu.add(_tr_menu("Move to another folder…"), lambda: actions.move(paths), icon_name="folder")
    menu.add(actions.deletion_label, lambda: actions.delete(paths), icon_name="trash")
    menu.addSeparator()
    files = [path for path in paths if not actions.tree_lookup.is_folder(path)]
    if files:
        menu.add(_tr_menu("Copy links"), lambda: actions.copy_link(files), icon_name="link")
    menu.add(_tr_menu("Copy paths"), lambda: actions.copy_path(paths), icon_name="copy")
    menu.addSeparator()
    actions.private.fill(menu, actions.rule_paths(paths))
