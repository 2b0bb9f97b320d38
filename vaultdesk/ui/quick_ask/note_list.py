"""Note list: the notes found while typing in quick ask. Enter or a click opens one; Up from the first goes back."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.index.index_results import Hit
from vaultdesk.ui.quick_ask.note_model import NoteCell, QuickModel
from vaultdesk.ui.quick_ask.note_row import EDGE, ROW, NoteRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel


class _Rows(QListView):
    chosen = Signal(object)
    left_upwards = Signal()
    escaped = Signal()
    typed = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose, go back to the field, hide; a letter goes on in the field."""
        key, current = event.key(), self.currentIndex()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            self.chosen.emit(current.data(NoteCell.HIT))
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key == Qt.Key.Key_Up and current.row() <= 0:
            self.left_upwards.emit()
        elif event.text().isprintable() and event.text() and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class NoteList(QWidget):
    """A heading and the rows, as high as they are."""

    chosen = Signal(object)
    """A `Hit` to be opened."""
    left = Signal()
    """The keyboard goes back to the field."""
    escaped = Signal()
    typed = Signal(str)
    """A letter that was typed on a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self._heading = PlainLabel(self.tr("Notes found"), role="text2", font="small_strong")
        self._heading.setContentsMargins(step(EDGE), 0, step(EDGE), 0)
        self.model = QuickModel(self)
        self.rows = _Rows()
        self.rows.setModel(self.model)
        self.rows.setItemDelegate(NoteRow(self.rows))
        self.rows.setFrameShape(QFrame.Shape.NoFrame)
        self.rows.setMouseTracking(True)
        self.rows.setUniformItemSizes(True)
        self.rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for bar in (self.rows.setHorizontalScrollBarPolicy, self.rows.setVerticalScrollBarPolicy):
            bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.rows.setAccessibleName(self.tr("Notes found"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, step(10), 0, step(8))
        column.setSpacing(step(4))
        column.addWidget(self._heading)
        column.addWidget(self.rows)
        self.rows.chosen.connect(self.chosen)
        self.rows.clicked.connect(lambda index: self.chosen.emit(index.data(NoteCell.HIT)))
        self.rows.left_upwards.connect(self._leave)
        self.rows.escaped.connect(self.escaped)
        self.rows.typed.connect(self._type)
        theme().changed.connect(self._dress)
        self._dress()

    @property
    def count(self) -> int:
        """How many notes are offered."""
        return self.model.rowCount()

    def show_hits(self, hits: Sequence[Hit], is_private: Callable[[str], bool]) -> None:
        """Show *hits*; the note that the keyboard is at keeps it where it is still there."""
        current = self.rows.currentIndex().data(NoteCell.HIT)
        if self.model.show_hits(hits, is_private):
            row = self.model.row_of(current.path) if isinstance(current, Hit) else -1
            if self.rows.hasFocus():
                self.rows.setCurrentIndex(self.model.index(max(row, 0), 0))
            self._fit()

    def enter(self) -> None:
        """Take the keyboard, in the first row."""
        self.rows.setFocus(Qt.FocusReason.TabFocusReason)
        self.rows.setCurrentIndex(self.model.index(0, 0))

    def _leave(self) -> None:
        self.rows.setCurrentIndex(QModelIndex())
        self.rows.clearSelection()
        self.left.emit()

    def _type(self, letter: str) -> None:
        self._leave()
        self.typed.emit(letter)

    def _fit(self) -> None:
        self.rows.setFixedHeight(self.count * theme().step(ROW))

    def _dress(self) -> None:
        palette = QPalette(self.rows.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("raised"))
        self.rows.setPalette(palette)
        self._fit()
        self.rows.scheduleDelayedItemsLayout()
