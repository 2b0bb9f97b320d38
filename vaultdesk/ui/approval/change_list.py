"""Change list: the rows of a change set with their ticks as a model, for a list and for a screen reader."""

from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.approval.change_entries import Entry, entries_of, lines, title
from vaultdesk.ui.approval.review_choices import ReviewChoices, TickState
from vaultdesk.ui.widgets.labels import as_tooltip

AnyIndex = QModelIndex | QPersistentModelIndex

ENTRY: Final = Qt.ItemDataRole.UserRole + 1
"""The role that gives the row's `Entry`."""

LINES: Final = Qt.ItemDataRole.UserRole + 2
"""The role that gives the lines below a row's name."""

TICKS: dict[TickState, Qt.CheckState] = {
    "all": Qt.CheckState.Checked,
    "some": Qt.CheckState.PartiallyChecked,
    "none": Qt.CheckState.Unchecked,
}


class ChangeListModel(QAbstractListModel):
    """The rows over the choices of a review."""

    ticked = Signal()
    """A row was ticked or unticked."""

    def __init__(self, choices: ReviewChoices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self.entries = entries_of(choices.changes, choices)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Return how many rows there are."""
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and what a screen reader says."""
        entry = self.entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                name, new_name = title(entry)
                return ", ".join((f"{name} → {new_name}" if new_name else name, *lines(entry, self._choices)))
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip("\n".join(self._told(entry)))
            case Qt.ItemDataRole.CheckStateRole:
                return TICKS[self._choices.state(entry.key)]
            case _ if role == ENTRY:
                return entry
            case _ if role == LINES:
                return lines(entry, self._choices)
            case _:
                return None

    def setData(self, index: AnyIndex, _value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick what is not wholly ticked, and untick what is, with its unit."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        key = self.entries[index.row()].key
        self._choices.tick(key, self._choices.state(key) != "all")
        self.ticked.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Every row can be chosen and ticked."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def renew(self) -> None:
        """Show all rows as they are now."""
        if self.entries:
            self.dataChanged.emit(self.index(0), self.index(len(self.entries) - 1))

    def _told(self, entry: Entry) -> list[str]:
        paths = [
            f"{sanitize_text(change.path)} → {sanitize_text(change.new_path)}"
            if change.new_path
            else sanitize_text(change.path)
            for change in entry.changes[:20]
        ]
        reasons = [sanitize_text(change.reason) for change in entry.changes[:1] if change.reason and not entry.repairs]
        return [*paths, *reasons, *(sanitize_text(warning) for change in entry.changes for warning in change.warnings)]
