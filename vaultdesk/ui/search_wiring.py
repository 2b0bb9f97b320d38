"""Search wiring: what was searched for in a vault is kept with the window's state and offered again. Finds nothing."""

from dataclasses import replace

from PySide6.QtCore import QObject

from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.main_window import MainWindow

MOST_SEARCHES = 10
"""Searches kept for each vault."""


class SearchWiring(QObject):
    """Joins the search of one vault with the window."""

    def __init__(self, window: MainWindow, vault: str, pane: SearchPane, parent: QObject) -> None:
        """*vault* is the key under which the window keeps what belongs to it."""
        super().__init__(parent)
        self._window, self._vault, self._pane = window, vault, pane
        pane.settled.connect(self._keep)
        pane.show_recent(window.state.searches.get(vault, ()))

    def _keep(self, query: str) -> None:
        state = self._window.state
        before = (one for one in state.searches.get(self._vault, ()) if one != query)
        kept = (query, *before)[:MOST_SEARCHES]
        self._window.state = replace(state, searches={**state.searches, self._vault: kept})
        self._pane.show_recent(kept)
