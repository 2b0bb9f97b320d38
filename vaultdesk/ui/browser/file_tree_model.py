"""Item model of the file tree, updated note by note."""

import json
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Protocol
from weakref import WeakValueDictionary

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, QUrl

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.browser.tree_nodes import NoteOrder, TreeNode, is_counted, node_of, root_of
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.window.drop_target import OWN_NOTES


class TreeBadges(Protocol):
    """Source of badges. Called for each row that is drawn: must not block."""

    def lock(self, path: str, *, folder: bool) -> str:
        """Return why the note or folder is private, as a sentence; empty if it is not."""
        ...

    def conflict(self, path: str) -> str:
        """Return what the note is a conflict copy of, as a sentence; empty if it is none."""
        ...


def badge_text(badges: TreeBadges, path: str, *, folder: bool) -> tuple[str, str]:
    """Return the texts of *badges* for a note or folder: about privacy, and about being a conflict copy."""
    return badges.lock(path, folder=folder), "" if folder else badges.conflict(path)


class NoTreeBadges:
    """No badges; used until a source is set."""

    def lock(self, path: str, *, folder: bool) -> str:
        """Return an empty text."""
        return ""

    def conflict(self, path: str) -> str:
        """Return an empty text."""
        return ""


Index = QModelIndex | QPersistentModelIndex

EMBEDDABLE_SUFFIXES = (
    "png",
    "jpg",
    "jpeg",
    "gif",
    "svg",
    "webp",
    "bmp",
    "avif",
    "pdf",
    "mp3",
    "wav",
    "ogg",
    "m4a",
    "mp4",
    "webm",
)
"""Suffixes of files that are embedded in a text instead of linked."""


class TreeRole(IntEnum):
    """Roles for the delegate."""

    PATH = Qt.ItemDataRole.UserRole
    FOLDER = Qt.ItemDataRole.UserRole + 1
    COUNT = Qt.ItemDataRole.UserRole + 2
    PROBLEM = Qt.ItemDataRole.UserRole + 3
    EXCLUDED = Qt.ItemDataRole.UserRole + 4
    LOCK = Qt.ItemDataRole.UserRole + 5
    CONFLICT = Qt.ItemDataRole.UserRole + 6
    OTHER = Qt.ItemDataRole.UserRole + 7


class FileTreeModel(QAbstractItemModel):
    """Folders first, then notes, in sort order. The children of a folder are created when first needed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root_of(())
        self._root.open()
        self._nodes: WeakValueDictionary[int, TreeNode] = WeakValueDictionary()
        """Nodes by the number in their model indexes. An index that outlived its row, such as one held by a screen
        reader or a pending event, finds none; with a pointer the program would crash.
        """
        self.kept_folders: frozenset[str] = frozenset()
        """Folders that stay when their last note is removed, because they exist on disk."""
        self.badges: TreeBadges = NoTreeBadges()
        """Tells which notes are private or conflict copies; called whenever a row is drawn."""
        self.link_to: Callable[[str], str] = lambda path: f"[[{path.removesuffix('.md')}]]"
        """Returns the link to a file that is dragged into a text."""
        self.local_path: Callable[[str], str] = lambda _path: ""
        """Returns the absolute path of a file, for other programs."""

    def load(self, rows: Iterable[NoteSummary] | TreeNode) -> None:
        """Replace the content by *rows*, or by the subtree of a root: a large tree is built in a thread."""
        root = rows if isinstance(rows, TreeNode) else root_of(rows, self._root.order)
        root.open()
        self.beginResetModel()
        self._root = root
        self.endResetModel()

    def sort_by(self, order: NoteOrder) -> None:
        """Change the sort order; open folders and the selection are kept."""
        self.layoutAboutToBeChanged.emit()
        self._root.sort(order)
        for index in self.persistentIndexList():
            self.changePersistentIndex(index, self._index_of(self._node(index)))
        self.layoutChanged.emit()

    @property
    def root(self) -> TreeNode:
        """The root folder, read-only."""
        return self._root

    def put(self, note: NoteSummary) -> None:
        """Add or update the note, file or empty folder *note*."""
        folder = note.path.endswith("/")
        found = self._root.find(note.path.rstrip("/"))
        if found is not None:
            if not folder:
                self._renew(found, note)
            return
        parent = self._folder(note)
        if not parent.made:
            if all(waiting.path != note.path for waiting in parent.waiting):
                parent.waiting.append(note)
                self._count(parent, int(is_counted(note)))
        elif not folder:
            self._insert(parent, node_of(note, parent))
            self._count(parent, int(is_counted(note)))

    def take(self, path: str) -> None:
        """Remove what is at *path*, and folders that become empty and are not kept."""
        node = self._root.find(path)
        if node is None:
            folder, gone = self._root.forget(path)
            self._count(folder, -gone)
            self._drop_empty(folder)
            return
        parent = node.parent
        if parent is None or (node.folder and (node.children or node.waiting)):
            return
        self._remove(parent, node.row)
        self._count(parent, -int(not node.folder and not node.other))
        self._drop_empty(parent)

    def index_of(self, path: str) -> QModelIndex:
        """Return the index of what is at *path*, creating the folders on the way."""
        node = self._root
        for part in path.split("/"):
            node.open()
            found = node.child(part)
            if found is None:
                return QModelIndex()
            node = found
        return self._index_of(node)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        node = self._node(parent)
        return len(node.open()) if node.folder and parent.column() <= 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own signature
        """Return whether there is anything below, without creating it."""
        node = self._node(parent)
        return node.folder and parent.column() <= 0 and bool(node.children if node.made else node.waiting)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own default; an index is a value
        node = self._node(parent)
        children = node.open() if node.folder and parent.column() <= 0 else []
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self._index_of(children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # Qt has two functions of this name
        node = self._node(index)
        if not index.isValid() or node.parent is None or node.parent is self._root:
            return QModelIndex()
        return self._index_of(node.parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self._node(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return safe_label_text(node.name, 300).replace("\n", " ")
            case Qt.ItemDataRole.AccessibleTextRole:
                return safe_label_text(
                    ", ".join(
                        part for part in (node.name, *badge_text(self.badges, node.path, folder=node.folder)) if part
                    ),
                    600,
                )
            case Qt.ItemDataRole.ToolTipRole:
                said = (node.path, node.problem, *badge_text(self.badges, node.path, folder=node.folder))
                return as_tooltip("\n".join(part for part in said if part))
            case TreeRole.LOCK:
                return badge_text(self.badges, node.path, folder=node.folder)[0]
            case TreeRole.CONFLICT:
                return badge_text(self.badges, node.path, folder=node.folder)[1]
            case TreeRole.PATH:
                return node.path
            case TreeRole.FOLDER:
                return node.folder
            case TreeRole.COUNT:
                return node.count
            case TreeRole.PROBLEM:
                return node.problem
            case TreeRole.EXCLUDED:
                return node.excluded
            case TreeRole.OTHER:
                return node.other
            case Qt.ItemDataRole.EditRole:
                return node.name
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Show another name until the index contains the file under it."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        self._node(index).name = str(value)
        self.dataChanged.emit(index, index)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Everything can be selected, dragged and renamed; files can be dropped on rows and on the root."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        item = Qt.ItemFlag
        return (
            item.ItemIsEnabled
            | item.ItemIsSelectable
            | item.ItemIsEditable
            | item.ItemIsDragEnabled
            | item.ItemIsDropEnabled
        )

    def supportedDragActions(self) -> Qt.DropAction:
        """Return the copy action for other programs; moves within the tree are made by the vault."""
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        return [OWN_NOTES, "text/plain", "text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the rows in formats for this program, for text, and for other programs."""
        nodes = [self._node(index) for index in indexes]
        data = QMimeData()
        # A folder's path ends with a slash.
        paths = [f"{node.path}/" if node.folder else node.path for node in nodes]
        data.setData(OWN_NOTES, json.dumps(paths).encode())
        data.setText("\n".join(node.path if node.folder else self._written(node.path) for node in nodes))
        places = [place for node in nodes if (place := self.local_path(node.path))]
        data.setUrls([QUrl.fromLocalFile(place) for place in places])
        return data

    def _node(self, index: Index) -> TreeNode:
        return self._nodes.get(index.internalId(), self._root) if index.isValid() else self._root

    def _index_of(self, node: TreeNode) -> QModelIndex:
        if node is self._root:
            return QModelIndex()
        number = id(node)
        self._nodes[number] = node
        return self.createIndex(node.row, 0, number)

    def _folder(self, row: NoteSummary) -> TreeNode:
        """Return the node to which *row* is added, creating its parents if they are shown; for a folder's row, the
        folder.
        """
        node = self._root
        start = 0
        for part in row.path.split("/")[:-1]:
            if not node.made:
                return node
            start += len(part) + 1
            below = node.child(part)
            if below is None:
                # Nothing is pending in it: later rows are added directly.
                below = TreeNode(part, row.path[: start - 1], node, folder=True, order=node.order, made=True)
                self._insert(node, below)
            node = below
        return node

    def _insert(self, parent: TreeNode, node: TreeNode) -> None:
        place = parent.place_for(node)
        self.beginInsertRows(self._index_of(parent), place, place)
        parent.insert(place, node)
        self.endInsertRows()

    def _renew(self, node: TreeNode, row: NoteSummary) -> None:
        moved = node.modified != row.modified
        told = (node.problem, node.excluded) != (row.problem, row.excluded)
        parent = node.parent
        if moved and parent is not None and parent.order.follows_changes:
            was = node.row
            parent.remove(was)
            node.modified = row.modified
            place = parent.place_for(node)
            parent.insert(was, node)
            at = self._index_of(parent)
            if place != was and self.beginMoveRows(at, was, was, at, place + (place > was)):
                parent.insert(place, parent.remove(was))
                self.endMoveRows()
        node.problem, node.excluded, node.modified = row.problem, row.excluded, row.modified
        if told:
            index = self._index_of(node)
            self.dataChanged.emit(index, index)

    def _remove(self, parent: TreeNode, row: int) -> None:
        self.beginRemoveRows(self._index_of(parent), row, row)
        parent.remove(row)
        self.endRemoveRows()

    def _drop_empty(self, folder: TreeNode) -> None:
        while folder.parent is not None and not (folder.children or folder.waiting or folder.path in self.kept_folders):
            parent = folder.parent
            self._remove(parent, folder.row)
            folder = parent

    def _count(self, folder: TreeNode | None, change: int) -> None:
        while folder is not None and change:
            folder.count += change
            if folder is not self._root:
                index = self._index_of(folder)
                self.dataChanged.emit(index, index)
            folder = folder.parent

    def _written(self, path: str) -> str:
        shown_there = path.rpartition(".")[2].lower() in EMBEDDABLE_SUFFIXES
        return f"!{self.link_to(path)}" if shown_there else self.link_to(path)


def dragged_paths(data: QMimeData) -> list[str]:
    """Return the paths dragged from a tree, a folder's with a slash; empty for other data."""
    if not data.hasFormat(OWN_NOTES):
        return []
    try:
        paths = json.loads(bytes(data.data(OWN_NOTES).data()))
    except ValueError:
        return []
    return [path for path in paths if isinstance(path, str) and path] if isinstance(paths, list) else []
