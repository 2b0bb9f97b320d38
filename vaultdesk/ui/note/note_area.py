"""NoteArea: the open notes of one vault in tabs, with their ways back. Follows the vault and the index by itself."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.errors import NoteConflict, VaultDeskError
from vaultdesk.feed import Feed
from vaultdesk.index.events import NotesIndexed
from vaultdesk.index.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.note.beside import Beside
from vaultdesk.ui.note.board import is_board
from vaultdesk.ui.note.boards import Boards
from vaultdesk.ui.note.new_note import folder_of_new
from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.open_pages import OpenPages
from vaultdesk.vault.changes import VaultChanged
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

MOST_NAMES = 1_000
"""Names tried for a new note before giving up; a folder with that many "Untitled" notes has another problem."""


class NoteArea(OpenPages):
    """Opens, shows and saves notes. Needs a running loop; lives as long as its vault is open."""

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
        self.tabs.close_requested.connect(self._close_tab)
        start(self._follow_vault(), self)
        start(self._follow_index(events), self)

    def add_page(self) -> NotePage:
        """Add an empty page and do what it asks for."""
        page = super().add_page()
        page.open_requested.connect(lambda path, new_tab, place: self.open(path, new_tab, place=place))
        page.passage_requested.connect(
            lambda path, new_tab, place, words: self.open(path, new_tab, place=place, passage=words)
        )
        page.create_requested.connect(lambda path: start(self.create_note(path), self))
        page.crumbs.history_requested.connect(lambda: self.history_requested.emit(page.path))
        return page

    def open(self, path: str, new_tab: bool = False, *, place: str = "", passage: str | None = None) -> None:
        """Show the note at *path*, in the present tab unless *new_tab*; a tab that has it already is used.

        A canvas or a base gets a tab of its own, in which it is only read.
        """
        if is_board(path):
            self.boards.show(path, passage or "")
            return
        start(self.show_note(path, new_tab, place=place, passage=passage or ""), self)

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
        """Close the present tab."""
        self._close_tab(self.tabs.current())

    def restore(self, paths: list[str], current: int = 0) -> None:
        """Open these notes, each in a tab."""
        start(self._restore(paths, current), self)

    async def show_note(self, path: str, new_tab: bool = False, *, place: str = "", passage: str = "") -> NotePage:
        """What `open` starts: returns when the note is shown."""
        page = next((page for page in self.pages if page.path == path), None)
        here = self.current_page
        if page is None and here is not None and not new_tab and (not here.path or await here.leave()):
            page = here
        page = page or self.add_page()
        page.history.visit(path, page.reader.scrolled())
        self.choose(page)
        await page.open(path, place=place, passage=passage)
        self.tell()
        return page

    async def save_now(self) -> bool:
        """Save every open note. True when nothing is unsaved."""
        return all([await page.leave() for page in self.pages])

    async def close_page(self, page: NotePage) -> bool:
        """Save and close one tab. False, and shown, where it could not be saved."""
        if not await page.leave():
            self.choose(page)
            return False
        self.remove_page(page)
        return True

    async def close_all(self) -> bool:
        """Save and close every tab. False, and stopped there, where a note could not be saved."""
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
                page.banner.tell("missing", "danger", str(error))
                return None
            page = await self.show_note(name)
            if not page.editing:
                page.toggle_edit()
            return name
        return None

    def _close_tab(self, number: int) -> None:
        page = self.page_at(number)
        if isinstance(page, NotePage):
            start(self.close_page(page), self)
        elif page is not None:
            self.remove_page(page)

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

    async def _follow_vault(self) -> None:
        with self._vault.changes.subscribe() as changes:
            async for change in changes:
                self._take_over(change)

    def _take_over(self, told: VaultChanged) -> None:
        changed = {change.path.text for change in told.changes}
        changed |= {change.old_path.text for change in told.changes if change.old_path is not None}
        for page in self.pages:
            for change in told.changes:
                if change.kind == "moved" and change.old_path is not None and change.old_path.text == page.path:
                    page.moved(change.path)
            if page.path and (told.rescan or page.path in changed):
                page.look_outside()

    async def _follow_index(self, events: Feed[NotesIndexed]) -> None:
        with events.subscribe() as commits:
            async for _ in commits:
                self._beside.forget()
                for page in self.pages:
                    if page.text is not None:
                        await page.learn()
