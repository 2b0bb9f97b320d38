"""TreeModel: the vault's notes as Qt sees a tree; single notes come and go without a reset (QT 3)."""

from collections.abc import Iterable
from enum import IntEnum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vaultdesk.index.results import NoteRow
from vaultdesk.ui.browser.nodes import Node, note_node, root_of
from vaultdesk.ui.browser.signs import NoSigns, Signs, said_of
from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.shown_text import shown

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What a row tells its delegate beside the name."""

    PATH = Qt.ItemDataRole.UserRole
    FOLDER = Qt.ItemDataRole.UserRole + 1
    COUNT = Qt.ItemDataRole.UserRole + 2
    PROBLEM = Qt.ItemDataRole.UserRole + 3
    EXCLUDED = Qt.ItemDataRole.UserRole + 4
    LOCK = Qt.ItemDataRole.UserRole + 5
    CONFLICT = Qt.ItemDataRole.UserRole + 6


class TreeModel(QAbstractItemModel):
    """Folders first, then notes, in natural order. A folder's children are made when it is first looked into."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root_of(())
        self._root.open()
        self.signs: Signs = NoSigns()
        """Who knows which notes are private; asked whenever a row is drawn."""

    def load(self, notes: Iterable[NoteRow]) -> None:
        """Show *notes* instead of everything shown before."""
        self.beginResetModel()
        self._root = root_of(notes)
        self._root.open()
        self.endResetModel()

    def put(self, note: NoteRow) -> None:
        """Show *note*, or what is new about it."""
        found = self._find(note.path)
        if found is not None and not found.folder:
            if (found.problem, found.excluded) != (note.problem, note.excluded):
                found.problem, found.excluded = note.problem, note.excluded
                index = self._index_of(found)
                self.dataChanged.emit(index, index)
            return
        parent = self._folder(note)
        if not parent.made:
            if all(waiting.path != note.path for waiting in parent.waiting):
                parent.waiting.append(note)
                self._count(parent, 1)
            return
        node = note_node(note, parent)
        self._insert(parent, node)
        self._count(parent, 1)

    def take(self, path: str) -> None:
        """Show the note at *path* no longer, nor folders that are empty without it."""
        node = self._find(path)
        if node is None:
            self._take_waiting(path)
            return
        parent = node.parent
        if node.folder or parent is None:
            return
        self._remove(parent, node.row)
        self._count(parent, -1)
        self._drop_empty(parent)

    def index_of(self, path: str) -> QModelIndex:
        """The index of the note or folder at *path*; folders on the way are made."""
        node = self._root
        parts = path.split("/")
        for depth, part in enumerate(parts):
            last = depth == len(parts) - 1
            node.open()
            stem = part[:-3] if part.lower().endswith(".md") else part
            found = node.child(stem, folder=False) if last else None
            found = found if found is not None and found.path == path else node.child(part, folder=True)
            if found is None:
                return QModelIndex()
            node = found
        return self._index_of(node)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many children."""
        node = self._node(parent)
        return len(node.open()) if node.folder and parent.column() <= 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """One."""
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own signature
        """Whether there is anything below, without making it."""
        node = self._node(parent)
        return node.folder and parent.column() <= 0 and (bool(node.children) if node.made else node.count > 0)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own default; an index is a value
        """The index of a child."""
        node = self._node(parent)
        children = node.open() if node.folder and parent.column() <= 0 else []
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # Qt has two functions of this name
        """The folder of *index*."""
        node = self._node(index)
        if not index.isValid() or node.parent is None or node.parent is self._root:
            return QModelIndex()
        return self._index_of(node.parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        if not index.isValid():
            return None
        node = self._node(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown(node.name, 300).replace("\n", " ")
            case Qt.ItemDataRole.AccessibleTextRole:
                return shown(
                    ", ".join(
                        part for part in (node.name, *said_of(self.signs, node.path, folder=node.folder)) if part
                    ),
                    600,
                )
            case Qt.ItemDataRole.ToolTipRole:
                said = (node.path, node.problem, *said_of(self.signs, node.path, folder=node.folder))
                return as_tooltip("\n".join(part for part in said if part))
            case Role.LOCK:
                return said_of(self.signs, node.path, folder=node.folder)[0]
            case Role.CONFLICT:
                return said_of(self.signs, node.path, folder=node.folder)[1]
            case Role.PATH:
                return node.path
            case Role.FOLDER:
                return node.folder
            case Role.COUNT:
                return node.count
            case Role.PROBLEM:
                return node.problem
            case Role.EXCLUDED:
                return node.excluded
        return None

    def _node(self, index: Index) -> Node:
        node = index.internalPointer() if index.isValid() else self._root
        return node if isinstance(node, Node) else self._root

    def _index_of(self, node: Node) -> QModelIndex:
        return QModelIndex() if node is self._root else self.createIndex(node.row, 0, node)

    def _find(self, path: str) -> Node | None:
        """The node at *path* as far as nodes were made."""
        node = self._root
        parts = path.split("/")
        for part in parts[:-1]:
            below = node.child(part, folder=True) if node.made else None
            if below is None:
                return None
            node = below
        name = parts[-1]
        found = node.child(name[:-3] if name.lower().endswith(".md") else name, folder=False) if node.made else None
        return found if found is not None and found.path == path else None

    def _folder(self, note: NoteRow) -> Node:
        """The folder of *note*, made as far as its parents are shown."""
        node = self._root
        start = 0
        for part in note.path.split("/")[:-1]:
            if not node.made:
                return node
            start += len(part) + 1
            below = node.child(part, folder=True)
            if below is None:
                below = Node(part, note.path[: start - 1], node, folder=True)
                self._insert(node, below)
            node = below
        return node

    def _insert(self, parent: Node, node: Node) -> None:
        place = parent.place_for(node.name, folder=node.folder)
        self.beginInsertRows(self._index_of(parent), place, place)
        parent.insert(place, node)
        self.endInsertRows()

    def _remove(self, parent: Node, row: int) -> None:
        self.beginRemoveRows(self._index_of(parent), row, row)
        parent.remove(row)
        self.endRemoveRows()

    def _take_waiting(self, path: str) -> None:
        node = self._root
        for part in path.split("/")[:-1]:
            below = node.child(part, folder=True) if node.made else None
            if below is None:
                break
            node = below
        left = [note for note in node.waiting if note.path != path]
        if len(left) != len(node.waiting):
            node.waiting = left
            self._count(node, -1)
            self._drop_empty(node)

    def _drop_empty(self, folder: Node) -> None:
        while folder.parent is not None and folder.count == 0:
            parent = folder.parent
            self._remove(parent, folder.row)
            folder = parent

    def _count(self, folder: Node | None, change: int) -> None:
        while folder is not None:
            folder.count += change
            if folder is not self._root:
                index = self._index_of(folder)
                self.dataChanged.emit(index, index)
            folder = folder.parent
