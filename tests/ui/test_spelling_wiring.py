"""Spelling wiring: the command, the settings and the editors of a real vault."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller, underlined
from vaultdesk.ui.editor import spell_checker as module
from vaultdesk.ui.editor.dictionaries import Speller
from vaultdesk.ui.editor.spell_checker import SpellChecker
from vaultdesk.ui.widgets.overlays import Notice


def with_speller(monkeypatch: pytest.MonkeyPatch, speller: Speller | None) -> None:
    """Let the program have this speller, for this test."""
    monkeypatch.setattr(module, "_the_spelling", [SpellChecker(lambda: speller, own="en_GB")])


@on_qt_loop
async def test_the_command_marks_what_is_open_and_what_is_opened_and_takes_it_back(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_speller(monkeypatch, SmallSpeller())
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
        assert page.editor.word_menu is None


@on_qt_loop
async def test_what_is_ignored_in_a_note_is_so_after_a_new_start_and_under_a_new_name(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_speller(monkeypatch, SmallSpeller())
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
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
        page.editor.contextMenuEvent(asked)
        await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        next(one for one in menu.actions() if one.text().replace("&", "") == "Ignore in this note").trigger()
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
async def test_where_there_is_no_speller_the_command_says_so_and_stays_off(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_speller(monkeypatch, None)
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["spelling"].trigger()
        await until(lambda: desktop.window.findChildren(Notice))
        assert not views.workspace.store.settings.editor.spelling


@on_qt_loop
async def test_other_languages_judge_otherwise_and_own_words_stay_beside_the_settings(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_speller(monkeypatch, SmallSpeller())
    async with running_desktop(small_vault(tmp_path)) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        store = views.workspace.store
        store.set("editor.spelling", "true")
        await until(lambda: underlined(page.editor) == ["See"])
        store.set("editor.spelling_languages", "de_DE")
        await until(lambda: "boiler" in underlined(page.editor))
        own = module.the_spell_checker()
        await own.add("boiler")
        await until(lambda: "boiler" not in underlined(page.editor))
        assert "boiler" in (store.file.parent / "own-words.json").read_text()
