"""List of the notes and passages that would be sent, under its head row.

A passage shows three lines until it is expanded; only visible rows are laid out and drawn.
"""

from PySide6.QtCore import (
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.passage_choices import PassageChoices
from vaultdesk.ui.review.passage_model import CHECK_STATES, PassageIndex, PassageListModel
from vaultdesk.ui.review.passage_painter import GAP, NOTE_HEIGHT, PassagePainter
from vaultdesk.ui.theme.painting import unmirrored_point
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import CHECKLIST_HEAD_HEIGHT, ListHead, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel


class PassageListView(QListView):
    """List view, as high as its rows within the given limit."""

    MOST_HEIGHT = 1_400
    """Maximum height in pixels of rows that is summed for the preferred height: no sheet is higher."""

    def __init__(self, model: PassageListModel, edge: int, *, compact: bool, can_shorten: bool) -> None:
        super().__init__()
        self.setModel(model)
        self.painter_of_rows = PassagePainter(edge, compact=compact, can_shorten=can_shorten, parent=self)
        self.setItemDelegate(self.painter_of_rows)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(theme().px(24))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # Rows far below are measured in later event loop iterations.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(60)
        self.setAccessibleName(self.tr("Passages; Space ticks, Enter shows all of one"))
        self.viewport().setAutoFillBackground(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.painter_of_rows.opened.connect(self._set_opened)

    def passage_model(self) -> PassageListModel:
        model = self.model()
        assert isinstance(model, PassageListModel)
        return model

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at *width*, up to `MOST_HEIGHT`."""
        model, high = self.passage_model(), 0
        for number in range(model.rowCount()):
            high += self.painter_of_rows.height_for(model.row(model.index(number)), width)
            if high > self.MOST_HEIGHT:
                break
        return high

    def sizeHint(self) -> QSize:
        width = max(self.width(), theme().px(240))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(160), theme().px(3 * NOTE_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Expand with Right, collapse with Left; navigate with the other arrow keys."""
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            forward = Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right
            self._set_opened(index, event.key() == forward)
            event.accept()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Enter expands here; it never answers the request.
            row = self.passage_model().row(index) if index.isValid() else None
            if row is not None and row.kind == "text":
                self._set_opened(index, not row.is_opened)
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand cursor over what can be clicked."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        place = unmirrored_point(self.viewport(), event.position().toPoint())
        hand = index.isValid() and bool(
            self.painter_of_rows.link_at(self.passage_model().row(index), self.visualRect(index), place)
        )
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def _set_opened(self, index: PassageIndex, opened: bool) -> None:
        model = self.passage_model()
        row = model.row(index)
        if row.kind != "text":
            return
        first = index.row() - row.piece
        model.set_opened(index, opened)
        self.setCurrentIndex(model.index(first))
        self.updateGeometry()


class PassageChecklist(QWidget):
    """List under its head row: a tick for all, the number of ticked passages, All and None."""

    ticks_changed = Signal()
    shorten_requested = Signal(object)
    """A `ShownPassage` that should be shortened."""

    def __init__(
        self,
        choices: PassageChoices,
        edge: int,
        *,
        compact: bool = False,
        can_shorten: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.choices = choices
        self.model = PassageListModel(choices, self)
        self.list = PassageListView(self.model, edge, compact=compact, can_shorten=can_shorten)
        self._tick = QCheckBox()
        self._tick.setTristate(True)
        self._tick.setAccessibleName(self.tr("All passages"))
        self._count = PlainLabel(font="strong")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        # A request with only withheld notes has nothing to tick or count.
        for part in (self._head(edge), SeparatorLine()):
            layout.addWidget(part)
            part.setVisible(bool(choices.passages))
        layout.addWidget(self.list, 1)
        set_tab_order((*self._stops, self.list))
        self._tick.clicked.connect(lambda: self.model.tick_all(choices.state(choices.passages) != "all"))
        self.model.ticks_changed.connect(self._update_count)
        self.list.painter_of_rows.shorten_requested.connect(self.shorten_requested)
        if compact:
            most = theme().px(CARD_LIST_HEIGHT)
            self.list.setMaximumHeight(most)
        self._update_count()

    def count_text(self) -> str:
        """Return the text with the number of ticked passages."""
        return self._count.text()

    def ticked(self) -> tuple[str, ...]:
        """Return the ids of the ticked passages."""
        return tuple(passage.id for passage in self.choices.going)

    def tick_all(self, ticked: bool) -> None:
        """Tick every passage, or none."""
        self.model.tick_all(ticked)

    def show_first(self) -> None:
        """Make the first row current without taking the focus."""
        self.list.setCurrentIndex(self.model.index(0))

    def renew(self) -> None:
        """Update passages that were shortened elsewhere."""
        self.model.renew()
        self.list.doItemsLayout()

    def _head(self, edge: int) -> QWidget:
        px = theme().px
        head = ListHead()
        head.setFixedHeight(px(CHECKLIST_HEAD_HEIGHT))
        everything, nothing = LinkButton(self.tr("All"), small=True), LinkButton(self.tr("None"), small=True)
        everything.setAccessibleName(self.tr("Select All"))
        nothing.setAccessibleName(self.tr("Deselect All"))
        everything.clicked.connect(lambda: self.model.tick_all(True))
        nothing.clicked.connect(lambda: self.model.tick_all(False))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge, 0, edge - px(2), 0)
        row.setSpacing(px(4))
        row.addWidget(self._tick)
        row.addSpacing(px(GAP - 4))
        row.addWidget(self._count, 1)
        row.addWidget(everything)
        row.addSpacing(px(6))
        row.addWidget(nothing)
        self._stops = (self._tick, everything, nothing)
        return head

    def _update_count(self) -> None:
        total = len(self.choices.passages)
        number = len(self.choices.going)
        self._tick.setCheckState(CHECK_STATES[self.choices.state(self.choices.passages)])
        words = self.tr("{n} of 1 passage") if total == 1 else self.tr("{n} of {total} passages")
        self._count.setText(words.format(n=format_number(number), total=format_number(total)))
        self.ticks_changed.emit()


CARD_LIST_HEIGHT = 300
"""Maximum height of the list in the card in design pixels."""
