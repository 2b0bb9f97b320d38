"""SearchPane: search as you type through the index; the newest question wins. Opens nothing itself."""

import time

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.errors import VaultDeskError
from vaultdesk.index.results import Hit
from vaultdesk.index.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.found_delegate import FoundDelegate
from vaultdesk.ui.browser.found_model import FoundModel, FoundRole
from vaultdesk.ui.parts.empty import EmptyState
from vaultdesk.ui.parts.fields import SearchField
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme

MOST_HITS = 100
"""Notes shown for one question; who wants more should say more."""


class FoundList(QListView):
    """The results. Enter and a click choose; Up from the first row goes back to the field."""

    chosen = Signal(object, bool)
    left_upwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(self.tr("Search results"))
        self.setItemDelegate(FoundDelegate(self))
        self.clicked.connect(self._choose)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter, and Up in the first row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again; their passages wrap."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _choose(self, index: QModelIndex, *, new_tab: bool = False) -> None:
        self.chosen.emit(index.data(FoundRole.HIT), new_tab)


class SearchPane(QWidget):
    """A field, a line with count and time, and the results or what to do without them."""

    chosen = Signal(object, bool)
    """A `Hit`, and whether a new tab was asked for."""

    def __init__(self, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(0, step(4), 0, 0)
        column.setSpacing(step(4))
        self.field = SearchField(self.tr("Search all notes"), self.tr("Search all notes"))
        field = QVBoxLayout()
        field.setContentsMargins(step(12), 0, step(12), 0)
        field.addWidget(self.field)
        column.addLayout(field)
        self._told = PlainLabel("", "muted", "small")
        self._told.setContentsMargins(step(20), step(4), step(12), step(4))
        column.addWidget(self._told)
        self.model = FoundModel(self)
        self.list = FoundList()
        self.list.setModel(self.model)
        self._idle = EmptyState(
            "search", self.tr("Search your notes"), self.tr("Words are found in names and in the text, as you type.")
        )
        self._nothing = EmptyState("search", "", "")
        self._body = QStackedWidget()
        for page in (self._idle, self._nothing, self.list):
            self._body.addWidget(page)
        column.addWidget(self._body, 1)
        self.field.textChanged.connect(self._changed)
        self.field.returnPressed.connect(self._open_first)
        self.field.stepped.connect(self._step_in)
        self.list.chosen.connect(self.chosen)
        self.list.left_upwards.connect(self._step_out)
        theme().changed.connect(self._dress)
        self._dress()
        self._changed("")

    def search(self, query: str) -> None:
        """Put *query* into the field, as if typed."""
        self.field.setText(query)
        self.field.setFocus()

    def refresh(self) -> None:
        """Ask again, as notes have changed."""
        if self.field.text().strip():
            self._changed(self.field.text())

    def _changed(self, query: str) -> None:
        if query.strip():
            start(self._search(query), self)
        else:
            self.model.show([])
            self._tell("", self._idle)

    async def _search(self, query: str) -> None:
        began = time.perf_counter()
        try:
            hits = await self._searcher.search_newest(query, MOST_HITS, "search pane")
        except VaultDeskError as error:
            if query == self.field.text():
                self._nothing.set_text(error.title, error.hint)
                self._tell("", self._nothing)
            return
        if hits is None or query != self.field.text():
            return
        self._show(query, hits, time.perf_counter() - began)

    def _show(self, query: str, hits: list[Hit], seconds: float) -> None:
        current = self.list.currentIndex().data(FoundRole.HIT)
        self.model.show(hits)
        if not hits:
            title = self.tr("Nothing found")
            self._nothing.set_text(title, self.tr("No note has “{words}”. Try fewer words.").format(words=query[:80]))
            self._tell("", self._nothing)
            return
        if isinstance(current, Hit):
            row = next((row for row, hit in enumerate(hits) if hit.path == current.path), -1)
            self.list.setCurrentIndex(self.model.index(row, 0) if row >= 0 else QModelIndex())
        count = self.tr("%n note(s)", "", len(hits)) if len(hits) < MOST_HITS else self.tr("The best %n", "", MOST_HITS)
        count = count.replace("(s)", "" if len(hits) == 1 else "s")
        self._tell(f"{count} · {max(1, round(seconds * 1000)):,} ms", self.list)

    def _tell(self, text: str, page: QWidget) -> None:
        self._told.setText(text)
        self._told.setVisible(bool(text))
        self._body.setCurrentWidget(page)

    def _open_first(self) -> None:
        if self.model.rowCount():
            self.chosen.emit(self.model.index(0, 0).data(FoundRole.HIT), False)

    def _step_in(self, direction: int) -> None:
        if direction > 0 and self.model.rowCount():
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _step_out(self) -> None:
        self.list.clearSelection()
        self.field.setFocus(Qt.FocusReason.BacktabFocusReason)

    def _dress(self) -> None:
        palette = QPalette(self.list.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("background"))
        self.list.setPalette(palette)
        self.list.scheduleDelayedItemsLayout()
