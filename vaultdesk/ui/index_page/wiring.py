"""Wiring: the page of the search index as a tab of one vault's window, and the reading's item in the status bar."""

from PySide6.QtCore import QObject

from vaultdesk.ui.chat.status_menus import StatusMenus
from vaultdesk.ui.embedding_status import MeaningStatus
from vaultdesk.ui.index_page.index_page import IndexPage
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace


class IndexWiring(QObject):
    """Opens the page, and the notes it names."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, menus: StatusMenus, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace, self._notes = window, workspace, notes
        self._status = MeaningStatus(window.status, workspace.meaning)
        window.commands.bind("index", self.show)
        menus.index_page_asked.connect(self.show)

    def close(self) -> None:
        """Let go of the vault."""
        self._status.close()

    def show(self) -> IndexPage:
        """Show the page."""
        self._window.show_pane("note")
        page = self._notes.show_list("index", self.tr("Search index"), self._make)
        assert isinstance(page, IndexPage)
        return page

    def _make(self) -> IndexPage:
        page = IndexPage(self._workspace)
        page.note_opened.connect(self._notes.open)
        page.settings_asked.connect(self._window.commands["settings"].trigger)
        return page
