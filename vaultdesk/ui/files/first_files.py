"""First files: the left pane of a vault that is still being opened: listed as it was left, while the rest is imported.

What is chosen in it meanwhile is opened as soon as there is a place for it; what would change files has to wait.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from PySide6.QtCore import QObject

from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.facts import index_short, index_words
from vaultdesk.ui.files.kept_tree import KeptTree
from vaultdesk.ui.files.tree_facts import TreeFacts
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.vault.obsidian.vault_config import Bookmark
from vaultdesk.workspace.opened_vault import OpenedVault

PATIENCE = 2.0
"""Seconds that the rest waits for the list: an index that another program holds keeps nobody from note and chat."""

OpenNote = Callable[[str, bool, str | None], object]
"""Opens the note at a path, in a new tab or not, scrolled to words in it or not."""


class FirstFiles(QObject):
    """Lives as long as its pane. Needs a running loop."""

    def __init__(self, window: MainWindow, notes: OpenedVault, order: SortOrder) -> None:
        """Show the pane in *window*, its notes in *order*."""
        self.browser = LeftPane(notes.searcher, notes.indexer.events)
        super().__init__(self.browser)
        self._notes = notes
        self._chosen: tuple[str, bool, str | None] | None = None
        page = self.browser.files
        if order != page.model.root.order.order:
            page.sort_by(order)
        self.kept = KeptTree(notes.tree, page, self)
        # Folders and orders are made and kept by who is not there yet.
        page.foot.setEnabled(False)
        self.browser.note_opened.connect(self._choose)
        page.bookmarks.opened.connect(self._choose_bookmark)
        window.set_view("files", self.browser)
        window.status.show_index(*index_words(notes.indexer.state, datetime.now(UTC)), index_short(notes.indexer.state))
        start(self._show_bookmarks(), self)

    async def listed(self) -> None:
        """Wait until the notes that the index knows are shown, but not for ever."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.browser.files.listed.wait(), PATIENCE)

    def hand_over(self, open_note: OpenNote) -> None:
        """All else is there now: *open_note* is to open what was chosen last."""
        self.browser.note_opened.disconnect(self._choose)
        self.browser.files.bookmarks.opened.disconnect(self._choose_bookmark)
        self.browser.files.foot.setEnabled(True)
        if self._chosen is not None:
            open_note(*self._chosen)

    def _choose(self, path: str, new_tab: bool, words: str | None) -> None:
        self._chosen = path, new_tab, words

    def _choose_bookmark(self, bookmark: Bookmark, new_tab: bool) -> None:
        if bookmark.kind == "file":
            self._choose(bookmark.target, new_tab, None)

    async def _show_bookmarks(self) -> None:
        page = self.browser.files
        bookmarks = await asyncio.to_thread(self._notes.bookmarks.read)
        await page.listed.wait()
        page.bookmarks.show_bookmarks(bookmarks, TreeFacts(page.model).is_there, folded=self.kept.folded)
