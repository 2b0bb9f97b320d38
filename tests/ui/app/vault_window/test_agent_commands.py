"""Agent commands: the picker of the chat, the commands and the settings pages open each other."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import HOUSE, is_open, shown
from vaultdesk.ui.agents.grant_dialog import GrantDialog
from vaultdesk.ui.agents.reach_page import ReachPage
from vaultdesk.ui.app.vault_window.agent_commands import COMMANDS
from vaultdesk.ui.settings.agents_sheet import AgentsSheet
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "Agents").mkdir()
    (root / "Agents" / "House.md").write_text(HOUSE, encoding="utf-8")
    return root


@on_qt_loop
async def test_choosing_an_agent_without_a_grant_asks_for_one(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.workspace.agents.refresh()
        views.chat.agents.pick("House")
        await until(lambda: is_open(GrantDialog))
        dialog = shown(GrantDialog)
        assert views.chat.agents.shown == ""
        await until(dialog.done_button.isEnabled)
        dialog.done_button.click()
        await until(lambda: views.chat.agents.shown == "House")
        assert views.chat.header.agent.shown_text() == "House"


@on_qt_loop
async def test_declining_the_grant_changes_nothing(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.workspace.agents.refresh()
        views.chat.agents.pick("House")
        await until(lambda: is_open(GrantDialog))
        shown(GrantDialog).cancel.click()
        await until(lambda: not is_open(GrantDialog))
        assert views.chat.header.agent.shown_text() == "Default assistant"


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


@on_qt_loop
async def test_agent_commands_are_disabled_without_a_vault(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        assert all(desktop.window.commands[name].isEnabled() for name in COMMANDS)
        desktop.close_vault()
        await until(lambda: desktop.views is None)
        await until(lambda: not any(desktop.window.commands[name].isEnabled() for name in COMMANDS))
