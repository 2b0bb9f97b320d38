"""Vault panes: they are made in several turns of the loop, and shown by nobody yet."""

import asyncio
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.ui.files.early_file_list import EarlyFileList
from vaultdesk.ui.vault_panes import make_panes
from vaultdesk.workspace.opened_vault import OpenedVault


@on_qt_loop
async def test_the_window_answers_between_the_panes(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        workspace, other = views.workspace, desktop.window.beside("")
        turns = 0

        async def turning() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async with OpenedVault.open(workspace.vault.root, places=app_folders(), store=workspace.store) as notes:
            first = EarlyFileList(other, notes, "name")
            await first.listed()
            task = asyncio.ensure_future(turning())
            before = turns
            panes = await make_panes(other, workspace, first)
            task.cancel()
            assert turns - before >= 2
            assert panes.browser is first.browser
            assert not any(pane.isVisible() for pane in (panes.notes, panes.chat))
            assert panes.attention.parent() is not None
            for made in (panes.notes, panes.chat, panes.attention, other):
                made.deleteLater()
