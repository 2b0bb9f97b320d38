"""Planned checklist: the chats an import would create, each to be ticked or left out."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.importing.planned_rows import PlannedModel, PlannedRow
from vaultdesk.ui.review.file_checklist import HEAD_HEIGHT, ROW_HEIGHT
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace.import_plan import PlannedChat

EDGE = 16
"""Pixels of LOOK's drawings at both sides of a row."""

ROWS = 4
"""Rows that are always in sight; there is room for more in a window that is not small."""


class PlannedChecklist(Card):
    """Ticks over the chats of a plan."""

    ticks_changed = Signal()

    def __init__(self, chats: Sequence[PlannedChat], today: date, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self._new = sum(chat.new for chat in chats)
        self._total = len(chats)
        self.model = PlannedModel(chats, today, self)
        self.tick = QCheckBox(self)
        self.tick.setTristate(True)
        self.tick.setAccessibleName(self.tr("All new chats"))
        self.count = PlainLabel(font="interface", parent=self)
        self.list = QListView(self)
        self._dress_list()
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(SeparatorLine())
        column.addWidget(self.list, 1)
        self.content.setSpacing(0)
        self.content.addLayout(column)
        self.tick.clicked.connect(lambda: self.model.tick_all(len(self.model.ticked()) < self._new))
        self.model.ticks_changed.connect(self._tell)
        self._tell()

    def ticked(self) -> frozenset[int]:
        """Return the numbers of the ticked chats."""
        return self.model.ticked()

    def _head(self) -> QWidget:
        step = theme().step
        head = QWidget(self)
        head.setFixedHeight(step(HEAD_HEIGHT))
        everything, nothing = (
            LinkButton(self.tr("Select All"), small=True),
            LinkButton(self.tr("Deselect All"), small=True),
        )
        everything.clicked.connect(lambda: self.model.tick_all(True))
        nothing.clicked.connect(lambda: self.model.tick_all(False))
        row = QHBoxLayout(head)
        row.setContentsMargins(step(EDGE), 0, step(EDGE - 4), 0)
        row.setSpacing(step(4))
        row.addWidget(self.tick)
        row.addSpacing(step(6))
        row.addWidget(self.count, 1)
        row.addWidget(everything)
        row.addSpacing(step(8))
        row.addWidget(nothing)
        for before, after in ((self.tick, everything), (everything, nothing), (nothing, self.list)):
            QWidget.setTabOrder(before, after)
        return head

    def _dress_list(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(PlannedRow(self.model, theme().step(EDGE), self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Chats to import; Space ticks"))
        self.list.setMinimumHeight(theme().step(ROW_HEIGHT) * min(ROWS, max(2, self._total)))
        self.list.viewport().setAutoFillBackground(False)

    def _tell(self) -> None:
        ticked = len(self.model.ticked())
        full = ticked >= self._new and ticked > 0
        part = Qt.CheckState.PartiallyChecked if ticked else Qt.CheckState.Unchecked
        self.tick.setCheckState(Qt.CheckState.Checked if full else part)
        words = self.tr("{0} of {1} chat") if self._total == 1 else self.tr("{0} of {1} chats")
        self.count.setText(words.format(format_number(ticked), format_number(self._total)))
        self.ticks_changed.emit()
