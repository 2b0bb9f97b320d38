"""Tests of ui/files/early_file_list.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.browser.rows import row
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.ui import bridge
from vaultdesk.ui.app.vault_window import vault_window
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.browser.file_tree_model import FileTreeModel, file_row, folder_row
from vaultdesk.ui.browser.files_page import FilesPage
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.files import early_file_list
from vaultdesk.ui.files.early_file_list import SavedTreeState, TreeLookup


def test_tree_lookup_returns_folders_names_and_counts() -> None:
    model = FileTreeModel()
    model.load([row("A/B/x.md"), row("Y.md"), file_row("A/p.PNG", 1), folder_row("E")])
    lookup = TreeLookup(model)
    assert lookup.folders() == ["A", "A/B"]
    model.disk_folders = frozenset({"E"})
    assert lookup.folders() == ["A", "A/B", "E"]
    assert (lookup.is_folder("A"), lookup.is_folder(""), lookup.is_folder("Y.md")) == (True, True, False)
    assert lookup.names_in("A") == {"b", "p.png"}
    assert lookup.names_in("") == {"a", "e", "y.md"}
    assert lookup.names_in("none") == frozenset()
    assert lookup.count(["A", "Y.md"]) == 2
    assert lookup.is_there("A/B/x.md")
    assert not lookup.is_there("A/C")


@on_qt_loop
async def test_open_folders_and_folded_bookmarks_are_restored(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        first = FilesPage(env.searcher, env.indexer.events)
        await until(lambda: first.model.rowCount() == 3)
        saved_state = SavedTreeState(JsonStore(tmp_path / "tree.json"), first, first)
        saved_state.set_bookmarks_folded(True)
        first.tree.set_open_folders(["Garden"])
        await saved_state.save()
        saved_state.close()
        second = FilesPage(env.searcher, env.indexer.events)
        restored_state = SavedTreeState(JsonStore(tmp_path / "tree.json"), second, second)
        await until(lambda: second.tree.open_folders() == ["Garden"])
        assert restored_state.folded
        restored_state.close()
        await bridge.cancel_all()
        first.deleteLater()
        second.deleteLater()


# Early file list: it is shown while the remaining modules are imported, and what is chosen is opened afterwards.


@dataclass
class PartlyOpenVault:
    """A vault that shows its file list while the remaining modules are not imported yet."""

    desktop: WindowManager
    pane: LeftPane
    resume: asyncio.Event

    async def finish_opening(self) -> VaultViews:
        """Resume the import and return the views of the opened vault."""
        self.resume.set()
        await until(lambda: self.desktop.views is not None)
        views = await open_views(self.desktop)
        assert views.browser is self.pane
        return views


@asynccontextmanager
async def partly_open_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PartlyOpenVault]:
    """Open an indexed vault in place of another one, and stop when only its file list is shown."""
    root = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(root) as desktop:
        views = await open_views(desktop)
        JsonStore(views.workspace.index.file.parent / "tree.json").put("open", ["Projects"])
        desktop.path_opener.open_in(small_vault(tmp_path / "Reading"), desktop.front)
        await until(lambda: desktop.views not in (None, views))
        waiting, resume = asyncio.Event(), asyncio.Event()

        async def wait_for_resume() -> None:
            waiting.set()
            await resume.wait()

        monkeypatch.setattr(vault_window, "import_rest", wait_for_resume)
        desktop.path_opener.open_in(root, desktop.front)
        await waiting.wait()
        pane = desktop.window.panes.hosts["files"].view()
        assert isinstance(pane, LeftPane)
        try:
            yield PartlyOpenVault(desktop, pane, resume)
        finally:
            resume.set()


@on_qt_loop
async def test_the_early_list_has_the_saved_state_and_stays_when_the_vault_is_fully_open(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with partly_open_vault(tmp_path, monkeypatch) as vault:
        assert vault.desktop.views is None
        assert list(vault.pane.model.root.files()) == [
            "Daily/2026-11-20.md",
            "Projects/Heat-loss survey.md",
            "Boiler.md",
        ]
        await until(lambda: vault.pane.tree.open_folders() == ["Projects"])
        assert vault.pane.isVisible()
        assert not vault.pane.files.toolbar.isEnabled()
        assert vault.desktop.window.status.index.shown_text() == "Scanning notes…"

        views = await vault.finish_opening()
        assert views.browser.tree.open_folders() == ["Projects"]
        assert vault.pane.isVisible()
        assert vault.pane.files.toolbar.isEnabled()


@on_qt_loop
async def test_a_note_chosen_early_is_opened_later_and_the_focus_stays_in_the_tree(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with partly_open_vault(tmp_path, monkeypatch) as vault:
        vault.desktop.window.activateWindow()
        vault.pane.show_files()
        vault.pane.tree.show_note("Daily/2026-11-20.md")
        QTest.keyClick(vault.pane.tree, Qt.Key.Key_Return)
        vault.pane.tree.show_note("Projects/Heat-loss survey.md")
        QTest.keyClick(vault.pane.tree, Qt.Key.Key_Return)

        views = await vault.finish_opening()
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        assert vault.desktop.window.focusWidget() is vault.pane.tree
        vault.pane.note_opened.emit("Boiler.md", False, None)
        await until(lambda: views.notes.current_path == "Boiler.md")


@on_qt_loop
async def test_a_search_is_answered_before_the_vault_is_fully_open(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with partly_open_vault(tmp_path, monkeypatch) as vault:
        vault.pane.show_search("leaks")
        hits = await vault.pane.search_pane._searcher.search("leaks")
        assert [hit.path for hit in hits] == ["Boiler.md"]
        await vault.finish_opening()


@on_qt_loop
async def test_a_list_that_never_arrives_does_not_block_opening(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(early_file_list, "LIST_TIMEOUT", 0.01)
    root = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(root) as desktop:
        views = await open_views(desktop)
        early_list = early_file_list.EarlyFileList.__new__(early_file_list.EarlyFileList)
        early_list.browser = views.browser
        views.browser.files.listed.clear()
        await early_list.listed()
        assert not views.browser.files.listed.is_set()
