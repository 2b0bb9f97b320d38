"""FoundList: the list of search results; keeps its place while answers take each other's. Asks nothing."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from vaultdesk.index.results import Hit
from vaultdesk.ui.browser.found_delegate import FoundDelegate
from vaultdesk.ui.browser.found_model import FoundModel, FoundRole
from vaultdesk.ui.theme.theme import theme


class FoundList(QListView):
    """Enter and a click choose; Up from the first row goes back to the field."""

    chosen = Signal(object, bool)
    left_upwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found = FoundModel(self)
        self.setModel(self.found)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(self.tr("Search results"))
        self.setItemDelegate(FoundDelegate(self))
        self.clicked.connect(self._choose)
        theme().changed.connect(self._dress)
        self._dress()

    def show_hits(self, hits: Sequence[Hit], *, same_question: bool) -> None:
        """Show *hits*; the chosen note stays chosen, and where it is on the screen if the question is the same."""
        current = self.currentIndex()
        hit = current.data(FoundRole.HIT)
        height = self.visualRect(current).top() if current.isValid() else 0
        scroll = self.verticalScrollBar().value()
        if not self.found.show(hits):
            return
        row = self.found.row_of(hit.path) if isinstance(hit, Hit) else -1
        if row < 0 and self.hasFocus() and hits:
            row = min(max(0, current.row()), len(hits) - 1)  # the keyboard must stand somewhere
        if row >= 0:
            self.setCurrentIndex(self.found.index(row, 0))
        if same_question:
            self.doItemsLayout()
            if row >= 0:
                scroll = self.verticalScrollBar().value() + self.visualRect(self.found.index(row, 0)).top() - height
            self.verticalScrollBar().setValue(scroll)
        elif row < 0:
            self.scrollToTop()

    def first(self) -> Hit | None:
        """Return the hit in the first row."""
        hit = self.found.index(0, 0).data(FoundRole.HIT)
        return hit if isinstance(hit, Hit) else None

    def enter(self) -> None:
        """Take the keyboard, in the first row."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        self.setCurrentIndex(self.found.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter, Esc, and Up in the first row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again; their passages wrap."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _choose(self, index: QModelIndex, *, new_tab: bool = False) -> None:
        self.chosen.emit(index.data(FoundRole.HIT), new_tab)

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("background"))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()
