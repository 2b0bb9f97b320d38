"""LeftPane: the tree and the search of one vault behind a row of tabs, kept up to date by the index."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from vaultdesk.errors import VaultDeskError
from vaultdesk.feed import Feed
from vaultdesk.index.events import NotesIndexed
from vaultdesk.index.results import Hit
from vaultdesk.index.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.browser.signs import Signs
from vaultdesk.ui.browser.tree_model import TreeModel
from vaultdesk.ui.browser.tree_view import TreeView
from vaultdesk.ui.parts.buttons import IconButton
from vaultdesk.ui.parts.empty import EmptyState, NextStep
from vaultdesk.ui.parts.segmented import Segmented
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme

ONE_BY_ONE = 12
"""Changed notes of one commit that are put into the tree singly. Each makes Qt lay out all open rows again, which with
15,000 of them costs as much as a fifth of reading the tree anew."""

FILES, SEARCH = 0, 1


class LeftPane(QWidget):
    """Shows the notes of one vault. Needs a running loop; follows the index until it is destroyed."""

    note_opened = Signal(str, bool, object)
    """A note's path, whether in a new tab, and the words to show in it or None."""

    new_note_requested = Signal()

    def __init__(self, searcher: Searcher, events: Feed[NotesIndexed], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._current = ""
        self._wanted_open: list[str] = []
        self.model = TreeModel(self)
        self.tree = TreeView(self.model)
        self.search_pane = SearchPane(searcher)
        self.tabs = Segmented([self.tr("Files"), self.tr("Search")], self.tr("Left pane"), boxed=False)
        self._empty = EmptyState(
            "file",
            self.tr("No notes yet"),
            self.tr("This folder holds no Markdown files."),
            [NextStep(self.tr("New note"), self.new_note_requested.emit)],
        )
        self._files = QStackedWidget()
        self._pages = QStackedWidget()
        self._build()
        self.tree.note_chosen.connect(lambda path, new_tab: self.note_opened.emit(path, new_tab, None))
        self.search_pane.chosen.connect(self._found)
        self.search_pane.field.escaped.connect(self.show_files)
        self.tabs.changed.connect(self._show_page)
        start(self._follow(events), self)

    def show_files(self) -> None:
        """Show the tree, with the keyboard in it."""
        self._show_page(FILES)
        self.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_search(self, query: str | None = None) -> None:
        """Show the search with the keyboard in its field; *query* replaces what is in it."""
        self._show_page(SEARCH)
        if query is not None:
            self.search_pane.field.setText(query)
        self.search_pane.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_pane.field.selectAll()

    def show_current(self, path: str | None) -> None:
        """Mark the note that is open in the note area."""
        self._current = path or ""
        self.tree.show_note(self._current)

    def show_signs(self, signs: Signs) -> None:
        """Draw the locks and warnings that *signs* knows of; call it again when they may be others."""
        self.model.signs = signs
        self.tree.viewport().update()

    def open_folders(self) -> list[str]:
        """The open folders, to be remembered."""
        return self.tree.open_folders()

    def set_open_folders(self, paths: list[str]) -> None:
        """Open these folders once the notes are known."""
        self._wanted_open = list(paths)
        self.tree.set_open_folders(self._wanted_open)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line over the foot."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        painter.fillRect(0, self._foot.geometry().top() - 1, self.width(), 1, theme().color("border"))

    def _build(self) -> None:
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(step(8), step(6), step(8), step(6))
        head.addWidget(self.tabs)
        column.addLayout(head)
        for widget in (self.tree, self._empty):
            self._files.addWidget(widget)
        # The rows' grounds begin 8 pixels from the edge; the tree itself knows no margin.
        inset = QWidget()
        beside = QHBoxLayout(inset)
        beside.setContentsMargins(step(8), 0, 0, 0)
        beside.addWidget(self._files)
        for page in (inset, self.search_pane):
            self._pages.addWidget(page)
        column.addWidget(self._pages, 1)
        self._foot = QWidget()
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(step(10), step(4), step(8), step(4))
        self._new = QToolButton()
        self._new.setText(self.tr("New note"))
        self._new.setAutoRaise(True)
        self._new.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._new.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._new.clicked.connect(self.new_note_requested)
        theme().changed.connect(self._dress)
        self._dress()
        foot.addWidget(self._new)
        foot.addStretch(1)
        self._collapse = IconButton("collapse", self.tr("Close all folders"))
        self._collapse.clicked.connect(self.tree.collapseAll)
        foot.addWidget(self._collapse)
        column.addSpacing(1)
        column.addWidget(self._foot)

    def _dress(self) -> None:
        self._new.setFont(theme().font("strong"))
        self._new.setIcon(icon("file-plus"))

    def _show_page(self, page: int) -> None:
        self.tabs.set_current(page)
        self._pages.setCurrentIndex(page)
        self._collapse.setVisible(page == FILES)
        if page == SEARCH:
            self.search_pane.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _found(self, hit: Hit, new_tab: bool) -> None:
        self.note_opened.emit(hit.path, new_tab, hit.snippet or None)

    async def _follow(self, events: Feed[NotesIndexed]) -> None:
        with events.subscribe() as changes:
            await self._reload()
            async for change in changes:
                await self._take_over(change)
                self.search_pane.refresh()

    async def _reload(self) -> None:
        try:
            notes = await self._searcher.tree()
        except VaultDeskError as error:
            self._empty.set_text(error.title, error.hint)
            self._files.setCurrentWidget(self._empty)
            return
        opened = self.tree.open_folders() or self._wanted_open
        self.model.load(notes)
        self.tree.set_open_folders(opened)
        self._settle()

    async def _take_over(self, change: NotesIndexed) -> None:
        if len(change.paths) + len(change.removed) > ONE_BY_ONE:
            await self._reload()
            return
        for path in change.removed:
            self.model.take(path)
        for path in change.paths:
            note = await self._searcher.note(path)
            if note is not None:
                self.model.put(note)
        self._settle()

    def _settle(self) -> None:
        self._files.setCurrentWidget(self.tree if self.model.rowCount() else self._empty)
        if self._current:
            self.tree.show_note(self._current)
