"""Saved searches: the star keeps a search, it stands under the empty field, and can be renamed and removed."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.rename_dialog import RenameDialog


def saved(pane: SearchPane) -> list[tuple[str, str]]:
    return [(row.text, row.saved) for row in pane.hints.hints.rows if row.kind == "saved"]


@on_qt_loop
async def test_the_star_keeps_a_search_also_for_the_next_start(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        pane = views.browser.search_pane
        views.browser.show_search("boiler leaks")
        pane.field.save_asked.emit()
        assert saved(pane) == [("boiler leaks", "boiler leaks")]
        assert not list(vault.glob(".*"))
        pane.field.save_asked.emit()
        assert saved(pane) == []
        desktop.window.commands["save-search"].trigger()
        await until(lambda: views.workspace.finding.get("saved"))
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: saved(views.browser.search_pane) == [("boiler leaks", "boiler leaks")])


@on_qt_loop
async def test_a_saved_search_is_renamed_and_searched_by_its_name(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        pane = views.browser.search_pane
        views.finding.kept.save("boiler leaks")
        views.browser.show_search("")
        pane.hints.rename_asked.emit("boiler leaks")
        await until(lambda: desktop.window.findChildren(RenameDialog))
        (dialog,) = desktop.window.findChildren(RenameDialog)
        dialog.name.set_text("")
        assert not dialog.done_button.isEnabled()
        dialog.name.set_text("The leak")
        QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)
        await until(lambda: saved(pane) == [("The leak", "boiler leaks")])
        pane.hints.enter()
        QTest.keyClick(pane.hints, Qt.Key.Key_Return)
        assert pane.field.text() == "boiler leaks"
        pane.hints.remove_asked.emit("boiler leaks")
        assert saved(pane) == []


@on_qt_loop
async def test_nothing_is_saved_where_nothing_is_asked(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["save-search"].trigger()
        assert views.finding.kept.saved == ()
        assert views.browser.tabs.current() == 1
