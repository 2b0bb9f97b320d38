"""Left pane: files, search, tags and links in tabs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from vaultdesk.core.feed import Feed
from vaultdesk.index.index_results import Hit
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.browser.file_tree_model import TreeBadges
from vaultdesk.ui.browser.files_page import FilesPage
from vaultdesk.ui.browser.links_pane import LinksPane
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.browser.tags_pane import TagsPane
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import SegmentedControl
from vaultdesk.ui.widgets.layouts import column_layout

FILES, SEARCH, TAGS, LINKS = range(4)


class LeftPane(QWidget):
    """Shows the notes of one vault. Needs a running event loop; follows the index until destroyed."""

    note_opened = Signal(str, bool, object)
    """A note's path, whether to open it in a new tab, and the words to show in it or None."""

    new_note_requested = Signal()

    passages_shown = Signal(bool)
    """Whether passages are shown, which need more width than names."""

    def __init__(self, searcher: Searcher, events: Feed[NotesIndexed], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.files = FilesPage(searcher, events)
        self.model, self.tree = self.files.model, self.files.tree
        self.search_pane = SearchPane(searcher)
        self.tags_pane = TagsPane(searcher)
        self.links_pane = LinksPane(searcher)
        names = [self.tr("Files"), self.tr("Search"), self.tr("Tags"), self.tr("Links")]
        self.tabs = SegmentedControl(names, self.tr("Left pane"), boxed=False)
        self._pages = QStackedWidget()
        self._build()
        self.files.note_opened.connect(lambda path, new_tab: self.note_opened.emit(path, new_tab, None))
        self.files.new_note_requested.connect(self.new_note_requested)
        self.search_pane.chosen.connect(self._open_hit)
        self.search_pane.field.escaped.connect(self.show_files)
        self.tags_pane.searched.connect(self.show_search)
        self.tags_pane.added.connect(self._add_to_search)
        self.tags_pane.left_at_top.connect(self.show_files)
        self.links_pane.opened.connect(self.note_opened)
        self.links_pane.left_at_top.connect(self.show_files)
        self.tabs.changed.connect(self._show_page)
        follow(events, self._refresh, self)

    def show_files(self) -> None:
        """Show and focus the tree."""
        self._show_page(FILES)
        self.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_search(self, query: str | None = None) -> None:
        """Show the search and focus its field; *query* replaces the text in it."""
        self._show_page(SEARCH)
        if query is not None:
            self.search_pane.field.setText(query)
        self.search_pane.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_pane.field.selectAll()

    def show_tags(self) -> None:
        """Show and focus the tags."""
        self._show_page(TAGS)
        self.tags_pane.enter()

    def show_links(self) -> None:
        """Show and focus the links of the open note."""
        self._show_page(LINKS)
        self.links_pane.enter()

    def show_current(self, path: str | None) -> None:
        """Mark the note that is open in the note area."""
        self.files.show_current(path or "")
        self.links_pane.show_note(path or "")

    def show_badges(self, badges: TreeBadges) -> None:
        """Take the badges of the tree from *badges*. Must be called again when they may have changed."""
        self.model.badges = badges
        self.tree.viewport().update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("background"))

    def _build(self) -> None:
        px = theme().px
        column = column_layout(self)
        header = QHBoxLayout()
        header.setContentsMargins(px(8), px(6), px(8), px(6))
        header.addWidget(self.tabs)
        column.addLayout(header)
        for page in (self.files, self.search_pane, self.tags_pane, self.links_pane):
            self._pages.addWidget(page)
        column.addWidget(self._pages, 1)

    def _show_page(self, page: int) -> None:
        self.tabs.set_current(page)
        self._pages.setCurrentIndex(page)
        self.passages_shown.emit(page in (SEARCH, LINKS))
        if page == SEARCH:
            self.search_pane.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh(self, _change: NotesIndexed) -> None:
        for pane in (self.search_pane, self.tags_pane, self.links_pane):
            pane.refresh()

    def _add_to_search(self, query: str) -> None:
        """Add *query* to the current search."""
        current = self.search_pane.field.text().strip()
        self.show_search(current if query in current.split() else f"{current} {query}".strip())

    def _open_hit(self, hit: Hit, new_tab: bool) -> None:
        self.note_opened.emit(hit.path, new_tab, hit.snippet or None)
