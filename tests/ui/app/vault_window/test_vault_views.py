"""Tests of ui/app/vault_window/vault_views.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.vaults import write_vault
from vaultdesk.core.platform.paths import app_folders, welcome_vault
from vaultdesk.ui.app.vault_window.vault_views import WELCOME_NOTE, first_note, make_panes
from vaultdesk.ui.files.early_file_list import EarlyFileList
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.opened_vault import OpenedVault

# First note: the last open note, or the welcome note of the welcome vault.


@pytest.mark.parametrize(
    ("last_note", "expected"),
    [("Budget.md", "Budget.md"), ("Gone.md", None), ("", None), ("../Budget.md", None), ("/etc/hosts", None)],
)
async def test_the_last_open_note_is_restored_if_it_exists(
    tmp_path: Path, last_note: str, expected: str | None
) -> None:
    async with Vault(write_vault(tmp_path / "vault"), watch=False) as vault:
        assert await first_note(vault, last_note) == expected


async def test_the_welcome_vault_opens_its_welcome_note(home: Path) -> None:
    root = welcome_vault(app_folders())
    async with Vault(root, watch=False) as vault:
        assert await first_note(vault, "") == WELCOME_NOTE
        assert await first_note(vault, "Daily/2026-11-20.md") == "Daily/2026-11-20.md"
    (root / WELCOME_NOTE).unlink()
    async with Vault(root, watch=False) as vault:
        assert await first_note(vault, "") is None


# Vault panes: created in several iterations of the event loop, and not yet shown.


@on_qt_loop
async def test_creating_the_panes_yields_to_the_event_loop(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        workspace, other = views.workspace, desktop.window.new_window("")
        turns = 0

        async def count_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async with OpenedVault.open(workspace.vault.root, folders=app_folders(), store=workspace.store) as notes:
            first = EarlyFileList(other, notes, "name")
            await first.listed()
            task = asyncio.ensure_future(count_turns())
            before = turns
            panes = await make_panes(other, workspace, first)
            task.cancel()
            assert turns - before >= 2
            assert panes.browser is first.browser
            assert not any(pane.isVisible() for pane in (panes.notes, panes.chat))
            assert panes.attention.parent() is not None
            for created in (panes.notes, panes.chat, panes.attention, other):
                created.deleteLater()


# Vault views: navigation between the panes, and commands.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_notes_opened_from_the_browser_are_in_the_history_of_back_and_forward(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        commands = desktop.window.commands
        assert not commands["back"].isEnabled()

        views.browser.note_opened.emit("Boiler.md", False, None)
        await until(lambda: views.notes.current_path == "Boiler.md")
        views.browser.note_opened.emit("Projects/Heat-loss survey.md", False, None)
        await until(lambda: commands["back"].isEnabled())
        commands["back"].trigger()
        await until(lambda: views.notes.current_path == "Boiler.md")

        await until(lambda: commands["forward"].isEnabled())


@on_qt_loop
async def test_a_source_of_an_answer_opens_its_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)

        views.chat.source_opened.emit("Heat-loss survey", "Result", "")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_the_quoted_text_of_a_source_is_highlighted_and_unknown_text_only_opens_the_note(
    home: Path, vault: Path
) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)

        views.chat.source_opened.emit("Boiler", "", "Your old boiler leaks, as you wrote")
        await until(lambda: views.notes.current_page and views.notes.current_page.reader.passage())
        page = views.notes.current_page
        assert page is not None
        assert [page.reader.rendered_document.elements[n].text for n in page.reader.passage() or ()] == [
            "The old boiler leaks. See Heat-loss survey."
        ]

        views.chat.source_opened.emit("Heat-loss survey", "", "Nothing of this is in there")
        await until(lambda: "8.2 kW" in page.reader.toPlainText())
        assert page.reader.passage() is None


@on_qt_loop
async def test_a_missing_source_shows_a_notice(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        received: list[str] = []
        notify = desktop.window.notify
        desktop.window.notify = lambda text, *rest: received.append(text) or notify(text, *rest)  # type: ignore[method-assign]  # listens

        views.chat.source_opened.emit("No such note", "", "")
        await until(lambda: received)

        assert received == ["The note “No such note” no longer exists."]


@on_qt_loop
async def test_an_answer_is_saved_as_a_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)

        views.chat.new_note_requested.emit("You chose the heat pump.")
        await until(lambda: list((vault / "Chats").glob("Answer *.md")))
        (created,) = (vault / "Chats").glob("Answer *.md")
        await until(lambda: views.notes.current_path == f"Chats/{created.name}")

        assert created.read_text(encoding="utf-8") == "You chose the heat pump."


@on_qt_loop
async def test_only_web_and_mail_addresses_are_opened_externally(
    home: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "vaultdesk.ui.notes.reading_view.QDesktopServices.openUrl", lambda url: opened.append(url.toString()) or True
    )
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        for address in ("https://example.org/", "file:///etc/passwd", "javascript:alert(1)", "mailto:a@example.org"):
            views.chat.link_opened.emit(address)

    assert opened == ["https://example.org/", "mailto:a@example.org"]


@on_qt_loop
async def test_navigation_commands_focus_their_targets(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.activateWindow()
        commands = desktop.window.commands
        await until(lambda: desktop.window.isActiveWindow())

        commands["jump"].trigger()
        popup = views.searches.switcher.popup
        assert popup is not None
        assert popup.field.hasFocus()
        popup.close()
        commands["search-vault"].trigger()
        assert views.browser.search_pane.field.hasFocus()
        desktop.window.panes.toggle("chat")
        commands["focus-chat"].trigger()
        assert views.chat.composer.field.hasFocus() or views.chat.isAncestorOf(QApplication.focusWidget())
        commands["new-chat"].trigger()
        commands["new-private-chat"].trigger()
        assert views.chat.open_conversations.current.private
        commands["new-chat"].trigger()
        assert not views.chat.open_conversations.current.private
        commands["new-note"].trigger()
        await until(lambda: views.notes.current_path == "Untitled.md")


@on_qt_loop
async def test_opening_a_note_closes_the_settings_page(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["settings"].trigger()
        assert desktop.window.pages.page is not None
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert desktop.window.pages.page is None
        assert views.notes.isVisible()


@on_qt_loop
async def test_an_answer_finished_in_a_hidden_chat_pane_shows_a_dot(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.resize(700, 600)
        await until(lambda: desktop.window.panes.narrow)
        narrow = desktop.window.toolbar.panes.sizeHint().width()

        views.chat.running_changed.emit(False)
        assert desktop.window.toolbar.panes.sizeHint().width() > narrow
        desktop.window.panes.show_pane("chat")

        assert desktop.window.toolbar.panes.sizeHint().width() == narrow


@on_qt_loop
async def test_the_commands_of_a_vault_are_available_exactly_while_it_is_open(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        commands = desktop.window.commands
        without_vault = commands.bound
        desktop.path_opener.open_in(vault, desktop.front)
        views = await open_views(desktop)
        of_vault = commands.bound - without_vault
        assert {"new-note", "chats", "daily-note", "delete-note", "spelling", "graph", "agents", "jump"} <= of_vault
        await views.notes.show_note("Boiler.md")
        await views.notes.show_note("Daily/2026-11-20.md")
        assert commands["back"].isEnabled()
        desktop.front.close_vault()
        await until(lambda: desktop.views is None and not desktop.window.vault)
        assert commands.bound == without_vault
        assert not [name for name in of_vault if commands[name].isEnabled()]
