"""Window, chats: kept as notes with the person's word, found, renamed, branched off, deleted and gone on with."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.journeys.program import KEY
from tests.journeys.window import Window, button, click, open_window, seen, window_of
from tests.support.desktop import running_desktop
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Turn, WireServer
from vaultdesk.ui.chat.chat_popup import ChatPopup
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.chat.transcript.answer_view import AnswerFooter
from vaultdesk.ui.widgets.overlays import Toast


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
    return [entry.title for entry in popup.list.entries() if not entry.heading]


@on_qt_loop
async def test_a_chat_is_kept_with_a_yes_and_gone_on_with_after_the_next_start(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with WireServer(openai=[Turn("A heat pump."), Turn("18,400 euros.")]) as server:
        async with open_window(home, vault, server) as window:
            window.ask("What did we choose?")
            await window.over()
            keeping = window.views.chat.save_notice
            assert "folder “Chats” of this vault" in keeping.text()
            assert notes(vault) == []
            click(button(keeping, "Keep Chats as Notes"))
            await seen(lambda: notes(vault) == ["What did we choose"])
            window.views.chat.composer.set_text("And what does it")
        written = (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")
        assert "## You\n" in written
        assert "A heat pump." in written
        async with running_desktop(vault) as desktop:
            window = await window_of(desktop)
            await seen(lambda: window.exchanges)
            assert window.exchanges[0].exchange.text == "A heat pump."
            assert window.views.chat.composer.text == "And what does it"
            QTest.keyClicks(window.box, " cost?")
            QTest.keyClick(window.box, Qt.Key.Key_Return)
            await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.over)
        sent = [message["content"] for message in server.posts[1].json["messages"] if message["role"] != "system"]
        assert sent == ["What did we choose?", "A heat pump.", "And what does it cost?"]
        assert notes(vault) == ["What did we choose"]
        assert "18,400 euros." in (vault / "Chats" / "What did we choose.md").read_text(encoding="utf-8")


@on_qt_loop
async def test_whoever_wants_no_notes_gets_none(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[Turn("One."), Turn("Two.")]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask("First?")
        await window.over()
        click(button(window.views.chat.save_notice, "Not in This Vault"))
        window.ask("Second?")
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.over)
        assert not window.views.chat.save_notice.isVisible()
    assert not (tmp_path / "vault" / "Chats").exists()


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
        popup = chats_of(window)
        await seen(lambda: titles(popup) == ["When do I prune?", "Which heat pump?"])
        QTest.keyClicks(popup.search, "pump")
        await seen(lambda: titles(popup)[:1] == ["Which heat pump?"])
        QTest.keyClick(popup.search, Qt.Key.Key_F2)
        QTest.keyClicks(popup.name, "Heat pump")
        QTest.keyClick(popup.name, Qt.Key.Key_Return)
        await seen(lambda: notes(vault) == ["Heat pump", "When do I prune"])
        popup.search.clear()
        await seen(lambda: "Chats/Heat pump.md" in [entry.key for entry in popup.list.entries()])
        QTest.keyClick(popup.search, Qt.Key.Key_Down)
        popup.list.go_to("Chats/Heat pump.md")
        QTest.keyClick(popup.list, Qt.Key.Key_P)
        await seen(lambda: titles(popup)[0] == "Heat pump" and popup.list.entries()[0].title == "Pinned")
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
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.over)
        parent = window.views.chat.conversations[0]
        await kept(parent)
        before = (vault / parent.note).read_text(encoding="utf-8")
        (foot,) = window.exchanges[0].findChildren(AnswerFooter)
        click(foot.button("branch"))
        await seen(lambda: len(window.exchanges) == 1)
        window.ask("Otherwise?")
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].exchange.over)
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
        click(button(keeping, "Keep It Again"))
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
