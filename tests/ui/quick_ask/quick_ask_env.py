"""A running desktop with a scripted assistant, and quick ask on top of it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import until
from tests.support.scripted_provider import ScriptedProvider, ScriptedTurn
from tests.support.vault_settings import set_tool_calling
from tests.ui.chat.chat_env import LOCAL, ScriptedCatalog
from vaultdesk.ui.app.quick_ask.quick_ask import QuickAsk
from vaultdesk.ui.app.quick_ask.quick_session import QuickSession
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.review.approval_view import ApprovalCard

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@dataclass
class QuickAskEnv:
    """A running desktop, its vault and quick ask."""

    desktop: WindowManager
    views: VaultViews
    quick: QuickAsk
    vault: Path
    raised: list[str]
    """One entry for each time the main window was raised."""

    @property
    def session(self) -> QuickSession:
        session = self.quick.controller.session
        assert session is not None
        return session

    def type(self, text: str) -> None:
        QTest.keyClicks(self.quick.window.field, text)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.quick.window.field, key, modifiers)

    async def ask(self, text: str) -> None:
        """Ask *text* and wait for the end of the answer."""
        self.type(text)
        self.press(Qt.Key.Key_Return)
        await until(lambda: self.session.conversation.exchanges and not self.session.conversation.running)

    def cards(self) -> list[ApprovalCard]:
        return [card for card in self.quick.window.findChildren(ApprovalCard) if card.isVisible()]

    def questions_by_chat(self) -> list[list[str]]:
        """Return the questions of every open chat."""
        return [
            [exchange.question for exchange in controller.exchanges] for controller in self.views.chat.conversations
        ]


@asynccontextmanager
async def open_quick(
    folder: Path, turns: Sequence[ScriptedTurn] = (), *, tools: bool = True
) -> AsyncIterator[QuickAskEnv]:
    """Run a desktop on the small vault, with quick ask shown and focused."""
    vault = small_vault(folder / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        workspace = views.workspace
        set_tool_calling(workspace, tools)
        workspace.chats.set_save_mode("off")
        provider = ScriptedProvider(turns, destination=LOCAL)
        workspace.catalog = workspace._available_models._catalog = ScriptedCatalog(provider)  # type: ignore[assignment] # a stand-in
        workspace._available_models._open_providers.clear()  # The context meter has opened the real provider.
        raised: list[str] = []

        def show_main_window() -> None:
            raised.append("raised")
            desktop.window.bring_to_front()

        quick = QuickAsk(lambda: desktop.views, show_main_window)
        try:
            quick.show_for()
            await until(quick.window.isActiveWindow)
            yield QuickAskEnv(desktop, views, quick, vault, raised)
        finally:
            quick.close()
