"""Model list: the models to choose from as a view that draws only the rows in sight. Filters nothing; see entries."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QListView, QWidget

from vaultdesk.ui.chat.model_entries import ModelEntry
from vaultdesk.ui.chat.model_rows import HEADING, ROW, ModelRowPainter, ModelRows
from vaultdesk.ui.theme.theme import theme


class ModelList(QListView):
    """Shows entries; one of them is current, and one of them may be the chosen one."""

    chosen = Signal(str)
    """A model's label: its row was clicked."""
    current_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = ModelRows(self)
        self.setModel(self._rows)
        self.setItemDelegate(ModelRowPainter(self))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        # The field above has the keyboard and moves the current row.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Models"))
        self.viewport().setAutoFillBackground(False)
        # The ground of its scroll bar is the pop-up's.
        self.viewport().setBackgroundRole(QPalette.ColorRole.Button)
        self.clicked.connect(lambda index: self._tell(self._rows.entry(index.row())))
        self.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        theme().changed.connect(self.viewport().update)

    def show_entries(self, entries: Sequence[ModelEntry], chosen: str, current: str = "") -> None:
        """Show *entries*, the one labelled *chosen* ticked; go to *current*, or to the first."""
        self._rows.set_entries(entries, chosen)
        row = self._row_of(current)
        self._go_to(self._first() if row is None else row)

    def count(self) -> int:
        """Return how many models are listed."""
        return sum(entry.model is not None for entry in self._rows.entries)

    def wanted_height(self) -> int:
        """Return how high all rows are together."""
        models = self.count()
        return models * theme().step(ROW) + (len(self._rows.entries) - models) * theme().step(HEADING)

    def current(self) -> ModelEntry | None:
        """Return the entry the keyboard is at."""
        return self._rows.entry(self.currentIndex().row())

    def choose_current(self) -> None:
        """Tell the current entry's label."""
        self._tell(self.current())

    def step(self, by: int) -> None:
        """Move by *by* models; stops at the ends."""
        places = [row for row, entry in enumerate(self._rows.entries) if entry.model is not None]
        if places:
            here = self.currentIndex().row()
            at = places.index(here) if here in places else 0
            self._go_to(places[max(0, min(len(places) - 1, at + by))])

    def rows_in_sight(self) -> int:
        """Return how many rows fit, for a step of a page."""
        return max(1, self.viewport().height() // theme().step(ROW))

    def _go_to(self, row: int) -> None:
        index = self._rows.index(row)
        self.setCurrentIndex(index)
        above = self._rows.entry(row - 1)
        if above is not None and above.model is None:
            self.scrollTo(self._rows.index(row - 1))  # a first model is seen under its provider's name
        self.scrollTo(index)

    def _row_of(self, label: str) -> int | None:
        entries = self._rows.entries
        return next((row for row, one in enumerate(entries) if one.model and one.model.label == label), None)

    def _first(self) -> int:
        return next((row for row, one in enumerate(self._rows.entries) if one.model is not None), -1)

    def _tell(self, entry: ModelEntry | None) -> None:
        if entry is not None and entry.model is not None:
            self.chosen.emit(entry.model.label)
