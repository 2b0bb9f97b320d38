"""Following: open notes kept in line with what happens to the vault and to the index. Opens and saves nothing."""

import asyncio
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject

from vaultdesk.core.feed import Feed
from vaultdesk.index.index_events import NotesIndexed
from vaultdesk.ui.bridge import start
from vaultdesk.ui.canvas.canvas_page import CanvasPage
from vaultdesk.ui.note.board_page import BoardPage
from vaultdesk.ui.note.file_page import FilePage
from vaultdesk.ui.note.open_pages import OpenPages
from vaultdesk.ui.note.waiting_tab import WaitingTab
from vaultdesk.vault.vault_changes import FileChange, VaultChanged


class Following(QObject):
    """Lives as long as the pages it follows for."""

    def __init__(
        self,
        pages: OpenPages,
        changes: Feed[VaultChanged],
        events: Feed[NotesIndexed],
        forget: Callable[[], object],
    ) -> None:
        """*forget* is called when notes have changed, before the pages learn of it."""
        super().__init__(pages)
        self._pages, self._forget = pages, forget
        start(self._follow_vault(changes), self)
        start(self._follow_index(events), self)

    async def _follow_vault(self, feed: Feed[VaultChanged]) -> None:
        with feed.subscribe() as changes:
            async for change in changes:
                self._take_over(change)

    def _take_over(self, told: VaultChanged) -> None:
        changed = {change.path.text for change in told.changes}
        changed |= {change.old_path.text for change in told.changes if change.old_path is not None}
        for change in told.changes:
            if change.kind == "moved" and change.old_path is not None:
                self._moved(change, change.old_path.text)
        for page in self._pages.pages:
            if page.path and (told.rescan or page.path in changed):
                page.look_outside()
        for other in self._pages.widgets:
            # Those out of sight look when they are shown.
            if not isinstance(other, FilePage | BoardPage | CanvasPage) or not other.isVisible():
                continue
            if told.rescan or other.path in changed:
                _look(other)

    def _moved(self, change: FileChange, old: str) -> None:
        self._pages.closed.renamed(old, change.path.text)
        for page in self._pages.pages:
            page.history.renamed(old, change.path.text)
            if page.path == old:
                page.moved(change.path)
        for other in self._pages.widgets:
            if isinstance(other, WaitingTab) and other.path == old:
                other.kept = other.kept._replace(path=change.path.text)
                self._pages.name_tab(other, change.path.text)
            elif isinstance(other, FilePage) and other.path == old:
                other.moved(change.path.text)
                self._pages.name_tab(other, change.path.text)

    async def _follow_index(self, feed: Feed[NotesIndexed]) -> None:
        with feed.subscribe() as commits:
            async for _ in commits:
                self._forget()
                for page in self._pages.pages:
                    if shiboken6.isValid(page) and page.text is not None:
                        # As the page's own: it may be closed meanwhile.
                        await asyncio.wait([start(page.learn(), page)])


def _look(page: FilePage | BoardPage | CanvasPage) -> None:
    if isinstance(page, FilePage):
        page.look()
    else:
        page.reload()
