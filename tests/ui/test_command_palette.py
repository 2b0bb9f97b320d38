"""The palette offers what can be done now, with its keys, and the vault's quick commands."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.command_palette import OWN, CommandPalette
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.palette_popup import PalettePopup
from vaultdesk.ui.settings.page import SettingsPage
from vaultdesk.ui.state import StateFile


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "Assistant/Commands").mkdir(parents=True)
    command = "---\ndescription: In two lines\n---\nSum up {activeNote} in two lines.\n"
    (root / "Assistant/Commands/Shorten.md").write_text(command, encoding="utf-8")
    return root


def opened(desktop: Desktop, palette: CommandPalette) -> PalettePopup:
    desktop.window.commands[OWN].trigger()
    assert palette.popup is not None
    return palette.popup


def titles(popup: PalettePopup) -> list[str]:
    return [row.title for row in popup.list.shown.rows if not row.heading]


@on_qt_loop
async def test_what_can_be_done_is_offered_with_its_keys(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        popup = opened(desktop, views.asking.palette)
        assert "New note" in titles(popup)
        assert "Commands…" not in titles(popup)
        rows = {row.title: row for row in popup.list.shown.rows}
        assert (rows["Vocabulary"].cap, rows["Vocabulary"].beside) == ("Ctrl+Shift+Y", "Tools")
        assert all(row.icon for row in rows.values())
        desktop.window.commands["new-note"].setEnabled(False)
        QTest.keyClicks(popup.field, "new no")
        assert "New note" not in titles(popup)


@on_qt_loop
async def test_letters_find_and_enter_does(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        done: list[bool] = []
        desktop.window.commands.bind("theme", lambda: done.append(True))
        popup = opened(desktop, views.asking.palette)
        QTest.keyClicks(popup.field, "ligh da")
        assert titles(popup)[:1] == ["Light or dark"]
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        assert done == [True]
        await until(lambda: views.asking.palette.popup is None)
        again = opened(desktop, views.asking.palette)
        assert titles(again)[0] == "Light or dark"
        QTest.keyClick(again.field, Qt.Key.Key_Escape)
        await until(lambda: views.asking.palette.popup is None)
        assert done == [True]
        desktop.window.save_state()
        assert StateFile(home / "data" / "state.json").load().commands == ("theme",)


@on_qt_loop
async def test_at_most_five_are_kept_of_those_used_last(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        used = ["zoom-in", "zoom-out", "zoom-reset", "left-pane", "right-pane", "zoom-in", "theme"]
        for name in used:
            popup = opened(desktop, views.asking.palette)
            popup.list.go_to(name)
            QTest.keyClick(popup.field, Qt.Key.Key_Return)
            await until(lambda: views.asking.palette.popup is None)
        assert desktop.window.state.commands == ("theme", "zoom-in", "right-pane", "left-pane", "zoom-reset")


@on_qt_loop
async def test_its_keys_close_it_again_and_tab_leads_to_the_page_of_keys(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        for key in (Qt.Key.Key_P, Qt.Key.Key_K):
            popup = opened(desktop, views.asking.palette)
            QTest.keyClick(popup.field, key, Qt.KeyboardModifier.ControlModifier)
            await until(lambda: views.asking.palette.popup is None)
        popup = opened(desktop, views.asking.palette)
        QTest.keyClicks(popup.field, "vocab")
        QTest.keyClick(popup.field, Qt.Key.Key_Tab)
        page = desktop.window.pages.page
        assert isinstance(page, SettingsPage)
        assert page.sheet() is page.keys
        current = page.keys.list.current()
        assert current is not None
        assert current.key == "vocabulary"
        assert page.keys.capture.isVisibleTo(page)


@on_qt_loop
async def test_a_quick_command_goes_into_the_question(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.workspace.commands.list())
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        popup = opened(desktop, views.asking.palette)
        QTest.keyClicks(popup.field, "shorten")
        assert titles(popup)[:1] == ["Shorten"]
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        composer = views.chat.composer
        await until(lambda: "in two lines" in composer.text)
        assert [item.kind for item in composer.question.context] == ["active"]


@on_qt_loop
async def test_without_a_vault_there_is_no_palette(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        assert desktop.window.commands[OWN].isEnabled()
        desktop.close_vault()
        await until(lambda: not desktop.window.commands[OWN].isEnabled())
