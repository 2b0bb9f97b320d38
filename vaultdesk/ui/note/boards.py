"""Boards: opens canvases and bases in tabs among the notes. How one is shown is board_page.py's business."""

from collections.abc import Callable

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.canvas.canvas_page import CanvasPage
from vaultdesk.ui.note.board_page import BoardPage
from vaultdesk.ui.note.open_pages import OpenPages
from vaultdesk.ui.note.reader import open_web
from vaultdesk.vault.canvas_links import CANVAS_SUFFIX
from vaultdesk.vault.vault import Vault


class Boards:
    """One tab for each file, in which it is only read."""

    def __init__(self, vault: Vault, searcher: Searcher, pages: OpenPages, open_path: Callable[..., object]) -> None:
        self._vault, self._searcher, self._pages, self._open = vault, searcher, pages, open_path

    def show(self, path: str, words: str = "") -> BoardPage | CanvasPage:
        """Show the file at *path*, at the card or block that holds *words*."""
        page = self._pages.show_list(f"board {path}", path.rpartition("/")[2], lambda: self._make(path))
        assert isinstance(page, BoardPage | CanvasPage)
        page.show_words(words)
        return page

    def _make(self, path: str) -> BoardPage | CanvasPage:
        if path.lower().endswith(CANVAS_SUFFIX):
            canvas = CanvasPage(self._vault.files, path, lambda: self._make_list(path))
            canvas.open_requested.connect(lambda target, place: start(self._follow(target, path, place), canvas))
            canvas.web_requested.connect(open_web)
            return canvas
        return self._make_list(path, headed=True)

    def _make_list(self, path: str, *, headed: bool = False) -> BoardPage:
        page = BoardPage(self._vault, path)
        page.open_requested.connect(lambda target: start(self._follow(target, path), page))
        if not headed:
            page.hide_head()
        return page

    async def _follow(self, target: str, source: str, place: str = "") -> None:
        try:
            found = await self._searcher.resolve(target, source)
        except VaultDeskError:
            found = None  # the page that opens says what is wrong
        self._open(found or target, place=place)
