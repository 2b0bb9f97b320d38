from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


@on_qt_loop
async def test_words_are_found_and_replaced_by_the_commands_and_esc_gives_the_keyboard_back(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        commands = desktop.window.commands
        commands["replace"].trigger()
        assert page.editing
        page.writing.bar.finder.edit.setText("boiler")
        page.writing.bar.edit.setText("kettle")
        page.writing.bar.all.click()
        assert page.editor.text() == "# kettle\n\nThe old kettle leaks. See [[Heat-loss survey]].\n"
        QTest.keyClick(page.writing.bar.edit, Key.Key_Escape)
        assert not page.writing.bar.isVisible()
        assert QApplication.focusWidget() is page.editor
        commands["find"].trigger()
        page.writing.bar.finder.edit.setText("e")
        found = page.writing.finding.found
        first = found.number
        commands["find-next"].trigger()
        assert found.number == first + 1
        commands["find-previous"].trigger()
        assert found.number == first


@on_qt_loop
async def test_the_link_at_the_cursor_is_followed(tmp_path: Path) -> None:
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
async def test_saving_is_confirmed_for_a_moment(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.editor.insert_at_cursor("more ")
        desktop.window.commands["save"].trigger()
        await until(lambda: any(label.text() == "Saved" for label in page.crumbs.findChildren(QLabel)))
        assert (tmp_path / "Boiler.md").read_text(encoding="utf-8").startswith("more # Boiler")


@on_qt_loop
async def test_a_note_chosen_in_the_search_shows_its_places(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        (hit,) = await views.workspace.searcher.search("house loses")
        views.browser.search_pane.chosen.emit(hit, False)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.writing.finding.chip.count.text() == "1 of 1")
        assert page.writing.finding.chip.isVisible()
