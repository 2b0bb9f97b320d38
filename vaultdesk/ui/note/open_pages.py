"""OpenPages: the tabs on one or two sides and the pages behind them: notes, and lists that were opened among them.

Which note goes where is note_area.py's business; the sides themselves are sides.py's.
"""

from collections.abc import Callable, Sequence
from itertools import chain

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.note.beside import Beside
from vaultdesk.ui.note.closed_tabs import ClosedTab, ClosedTabs
from vaultdesk.ui.note.ground import Ground
from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.nothing_open import NothingOpen, Steps
from vaultdesk.ui.note.shared_drafts import SharedDrafts
from vaultdesk.ui.note.sides import Sides
from vaultdesk.ui.note.tab_bar import NoteTabs
from vaultdesk.ui.note.tab_drag import TabDrag
from vaultdesk.ui.note.tab_group import TabGroup
from vaultdesk.ui.note.unsaved_marks import UnsavedMarks
from vaultdesk.ui.note.waiting_tab import WaitingTab
from vaultdesk.ui.widgets.empty_state import NextStep
from vaultdesk.vault.vault import Vault


class OpenPages(Ground):
    """Pages by the number of their tab in the side that was used last; without any it says that no note is open."""

    current_changed = Signal(object)
    """The path of the note now shown, or None."""

    history_changed = Signal(bool, bool)
    """Whether one can go back, and forward."""

    all_saved = Signal()
    """A note was saved, reloaded or closed, and nothing is unsaved any more."""

    tabs_changed = Signal()
    """Tabs came, went or moved, or another side or tab is the one in use."""

    menu_requested = Signal(object, QPoint)
    """The menu of a page's tab is wanted: the page, and a point of the screen."""

    closing = Signal(object)
    """The tab of a page is to be closed."""

    wanted = Signal(object)
    """The page of a `WaitingTab` is to be shown, for the first time."""

    jump_requested = Signal()
    new_note_requested = Signal()

    def __init__(
        self, vault: Vault, searcher: Searcher, beside: Beside | None = None, parent: QWidget | None = None
    ) -> None:
        """*beside* knows what has to do with a note; by itself links only."""
        super().__init__(parent)
        self._vault = vault
        self._searcher = searcher
        self._beside = beside or Beside(searcher)
        self._told: str | None = None
        self._steps: Steps = self._first_steps
        self.drafts = SharedDrafts(self)
        self.closed = ClosedTabs()
        self.sides = Sides(self._make_group)
        self.drag = TabDrag(self.sides, self)
        self.drag.follow(self.sides.group)
        self.sides.made.connect(self.drag.follow)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sides)
        self.sides.changed.connect(self.tell)
        self.unsaved = UnsavedMarks(self.sides, self)
        self.unsaved.all_saved.connect(self.all_saved)

    @property
    def tabs(self) -> NoteTabs:
        """The row of tabs of the side that was used last."""
        return self.sides.group.tabs

    @property
    def widgets(self) -> list[QWidget]:
        """What stands behind all tabs, side by side."""
        return list(chain.from_iterable(group.widgets for group in self.sides.groups))

    @property
    def pages(self) -> list[NotePage]:
        """The pages that show notes, on all sides."""
        return [page for page in self.widgets if isinstance(page, NotePage)]

    @property
    def current_page(self) -> NotePage | None:
        """The page that is shown, where it shows a note."""
        shown = self.sides.group.shown
        return shown if isinstance(shown, NotePage) else None

    def page_at(self, number: int) -> QWidget | None:
        """Return what stands behind tab *number* of the side that was used last."""
        return self.sides.group.page_at(number)

    @property
    def current_path(self) -> str | None:
        """The path of the note that is shown."""
        page = self.current_page
        return page.path or None if page is not None else None

    def open_notes(self) -> list[str]:
        """The paths of all open notes, to be remembered; give them to `restore`."""
        return [page.path for page in self.widgets if isinstance(page, NotePage | WaitingTab) and page.path]

    def offer(self, steps: Steps) -> None:
        """Let *steps* say what can be done where no note is open."""
        self._steps = steps
        for nothing in self.findChildren(NothingOpen):
            nothing.renew()

    def add_page(self, group: TabGroup | None = None, at: int = -1) -> NotePage:
        """Add an empty page, behind the others of the side that was used last or at *at* of *group*."""
        page = self.make_page()
        (group or self.sides.group).add(page, self.tr("New tab"), at)
        self.tabs_changed.emit()
        return page

    def make_page(self) -> NotePage:
        """Make an empty page that stands behind no tab yet."""
        nothing = NothingOpen(lambda: self._steps())
        page = NotePage(self._vault, self._searcher, self._beside, nothing, self.drafts)
        page.path_changed.connect(lambda path, page=page: self._named(page, path))
        self.unsaved.follow(page)
        return page

    def show_list(self, name: str, title: str, make: Callable[[], QWidget]) -> QWidget:
        """Show the page called *name* that lists something, in a tab of its own; *make* makes it the first time."""
        page = next((page for page in self.widgets if page.objectName() == name), None)
        if page is None:
            page = make()
            page.setObjectName(name)
            self.sides.group.add(page, title)
        self.choose(page)
        page.setFocus()
        return page

    def remove_page(self, page: QWidget) -> None:
        """Take *page* away; it can be opened again where it showed a note."""
        if isinstance(page, NotePage) and page.path:
            page.history.leave(page.reader.scrolled())
            self.closed.put(ClosedTab(page.path, page.reader.scrolled(), page.editing, page.history))
        elif isinstance(page, WaitingTab):
            self.closed.put(ClosedTab(page.path, page.kept.scroll, page.kept.editing))
        group = self.sides.group_of(page)
        group.take(page)
        page.deleteLater()
        self.sides.tidy()
        self.unsaved.settle()
        self.tabs_changed.emit()

    def choose(self, page: QWidget) -> None:
        """Show *page*, on whichever side it is, which is then the one in use."""
        group = self.sides.group_of(page)
        group.choose(page)
        self.sides.use(group)

    def tell(self) -> None:
        """Tell what is shown and where one can go."""
        page = self.current_page
        if self.current_path != self._told:
            self._told = self.current_path
            self.current_changed.emit(self._told)
        history = page.history if page is not None else None
        self.history_changed.emit(
            history is not None and history.can_go_back, history is not None and history.can_go_forward
        )
        self.tabs_changed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keyboard on to the note of the side that was used last."""
        super().focusInEvent(event)
        self.sides.group.take_keyboard()

    def name_tab(self, page: QWidget, path: str) -> None:
        """Call the tab of *page* by the file it shows."""
        group = self.sides.group_of(page)
        name = path.rpartition("/")[2]
        number = group.number_of(page)
        if number >= 0:
            group.tabs.rename(number, name.removesuffix(".md") or self.tr("New tab"), path)

    def _named(self, page: NotePage, path: str) -> None:
        self.name_tab(page, path)
        self.unsaved.mark(page)
        if page is self.current_page:
            self.tell()

    def _make_group(self) -> TabGroup:
        """Make the tabs of one side."""
        group = TabGroup(NothingOpen(lambda: self._steps()))
        group.tabs.new_requested.connect(lambda: self.choose(self.add_page(group)))
        group.wanted.connect(self.wanted)
        group.tabs.close_requested.connect(lambda number: self.closing.emit(group.page_at(number)))
        group.tabs.moved.connect(self.tabs_changed)
        group.tabs.menu_requested.connect(lambda number, at: self.menu_requested.emit(group.page_at(number), at))
        return group

    def _first_steps(self) -> Sequence[NextStep]:
        return [
            NextStep(self.tr("Open a note…"), self.jump_requested.emit),
            NextStep(self.tr("New note"), self.new_note_requested.emit),
        ]
