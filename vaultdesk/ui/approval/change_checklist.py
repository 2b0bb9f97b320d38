"""Change checklist: the notes a request would change, each to be ticked or left, with All and None."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from vaultdesk.ui.approval.change_list import TICKS, ChangeListModel
from vaultdesk.ui.approval.change_rows import ChangeRow
from vaultdesk.ui.approval.file_checklist import HEAD_HEIGHT
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel

LEAST_HEIGHT = 64
"""Pixels of the list below which it is never made: one row."""

CARD_HEIGHT = 124
"""Pixels of the list in the card before it scrolls: two notes and a bit, which says that there are more."""


class ChangeChecklist(QWidget):
    """Ticks over the rows of a change set. Tells which note is under the cursor."""

    ticked = Signal()
    current_changed = Signal(str)
    """The change that the row under the cursor begins with."""

    def __init__(self, choices: ReviewChoices, edge: int, *, upright: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self._model = ChangeListModel(choices, self)
        self._tick = QCheckBox(self)
        self._tick.setTristate(True)
        self._tick.setAccessibleName(self.tr("All changes"))
        self._count = ElidedLabel()
        self._list = QListView(self)
        self._dress_list(edge, upright)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head(edge))
        layout.addWidget(SeparatorLine())
        layout.addWidget(self._list, 1)
        self._tick.clicked.connect(lambda: self._tick_all(choices.total_state() != "all"))
        self._model.ticked.connect(self.ticked)
        self._list.selectionModel().currentChanged.connect(self._tell_current)
        self.renew()

    def view(self) -> QListView:
        """Return the list itself."""
        return self._list

    def count_text(self) -> str:
        """Return how many changes are ticked, in words."""
        return self._count.text()

    def renew(self) -> None:
        """Show the ticks as they are now."""
        taken, total = self._choices.total_parts()
        self._tick.setCheckState(TICKS[self._choices.total_state()])
        words = self.tr("{0} of {1} changes") if total != 1 else self.tr("{0} of {1} change")
        self._count.set_text(words.format(format_number(taken), format_number(total)))
        self._model.renew()
        # A row may need another number of lines now.
        self._list.doItemsLayout()

    def show_first(self) -> None:
        """Put the cursor on the first row without taking the focus."""
        self._list.selectionModel().setCurrentIndex(
            self._model.index(0), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def _tick_all(self, on: bool) -> None:
        self._choices.tick_all(on)
        self.ticked.emit()

    def _head(self, edge: int) -> QWidget:
        step = theme().step
        head = QWidget(self)
        head.setFixedHeight(step(HEAD_HEIGHT))
        everything, nothing = LinkButton(self.tr("All"), small=True), LinkButton(self.tr("None"), small=True)
        everything.setAccessibleName(self.tr("Tick all changes"))
        nothing.setAccessibleName(self.tr("Tick no change"))
        everything.clicked.connect(lambda: self._tick_all(True))
        nothing.clicked.connect(lambda: self._tick_all(False))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge, 0, step(12), 0)
        row.setSpacing(step(4))
        row.addWidget(self._tick)
        row.addSpacing(step(6))
        row.addWidget(self._count, 1)
        row.addWidget(everything)
        row.addSpacing(step(4))
        row.addWidget(nothing)
        for before, after in ((self._tick, everything), (everything, nothing), (nothing, self._list)):
            QWidget.setTabOrder(before, after)
        return head

    def _dress_list(self, edge: int, upright: bool) -> None:
        self._list.setModel(self._model)
        self._list.setItemDelegate(ChangeRow(edge, self._list))
        self._list.setMouseTracking(True)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setAccessibleName(self.tr("Notes to change; Space ticks"))
        self._list.setMinimumHeight(theme().step(LEAST_HEIGHT))
        self._list.viewport().setAutoFillBackground(False)
        if upright:
            rows = sum(self._list.sizeHintForRow(row) for row in range(min(4, self._model.rowCount())))
            self._list.setFixedHeight(max(theme().step(LEAST_HEIGHT), min(theme().step(CARD_HEIGHT), rows)))

    def _tell_current(self, current: QModelIndex) -> None:
        if current.isValid():
            self.current_changed.emit(self._model.entries[current.row()].key)
