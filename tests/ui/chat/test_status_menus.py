"""Tests of ui/chat/status_menus.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tests.support.desk import ListAsker
from tests.support.qt_loop import on_qt_loop, until
from tests.support.vaults import write_vault
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.composer.model_menu import ModelPopup
from vaultdesk.ui.chat.status_menus import MAX_MENU_ROWS, StatusMenus
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.status_bar import StatusBar
from vaultdesk.workspace import Workspace


class DenyingAsker(ListAsker):
    """Denies every request."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        return ApprovalDecision(approved=False)


class Scene:
    """A status bar over an open vault."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.window = QWidget()
        self.bar = StatusBar(self.window)
        self.chat = ChatDock(workspace, lambda _view: DenyingAsker(), self.window)
        self.opened: list[str] = []
        self.menus = StatusMenus(self.bar, workspace, self.chat, self.opened.append)


@asynccontextmanager
async def open_scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    folders = app_folders({"VAULTDESK_HOME": str(home)})
    store = SettingsStore(folders.settings_file)
    credentials = Credentials({"VAULTDESK_HOME": str(home)})
    async with Workspace.open(write_vault(root), folders=folders, store=store, credentials=credentials) as workspace:
        await workspace.indexer.settled()
        scene = Scene(workspace)
        yield scene
        scene.menus.close()
        scene.window.deleteLater()


def entry_texts(menu: Menu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


@on_qt_loop
async def test_index_menu_names_unreadable_notes(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    for number in range(MAX_MENU_ROWS + 3):
        (root / f"bad{number:02}.md").write_bytes(b"\xff\xfe\x00x")
    async with open_scene(home, root) as scene:
        menu = scene.menus.index_menu(await scene.workspace.searcher.tree())
        texts = entry_texts(menu)
        assert texts[:4] == [
            "Search index", "Compare with the folder now", "Rebuild the index", "Could not be read",
        ]  # fmt: skip
        assert texts[4].startswith("bad00.md · ")
        assert texts[-3:] == ["and 3 more", "More about the index", "Activity"]


@on_qt_loop
async def test_index_menu_opens_the_activity_page(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        emitted: list[str] = []
        scene.menus.activity_requested.connect(lambda: emitted.append("activity"))

        scene.menus.index_menu(()).actions()[-1].trigger()

        assert emitted == ["activity"]


@on_qt_loop
async def test_rebuilding_the_index_finds_all_notes_again(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        before = scene.workspace.indexer.state.last_indexed
        assert before is not None
        menu = scene.menus.index_menu(await scene.workspace.searcher.tree())
        menu.actions()[2].trigger()
        await until(
            lambda: (
                scene.workspace.indexer.state.phase == "ready"
                and (scene.workspace.indexer.state.last_indexed or datetime.min.replace(tzinfo=UTC)) > before
            )
        )
        assert (await scene.workspace.searcher.counts()).notes == 3


@on_qt_loop
async def test_clicking_the_model_opens_the_menu_over_the_status_bar(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        scene.window.resize(900, 600)
        scene.window.show()
        scene.bar.model_requested.emit()
        popup = scene.bar.model.findChild(ModelPopup)
        assert popup is not None
        assert popup.isVisible()
        popup.close()
