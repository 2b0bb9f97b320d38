"""Split view of one or two tab groups: lazy tabs, dragging of tabs, marks of unsaved notes."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.tab_bar import NoteTabs
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import PaneSplitter, column_layout
from vaultdesk.ui.window.window_state import SavedTab


class LazyTab(QWidget):
    """Placeholder of a tab, with the state from which its page is created when shown."""

    def __init__(self, saved: SavedTab, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.saved = saved

    @property
    def path(self) -> str:
        return self.saved.path


class TabGroup(QWidget):
    """Tabs and their widgets; without tabs it shows *empty_page*."""

    shown_changed = Signal()
    """Another tab is shown."""

    load_requested = Signal(object)
    """A `LazyTab` was chosen and must be replaced by its page."""

    def __init__(self, empty_page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = NoteTabs()
        self._pages: list[QWidget] = []
        self._empty_page = empty_page
        self._stack = QStackedWidget()
        self._stack.addWidget(empty_page)
        column = column_layout(self)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
        self.tabs.chosen.connect(self._show)
        self.tabs.moved.connect(lambda old, new: self._pages.insert(new, self._pages.pop(old)))

    @property
    def widgets(self) -> list[QWidget]:
        """The widgets of the tabs, in order."""
        return list(self._pages)

    @property
    def shown(self) -> QWidget | None:
        """The shown widget; None if no tab is open."""
        return self.page_at(self.tabs.current())

    def page_at(self, number: int) -> QWidget | None:
        """Return the widget of tab *number*."""
        return self._pages[number] if 0 <= number < len(self._pages) else None

    def number_of(self, page: QWidget) -> int:
        """Return the index of the tab of *page*, or -1."""
        return next((number for number, widget in enumerate(self._pages) if widget is page), -1)

    def with_path(self, path: str) -> QWidget | None:
        """Return the page or lazy tab of the note at *path*."""
        notes = (page for page in self._pages if isinstance(page, NotePage | LazyTab))
        return next((page for page in notes if page.path == path), None)

    def add(self, page: QWidget, name: str, at: int = -1) -> None:
        """Add *page* in a tab, last or at *at*. It is shown only if it is the only one."""
        at = at if 0 <= at < len(self._pages) else len(self._pages)
        self._pages.insert(at, page)
        self._stack.addWidget(page)
        self.tabs.add(name, at)

    def take(self, page: QWidget) -> None:
        """Remove *page*, which then belongs to the caller."""
        number = self.number_of(page)
        self._pages.pop(number)
        self.tabs.remove(number)
        self._stack.removeWidget(page)
        self._show(self.tabs.current())

    def replace_lazy_tab(self, lazy_tab: QWidget, page: QWidget) -> None:
        self._pages[self.number_of(lazy_tab)] = page
        self._stack.addWidget(page)
        self._stack.removeWidget(lazy_tab)
        lazy_tab.deleteLater()
        if self.shown is page:
            self._show(self.tabs.current())

    def choose(self, page: QWidget) -> None:
        number = self.number_of(page)
        self.tabs.choose(number)
        self._show(number)

    def step(self, by: int) -> None:
        """Show the next tab, wrapping around at the end."""
        if self._pages:
            self.tabs.choose((self.tabs.current() + by) % len(self._pages))

    def take_focus(self) -> None:
        """Focus the shown widget."""
        shown = self._stack.currentWidget()
        if shown is not None:
            shown.setFocus()

    def _show(self, number: int) -> None:
        shown = self.page_at(number) or self._empty_page
        if isinstance(shown, LazyTab):
            self.load_requested.emit(shown)
            return
        before, focused = self._stack.currentWidget(), QApplication.focusWidget()
        had_focus = before is not None and before is not shown and focused is not None and before.isAncestorOf(focused)
        self._stack.setCurrentWidget(shown)
        if had_focus:
            # Otherwise Qt moves the focus to an arbitrary next widget, such as a button above the note.
            shown.setFocus()
        self.shown_changed.emit()


# If two sides do not fit, only the active one is shown, with a button for the other.

MIN_SIDE_WIDTH, MIN_SIDE_HEIGHT = 360, 220
"""Minimum readable size of a side in design pixels."""


class SplitView(QWidget):
    """One or two tab groups side by side."""

    changed = Signal()
    """Another side, or another tab of the active side, is shown."""

    group_added = Signal(object)
    """A side was created."""

    def __init__(self, make: Callable[[], TabGroup], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make_group = make
        self.groups: list[TabGroup] = []
        self.splitter = PaneSplitter(Qt.Orientation.Horizontal)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self.group = self._add()
        self._follow()

    @property
    def other(self) -> TabGroup | None:
        """The inactive side."""
        return next((group for group in self.groups if group is not self.group), None)

    @property
    def down(self) -> bool:
        """Whether the sides are arranged vertically."""
        return self.splitter.orientation() == Qt.Orientation.Vertical

    @property
    def folded(self) -> bool:
        """Whether there are two sides but only one fits."""
        available, min_size = (self.height(), MIN_SIDE_HEIGHT) if self.down else (self.width(), MIN_SIDE_WIDTH)
        return len(self.groups) > 1 and available < 2 * theme().px(min_size)

    def group_of(self, page: QWidget) -> TabGroup:
        """Return the side that contains *page*, or else the active side."""
        return next((group for group in self.groups if group.number_of(page) >= 0), self.group)

    def use(self, group: TabGroup) -> None:
        """Make *group* the active side; move the focus to it if it was on the other side."""
        if group is not self.group and group in self.groups:
            previous, self.group = self.group, group
            self.arrange()
            # The window's focus widget, not the application's: while a popup closes, the latter is not yet in this
            # window.
            focused = self.window().focusWidget()
            if focused is not None and previous.isAncestorOf(focused):
                group.take_focus()
        self.changed.emit()

    def split(self, *, down: bool) -> TabGroup:
        """Return the other side, creating it if needed."""
        self.splitter.setOrientation(Qt.Orientation.Vertical if down else Qt.Orientation.Horizontal)
        is_new = self.other is None
        other = self.other or self._add()
        if is_new:
            self.group_added.emit(other)
        self.arrange()
        if is_new:
            self.set_share(0.5)
        return other

    def tidy(self) -> None:
        """Remove an empty side if another one remains."""
        for group in list(self.groups):
            if len(self.groups) > 1 and not group.widgets:
                self.groups.remove(group)
                if self.group is group:
                    self.group = self.groups[0]
                group.hide()
                group.setParent(None)
                group.deleteLater()
                self.arrange()
                self.changed.emit()

    def focus_other_side(self) -> None:
        other = self.other
        if other is not None:
            self.use(other)
            other.take_focus()

    def share(self) -> float:
        """Return the first side's share of the space."""
        sizes = self.splitter.sizes()
        total = sum(sizes)
        return round(sizes[0] / total, 2) if len(sizes) > 1 and total and not self.folded else 0.5

    def set_share(self, share: float) -> None:
        """Set the first side's share of the space."""
        if len(self.groups) > 1:
            self.splitter.setSizes([round(10_000 * share), round(10_000 * (1 - share))])

    def arrange(self) -> None:
        """Show both sides, or only the active one if they do not fit; mute the tabs of the other."""
        folded = self.folded
        for group in self.groups:
            in_use = group is self.group
            group.setVisible(in_use or not folded)
            group.tabs.show_in_use(in_use, alone=in_use and folded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether both sides fit."""
        super().resizeEvent(event)
        self.arrange()

    def _add(self) -> TabGroup:
        group = self._make_group()
        group.shown_changed.connect(lambda: self.changed.emit() if group is self.group else None)
        for signal in (group.tabs.pressed, group.tabs.new_requested):
            signal.connect(lambda: self.use(group))
        group.tabs.other_side_requested.connect(self.focus_other_side)
        # Set explicitly: the related panel of a note, fully expanded, would require more than half of the space.
        group.setMinimumSize(theme().px(MIN_SIDE_WIDTH) // 2, theme().px(MIN_SIDE_HEIGHT) // 2)
        self.groups.append(group)
        self.splitter.addWidget(group)
        self.splitter.setStretchFactor(self.splitter.indexOf(group), 1)
        return group

    def _follow(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)

    def _focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        other = self.other
        if now is not None and other is not None and other.isAncestorOf(now):
            self.use(other)


DROP_EDGE_SHARE = 0.35
"""Share of a side at its right or lower edge where dropping a tab creates a second side."""


class TabDropTarget(Struct, frozen=True):
    """Area where a tab can be dropped."""

    rect: QRect
    """Rectangle in the split view."""
    down: bool
    """Whether the sides are then arranged vertically."""


class TabDrag(QObject):
    """Handles dragging of tabs between groups."""

    dropped = Signal(object, QPoint)
    """A page's tab was dropped at a global position that is a target."""

    def __init__(self, split_view: SplitView, parent: QObject) -> None:
        super().__init__(parent)
        self._split_view = split_view
        self._overlay: TabDropOverlay | None = None

    def follow(self, group: TabGroup) -> None:
        """Handle the tabs of *group*."""
        group.tabs.bar.dragged_out.connect(partial(self._tab_dragged, group))
        group.tabs.bar.dropped.connect(partial(self._tab_dropped, group))

    def target(self, page: QWidget, at: QPoint) -> TabDropTarget | None:
        """Return the target for the tab of *page* at the global position *at*; None if there is none."""
        split_view, position = self._split_view, self._split_view.mapFromGlobal(at)
        own_group = split_view.group_of(page)
        target_group = next(
            (group for group in split_view.groups if group.isVisible() and _rect(group, split_view).contains(position)),
            None,
        )
        if target_group is None:
            return None
        rect = _rect(target_group, split_view)
        if target_group is not own_group:
            return TabDropTarget(rect, split_view.down)
        if len(split_view.groups) > 1 or len(own_group.widgets) < 2:
            return None
        right = rect.adjusted(round(rect.width() * (1 - DROP_EDGE_SHARE)), own_group.tabs.height(), 0, 0)
        below = rect.adjusted(0, round(rect.height() * (1 - DROP_EDGE_SHARE)), 0, 0)
        if right.contains(position):
            return TabDropTarget(rect.adjusted(rect.width() // 2, 0, 0, 0), down=False)
        return (
            TabDropTarget(rect.adjusted(0, rect.height() // 2, 0, 0), down=True) if below.contains(position) else None
        )

    def _tab_dragged(self, group: TabGroup, number: int, at: QPoint) -> None:
        page = group.page_at(number)
        target = self.target(page, at) if page is not None else None
        if target is None:
            self._hide()
            return
        if self._overlay is None:
            self._overlay = TabDropOverlay(self._split_view)
        self._overlay.setGeometry(target.rect)
        self._overlay.show()
        self._overlay.raise_()

    def _tab_dropped(self, group: TabGroup, number: int, at: QPoint) -> None:
        self._hide()
        page = group.page_at(number)
        if page is not None and self.target(page, at) is not None:
            self.dropped.emit(page, at)

    def _hide(self) -> None:
        if self._overlay is not None:
            self._overlay.deleteLater()
            self._overlay = None


class TabDropOverlay(QWidget):
    """Overlay that marks where a dragged tab would be placed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        background = values.color("accent_tint")
        background.setAlphaF(0.6)
        edge = values.px(4)
        box(
            QPainter(self),
            self.rect().adjusted(edge, edge, -edge, -edge),
            values.px(6),
            background,
            values.color("accent"),
        )


def _rect(group: TabGroup, split_view: SplitView) -> QRect:
    return QRect(group.mapTo(split_view, QPoint(0, 0)), group.size())


class UnsavedMarks(QObject):
    """Marks the tabs of notes with unsaved text."""

    all_saved = Signal()
    """A note was saved, reloaded or closed, and no unsaved text remains."""

    def __init__(self, split_view: SplitView, parent: QObject) -> None:
        super().__init__(parent)
        self._split_view = split_view

    def follow(self, page: NotePage) -> None:
        """Mark the tabs of the note of *page* from now on."""
        page.editor.edited.connect(lambda: self.mark(page))
        for signal in (page.saving.saved, page.saving.replaced, page.saving.dropped):
            signal.connect(self.settle)

    def mark(self, page: NotePage) -> None:
        """Update all tabs of the note of *page*: it may be open on both sides."""
        for open_page in self._pages():
            if open_page is page or open_page.path == page.path:
                group = self._split_view.group_of(open_page)
                number, draft = group.number_of(open_page), open_page.saving.draft
                unsaved = draft is not None and draft.dirty
                group.tabs.mark(number, unsaved=unsaved, pinned=group.tabs.is_pinned(number))

    def settle(self) -> None:
        """Handle that something was saved, reloaded or closed."""
        pages = list(self._pages())
        for page in pages:
            self.mark(page)
        if not any(page.saving.draft is not None and page.saving.draft.dirty for page in pages):
            self.all_saved.emit()

    def _pages(self) -> Iterator[NotePage]:
        for group in self._split_view.groups:
            yield from (page for page in group.widgets if isinstance(page, NotePage))
