"""File checklist: what a request names, each to be ticked or left out, with Select All and Deselect All.

Files, or results from outside: then it speaks of results and draws them as such.
"""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from vaultdesk.tools.network_tool import ResultChoice
from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.approval.file_list import CARD_ROW_HEIGHT, CHOICE, ROW_HEIGHT, FileListModel, FileRow
from vaultdesk.ui.approval.result_list import ResultListModel, ResultRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel

HEAD_HEIGHT = 36
"""Pixels of the head row at LOOK's font size."""

CARD_ROWS = 5
"""Rows of the list in sight in the card before it scrolls."""


class FileChecklist(QWidget):
    """Ticks over files. Tells when the ticks change and which file is under the cursor."""

    ticks_changed = Signal()
    current_changed = Signal(str)

    def __init__(
        self,
        files: Sequence[FileChoice],
        edge: int,
        *,
        compact: bool = False,
        results: Sequence[ResultChoice] = (),
        parent: QWidget | None = None,
    ) -> None:
        """*results* stand in the place of files where there are any."""
        super().__init__(parent)
        self._results = bool(results)
        self._total = len(results) or len(files)
        self._model = ResultListModel(results, self) if results else FileListModel(files, self)
        self._tick = QCheckBox(self)
        self._tick.setTristate(True)
        self._tick.setAccessibleName(self.tr("All results") if results else self.tr("All notes"))
        self._count = PlainLabel(font="interface", parent=self)
        self._list = QListView(self)
        self._dress_list(edge, compact)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head(edge))
        layout.addWidget(SeparatorLine())
        layout.addWidget(self._list, 1)
        self._tick.clicked.connect(lambda: self._model.tick_all(len(self.ticked()) < self._total))
        self._model.ticks_changed.connect(self._tell)
        self._list.selectionModel().currentChanged.connect(self._tell_current)
        self._tell()

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths."""
        return self._model.ticked()

    def tick_all(self, ticked: bool) -> None:
        """Tick every file, or none."""
        self._model.tick_all(ticked)

    def show_first(self) -> None:
        """Put the cursor on the first file without taking the focus."""
        self._list.selectionModel().setCurrentIndex(
            self._model.index(0), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def view(self) -> QListView:
        """Return the list itself."""
        return self._list

    def _head(self, edge: int) -> QWidget:
        head = QWidget(self)
        head.setFixedHeight(theme().step(HEAD_HEIGHT))
        everything, nothing = (
            LinkButton(self.tr("Select All"), small=True),
            LinkButton(self.tr("Deselect All"), small=True),
        )
        everything.clicked.connect(lambda: self._model.tick_all(True))
        nothing.clicked.connect(lambda: self._model.tick_all(False))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge, 0, edge - theme().step(4), 0)
        row.setSpacing(theme().step(4))
        row.addWidget(self._tick)
        row.addSpacing(theme().step(6))
        row.addWidget(self._count, 1)
        row.addWidget(everything)
        row.addSpacing(theme().step(8))
        row.addWidget(nothing)
        for before, after in ((self._tick, everything), (everything, nothing), (nothing, self._list)):
            QWidget.setTabOrder(before, after)
        return head

    def _dress_list(self, edge: int, compact: bool) -> None:
        self._list.setModel(self._model)
        row = ResultRow if self._results else FileRow
        self._list.setItemDelegate(row(edge, compact=compact, parent=self._list))
        self._list.setUniformItemSizes(True)
        self._list.setMouseTracking(True)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        results = self.tr("What the model may read; Space ticks")
        self._list.setAccessibleName(results if self._results else self.tr("Notes to share; Space ticks"))
        self._list.setMinimumHeight(theme().step(ROW_HEIGHT))
        self._list.viewport().setAutoFillBackground(False)
        if compact:
            self._list.setFixedHeight(theme().step(CARD_ROW_HEIGHT) * min(self._total, CARD_ROWS))

    def _tell(self) -> None:
        number = len(self.ticked())
        states = {0: Qt.CheckState.Unchecked, self._total: Qt.CheckState.Checked}
        self._tick.setCheckState(states.get(number, Qt.CheckState.PartiallyChecked))
        results = self.tr("{0} of %n results", "", self._total)
        self._count.setText((results if self._results else self.tr("{0} of %n notes", "", self._total)).format(number))
        self.ticks_changed.emit()

    def _tell_current(self, current: QModelIndex) -> None:
        choice = current.data(CHOICE) if current.isValid() else None
        self.current_changed.emit(choice.path if isinstance(choice, FileChoice) else "")
