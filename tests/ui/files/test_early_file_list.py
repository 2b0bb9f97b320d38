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
from tests.ui.note.desk import desk
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


def test_the_tree_knows_folders_names_and_counts() -> None:
    model = FileTreeModel()
    model.load([row("A/B/x.md"), row("Y.md"), file_row("A/p.PNG", 1), folder_row("E")])
    facts = TreeLookup(model)
    assert facts.folders() == ["A", "A/B"]
    model.disk_folders = frozenset({"E"})
    assert facts.folders() == ["A", "A/B", "E"]
    assert (facts.is_folder("A"), facts.is_folder(""), facts.is_folder("Y.md")) == (True, True, False)
    assert facts.names_in("A") == {"b", "p.png"}
    assert facts.names_in("") == {"a", "e", "y.md"}
    assert facts.names_in("none") == frozenset()
    assert facts.count(["A", "Y.md"]) == 2
    assert facts.is_there("A/B/x.md")
    assert not facts.is_there("A/C")


@on_qt_loop
async def test_open_folders_and_folded_bookmarks_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first = FilesPage(at.searcher, at.indexer.events)
        await until(lambda: first.model.rowCount() == 3)
        saved_state = SavedTreeState(JsonStore(tmp_path / "tree.json"), first, first)
        saved_state.set_bookmarks_folded(True)
        first.tree.set_open_folders(["Garden"])
        await saved_state.save()
        saved_state.close()
        second = FilesPage(at.searcher, at.indexer.events)
        again = SavedTreeState(JsonStore(tmp_path / "tree.json"), second, second)
        await until(lambda: second.tree.open_folders() == ["Garden"])
        assert again.folded
        again.close()
        await bridge.cancel_all()
        first.deleteLater()
        second.deleteLater()


# First files: the list is there while all else is still being imported, and what is chosen in it is opened then.


@dataclass
class Held:
    """A vault of which only the notes are there yet."""

    desktop: WindowManager
    pane: LeftPane
    go_on: asyncio.Event

    async def opened(self) -> VaultViews:
        """Let it be opened in full."""
        self.go_on.set()
        await until(lambda: self.desktop.views is not None)
        views = await open_views(self.desktop)
        assert views.browser is self.pane
        return views


@asynccontextmanager
async def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Held]:
    """Open a vault that is indexed, in the place of another one, and stop where only its notes are there."""
    root = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(root) as desktop:
        views = await open_views(desktop)
        JsonStore(views.workspace.index.file.parent / "tree.json").put("open", ["Projects"])
        desktop.open_vault(small_vault(tmp_path / "Reading"))
        await until(lambda: desktop.views not in (None, views))
        waits, go_on = asyncio.Event(), asyncio.Event()

        async def rest() -> None:
            waits.set()
            await go_on.wait()

        monkeypatch.setattr(vault_window, "import_rest", rest)
        desktop.open_vault(root)
        await waits.wait()
        pane = desktop.window.panes.hosts["files"].view()
        assert isinstance(pane, LeftPane)
        try:
            yield Held(desktop, pane, go_on)
        finally:
            go_on.set()


@on_qt_loop
async def test_the_notes_are_listed_as_they_were_left_and_stay_when_the_rest_is_there(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(tmp_path, monkeypatch) as at:
        assert at.desktop.views is None
        assert list(at.pane.model.root.files()) == ["Daily/2026-11-20.md", "Projects/Heat-loss survey.md", "Boiler.md"]
        await until(lambda: at.pane.open_folders() == ["Projects"])
        assert at.pane.isVisible()
        assert not at.pane.files.toolbar.isEnabled()
        assert at.desktop.window.status.index.shown_text() == "Scanning notes…"

        views = await at.opened()
        assert views.browser.open_folders() == ["Projects"]
        assert at.pane.isVisible()
        assert at.pane.files.toolbar.isEnabled()


@on_qt_loop
async def test_what_is_chosen_meanwhile_is_opened_and_the_keyboard_stays_where_it_is(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(tmp_path, monkeypatch) as at:
        at.desktop.window.activateWindow()
        at.pane.show_files()
        at.pane.tree.show_note("Daily/2026-11-20.md")
        QTest.keyClick(at.pane.tree, Qt.Key.Key_Return)
        at.pane.tree.show_note("Projects/Heat-loss survey.md")
        QTest.keyClick(at.pane.tree, Qt.Key.Key_Return)

        views = await at.opened()
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        assert at.desktop.window.focusWidget() is at.pane.tree
        at.pane.note_opened.emit("Boiler.md", False, None)
        await until(lambda: views.notes.current_path == "Boiler.md")


@on_qt_loop
async def test_a_search_is_answered_before_the_rest_is_there(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(tmp_path, monkeypatch) as at:
        at.pane.show_search("leaks")
        hits = await at.pane.search_pane._searcher.search("leaks")
        assert [hit.path for hit in hits] == ["Boiler.md"]
        await at.opened()


@on_qt_loop
async def test_a_list_that_does_not_come_keeps_nobody_from_the_rest(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(early_file_list, "LIST_TIMEOUT", 0.01)
    root = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(root) as desktop:
        views = await open_views(desktop)
        first = early_file_list.EarlyFileList.__new__(early_file_list.EarlyFileList)
        first.browser = views.browser
        views.browser.files.listed.clear()
        await first.listed()
        assert not views.browser.files.listed.is_set()
