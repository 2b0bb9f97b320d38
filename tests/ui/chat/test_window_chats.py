"""Tests of ui/chat/window_chats.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.chats import make_conversation
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.vault_settings import set_tool_calling
from tests.support.vaults import write_vault
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.toast import Toast

# Chats and tabs are restored, and a deletion can be undone.


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


# A note that is a chat offers to continue it.

CHATGPT_MD = """---
model: openai@gpt-5
---
What is a heat pump?

<hr class="__chatgpt_plugin">

### role::assistant<span style="font-size: small;"> (openai@gpt-5)</span>

A fridge turned inside out.

<hr class="__chatgpt_plugin">

### role::user

"""
NOTES = {"Boiler.md": "# Boiler\n\nIt leaks.\n", "Pump.md": CHATGPT_MD}


@pytest.fixture
def chat_vault(tmp_path: Path) -> Path:
    write_vault(tmp_path / "Lindenweg", NOTES)
    return tmp_path / "Lindenweg"


@on_qt_loop
async def test_chat_note_shows_a_banner_that_opens_it_in_the_chat(home: Path, chat_vault: Path) -> None:
    async with running_desktop(chat_vault) as desktop:
        views = await open_views(desktop)
        views.notes.open("Pump.md")
        await until(lambda: views.notes.current_page and views.notes.current_page.banner.topic == "chat")
        page = views.notes.current_page
        assert page is not None
        assert page.banner.text() == "This note is a chat."
        page.banner.findChildren(Banner)[0].links[0].click()
        await until(lambda: views.chat.transcript.views)
        assert [view.exchange.text for view in views.chat.transcript.views] == ["A fridge turned inside out."]
        assert (chat_vault / "Pump.md").read_text(encoding="utf-8") == CHATGPT_MD, "opening wrote into the note"


@on_qt_loop
async def test_other_note_shows_no_banner(home: Path, chat_vault: Path) -> None:
    async with running_desktop(chat_vault) as desktop:
        views = await open_views(desktop)
        views.notes.open("Pump.md")
        await until(lambda: views.notes.current_page and views.notes.current_page.banner.topic == "chat")
        views.notes.open("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.banner.topic == "")
