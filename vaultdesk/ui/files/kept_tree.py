"""Kept tree: which folders are open, and whether the bookmarks are folded, kept for the next start of the vault."""

import asyncio

from PySide6.QtCore import QObject, QTimer

from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.files_page import FilesPage

SILENCE = 800
"""Milliseconds after the last folder was opened or closed before it is written down."""

OPEN, FOLDED = "open", "folded"


class KeptTree(QObject):
    """Puts the tree back as it was, then keeps how it is. Needs a running loop."""

    def __init__(self, store: JsonStore, page: FilesPage, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._page = page
        self.folded = False
        """Whether the bookmarks are."""
        self._chosen: bool | None = None
        self._silence = QTimer(self, singleShot=True, interval=SILENCE)
        self._silence.timeout.connect(lambda: start(self.keep(), self))
        start(self._restore(), self)

    def fold(self, folded: bool) -> None:
        """The bookmarks were folded, or opened again."""
        self.folded = self._chosen = folded
        self._silence.start()

    def close(self) -> None:
        """Write nothing down any more."""
        self._silence.stop()

    async def keep(self) -> None:
        """Write down how the tree is now."""
        opened = self._page.tree.open_folders()
        await asyncio.to_thread(self._store.put, OPEN, list(opened))
        await asyncio.to_thread(self._store.put, FOLDED, self.folded)

    async def _restore(self) -> None:
        await asyncio.to_thread(self._store.load)
        opened = self._store.get(OPEN)
        self.folded = self._store.get(FOLDED) is True if self._chosen is None else self._chosen
        if isinstance(opened, list):
            self._page.set_open_folders([path for path in opened if isinstance(path, str)])
        for changed in (self._page.tree.expanded, self._page.tree.collapsed):
            changed.connect(lambda _index: self._silence.start())
