"""Note area: all open pages of a vault in tabs, opened, closed, moved, and kept up to date with the vault."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import chain

import shiboken6
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.errors import NoteConflict, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.notes.block_list_page import BlockListPage, TextFilePage, is_canvas_or_base
from vaultdesk.ui.notes.breadcrumbs import open_folder_popup
from vaultdesk.ui.notes.canvas_page import CanvasPage
from vaultdesk.ui.notes.file_page import FilePage, ImagePage, OtherFilePage, PdfPage
from vaultdesk.ui.notes.link_navigation import attachment_kind_of, is_attachment, new_note_folder
from vaultdesk.ui.notes.navigation_history import ClosedTab, ClosedTabs
from vaultdesk.ui.notes.note_draft import SharedDrafts
from vaultdesk.ui.notes.note_header import VaultProperties
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.page_states import NextSteps, NoOpenNotePage, PageBackground
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.notes.related_panel import RelatedNotes
from vaultdesk.ui.notes.split_view import LazyTab, SplitView, TabDrag, TabGroup, UnsavedMarks
from vaultdesk.ui.notes.tab_bar import NoteTabs
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.empty_state import NextStep
from vaultdesk.ui.window.window_state import SavedTab
from vaultdesk.vault.note_path import CANVAS_SUFFIX, NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

MAX_NEW_NOTE_NAMES = 1_000
"""Maximum number of names tried for a new note."""


class NoteArea(PageBackground):
    """All open pages of a vault in tabs and split views. Needs a running event loop; exists as long as its vault is
    open.
    """

    current_changed = Signal(object)
    """The path of the note now shown, or None."""

    history_changed = Signal(bool, bool)
    """Whether going back and forward is possible."""

    all_saved = Signal()
    """A note was saved, reloaded or closed, and no unsaved text remains."""

    tabs_changed = Signal()
    """Tabs were added, removed or moved, or another side or tab became active."""

    menu_requested = Signal(object, QPoint)
    """Context menu of a page's tab: the page and a global position."""

    jump_requested = Signal()
    new_note_requested = Signal()

    page_made = Signal(object)
    """A `NotePage` was created."""

    history_requested = Signal(str)
    """The path history of the note at this path is requested."""

    def __init__(
        self,
        vault: Vault,
        searcher: Searcher,
        events: Feed[NotesIndexed],
        related: RelatedNotes | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*related* looks up the content of the panels under the notes; without it they show links only."""
        super().__init__(parent)
        self._vault = vault
        self._searcher = searcher
        self._related = related or RelatedNotes(searcher)
        self._emitted_path: str | None = None
        self._steps: NextSteps = self._first_steps
        self.has_notes = True
        """Whether the vault has notes; True until the index is complete."""
        self._properties = VaultProperties(vault, searcher, self)
        self.drafts = SharedDrafts(self)
        self.closed_tabs = ClosedTabs()
        self.split_view = SplitView(self._make_group)
        self.tab_drag = TabDrag(self.split_view, self)
        self.tab_drag.follow(self.split_view.group)
        self.unsaved_marks = UnsavedMarks(self.split_view, self)
        self.canvases = CanvasTabs(vault, searcher, self, self.open)
        self.files = FileTabs(vault, self)
        self.commands = TabCommands(self, self.close_page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.split_view)
        self.split_view.group_added.connect(self.tab_drag.follow)
        self.split_view.changed.connect(self.emit_state)
        self.tab_drag.dropped.connect(self.commands.drop)
        self.unsaved_marks.all_saved.connect(self.all_saved)
        VaultFollower(self, vault.changes, events, searcher, self._related.forget)

    @property
    def tabs(self) -> NoteTabs:
        """Tab bar of the active side."""
        return self.split_view.group.tabs

    @property
    def widgets(self) -> list[QWidget]:
        """Widgets of all tabs, side after side."""
        return list(chain.from_iterable(group.widgets for group in self.split_view.groups))

    @property
    def pages(self) -> list[NotePage]:
        """Pages of notes on all sides."""
        return [page for page in self.widgets if isinstance(page, NotePage)]

    @property
    def current_page(self) -> NotePage | None:
        """The shown page if it shows a note."""
        shown = self.split_view.group.shown
        return shown if isinstance(shown, NotePage) else None

    @property
    def current_path(self) -> str | None:
        """Path of the shown note."""
        page = self.current_page
        return page.path or None if page is not None else None

    def open_notes(self) -> list[str]:
        """Paths of all open notes, for `restore`."""
        return [page.path for page in self.widgets if isinstance(page, NotePage | LazyTab) and page.path]

    def offer(self, steps: NextSteps) -> None:
        """Use *steps* for the actions offered while no note is open."""
        self._steps = steps
        self._refresh_empty_pages()

    def set_has_notes(self, has_notes: bool) -> None:
        """Set whether the vault has notes, which decides what is offered while no note is open."""
        if has_notes != self.has_notes:
            self.has_notes = has_notes
            self._refresh_empty_pages()

    def add_page(self, group: TabGroup | None = None, at: int = -1) -> NotePage:
        """Add an empty page, at the end of the active side or at index *at* of *group*."""
        page = self.make_page()
        (group or self.split_view.group).add(page, self.tr("New tab"), at)
        self.tabs_changed.emit()
        return page

    def make_page(self) -> NotePage:
        """Return a new empty page without a tab, connected to this area."""
        empty_page = NoOpenNotePage(lambda: self._steps(), lambda: self.has_notes)
        page = NotePage(self._vault, self._searcher, self._related, empty_page, self.drafts)
        page.path_changed.connect(lambda path, page=page: self._update_name(page, path))
        self.unsaved_marks.follow(page)
        self._properties.follow(page.reader.head.grid)
        page.open_requested.connect(lambda path, new_tab, subpath: self.open(path, new_tab, subpath=subpath))
        page.passage_requested.connect(
            lambda path, new_tab, subpath, passage: self.open(path, new_tab, subpath=subpath, passage=passage)
        )
        page.create_requested.connect(lambda path: start(self.create_note(path), self))
        page.breadcrumbs.history_requested.connect(lambda: self.history_requested.emit(page.path))
        page.breadcrumbs.folder_requested.connect(
            lambda folder, over: start(open_folder_popup(self._searcher, folder, over, page.path, self.open), page)
        )
        self.page_made.emit(page)
        return page

    def show_page(self, name: str, title: str, make: Callable[[], QWidget]) -> QWidget:
        """Show the list page *name* in its own tab; *make* creates it the first time."""
        page = next((page for page in self.widgets if page.objectName() == name), None)
        if page is None:
            page = make()
            page.setObjectName(name)
            self.split_view.group.add(page, title)
        self.choose(page)
        page.setFocus()
        return page

    def remove_page(self, page: QWidget) -> None:
        """Remove *page*; a tab of a note can be reopened."""
        if isinstance(page, NotePage) and page.path:
            page.history.leave(page.reader.scrolled())
            self.closed_tabs.push(ClosedTab(page.path, page.reader.scrolled(), page.editing, page.history))
        elif isinstance(page, LazyTab):
            self.closed_tabs.push(ClosedTab(page.path, page.saved.scroll, page.saved.editing))
        group = self.split_view.group_of(page)
        group.take(page)
        page.deleteLater()
        self.split_view.tidy()
        self.unsaved_marks.settle()
        self.tabs_changed.emit()

    def choose(self, page: QWidget) -> None:
        """Show *page* and make its side active."""
        group = self.split_view.group_of(page)
        group.choose(page)
        self.split_view.use(group)

    def emit_state(self) -> None:
        """Emit the path of the shown note and whether going back and forward is possible."""
        page = self.current_page
        if self.current_path != self._emitted_path:
            self._emitted_path = self.current_path
            self.current_changed.emit(self._emitted_path)
        history = page.history if page is not None else None
        self.history_changed.emit(
            history is not None and history.can_go_back, history is not None and history.can_go_forward
        )
        self.tabs_changed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the note of the active side."""
        super().focusInEvent(event)
        self.split_view.group.take_focus()

    def name_tab(self, page: QWidget, path: str) -> None:
        """Label the tab of *page* with the name of its file."""
        group = self.split_view.group_of(page)
        name = path.rpartition("/")[2]
        number = group.number_of(page)
        if number >= 0:
            group.tabs.rename(number, name.removesuffix(".md") or self.tr("New tab"), path)

    def open(
        self,
        path: str,
        new_tab: bool = False,
        *,
        subpath: str = "",
        passage: str | None = None,
        other_side: bool = False,
    ) -> None:
        """Show the note at *path*, in the current tab unless *new_tab*; an existing tab of the note is reused.

        With *other_side* it is shown on the other side. A canvas, base, image or other file gets its own tab.
        """
        if is_canvas_or_base(path) or is_attachment(path):
            if other_side:
                self.split_view.use(self.split_view.split(down=self.split_view.down))
            if is_canvas_or_base(path):
                self.canvases.show(path, passage or "")
            else:
                self.files.show(path, subpath)
            return
        start(self.show_note(path, new_tab, subpath=subpath, passage=passage or "", other_side=other_side), self)

    def back(self) -> None:
        """Go back in the current tab."""
        start(self._navigate(-1), self)

    def forward(self) -> None:
        """Go forward in the current tab."""
        start(self._navigate(1), self)

    def toggle_edit(self) -> None:
        """Toggle the current note between reading and editing."""
        if self.current_page is not None:
            self.current_page.toggle_edit()

    def close_current(self) -> None:
        """Close the current tab; if the side has no tabs, close the side."""
        page = self.split_view.group.shown
        if page is not None:
            self.close_tab(page)
        else:
            self.split_view.tidy()

    def restore(self, paths: list[str], current: int = 0) -> None:
        """Open each of these notes in a tab."""
        start(self._restore(paths, current), self)

    async def show_note(
        self, path: str, new_tab: bool = False, *, subpath: str = "", passage: str = "", other_side: bool = False
    ) -> NotePage:
        """Show the note at *path* like `open`; return its page when the note is shown."""
        group = self.split_view.split(down=self.split_view.down) if other_side else self.split_view.group
        if other_side:
            self.split_view.use(group)
        # The active side first, unless the note was requested on the other side only.
        groups = (
            [group]
            if other_side
            else [group, *(side_group for side_group in self.split_view.groups if side_group is not group)]
        )
        found = next((page for side_group in groups if (page := side_group.with_path(path)) is not None), None)
        if found is not None:
            self.choose(found)  # A lazy tab has become a page.
            found = next((page for side_group in groups if (page := side_group.with_path(path)) is not None), None)
        page = found if isinstance(found, NotePage) else None
        shown = group.shown
        pinned = group.tabs.is_pinned(group.tabs.current())
        if page is None and isinstance(shown, NotePage):
            is_unused = shown.history.current is None
            if is_unused or (not (new_tab or other_side or pinned) and (not shown.path or await shown.leave())):
                page = shown
        page = page or self.add_page(group)
        page.history.visit(path, page.reader.scrolled())
        self.choose(page)
        await page.open(path, subpath=subpath, passage=passage)
        self.emit_state()
        return page

    async def save_now(self) -> bool:
        """Save every open note; return True if no unsaved text remains."""
        return all([await page.leave() for page in self.pages])

    def close_tab(self, page: QWidget) -> None:
        """Save and close the tab of *page*."""
        if isinstance(page, NotePage):
            start(self.close_page(page), self)
        else:
            self.remove_page(page)

    async def close_page(self, page: NotePage) -> bool:
        """Save and close one tab. If it cannot be saved, show it and return False."""
        if not await page.leave():
            self.choose(page)
            return False
        self.remove_page(page)
        return True

    async def create_note(self, path: str = "", text: str = "") -> str | None:
        """Create a note, at *path* or as "Untitled", and open it in the editor. Report a failure and return None."""
        folder = new_note_folder(self.current_path or "", self._vault.settings)
        base = f"{folder}/" if folder else ""
        untitled = base + self.tr("Untitled")
        numbered = [f"{untitled}{f' {number}' if number else ''}.md" for number in range(MAX_NEW_NOTE_NAMES)]
        names = [path] if path else numbered
        for name in names:
            try:
                await self._vault.create(NotePath.parse(name), text)
            except NoteConflict:
                if not path:
                    continue
            except VaultDeskError as error:
                page = self.current_page or self.add_page()
                self.choose(page)
                page.banner.show_message("create", "warning", translate_error(error))
                return None
            page = await self.show_note(name)
            if not page.editing:
                page.toggle_edit()
            return name
        return None

    async def append(self, path: str, text: str) -> None:
        """Append *text* after an empty line to the note at *path*; unsaved text in it is kept.

        Raises the errors of reading and writing if the note is not open; an open note shows them on its page.
        """
        page = next((page for page in self.pages if page.path == path and page.text is not None), None)
        if page is not None:
            await page.rewrite(lambda old: with_paragraph(old, text))
            return
        note_path = NotePath.parse(path)
        note = await self._vault.read(note_path)
        await self._vault.write(note_path, with_paragraph(note.text, text), note.digest)

    def _open_empty_tab(self, group: TabGroup) -> None:
        """Open a tab without a note and focus it, so that the note shortcuts apply, such as closing the tab."""
        page = self.add_page(group)
        self.choose(page)
        page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_group(self) -> TabGroup:
        """Create the tab group of one side."""
        group = TabGroup(NoOpenNotePage(lambda: self._steps(), lambda: self.has_notes))
        group.tabs.new_requested.connect(lambda: self._open_empty_tab(group))
        group.load_requested.connect(self._load_lazy_tab)
        group.tabs.close_requested.connect(lambda number: self._close_tab_at(group, number))
        group.tabs.moved.connect(self.tabs_changed)
        group.tabs.menu_requested.connect(lambda number, at: self.menu_requested.emit(group.page_at(number), at))
        return group

    def _update_name(self, page: NotePage, path: str) -> None:
        self.name_tab(page, path)
        self.unsaved_marks.mark(page)
        if page is self.current_page:
            self.emit_state()

    def _close_tab_at(self, group: TabGroup, number: int) -> None:
        page = group.page_at(number)
        if page is not None:
            self.close_tab(page)

    def _refresh_empty_pages(self) -> None:
        for empty_page in self.findChildren(NoOpenNotePage):
            empty_page.refresh()

    def _first_steps(self) -> Sequence[NextStep]:
        open_step = [NextStep(self.tr("Open a note…"), self.jump_requested.emit)] if self.has_notes else []
        return [*open_step, NextStep(self.tr("New note"), self.new_note_requested.emit)]

    async def _restore(self, paths: list[str], current: int) -> None:
        for path in paths:
            await self.show_note(path, new_tab=True)
        if 0 <= current < len(self.pages):
            self.choose(self.pages[current])

    async def _navigate(self, step: int) -> None:
        page = self.current_page
        if page is None or not await page.leave():
            return
        visit = page.history.back(page.reader.scrolled()) if step < 0 else page.history.forward(page.reader.scrolled())
        if visit is not None:
            await page.open(visit.path, scroll=visit.scroll)
            self.emit_state()

    def _load_lazy_tab(self, lazy_tab: LazyTab) -> None:
        """Create the page of a tab that is shown for the first time."""
        group, saved = self.split_view.group_of(lazy_tab), lazy_tab.saved
        if is_canvas_or_base(saved.path) or is_attachment(saved.path):
            number = group.number_of(lazy_tab)
            self.split_view.use(group)
            self.open(saved.path)
            group.take(lazy_tab)
            lazy_tab.deleteLater()
            group.tabs.bar.moveTab(len(group.widgets) - 1, number)
            return
        page = self.make_page()
        page.path = saved.path
        page.history.visit(saved.path)
        group.replace_lazy_tab(lazy_tab, page)
        start(self._load_page(page, saved), page)

    async def _load_page(self, page: NotePage, saved: SavedTab) -> None:
        await page.open(saved.path, scroll=saved.scroll)
        if saved.editing and page.path == saved.path and not page.editing:
            active_group = self.split_view.group
            page.toggle_edit()
            if active_group is not self.split_view.group:
                # The editor took the focus, but the other side is the active one.
                active_group.take_focus()
                self.split_view.use(active_group)


def with_paragraph(old: str, text: str) -> str:
    """Return *old* with *text* appended as a separate paragraph."""
    start = old.rstrip("\n")
    gap = "\n\n" if start else ""
    return f"{start}{gap}{text.strip(chr(10))}\n"


class CanvasTabs:
    """Read-only tabs of canvases and bases, one for each file."""

    def __init__(self, vault: Vault, searcher: Searcher, pages: NoteArea, open_path: Callable[..., object]) -> None:
        self._vault, self._searcher, self._pages, self._open = vault, searcher, pages, open_path

    def show(self, path: str, passage: str = "") -> TextFilePage:
        """Show the file at *path*, at the card or block that contains *passage*."""
        page = self._pages.show_page(f"file {path}", path.rpartition("/")[2], lambda: self._make(path))
        assert isinstance(page, TextFilePage)
        page.show_passage(passage)
        return page

    def _make(self, path: str) -> TextFilePage:
        if path.lower().endswith(CANVAS_SUFFIX):
            canvas: CanvasPage = CanvasPage(self._vault, path, lambda: self._make_list(canvas.path))
            canvas.open_requested.connect(
                lambda target, subpath: start(self._follow(target, canvas.path, subpath), canvas)
            )
            canvas.web_requested.connect(open_web)
            return canvas
        return self._make_list(path, show_head=True)

    def _make_list(self, path: str, *, show_head: bool = False) -> BlockListPage:
        page = BlockListPage(self._vault, path)
        page.open_requested.connect(lambda target: start(self._follow(target, page.path), page))
        if not show_head:
            page.hide_head()
        return page

    async def _follow(self, target: str, source: str, subpath: str = "") -> None:
        try:
            found = await self._searcher.resolve(target, source)
        except VaultDeskError:
            found = None  # The opened page shows the error.
        self._open(found or target, subpath=subpath)


class FileTabs:
    """Tabs of other files, one for each file."""

    def __init__(self, vault: Vault, pages: NoteArea) -> None:
        self._vault, self._pages = vault, pages

    def show(self, path: str, subpath: str = "") -> FilePage:
        """Show the file at *path*, at *subpath* in it, such as `page=3` of a PDF."""
        page = self._pages.show_page(f"file {path}", path.rpartition("/")[2], lambda: self._make(path))
        assert isinstance(page, FilePage)
        self._pages.name_tab(page, path)
        page.go_to(subpath)
        return page

    def check_files(self) -> None:
        """Check the visible files for changes; hidden ones are checked when shown."""
        for page in self._pages.widgets:
            if isinstance(page, FilePage) and page.isVisible():
                page.check_file()

    def _make(self, path: str) -> FilePage:
        match attachment_kind_of(path):
            case "picture":
                return ImagePage(self._vault, path)
            case "pdf":
                return PdfPage(self._vault, path)
            case _:
                return OtherFilePage(self._vault, path)


class VaultFollower(QObject):
    """Updates the open pages after changes in the vault; lives as long as the pages."""

    def __init__(
        self,
        pages: NoteArea,
        changes: Feed[VaultChanged],
        events: Feed[NotesIndexed],
        searcher: Searcher,
        forget: Callable[[], object],
    ) -> None:
        """*forget* is called when notes have changed, before the pages are updated."""
        super().__init__(pages)
        self._pages, self._searcher, self._forget = pages, searcher, forget
        self._commits = 0
        """Number of commits of the index since the start."""
        follow(changes, self._apply_changes, self)
        start(self._follow_index(events), self)

    def _apply_changes(self, changes: VaultChanged) -> None:
        paths = {change.path.text for change in changes.changes}
        paths |= {change.old_path.text for change in changes.changes if change.old_path is not None}
        for change in changes.changes:
            if change.kind == "moved" and change.old_path is not None:
                self._moved(change, change.old_path.text)
        for page in self._pages.pages:
            if page.path and (changes.rescan or page.path in paths):
                page.check_file()
        for other in self._pages.widgets:
            # Hidden pages check when they are shown.
            if isinstance(other, FilePage) and other.isVisible() and (changes.rescan or other.path in paths):
                other.check_file()

    def _moved(self, change: FileChange, old: str) -> None:
        self._pages.closed_tabs.renamed(old, change.path.text)
        for page in self._pages.pages:
            page.history.renamed(old, change.path.text)
            if page.path == old:
                page.moved(change.path)
        for other in self._pages.widgets:
            if isinstance(other, LazyTab) and other.path == old:
                other.saved = other.saved._replace(path=change.path.text)
                self._pages.name_tab(other, change.path.text)
            elif isinstance(other, FilePage) and other.path == old:
                other.moved(change.path.text)
                self._pages.name_tab(other, change.path.text)

    async def _follow_index(self, feed: Feed[NotesIndexed]) -> None:
        with feed.subscribe() as commits:
            start(self._count_notes(), self)
            async for commit in commits:
                self._commits += 1
                if commit.paths:
                    self._pages.set_has_notes(True)
                elif commit.removed:
                    start(self._count_notes(), self)
                self._forget()
                for page in self._pages.pages:
                    if shiboken6.isValid(page) and page.text is not None:
                        # The task belongs to the page, which may be closed while it runs.
                        await asyncio.wait([start(page.learn(), page)])

    async def _count_notes(self) -> None:
        """Tell the pages whether the vault has notes, unless that changes meanwhile."""
        await self._searcher.completion.wait(None)
        commits = self._commits
        try:
            counts = await self._searcher.counts()
        except VaultDeskError:
            return  # The problem of the index is shown in the list of notes.
        if commits == self._commits and self._searcher.completion.phase == "complete":
            self._pages.set_has_notes(counts.notes > 0)


class TabCommands(QObject):
    """Commands on the tabs of one note area."""

    def __init__(self, area: NoteArea, close_page: Callable[[NotePage], Awaitable[bool]]) -> None:
        """*close_page* saves and closes a note's tab; it returns False if that fails."""
        super().__init__(area)
        self._area, self._close_page = area, close_page

    def next_tab(self) -> None:
        """Show the next tab of the active side."""
        self._area.split_view.group.step(1)

    def previous_tab(self) -> None:
        """Show the previous tab of the active side."""
        self._area.split_view.group.step(-1)

    def split_right(self) -> None:
        """Show the current note a second time, on the right."""
        start(self.split(down=False), self)

    def split_down(self) -> None:
        """Show the current note a second time, below."""
        start(self.split(down=True), self)

    async def split(self, *, down: bool) -> None:
        """Show the current note on the other side too; a list, which has one page, is moved."""
        area = self._area
        group, shown = area.split_view.group, area.split_view.group.shown
        if not isinstance(shown, NotePage) and shown is not None and len(group.widgets) > 1:
            self.move_to_other_side(shown, down=down)
            return
        other = area.split_view.split(down=down)
        if isinstance(shown, NotePage) and shown.path:
            path, scroll, editing = shown.path, shown.reader.scrolled(), shown.editing
            page = await self._show_on_other_side(other, path, scroll)
            if editing and not page.editing:
                page.toggle_edit()
        elif not other.widgets:
            area.choose(area.add_page(other))
        else:
            area.split_view.use(other)
        other.take_focus()

    async def _show_on_other_side(self, other: TabGroup, path: str, scroll: int) -> NotePage:
        area = self._area
        found = other.with_path(path)
        if found is not None:
            area.choose(found)
            found = other.with_path(path)
        page = found if isinstance(found, NotePage) else area.add_page(other)
        area.choose(page)
        page.history.visit(path)
        await page.open(path, scroll=scroll)
        area.emit_state()
        return page

    def move_to_other_side(self, page: QWidget, *, down: bool | None = None, at: int = -1) -> None:
        """Move the tab of *page* to the other side, creating that side if needed."""
        split_view = self._area.split_view
        group = split_view.group_of(page)
        if len(split_view.groups) < 2 and len(group.widgets) < 2:
            return  # It would be the only tab again.
        split_view.use(group)
        other = split_view.split(down=split_view.down if down is None else down)
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
        split_view.tidy()
        other.take_focus()

    def close_others(self, page: QWidget) -> None:
        """Close all other unpinned tabs of the side of *page*."""
        start(
            self._close([widget for widget in self._area.split_view.group_of(page).widgets if widget is not page]), self
        )

    def close_to_the_right(self, page: QWidget) -> None:
        """Close the unpinned tabs after that of *page*."""
        group = self._area.split_view.group_of(page)
        start(self._close(group.widgets[group.number_of(page) + 1 :]), self)

    async def _close(self, widgets: list[QWidget]) -> None:
        for widget in widgets:
            group = self._area.split_view.group_of(widget)
            number = group.number_of(widget)
            if number < 0 or group.tabs.is_pinned(number):
                continue
            if not isinstance(widget, NotePage):
                self._area.remove_page(widget)
            elif not await self._close_page(widget):
                return

    def pin(self, page: QWidget) -> None:
        """Pin or unpin the tab of *page*. No other note is opened in a pinned tab, and it is not closed with others."""
        group = self._area.split_view.group_of(page)
        number = group.number_of(page)
        unsaved, pinned = group.tabs.bar.marks(number)
        group.tabs.mark(number, unsaved=unsaved, pinned=not pinned)
        self._area.tabs_changed.emit()

    def reopen(self) -> None:
        """Reopen the tab that was closed last, with its history and scroll position."""
        start(self.reopen_closed_tab(), self)

    async def reopen_closed_tab(self) -> NotePage | None:
        """Reopen the tab that was closed last; return None if no tab was closed or the note is open already."""
        closed = self._area.closed_tabs.pop()
        if closed is None:
            return None
        group = self._area.split_view.group
        found = group.with_path(closed.path)
        if isinstance(found, NotePage | LazyTab):
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
        self._area.emit_state()
        return page

    def drop(self, page: QWidget, at: QPoint) -> None:
        """Drop the tab of *page* at the global position *at*; split_view.py determines the target."""
        target = self._area.tab_drag.target(page, at)
        if target is not None:
            self.move_to_other_side(page, down=target.down)
