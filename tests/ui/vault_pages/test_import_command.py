"""Importing chats from the window: command, dialog, toast and undo."""

from pathlib import Path

from tests.chat.importers.drawing import fixture
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.widgets.toast import Toast


@on_qt_loop
async def test_chats_are_imported_and_the_import_can_be_undone(home: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "copilot-quick.md").write_text(fixture("copilot-quick.md"), encoding="utf-8")
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        window, importing = desktop.window, views.importing
        window.commands["import-chats"].trigger()
        await until(lambda: importing.dialog)
        dialog = importing.dialog
        assert dialog is not None
        await dialog.read(tmp_path / "in")
        dialog.done_button.click()
        await until(lambda: window.findChildren(Toast))
        (toast,) = window.findChildren(Toast)
        assert toast.text() == "1 chat was imported."
        await until(lambda: [entry.title for entry in views.workspace.chats.entries()])
        (entry,) = views.workspace.chats.entries()
        assert entry.title == 'Which pump: "Nordwind" or not'
        assert len((await views.workspace.chats.open(entry.path)).messages) == 4

        toast._run_action()
        await until(lambda: not (vault / "Chats" / "Which pump Nordwind or not.md").exists())


@on_qt_loop
async def test_command_is_enabled_with_a_vault_and_is_in_the_chat_menu(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        action = desktop.window.commands["import-chats"]

        assert action.isEnabled()
        views.chat.header.more.click()
        (menu,) = views.chat.header.findChildren(Menu)
        assert action in menu.actions()
        menu.close()
        desktop.front.close_vault()
        await until(lambda: not action.isEnabled())
