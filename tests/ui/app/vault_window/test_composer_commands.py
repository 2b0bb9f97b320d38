"""Tests of ui/app/vault_window/composer_commands.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import is_open, shown
from vaultdesk.ui.agents.grant_dialog import InstructionDialog
from vaultdesk.ui.app.vault_window.composer_commands import (
    COMPOSER_COMMANDS,
    NamingDialog,
    heading_above_selection,
    selected_text_in,
)
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.chat.composer.mode_menu import ModePopup
from vaultdesk.ui.notes.note_page import NotePage

# Selection: its text, its heading, and its entry in the context menu.

SURVEY = "Projects/Heat-loss survey.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


async def select_in_survey(views: VaultViews, selection: str, *, editing: bool) -> NotePage:
    """Open the survey and select *selection* in it."""
    page = await views.notes.show_note(SURVEY)
    await until(lambda: page.text is not None and selection in page.reader.toPlainText())
    if editing:
        page.toggle_edit()
        await until(lambda: page.editing and selection in page.editor.text())
    text = page.editor if editing else page.reader
    document: QTextDocument = text.document()
    text.setTextCursor(document.find(selection))
    return page


def open_context_menu(page: NotePage) -> QMenu:
    text = page.editor if page.editing else page.reader
    position = QPoint(4, 4)
    QApplication.sendEvent(text.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, position, position))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@on_qt_loop
@pytest.mark.parametrize("editing", [False, True])
async def test_a_selection_is_added_from_the_context_menu_with_its_heading(
    home: Path, vault: Path, editing: bool
) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await select_in_survey(views, "8.2 kW", editing=editing)
        assert (selected_text_in(page), heading_above_selection(page)) == ("8.2 kW", "Result")
        menu = open_context_menu(page)
        entry = next(action for action in menu.actions() if action.text().startswith("Add selection"))
        assert "Ctrl" in entry.text()
        entry.trigger()
        menu.close()
        (item,) = views.chat.composer.tray.items
        assert (item.kind, item.target, item.text) == ("selection", f"{SURVEY}#Result", "8.2 kW")
        assert "Heat-loss survey › Result" in views.chat.composer.tray.chips[0].toolTip() + str(
            [piece[0] for piece in views.chat.composer.tray.chips[0]._runs]
        )


@on_qt_loop
async def test_the_menu_entry_is_disabled_without_a_selection(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await select_in_survey(views, "8.2 kW", editing=False)
        cursor = page.reader.textCursor()
        cursor.clearSelection()
        page.reader.setTextCursor(cursor)
        menu = open_context_menu(page)
        entry = next(action for action in menu.actions() if action.text().startswith("Add selection"))
        assert not entry.isEnabled()
        menu.close()


# Composer: the open note is offered, new notes need confirmation, and instructions are read before they are used.


@pytest.fixture
def composer_vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "AGENTS.md").write_text("Answer briefly.\n", encoding="utf-8")
    (root / "Assistant/Projects").mkdir(parents=True)
    (root / "Assistant/Projects/House.md").write_text("---\nfolder: Projects\n---\nBe brief.\n", encoding="utf-8")
    return root


@on_qt_loop
async def test_the_open_note_and_the_selection_are_offered_and_added_by_the_command(
    home: Path, composer_vault: Path
) -> None:
    async with running_desktop(composer_vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        tray = views.chat.composer.tray
        await until(lambda: [offer.attachment.target for offer in tray.offered] == ["Boiler.md"])
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
async def test_instructions_are_announced_read_and_accepted(home: Path, composer_vault: Path) -> None:
    async with running_desktop(composer_vault) as desktop:
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
async def test_a_project_is_read_before_it_becomes_active(home: Path, composer_vault: Path) -> None:
    async with running_desktop(composer_vault) as desktop:
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
async def test_a_new_command_and_a_new_project_become_notes_after_confirmation(
    home: Path, composer_vault: Path
) -> None:
    async with running_desktop(composer_vault) as desktop:
        views = await open_views(desktop)
        views.chat.composer_controller.new_command_requested.emit("Sum up")
        await until(lambda: is_open(NamingDialog))
        dialog = shown(NamingDialog)
        assert dialog.result_label.text() == "Creates the note Assistant/Commands/Sum up.md and opens it."
        dialog.reject()
        await until(lambda: not is_open(NamingDialog))
        assert not (composer_vault / "Assistant/Commands").exists()
        views.chat.composer_controller.new_command_requested.emit("Sum up")
        await until(lambda: is_open(NamingDialog))
        shown(NamingDialog).done_button.click()
        await until(lambda: (composer_vault / "Assistant/Commands/Sum up.md").is_file())
        await until(lambda: [command.name for command in views.workspace.quick_commands.list()] == ["Sum up"])
        await until(lambda: not is_open(NamingDialog))
        views.chat.modes.new_project_requested.emit()
        await until(lambda: is_open(NamingDialog))
        project = shown(NamingDialog)
        project.name.set_text("Heating")
        project.folder.field.set_text("Projects")
        project.done_button.click()
        await until(lambda: (composer_vault / "Assistant/Projects/Heating.md").is_file())


@on_qt_loop
async def test_composer_commands_are_disabled_without_a_vault(home: Path, composer_vault: Path) -> None:
    async with running_desktop(composer_vault) as desktop:
        await open_views(desktop)
        commands = desktop.window.commands
        assert all(commands[name].isEnabled() for name in COMPOSER_COMMANDS)
        commands["close-vault"].trigger()
        await until(lambda: not any(commands[name].isEnabled() for name in COMPOSER_COMMANDS))


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
