"""Tests of ui/app/vault_window/note_commands.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.spelling import SmallSpeller, underlined
from vaultdesk.ui.editor import spell_checker as module
from vaultdesk.ui.editor.spell_checker import SpellChecker, Speller
from vaultdesk.ui.notes.property_cells import CompletingField
from vaultdesk.ui.widgets.toast import Toast

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


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
        QTest.keyClick(page.editor_controller.bar.edit, Key.Key_Escape)
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


# Spelling: the command, the settings and the editors of a real vault.


def set_speller(monkeypatch: pytest.MonkeyPatch, speller: Speller | None) -> None:
    """Make the program use *speller* in this test."""
    monkeypatch.setattr(module, "_shared_instance", [SpellChecker(lambda: speller, system_language="en_GB")])


@on_qt_loop
async def test_the_spelling_command_marks_errors_in_all_editors_and_removes_the_marks(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_speller(monkeypatch, SmallSpeller())
    vault = small_vault(tmp_path)
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        spelling = desktop.window.commands["spelling"]
        spelling.trigger()
        await until(lambda: underlined(page.editor))
        assert underlined(page.editor) == ["See"]
        other = await views.notes.show_note("Daily/2026-11-20.md", new_tab=True)
        other.toggle_edit()
        await until(lambda: underlined(other.editor))
        assert "rang" in underlined(other.editor)
        assert views.workspace.store.settings.editor.spelling
        spelling.trigger()
        await until(lambda: not underlined(other.editor))
        assert not underlined(page.editor)
        assert page.editor.spelling_menu is None


@on_qt_loop
async def test_words_ignored_in_a_note_stay_ignored_after_a_restart_and_a_rename(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_speller(monkeypatch, SmallSpeller())
    vault = small_vault(tmp_path)
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.workspace.store.set("editor.spelling", "true")
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        await until(lambda: underlined(page.editor) == ["See"])
        cursor = page.editor.textCursor()
        cursor.setPosition(page.editor.text().index("See") + 1)
        page.editor.setTextCursor(cursor)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
        page.editor.contextMenuEvent(event)
        await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        next(action for action in menu.actions() if action.text().replace("&", "") == "Ignore in this note").trigger()
        menu.close()
        await until(lambda: not underlined(page.editor))
        (vault / "Boiler.md").rename(vault / "Heater.md")
        await until(lambda: views.workspace.ignored_words.get("Heater.md") == ["See"])
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Heater.md")
        page.toggle_edit()
        other = await views.notes.show_note("Daily/2026-11-20.md", new_tab=True)
        other.toggle_edit()
        await until(lambda: underlined(other.editor))
        assert underlined(page.editor) == []


@on_qt_loop
async def test_the_spelling_command_shows_a_notice_and_stays_off_without_a_speller(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_speller(monkeypatch, None)
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["spelling"].trigger()
        await until(lambda: desktop.window.findChildren(Toast))
        assert not views.workspace.store.settings.editor.spelling


@on_qt_loop
async def test_the_language_setting_is_applied_and_added_words_are_stored_next_to_the_settings(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_speller(monkeypatch, SmallSpeller())
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        store = views.workspace.store
        store.set("editor.spelling", "true")
        await until(lambda: underlined(page.editor) == ["See"])
        store.set("editor.spelling_languages", "de_DE")
        await until(lambda: "boiler" in underlined(page.editor))
        checker = module.shared_spell_checker()
        await checker.add("boiler")
        await until(lambda: "boiler" not in underlined(page.editor))
        assert "boiler" in (store.file.parent / "own-words.json").read_text()
