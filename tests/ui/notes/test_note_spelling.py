"""Tests of ui/notes/note_spelling.py: the command, the settings and the editors of a real vault."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.spelling import SmallSpeller, underlined
from vaultdesk.ui.editor import spell_checker as module
from vaultdesk.ui.editor.spell_checker import SpellChecker, Speller
from vaultdesk.ui.widgets.toast import Toast


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
