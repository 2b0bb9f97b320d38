"""Asking wiring: the open note is offered, new notes are created after a yes, texts are read before they are used."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from tests.ui.agents.agent_desk import is_open, shown
from vaultdesk.ui.agents.read_dialog import ReadDialog
from vaultdesk.ui.asking_wiring import ASKING_COMMANDS
from vaultdesk.ui.chat.composer.mode_menu import ModePopup
from vaultdesk.ui.chat.naming_dialog import NamingDialog


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "AGENTS.md").write_text("Answer briefly.\n", encoding="utf-8")
    (root / "Assistant/Projects").mkdir(parents=True)
    (root / "Assistant/Projects/House.md").write_text("---\nfolder: Projects\n---\nBe brief.\n", encoding="utf-8")
    return root


@on_qt_loop
async def test_the_open_note_and_what_is_selected_are_offered_and_added_by_the_command(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        tray = views.chat.composer.tray
        await until(lambda: [quiet.thing.target for quiet in tray.offered] == ["Boiler.md"])
        assert tray.items == ()
        page = views.notes.current_page
        assert page is not None
        await until(lambda: "leaks" in page.reader.toPlainText())
        cursor = page.reader.textCursor()
        cursor.select(cursor.SelectionType.Document)
        page.reader.setTextCursor(cursor)
        desktop.window.commands["add-open-note"].trigger()
        assert [item.kind for item in tray.items] == ["selection"]
        assert "leaks" in tray.items[0].text
        desktop.window.commands["add-open-note"].trigger()
        assert [item.kind for item in tray.items] == ["selection", "active"]


@on_qt_loop
async def test_instructions_are_told_of_read_and_accepted(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        banner = views.chat.composing.instructions
        await until(lambda: not banner.isHidden())
        banner.links[0].click()
        await until(lambda: is_open(ReadDialog))
        dialog = shown(ReadDialog)
        assert dialog.box.toPlainText() == "Answer briefly.\n"
        await until(dialog.done_button.isEnabled)
        dialog.done_button.click()
        await until(banner.isHidden)
        assert views.workspace.instructions.list()[0].used


@on_qt_loop
async def test_a_project_is_read_and_then_worked_in(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.workspace.projects.list())
        desktop.window.commands["choose-mode"].trigger()
        assert is_open(ModePopup)
        shown(ModePopup).close()
        views.chat.modes.choose("project")
        await until(lambda: is_open(ReadDialog))
        await until(shown(ReadDialog).done_button.isEnabled)
        shown(ReadDialog).done_button.click()
        await until(lambda: views.chat.composer.mode.words() == "House")


@on_qt_loop
async def test_a_new_command_and_a_new_project_are_notes_after_a_yes(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat.composing.new_command_requested.emit("Sum up")
        await until(lambda: is_open(NamingDialog))
        dialog = shown(NamingDialog)
        assert dialog.told.text() == "Creates the note Assistant/Commands/Sum up.md and opens it."
        dialog.reject()
        await until(lambda: not is_open(NamingDialog))
        assert not (vault / "Assistant/Commands").exists()
        views.chat.composing.new_command_requested.emit("Sum up")
        await until(lambda: is_open(NamingDialog))
        shown(NamingDialog).done_button.click()
        await until(lambda: (vault / "Assistant/Commands/Sum up.md").is_file())
        await until(lambda: [one.name for one in views.workspace.commands.list()] == ["Sum up"])
        await until(lambda: not is_open(NamingDialog))
        views.chat.modes.project_wanted.emit()
        await until(lambda: is_open(NamingDialog))
        project = shown(NamingDialog)
        project.name.set_text("Heating")
        project.folder.field.set_text("Projects")
        project.done_button.click()
        await until(lambda: (vault / "Assistant/Projects/Heating.md").is_file())


@on_qt_loop
async def test_without_a_vault_there_are_no_such_commands(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        commands = desktop.window.commands
        assert all(commands[name].isEnabled() for name in ASKING_COMMANDS)
        commands["close-vault"].trigger()
        await until(lambda: not any(commands[name].isEnabled() for name in ASKING_COMMANDS))
