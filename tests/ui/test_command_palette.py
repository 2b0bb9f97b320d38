"""The palette offers what can be done now, with its keys, and the vault's quick commands."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.command_palette import OWN, CommandPalette
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.parts.pick_popup import PickPopup


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "Assistant/Commands").mkdir(parents=True)
    command = "---\ndescription: In two lines\n---\nSum up {activeNote} in two lines.\n"
    (root / "Assistant/Commands/Shorten.md").write_text(command, encoding="utf-8")
    return root


def opened(desktop: Desktop, palette: CommandPalette) -> PickPopup:
    desktop.window.commands[OWN].trigger()
    assert palette.popup is not None
    return palette.popup


def titles(popup: PickPopup) -> list[str]:
    return [entry.title for entry in popup.list.entries()]


@on_qt_loop
async def test_what_can_be_done_is_offered_with_its_keys(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        popup = opened(desktop, views.asking.palette)
        assert "New note" in titles(popup)
        assert "Commands…" not in titles(popup)
        desktop.window.commands["new-note"].setEnabled(False)
        popup.renew()
        assert "New note" not in titles(popup)
        keys = {entry.title: entry.right for entry in popup.list.entries()}
        assert keys["Vocabulary"] == "Ctrl+Shift+Y"


@on_qt_loop
async def test_letters_find_and_enter_does(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        done: list[bool] = []
        desktop.window.commands.bind("theme", lambda: done.append(True))
        popup = opened(desktop, views.asking.palette)
        QTest.keyClicks(popup.search, "ligh da")
        assert titles(popup)[:1] == ["Light or dark"]
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        assert done == [True]
        await until(lambda: views.asking.palette.popup is None)
        again = opened(desktop, views.asking.palette)
        assert titles(again)[0] == "Light or dark"
        QTest.keyClick(again.search, Qt.Key.Key_Escape)
        await until(lambda: views.asking.palette.popup is None)
        assert done == [True]


@on_qt_loop
async def test_a_quick_command_goes_into_the_question(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.workspace.commands.list())
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        popup = opened(desktop, views.asking.palette)
        QTest.keyClicks(popup.search, "shorten")
        assert titles(popup) == ["Shorten"]
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
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
