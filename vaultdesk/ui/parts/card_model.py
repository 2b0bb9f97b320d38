"""CardModel: the rows of a card list as Qt sees a list; a part at a time, for lists of thousands. Draws nothing."""

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vaultdesk.ui.parts.card_rows import CardRow
from vaultdesk.ui.parts.labels import as_tooltip

Index = QModelIndex | QPersistentModelIndex

AT_ONCE = 300
"""Rows given to the view at a time: it measures each, which for thousands takes a tenth of a second."""


class CardRole(IntEnum):
    """What a row tells its delegate."""

    ROW = Qt.ItemDataRole.UserRole
    FIRST = Qt.ItemDataRole.UserRole + 1
    """Whether a card begins with it."""
    LAST = Qt.ItemDataRole.UserRole + 2
    """Whether a card ends with it."""


class CardModel(QAbstractListModel):
    """Rows between gaps are one card."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[CardRow, ...] = ()
        self._given = 0

    @property
    def rows(self) -> tuple[CardRow, ...]:
        """All rows, also those that were not scrolled to yet."""
        return self._rows

    def show_rows(self, rows: Sequence[CardRow], least: int = 0) -> None:
        """Show *rows* instead of those before, the first *least* of them at once."""
        if tuple(rows) == self._rows:
            self._rows = tuple(rows)  # They look alike; what they are about may be newer.
            return
        self.beginResetModel()
        self._rows = tuple(rows)
        self._given = min(len(self._rows), max(least, AT_ONCE))
        self.endResetModel()

    def place_of(self, row_id: str) -> int:
        """Return the place of the row with this id, or -1."""
        return next((place for place, row in enumerate(self._rows) if row.id == row_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many rows the view knows."""
        return 0 if parent.isValid() else self._given

    def canFetchMore(self, parent: Index) -> bool:
        """Whether there are rows the view does not know yet."""
        return not parent.isValid() and self._given < len(self._rows)

    def fetchMore(self, parent: Index) -> None:
        """Give the view some more; it asks when its end comes into sight."""
        more = min(len(self._rows), self._given + AT_ONCE)
        self.beginInsertRows(QModelIndex(), self._given, more - 1)
        self._given = more
        self.endInsertRows()

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Everything but the gaps can be chosen."""
        if not index.isValid() or self._rows[index.row()].kind == "gap":
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        if not index.isValid():
            return None
        place = index.row()
        row = self._rows[place]
        match role:
            case CardRole.ROW:
                return row
            case CardRole.FIRST:
                return place == 0 or self._rows[place - 1].kind != "row"
            case CardRole.LAST:
                return place == len(self._rows) - 1 or self._rows[place + 1].kind != "row"
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return row.text
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip(row.text) if row.kind != "gap" else None
        return None
