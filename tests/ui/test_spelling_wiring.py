"""Spelling wiring: the command, the settings and the editors of a real vault."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller, underlined
from vaultdesk.ui.parts.notice import Notice
from vaultdesk.ui.spelling import spelling as module
from vaultdesk.ui.spelling.speller import Speller
from vaultdesk.ui.spelling.spelling import Spelling


def with_speller(monkeypatch: pytest.MonkeyPatch, speller: Speller | None) -> None:
    """Let the program have this speller, for this test."""
    monkeypatch.setattr(module, "_the_spelling", [Spelling(lambda: speller, own="en_GB")])


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
        own = module.spelling()
        await own.add("boiler")
        await until(lambda: "boiler" not in underlined(page.editor))
        assert "boiler" in (store.file.parent / "own-words.json").read_text()
