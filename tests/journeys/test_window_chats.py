"""Window, chats: kept from the first word, notes too if wanted, found, renamed, branched off, edited, deleted."""

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
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


def notes(vault: Path) -> list[str]:
    """The names of the chats' notes."""
    folder = vault / "Chats"
    return sorted(file.stem for file in folder.glob("*.md")) if folder.is_dir() else []


def chats_of(window: Window) -> ChatPopup:
    """Open the list of chats by its keys."""
    window.desktop.window.commands["chats"].trigger()
    popup = window.views.chat.chat_list._popup
    assert popup is not None
    assert popup.isVisible()
    return popup


async def kept(talk: ConversationController) -> None:
    """Wait until all of *talk* is in its note."""
    await seen(lambda: talk.note and not talk.running)
    assert talk.autosave is not None
    await talk.autosave.flush()


def titles(popup: ChatPopup) -> list[str]:
    return [entry.title for entry in popup.list.row_model.rows if not entry.heading]


def tabs(window: Window) -> list[str]:
    """The titles of the conversations that have tabs."""
    return [controller.title for controller in window.views.chat.open_conversations.tabs]


def home_files_with(folder: Path, secret: bytes) -> list[str]:
    """The files below *folder* that hold *secret*."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return [file.name for file in files if secret in file.read_bytes()]


@on_qt_loop
async def test_t3_chats_are_there_again_after_quit_and_start_with_their_tabs_and_no_note_is_written(
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
            await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.is_finished)
        sent = [message["content"] for message in server.posts[2].json["messages"] if message["role"] != "system"]
        assert sent == ["What did we choose?", "A heat pump.", "And what does it cost?"]
        assert notes(vault) == []


@on_qt_loop
async def test_once_under_the_first_answer_it_is_asked_whether_chats_are_notes_too(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("A heat pump."), Turn("18,400 euros.")]) as server:
        async with open_window(home, vault, server) as window:
            window.ask("What did we choose?")
            await window.over()
            keeping = window.views.chat.save_notice
            await seen(keeping.isVisible)
            assert keeping.text().endswith("Save them as notes in the vault too?")
            click(button(keeping, "Yes, in Chats/"))
            await seen(lambda: notes(vault) == ["What did we choose"])
        written = (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")
        assert "## You\n" in written
        assert "A heat pump." in written
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: window.exchanges and window.exchanges[0].exchange.text == "A heat pump.")
            window.ask("And what does it cost?")
            await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.is_finished)
            await kept(window.views.chat.open_conversations.current)
        assert notes(vault) == ["What did we choose"]
        assert "18,400 euros." in (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")


@on_qt_loop
async def test_whoever_wants_no_notes_gets_none_and_one_chat_can_be_a_note_all_the_same(
    home: Path, tmp_path: Path
) -> None:
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
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.is_finished)
        assert not window.views.chat.save_notice.isVisible()
        assert notes(vault) == []
        window.views.chat.header.keep_note_requested.emit(True)
        await seen(lambda: notes(vault) == ["First"])
        window.views.chat.header.keep_note_requested.emit(False)
        await seen(lambda: not window.views.chat.conversations[0].note)
        assert notes(vault) == ["First"], "the note stays as it is"


@on_qt_loop
async def test_a_private_chat_is_one_click_and_nothing_of_it_is_on_the_disk(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("CANARY-ANSWER."), Turn("Kept.")]) as server:
        async with open_window(home, vault, server) as window:
            head = window.views.chat.header
            click(head.private)
            assert head.private_mark.isVisible()
            QTest.keyClicks(window.box, "CANARY-DRAFT")
            window.views.chat.drafts.save()
            window.views.chat.composer.set_text("")
            window.ask("CANARY-QUESTION?")
            await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text == "CANARY-ANSWER.")
            await window.over()
            assert not window.views.chat.save_notice.isVisible()
            window.views.chat.new_chat()
            assert not head.private_mark.isVisible()
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
async def test_u15_a_question_edited_in_its_place_is_asked_again_and_both_forms_survive_a_start(
    home: Path, tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("One."), Turn("Two."), Turn("Otherwise.")]) as server:
        async with open_window(home, vault, server) as window:
            window.ask("First?")
            await window.over()
            window.ask("Second?")
            await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.is_finished)
            await window.over()
            window.exchanges[0].edit_requested.emit()
            editor = window.exchanges[0].card.editor
            assert editor is not None
            editor.field.selectAll()
            QTest.keyClicks(editor.field, "First, otherwise?")
            QTest.keyClick(editor.field, Qt.Key.Key_Return)
            await seen(lambda: [one.exchange.text for one in window.exchanges] == ["Otherwise."])
            await window.over()
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: [one.exchange.text for one in window.exchanges] == ["Otherwise."])
            (switch,) = window.exchanges[0].card.findChildren(FormSwitch)
            assert switch.label.text() == "2 of 2"
            click(switch.previous)
            await seen(lambda: [one.exchange.text for one in window.exchanges] == ["One.", "Two."])


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
            return [one for one in window.desktop.window.findChildren(Toast) if one.isVisible()]

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
async def test_a_branch_leaves_its_parent_as_it_was_and_leads_back(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with (
        WireServer(openai=[Turn("One."), Turn("Two."), Turn("Another two.")]) as server,
        open_window(home, vault, server) as window,
    ):
        window.views.workspace.chats.set_save_mode("keep")
        window.ask("First?")
        await window.over()
        window.ask("Second?")
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.is_finished)
        parent = window.views.chat.conversations[0]
        await kept(parent)
        before = (vault / parent.note).read_text(encoding="utf-8")
        (foot,) = window.exchanges[0].findChildren(AnswerFooter)
        click(foot.button("branch"))
        await seen(lambda: len(window.exchanges) == 1)
        window.ask("Otherwise?")
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.is_finished)
        assert window.exchanges[1].exchange.text == "Another two."
        head = window.views.chat.header
        assert head.branch.accessibleName() == "Branch of First?"
        branch = window.views.chat.conversations[1]
        await kept(branch)
        assert "Chats/First#^" in (vault / branch.note).read_text(encoding="utf-8")
        assert (vault / parent.note).read_text(encoding="utf-8") == before
        click(head.branch)
        await seen(lambda: [one.exchange.text for one in window.exchanges] == ["One.", "Two."])


@on_qt_loop
async def test_what_another_program_does_to_the_note_shows_in_the_chat(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with (
        WireServer(openai=[Turn("A heat pump.")]) as server,
        open_window(home, vault, server) as window,
    ):
        window.views.workspace.chats.set_save_mode("keep")
        window.ask("What did we choose?")
        await window.over()
        talk = window.views.chat.conversations[0]
        await kept(talk)
        file = vault / talk.note
        file.write_text(file.read_text(encoding="utf-8").replace("A heat pump.", "A pellet stove."), encoding="utf-8")
        await seen(lambda: window.exchanges and window.exchanges[0].exchange.text == "A pellet stove.")
        file.unlink()
        keeping = window.views.chat.save_notice
        await seen(keeping.isVisible)
        assert keeping.text() == "The note of this chat was deleted. The chat is still here."
        click(button(keeping, "Save It Again"))
        await seen(lambda: notes(vault) == ["What did we choose"] and not keeping.isVisible())
        assert "A pellet stove." in (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")


@on_qt_loop
async def test_closing_the_window_keeps_what_an_answer_said_so_far(home: Path, tmp_path: Path) -> None:
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
async def test_questions_that_were_not_sent_wait_after_a_restart_until_the_person_sends_them(
    home: Path, tmp_path: Path
) -> None:
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
            assert len(server.posts) == 2, "nothing of the queue was sent by itself"
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
