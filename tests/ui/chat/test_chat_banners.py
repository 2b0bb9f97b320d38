"""Tests of ui/chat/chat_banners.py, through the dock."""

from pathlib import Path

from tests.support.chats import MemoryChats
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_env import open_chat, streamed_text
from vaultdesk.core.errors import SettingsError


@on_qt_loop
async def test_first_answer_asks_whether_chats_are_saved_as_notes(tmp_path: Path) -> None:
    chats = MemoryChats("")
    async with open_chat(tmp_path, [streamed_text("One."), streamed_text("Two.")], chats=chats) as env:
        notice = env.dock.save_notice
        assert not notice.isVisible(), "nothing was asked yet"
        await env.ask("First")
        await until(notice.isVisible)
        assert notice.text().endswith("Save them as notes in the vault too?")
        assert [link.text() for link in notice.links] == ["Yes, in Chats/", "No"]
        assert chats.notes == {}
        await env.ask("It blocks nothing?")
        notice.links[0].click()
        await until(lambda: bool(chats.notes))
        assert not notice.isVisible()
        (saved,) = chats.notes.values()
        assert [message.text for message in saved.messages] == ["First", "One.", "It blocks nothing?", "Two."]


@on_qt_loop
async def test_declining_to_save_notes_is_remembered(tmp_path: Path) -> None:
    chats = MemoryChats("")
    async with open_chat(tmp_path, [streamed_text("One."), streamed_text("Two.")], chats=chats) as env:
        await env.ask("First")
        await until(env.dock.save_notice.isVisible)
        env.dock.save_notice.links[1].click()
        await env.ask("Second")
        assert (env.dock.save_notice.isVisible(), chats.save_mode, chats.notes) == (False, "off", {})


@on_qt_loop
async def test_dismissed_notice_stays_hidden_and_writes_nothing(tmp_path: Path) -> None:
    chats = MemoryChats("")
    async with open_chat(tmp_path, [streamed_text("One."), streamed_text("Two.")], chats=chats) as env:
        await env.ask("First")
        await until(env.dock.save_notice.isVisible)
        env.dock.save_notice.stops[-1].click()  # type: ignore[attr-defined]  # the close button
        await env.ask("Second")
        assert (env.dock.save_notice.isVisible(), chats.save_mode, chats.notes) == (False, "", {})


@on_qt_loop
async def test_save_error_is_shown_with_retry_until_it_is_resolved(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.broken = "The disk is full."
    async with open_chat(tmp_path, [streamed_text("One.")], chats=chats) as env:
        await env.ask("First")
        notice = env.dock.save_notice
        await until(notice.isVisible)
        assert notice.text() == "This chat could not be saved. The disk is full."
        (autosave,) = chats._autosaves.values()
        autosave.only_note_failed = True
        notice.refresh()
        assert notice.text() == (
            "The note of this chat could not be saved. The disk is full. The chat itself is stored on this computer."
        )
        autosave.only_note_failed = False
        notice.refresh()
        notice.links[0].click()
        assert notice.isVisible()
        chats.broken = ""
        notice.links[0].click()
        await until(lambda: not notice.isVisible())
        assert len(chats.notes) == 1


@on_qt_loop
async def test_choice_that_cannot_be_stored_is_reported(tmp_path: Path) -> None:
    class FailingChats(MemoryChats):
        def set_save_mode(self, keep: object) -> None:
            raise SettingsError("The settings cannot be written", hint="Is the disk full?")

    async with open_chat(tmp_path, [streamed_text("One.")], chats=FailingChats("")) as env:
        await env.ask("First")
        await until(env.dock.save_notice.isVisible)
        env.dock.save_notice.links[0].click()
        assert env.dock.notice.text() == "The settings cannot be written. Is the disk full?"
        assert env.dock.save_notice.isVisible()


@on_qt_loop
async def test_private_chat_does_not_ask_about_saving(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("One."), streamed_text("Two.")], chats=MemoryChats("")) as env:
        env.dock.header.private.click()
        await env.ask("First")
        await until(lambda: not env.dock.conversations[-1].running)
        assert not env.dock.save_notice.isVisible()
        env.dock.new_chat()
        await env.ask("Second")
        await until(env.dock.save_notice.isVisible)
