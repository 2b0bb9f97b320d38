"""TabCommands: what can be done to tabs as such: split, move over, close others, open again. Saves through the area."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.bridge import start
from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.open_pages import OpenPages
from vaultdesk.ui.note.tab_group import TabGroup
from vaultdesk.ui.note.waiting_tab import WaitingTab


class TabCommands(QObject):
    """Works on the tabs of one area, which owns it."""

    def __init__(self, area: OpenPages, close_page: Callable[[NotePage], Awaitable[bool]]) -> None:
        """*close_page* saves and closes a note's tab; it returns False where that cannot be."""
        super().__init__(area)
        self._area, self._close_page = area, close_page

    def next_tab(self) -> None:
        """Show the next tab of the side in use."""
        self._area.sides.group.step(1)

    def previous_tab(self) -> None:
        """Show the tab before."""
        self._area.sides.group.step(-1)

    def split_right(self) -> None:
        """Show the present note a second time, at the right."""
        start(self.split(down=False), self)

    def split_down(self) -> None:
        """Show the present note a second time, below."""
        start(self.split(down=True), self)

    async def split(self, *, down: bool) -> None:
        """Put the present note beside itself; a list, of which there is only one, goes over itself."""
        area = self._area
        group, shown = area.sides.group, area.sides.group.shown
        if not isinstance(shown, NotePage) and shown is not None and len(group.widgets) > 1:
            self.move_over(shown, down=down)
            return
        other = area.sides.split(down=down)
        if isinstance(shown, NotePage) and shown.path:
            path, scroll, editing = shown.path, shown.reader.scrolled(), shown.editing
            page = await self._show_beside(other, path, scroll)
            if editing and not page.editing:
                page.toggle_edit()
        elif not other.widgets:
            area.choose(area.add_page(other))
        else:
            area.sides.use(other)
        other.take_keyboard()

    async def _show_beside(self, other: TabGroup, path: str, scroll: int) -> NotePage:
        area = self._area
        found = other.with_path(path)
        if found is not None:
            area.choose(found)
            found = other.with_path(path)
        page = found if isinstance(found, NotePage) else area.add_page(other)
        area.choose(page)
        page.history.visit(path)
        await page.open(path, scroll=scroll)
        area.tell()
        return page

    def move_over(self, page: QWidget, *, down: bool | None = None, at: int = -1) -> None:
        """Move the tab of *page* to the other side, which is made if need be."""
        sides = self._area.sides
        group = sides.group_of(page)
        if len(sides.groups) < 2 and len(group.widgets) < 2:
            return  # It would be alone again.
        sides.use(group)
        other = sides.split(down=sides.down if down is None else down)
        number = group.number_of(page)
        name, pinned = group.tabs.name(number), group.tabs.is_pinned(number)
        path = getattr(page, "path", "")
        group.take(page)
        other.add(page, name, at)
        if isinstance(path, str) and path:
            self._area.name_tab(page, path)
        unsaved = isinstance(page, NotePage) and page.saving.draft is not None and page.saving.draft.dirty
        other.tabs.mark(other.number_of(page), unsaved=unsaved, pinned=pinned)
        self._area.choose(page)
        sides.tidy()
        other.take_keyboard()

    def close_others(self, page: QWidget) -> None:
        """Close all other tabs of the side of *page* that are not pinned."""
        start(self._close([one for one in self._area.sides.group_of(page).widgets if one is not page]), self)

    def close_to_the_right(self, page: QWidget) -> None:
        """Close the tabs behind that of *page* that are not pinned."""
        group = self._area.sides.group_of(page)
        start(self._close(group.widgets[group.number_of(page) + 1 :]), self)

    async def _close(self, widgets: list[QWidget]) -> None:
        for widget in widgets:
            group = self._area.sides.group_of(widget)
            number = group.number_of(widget)
            if number < 0 or group.tabs.is_pinned(number):
                continue
            if not isinstance(widget, NotePage):
                self._area.remove_page(widget)
            elif not await self._close_page(widget):
                return

    def pin(self, page: QWidget) -> None:
        """Pin the tab of *page*, or take the pin away: no other note is opened in it, and it stays when others go."""
        group = self._area.sides.group_of(page)
        number = group.number_of(page)
        unsaved, pinned = group.tabs.bar.marks(number)
        group.tabs.mark(number, unsaved=unsaved, pinned=not pinned)
        self._area.tabs_changed.emit()

    def reopen(self) -> None:
        """Open the tab that was closed last, with its way back and where it was scrolled."""
        start(self.open_again(), self)

    async def open_again(self) -> NotePage | None:
        """What `reopen` starts; None where no tab was closed."""
        closed = self._area.closed.take()
        if closed is None:
            return None
        group = self._area.sides.group
        found = group.with_path(closed.path)
        if isinstance(found, NotePage | WaitingTab):
            self._area.choose(found)
            return None
        page = self._area.add_page()
        if closed.history is not None:
            page.history = closed.history
        page.history.visit(closed.path)
        self._area.choose(page)
        await page.open(closed.path, scroll=closed.scroll)
        if closed.editing and page.path == closed.path and not page.editing:
            page.toggle_edit()
        self._area.tell()
        return page

    def drop(self, page: QWidget, at: QPoint) -> None:
        """Let go of the tab of *page* over the point *at* of the screen; see tab_drag.py for what that means."""
        target = self._area.drag.target(page, at)
        if target is not None:
            self.move_over(page, down=target.down)
