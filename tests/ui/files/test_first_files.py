"""First files: the list is there while all else is still being imported, and what is chosen in it is opened then."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui import vault_window
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.files import first_files
from vaultdesk.ui.vault_views import VaultViews


@dataclass
class Held:
    """A vault of which only the notes are there yet."""

    desktop: Desktop
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
        assert not at.pane.files.foot.isEnabled()
        assert at.desktop.window.status.index.words() == "Looking through the notes…"

        views = await at.opened()
        assert views.browser.open_folders() == ["Projects"]
        assert at.pane.isVisible()
        assert at.pane.files.foot.isEnabled()


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
    monkeypatch.setattr(first_files, "PATIENCE", 0.01)
    root = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(root) as desktop:
        views = await open_views(desktop)
        first = first_files.FirstFiles.__new__(first_files.FirstFiles)
        first.browser = views.browser
        views.browser.files.listed.clear()
        await first.listed()
        assert not views.browser.files.listed.is_set()
