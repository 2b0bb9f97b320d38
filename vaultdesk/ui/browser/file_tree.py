"""FileTree: the tree as a place one drags from and drops on: notes moved, files brought in. Moves nothing by itself."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QWidget

from vaultdesk.ui.browser.tree_model import Role, TreeModel, dragged_paths
from vaultdesk.ui.browser.tree_view import TreeView
from vaultdesk.ui.theme.primitives import focus_ring
from vaultdesk.ui.theme.theme import theme

OPENS_AFTER = 700
"""Milliseconds something is held over a folder before it opens."""


class FileTree(TreeView):
    """Tells what was dropped, and on which folder; empty text is the vault itself."""

    moved = Signal(object, str)
    """A list of paths of the vault, and the folder they were dropped on."""
    brought = Signal(object, str)
    """A list of files and folders of this computer, as `Path`, and the folder they were dropped on."""
    folder_dropped = Signal(object)
    """One folder of this computer was dropped beside the rows."""

    def __init__(self, model: TreeModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._over: str | None = None
        """The folder something is held over; None while nothing is."""
        self._opens_vault = False
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.setAutoExpandDelay(OPENS_AFTER)

    @property
    def drop_folder(self) -> str | None:
        """The folder that would get what is held over the tree now."""
        return self._over

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take notes of the vault and files of this computer."""
        if dragged_paths(event.mimeData()) or _files(event):
            self.setState(QAbstractItemView.State.DraggingState)  # Folders open only then.
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where it would go."""
        super().dragMoveEvent(event)  # Scrolls and opens folders.
        files = _files(event)
        at = event.position().toPoint()
        paths = dragged_paths(event.mimeData())
        if not paths and not files:
            event.ignore()
            return
        self._opens_vault = not paths and _is_vault(files) and not self.indexAt(at).isValid()
        folder = self._folder_at(at)
        takes = bool(files and not paths) or _may_go(paths, folder)
        self._over = folder if takes and not self._opens_vault else None
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(takes or self._opens_vault)
        self.viewport().update()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Nothing is held over the tree any more."""
        super().dragLeaveEvent(event)
        self._clear()

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dropped where."""
        paths, files = dragged_paths(event.mimeData()), _files(event)
        at = event.position().toPoint()
        folder = self._folder_at(at)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if paths:
            if _may_go(paths, folder):
                self.moved.emit([path.rstrip("/") for path in paths], folder)
        elif _is_vault(files) and not self.indexAt(at).isValid():
            self.folder_dropped.emit(files[0])
        elif files:
            self.brought.emit(files, folder)
        self._clear()
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a ring around the folder that would get what is held over it, or around all of them."""
        super().paintEvent(event)
        look = theme()
        if self._opens_vault:
            self._draw_offer()
        if self._over is None:
            return
        painter = QPainter(self.viewport())
        index = self._model.index_of(self._over) if self._over else QModelIndex()
        place = QRectF(self.visualRect(index)) if index.isValid() else QRectF(self.viewport().rect())
        row = QRectF(0, place.top(), self.viewport().width() - look.step(8), place.height())
        focus_ring(look, painter, row, look.step(5))

    def _draw_offer(self) -> None:
        look, painter = theme(), QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(look.color("accent"), 2)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        edge = look.step(6)
        rect = QRectF(self.viewport().rect()).adjusted(edge, edge, -edge - look.step(8), -edge)
        rect.setTop(rect.bottom() - look.step(64))
        painter.setBrush(look.color("accent_tint"))
        painter.drawRoundedRect(rect, look.step(8), look.step(8))
        painter.setPen(look.color("text"))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(rect, int(flags), self.tr("Drop to open this folder as a vault"))

    def _folder_at(self, at: QPoint) -> str:
        index = self.indexAt(at)
        if not index.isValid():
            return ""
        path = str(index.data(Role.PATH))
        return path if index.data(Role.FOLDER) else path.rpartition("/")[0]

    def _clear(self) -> None:
        self._over, self._opens_vault = None, False
        self.viewport().update()


def _files(event: QDropEvent) -> list[Path]:
    urls = event.mimeData().urls() if event.mimeData().hasUrls() else []
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


def _is_vault(files: list[Path]) -> bool:
    return len(files) == 1 and files[0].is_dir()


def _may_go(paths: list[str], folder: str) -> bool:
    """Whether any of *paths* would be elsewhere in *folder*, and none would be in itself."""
    into_itself = any(path.endswith("/") and f"{folder}/".startswith(path) for path in paths)
    return not into_itself and any(path.rstrip("/").rpartition("/")[0] != folder for path in paths)
