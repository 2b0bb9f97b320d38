"""TreeModel: what the rows of the tree say, and what goes along when they are dragged. Which rows: node_model.py."""

import json
from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, QUrl

from vaultdesk.ui.browser.node_model import Index, NodeModel
from vaultdesk.ui.browser.signs import NoSigns, Signs, said_of
from vaultdesk.ui.drop import OWN_NOTES
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

EMBEDDED = ("png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif", "pdf", "mp3", "wav", "ogg", "m4a", "mp4", "webm")
"""Endings of files that a text shows and does not only link to."""


class Role(IntEnum):
    """What a row tells its delegate beside the name."""

    PATH = Qt.ItemDataRole.UserRole
    FOLDER = Qt.ItemDataRole.UserRole + 1
    COUNT = Qt.ItemDataRole.UserRole + 2
    PROBLEM = Qt.ItemDataRole.UserRole + 3
    EXCLUDED = Qt.ItemDataRole.UserRole + 4
    LOCK = Qt.ItemDataRole.UserRole + 5
    CONFLICT = Qt.ItemDataRole.UserRole + 6
    OTHER = Qt.ItemDataRole.UserRole + 7


class TreeModel(NodeModel):
    """The rows' words, signs and flags."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.signs: Signs = NoSigns()
        """Who knows which notes are private; asked whenever a row is drawn."""
        self.link_to: Callable[[str], str] = lambda path: f"[[{path.removesuffix('.md')}]]"
        """Writes the link to a file, as it is dragged into a text."""
        self.place_of: Callable[[str], str] = lambda _path: ""
        """Returns where a file is on this computer, for other programs."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        if not index.isValid():
            return None
        node = self._node(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return safe_label_text(node.name, 300).replace("\n", " ")
            case Qt.ItemDataRole.AccessibleTextRole:
                return safe_label_text(
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
            case Role.OTHER:
                return node.other
            case Qt.ItemDataRole.EditRole:
                return node.name
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Show another name until the index has the file under it."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        self._node(index).name = str(value)
        self.dataChanged.emit(index, index)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Everything can be chosen, dragged and renamed, and files can be dropped anywhere: in the root too."""
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
        """Others get a copy, whatever they ask for; what moves inside the tree is moved by the vault."""
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        """What is taken along."""
        return [OWN_NOTES, "text/plain", "text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Take the rows along: for this program, for a text and for other programs."""
        nodes = [self._node(index) for index in indexes]
        data = QMimeData()
        # A folder's path ends with a slash.
        paths = [f"{node.path}/" if node.folder else node.path for node in nodes]
        data.setData(OWN_NOTES, json.dumps(paths).encode())
        data.setText("\n".join(node.path if node.folder else self._written(node.path) for node in nodes))
        places = [place for node in nodes if (place := self.place_of(node.path))]
        data.setUrls([QUrl.fromLocalFile(place) for place in places])
        return data

    def _written(self, path: str) -> str:
        shown_there = path.rpartition(".")[2].lower() in EMBEDDED
        return f"!{self.link_to(path)}" if shown_there else self.link_to(path)


def dragged_paths(data: QMimeData) -> list[str]:
    """Return the paths of what is dragged out of a tree, a folder's with a slash; none where it is something else."""
    if not data.hasFormat(OWN_NOTES):
        return []
    try:
        paths = json.loads(bytes(data.data(OWN_NOTES).data()))
    except ValueError:
        return []
    return [path for path in paths if isinstance(path, str) and path] if isinstance(paths, list) else []
