"""Wiring: the recall bench as a tab of one vault's window. Decides nothing."""

from PySide6.QtCore import QObject

from vaultdesk.index.search.passage_search import FoundPassage
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.recall.recall_page import RecallPage
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.embedders import BUILT_IN, OFF


class RecallWiring(QObject):
    """Opens the page, and the notes of its passages."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, search: SearchPane, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace, self._notes = window, workspace, notes
        window.commands.bind("recall", self.show)
        search.line.recall_asked.connect(lambda: self.show(search.field.text().strip()))

    def show(self, question: str = "") -> RecallPage:
        """Show the page, and ask *question* where there is one."""
        self._window.show_pane("note")
        page = self._notes.show_list("recall", self.tr("Recall bench"), self._make)
        assert isinstance(page, RecallPage)
        if question:
            page.ask(question)
        return page

    def _make(self) -> RecallPage:
        page = RecallPage(self._workspace.passages, self._workspace.meaning, self._server)
        page.passage_chosen.connect(self._open)
        return page

    def _server(self) -> str:
        model = self._workspace.store.settings.meaning.model
        return "" if model in (BUILT_IN, OFF) else model

    def _open(self, found: FoundPassage, new_tab: bool) -> None:
        place = found.heading.rpartition(" › ")[2]
        # Beside the page, which stays open: one compares several.
        self._notes.open(found.path, new_tab, place=place, passage=plain_excerpt(found.text).text)
