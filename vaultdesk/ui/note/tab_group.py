"""TabGroup: one row of tabs and the page below it. Which note goes where is note_area.py's business."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.tab_bar import NoteTabs
from vaultdesk.ui.note.waiting_tab import WaitingTab


class TabGroup(QWidget):
    """Widgets by the number of their tab; without any it shows *nothing*."""

    shown_changed = Signal()
    """Another tab is shown."""

    wanted = Signal(object)
    """A `WaitingTab` is to be shown: whoever hears it puts the page in its place."""

    def __init__(self, nothing: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = NoteTabs()
        self._open: list[QWidget] = []
        self._nothing = nothing
        self._stack = QStackedWidget()
        self._stack.addWidget(nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
        self.tabs.chosen.connect(self._show)
        self.tabs.moved.connect(lambda old, new: self._open.insert(new, self._open.pop(old)))

    @property
    def widgets(self) -> list[QWidget]:
        """What stands behind the tabs, in their order."""
        return list(self._open)

    @property
    def shown(self) -> QWidget | None:
        """What is shown; None where no tab is open."""
        return self.page_at(self.tabs.current())

    def page_at(self, number: int) -> QWidget | None:
        """Return what stands behind tab *number*."""
        return self._open[number] if 0 <= number < len(self._open) else None

    def number_of(self, page: QWidget) -> int:
        """Return the number of the tab of *page*, or -1."""
        return next((number for number, one in enumerate(self._open) if one is page), -1)

    def with_path(self, path: str) -> QWidget | None:
        """Return the page, or what waits for one, of the note at *path*."""
        notes = (one for one in self._open if isinstance(one, NotePage | WaitingTab))
        return next((one for one in notes if one.path == path), None)

    def add(self, page: QWidget, name: str, at: int = -1) -> None:
        """Add *page* behind a tab, last or at *at*. It is not shown by that, but where it is the only one."""
        at = at if 0 <= at < len(self._open) else len(self._open)
        self._open.insert(at, page)
        self._stack.addWidget(page)
        self.tabs.add(name, at)

    def take(self, page: QWidget) -> None:
        """Take *page* out; it is the caller's then."""
        number = self.number_of(page)
        self._open.pop(number)
        self.tabs.remove(number)
        self._stack.removeWidget(page)
        self._show(self.tabs.current())

    def put_in_place(self, waiting: QWidget, page: QWidget) -> None:
        """Let *page* stand behind the tab of *waiting*, which goes."""
        self._open[self.number_of(waiting)] = page
        self._stack.addWidget(page)
        self._stack.removeWidget(waiting)
        waiting.deleteLater()
        if self.shown is page:
            self._show(self.tabs.current())

    def choose(self, page: QWidget) -> None:
        """Show *page*."""
        number = self.number_of(page)
        self.tabs.choose(number)
        self._show(number)

    def step(self, by: int) -> None:
        """Show the next tab, round the end."""
        if self._open:
            self.tabs.choose((self.tabs.current() + by) % len(self._open))

    def take_keyboard(self) -> None:
        """Give the keyboard to what is shown."""
        shown = self._stack.currentWidget()
        if shown is not None:
            shown.setFocus()

    def _show(self, number: int) -> None:
        shown = self.page_at(number) or self._nothing
        if isinstance(shown, WaitingTab):
            self.wanted.emit(shown)
            return
        before, focused = self._stack.currentWidget(), QApplication.focusWidget()
        held = before is not None and before is not shown and focused is not None and before.isAncestorOf(focused)
        self._stack.setCurrentWidget(shown)
        if held:
            # Else Qt gives the keyboard to whatever comes next in the window, a button over the note.
            shown.setFocus()
        self.shown_changed.emit()
