"""Tests of ui/chat/open_note.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QMenu

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.vault_settings import set_tool_calling
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.chat.open_note import heading_above_selection, selected_text_in
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.toast import Toast

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


@on_qt_loop
async def test_the_open_note_and_the_selection_are_offered_and_added_by_the_command(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        tray = views.chat.composer.tray
        await until(lambda: [offer.attachment.target for offer in tray.offered_chips] == ["Boiler.md"])
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


# Answer targets: an answer is inserted at the cursor or appended to the open note, and can be removed again.


async def open_editor(views: VaultViews) -> NotePage:
    """Open a note in the editor."""
    page = await views.notes.show_note("Boiler.md")
    await until(lambda: page.text is not None)
    page.toggle_edit()
    await until(lambda: page.editing and page.editor.text())
    return page


def last_notice(desktop: WindowManager) -> Toast:
    return desktop.window.findChildren(Toast)[-1]


@on_qt_loop
async def test_answer_is_inserted_at_the_cursor_and_can_be_undone(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await open_editor(views)
        before = page.editor.text()
        cursor = page.editor.textCursor()
        cursor.setPosition(len("# Boiler\n\n"))
        page.editor.setTextCursor(cursor)
        views.chat.insert_requested.emit("A **pump**. ")
        assert "\n\nA **pump**. The old boiler" in page.editor.text()
        assert last_notice(desktop).text() == "Inserted into “Boiler”."
        last_notice(desktop)._action_button.click()
        assert page.editor.text() == before


@on_qt_loop
async def test_text_typed_after_an_inserted_answer_stays_when_the_answer_is_removed(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await open_editor(views)
        cursor = page.editor.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        page.editor.setTextCursor(cursor)
        views.chat.insert_requested.emit("A pump.")
        page.editor.insertPlainText(" Mine.")
        last_notice(desktop)._action_button.click()
        assert page.editor.text().endswith("[[Heat-loss survey]].\n Mine.")


@on_qt_loop
async def test_answer_is_appended_to_a_note_in_reading_view_and_can_be_undone(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        before = (vault / "Boiler.md").read_text(encoding="utf-8")
        views.chat.append_requested.emit("A **pump**.")
        await until(lambda: (vault / "Boiler.md").read_text(encoding="utf-8") == f"{before}\nA **pump**.\n")
        await until(lambda: desktop.window.findChildren(Toast))
        assert last_notice(desktop).text() == "Appended to “Boiler”."
        last_notice(desktop)._action_button.click()
        await until(lambda: (vault / "Boiler.md").read_text(encoding="utf-8") == before)


@on_qt_loop
async def test_insert_offers_to_append_if_no_note_is_being_edited(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["insert-answer"].trigger()
        assert last_notice(desktop).text() == "There is no answer in this chat yet."
        await views.notes.show_note("Boiler.md")
        set_tool_calling(views.workspace, False)
        controller = views.chat.conversations[0]
        controller.ask("What leaks?")
        await until(lambda: not controller.running and controller.exchanges[-1].text)
        desktop.window.commands["insert-answer"].trigger()
        assert last_notice(desktop).text() == "No note is being edited, so there is no cursor."
        last_notice(desktop)._action_button.click()
        last_line = controller.exchanges[-1].text.strip().splitlines()[-1]
        await until(lambda: last_line in (vault / "Boiler.md").read_text(encoding="utf-8"))


@on_qt_loop
async def test_footer_offers_append_only_while_a_note_is_open(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        controller = views.chat.conversations[0]
        set_tool_calling(views.workspace, False)
        controller.ask("What leaks?")
        await until(
            lambda: not controller.running and views.chat.transcript.views and views.chat.transcript.views[0]._footer
        )
        footer = views.chat.transcript.views[0]._footer
        assert footer is not None
        assert footer.button("append").isHidden()
        await views.notes.show_note("Boiler.md")
        await until(lambda: not footer.button("append").isHidden())
        views.chat_place.choose("tab")
        assert not footer.button("append").isHidden(), "the note is open behind the chat's tab"
        views.chat_place.choose("dock")
