"""Tests of ui/chat/instruction_notes.py: new notes need confirmation, and others are read before they are used."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import HOUSE, is_open, shown
from vaultdesk.ui.agents.grant_dialog import GrantDialog, InstructionDialog
from vaultdesk.ui.chat.composer.mode_menu import ModePopup
from vaultdesk.ui.chat.instruction_notes import NamingDialog


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "AGENTS.md").write_text("Answer briefly.\n", encoding="utf-8")
    (root / "Assistant/Projects").mkdir(parents=True)
    (root / "Assistant/Projects/House.md").write_text("---\nfolder: Projects\n---\nBe brief.\n", encoding="utf-8")
    (root / "Agents").mkdir()
    (root / "Agents/House.md").write_text(HOUSE, encoding="utf-8")
    return root


@on_qt_loop
async def test_instructions_are_announced_read_and_accepted(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        banner = views.chat.composer_controller.instructions
        await until(lambda: not banner.isHidden())
        banner.links[0].click()
        await until(lambda: is_open(InstructionDialog))
        dialog = shown(InstructionDialog)
        assert dialog.box.toPlainText() == "Answer briefly.\n"
        await until(dialog.done_button.isEnabled)
        dialog.done_button.click()
        await until(banner.isHidden)
        assert views.workspace.instructions.list()[0].is_used


@on_qt_loop
async def test_a_project_is_read_before_it_becomes_active(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.workspace.projects.list())
        desktop.window.commands["choose-mode"].trigger()
        assert is_open(ModePopup)
        shown(ModePopup).close()
        views.chat.modes.choose("project")
        await until(lambda: is_open(InstructionDialog))
        await until(shown(InstructionDialog).done_button.isEnabled)
        shown(InstructionDialog).done_button.click()
        await until(lambda: views.chat.composer.mode.shown_text() == "House")


@on_qt_loop
async def test_a_new_command_and_a_new_project_become_notes_after_confirmation(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat.composer_controller.new_command_requested.emit("Sum up")
        await until(lambda: is_open(NamingDialog))
        dialog = shown(NamingDialog)
        assert dialog.result_label.text() == "Creates the note Assistant/Commands/Sum up.md and opens it."
        dialog.reject()
        await until(lambda: not is_open(NamingDialog))
        assert not (vault / "Assistant/Commands").exists()
        views.chat.composer_controller.new_command_requested.emit("Sum up")
        await until(lambda: is_open(NamingDialog))
        shown(NamingDialog).done_button.click()
        await until(lambda: (vault / "Assistant/Commands/Sum up.md").is_file())
        await until(lambda: [command.name for command in views.workspace.quick_commands.list()] == ["Sum up"])
        await until(lambda: not is_open(NamingDialog))
        views.chat.modes.new_project_requested.emit()
        await until(lambda: is_open(NamingDialog))
        project = shown(NamingDialog)
        project.name.set_text("Heating")
        project.folder.field.set_text("Projects")
        project.done_button.click()
        await until(lambda: (vault / "Assistant/Projects/Heating.md").is_file())


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
        assert views.chat.header.agent.shown_text() == "Assistant"


def draft(name: str, folder: str) -> tuple[str, str]:
    return f"Assistant/{name}.md", f"about {folder}"


def open_naming_dialog(*folders: str) -> tuple[QWidget, NamingDialog]:
    window = QWidget()
    window.resize(700, 500)
    window.show()
    dialog = NamingDialog("New project", "Some notes with instructions.", draft, window, folders=folders)
    dialog.open()
    return window, dialog


def test_the_naming_dialog_shows_the_note_it_creates_and_needs_a_name() -> None:
    _window, dialog = open_naming_dialog()
    assert not dialog.done_button.isEnabled()
    assert not dialog.folder.isVisible()
    QTest.keyClicks(dialog.name.edit, "House")
    assert dialog.result_label.text() == "Creates the note Assistant/House.md and opens it."
    QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)
    assert (dialog.result(), dialog.path) == (NamingDialog.DialogCode.Accepted, "Assistant/House.md")


def test_the_naming_dialog_accepts_only_an_existing_folder() -> None:
    _window, dialog = open_naming_dialog("Projects")
    dialog.name.set_text("House")
    dialog.folder.field.set_text("../elsewhere")
    assert not dialog.done_button.isEnabled()
    dialog.folder.field.set_text("Projects")
    assert (dialog.done_button.isEnabled(), dialog.text) == (True, "about Projects")
    dialog.reject()
