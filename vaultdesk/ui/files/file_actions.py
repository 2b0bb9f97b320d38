"""Actions on files for the user: create, rename, move, delete, copy a link, open in other programs."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import quote

from PySide6.QtCore import QCoreApplication, QObject, QPersistentModelIndex, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.platform.deep_link import note_link
from vaultdesk.core.settings.settings_schema import opened_vaults
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.file_tree_model import TreeModel
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.files import file_management
from vaultdesk.ui.files.early_file_list import TreeLookup
from vaultdesk.ui.files.file_management import FileManager, file_title, import_files, why_no_name
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.obsidian_app import open_in_obsidian
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_dialog import folder_entries
from vaultdesk.ui.widgets.frames import PopupFrame
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.ui.widgets.lists.picker_popup import PickPopup
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

# Each returns a sentence where that could not be done, and nothing where it was asked for.

FILE_MANAGER = ("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1")

PROGRAMS = frozenset(
    (
        *("app", "appimage", "bat", "bin", "cmd", "com", "command", "cpl", "desktop", "exe", "hta", "jar", "js", "jse"),
        *("lnk", "msc", "msi", "pif", "ps1", "reg", "run", "scr", "sh", "url", "vb", "vbe", "vbs", "wsf", "wsh"),
    )
)
"""Endings of what would be run and not opened: whoever shares a vault can put such a file into it."""

ANSWER_LIMIT = 2_000
"""Milliseconds a file manager gets to answer."""


def reveal_command(file: Path, system: str = sys.platform) -> str | list[str]:
    """Return what shows *file* in the file manager; nothing where a bus is asked for it."""
    if system == "win32":
        # A line of its own kind: Explorer reads no quoted argument, and a comma outside of quotes ends the name. No
        # name on Windows has a quote in it, and no shell reads the line.
        return f'explorer.exe /select,"{file}"'
    return ["open", "-R", str(file)] if system == "darwin" else []


def obsidian_address(file: Path) -> str:
    """Return the address that opens *file* in Obsidian."""
    return f"obsidian://open?path={quote(str(file), safe='')}"


async def reveal(file: Path) -> str:
    """Show *file* in the file manager."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _gone(file)
    command = reveal_command(file)
    if command:
        return await asyncio.to_thread(_started, command)
    if await asyncio.to_thread(_bus_request(QUrl.fromLocalFile(str(file)).toString())):
        return ""
    # No file manager that selects: the folder at least.
    opened = QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent)))
    return "" if opened else _tr("There is no file manager that could show it.")


def _started(command: str | list[str]) -> str:
    """Start *command* and leave it alone; return why it could not be."""
    try:
        subprocess.Popen(command)  # noqa: S603 - our own words, and the path as one of them
    except OSError:
        return _tr("There is no file manager that could show it.")
    return ""


async def open_default(file: Path) -> str:
    """Open *file* with the program this computer has for its kind."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _gone(file)
    if file.suffix.lower().lstrip(".") in PROGRAMS:
        return _tr("“{name}” is a program. It is not run from here.").format(name=printable(file.name))
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
        return ""
    return _tr("No program on this computer opens “{name}”.").format(name=printable(file.name))


async def open_obsidian(file: Path) -> str:
    """Open *file* in Obsidian, where it is installed."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _gone(file)
    return await open_in_obsidian(obsidian_address(file))


def _bus_request(address: str) -> Callable[[], bool]:
    """Return what asks a file manager to show the file at *address*, and tells whether it will; it waits for it."""
    # Only where there is a bus, and somebody asks; and here, since no other thread may make Qt's classes.
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    def ask() -> bool:
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return False
        message = QDBusMessage.createMethodCall(*FILE_MANAGER, "ShowItems")
        message.setArguments([[address], ""])
        return bus.call(message, timeout=ANSWER_LIMIT).type() == QDBusMessage.MessageType.ReplyMessage

    return ask


def _gone(file: Path) -> str:
    return _tr("“{name}” is not there any more.").format(name=printable(file.name))


def _tr(text: str) -> str:
    return QCoreApplication.translate("OtherPrograms", text)


class ExternalActions(QObject):
    """Paths are from the vault's root."""

    history_asked = Signal(str)
    """Where the note at this path went is to be shown."""
    links_asked = Signal(str)
    """The links of the note at this path are to be seen as a picture."""

    def __init__(self, window: MainWindow, root: Path, model: TreeModel, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._root = root
        self._model = model
        self._notes = notes

    def open(self, path: str, *, new_tab: bool = False, beside: bool = False, place: str = "") -> None:
        """Open a file, at a heading or block; *beside* what is shown now, on the other side of a split."""
        self._window.show_pane("note")
        self._notes.open(path, new_tab, place=place, side=beside)

    def keys(self, command: str) -> str:
        """Return the keys of a command, where it can be done now."""
        commands = self._window.commands
        return commands.keys(command) if commands[command].isEnabled() else ""

    def copy_link(self, paths: Sequence[str] | str) -> None:
        """Put the links to notes on the clipboard, as the vault's owner writes them."""
        QGuiApplication.clipboard().setText("\n".join(map(self._model.link_to, path_list(paths))))

    def copy_path(self, paths: Sequence[str] | str) -> None:
        """Put paths on the clipboard."""
        QGuiApplication.clipboard().setText("\n".join(path_list(paths)))

    def reveal(self, path: str) -> None:
        """Show a file in the file manager."""
        self._tell(reveal(self._root / path))

    def open_default(self, path: str) -> None:
        """Open a file with this computer's program for it."""
        self._tell(open_default(self._root / path))

    def open_obsidian(self, path: str) -> None:
        """Open a note in Obsidian."""
        self._tell(open_obsidian(self._root / path))

    def _tell(self, asked: Coroutine[None, None, str]) -> None:
        async def tell() -> None:
            if problem := await asked:
                self._window.notify(problem)

        start(tell(), self)


def path_list(paths: Sequence[str] | str) -> list[str]:
    """Return one path or several as a list."""
    return [paths] if isinstance(paths, str) else list(paths)


WIDTH = 360
"""Pixels of LOOK's drawings."""


class NamePopup(PopupFrame):
    """One field with the name in it. Enter keeps, Esc and a press elsewhere leave."""

    named = Signal(str)

    def __init__(self, over: QWidget, name: str, why_not: Callable[[str], str]) -> None:
        """*why_not* returns why what is typed is no name, in a sentence."""
        super().__init__(over, WIDTH)
        self._why_not = why_not
        self._before = name
        self.setAccessibleName(self.tr("Rename"))
        self.field = TextField(self.tr("New name"), name)
        self._hint = PlainLabel(self.tr("Links to it follow. Enter keeps the name."), "muted", "small", wrap=True)
        column = QVBoxLayout(self)
        edge = theme().step(12)
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(theme().step(8))
        column.addWidget(self.field)
        column.addWidget(self._hint)
        self.field.changed.connect(lambda _text: self._tell(""))
        self.field.submitted.connect(self._keep)

    def open(self) -> None:
        """Show it, the name selected."""
        self._stand()
        self.show()
        self.field.edit.setFocus()
        self.field.edit.selectAll()

    def _keep(self) -> None:
        name = self.field.text().strip()
        problem = self._why_not(name) if name != self._before else ""
        if problem:
            self._tell(problem)
            return
        self.close()
        if name != self._before:
            self.named.emit(name)

    def _tell(self, problem: str) -> None:
        if problem != self.field.problem():
            self.field.set_problem(problem)
            self._stand()

    def _stand(self) -> None:
        self.field.adjustSize()
        self.place(self.field, self.field.sizeHint().height())


ROOT = "/"
"""Key of the vault itself."""


def move_folder_popup(over: QWidget, folders: Sequence[str], moved: Sequence[str]) -> PickPopup:
    """Return a pop-up of the *folders* that what is *moved* can go to; it tells the path, or `ROOT`."""
    inside = tuple(f"{path}/" for path in moved)
    here = {path.rpartition("/")[0] for path in moved}
    there = [folder for folder in folders if folder not in moved and not folder.startswith(inside)]
    there = [folder for folder in there if here != {folder}]
    top = _folder_popup_tr("The top of the vault")

    def offer(wanted: str) -> list[ListEntry]:
        new = wanted.strip().strip("/")
        entries = [replace(entry, detail=_moves(moved, entry.title)) for entry in folder_entries(there, new)]
        if here != {""} and wanted.casefold() in top.casefold():
            entries.insert(0, ListEntry(ROOT, top, icon="folder", detail=_moves(moved, "")))
        if new and new not in folders and not any(why_no_name("", part, ()) for part in new.split("/")):
            words = _folder_popup_tr("New folder “{folder}”").format(folder=printable(new))
            entries.append(ListEntry(new, words, icon="folder-plus", detail=_moves(moved, new)))
        return entries

    return PickPopup(_folder_popup_tr("Move to a folder"), _folder_popup_tr("Find a folder"), offer, over=over)


def _moves(paths: Sequence[str], folder: str) -> str:
    """Say what choosing *folder* does."""
    name = file_title(paths[0]) if len(paths) == 1 else ""
    if not folder:
        words = (
            _folder_popup_tr("Moves “{name}” out of its folder.")
            if name
            else _folder_popup_tr("Moves {count} files out of their folders.")
        )
    else:
        words = (
            _folder_popup_tr("Moves “{name}” to “{folder}”.")
            if name
            else _folder_popup_tr("Moves {count} files to “{folder}”.")
        )
    return words.format(name=name, count=format_number(len(paths)), folder=printable(folder))


def _folder_popup_tr(text: str) -> str:
    return QCoreApplication.translate("FolderPopup", text)


class FileActions(ExternalActions):
    """Paths are from the vault's root. Nothing waits: what takes time goes on beside, and is told in the window."""

    bookmark_toggled = Signal(str)

    def __init__(
        self, window: MainWindow, workspace: Workspace, browser: LeftPane, notes: NoteArea, acts: FileManager
    ) -> None:
        super().__init__(window, workspace.vault.root, browser.model, notes, acts)
        self._browser = browser
        self._acts = acts
        self._store = workspace.store
        self.facts = TreeLookup(browser.model)
        self.bookmarked: frozenset[str] = frozenset()
        """Paths of one's own bookmarks."""

    def rename(self, path: str, over: QWidget | None = None) -> None:
        """Ask for another name: in the row of the tree, or in a small box at *over*."""
        if not self.facts.is_there(path):
            self._window.notify(
                self.tr("“{name}” is not there any more.").format(name=file_management.file_title(path))
            )
            return
        if over is None:
            self._show_tree()
            self._browser.tree.rename(path)
            return
        popup = NamePopup(over, file_management.file_title(path), lambda name: self.why_not(path, name))
        popup.named.connect(lambda name: self.rename_to(path, name))
        popup.open()

    def rename_to(self, path: str, name: str) -> None:
        """Give what is at *path* another name; every link follows."""
        new = file_management.new_path(path, name)
        if new != path:
            start(self._rename(path, new), self)

    def why_not(self, path: str, name: str) -> str:
        """Return why what is at *path* cannot be called *name*; empty where it can."""
        return file_management.why_no_name(path, name, self.facts.names_in(path.rpartition("/")[0]))

    def move(self, paths: Sequence[str] | str, folder: str | None = None, over: QWidget | None = None) -> None:
        """Move files and folders to *folder*, empty for the root; None asks for it, in a box at *over*."""
        wanted = path_list(paths)
        if folder is not None:
            start(self._acts.move_into(wanted, folder, self.facts.count(wanted)), self)
        elif wanted:
            popup = move_folder_popup(over or self._browser.tabs, self.facts.folders(), wanted)
            popup.chosen.connect(lambda chosen: self.move(wanted, chosen.strip("/")))
            popup.open_at(None)

    def delete(self, paths: Sequence[str] | str) -> None:
        """Put files and folders into the trash the person chose in Obsidian; asked nothing, for it can be undone."""
        wanted = path_list(paths)
        if wanted:
            start(self._acts.delete(wanted, self.facts.count(wanted)), self)

    def new_folder(self, parent: str = "") -> None:
        """Make a folder, and ask for its name in its row."""
        name = file_management.free_name(self.tr("New folder"), self.facts.names_in(parent))
        start(self._make_folder(_in(parent, name)), self)

    def new_note(self, folder: str = "") -> None:
        """Make a note in *folder* and open it."""
        name = file_management.free_name(self.tr("Untitled") + NOTE_SUFFIX, self.facts.names_in(folder))
        self._window.show_pane("note")
        start(self._notes.create_note(_in(folder, name)), self)

    def duplicate(self, path: str) -> None:
        """Make a copy of a file beside it."""
        folder, _, name = path.rpartition("/")
        start(self._duplicate(path, _in(folder, file_management.free_name(name, self.facts.names_in(folder)))), self)

    def bring_in(self, files: Sequence[Path], folder: str) -> None:
        """Copy files and folders of this computer into *folder*; those of the vault itself are moved."""
        own = [file for file in files if file.is_relative_to(self._root) and file != self._root]
        others = [file for file in files if not file.is_relative_to(self._root)]
        if own:
            self.move([file.relative_to(self._root).as_posix() for file in own], folder)
        if others:
            start(import_files(self._acts, others, folder, self.facts.names_in(folder)), self)

    def copy_address(self, paths: Sequence[str] | str) -> None:
        """Put the addresses that open notes from any program on the clipboard."""
        known = opened_vaults(self._store.settings.vaults)
        QGuiApplication.clipboard().setText("\n".join(note_link(self._root, path, known) for path in path_list(paths)))

    def toggle_bookmark(self, path: str) -> None:
        """Mark a note or folder, or take its mark away."""
        self.bookmark_toggled.emit(path)

    async def _rename(self, path: str, new: str) -> None:
        old, name = file_management.file_title(path), file_management.file_title(new)
        title = self.tr("Renamed “{old}” to “{new}”").format(old=old, new=name)
        # At once in the row, for the index takes a moment.
        row = QPersistentModelIndex(self._model.index_of(path))
        self._model.setData(row, name)
        words = partial(file_management.renamed_text, path, new)
        if not await self._acts.move({path: new}, title, words, self.facts.count([path])) and row.isValid():
            self._model.setData(row, old)

    async def _make_folder(self, path: str) -> None:
        self._show_tree()
        if await self._acts.make_folder(path):
            self._browser.files.add_folder(path)
            self._browser.tree.rename(path)

    async def _duplicate(self, path: str, copy: str) -> None:
        if await self._acts.duplicate(path, copy):
            self._browser.files.choose(copy)

    def _show_tree(self) -> None:
        self._window.show_pane("files")
        self._browser.show_files()


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
