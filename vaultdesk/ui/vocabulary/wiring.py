"""Wiring: the vocabulary as a tab of one vault's window, and the way back from its changes. Decides nothing."""

from PySide6.QtCore import QObject

from vaultdesk.agent.word_definition import define_word
from vaultdesk.core.errors import UsageError
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.activity.undo_action import WayBack
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.vocabulary.vocabulary_page import VocabularyPage
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.deny_all import DENY_ALL


class VocabularyWiring(QObject):
    """Opens the page, and asks the chat's usual model for meanings, behind the privacy rules."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, back: WayBack, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace, self._notes, self._back = window, workspace, notes, back
        window.commands.bind("vocabulary", self.show)

    def show(self) -> VocabularyPage:
        """Show the page."""
        self._window.show_pane("note")
        page = self._notes.show_list("vocabulary", self.tr("Vocabulary"), self._make)
        assert isinstance(page, VocabularyPage)
        return page

    def _make(self) -> VocabularyPage:
        page = VocabularyPage(self._workspace.vocabulary, self._look_up, lambda: self._label)
        page.note_opened.connect(self._notes.open)
        page.told.connect(self._tell)
        page.take_back_asked.connect(self._back.take)
        follow(self._workspace.vault.changes, lambda _told: page.reload_soon(), owner=page)
        return page

    @property
    def _label(self) -> str:
        return self._workspace.store.settings.chat.model

    async def _look_up(self, word: VocabularyWord) -> str:
        if self._label == OFFLINE_LABEL:
            raise UsageError(
                self.tr("The offline assistant knows no words."), hint=self.tr("Choose a model in Settings.")
            )
        return await define_word(word, self._workspace.agent(DENY_ALL))

    def _tell(self, words: str, group: str) -> None:
        if group:
            self._window.notify(words, self.tr("Undo"), lambda: self._back.take(group))
        else:
            self._window.notify(words)
