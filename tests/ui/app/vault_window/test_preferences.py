"""Preferences: the settings page of the window, with additional sheets while a vault is open."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import HOUSE, is_open, shown
from vaultdesk.ui.agents.reach_page import ReachPage
from vaultdesk.ui.settings.agents_sheet import AgentsSheet
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.vault_pages.index_page import IndexPage
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup


def settings_page(page: object) -> SettingsPage:
    assert isinstance(page, SettingsPage)
    return page


@on_qt_loop
async def test_the_vault_sheets_are_shown_only_while_a_vault_is_open(home: Path, tmp_path: Path) -> None:
    async with running_desktop() as desktop:
        desktop.show_settings()
        without = settings_page(desktop.window.pages.page).titles()
        desktop.show_settings()
        desktop.path_opener.open_in(small_vault(tmp_path / "Lindenweg"), desktop.front)
        await open_views(desktop)
        desktop.show_settings()

        assert len(settings_page(desktop.window.pages.page).titles()) == len(without) + 4


@on_qt_loop
async def test_the_shortcuts_command_opens_the_shortcuts_sheet_with_and_without_a_vault(
    home: Path, tmp_path: Path
) -> None:
    async with running_desktop() as desktop:
        shortcuts = desktop.window.commands["shortcuts"]
        shortcuts.trigger()
        keys = settings_page(desktop.window.pages.page).shortcuts
        assert settings_page(desktop.window.pages.page).sheet() is keys
        desktop.show_settings()
        desktop.path_opener.open_in(small_vault(tmp_path / "Lindenweg"), desktop.front)
        await open_views(desktop)
        desktop.show_settings()
        shown = settings_page(desktop.window.pages.page)
        shortcuts.trigger()  # the settings are already shown and stay open
        assert desktop.window.pages.page is shown
        assert shown.sheet() is shown.shortcuts


@on_qt_loop
async def test_the_check_command_runs_the_diagnosis_which_links_to_the_index_page(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.find_local_servers", lambda: ())
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await open_views(desktop)
        desktop.window.commands["check-computer"].trigger()
        shown = settings_page(desktop.window.pages.page)
        assert shown.sheet() is shown.diagnosis
        await until(lambda: shown.diagnosis.bar.isHidden())
        assert {check.outcome for check in shown.diagnosis.groups.checks() if check.id in ("vault", "index")} == {"ok"}

        shown.diagnosis.page_requested.emit("index")

        assert desktop.window.pages.page is None
        await until(lambda: desktop.window.findChildren(IndexPage))


@on_qt_loop
async def test_closing_the_settings_shows_the_panes_again(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await open_views(desktop)
        desktop.show_settings()

        settings_page(desktop.window.pages.page).closed.emit()

        assert desktop.window.pages.page is None
        assert desktop.window.panes.isVisible()


@on_qt_loop
async def test_opening_a_note_from_the_settings_closes_them(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.show_settings()

        settings_page(desktop.window.pages.page).note_opened.emit("Boiler.md")

        assert desktop.window.pages.page is None
        await until(lambda: views.notes.current_path == "Boiler.md")


# Agents: the picker of the chat, the commands and the settings pages open each other.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "Agents").mkdir()
    (root / "Agents" / "House.md").write_text(HOUSE, encoding="utf-8")
    return root


@on_qt_loop
async def test_the_commands_open_the_picker_the_reach_and_the_settings(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        commands, pages = desktop.window.commands, desktop.window.pages
        commands["choose-agent"].trigger()
        assert is_open(PickerPopup)
        shown(PickerPopup).close()
        commands["agent-reach"].trigger()
        page = pages.page
        assert isinstance(page, ReachPage)
        page.closed.emit()
        assert pages.page is None
        for command, title in (
            ("agents", "Agents"),
            ("permissions", "Permissions"),
            ("private-notes", "Private notes"),
        ):
            commands[command].trigger()
            settings = pages.page
            assert isinstance(settings, SettingsPage)
            assert settings.sheet().title == title
        assert views is desktop.views


@on_qt_loop
async def test_closing_the_reach_page_returns_to_the_agents_sheet(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat.agents.agents_requested.emit()
        settings = desktop.window.pages.page
        assert isinstance(settings, SettingsPage)
        sheet = settings.sheet()
        assert isinstance(sheet, AgentsSheet)
        sheet.card.buttons["reach"].click()
        page = desktop.window.pages.page
        assert isinstance(page, ReachPage)
        page.closed.emit()
        restored = desktop.window.pages.page
        assert isinstance(restored, SettingsPage)
        assert restored.sheet().title == "Agents"


@on_qt_loop
async def test_a_note_can_be_opened_from_the_reach_page(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat.agents.reach_requested.emit("")
        page = desktop.window.pages.page
        assert isinstance(page, ReachPage)
        page.note_opened.emit("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert desktop.window.pages.page is None
