"""PassageList: found passages as Qt lists them: place, title, text with marks, why. Searches and opens nothing."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from vaultdesk.index.search.passage_search import FoundPassage
from vaultdesk.ui.recall.passage_delegate import PassageDelegate
from vaultdesk.ui.recall.recall_words import freshness, reasons
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

Index = QModelIndex | QPersistentModelIndex


class PassageRole(IntEnum):
    """What a row tells its delegate."""

    FOUND = Qt.ItemDataRole.UserRole
    REASONS = Qt.ItemDataRole.UserRole + 1


class PassageModel(QAbstractListModel):
    """One row a passage, best first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.found: tuple[FoundPassage, ...] = ()
        self._when = datetime.now(UTC)
        """When they were found: a row is as high as its reasons, so these may not grow by themselves."""

    def show(self, found: Sequence[FoundPassage]) -> None:
        """Show *found* instead of those before."""
        self.beginResetModel()
        self.found = tuple(found)
        self._when = datetime.now(UTC)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many."""
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        if not index.isValid():
            return None
        one = self.found[index.row()]
        match role:
            case PassageRole.FOUND:
                return one
            case PassageRole.REASONS:
                return " · ".join(reasons(one, self._when))
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                place = self.tr("Number {n}").format(n=index.row() + 1)
                said = (place, one.title, one.heading, " · ".join(reasons(one, self._when)), one.text)
                return safe_label_text(", ".join(part for part in said if part), 800)
            case Qt.ItemDataRole.ToolTipRole:
                lines = self.tr("lines {first} to {last}").format(first=one.first_line, last=one.last_line)
                return as_tooltip(f"{one.path}, {lines}\n{freshness(one, datetime.now(UTC))}")
        return None


class PassageList(QListView):
    """Enter and a click choose; Ctrl+Enter in a new tab. Up from the first row and Esc lead out."""

    chosen = Signal(object, bool)
    """A `FoundPassage`, and whether a new tab was asked for."""
    left_upwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measured = 0
        """The width for which the rows were measured."""
        self.passages = PassageModel(self)
        self.setModel(self.passages)
        self.setItemDelegate(PassageDelegate(self, PassageRole.FOUND, PassageRole.REASONS))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(self.tr("Passages found"))
        self.clicked.connect(lambda index: self._choose(index, new_tab=False))
        theme().changed.connect(self._dress)
        self._dress()

    def show_passages(self, found: Sequence[FoundPassage]) -> None:
        """Show *found*, from its first row."""
        self.passages.show(found)
        self.scrollToTop()
        if self.hasFocus() and found:
            self.setCurrentIndex(self.passages.index(0, 0))

    def enter(self) -> None:
        """Take the keyboard, in the first row."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        self.setCurrentIndex(self.passages.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter, Esc, and Up in the first row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.setCurrentIndex(QModelIndex())
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again; their texts wrap."""
        super().resizeEvent(event)
        if self._measured != self.viewport().width():
            # At once: until then the list would end above the last lines of its last row.
            self.doItemsLayout()

    def doItemsLayout(self) -> None:
        """Measure the rows for the width there is."""
        self._measured = self.viewport().width()
        super().doItemsLayout()

    def updateGeometries(self) -> None:
        """Show or hide the bar; what it takes of the width makes rows higher, and Qt tells nobody."""
        super().updateGeometries()
        if self._measured != self.viewport().width():
            self.scheduleDelayedItemsLayout()

    def _choose(self, index: QModelIndex, *, new_tab: bool) -> None:
        self.chosen.emit(index.data(PassageRole.FOUND), new_tab)

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()
