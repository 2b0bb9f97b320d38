"""NodeModel: which rows the tree has, as Qt asks for them; single notes come and go without a reset (QT 3).

What a row says is tree_model.py.
"""

from collections.abc import Iterable
from weakref import WeakValueDictionary

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.browser.nodes import Node, counts, node_of, root_of
from vaultdesk.ui.browser.note_order import NoteOrder

Index = QModelIndex | QPersistentModelIndex


class NodeModel(QAbstractItemModel):
    """Folders first, then notes, in an order. A folder's children are made when it is first looked into."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root_of(())
        self._root.open()
        self._nodes: WeakValueDictionary[int, Node] = WeakValueDictionary()
        """Those that an index tells of, by its number. An index that outlived its row, as one that a screen reader or a
        pending event holds, finds none: were it a pointer, the program would end."""
        self.kept_folders: frozenset[str] = frozenset()
        """Folders that stay when their last note goes: they are there on the disk."""

    def load(self, rows: Iterable[NoteSummary] | Node) -> None:
        """Show *rows*, or what is below a root, instead of all before: a large tree is grown and opened in a thread."""
        root = rows if isinstance(rows, Node) else root_of(rows, self._root.order)
        root.open()
        self.beginResetModel()
        self._root = root
        self.endResetModel()

    def sort_by(self, order: NoteOrder) -> None:
        """Put everything into another order; what is open and selected stays so."""
        self.layoutAboutToBeChanged.emit()
        self._root.sort(order)
        for index in self.persistentIndexList():
            self.changePersistentIndex(index, self._index_of(self._node(index)))
        self.layoutChanged.emit()

    @property
    def root(self) -> Node:
        """The vault itself: only to be read."""
        return self._root

    def put(self, note: NoteSummary) -> None:
        """Show the note, the file or the empty folder of *note*, or what is new about it."""
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
                self._count(parent, int(counts(note)))
        elif not folder:
            self._insert(parent, node_of(note, parent))
            self._count(parent, int(counts(note)))

    def take(self, path: str) -> None:
        """Show what is at *path* no longer, nor folders that are empty without it and are not kept."""
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
        """The index of what is at *path*; folders on the way are made."""
        node = self._root
        for part in path.split("/"):
            node.open()
            found = node.child(part)
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
        return node.folder and parent.column() <= 0 and bool(node.children if node.made else node.waiting)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own default; an index is a value
        """The index of a child."""
        node = self._node(parent)
        children = node.open() if node.folder and parent.column() <= 0 else []
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self._index_of(children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # Qt has two functions of this name
        """The folder of *index*."""
        node = self._node(index)
        if not index.isValid() or node.parent is None or node.parent is self._root:
            return QModelIndex()
        return self._index_of(node.parent)

    def _node(self, index: Index) -> Node:
        return self._nodes.get(index.internalId(), self._root) if index.isValid() else self._root

    def _index_of(self, node: Node) -> QModelIndex:
        if node is self._root:
            return QModelIndex()
        number = id(node)
        self._nodes[number] = node
        return self.createIndex(node.row, 0, number)

    def _folder(self, row: NoteSummary) -> Node:
        """The folder that *row* is put into, made as far as its parents are shown; for a folder's row, itself."""
        node = self._root
        start = 0
        for part in row.path.split("/")[:-1]:
            if not node.made:
                return node
            start += len(part) + 1
            below = node.child(part)
            if below is None:
                # Nothing waits in it: what is put there makes its own rows.
                below = Node(part, row.path[: start - 1], node, folder=True, order=node.order, made=True)
                self._insert(node, below)
            node = below
        return node

    def _insert(self, parent: Node, node: Node) -> None:
        place = parent.place_for(node)
        self.beginInsertRows(self._index_of(parent), place, place)
        parent.insert(place, node)
        self.endInsertRows()

    def _renew(self, node: Node, row: NoteSummary) -> None:
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

    def _remove(self, parent: Node, row: int) -> None:
        self.beginRemoveRows(self._index_of(parent), row, row)
        parent.remove(row)
        self.endRemoveRows()

    def _drop_empty(self, folder: Node) -> None:
        while folder.parent is not None and not (folder.children or folder.waiting or folder.path in self.kept_folders):
            parent = folder.parent
            self._remove(parent, folder.row)
            folder = parent

    def _count(self, folder: Node | None, change: int) -> None:
        while folder is not None and change:
            folder.count += change
            if folder is not self._root:
                index = self._index_of(folder)
                self.dataChanged.emit(index, index)
            folder = folder.parent
