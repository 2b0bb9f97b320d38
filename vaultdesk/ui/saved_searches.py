"""Saved searches: the star in the search field, and the searches of a vault that are kept by name."""

from PySide6.QtCore import QObject

from vaultdesk.ui import bridge
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.finding_store import FindingStore
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.rename_dialog import RenameDialog


class SavedSearches(QObject):
    """Joins the search pane with what is kept."""

    def __init__(self, window: MainWindow, pane: SearchPane, kept: FindingStore) -> None:
        super().__init__(kept)
        self._window, self._pane, self._kept = window, pane, kept
        pane.field.save_asked.connect(self._toggle)
        pane.field.textChanged.connect(lambda _text: self._show_star())
        pane.hints.save_asked.connect(lambda query: kept.save(query))
        pane.hints.remove_asked.connect(self._remove)
        pane.hints.rename_asked.connect(lambda query: bridge.start(self._rename(query), owner=self))
        kept.changed.connect(self._show)
        self._show()

    def save(self) -> None:
        """Keep what is searched for now; without a search, show where one is typed."""
        query = self._query()
        if not query:
            self._window.show_pane("files")
            self._window.commands["search-vault"].trigger()
            self._window.notify(self.tr("Search for something first; then it can be saved."))
            return
        if not self._kept.is_saved(query):
            self._kept.save(query)
        words = self.tr("The search is saved. It stands under the empty search field.")
        self._window.notify(words, self.tr("Rename…"), lambda: bridge.start(self._rename(query), owner=self))

    def _query(self) -> str:
        return " ".join(self._pane.field.text().split())

    def _toggle(self) -> None:
        if self._kept.is_saved(self._query()):
            self._remove(self._query())
        else:
            self.save()

    def _remove(self, query: str) -> None:
        one = next((one for one in self._kept.saved if one.query == query), None)
        if one is None:
            return
        self._kept.remove(query)
        words = self.tr("The search “{name}” is no longer saved.").format(name=one.name[:60])
        self._window.notify(words, self.tr("Undo"), lambda: self._kept.save(one.query, one.name))

    async def _rename(self, query: str) -> None:
        one = next((one for one in self._kept.saved if one.query == query), None)
        if one is None:
            return
        words = self.tr("It searches for: {query}").format(query=query[:200])
        dialog = RenameDialog(self.tr("Rename the saved search"), words, one.name, self._window)
        try:
            if await bridge.ask(dialog):
                self._kept.save(query, dialog.name.text())
        finally:
            dialog.deleteLater()

    def _show(self) -> None:
        self._pane.hints.show_saved([(one.name, one.query) for one in self._kept.saved])
        self._show_star()

    def _show_star(self) -> None:
        query = self._query()
        self._pane.field.show_saved(self._kept.is_saved(query) if query else None)
