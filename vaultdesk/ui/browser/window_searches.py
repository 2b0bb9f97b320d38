"""Searches of a vault in its window: commands of the left pane, recent and saved searches, quick switcher."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.core.values import replace
from vaultdesk.index.index_results import Hit
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.browsing_history import BrowsingHistory
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.browser.quick_switcher import QuickSwitcher
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.browser.tag_renamer import TagRenamer
from vaultdesk.ui.notes.link_navigation import linked_note_path
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.widgets.form_dialog import RenameDialog
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace

MAX_RECENT_SEARCHES = 10
"""Number of recent searches stored for each vault."""


class RecentSearches(QObject):
    """Connects the search of one vault with the window."""

    def __init__(self, window: MainWindow, vault: str, pane: SearchPane, parent: QObject) -> None:
        """*vault* is the key of the vault in the window's state."""
        super().__init__(parent)
        self._window, self._vault, self._pane = window, vault, pane
        pane.settled.connect(self._add)
        pane.show_recent(window.state.searches.get(vault, ()))

    def _add(self, query: str) -> None:
        state = self._window.state
        earlier = (search for search in state.searches.get(self._vault, ()) if search != query)
        searches = (query, *earlier)[:MAX_RECENT_SEARCHES]
        self._window.state = replace(state, searches={**state.searches, self._vault: searches})
        self._pane.show_recent(searches)


class SavedSearches(QObject):
    """Connects the search pane with the saved searches."""

    def __init__(self, window: MainWindow, pane: SearchPane, history: BrowsingHistory) -> None:
        super().__init__(history)
        self._window, self._pane, self._history = window, pane, history
        pane.field.save_requested.connect(self._toggle)
        pane.field.textChanged.connect(lambda _text: self._show_star())
        pane.hints.save_requested.connect(lambda query: history.save(query))
        pane.hints.remove_requested.connect(self._remove)
        pane.hints.rename_requested.connect(lambda query: bridge.start(self._rename(query), owner=self))
        window.commands.bind("save-search", self.save)
        history.changed.connect(self._show)
        self._show()

    def save(self) -> None:
        """Save the current search; without one, show the search field."""
        query = self._query()
        if not query:
            self._window.show_pane("files")
            self._window.commands["search-vault"].trigger()
            self._window.notify(self.tr("Enter a search first, then save it."))
            return
        if not self._history.is_saved(query):
            self._history.save(query)
        text = self.tr("Search saved. It is listed below the empty search field.")
        self._window.notify(text, self.tr("Rename…"), lambda: bridge.start(self._rename(query), owner=self))

    def _query(self) -> str:
        return " ".join(self._pane.field.text().split())

    def _toggle(self) -> None:
        if self._history.is_saved(self._query()):
            self._remove(self._query())
        else:
            self.save()

    def _remove(self, query: str) -> None:
        saved = next((search for search in self._history.saved if search.query == query), None)
        if saved is None:
            return
        self._history.remove(query)
        text = self.tr("Removed the saved search “{name}”.").format(name=saved.name[:60])
        self._window.notify(text, self.tr("Undo"), lambda: self._history.save(saved.query, saved.name))

    async def _rename(self, query: str) -> None:
        saved = next((search for search in self._history.saved if search.query == query), None)
        if saved is None:
            return
        text = self.tr("Query: {query}").format(query=query[:200])
        dialog = RenameDialog(self.tr("Rename the saved search"), text, saved.name, self._window)
        try:
            if await bridge.ask(dialog):
                self._history.save(query, dialog.name.text())
        finally:
            dialog.deleteLater()

    def _show(self) -> None:
        self._pane.hints.show_saved([(search.name, search.query) for search in self._history.saved])
        self._show_star()

    def _show_star(self) -> None:
        query = self._query()
        self._pane.field.show_saved(self._history.is_saved(query) if query else None)


class WindowSearches(QObject):
    """Connects the left pane of one vault with the window. Created and closed with the views of the vault."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, browser: LeftPane, notes: NoteArea, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._chosen_hit: tuple[str, tuple[str, ...]] = ("", ())
        """The note chosen in the search but not shown yet, and the words by which it was found."""
        self._window, self._workspace = window, workspace
        self._browser = browser
        self._notes = notes
        self.history = BrowsingHistory(workspace.search_history, self)
        self.switcher = QuickSwitcher(window, workspace, browser, notes, self.history, self.search)
        self.saved_searches = SavedSearches(window, browser.search_pane, self.history)
        self.tag_renamer = TagRenamer(window, workspace, browser.tags_pane, notes, self)
        RecentSearches(window, str(workspace.vault.root), browser.search_pane, self)
        for name, show in (("files", browser.show_files), ("tags", browser.show_tags), ("links", browser.show_links)):
            window.commands.bind(name, partial(self._show_pane, show))
        window.commands.bind("search-vault", self.search)
        browser.search_pane.chosen.connect(lambda hit, _new_tab: self._hit_chosen(hit))
        notes.current_changed.connect(self._note_shown)
        browser.links_pane.related = workspace.related
        browser.links_pane.create_requested.connect(self._create)
        browser.tags_pane.state_changed.connect(self.history.save_tags)
        browser.passages_shown.connect(window.panes.set_reading)
        bridge.start(self._restore(), owner=self)

    async def close(self) -> None:
        """Return when pending data is written."""
        if self.switcher.popup is not None:
            self.switcher.popup.close()
        self._window.panes.set_reading(False)
        await self.history.settle()

    def search(self, query: str | None = None) -> None:
        """Show the search of all notes, with *query* in its field if given."""
        self._window.show_pane("files")
        self._browser.show_search(query)

    def _show_pane(self, show: Callable[[], None]) -> None:
        self._window.show_pane("files")
        show()

    def _hit_chosen(self, hit: Hit) -> None:
        """Highlight the words in a note chosen in the search as soon as it is shown."""
        self._chosen_hit = (hit.path, tuple({hit.snippet[start:end] for start, end in hit.marks}))
        if self._notes.current_path == hit.path:
            self._note_shown(hit.path)

    def _note_shown(self, path: object) -> None:
        chosen_path, words = self._chosen_hit
        page = self._notes.current_page
        if path and path == chosen_path and page is not None:
            self._chosen_hit = ("", ())
            page.editor_controller.finding.show_words(words)

    def _create(self, target: str) -> None:
        self._window.show_pane("note")
        path = linked_note_path(target, self._notes.current_path or "", self._workspace.vault.settings)
        bridge.start(self._notes.create_note(path), owner=self)

    async def _restore(self) -> None:
        await self.history.load()
        self._browser.tags_pane.restore(list(self.history.open_tags), self.history.tag_order)
