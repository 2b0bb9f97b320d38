"""Entry list: entries to choose from as a view that draws only the rows in sight. Filters nothing."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QListView, QWidget

from vaultdesk.ui.parts.entry_rows import LINE, Entry, EntryPainter, EntryRows
from vaultdesk.ui.theme.theme import theme


class EntryList(QListView):
    """Shows entries; one of them is current, and one of them may be ticked."""

    chosen = Signal(str)
    """An entry's key: its row was clicked, or Enter was pressed on it."""
    current_changed = Signal()

    def __init__(self, name: str, *, takes_keyboard: bool, wraps: bool = False, parent: QWidget | None = None) -> None:
        """Without *takes_keyboard* a field above has the keyboard and moves the current row.

        With *wraps* the words below a title are shown whole, on several lines where they need them.
        """
        super().__init__(parent)
        self._rows = EntryRows(self)
        self.setModel(self._rows)
        self._painter = EntryPainter(self, wraps=wraps)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_keyboard else Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)
        if not takes_keyboard:
            # The ground of its scroll bar is the pop-up's.
            self.viewport().setBackgroundRole(QPalette.ColorRole.Button)
        self.clicked.connect(lambda index: self._tell(self._rows.entry(index.row())))
        self.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        theme().changed.connect(self.viewport().update)

    def show_entries(self, entries: Sequence[Entry], chosen: str | None, current: str | None = None) -> None:
        """Show *entries*, the one with the key *chosen* ticked; go to *current*, or to the first."""
        self._rows.set_entries(entries, chosen)
        row = self._row_of(current)
        self._go_to(self._first() if row is None else row)

    def count(self) -> int:
        """Return how many entries can be chosen."""
        return sum(not entry.heading for entry in self._rows.entries)

    def entries(self) -> tuple[Entry, ...]:
        """Return what is listed, the names of groups too."""
        return self._rows.entries

    def wanted_height(self) -> int:
        """Return how high all rows are together, at the width there is."""
        return sum(self._painter.high(entry) for entry in self._rows.entries)

    def current(self) -> Entry | None:
        """Return the entry the keyboard is at."""
        return self._rows.entry(self.currentIndex().row())

    def current_words(self) -> str:
        """Return what a voice says of the current entry."""
        return str(self._rows.data(self.currentIndex(), Qt.ItemDataRole.AccessibleTextRole) or "")

    def choose_current(self) -> None:
        """Tell the current entry's key."""
        self._tell(self.current())

    def go_to(self, key: str) -> None:
        """Make the entry *key* the current one."""
        row = self._row_of(key)
        if row is not None:
            self._go_to(row)

    def step(self, by: int, *, wraps: bool = False) -> None:
        """Move by *by* entries; stops at the ends, or begins again at the other with *wraps*."""
        places = [row for row, entry in enumerate(self._rows.entries) if not entry.heading]
        if places:
            here = self.currentIndex().row()
            at = places.index(here) if here in places else 0
            self._go_to(places[(at + by) % len(places) if wraps else max(0, min(len(places) - 1, at + by))])

    def rows_in_sight(self) -> int:
        """Return how many rows fit, for a step of a page."""
        return max(1, self.viewport().height() // theme().step(LINE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again; their words may wrap."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter; go past the names of groups."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.choose_current()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.step(-1 if event.key() == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)

    def _go_to(self, row: int | None) -> None:
        index = self._rows.index(row) if row is not None and row >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        above = self._rows.entry((row or 0) - 1)
        if above is not None and above.heading:
            self.scrollTo(self._rows.index((row or 0) - 1))  # a first entry is seen under its group's name
        self.scrollTo(index)

    def _row_of(self, key: str | None) -> int | None:
        entries = self._rows.entries
        return next((row for row, one in enumerate(entries) if not one.heading and one.key == key), None)

    def _first(self) -> int:
        return next((row for row, one in enumerate(self._rows.entries) if not one.heading), -1)

    def _tell(self, entry: Entry | None) -> None:
        if entry is not None and not entry.heading:
            self.chosen.emit(entry.key)
