from pathlib import Path

from PySide6.QtCore import QPoint

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.menu import Menu


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
        actions["Close the others"].trigger()
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
