"""File menu: what can be done with a note, a folder or several of them, for tree, tabs and crumbs."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu, QWidget

from vaultdesk.ui.facts import number
from vaultdesk.ui.files.file_deeds import FileDeeds
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.note_path import NOTE_SUFFIX


def file_menu(deeds: FileDeeds, path: str, parent: QWidget) -> QMenu:
    """Return the menu of the note, file or folder at *path*; open it with `popup`."""
    return files_menu(deeds, [path], parent)


def files_menu(deeds: FileDeeds, paths: Sequence[str], parent: QWidget) -> Menu:
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


def fill_file_menu(menu: Menu, deeds: FileDeeds, path: str, over: QWidget | None = None) -> None:
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


def _fill_folder(menu: Menu, deeds: FileDeeds, path: str) -> None:
    _add_folder_makers(menu, deeds, path)
    menu.addSeparator()
    menu.add(_tr("Rename…"), lambda: deeds.rename(path), icon_name="pencil", keys=deeds.keys("rename-note"))
    menu.add(_tr("Move to another folder…"), lambda: deeds.move(path), icon_name="folder")
    menu.add(_tr("Move to the trash"), lambda: deeds.delete(path), icon_name="trash")
    menu.addSeparator()
    _add_bookmark(menu, deeds, path)
    menu.add(_tr("Copy path"), lambda: deeds.copy_path(path), icon_name="copy")
    menu.add(_tr("Show in the file manager"), lambda: deeds.reveal(path), icon_name="folder")


def _fill_many(menu: Menu, deeds: FileDeeds, paths: list[str]) -> None:
    menu.add_heading(_tr("{count} chosen").format(count=number(len(paths))))
    menu.addSeparator()
    menu.add(_tr("Move to another folder…"), lambda: deeds.move(paths), icon_name="folder")
    menu.add(_tr("Move to the trash"), lambda: deeds.delete(paths), icon_name="trash")
    menu.addSeparator()
    files = [path for path in paths if not deeds.facts.is_folder(path)]
    if files:
        menu.add(_tr("Copy links"), lambda: deeds.copy_link(files), icon_name="link")
    menu.add(_tr("Copy paths"), lambda: deeds.copy_path(paths), icon_name="copy")


def _add_folder_makers(menu: Menu, deeds: FileDeeds, folder: str) -> None:
    menu.add(_tr("New note here"), lambda: deeds.new_note(folder), icon_name="file-plus")
    menu.add(_tr("New folder here"), lambda: deeds.new_folder(folder), icon_name="folder-plus")


def _add_bookmark(menu: Menu, deeds: FileDeeds, path: str) -> None:
    marked = path in deeds.bookmarked
    words = _tr("Remove from bookmarks") if marked else _tr("Add to bookmarks")
    menu.add(words, lambda: deeds.toggle_bookmark(path), icon_name="pin", keys=deeds.keys("bookmark"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileMenu", text)
