"""Window, chats: saved from the first message, optionally as notes, searched, renamed, branched, edited, deleted."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.journeys.program import KEY
from tests.journeys.window import Window, button, click, open_window, seen, window_of
from tests.support.desktop import running_desktop
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Turn, WireServer
from vaultdesk.ui.chat.chat_library import ChatPopup
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.chat.transcript.answer_view import AnswerFooter
from vaultdesk.ui.chat.transcript.question_card import FormSwitch
from vaultdesk.ui.widgets.toast import Toast


@pytest.fixture(autouse=True)
def api_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


def notes(vault: Path) -> list[str]:
    """Return the names of the chat notes."""
    folder = vault / "Chats"
    return sorted(file.stem for file in folder.glob("*.md")) if folder.is_dir() else []


def chats_of(window: Window) -> ChatPopup:
    """Open the list of chats by its command."""
    window.desktop.window.commands["chats"].trigger()
    popup = window.views.chat.chat_list._popup
    assert popup is not None
    assert popup.isVisible()
    return popup


async def wait_until_saved(talk: ConversationController) -> None:
    """Wait until all of *talk* is saved in its note."""
    await seen(lambda: talk.note and not talk.running)
    assert talk.autosave is not None
    await talk.autosave.flush()


def titles(popup: ChatPopup) -> list[str]:
    return [entry.title for entry in popup.list.row_model.rows if not entry.heading]


def tabs(window: Window) -> list[str]:
    """Return the titles of the conversations in tabs."""
    return [controller.title for controller in window.views.chat.open_conversations.tabs]


def home_files_with(folder: Path, secret: bytes) -> list[str]:
    """Return the names of the files below *folder* that contain *secret*."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return [file.name for file in files if secret in file.read_bytes()]


@on_qt_loop
async def test_t3_chats_and_tabs_are_restored_after_a_restart_and_no_note_is_written(
    home: Path, tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("A heat pump."), Turn("In February."), Turn("18,400 euros.")]) as server:
        async with open_window(home, vault, server) as window:
            window.ask("What did we choose?")
            await window.over()
            window.views.chat.new_chat()
            window.ask("When do I prune?")
            await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text == "In February.")
            await window.over()
            assert tabs(window) == ["What did we choose?", "When do I prune?"]
            window.views.chat.show_conversation(window.views.chat.conversations[0])
            window.views.chat.composer.set_text("And what does it")
        assert notes(vault) == []
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: window.exchanges and window.exchanges[0].exchange.text == "A heat pump.")
            assert tabs(window) == ["What did we choose?", "When do I prune?"]
            assert window.views.chat.composer.text == "And what does it"
            QTest.keyClicks(window.box, " cost?")
            QTest.keyClick(window.box, Qt.Key.Key_Return)
            await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].is_finished)
        sent = [message["content"] for message in server.posts[2].json["messages"] if message["role"] != "system"]
        assert sent == ["What did we choose?", "A heat pump.", "And what does it cost?"]
        assert notes(vault) == []


@on_qt_loop
async def test_the_first_answer_offers_once_to_save_chats_as_notes(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("A heat pump."), Turn("18,400 euros.")]) as server:
        async with open_window(home, vault, server) as window:
            window.ask("What did we choose?")
            await window.over()
            notice = window.views.chat.save_notice
            await seen(notice.isVisible)
            assert notice.text().endswith("Save them as notes in the vault too?")
            click(button(notice, "Yes, in Chats/"))
            await seen(lambda: notes(vault) == ["What did we choose"])
        written = (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")
        assert "## You\n" in written
        assert "A heat pump." in written
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: window.exchanges and window.exchanges[0].exchange.text == "A heat pump.")
            window.ask("And what does it cost?")
            await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].is_finished)
            await wait_until_saved(window.views.chat.open_conversations.current)
        assert notes(vault) == ["What did we choose"]
        assert "18,400 euros." in (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")


@on_qt_loop
async def test_declining_writes_no_chat_notes_and_a_single_chat_can_still_be_saved(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with (
        WireServer(openai=[Turn("One."), Turn("Two.")]) as server,
        open_window(home, vault, server) as window,
    ):
        window.ask("First?")
        await window.over()
        await seen(window.views.chat.save_notice.isVisible)
        click(button(window.views.chat.save_notice, "No"))
        window.ask("Second?")
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].is_finished)
        assert not window.views.chat.save_notice.isVisible()
        assert notes(vault) == []
        window.views.chat.header.keep_note_requested.emit(True)
        await seen(lambda: notes(vault) == ["First"])
        window.views.chat.header.keep_note_requested.emit(False)
        await seen(lambda: not window.views.chat.conversations[0].note)
        assert notes(vault) == ["First"], "the note is not deleted"


@on_qt_loop
async def test_a_private_chat_takes_one_click_and_writes_nothing_to_disk(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("CANARY-ANSWER."), Turn("Kept.")]) as server:
        async with open_window(home, vault, server) as window:
            header = window.views.chat.header
            click(header.private)
            assert header.private_mark.isVisible()
            QTest.keyClicks(window.box, "CANARY-DRAFT")
            window.views.chat.drafts.save()
            window.views.chat.composer.set_text("")
            window.ask("CANARY-QUESTION?")
            await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text == "CANARY-ANSWER.")
            await window.over()
            assert not window.views.chat.save_notice.isVisible()
            window.views.chat.new_chat()
            assert not header.private_mark.isVisible()
            window.ask("Kept?")
            await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text == "Kept.")
            await window.over()
            popup = chats_of(window)
            await seen(lambda: titles(popup) == ["Kept?", "CANARY-QUESTION?"])
            popup.close()
        assert home_files_with(tmp_path, b"CANARY") == []
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: window.exchanges and window.exchanges[0].exchange.text == "Kept.")
            popup = chats_of(window)
            assert titles(popup) == ["Kept?"]
            popup.close()


@on_qt_loop
async def test_u15_an_edited_question_is_asked_again_and_both_versions_survive_a_restart(
    home: Path, tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("One."), Turn("Two."), Turn("Otherwise.")]) as server:
        async with open_window(home, vault, server) as window:
            window.ask("First?")
            await window.over()
            window.ask("Second?")
            await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].is_finished)
            await window.over()
            window.exchanges[0].edit_requested.emit()
            editor = window.exchanges[0].card.editor
            assert editor is not None
            editor.field.selectAll()
            QTest.keyClicks(editor.field, "First, otherwise?")
            QTest.keyClick(editor.field, Qt.Key.Key_Return)
            await seen(lambda: [view.exchange.text for view in window.exchanges] == ["Otherwise."])
            await window.over()
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: [view.exchange.text for view in window.exchanges] == ["Otherwise."])
            (switch,) = window.exchanges[0].card.findChildren(FormSwitch)
            assert switch.label.text() == "2 of 2"
            click(switch.previous)
            await seen(lambda: [view.exchange.text for view in window.exchanges] == ["One.", "Two."])


@on_qt_loop
async def test_chats_are_found_renamed_pinned_and_deleted_by_keyboard(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with (
        WireServer(openai=[Turn("Nordwind."), Turn("In February.")]) as server,
        open_window(home, vault, server) as window,
    ):
        window.views.workspace.chats.set_save_mode("keep")
        window.ask("Which heat pump?")
        await window.over()
        window.views.chat.new_chat()
        window.ask("When do I prune?")
        await window.over()
        await seen(lambda: notes(vault) == ["When do I prune", "Which heat pump"])
        pump = window.views.chat.conversations[0].conversation.id
        popup = chats_of(window)
        await seen(lambda: titles(popup) == ["When do I prune?", "Which heat pump?"])
        QTest.keyClicks(popup.search, "pump")
        await seen(lambda: titles(popup)[:1] == ["Which heat pump?"])
        QTest.keyClick(popup.search, Qt.Key.Key_F2)
        QTest.keyClicks(popup.name, "Heat pump")
        QTest.keyClick(popup.name, Qt.Key.Key_Return)
        await seen(lambda: notes(vault) == ["Heat pump", "When do I prune"])
        popup.search.clear()
        await seen(lambda: "Heat pump" in titles(popup))
        QTest.keyClick(popup.search, Qt.Key.Key_Down)
        popup.list.go_to(pump)
        QTest.keyClick(popup.list, Qt.Key.Key_P)
        await seen(lambda: titles(popup)[0] == "Heat pump" and popup.list.row_model.rows[0].title == "Pinned")
        QTest.keyClick(popup.list, Qt.Key.Key_Delete)
        await seen(lambda: notes(vault) == ["When do I prune"])
        popup.close()

        def shown() -> list[Toast]:
            return [toast for toast in window.desktop.window.findChildren(Toast) if toast.isVisible()]

        await seen(shown)
        (notice,) = shown()
        assert notice.text() == "Deleted “Heat pump”"
        click(button(notice, "Undo"))
        await seen(lambda: notes(vault) == ["Heat pump", "When do I prune"])
        popup = chats_of(window)
        QTest.keyClicks(popup.search, "heat")
        await seen(lambda: titles(popup)[:1] == ["Heat pump"])
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        await seen(lambda: window.exchanges and window.exchanges[0].exchange.text == "Nordwind.")


@on_qt_loop
async def test_a_branch_leaves_its_parent_unchanged_and_links_back_to_it(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with (
        WireServer(openai=[Turn("One."), Turn("Two."), Turn("Another two.")]) as server,
        open_window(home, vault, server) as window,
    ):
        window.views.workspace.chats.set_save_mode("keep")
        window.ask("First?")
        await window.over()
        window.ask("Second?")
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].is_finished)
        parent = window.views.chat.conversations[0]
        await wait_until_saved(parent)
        before = (vault / parent.note).read_text(encoding="utf-8")
        (footer,) = window.exchanges[0].findChildren(AnswerFooter)
        click(footer.button("branch"))
        await seen(lambda: len(window.exchanges) == 1)
        window.ask("Otherwise?")
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].is_finished)
        assert window.exchanges[1].exchange.text == "Another two."
        header = window.views.chat.header
        assert header.branch.accessibleName() == "Branch of First?"
        branch = window.views.chat.conversations[1]
        await wait_until_saved(branch)
        assert "Chats/First#^" in (vault / branch.note).read_text(encoding="utf-8")
        assert (vault / parent.note).read_text(encoding="utf-8") == before
        click(header.branch)
        await seen(lambda: [view.exchange.text for view in window.exchanges] == ["One.", "Two."])


@on_qt_loop
async def test_changes_of_another_program_to_the_chat_note_appear_in_the_chat(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with (
        WireServer(openai=[Turn("A heat pump.")]) as server,
        open_window(home, vault, server) as window,
    ):
        window.views.workspace.chats.set_save_mode("keep")
        window.ask("What did we choose?")
        await window.over()
        conversation = window.views.chat.conversations[0]
        await wait_until_saved(conversation)
        file = vault / conversation.note
        file.write_text(file.read_text(encoding="utf-8").replace("A heat pump.", "A pellet stove."), encoding="utf-8")
        await seen(lambda: window.exchanges and window.exchanges[0].exchange.text == "A pellet stove.")
        file.unlink()
        notice = window.views.chat.save_notice
        await seen(notice.isVisible)
        assert notice.text() == "The note of this chat was deleted. The chat is still here."
        click(button(notice, "Save It Again"))
        await seen(lambda: notes(vault) == ["What did we choose"] and not notice.isVisible())
        assert "A pellet stove." in (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")


@on_qt_loop
async def test_closing_the_window_saves_a_partial_answer(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("A heat pump, " * 40, hold_after=30)]) as server:
        async with open_window(home, vault, server) as window:
            window.views.workspace.chats.set_save_mode("keep")
            window.ask("What did we choose?")
            await seen(lambda: window.exchanges and "A heat pump" in window.exchanges[0].exchange.text)
        written = (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")
        assert "A heat pump" in written
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: window.exchanges and window.exchanges[0].cut)
            assert window.exchanges[0].cut is not None
            assert window.exchanges[0].cut.text() == "This answer was cut off."


def waiting_cards(window: Window) -> list[str]:
    return [card.text for card in window.views.chat.queue.cards]


@on_qt_loop
async def test_queued_questions_are_restored_and_wait_until_the_user_sends_them(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    turns = [Turn("A heat pump because it is quiet.", hold_after=5), Turn("Now."), Turn("18,400 euros.")]
    async with WireServer(openai=turns) as server:
        async with open_window(home, vault, server) as window:
            window.ask("What did we choose?")
            await seen(lambda: server.posts)
            window.ask("What does it cost?")
            assert waiting_cards(window) == ["What does it cost?"]
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: waiting_cards(window) == ["What does it cost?"])
            window.ask("Go on")
            await seen(lambda: window.exchanges[-1].exchange.text == "Now.")
            await window.over()
            assert waiting_cards(window) == ["What does it cost?"]
            assert len(server.posts) == 2, "no queued question was sent automatically"
            click(button(window.views.chat.queue.cards[0], "Send now"))
            await seen(lambda: window.exchanges[-1].exchange.text == "18,400 euros.")
            await window.over()
            assert waiting_cards(window) == []
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: len(window.exchanges) == 3)
            assert waiting_cards(window) == []
        assert [post.json["messages"][-1]["content"] for post in server.posts] == [
            "What did we choose?",
            "Go on",
            "What does it cost?",
        ]
