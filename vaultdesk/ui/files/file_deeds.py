"""FileDeeds: what one does with notes and folders, wherever it is asked for: tree, tabs, crumbs, palette."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPersistentModelIndex, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.platform.deep_link import note_link
from vaultdesk.core.settings.settings_schema import opened_vaults
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.files import file_words
from vaultdesk.ui.files.bringing_in import bring_in
from vaultdesk.ui.files.elsewhere_deeds import ElsewhereDeeds, listed
from vaultdesk.ui.files.file_acts import FileActs
from vaultdesk.ui.files.folder_popup import folder_popup
from vaultdesk.ui.files.name_popup import NamePopup
from vaultdesk.ui.files.tree_facts import TreeFacts
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.workspace import Workspace


class FileDeeds(ElsewhereDeeds):
    """Paths are from the vault's root. Nothing waits: what takes time goes on beside, and is told in the window."""

    bookmark_toggled = Signal(str)

    def __init__(
        self, window: MainWindow, workspace: Workspace, browser: LeftPane, notes: NoteArea, acts: FileActs
    ) -> None:
        super().__init__(window, workspace.vault.root, browser.model, notes, acts)
        self._browser = browser
        self._acts = acts
        self._store = workspace.store
        self.facts = TreeFacts(browser.model)
        self.bookmarked: frozenset[str] = frozenset()
        """Paths of one's own bookmarks."""

    def rename(self, path: str, over: QWidget | None = None) -> None:
        """Ask for another name: in the row of the tree, or in a small box at *over*."""
        if not self.facts.is_there(path):
            self._window.notify(self.tr("“{name}” is not there any more.").format(name=file_words.called(path)))
            return
        if over is None:
            self._show_tree()
            self._browser.tree.rename(path)
            return
        popup = NamePopup(over, file_words.called(path), lambda name: self.why_not(path, name))
        popup.named.connect(lambda name: self.rename_to(path, name))
        popup.open()

    def rename_to(self, path: str, name: str) -> None:
        """Give what is at *path* another name; every link follows."""
        new = file_words.new_path(path, name)
        if new != path:
            start(self._rename(path, new), self)

    def why_not(self, path: str, name: str) -> str:
        """Return why what is at *path* cannot be called *name*; empty where it can."""
        return file_words.why_no_name(path, name, self.facts.names_in(path.rpartition("/")[0]))

    def move(self, paths: Sequence[str] | str, folder: str | None = None, over: QWidget | None = None) -> None:
        """Move files and folders to *folder*, empty for the root; None asks for it, in a box at *over*."""
        wanted = listed(paths)
        if folder is not None:
            start(self._acts.move_into(wanted, folder, self.facts.count(wanted)), self)
        elif wanted:
            popup = folder_popup(over or self._browser.tabs, self.facts.folders(), wanted)
            popup.chosen.connect(lambda chosen: self.move(wanted, chosen.strip("/")))
            popup.open_at(None)

    def delete(self, paths: Sequence[str] | str) -> None:
        """Put files and folders into the trash the person chose in Obsidian; asked nothing, for it can be undone."""
        wanted = listed(paths)
        if wanted:
            start(self._acts.delete(wanted, self.facts.count(wanted)), self)

    def new_folder(self, parent: str = "") -> None:
        """Make a folder, and ask for its name in its row."""
        name = file_words.free_name(self.tr("New folder"), self.facts.names_in(parent))
        start(self._make_folder(_in(parent, name)), self)

    def new_note(self, folder: str = "") -> None:
        """Make a note in *folder* and open it."""
        name = file_words.free_name(self.tr("Untitled") + NOTE_SUFFIX, self.facts.names_in(folder))
        self._window.show_pane("note")
        start(self._notes.create_note(_in(folder, name)), self)

    def duplicate(self, path: str) -> None:
        """Make a copy of a file beside it."""
        folder, _, name = path.rpartition("/")
        start(self._duplicate(path, _in(folder, file_words.free_name(name, self.facts.names_in(folder)))), self)

    def bring_in(self, files: Sequence[Path], folder: str) -> None:
        """Copy files and folders of this computer into *folder*; those of the vault itself are moved."""
        own = [file for file in files if file.is_relative_to(self._root) and file != self._root]
        others = [file for file in files if not file.is_relative_to(self._root)]
        if own:
            self.move([file.relative_to(self._root).as_posix() for file in own], folder)
        if others:
            start(bring_in(self._acts, others, folder, self.facts.names_in(folder)), self)

    def copy_address(self, paths: Sequence[str] | str) -> None:
        """Put the addresses that open notes from any program on the clipboard."""
        known = opened_vaults(self._store.settings.vaults)
        QGuiApplication.clipboard().setText("\n".join(note_link(self._root, path, known) for path in listed(paths)))

    def toggle_bookmark(self, path: str) -> None:
        """Mark a note or folder, or take its mark away."""
        self.bookmark_toggled.emit(path)

    async def _rename(self, path: str, new: str) -> None:
        old, name = file_words.called(path), file_words.called(new)
        title = self.tr("Renamed “{old}” to “{new}”").format(old=old, new=name)
        # At once in the row, for the index takes a moment.
        row = QPersistentModelIndex(self._model.index_of(path))
        self._model.setData(row, name)
        words = partial(file_words.renamed_words, path, new)
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
