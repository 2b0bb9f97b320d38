"""Tests of ui/notes/window_tabs.py."""

from pathlib import Path

from PySide6.QtCore import QPoint

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.pictures import picture_file
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import desk
from vaultdesk.ui.notes.file_page import ImagePage
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.split_view import LazyTab
from vaultdesk.ui.notes.window_tabs import restore_tabs, tabs_to_save
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.window_state import SavedTab, SavedTabGroup, SavedTabs


@on_qt_loop
async def test_open_tabs_come_back_at_the_next_start(tmp_path: Path) -> None:
    folder = small_vault(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        await views.notes.show_note("Projects/Heat-loss survey.md", new_tab=True)
        desktop.window.commands["split-right"].trigger()
        await until(lambda: len(views.notes.split_view.groups) == 2 and views.notes.current_path)
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        survey = "Projects/Heat-loss survey.md"
        assert views.notes.open_notes() == ["Boiler.md", survey, survey]
        assert len(views.notes.split_view.groups) == 2


@on_qt_loop
async def test_commands_are_offered_while_they_can_be_done(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "vault")) as desktop:
        views = await open_views(desktop)
        commands = desktop.window.commands
        await views.notes.show_note("Boiler.md")
        await views.notes.show_note("Daily/2026-11-20.md", new_tab=True)
        names = ("next-tab", "other-side", "reopen-tab")
        assert [commands[name].isEnabled() for name in names] == [True, False, False]
        views.notes.close_current()
        await until(lambda: views.notes.tabs.count() == 1)
        assert [commands[name].isEnabled() for name in names] == [False, False, True]
        views.notes.close_current()
        await until(lambda: views.notes.tabs.count() == 0)
        shown = [link.text() for link in views.notes.findChildren(LinkButton) if link.isVisible()]
        assert "Reopen Boiler" in shown
        assert "Today’s note" in shown
        commands["reopen-tab"].trigger()
        await until(lambda: views.notes.current_path == "Boiler.md")


@on_qt_loop
async def test_with_nothing_open_all_that_can_be_begun_is_offered(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        await until(lambda: any(link.isVisible() for link in views.notes.findChildren(LinkButton)))
        shown = [link.text() for link in views.notes.findChildren(LinkButton) if link.isVisible()]
        assert shown == ["Open a note…", "New note", "Today’s note"]


@on_qt_loop
async def test_a_tab_has_a_menu(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "vault")) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        last = await views.notes.show_note("Daily/2026-11-20.md", new_tab=True)
        views.notes.tabs.menu_requested.emit(1, QPoint(10, 10))
        menu = next(one for one in views.notes.findChildren(Menu) if one.isVisible())
        actions = {action.text().partition("\t")[0]: action for action in menu.actions()}
        actions["Close other tabs"].trigger()
        menu.close()
        await until(lambda: views.notes.open_notes() == [last.path])


@on_qt_loop
async def test_tabs_are_kept_while_they_change_and_not_before_they_are_back(home: Path, tmp_path: Path) -> None:
    def kept() -> str:
        file = home / "data" / "state.json"
        desktop.window._save_timer.timeout.emit()
        return file.read_text(encoding="utf-8")

    async with running_desktop(small_vault(tmp_path / "vault")) as desktop:
        views = await open_views(desktop)
        await until(lambda: not views.tabs._restoring)
        desktop.window._save_timer.stop()
        await views.notes.show_note("Boiler.md")
        assert desktop.window._save_timer.isActive()
        assert '"path": "Boiler.md"' in kept()
        desktop.window.commands["toggle-edit"].trigger()
        assert desktop.window._save_timer.isActive()
        assert '"editing": true' in kept()
        views.tabs._restoring = True
        for widget in list(views.notes.widgets):
            views.notes.close_tab(widget)
        assert '"path": "Boiler.md"' in kept(), "what is not back yet is not gone"
        views.tabs._restoring = False


NOTES = {"Boiler.md": "x\n", "Long.md": "words\n\n" * 300, "Garden/Apples.md": "y\n"}
KEPT = SavedTabs(
    (
        SavedTabGroup((SavedTab("Boiler.md"), SavedTab("Long.md", 400)), 1),
        SavedTabGroup((SavedTab("Garden/Apples.md", editing=True, pinned=True),), 0),
    ),
    0,
    True,
    0.5,
)


@on_qt_loop
async def test_tabs_come_back_on_their_sides_and_are_read_when_they_are_shown(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        assert await restore_tabs(at.area, at.vault, KEPT)
        await until(lambda: at.area.current_page is not None and at.area.current_page.reader.scrolled() == 400)
        first, second = at.area.split_view.groups
        assert [type(widget) for widget in first.widgets] == [LazyTab, NotePage]
        assert (at.area.split_view.down, at.area.current_path, second.tabs.is_pinned(0)) == (True, "Long.md", True)
        await until(lambda: isinstance(second.shown, NotePage) and second.shown.editing)
        assert tabs_to_save(at.area) == KEPT
        first.tabs.choose(0)
        await until(lambda: at.area.current_path == "Boiler.md" and at.area.current_page.text == "x\n")  # type: ignore[union-attr]  # there is a page where there is a path
        assert at.area.open_notes() == ["Boiler.md", "Long.md", "Garden/Apples.md"]


@on_qt_loop
async def test_notes_that_are_gone_and_paths_of_no_note_are_left_out(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        gone = SavedTabs(
            (SavedTabGroup((SavedTab("Gone.md"), SavedTab("../out.md"))), SavedTabGroup((SavedTab("Boiler.md"),))), 1
        )
        assert await restore_tabs(at.area, at.vault, gone)
        assert (len(at.area.split_view.groups), at.area.current_path) == (1, "Boiler.md")


@on_qt_loop
async def test_nothing_comes_back_where_nothing_is_left(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        assert not await restore_tabs(at.area, at.vault, SavedTabs((SavedTabGroup((SavedTab("Gone.md"),)),)))
        assert not await restore_tabs(at.area, at.vault, SavedTabs())
        assert at.area.tabs.count() == 0


@on_qt_loop
async def test_lists_among_the_notes_are_not_kept(tmp_path: Path) -> None:
    from PySide6.QtWidgets import QWidget

    async with desk(tmp_path, NOTES) as at:
        await at.area.show_note("Boiler.md")
        at.area.show_page("activity", "Activity", QWidget)
        assert tabs_to_save(at.area).sides == (SavedTabGroup((SavedTab("Boiler.md"),), 0),)


@on_qt_loop
async def test_a_picture_comes_back_in_its_place_when_it_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        (at.root / "plan.png").write_bytes(picture_file(30, 20))
        kept = SavedTabs((SavedTabGroup((SavedTab("plan.png"), SavedTab("Boiler.md"), SavedTab("Long.md")), 2),))
        assert await restore_tabs(at.area, at.vault, kept)
        assert [type(widget) for widget in at.area.widgets] == [LazyTab, LazyTab, NotePage]
        at.area.tabs.choose(0)
        assert [type(widget) for widget in at.area.widgets] == [ImagePage, LazyTab, NotePage]
        assert (at.area.tabs.current(), at.area.tabs.name(0)) == (0, "plan.png")
