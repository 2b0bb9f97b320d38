"""Tests of ui/chat/chat_commands.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.chats import make_conversation
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.vault_settings import set_tool_calling
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.toast import Toast

# Chat commands: chats and tabs are restored, and a deletion can be undone.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


async def ask_and_save(views: VaultViews, question: str) -> str:
    """Ask the built-in assistant, and return the path of the chat's note."""
    views.workspace.chats.set_save_mode("keep")
    set_tool_calling(views.workspace, False)
    controller = views.chat.conversations[0]
    controller.ask(question)
    await until(lambda: not controller.running and controller.note)
    return controller.note


@on_qt_loop
async def test_last_chat_is_restored_at_the_next_start(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        path = await ask_and_save(views, "What leaks?")
        assert (vault / path).is_file()
        views.chat.composer.set_text("half a thou")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.chat.transcript.views)
        assert views.chat.transcript.views[0].exchange.question == "What leaks?"
        assert views.chat.composer.text == "half a thou"


@on_qt_loop
async def test_saved_chat_without_a_note_is_restored_at_its_reading_position(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        chat = make_conversation("Long", *(f"Words {number}\n\n" * 30 for number in range(12)))
        autosave = views.workspace.chats.autosave(chat)
        autosave.save_soon()
        await autosave.flush()
        controller = await views.chat.library.open(chat.id)
        assert controller is not None
        await until(lambda: views.chat.transcript.views)
        third = controller.exchanges[2]
        views.chat.transcript.navigation.go_to(third)
        await until(lambda: views.chat.transcript.reading_position is not None)
        position = views.chat.transcript.reading_position
        assert position is not None
        assert not autosave.path
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.chat.open_conversations.current.conversation.id == chat.id)

        def message_id_read() -> str:
            current = views.chat.transcript.reading_position
            return current.exchange.message_id if current is not None else ""

        await until(lambda: message_id_read() == position.exchange.message_id)


@on_qt_loop
async def test_new_chat_shown_last_is_restored_as_a_new_chat(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await ask_and_save(views, "What leaks?")
        views.chat.new_chat()
        assert desktop.window.state.chats == {}


@on_qt_loop
async def test_deleted_chat_is_restored_from_the_notification(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        path = await ask_and_save(views, "What leaks?")
        views.chat.header.delete_requested.emit()
        await until(lambda: not (vault / path).exists() and desktop.window.findChildren(Toast))
        notice = desktop.window.findChildren(Toast)[-1]
        assert notice.text() == "Deleted “What leaks?”"
        notice._action_button.click()
        await until(lambda: (vault / path).exists() and views.chat.transcript.views)
        assert views.chat.header.title.shown_text() == "What leaks?"


@on_qt_loop
async def test_command_opens_the_chat_list(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await ask_and_save(views, "What leaks?")
        desktop.window.commands["chats"].trigger()
        popup = views.chat.chat_list._popup
        assert popup is not None
        assert [entry.title for entry in popup.list.rows()] == ["Today", "What leaks?"]
        popup.close()


@on_qt_loop
async def test_chat_tabs_are_restored_in_their_order(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        first = await ask_and_save(views, "What leaks?")
        views.chat.new_chat()
        second = views.chat.open_conversations.current
        second.ask("What does it cost?")
        await until(lambda: not second.running and second.note)
        views.chat.tab_bar.moveTab(1, 0)
        assert desktop.window.state.chat_tabs[str(vault)] == (second.note, first)
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.chat.tab_bar.count() == 2)
        await until(lambda: views.chat.header.title.shown_text() == "What does it cost?")
        assert [views.chat.tab_bar.tabText(number) for number in range(2)] == ["What does it cost?", "What leaks?"]
        desktop.window.commands["next-chat"].trigger()
        assert views.chat.header.title.shown_text() == "What leaks?"
        desktop.window.commands["close-chat"].trigger()
        assert views.chat.header.title.shown_text() == "What does it cost?"
        assert views.chat.tab_bar.isHidden()


@on_qt_loop
async def test_esc_stops_the_answer_from_anywhere_in_the_chat(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        stop = desktop.window.commands["stop"]
        assert not stop.isEnabled()
        views.chat.running_changed.emit(True)
        assert stop.isEnabled()
        emitted: list[bool] = []
        views.chat.composer.stop_requested.connect(lambda: emitted.append(True))
        desktop.window.activateWindow()
        views.chat.header.new.setFocus()
        QTest.keyClick(views.chat.header.new, Qt.Key.Key_Escape)
        assert emitted == [True]
        views.chat.composer.field.setFocus()
        QTest.keyClick(views.chat.composer.field, Qt.Key.Key_Escape, Qt.KeyboardModifier.ShiftModifier)
        assert views.chat.composer.field.expanded
        views.chat.running_changed.emit(False)
        assert not stop.isEnabled()


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
