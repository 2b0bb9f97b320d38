"""View of the file tree: row delegate, renaming in place, keyboard, drag and drop."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from vaultdesk.ui.browser.file_tree_model import FileTreeModel, TreeRole, dragged_paths
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.painting import box, chevron, focus_ring, row_background
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import INVALID_VALUE
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_delegate import RowDelegate

Index = QModelIndex | QPersistentModelIndex


class StyledTreeView(QTreeView):
    """Tree view that draws the backgrounds and chevrons of its rows; subclasses handle mouse clicks."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hovered = QPersistentModelIndex()
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(name)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the background of the whole row, then its content."""
        values = theme()
        assert isinstance(index, QModelIndex)
        rect = row_background(self.visualRect(index), self.devicePixelRatioF())
        row = QRectF(0, rect.top(), self.viewport().width() - values.px(8), rect.height())
        radius = values.px(5)
        if self.selectionModel().isSelected(index):
            line = values.color("accent") if values.tokens.high_contrast else None
            box(painter, row, radius, values.color("accent_tint"), line)
        elif self._hovered == index:
            box(painter, row, radius, values.color("hover"))
        super().drawRow(painter, option, index)
        if self.hasFocus() and index == self.currentIndex():
            focus_ring(values, painter, row, radius)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw a chevron before rows that can be expanded, and nothing before others."""
        assert isinstance(index, QModelIndex)
        if not self.opens(index):
            return
        size = theme().px(12)
        chevron_rect = QRectF(rect.right() - size + theme().px(1), rect.center().y() - size / 2, size, size)
        chevron(painter, chevron_rect, theme().color("muted"), "down" if self.isExpanded(index) else "right")

    def opens(self, index: QModelIndex) -> bool:
        """Return whether the row has a chevron."""
        return index.model().hasChildren(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.indexAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(QModelIndex())
        super().leaveEvent(event)

    def _hover(self, index: QModelIndex) -> None:
        if self._hovered == index:
            return
        self._hovered = QPersistentModelIndex(index)
        self.viewport().update()

    def _apply_theme(self) -> None:
        self.setIndentation(theme().px(16))
        self.setFont(theme().font())
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("background"))
        self.setPalette(palette)
        self.doItemsLayout()


MAX_NAME_LENGTH = 255
"""Maximum number of characters of a name, the limit of file systems."""

TREE_STYLE = RowStyle(side=0, edge=4, right_edge=14, chevrons=False, shape="plain")
"""Rows on the background that the style draws."""


class NameEditor(QLineEdit):
    """Line edit for a name, with a message below it if the name is invalid."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.stem = ""
        """The name without its suffix."""
        self.setMaxLength(MAX_NAME_LENGTH)
        self.setAccessibleName(self.tr("New name"))
        self.setFont(theme().font())
        self.setTextMargins(-theme().px(4), 0, 0, 0)
        self._problem_label = PlainLabel("", "danger", "small", wrap=True)
        # A card with a background, because it covers the rows below.
        self._problem_card = Card(background="danger_tint", line="danger", radius=6, parent=parent)
        edge, padding = theme().px(8), theme().px(6)
        self._problem_card.content.setContentsMargins(edge, padding, edge, padding)
        self._problem_card.content.addWidget(self._problem_label)
        self._problem_card.hide()
        self.destroyed.connect(self._problem_card.deleteLater)
        self.textChanged.connect(lambda _text: self.show_problem(""))

    def show_problem(self, problem: str) -> None:
        """Show why the typed name is invalid; hide the message if empty."""
        self.setProperty(INVALID_VALUE, bool(problem))
        self.setAccessibleDescription(problem)
        self.update()
        self._problem_label.setText(problem)
        self._problem_card.setVisible(bool(problem))
        parent = self.parentWidget()
        if problem and parent is not None:
            width = max(parent.width() - theme().px(16), theme().px(120))
            height = self._problem_card.heightForWidth(width)
            below = self.geometry().bottom() + theme().px(4)
            fits = below + height <= parent.height()
            top = below if fits else self.geometry().top() - theme().px(4) - height
            self._problem_card.setGeometry(theme().px(4), top, width, height)
            self._problem_card.raise_()


class FileTreeDelegate(QStyledItemDelegate):
    """Edits the name of a row; a `RowDelegate` paints it. Enter accepts, Esc cancels; an invalid name keeps the
    editor open.
    """

    def __init__(self, view: QAbstractItemView, renamed: Callable[[str, str], object]) -> None:
        """*renamed* is called with the path and the new name."""
        super().__init__(view)
        self._painter = RowDelegate(view, TREE_STYLE, tree_row)
        self._renamed = renamed
        self.name_problem: Callable[[str, str], str] = lambda _path, _name: ""
        """Returns why the item at a path cannot have this name, as a sentence."""
        self.path = ""
        """Path of the item whose editor was opened last."""
        self.editor: NameEditor | None = None
        """The editor opened last."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._painter.sizeHint(option, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._painter.paint(painter, option, index)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        self.path = str(index.data(TreeRole.PATH))
        self.editor = NameEditor(parent)
        return self.editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Set the name once only: the row may be updated during typing."""
        if isinstance(editor, NameEditor) and not editor.isModified() and not editor.text():
            name = str(index.data(Qt.ItemDataRole.EditRole))
            editor.setText(name)
            has_suffix = not index.data(TreeRole.FOLDER) and name == self.path.rpartition("/")[2]
            editor.stem = (name.rpartition(".")[0] if has_suffix else "") or name

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:
        """Report the new name if it is valid and different."""
        if not isinstance(editor, NameEditor):
            return
        name = editor.text().strip()
        if name and name != index.data(Qt.ItemDataRole.EditRole) and not self.name_problem(self.path, name):
            self._renamed(self.path, name)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Extend the editor to the right edge of the row."""
        rect = QRect(option.rect)
        rect.setRight(rect.right() - theme().px(8))
        editor.setGeometry(rect)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept a valid name on Enter; keep the editor open if it is invalid."""
        if isinstance(watched, NameEditor) and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                problem = self.name_problem(self.path, watched.text().strip()) if watched.isModified() else ""
                if problem:
                    watched.show_problem(problem)
                    return True
                # Now, where Qt would do so in the next loop iteration: by then the rows may have been replaced.
                self.commitData.emit(watched)
                self.closeEditor.emit(watched, QStyledItemDelegate.EndEditHint.SubmitModelCache)
                return True
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                return True  # Qt would continue by editing the next row.
        return super().eventFilter(watched, event)


def tree_row(index: Index) -> ListRow:
    """Return name, count and badges of a file or folder."""
    folder = bool(index.data(TreeRole.FOLDER))
    has_warning = bool(index.data(TreeRole.PROBLEM) or index.data(TreeRole.CONFLICT))
    lock = "lock" if index.data(TreeRole.LOCK) else ""
    is_muted = bool(index.data(TreeRole.EXCLUDED) or index.data(TreeRole.OTHER))
    return ListRow(
        title=str(index.data()),
        right=format_number(int(index.data(TreeRole.COUNT))) if folder else "",
        mark="warning" if has_warning else lock,
        mark_role="warning" if has_warning else "muted",
        badge=lock if has_warning else "",
        role="muted" if is_muted else "text" if folder else "text2",
    )


FOLDER_OPEN_DELAY = 700
"""Milliseconds of hovering during a drag before a folder opens."""


class FileTree(StyledTreeView):
    """Tree of the notes of a vault; accepts dropped notes and files.

    A click or Enter opens a note, the middle button or Ctrl+Enter opens it in a new tab. Clicks with Ctrl or Shift
    select several rows.
    """

    note_chosen = Signal(str, bool)
    """A note's path, and whether to open it in a new tab."""
    history_requested = Signal(str)
    """The path history of the note at this path is requested."""
    menu_requested = Signal(object, QPoint)
    """Context menu for a list of paths, at a global position; the root folder is not included."""
    rename_requested = Signal(str, str)
    """A path, and the new name typed in its row."""
    delete_requested = Signal(object)
    """A list of paths."""
    notes_dropped = Signal(object, str)
    """A list of paths of the vault, and the folder they were dropped on."""
    files_dropped = Signal(object, str)
    """A list of local files and folders, as `Path`, and the folder they were dropped on."""
    folder_dropped = Signal(object)
    """One local folder was dropped outside of the rows."""

    def __init__(self, model: FileTreeModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Notes"))
        self._model = model
        self._pressed = QPersistentModelIndex()
        self.drop_folder: str | None = None
        """The folder under a drag; None without a drag."""
        self._opens_vault = False
        self.setModel(model)
        self.delegate = FileTreeDelegate(self, self.rename_requested.emit)
        self.setItemDelegate(self.delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.setAutoExpandDelay(FOLDER_OPEN_DELAY)

    def show_note(self, path: str) -> None:
        """Select the note at *path* and make it visible, without opening it."""
        index = self._model.index_of(path) if path else QModelIndex()
        # Not Qt's `setCurrentIndex`, which extends the selection while Ctrl or Shift is held, as with Ctrl+Tab.
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def open_folders(self) -> list[str]:
        """Return the paths of all open folders."""
        return [str(index.data(TreeRole.PATH)) for index in self._open_below(QModelIndex())]

    def set_open_folders(self, paths: list[str]) -> None:
        """Open these folders, outer ones first."""
        for path in sorted(paths, key=len):
            self.expand(self._model.index_of(path))

    def opens(self, index: QModelIndex) -> bool:
        """Return True for every folder, even an empty one, so that the names are aligned."""
        return bool(index.data(TreeRole.FOLDER))

    def selected_paths(self) -> list[str]:
        """Return the paths of the selected rows, from top to bottom; items inside a selected folder are omitted."""
        indexes = sorted(self.selectedIndexes(), key=lambda index: self.visualRect(index).top())
        paths = [str(index.data(TreeRole.PATH)) for index in indexes]
        folders = tuple(f"{index.data(TreeRole.PATH)}/" for index in indexes if index.data(TreeRole.FOLDER))
        return [path for path in paths if not path.startswith(folders)]

    def rename(self, path: str) -> None:
        """Open the editor in the row of *path*."""
        index = self._model.index_of(path)
        if index.isValid():
            self.scrollTo(index)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.edit(index)
            if self.delegate.editor is not None:
                # Qt selects the whole name, including the suffix.
                self.delegate.editor.setSelection(0, len(self.delegate.editor.stem))

    @contextmanager
    def rename_kept(self) -> Iterator[None]:
        """Keep a rename in progress while rows are replaced: the editor is opened again, with the typed name."""
        editor = self.delegate.editor if self.state() == QAbstractItemView.State.EditingState else None
        if editor is None:
            yield
            return
        path, name, cursor, is_modified = (
            self.delegate.path, editor.text(), editor.cursorPosition(), editor.isModified()
        )  # fmt: skip
        yield
        if self.state() == QAbstractItemView.State.EditingState:
            return
        self.rename(path)
        if is_modified and self.delegate.editor is not None and self.delegate.editor is not editor:
            self.delegate.editor.setText(name)
            self.delegate.editor.setModified(True)
            self.delegate.editor.setCursorPosition(cursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select; the item opens on release, because it may be dragged."""
        index = self.indexAt(event.position().toPoint())
        self._pressed = QPersistentModelIndex(index)
        if not index.isValid():
            self.clearSelection()
        if event.button() == Qt.MouseButton.MiddleButton:
            return
        # Not QTreeView's method, which would fold a folder when its chevron is pressed.
        QAbstractItemView.mousePressEvent(self, event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the pressed item; a click on the chevron has the same effect as one on the name."""
        dragged = self.state() == QAbstractItemView.State.DraggingState
        QAbstractItemView.mouseReleaseEvent(self, event)
        index = self.indexAt(event.position().toPoint())
        if dragged or not index.isValid() or self._pressed != index:
            return
        middle = event.button() == Qt.MouseButton.MiddleButton
        has_no_modifier = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if middle or (event.button() == Qt.MouseButton.LeftButton and has_no_modifier):
            self._choose(index, new_tab=middle)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete requests the deletion."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._choose(index, new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._request_menu()
        elif self._deletes(event) and self.selected_paths():
            self.delete_requested.emit(self.selected_paths())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the item under the pointer, or, by key, of the selection."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._request_menu()
            return
        index = self.indexAt(event.pos())
        if index.isValid() and not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        self.menu_requested.emit(self.selected_paths() if index.isValid() else [], event.globalPos())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept notes of the vault and local files."""
        if dragged_paths(event.mimeData()) or _files(event):
            self.setState(QAbstractItemView.State.DraggingState)  # Folders open only in this state.
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Mark the drop target."""
        super().dragMoveEvent(event)  # Scrolls and opens folders.
        files = _files(event)
        position = event.position().toPoint()
        paths = dragged_paths(event.mimeData())
        if not paths and not files:
            event.ignore()
            return
        self._opens_vault = not paths and _is_vault(files) and not self.indexAt(position).isValid()
        folder = self._folder_at(position)
        is_accepted = bool(files and not paths) or _can_move_to(paths, folder)
        self.drop_folder = folder if is_accepted and not self._opens_vault else None
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(is_accepted or self._opens_vault)
        self.viewport().update()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Remove the mark of the drop target."""
        super().dragLeaveEvent(event)
        self._clear()

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit the signal for the dropped notes, files or folder."""
        paths, files = dragged_paths(event.mimeData()), _files(event)
        position = event.position().toPoint()
        folder = self._folder_at(position)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if paths:
            if _can_move_to(paths, folder):
                self.notes_dropped.emit([path.rstrip("/") for path in paths], folder)
        elif _is_vault(files) and not self.indexAt(position).isValid():
            self.folder_dropped.emit(files[0])
        elif files:
            self.files_dropped.emit(files, folder)
        self._clear()
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a ring around the folder that is the drop target, or around the whole tree."""
        super().paintEvent(event)
        values = theme()
        if self._opens_vault:
            self._draw_drop_hint()
        if self.drop_folder is None:
            return
        painter = QPainter(self.viewport())
        index = self._model.index_of(self.drop_folder) if self.drop_folder else QModelIndex()
        rect = QRectF(self.visualRect(index)) if index.isValid() else QRectF(self.viewport().rect())
        row = QRectF(0, rect.top(), self.viewport().width() - values.px(8), rect.height())
        focus_ring(values, painter, row, values.px(5))

    def _deletes(self, event: QKeyEvent) -> bool:
        """Return whether a key requests the deletion: Delete, or Cmd+Backspace on keyboards without Delete."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return event.key() == Qt.Key.Key_Delete or (event.key() == Qt.Key.Key_Backspace and control)

    def _request_menu(self) -> None:
        """Request the menu at the current row."""
        rect = self.visualRect(self.currentIndex())
        self.menu_requested.emit(
            self.selected_paths(), self.viewport().mapToGlobal(rect.bottomLeft() + QPoint(theme().px(24), 0))
        )

    def _choose(self, index: QModelIndex, *, new_tab: bool) -> None:
        if index.data(TreeRole.FOLDER):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.note_chosen.emit(str(index.data(TreeRole.PATH)), new_tab)

    def _open_below(self, parent: QModelIndex) -> list[QModelIndex]:
        indexes: list[QModelIndex] = []
        for row in range(self._model.rowCount(parent)):
            index = self._model.index(row, 0, parent)
            if self.isExpanded(index):
                indexes += [index, *self._open_below(index)]
        return indexes

    def _draw_drop_hint(self) -> None:
        values, painter = theme(), QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(values.color("accent"), 2)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        edge = values.px(6)
        rect = QRectF(self.viewport().rect()).adjusted(edge, edge, -edge - values.px(8), -edge)
        rect.setTop(rect.bottom() - values.px(64))
        painter.setBrush(values.color("accent_tint"))
        painter.drawRoundedRect(rect, values.px(8), values.px(8))
        painter.setPen(values.color("text"))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(rect, int(flags), self.tr("Drop to open this folder in a new window"))

    def _folder_at(self, position: QPoint) -> str:
        index = self.indexAt(position)
        if not index.isValid():
            return ""
        path = str(index.data(TreeRole.PATH))
        return path if index.data(TreeRole.FOLDER) else path.rpartition("/")[0]

    def _clear(self) -> None:
        self.drop_folder, self._opens_vault = None, False
        self.viewport().update()


def _files(event: QDropEvent) -> list[Path]:
    urls = event.mimeData().urls() if event.mimeData().hasUrls() else []
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


def _is_vault(files: list[Path]) -> bool:
    return len(files) == 1 and files[0].is_dir()


def _can_move_to(paths: list[str], folder: str) -> bool:
    """Return whether moving *paths* to *folder* changes any of them, and moves none into itself."""
    into_itself = any(path.endswith("/") and f"{folder}/".startswith(path) for path in paths)
    return not into_itself and any(path.rstrip("/").rpartition("/")[0] != folder for path in paths)
