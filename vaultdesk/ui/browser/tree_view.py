"""TreeView: the tree of notes: what is chosen in it, and what presses and keys do. How rows look is row_view.py."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from vaultdesk.ui.browser.row_view import RowView
from vaultdesk.ui.browser.tree_model import Role, TreeModel
from vaultdesk.ui.browser.tree_row import RenamingDelegate
from vaultdesk.ui.theme.theme import theme


class TreeView(RowView):
    """A click or Enter opens a note; the middle button or Ctrl+Enter in a new tab. Folders open and close.

    Clicks with Ctrl or Shift choose several rows, as everywhere.
    """

    note_chosen = Signal(str, bool)
    """A note's path, and whether a new tab was asked for."""
    history_asked = Signal(str)
    """Where the note at this path went is to be shown."""
    menu_asked = Signal(object, QPoint)
    """A list of the paths whose menu is wanted, and where on the screen; none of them is the vault itself."""
    rename_asked = Signal(str, str)
    """A path, and the new name typed into its row."""
    delete_asked = Signal(object)
    """A list of paths."""

    def __init__(self, model: TreeModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Notes"))
        self._model = model
        self._pressed = QPersistentModelIndex()
        self.setModel(model)
        self.names = RenamingDelegate(self, self.rename_asked.emit)
        self.setItemDelegate(self.names)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def show_note(self, path: str) -> None:
        """Select the note at *path* and make it visible, without opening it."""
        index = self._model.index_of(path) if path else QModelIndex()
        # Not Qt's own `setCurrentIndex`, which adds to what is chosen while Ctrl or Shift is held: Ctrl+Tab holds it.
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def open_folders(self) -> list[str]:
        """The paths of all folders that are open."""
        return [str(index.data(Role.PATH)) for index in self._open_below(QModelIndex())]

    def set_open_folders(self, paths: list[str]) -> None:
        """Open these folders, outer ones first."""
        for path in sorted(paths, key=len):
            self.expand(self._model.index_of(path))

    def opens(self, index: QModelIndex) -> bool:
        """Every folder has a chevron, an empty one too: the names stay in line."""
        return bool(index.data(Role.FOLDER))

    def chosen(self) -> list[str]:
        """The paths of the chosen rows, from top to bottom; of a folder and what is in it, the folder alone."""
        indexes = sorted(self.selectedIndexes(), key=lambda index: self.visualRect(index).top())
        paths = [str(index.data(Role.PATH)) for index in indexes]
        folders = tuple(f"{index.data(Role.PATH)}/" for index in indexes if index.data(Role.FOLDER))
        return [path for path in paths if not path.startswith(folders)]

    def rename(self, path: str) -> None:
        """Open an editor in the row of what is at *path*."""
        index = self._model.index_of(path)
        if index.isValid():
            self.scrollTo(index)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.edit(index)
            if self.names.editor is not None:
                # Qt selects all of it, the ending too.
                self.names.editor.setSelection(0, len(self.names.editor.stem))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose; what is pressed opens when the button is let go, for it may be dragged away."""
        index = self.indexAt(event.position().toPoint())
        self._pressed = QPersistentModelIndex(index)
        if not index.isValid():
            self.clearSelection()
        if event.button() == Qt.MouseButton.MiddleButton:
            return
        # Not QTreeView's own, which would fold a folder at the press on its chevron.
        QAbstractItemView.mousePressEvent(self, event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open what was pressed; a press on the chevron is as good as one on the name."""
        dragged = self.state() == QAbstractItemView.State.DraggingState
        QAbstractItemView.mouseReleaseEvent(self, event)
        index = self.indexAt(event.position().toPoint())
        if dragged or not index.isValid() or self._pressed != index:
            return
        middle = event.button() == Qt.MouseButton.MiddleButton
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if middle or (event.button() == Qt.MouseButton.LeftButton and plain):
            self._choose(index, new_tab=middle)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete asks for the trash."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._choose(index, new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._ask_menu()
        elif self._deletes(event) and self.chosen():
            self.delete_asked.emit(self.chosen())
        else:
            super().keyPressEvent(event)

    def _deletes(self, event: QKeyEvent) -> bool:
        """Whether a key asks for the trash: Delete, and Cmd with Backspace where keyboards have no Delete."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return event.key() == Qt.Key.Key_Delete or (event.key() == Qt.Key.Key_Backspace and control)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of what is under the pointer, or, by key, of what is chosen."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._ask_menu()
            return
        index = self.indexAt(event.pos())
        if index.isValid() and not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        self.menu_asked.emit(self.chosen() if index.isValid() else [], event.globalPos())

    def _ask_menu(self) -> None:
        """Ask for the menu at the row that has the keyboard."""
        place = self.visualRect(self.currentIndex())
        self.menu_asked.emit(
            self.chosen(), self.viewport().mapToGlobal(place.bottomLeft() + QPoint(theme().step(24), 0))
        )

    def _choose(self, index: QModelIndex, *, new_tab: bool) -> None:
        if index.data(Role.FOLDER):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.note_chosen.emit(str(index.data(Role.PATH)), new_tab)

    def _open_below(self, parent: QModelIndex) -> list[QModelIndex]:
        found: list[QModelIndex] = []
        for row in range(self._model.rowCount(parent)):
            index = self._model.index(row, 0, parent)
            if self.isExpanded(index):
                found += [index, *self._open_below(index)]
        return found
