"""Note model: the notes quick ask found, as Qt sees a list, with a lock at those that are private."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vaultdesk.index.index_results import Hit
from vaultdesk.ui.freshness_words import freshness_words
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

Index = QModelIndex | QPersistentModelIndex


class NoteCell(IntEnum):
    """What a row tells beside its title."""

    HIT = Qt.ItemDataRole.UserRole
    PRIVATE = Qt.ItemDataRole.UserRole + 1


class QuickModel(QAbstractListModel):
    """One row a note."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit] = []
        self._private: frozenset[str] = frozenset()

    def show_hits(self, hits: Sequence[Hit], is_private: Callable[[str], bool]) -> bool:
        """Show *hits* instead of those before; False where they are the same."""
        private = frozenset(hit.path for hit in hits if is_private(hit.path))
        if list(hits) == self._hits and private == self._private:
            return False
        self.beginResetModel()
        self._hits, self._private = list(hits), private
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
        if role == NoteCell.HIT:
            return hit
        if role == NoteCell.PRIVATE:
            return hit.path in self._private
        if role == Qt.ItemDataRole.DisplayRole:
            return safe_label_text(hit.title, 300).replace("\n", " ")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = safe_label_text(f"{hit.title}, {hit.path}: {hit.snippet}", 500)
            return self.tr("Private: {0}").format(said) if hit.path in self._private else said
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tooltip(f"{hit.path}\n{freshness_words(hit.modified, hit.indexed)}".rstrip())
        return None
