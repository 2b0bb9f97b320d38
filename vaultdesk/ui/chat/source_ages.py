"""Source ages: tells under an answer how fresh the notes are that it leans on, by what the index knows of them."""

from PySide6.QtCore import QObject

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.source_row import SourceRow
from vaultdesk.ui.freshness_words import freshness_words


class SourceAges(QObject):
    """Looks each note up once, when its chip appears."""

    def __init__(self, searcher: Searcher, parent: QObject) -> None:
        super().__init__(parent)
        self._searcher = searcher

    def follow(self, view: ExchangeView) -> None:
        """Tell it of the sources *view* shows, now or later."""
        view.sources_shown.connect(self._tell)
        if view.source_row is not None:
            self._tell(view.source_row)

    def _tell(self, row: object) -> None:
        assert isinstance(row, SourceRow)
        start(self._look_up(row), row)

    async def _look_up(self, row: SourceRow) -> None:
        for target in row.targets:
            try:
                path = await self._searcher.resolve(target)
                note = await self._searcher.note(path) if path is not None else None
            except IndexFailed:
                return  # The index tells of itself elsewhere; a tooltip is not the place.
            if note is not None:
                row.show_freshness(target, freshness_words(note.modified, note.indexed))
