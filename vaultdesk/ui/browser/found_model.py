"""FoundModel: search results as Qt sees a list. Asks nobody; search_pane.py brings the hits."""

from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vaultdesk.index.results import Hit
from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.shown_text import shown

Index = QModelIndex | QPersistentModelIndex


class FoundRole(IntEnum):
    """What a row tells beside its title."""

    HIT = Qt.ItemDataRole.UserRole


class FoundModel(QAbstractListModel):
    """One row a note, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit] = []

    def show(self, hits: list[Hit]) -> None:
        """Show *hits* instead of those before."""
        self.beginResetModel()
        self._hits = hits
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many."""
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        if not index.isValid():
            return None
        hit = self._hits[index.row()]
        if role == FoundRole.HIT:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return shown(hit.title, 300).replace("\n", " ")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return shown(f"{hit.title}, {hit.path}: {hit.snippet}", 500)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tooltip(hit.path)
        return None
