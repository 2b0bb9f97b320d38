"""Vault status: keeps the status bar true for one vault: its index, what left in this conversation, the model."""

from datetime import UTC, datetime

from PySide6.QtCore import QObject, QTimer

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.core_words import in_words
from vaultdesk.ui.facts import JUST_NOW, index_short, index_words, left_words, usage_words
from vaultdesk.ui.problems import Problems
from vaultdesk.ui.status_bar import StatusBar
from vaultdesk.workspace import Workspace


class VaultStatus(QObject):
    """Follows the feeds of one vault until it is deleted."""

    def __init__(self, bar: StatusBar, problems: Problems, workspace: Workspace, chat: ChatDock) -> None:
        super().__init__(bar)
        self._bar = bar
        self._problems = problems
        self._workspace = workspace
        self._chat = chat
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._show_index)
        chat.conversation_changed.connect(lambda _id: self.renew_left())
        chat.model_changed.connect(lambda _words: self._show_model())
        chat.usage_changed.connect(self._show_usage)
        if workspace.vault.watch_problem:
            problems.show_problem("watching", "warning", workspace.vault.watch_problem)
        if workspace.newer_records:
            words = self.tr(
                "A newer VaultDesk has kept records of this vault, and they are left as they are. "
                "This version keeps its own: what was changed or sent with the newer one is not listed here."
            )
            problems.show_problem("records", "warning", words)
        bridge.start(self._follow_index(), owner=self)
        bridge.start(self._follow_ledger(), owner=self)
        self._show_index()
        self._show_model()
        self.renew_left()

    def renew_left(self) -> None:
        """Say what has left this computer in the conversation that is shown."""
        bridge.start(self._show_left(), owner=self)

    def close(self) -> None:
        """Stop following, and take away what was said about this vault."""
        for about in ("index", "watching", "records"):
            self._problems.clear(about)
        self._bar.show_usage("")
        self.deleteLater()

    def _show_index(self) -> None:
        state = self._workspace.indexer.state
        self._bar.show_index(*index_words(state, datetime.now(UTC)), index_short(state))
        if state.phase == "failed":
            again = (self.tr("Build it again"), lambda: bridge.start(self._workspace.indexer.rebuild(), owner=self))
            self._problems.show_problem("index", "danger", state.trouble, [again])
        else:
            self._problems.clear("index")
        if state.phase == "ready":
            # Once more, when "just now" is over.
            self._later.start((JUST_NOW + 1) * 1000)

    def _show_model(self) -> None:
        model = self._chat.models.shown
        words = in_words(model.title) if model is not None else self._chat.composer.model.words()
        self._bar.show_model(words, on_this_computer=model is not None and model.local)

    def _show_usage(self, tokens: int, cost: float | None) -> None:
        self._bar.show_usage(usage_words(tokens, cost))

    async def _show_left(self) -> None:
        try:
            disclosed = await self._workspace.ledger.for_conversation(self._chat.conversation_id)
        except VaultDeskError as problem:
            self._bar.show_left(problem.title, problem.hint)
            return
        words, names = left_words(disclosed)
        if words:
            self._bar.show_left(words, names)
        else:
            self._bar.show_nothing_left()

    async def _follow_index(self) -> None:
        with self._workspace.indexer.progress.subscribe() as states:
            async for _ in states:
                self._show_index()

    async def _follow_ledger(self) -> None:
        with self._workspace.ledger.feed.subscribe() as entries:
            async for entry in entries:
                if entry.conversation_id == self._chat.conversation_id:
                    await self._show_left()
