"""A running desktop whose scripted assistant changes notes, with approval in the real dialog."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import until
from tests.support.scripted_provider import ScriptedProvider, ScriptStep
from tests.support.vault_settings import set_tool_calling
from tests.ui.chat.chat_env import LOCAL, ScriptedCatalog, asks, call, streamed_text
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.review.approval_view import ApprovalDialog, RequestView
from vaultdesk.ui.review.undo_conflict import UndoConflictDialog
from vaultdesk.ui.widgets.toast import Toast

RENAME = call("rename_note", "call_1", path="Boiler.md", new_path="Heating system.md")
LEAK = call("edit_note", "call_2", path="Daily/2026-11-20.md", old="rang", new="called")


@dataclass
class Scene:
    """A running desktop, its views and its vault."""

    desktop: WindowManager
    views: VaultViews
    vault: Path

    async def changed(self, review: Callable[[RequestView], object] = lambda _view: None) -> ExchangeView:
        """Ask, approve in the dialog after *review*, and wait for the footer of the answer."""
        self.views.chat.ask("Tidy up")
        await until(self.dialogs)
        (dialog,) = self.dialogs()
        review(dialog.view)
        await until(lambda: dialog.view.footer.approve_delay.armed)
        QTest.mouseClick(dialog.view.footer.approve_button, Qt.MouseButton.LeftButton)
        await until(lambda: self.foot_words())
        return self.views.chat.transcript.views[-1]

    def dialogs(self) -> list[ApprovalDialog]:
        return [dialog for dialog in self.desktop.window.findChildren(ApprovalDialog) if dialog.isVisible()]

    def refusals(self) -> list[UndoConflictDialog]:
        return [dialog for dialog in self.desktop.window.findChildren(UndoConflictDialog) if dialog.isVisible()]

    def foot_words(self) -> str:
        """Return the text of the undo button under the last answer."""
        shown = self.views.chat.transcript.views
        footer = shown[-1]._footer if shown else None
        return footer.undo_button.text() if footer is not None and not footer.undo_button.isHidden() else ""

    def press_undo(self) -> None:
        footer = self.views.chat.transcript.views[-1]._footer
        assert footer is not None
        footer.undo_button.click()

    def notices(self) -> list[str]:
        return [notice.text() for notice in self.desktop.window.findChildren(Toast)]

    def text(self, path: str) -> str:
        """Return the text of a note, or an empty string if it does not exist."""
        file = self.vault / path
        return file.read_text(encoding="utf-8") if file.is_file() else ""


@asynccontextmanager
async def running_scene(folder: Path, *calls: ToolCallPart, then: Sequence[ScriptStep] = ()) -> AsyncIterator[Scene]:
    """Run a desktop whose assistant answers the first question with *calls*, and continues with *then*."""
    vault = small_vault(folder / "Lindenweg")
    (vault / "Linking.md").write_text("See [[Boiler]].\n", encoding="utf-8")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        workspace = views.workspace
        set_tool_calling(workspace, True)
        provider = ScriptedProvider([asks(*calls), then or streamed_text("Done.")], destination=LOCAL)
        workspace.catalog = workspace._available_models._catalog = ScriptedCatalog(provider)  # type: ignore[assignment] # a stand-in
        # The context meter has opened the real provider already.
        workspace._available_models._open_providers.clear()
        yield Scene(desktop, views, vault)
