"""Status menus: how the index stands, and the choice of a model."""

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
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.composer.model_menu import ModelPopup
from vaultdesk.ui.chat.status_menus import MAX_MENU_ROWS, StatusMenus
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.status_bar import StatusBar
from vaultdesk.workspace import Workspace

AWAY = Destination("Anthropic", "api.anthropic.com", local=False)


class Nobody(ListAsker):
    """Refuses everything."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        return ApprovalDecision(approved=False)


class Scene:
    """A status bar over an open vault."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.window = QWidget()
        self.bar = StatusBar(self.window)
        self.chat = ChatDock(workspace, lambda _view: Nobody(), self.window)
        self.opened: list[str] = []
        self.menus = StatusMenus(self.bar, workspace, self.chat, self.opened.append)


@asynccontextmanager
async def scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    where = app_folders({"VAULTDESK_HOME": str(home)})
    store = SettingsStore(where.settings_file)
    credentials = Credentials({"VAULTDESK_HOME": str(home)})
    async with Workspace.open(write_vault(root), folders=where, store=store, credentials=credentials) as workspace:
        await workspace.indexer.settled()
        scene = Scene(workspace)
        yield scene
        scene.menus.close()
        scene.window.deleteLater()


def words(menu: Menu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


@on_qt_loop
async def test_the_index_menu_names_what_could_not_be_read(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    for number in range(MAX_MENU_ROWS + 3):
        (root / f"bad{number:02}.md").write_bytes(b"\xff\xfe\x00x")
    async with scene(home, root) as at:
        menu = at.menus.index_menu(await at.workspace.searcher.tree())
        texts = words(menu)
        assert texts[:4] == [
            "Search index", "Compare with the folder now", "Rebuild the index", "Could not be read",
        ]  # fmt: skip
        assert texts[4].startswith("bad00.md · ")
        assert texts[-3:] == ["and 3 more", "More about the index", "Activity"]


@on_qt_loop
async def test_the_menu_leads_to_the_whole_list(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        emitted: list[str] = []
        at.menus.activity_requested.connect(lambda: emitted.append("activity"))

        at.menus.index_menu(()).actions()[-1].trigger()

        assert emitted == ["activity"]


@on_qt_loop
async def test_building_again_finds_all_notes_again(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        before = at.workspace.indexer.state.last_indexed
        assert before is not None
        menu = at.menus.index_menu(await at.workspace.searcher.tree())
        menu.actions()[2].trigger()
        await until(
            lambda: (
                at.workspace.indexer.state.phase == "ready"
                and (at.workspace.indexer.state.last_indexed or datetime.min.replace(tzinfo=UTC)) > before
            )
        )
        assert (await at.workspace.searcher.counts()).notes == 3


@on_qt_loop
async def test_a_press_on_the_model_opens_the_choice_over_the_status_bar(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        at.window.resize(900, 600)
        at.window.show()
        at.bar.model_requested.emit()
        popup = at.bar.model.findChild(ModelPopup)
        assert popup is not None
        assert popup.isVisible()
        popup.close()
