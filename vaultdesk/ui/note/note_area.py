"""NoteArea: the open notes of one vault in tabs, with their ways back. Follows the vault and the index by itself."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import NoteConflict, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.index.index_events import NotesIndexed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.kept_tabs import KeptTab
from vaultdesk.ui.note.attachments import is_attachment
from vaultdesk.ui.note.beside import Beside
from vaultdesk.ui.note.board import is_board
from vaultdesk.ui.note.boards import Boards
from vaultdesk.ui.note.file_pages import FilePages
from vaultdesk.ui.note.folder_popup import offer_folder
from vaultdesk.ui.note.following import Following
from vaultdesk.ui.note.new_note import folder_of_new
from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.put_in import PutIn
from vaultdesk.ui.note.tab_commands import TabCommands
from vaultdesk.ui.note.waiting_tab import WaitingTab
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

MOST_NAMES = 1_000
"""Names tried for a new note before giving up; a folder with that many "Untitled" notes has another problem."""


class NoteArea(PutIn):
    """Opens, shows and saves notes. Needs a running loop; lives as long as its vault is open."""

    page_made = Signal(object)
    """There is one more `NotePage`."""

    history_requested = Signal(str)
    """Where the note at this path went is to be shown."""

    def __init__(
        self,
        vault: Vault,
        searcher: Searcher,
        events: Feed[NotesIndexed],
        beside: Beside | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(vault, searcher, beside, parent)
        self.boards = Boards(vault, searcher, self, self.open)
        self.files = FilePages(vault, self)
        self.wanted.connect(self._wake)
        self.commands = TabCommands(self, self.close_page)
        self.drag.dropped.connect(self.commands.drop)
        self.closing.connect(self.close_tab)
        Following(self, vault.changes, events, self._beside.forget)

    def make_page(self) -> NotePage:
        """Make an empty page and do what it asks for."""
        page = super().make_page()
        page.open_requested.connect(lambda path, new_tab, place: self.open(path, new_tab, place=place))
        page.passage_requested.connect(
            lambda path, new_tab, place, words: self.open(path, new_tab, place=place, passage=words)
        )
        page.create_requested.connect(lambda path: start(self.create_note(path), self))
        page.crumbs.history_requested.connect(lambda: self.history_requested.emit(page.path))
        page.crumbs.folder_requested.connect(
            lambda folder, over: start(offer_folder(self._searcher, folder, over, page.path, self.open), page)
        )
        self.page_made.emit(page)
        return page

    def open(
        self, path: str, new_tab: bool = False, *, place: str = "", passage: str | None = None, side: bool = False
    ) -> None:
        """Show the note at *path*, in the present tab unless *new_tab*; a tab that has it already is used.

        With *side* it is shown on the other side. A canvas, a base, a picture or another file gets a tab of its own.
        """
        if is_board(path) or is_attachment(path):
            if side:
                self.sides.use(self.sides.split(down=self.sides.down))
            if is_board(path):
                self.boards.show(path, passage or "")
            else:
                self.files.show(path, place)
            return
        start(self.show_note(path, new_tab, place=place, passage=passage or "", side=side), self)

    def show_passage(self, path: str, words: str) -> None:
        """Show the note at *path*, scrolled to *words* (quoted text, or a heading as `#Heading`), with a ground."""
        if words.startswith("#"):
            self.open(path, place=words[1:])
        else:
            self.open(path, passage=words)

    def back(self) -> None:
        """Go back in the present tab."""
        start(self._travel(-1), self)

    def forward(self) -> None:
        """Go forward in the present tab."""
        start(self._travel(1), self)

    def toggle_edit(self) -> None:
        """Change the present note between reading and editing."""
        if self.current_page is not None:
            self.current_page.toggle_edit()

    def close_current(self) -> None:
        """Close the present tab; on a side without one, the side."""
        page = self.sides.group.shown
        if page is not None:
            self.close_tab(page)
        else:
            self.sides.tidy()

    def restore(self, paths: list[str], current: int = 0) -> None:
        """Open these notes, each in a tab."""
        start(self._restore(paths, current), self)

    async def show_note(
        self, path: str, new_tab: bool = False, *, place: str = "", passage: str = "", side: bool = False
    ) -> NotePage:
        """What `open` starts: returns when the note is shown."""
        group = self.sides.split(down=self.sides.down) if side else self.sides.group
        if side:
            self.sides.use(group)
        # The side in use first, but for a note on the other side only, which is gone to.
        groups = [group] if side else [group, *(one for one in self.sides.groups if one is not group)]
        found = next((page for one in groups if (page := one.with_path(path)) is not None), None)
        if found is not None:
            self.choose(found)  # What only waited is a page now.
            found = next((page for one in groups if (page := one.with_path(path)) is not None), None)
        page = found if isinstance(found, NotePage) else None
        here = group.shown
        pinned = group.tabs.is_pinned(group.tabs.current())
        if page is None and isinstance(here, NotePage):
            unused = here.history.current is None
            if unused or (not (new_tab or side or pinned) and (not here.path or await here.leave())):
                page = here
        page = page or self.add_page(group)
        page.history.visit(path, page.reader.scrolled())
        self.choose(page)
        await page.open(path, place=place, passage=passage)
        self.tell()
        return page

    async def save_now(self) -> bool:
        """Save every open note. True when nothing is unsaved."""
        return all([await page.leave() for page in self.pages])

    def close_tab(self, page: QWidget) -> None:
        """Save and close the tab of *page*."""
        if isinstance(page, NotePage):
            start(self.close_page(page), self)
        else:
            self.remove_page(page)

    async def close_page(self, page: NotePage) -> bool:
        """Save and close one tab. False, and shown, where it could not be saved."""
        if not await page.leave():
            self.choose(page)
            return False
        self.remove_page(page)
        return True

    async def close_all(self) -> bool:
        """Save and close every note's tab. False, and stopped there, where a note could not be saved."""
        while self.pages:
            if not await self.close_page(self.pages[-1]):
                return False
        return True

    async def create_note(self, path: str = "", text: str = "") -> str | None:
        """Create a note, at *path* or as "Untitled", and open it in the editor. None, and told, where that failed."""
        folder = folder_of_new(self.current_path or "", self._vault.settings)
        base = f"{folder}/" if folder else ""
        untitled = f"{base}{self.tr('Untitled')}"
        numbered = [f"{untitled}{f' {number}' if number else ''}.md" for number in range(MOST_NAMES)]
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
                page.banner.tell("create", "warning", str(error))
                return None
            page = await self.show_note(name)
            if not page.editing:
                page.toggle_edit()
            return name
        return None

    async def _restore(self, paths: list[str], current: int) -> None:
        for path in paths:
            await self.show_note(path, new_tab=True)
        if 0 <= current < len(self.pages):
            self.choose(self.pages[current])

    async def _travel(self, step: int) -> None:
        page = self.current_page
        if page is None or not await page.leave():
            return
        visit = page.history.back(page.reader.scrolled()) if step < 0 else page.history.forward(page.reader.scrolled())
        if visit is not None:
            await page.open(visit.path, scroll=visit.scroll)
            self.tell()

    def _wake(self, waiting: WaitingTab) -> None:
        """Make the page of a tab that is shown for the first time."""
        group, kept = self.sides.group_of(waiting), waiting.kept
        if is_board(kept.path) or is_attachment(kept.path):
            number = group.number_of(waiting)
            self.sides.use(group)
            self.open(kept.path)
            group.take(waiting)
            waiting.deleteLater()
            group.tabs.bar.moveTab(len(group.widgets) - 1, number)
            return
        page = self.make_page()
        page.path = kept.path
        page.history.visit(kept.path)
        group.put_in_place(waiting, page)
        start(self._fill(page, kept), page)

    async def _fill(self, page: NotePage, kept: KeptTab) -> None:
        await page.open(kept.path, scroll=kept.scroll)
        if kept.editing and page.path == kept.path and not page.editing:
            used = self.sides.group
            page.toggle_edit()
            if used is not self.sides.group:
                # The editor took the keyboard; the other side is the one that was in use.
                used.take_keyboard()
                self.sides.use(used)
