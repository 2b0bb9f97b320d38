"""What lists of notes say while the index does not hold all notes yet, so that nothing untrue is said."""

from PySide6.QtCore import QObject, Signal

from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start


class ReadingState(QObject):
    """Knows whether the notes are still being read. Belongs to one pane; needs a running loop."""

    ended = Signal()
    """All notes are read, or reading them has stopped: what was said is to be said anew."""

    def __init__(self, searcher: Searcher, parent: QObject) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._is_waiting = False

    def empty_text(self) -> tuple[str, str]:
        """Return title and text for a list in which nothing stands; both empty where that is the truth."""
        completion = self._searcher.completion
        if completion.phase == "complete":
            return "", ""
        if completion.is_underway:
            self._wait()
            return self.tr("Reading your notes…"), self.tr("They appear here as they are read.")
        return self.tr("The notes could not be read"), self.tr("The status line says why.")

    def partial_text(self) -> str:
        """Return a remark for a list that lacks what is not read yet; empty where it lacks nothing."""
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
