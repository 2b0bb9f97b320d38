"""Leaves wiring: what would leave this computer, for the chat in sight: by one key, and whenever the gate asks."""

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.privacy.reviewer import WindowReviewer
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace


class LeavesWiring(QObject):
    """Is asked by the gate as long as it lives; call `close` before the vault is let go."""

    def __init__(self, window: MainWindow, workspace: Workspace, chat: ChatDock, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self.reviewer = WindowReviewer(window, workspace.clearance.dealings)
        workspace.clearance.reviewer = self.reviewer
        window.commands.bind("what-leaves", self.look)
        chat.composer.leaves_asked.connect(self.look)
        chat.model_changed.connect(lambda _words: self._offer())
        window.commands.keys_changed.connect(self._offer)
        chat.running_changed.connect(lambda running: None if running else self.reviewer.forget())
        self._offer()

    def close(self) -> None:
        """Be asked no more."""
        self._window.commands.keys_changed.disconnect(self._offer)
        if self._workspace.clearance.reviewer is self.reviewer:
            self._workspace.clearance.reviewer = None

    def look(self) -> None:
        """Show what asking the typed question would send now."""
        start(self._look(), self)

    def _talk(self) -> ConversationController:
        shown = self._chat.conversation_id
        return next(talk for talk in self._chat.conversations if talk.conversation.id == shown)

    async def _look(self) -> None:
        talk, text = self._talk(), self._chat.composer.text.strip()
        models = self._chat.models
        try:
            profile = await self._chat.agents.profile(talk)
            shown = await self._workspace.preview(talk.conversation, text, models.chosen(talk), profile=profile)
        except VaultDeskError as problem:
            self._window.notify(str(problem))
            return
        decision = await self.reviewer.preview(shown, self._why_not(talk, text))
        if not decision.send:
            return
        self._workspace.clearance.keep(shown, decision)
        if self._talk() is talk and self._chat.composer.text.strip() == text:
            self._chat.composer.submit()

    def _why_not(self, talk: ConversationController, text: str) -> str:
        if talk.running or talk.held:
            return self.tr("An answer is on its way. Wait for it, or stop it.")
        return "" if text else self.tr("Type a question to send it.")

    def _offer(self) -> None:
        model = self._chat.models.shown
        self._chat.composer.set_elsewhere(
            model is not None and not model.local, self._window.commands.keys("what-leaves")
        )
