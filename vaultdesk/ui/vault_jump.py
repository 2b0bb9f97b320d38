"""Vault jump: finds the notes of one vault for the field in the toolbar. The newest question wins."""

from PySide6.QtCore import QObject, Signal

from vaultdesk.errors import VaultDeskError
from vaultdesk.index.searcher import Searcher
from vaultdesk.ui import bridge
from vaultdesk.ui.jump import JumpField
from vaultdesk.ui.jump_list import JumpHit

ROWS = 9
"""Notes offered under the field: as many as can be taken in at once."""


class VaultJump(QObject):
    """Answers what is typed with notes' names; for an empty field with the notes changed last."""

    note_chosen = Signal(str)
    search_asked = Signal(str)

    def __init__(self, field: JumpField, searcher: Searcher) -> None:
        super().__init__(field)
        self._field = field
        self._searcher = searcher
        self._asked = ""
        field.query_changed.connect(self._ask)
        field.chosen.connect(self.note_chosen)
        field.search_asked.connect(self.search_asked)

    def _ask(self, query: str) -> None:
        self._asked = query
        bridge.start(self._find(query), owner=self)

    async def _find(self, query: str) -> None:
        try:
            hits = await self._searcher.names(query.strip(), ROWS)
        except VaultDeskError:
            hits = []  # the status bar says that the index cannot be used; searching stays offered
        if query != self._asked:
            return
        self._field.show_hits(
            query, [JumpHit(hit.path, hit.name, hit.alias or hit.path.rpartition("/")[0]) for hit in hits]
        )
