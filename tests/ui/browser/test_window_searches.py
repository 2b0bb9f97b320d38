"""Tests of ui/browser/window_searches.py."""

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.browser.left_pane import FILES, LINKS, SEARCH, TAGS
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.browser.window_searches import MAX_RECENT_SEARCHES, RecentSearches
from vaultdesk.ui.widgets.form_dialog import RenameDialog
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import StateFile

# Recent searches: stored for each vault.


class Pane(QObject):
    """The part of a search pane that recent searches use."""

    settled = Signal(str)
    shown: tuple[str, ...] = ()

    def show_recent(self, searches: tuple[str, ...]) -> None:
        """Record the searches offered."""
        self.shown = searches


def recent(pane: SearchPane) -> list[str]:
    return [row.title for row in pane.hints.rows() if row.icon == "clock"]


@on_qt_loop
async def test_a_search_that_opened_a_note_is_offered_again_after_a_restart(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        pane = views.browser.search_pane
        views.browser.show_search("boiler leaks")
        await until(lambda: pane.results.paths())
        pane.field.returnPressed.emit()
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert recent(pane) == ["boiler leaks"]
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        assert recent(views.browser.search_pane) == ["boiler leaks"]
        assert not list(vault.glob(".*"))


def test_recent_searches_are_newest_first_unique_and_separate_for_each_vault(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"))
    qtbot.addWidget(window)
    parent = QObject(window)

    first, second = Pane(window), Pane(window)
    RecentSearches(window, "/a", first, parent)  # type: ignore[arg-type]  # has the members used
    RecentSearches(window, "/b", second, parent)  # type: ignore[arg-type]  # as above
    second.settled.emit("other")
    for query in (*map(str, range(12)), "5"):
        first.settled.emit(query)
    assert first.shown == ("5", "11", "10", "9", "8", "7", "6", "4", "3", "2")
    assert len(first.shown) == MAX_RECENT_SEARCHES
    assert window.state.searches == {"/a": first.shown, "/b": ("other",)}


# Saved searches: the star saves a search, which is listed under the empty field and can be renamed and removed.


def saved_searches(pane: SearchPane) -> list[tuple[str, str]]:
    return [(row.title, row.key.partition(" ")[2]) for row in pane.hints.rows() if row.icon == "star"]


@on_qt_loop
async def test_the_star_saves_a_search_across_restarts(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        pane = views.browser.search_pane
        views.browser.show_search("boiler leaks")
        pane.field.save_requested.emit()
        assert saved_searches(pane) == [("boiler leaks", "boiler leaks")]
        assert not list(vault.glob(".*"))
        pane.field.save_requested.emit()
        assert saved_searches(pane) == []
        desktop.window.commands["save-search"].trigger()
        await until(lambda: views.workspace.search_history.get("saved"))
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: saved_searches(views.browser.search_pane) == [("boiler leaks", "boiler leaks")])


@on_qt_loop
async def test_a_saved_search_can_be_renamed_run_and_removed(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        pane = views.browser.search_pane
        views.searches.history.save("boiler leaks")
        views.browser.show_search("")
        pane.hints.rename_requested.emit("boiler leaks")
        await until(lambda: desktop.window.findChildren(RenameDialog))
        (dialog,) = desktop.window.findChildren(RenameDialog)
        dialog.name.set_text("")
        assert not dialog.done_button.isEnabled()
        dialog.name.set_text("The leak")
        QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)
        await until(lambda: saved_searches(pane) == [("The leak", "boiler leaks")])
        pane.hints.enter()
        QTest.keyClick(pane.hints, Qt.Key.Key_Return)
        assert pane.field.text() == "boiler leaks"
        pane.hints.remove_requested.emit("boiler leaks")
        assert saved_searches(pane) == []


@on_qt_loop
async def test_an_empty_search_is_not_saved(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["save-search"].trigger()
        assert views.searches.history.saved == ()
        assert views.browser.tabs.current() == 1


# Pane commands: each shows its pane, and requests of the panes are carried out.


@on_qt_loop
async def test_each_command_shows_its_pane_even_if_it_was_hidden(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.panes.toggle("files")
        for name, page in (("tags", TAGS), ("links", LINKS), ("search-vault", SEARCH), ("files", FILES)):
            desktop.window.commands[name].trigger()
            assert views.browser.tabs.current() == page
            assert views.browser.isVisible()


@on_qt_loop
async def test_a_note_missing_from_the_links_is_created_in_the_default_folder(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.browser.links_pane.create_requested.emit("Zinc roof")
        await until(lambda: (vault / "Zinc roof.md").exists())
        await until(lambda: views.notes.current_path == "Zinc roof.md")


@on_qt_loop
async def test_a_note_opened_from_a_search_highlights_its_matches(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        (hit,) = await views.workspace.searcher.search("house loses")
        views.browser.search_pane.chosen.emit(hit, False)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.editor_controller.finding.chip.count.text() == "1 of 1")
        assert page.editor_controller.finding.chip.isVisible()
