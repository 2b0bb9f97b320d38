"""FoundModel: search results as Qt sees a list. Asks nobody; search_pane.py brings the hits."""

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vaultdesk.index.results import Hit
from vaultdesk.ui.freshness_words import freshness_words
from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.shown_text import shown

Index = QModelIndex | QPersistentModelIndex


class FoundRole(IntEnum):
    """What a row tells beside its title."""

    HIT = Qt.ItemDataRole.UserRole


class FoundModel(QAbstractListModel):
    """One row a note."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit] = []

    def show(self, hits: Sequence[Hit]) -> bool:
        """Show *hits* instead of those before; False where they are the same and nothing was touched."""
        if list(hits) == self._hits:
            return False
        self.beginResetModel()
        self._hits = list(hits)
        self.endResetModel()
        return True

    def row_of(self, path: str) -> int:
        """Return the row of the note at *path*, or -1."""
        return next((row for row, hit in enumerate(self._hits) if hit.path == path), -1)

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
            kind = {"canvas": self.tr("Canvas"), "base": self.tr("Base")}.get(hit.kind, "")
            return shown(", ".join(part for part in (kind, hit.title, f"{hit.path}: {hit.snippet}") if part), 500)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tooltip(f"{hit.path}\n{freshness_words(hit.modified, hit.indexed)}")
        return None
