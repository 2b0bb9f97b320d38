"""Messages of note lists while not all notes are indexed yet."""

from PySide6.QtCore import QObject, Signal

from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start


class ReadingState(QObject):
    """Reports to one pane whether notes are still being indexed. Needs a running event loop."""

    ended = Signal()
    """Indexing has finished or stopped: messages must be updated."""

    def __init__(self, searcher: Searcher, parent: QObject) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._is_waiting = False

    def empty_text(self) -> tuple[str, str]:
        """Return title and text for an empty list; both empty if the list is complete."""
        completion = self._searcher.completion
        if completion.phase == "complete":
            return "", ""
        if completion.is_underway:
            self._wait()
            return self.tr("Reading your notes…"), self.tr("They appear here as they are read.")
        return self.tr("The notes could not be read"), self.tr("See the status bar for the reason.")

    def partial_text(self) -> str:
        """Return a remark for an incomplete list; empty if it is complete."""
        completion = self._searcher.completion
        if completion.phase != "filling":
            return ""
        if completion.is_underway:
            self._wait()
            return self.tr("Your notes are still being read, so something may be missing here.")
        return self.tr("Not all notes could be read, so something may be missing here.")

    def _wait(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            start(self._ended(), self)

    async def _ended(self) -> None:
        await self._searcher.completion.wait(None)
        self._is_waiting = False
        self.ended.emit()
