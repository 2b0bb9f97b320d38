"""Desktop: from the first page to a vault, from one vault to the next, and an end that loses nothing."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui import bridge
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.first_start.page import FirstStart
from vaultdesk.ui.instance import Asked
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.empty_state import EmptyState
from vaultdesk.ui.widgets.labels import PlainLabel


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def page_of(desktop: Desktop) -> QWidget | None:
    return desktop.window.pages.page


@on_qt_loop
async def test_a_fresh_home_asks_where_the_notes_are(home: Path) -> None:
    async with running_desktop() as desktop:
        assert isinstance(desktop.window.pages.start, FirstStart)
        assert desktop.window.status.isHidden()


@on_qt_loop
async def test_a_dropped_folder_opens_and_its_notes_are_found(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.window.folder_dropped.emit(vault)
        views = await open_views(desktop)

        assert desktop.window.windowTitle() == "Lindenweg – VaultDesk"
        assert desktop.window.pages.start is None
        await until(lambda: desktop.window.status.index.words().startswith("3 notes"))
        assert desktop.window.status.left_computer.words() == "Nothing has left this computer"
        assert views.workspace.vault.root == vault


@on_qt_loop
async def test_the_last_vault_and_its_note_come_back(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Projects/Heat-loss survey.md")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")

    async with running_desktop() as desktop:
        views = await open_views(desktop)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")

        assert desktop.window.toolbar.vault.words() == "Lindenweg"


@on_qt_loop
async def test_another_vault_takes_the_place_of_the_first(home: Path, vault: Path, tmp_path: Path) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        first = await open_views(desktop)

        desktop.open_vault(other)
        await until(lambda: desktop.views is not None and desktop.views is not first)

        assert desktop.window.windowTitle() == "Reading – VaultDesk"
        desktop.close_vault()
        await until(lambda: desktop.window.pages.start is not None)
        assert desktop.views is None
        assert not desktop.window.commands["new-note"].isEnabled()


@on_qt_loop
async def test_a_vault_that_is_gone_is_told_with_ways_on(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
    shutil.rmtree(vault)

    async with running_desktop() as desktop:
        page = desktop.window.panes.hosts["note"].view()

        assert isinstance(page, EmptyState)
        assert "Lindenweg" in page.findChildren(PlainLabel)[0].text()
        small_vault(vault)
        desktop.open_vault(vault)
        await open_views(desktop)


@on_qt_loop
async def test_the_theme_button_turns_and_keeps_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.commands["theme"].trigger()
        assert theme().tokens.dark

    async with running_desktop(vault) as desktop:
        assert theme().tokens.dark


@on_qt_loop
async def test_settings_open_and_close_with_and_without_a_vault(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.show_settings()
        assert page_of(desktop) is not None
        desktop.show_settings()
        assert page_of(desktop) is None
        desktop.open_vault(vault)
        await open_views(desktop)
        desktop.show_settings()
        assert page_of(desktop) is not None


@on_qt_loop
async def test_a_second_start_opens_its_folder_in_the_first(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.take(Asked(vault))
        await open_views(desktop)

        assert desktop.window.windowTitle() == "Lindenweg – VaultDesk"


@on_qt_loop
async def test_settings_that_cannot_be_read_are_told(home: Path) -> None:
    folder = home / "settings"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("appearance = [broken")

    async with running_desktop() as desktop:
        assert "settings" in desktop.window.problems.texts()


@on_qt_loop
async def test_a_failure_inside_is_told_and_the_window_lives(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        bridge.failures().failed.emit(ZeroDivisionError("by the test"))

        notice = desktop.window.notify("next")
        assert notice.text() == "next"
        assert desktop.window.isVisible()


@on_qt_loop
async def test_a_note_that_held_the_end_up_is_told_no_longer_than_it_is_unsaved(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Projects/Heat-loss survey.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        (vault / "Projects" / "Heat-loss survey.md").write_text("outside\n")
        desktop.window.commands["quit"].trigger()
        await until(lambda: "unsaved" in desktop.window.problems.texts())

        assert page.saving.draft is not None
        await page.saving.reload(page.saving.draft)

        assert "unsaved" not in desktop.window.problems.texts()
