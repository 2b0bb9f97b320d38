"""Item model of the file tree, its nodes, and the sort order of notes."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import IntEnum
from typing import Protocol
from weakref import WeakValueDictionary

from msgspec import Struct, field
from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, QUrl

from vaultdesk.core.local_time import utc_at
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.window.drop_target import NOTES_MIME_TYPE

_DIGITS = re.compile(r"0*(\d{1,18})")

NEVER = datetime.min.replace(tzinfo=UTC)

Key = tuple[object, ...]


class SortableNote(Protocol):
    """An item that can be sorted."""

    name: str
    path: str
    folder: bool
    modified: datetime


def natural_key(name: str) -> str:
    """Return the sort key of a name: without case and accents, and with 2 before 10."""
    text = name.casefold() if name.isascii() else _unaccented(name)
    # Prefixed with the length of the number, so that 10 follows 9 in text order.
    return _DIGITS.sub(_numbered, text)


class NoteOrder(Struct, frozen=True):
    """A sort order of the settings. Folders come first, by name; they have no times."""

    order: SortOrder = "name"
    created: Mapping[str, float] = field(default_factory=dict)
    """Creation time of each note, in any unit; used only if it is the sort order."""

    def key(self, note: SortableNote) -> Key:
        """Return the sort key of *note* among items of its kind."""
        name = (natural_key(note.name), note.name)
        if note.folder or self.order in ("name", "name-down"):
            return name
        if self.order in ("modified", "modified-oldest"):
            return (note.modified, *name)
        return (self.created.get(note.path, 0.0), *name)

    def is_descending(self, *, folder: bool) -> bool:
        """Return whether the order is descending."""
        return self.order == "name-down" or (not folder and self.order in ("modified", "created"))

    @property
    def follows_changes(self) -> bool:
        """Return whether a note's position changes when it is modified."""
        return self.order.startswith("modified")


def _numbered(match: re.Match[str]) -> str:
    digits = match[1]
    return f"{len(digits):02}{digits}"


def _unaccented(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


class TreeNode(Struct, eq=False, weakref=True):
    """A folder or a file in the tree."""

    name: str
    path: str
    parent: "TreeNode | None" = None
    folder: bool = False
    count: int = 0
    """Number of notes at any depth below a folder."""
    problem: Phrase = NO_PHRASE
    excluded: bool = False
    is_other_file: bool = False
    """Whether it is neither a note nor a folder, for example an image."""
    modified: datetime = NEVER
    row: int = 0
    order: NoteOrder = field(default_factory=NoteOrder)
    pending: list[NoteSummary] = field(default_factory=list)
    """Items below a folder that have no nodes yet."""
    is_built: bool = False
    """Whether the children were created."""
    children: list["TreeNode"] = field(default_factory=list)
    _keys: list[Key] = field(default_factory=list)
    _by_name: dict[str, "TreeNode"] = field(default_factory=dict)
    """Children by the last part of their paths."""
    _folders: int = 0
    """Number of children that are folders, which come first."""

    def open(self) -> list["TreeNode"]:
        """Return the children, creating them if needed."""
        if not self.is_built:
            self._build_children()
        return self.children

    def row_for(self, child: "TreeNode") -> int:
        """Return the row for *child*, which must not be among the children yet."""
        key = self.order.key(child)
        descends = self.order.is_descending(folder=child.folder)
        low, high = (0, self._folders) if child.folder else (self._folders, len(self.children))
        while low < high:
            middle = (low + high) // 2
            middle_key = self._keys[middle]
            if middle_key > key if descends else middle_key < key:
                low = middle + 1
            else:
                high = middle
        return low

    def child(self, name: str) -> "TreeNode | None":
        """Return the child whose path ends with *name*."""
        return self._by_name.get(name)

    def find(self, path: str) -> "TreeNode | None":
        """Return the node at *path* below, if it was created."""
        node: TreeNode | None = self
        for name in path.split("/"):
            if node is None or not node.is_built:
                return None
            node = node.child(name)
        return node

    def forget(self, path: str) -> tuple["TreeNode", int]:
        """Remove pending items at *path*; return the parent folder, and the number of removed notes."""
        node = self
        for part in path.split("/")[:-1]:
            child = node.child(part) if node.is_built else None
            if child is None:
                break
            node = child
        removed = [row for row in node.pending if row.path.rstrip("/") == path]
        if removed:
            node.pending = [row for row in node.pending if row.path.rstrip("/") != path]
        return node, sum(is_counted(row) for row in removed)

    def files(self) -> Iterator[str]:
        """Yield the path of every file below without creating nodes."""
        yield from (row.path for row in self.pending if not row.path.endswith("/"))
        for child in self.children:
            if child.folder:
                yield from child.files()
            else:
                yield child.path

    def insert(self, row: int, child: "TreeNode") -> None:
        self.children.insert(row, child)
        self._keys.insert(row, self.order.key(child))
        self._by_name[_file_name(child.path)] = child
        self._folders += child.folder
        self._number(row)

    def remove(self, row: int) -> "TreeNode":
        child = self.children.pop(row)
        del self._keys[row]
        self._by_name.pop(_file_name(child.path), None)
        self._folders -= child.folder
        self._number(row)
        return child

    def sort(self, order: NoteOrder) -> None:
        """Sort the children, and all nodes below, by another *order*."""
        self.order = order
        if self.is_built:
            self._arrange()
        for child in self.children[: self._folders]:
            child.sort(order)

    def _build_children(self) -> None:
        start = len(self.path) + 1 if self.path else 0
        folders: dict[str, TreeNode] = {}
        for note in self.pending:
            name, slash, remainder = note.path[start:].partition("/")
            if not slash:
                self.children.append(node_of(note, self))
                continue
            folder = folders.get(name)
            if folder is None:
                path = note.path[: start + len(name)]
                folder = folders[name] = TreeNode(name, path, self, folder=True, order=self.order)
            if remainder:
                folder.pending.append(note)
                folder.count += is_counted(note)
        self.children.extend(folders.values())
        self._by_name = {_file_name(child.path): child for child in self.children}
        self._arrange()
        self.pending = []
        self.is_built = True

    def _arrange(self) -> None:
        groups: list[list[TreeNode]] = [[], []]
        for child in self.children:
            groups[not child.folder].append(child)
        key = self.order.key
        for index, nodes in enumerate(groups):
            nodes.sort(key=key, reverse=self.order.is_descending(folder=not index))
        self._folders = len(groups[0])
        self.children = groups[0] + groups[1]
        self._keys = [key(child) for child in self.children]
        self._number(0)

    def _number(self, first: int) -> None:
        for row in range(first, len(self.children)):
            self.children[row].row = row


def root_of(rows: Iterable[NoteSummary], order: NoteOrder | None = None) -> TreeNode:
    root = TreeNode("", "", folder=True, pending=list(rows), order=order or NoteOrder())
    root.count = sum(is_counted(row) for row in root.pending)
    return root


def node_of(row: NoteSummary, parent: TreeNode) -> TreeNode:
    """Return the node of the file *row*."""
    name = _file_name(row.path)
    is_note = is_markdown_note(row.path)
    return TreeNode(
        name[:-3] if is_note else name,
        row.path,
        parent,
        problem=row.problem,
        excluded=row.excluded,
        is_other_file=not is_counted(row),
        modified=row.modified,
        is_built=True,
    )


def folder_row(path: str) -> NoteSummary:
    """Return a row for a folder at *path*, regardless of its contents."""
    return NoteSummary(f"{path}/", "", "", 0, NEVER)


def file_row(path: str, modified_ns: int) -> NoteSummary:
    """Return a row for a file that is not a note; its negative size marks that it is not in the index."""
    try:
        modified = utc_at(modified_ns / 1e9)
    except (OverflowError, OSError, ValueError):
        modified = NEVER
    return NoteSummary(path, _file_name(path), "", -1, modified)


def is_counted(row: NoteSummary) -> bool:
    """Return whether *row* is in the index: only such rows are included in a folder's count."""
    return row.size >= 0 and not row.path.endswith("/")


def is_markdown_note(path: str) -> bool:
    return path[-3:].lower() == ".md"


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


class TreeBadges(Protocol):
    """Source of badges. It is called for each row that is drawn, so it must not block."""

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
        return ""

    def conflict(self, path: str) -> str:
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
        self.disk_folders: frozenset[str] = frozenset()
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
        node = self._root.find(note.path.rstrip("/"))
        if node is not None:
            if not folder:
                self._update_node(node, note)
            return
        parent = self._folder(note)
        if not parent.is_built:
            if all(waiting.path != note.path for waiting in parent.pending):
                parent.pending.append(note)
                self._count(parent, int(is_counted(note)))
        elif not folder:
            self._insert(parent, node_of(note, parent))
            self._count(parent, int(is_counted(note)))

    def take(self, path: str) -> None:
        """Remove what is at *path*, and folders that become empty and are not kept."""
        node = self._root.find(path)
        if node is None:
            folder, removed = self._root.forget(path)
            self._count(folder, -removed)
            self._drop_empty(folder)
            return
        parent = node.parent
        if parent is None or (node.folder and (node.children or node.pending)):
            return
        self._remove(parent, node.row)
        self._count(parent, -int(not node.folder and not node.is_other_file))
        self._drop_empty(parent)

    def index_of(self, path: str) -> QModelIndex:
        """Return the index of what is at *path*, creating the folders on the way."""
        node = self._root
        for part in path.split("/"):
            node.open()
            child = node.child(part)
            if child is None:
                return QModelIndex()
            node = child
        return self._index_of(node)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        node = self._node(parent)
        return len(node.open()) if node.folder and parent.column() <= 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own signature
        """Return whether there is anything below, without creating it."""
        node = self._node(parent)
        return node.folder and parent.column() <= 0 and bool(node.children if node.is_built else node.pending)

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
                lines = (node.path, translate(node.problem), *badge_text(self.badges, node.path, folder=node.folder))
                return as_tooltip("\n".join(part for part in lines if part))
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
                return node.is_other_file
            case Qt.ItemDataRole.EditRole:
                return node.name
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Show the new name of a file that is being renamed, until the index contains the file under this name."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        self._node(index).name = str(value)
        self.dataChanged.emit(index, index)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the same flags for every row: it can be selected, renamed and dragged, and files dropped on it."""
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
        return [NOTES_MIME_TYPE, "text/plain", "text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the rows in formats for this program, for text, and for other programs."""
        nodes = [self._node(index) for index in indexes]
        data = QMimeData()
        # A folder's path ends with a slash.
        paths = [f"{node.path}/" if node.folder else node.path for node in nodes]
        data.setData(NOTES_MIME_TYPE, json.dumps(paths).encode())
        data.setText("\n".join(node.path if node.folder else self._link_text(node.path) for node in nodes))
        local_paths = [local_path for node in nodes if (local_path := self.local_path(node.path))]
        data.setUrls([QUrl.fromLocalFile(local_path) for local_path in local_paths])
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
        """Return the node to which *row* is added; for the row of a folder, the folder itself.

        Missing parents are created if they are shown.
        """
        node = self._root
        start = 0
        for part in row.path.split("/")[:-1]:
            if not node.is_built:
                return node
            start += len(part) + 1
            child = node.child(part)
            if child is None:
                # Nothing is pending in it: later rows are added directly.
                child = TreeNode(part, row.path[: start - 1], node, folder=True, order=node.order, is_built=True)
                self._insert(node, child)
            node = child
        return node

    def _insert(self, parent: TreeNode, node: TreeNode) -> None:
        row = parent.row_for(node)
        self.beginInsertRows(self._index_of(parent), row, row)
        parent.insert(row, node)
        self.endInsertRows()

    def _update_node(self, node: TreeNode, row: NoteSummary) -> None:
        time_changed = node.modified != row.modified
        appearance_changed = (node.problem, node.excluded) != (row.problem, row.excluded)
        parent = node.parent
        if time_changed and parent is not None and parent.order.follows_changes:
            old_row = node.row
            parent.remove(old_row)
            node.modified = row.modified
            new_row = parent.row_for(node)
            parent.insert(old_row, node)
            parent_index = self._index_of(parent)
            if new_row != old_row and self.beginMoveRows(
                parent_index, old_row, old_row, parent_index, new_row + (new_row > old_row)
            ):
                parent.insert(new_row, parent.remove(old_row))
                self.endMoveRows()
        node.problem, node.excluded, node.modified = row.problem, row.excluded, row.modified
        if appearance_changed:
            index = self._index_of(node)
            self.dataChanged.emit(index, index)

    def _remove(self, parent: TreeNode, row: int) -> None:
        self.beginRemoveRows(self._index_of(parent), row, row)
        parent.remove(row)
        self.endRemoveRows()

    def _drop_empty(self, folder: TreeNode) -> None:
        while folder.parent is not None and not (folder.children or folder.pending or folder.path in self.disk_folders):
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

    def _link_text(self, path: str) -> str:
        is_embedded = path.rpartition(".")[2].lower() in EMBEDDABLE_SUFFIXES
        return f"!{self.link_to(path)}" if is_embedded else self.link_to(path)


def dragged_paths(data: QMimeData) -> list[str]:
    """Return the paths dragged from a tree, a folder's with a slash; empty for other data."""
    if not data.hasFormat(NOTES_MIME_TYPE):
        return []
    try:
        paths = json.loads(bytes(data.data(NOTES_MIME_TYPE).data()))
    except ValueError:
        return []
    return [path for path in paths if isinstance(path, str) and path] if isinstance(paths, list) else []
