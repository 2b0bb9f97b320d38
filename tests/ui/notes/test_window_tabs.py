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
async def test_open_tabs_are_restored_at_the_next_start(tmp_path: Path) -> None:
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
async def test_tab_commands_are_enabled_only_while_they_apply(tmp_path: Path) -> None:
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
async def test_with_no_open_note_the_area_offers_to_open_or_create_one(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        await until(lambda: any(link.isVisible() for link in views.notes.findChildren(LinkButton)))
        shown = [link.text() for link in views.notes.findChildren(LinkButton) if link.isVisible()]
        assert shown == ["Open a note…", "New note", "Today’s note"]


@on_qt_loop
async def test_the_menu_of_a_tab_closes_the_other_tabs(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "vault")) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        last = await views.notes.show_note("Daily/2026-11-20.md", new_tab=True)
        views.notes.tabs.menu_requested.emit(1, QPoint(10, 10))
        menu = next(child for child in views.notes.findChildren(Menu) if child.isVisible())
        actions = {action.text().partition("\t")[0]: action for action in menu.actions()}
        actions["Close other tabs"].trigger()
        menu.close()
        await until(lambda: views.notes.open_notes() == [last.path])


@on_qt_loop
async def test_tabs_are_saved_on_change_but_not_while_they_are_being_restored(home: Path, tmp_path: Path) -> None:
    def saved_state() -> str:
        file = home / "data" / "state.json"
        desktop.window._save_timer.timeout.emit()
        return file.read_text(encoding="utf-8")

    async with running_desktop(small_vault(tmp_path / "vault")) as desktop:
        views = await open_views(desktop)
        await until(lambda: not views.tabs._restoring)
        desktop.window._save_timer.stop()
        await views.notes.show_note("Boiler.md")
        assert desktop.window._save_timer.isActive()
        assert '"path": "Boiler.md"' in saved_state()
        desktop.window.commands["toggle-edit"].trigger()
        assert desktop.window._save_timer.isActive()
        assert '"editing": true' in saved_state()
        views.tabs._restoring = True
        for widget in list(views.notes.widgets):
            views.notes.close_tab(widget)
        assert '"path": "Boiler.md"' in saved_state(), "a tab that is not restored yet is not closed"
        views.tabs._restoring = False


NOTES = {"Boiler.md": "x\n", "Long.md": "words\n\n" * 300, "Garden/Apples.md": "y\n"}
SAVED_TABS = SavedTabs(
    (
        SavedTabGroup((SavedTab("Boiler.md"), SavedTab("Long.md", 400)), 1),
        SavedTabGroup((SavedTab("Garden/Apples.md", editing=True, pinned=True),), 0),
    ),
    0,
    True,
    0.5,
)


@on_qt_loop
async def test_tabs_are_restored_on_their_sides_and_loaded_when_they_are_shown(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as env:
        assert await restore_tabs(env.area, env.vault, SAVED_TABS)
        await until(lambda: env.area.current_page is not None and env.area.current_page.reader.scrolled() == 400)
        first, second = env.area.split_view.groups
        assert [type(widget) for widget in first.widgets] == [LazyTab, NotePage]
        assert (env.area.split_view.down, env.area.current_path, second.tabs.is_pinned(0)) == (True, "Long.md", True)
        await until(lambda: isinstance(second.shown, NotePage) and second.shown.editing)
        assert tabs_to_save(env.area) == SAVED_TABS
        first.tabs.choose(0)
        await until(lambda: env.area.current_path == "Boiler.md" and env.area.current_page.text == "x\n")  # type: ignore[union-attr]  # there is a page where there is a path
        assert env.area.open_notes() == ["Boiler.md", "Long.md", "Garden/Apples.md"]


@on_qt_loop
async def test_missing_notes_and_invalid_paths_are_not_restored(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as env:
        saved = SavedTabs(
            (SavedTabGroup((SavedTab("Gone.md"), SavedTab("../out.md"))), SavedTabGroup((SavedTab("Boiler.md"),))), 1
        )
        assert await restore_tabs(env.area, env.vault, saved)
        assert (len(env.area.split_view.groups), env.area.current_path) == (1, "Boiler.md")


@on_qt_loop
async def test_nothing_is_restored_when_no_saved_note_exists(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as env:
        assert not await restore_tabs(env.area, env.vault, SavedTabs((SavedTabGroup((SavedTab("Gone.md"),)),)))
        assert not await restore_tabs(env.area, env.vault, SavedTabs())
        assert env.area.tabs.count() == 0


@on_qt_loop
async def test_pages_without_a_note_are_not_saved(tmp_path: Path) -> None:
    from PySide6.QtWidgets import QWidget

    async with desk(tmp_path, NOTES) as env:
        await env.area.show_note("Boiler.md")
        env.area.show_page("activity", "Activity", QWidget)
        assert tabs_to_save(env.area).sides == (SavedTabGroup((SavedTab("Boiler.md"),), 0),)


@on_qt_loop
async def test_a_picture_tab_is_restored_at_its_position_when_it_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as env:
        (env.root / "plan.png").write_bytes(picture_file(30, 20))
        saved = SavedTabs((SavedTabGroup((SavedTab("plan.png"), SavedTab("Boiler.md"), SavedTab("Long.md")), 2),))
        assert await restore_tabs(env.area, env.vault, saved)
        assert [type(widget) for widget in env.area.widgets] == [LazyTab, LazyTab, NotePage]
        env.area.tabs.choose(0)
        assert [type(widget) for widget in env.area.widgets] == [ImagePage, LazyTab, NotePage]
        assert (env.area.tabs.current(), env.area.tabs.name(0)) == (0, "plan.png")
