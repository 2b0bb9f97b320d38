"""Finding wiring: the switcher, the search and the lists of the left pane, joined with one vault's window."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.ui import bridge
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.browser.quick_switcher import QuickSwitcher
from vaultdesk.ui.finding_store import FindingStore
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.link_navigation import linked_note_path
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.saved_searches import SavedSearches
from vaultdesk.ui.tag_renaming import TagRenaming
from vaultdesk.workspace import Workspace

FINDING_COMMANDS = ("jump", "search-vault", "files", "tags", "links", "outline", "save-search")
"""What is taken away with the vault."""


class FindingWiring(QObject):
    """Made with the views of a vault, closed with them."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, panes: tuple[LeftPane, NoteArea], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace = window, workspace
        self._browser, self._notes = browser, notes = panes
        self.kept = FindingStore(workspace.finding, self)
        self.switcher = QuickSwitcher(window, workspace, panes, self.kept, self.search)
        self.saved = SavedSearches(window, browser.search_pane, self.kept)
        self.renaming = TagRenaming(window, workspace, (browser.tags_pane, notes), self)
        self._bind()
        browser.links_pane.related = workspace.related
        browser.links_pane.create_asked.connect(self._create)
        browser.tags_pane.kept.connect(self.kept.keep_tags)
        browser.passages_shown.connect(window.panes.read_in_files)
        bridge.start(self._restore(), owner=self)

    async def close(self) -> None:
        """Take the commands away; wait until what is kept is written."""
        if self.switcher.popup is not None:
            self.switcher.popup.close()
        self._window.commands.unbind(*FINDING_COMMANDS)
        self._window.panes.read_in_files(False)
        await self.kept.settle()

    def search(self, query: str | None = None) -> None:
        """Show the search of all notes, with *query* in its field where there is one."""
        self._window.show_pane("files")
        self._browser.show_search(query)

    def _bind(self) -> None:
        commands, browser = self._window.commands, self._browser
        commands.bind("search-vault", self.search)
        for name, show in (("files", browser.show_files), ("tags", browser.show_tags), ("links", browser.show_links)):
            commands.bind(name, partial(self._show_pane, show))
        commands.bind("save-search", self.saved.save)
        commands.bind("outline", self._outline)

    def _show_pane(self, show: Callable[[], None]) -> None:
        self._window.show_pane("files")
        show()

    def _outline(self) -> None:
        page = self._notes.current_page
        if page is not None and page.path:
            self._window.show_pane("note")
            page.foot.open_outline()
        else:
            self._window.notify(self.tr("Open a note first: its headings are shown then."))

    def _create(self, target: str) -> None:
        self._window.show_pane("note")
        path = linked_note_path(target, self._notes.current_path or "", self._workspace.vault.settings)
        bridge.start(self._notes.create_note(path), owner=self)

    async def _restore(self) -> None:
        await self.kept.load()
        self._browser.tags_pane.restore(list(self.kept.open_tags), self.kept.tag_order)
