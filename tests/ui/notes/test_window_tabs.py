"""Tests of ui/notes/window_tabs.py."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.pictures import picture_file
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.ui.notes.file_page import ImagePage
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.page_states import NoOpenNotePage
from vaultdesk.ui.notes.property_cells import CompletingField
from vaultdesk.ui.notes.split_view import LazyTab
from vaultdesk.ui.notes.window_tabs import restore_tabs, tabs_to_save
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.window_state import SavedTab, SavedTabGroup, SavedTabs
from vaultdesk.vault.note_path import NotePath


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
async def test_with_no_open_note_the_area_offers_what_the_vault_has(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)

        def shown() -> tuple[list[str], list[str]]:
            texts = [
                label.text()
                for page in views.notes.findChildren(NoOpenNotePage)
                for label in page.findChildren(PlainLabel)
                if label.isVisible() and label.text() != "No note is open"
            ]
            return texts, [link.text() for link in views.notes.findChildren(LinkButton) if link.isVisible()]

        no_notes = ["This vault has no notes yet. Create the first one."], ["New note", "Today’s note"]
        await until(lambda: shown() == no_notes)
        await views.workspace.vault.create(NotePath("First.md"), "x")
        a_note = ["Open a note, or create a new one."], ["Open a note…", "New note", "Today’s note"]
        await until(lambda: shown() == a_note)
        (folder / "First.md").unlink()
        views.workspace.indexer.rescan_soon()
        await until(lambda: shown() == no_notes)


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
    async with open_note_area(tmp_path, NOTES) as env:
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
    async with open_note_area(tmp_path, NOTES) as env:
        saved = SavedTabs(
            (SavedTabGroup((SavedTab("Gone.md"), SavedTab("../out.md"))), SavedTabGroup((SavedTab("Boiler.md"),))), 1
        )
        assert await restore_tabs(env.area, env.vault, saved)
        assert (len(env.area.split_view.groups), env.area.current_path) == (1, "Boiler.md")


@on_qt_loop
async def test_nothing_is_restored_when_no_saved_note_exists(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        assert not await restore_tabs(env.area, env.vault, SavedTabs((SavedTabGroup((SavedTab("Gone.md"),)),)))
        assert not await restore_tabs(env.area, env.vault, SavedTabs())
        assert env.area.tabs.count() == 0


@on_qt_loop
async def test_pages_without_a_note_are_not_saved(tmp_path: Path) -> None:
    from PySide6.QtWidgets import QWidget

    async with open_note_area(tmp_path, NOTES) as env:
        await env.area.show_note("Boiler.md")
        env.area.show_page("activity", "Activity", QWidget)
        assert tabs_to_save(env.area).sides == (SavedTabGroup((SavedTab("Boiler.md"),), 0),)


@on_qt_loop
async def test_a_picture_tab_is_restored_at_its_position_when_it_is_shown(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        (env.root / "plan.png").write_bytes(picture_file(30, 20))
        saved = SavedTabs((SavedTabGroup((SavedTab("plan.png"), SavedTab("Boiler.md"), SavedTab("Long.md")), 2),))
        assert await restore_tabs(env.area, env.vault, saved)
        assert [type(widget) for widget in env.area.widgets] == [LazyTab, LazyTab, NotePage]
        env.area.tabs.choose(0)
        assert [type(widget) for widget in env.area.widgets] == [ImagePage, LazyTab, NotePage]
        assert (env.area.tabs.current(), env.area.tabs.name(0)) == (0, "plan.png")


# Commands of the shown note.


@on_qt_loop
async def test_the_commands_find_and_replace_text_and_esc_returns_the_focus(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        commands = desktop.window.commands
        commands["replace"].trigger()
        assert page.editing
        page.editor_controller.bar.finder.edit.setText("boiler")
        page.editor_controller.bar.edit.setText("kettle")
        page.editor_controller.bar.replace_all_button.click()
        assert page.editor.text() == "# kettle\n\nThe old kettle leaks. See [[Heat-loss survey]].\n"
        QTest.keyClick(page.editor_controller.bar.edit, Qt.Key.Key_Escape)
        assert not page.editor_controller.bar.isVisible()
        assert QApplication.focusWidget() is page.editor
        commands["find"].trigger()
        page.editor_controller.bar.finder.edit.setText("e")
        found = page.editor_controller.finding.found
        first = found.number
        commands["find-next"].trigger()
        assert found.number == first + 1
        commands["find-previous"].trigger()
        assert found.number == first


@on_qt_loop
async def test_the_command_follows_the_link_at_the_cursor(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        cursor = page.editor.textCursor()
        cursor.setPosition(page.editor.text().index("loss survey"))
        page.editor.setTextCursor(cursor)
        desktop.window.commands["follow-link"].trigger()
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_saving_is_confirmed_briefly(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.editor.insert_at_cursor("more ")
        desktop.window.commands["save"].trigger()
        await until(lambda: any(label.text() == "Saved" for label in page.breadcrumbs.findChildren(QLabel)))
        assert (tmp_path / "Boiler.md").read_text(encoding="utf-8").startswith("more # Boiler")


@on_qt_loop
async def test_a_property_is_added_and_given_a_value_with_the_keyboard(tmp_path: Path) -> None:
    folder = small_vault(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        desktop.window.commands["add-property"].trigger()

        def field() -> CompletingField | None:
            fields = page.reader.head.findChildren(CompletingField)
            return next((candidate for candidate in fields if candidate.isVisible()), None)

        name = field()
        assert name is not None
        QTest.keyClicks(name, "status")
        QTest.keyClick(name, Qt.Key.Key_Return)
        await until(lambda: field() not in (None, name))
        value = field()
        assert value is not None
        QTest.keyClicks(value, "open")
        QTest.keyClick(value, Qt.Key.Key_Return)
        await until(lambda: (folder / "Boiler.md").read_text(encoding="utf-8").startswith("---\nstatus: open\n---\n"))


@on_qt_loop
async def test_folded_properties_stay_folded_in_every_note(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "vault")) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.reader.head.set_folded(True, notify=True)
        assert desktop.window.state.properties_folded
        other = await views.notes.show_note("Daily/2026-11-20.md", new_tab=True)
        assert other.reader.head._folded


@on_qt_loop
async def test_the_outline_command_focuses_the_outline_of_the_open_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["outline"].trigger()  # without a note the command does nothing
        views.open_note("Projects/Heat-loss survey.md")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.text)
        desktop.window.commands["outline"].trigger()
        await until(
            lambda: [row.title for row in page.related_panel.outline.list.row_model.rows] == ["Survey", "Result"]
        )
        assert page.related_panel.outline.field.hasFocus() or not desktop.window.isActiveWindow()
