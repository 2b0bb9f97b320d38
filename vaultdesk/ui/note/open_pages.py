"""OpenPages: the row of tabs and the page below it: notes, and lists that were opened among them.

Which note goes where is note_area.py's business.
"""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.index.searcher import Searcher
from vaultdesk.ui.note.beside import Beside
from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.tab_bar import NoteTabs
from vaultdesk.ui.parts.empty import EmptyState, NextStep
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.vault import Vault


class OpenPages(QWidget):
    """Pages by the number of their tab; without any it says that no note is open."""

    current_changed = Signal(object)
    """The path of the note now shown, or None."""

    history_changed = Signal(bool, bool)
    """Whether one can go back, and forward."""

    all_saved = Signal()
    """A note was saved, reloaded or closed, and nothing is unsaved any more."""

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
        self.tabs = NoteTabs()
        self._open: list[QWidget] = []
        """What stands behind each tab, by its number."""
        self._stack = QStackedWidget()
        self._nothing = self._empty()
        self._stack.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
        self.tabs.chosen.connect(self._show)
        self.tabs.moved.connect(lambda old, new: self._open.insert(new, self._open.pop(old)))
        self.tabs.new_requested.connect(lambda: self.choose(self.add_page()))

    @property
    def pages(self) -> list[NotePage]:
        """The pages that show notes."""
        return [page for page in self._open if isinstance(page, NotePage)]

    @property
    def current_page(self) -> NotePage | None:
        """The page that is shown, where it shows a note."""
        shown = self.page_at(self.tabs.current())
        return shown if isinstance(shown, NotePage) else None

    def page_at(self, number: int) -> QWidget | None:
        """Return what stands behind tab *number*."""
        return self._open[number] if 0 <= number < len(self._open) else None

    @property
    def current_path(self) -> str | None:
        """The path of the note that is shown."""
        page = self.current_page
        return page.path or None if page is not None else None

    def open_notes(self) -> list[str]:
        """The paths of all open notes, to be remembered; give them to `restore`."""
        return [page.path for page in self.pages if page.path]

    def add_page(self) -> NotePage:
        """Add an empty page behind the others."""
        page = NotePage(self._vault, self._searcher, self._beside, self._empty())
        page.path_changed.connect(lambda path, page=page: self._name(page, path))
        for settled in (page.saving.saved, page.saving.replaced, page.saving.dropped):
            settled.connect(self._tell_saved)
        self._add(page, self.tr("New tab"))
        return page

    def show_list(self, name: str, title: str, make: Callable[[], QWidget]) -> QWidget:
        """Show the page called *name* that lists something, in a tab of its own; *make* makes it the first time."""
        page = next((page for page in self._open if page.objectName() == name), None)
        if page is None:
            page = make()
            page.setObjectName(name)
            self._add(page, title)
        self.choose(page)
        page.setFocus()
        return page

    def remove_page(self, page: QWidget) -> None:
        """Take *page* away."""
        number = self._open.index(page)
        self._open.pop(number)
        self.tabs.remove(number)
        self._stack.removeWidget(page)
        page.deleteLater()
        self._show(self.tabs.current())
        self._tell_saved()

    def choose(self, page: QWidget) -> None:
        """Show *page*."""
        number = self._open.index(page)
        self.tabs.choose(number)
        self._show(number)

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

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of notes, also where none is open."""
        QPainter(self).fillRect(self.rect(), theme().color("surface"))

    def _name(self, page: NotePage, path: str) -> None:
        name = path.rpartition("/")[2]
        self.tabs.rename(self._open.index(page), name.removesuffix(".md") or self.tr("New tab"), path)
        if page is self.current_page:
            self.tell()

    def _tell_saved(self) -> None:
        drafts = [page.saving.draft for page in self.pages]
        if not any(draft is not None and draft.dirty for draft in drafts):
            self.all_saved.emit()

    def _add(self, page: QWidget, name: str) -> None:
        self._open.append(page)
        self._stack.addWidget(page)
        self.tabs.add(name)

    def _show(self, number: int) -> None:
        before, shown = self._stack.currentWidget(), self.page_at(number) or self._nothing
        focused = QApplication.focusWidget()
        held = before is not None and before is not shown and focused is not None and before.isAncestorOf(focused)
        self._stack.setCurrentWidget(shown)
        if held:
            # Else Qt gives the keyboard to whatever comes next in the window, a button over the note.
            (shown.reader if isinstance(shown, NotePage) else shown).setFocus()
        self.tell()

    def _empty(self) -> EmptyState:
        return EmptyState(
            "file",
            self.tr("No note is open"),
            self.tr("Go on where you were, or start a new one."),
            [
                NextStep(self.tr("Open a note…"), self.jump_requested.emit, keys="Ctrl+O"),
                NextStep(self.tr("New note"), self.new_note_requested.emit, keys="Ctrl+N"),
            ],
        )
