"""Tests of chat_banners.py, through the dock."""

from pathlib import Path

from tests.support.chats import MemoryChats
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_desk import open_chat, says
from vaultdesk.core.errors import SettingsError


@on_qt_loop
async def test_under_the_first_answer_it_is_asked_whether_chats_are_notes_too(tmp_path: Path) -> None:
    chats = MemoryChats("")
    async with open_chat(tmp_path, [says("One."), says("Two.")], chats=chats) as desk:
        notice = desk.dock.save_notice
        assert not notice.isVisible(), "nothing was asked yet"
        await desk.ask("First")
        await until(notice.isVisible)
        assert notice.text().endswith("Save them as notes in the vault too?")
        assert [link.text() for link in notice.links] == ["Yes, in Chats/", "No"]
        assert chats.notes == {}
        await desk.ask("It blocks nothing?")
        notice.links[0].click()
        await until(lambda: bool(chats.notes))
        assert not notice.isVisible()
        (saved,) = chats.notes.values()
        assert [message.text for message in saved.messages] == ["First", "One.", "It blocks nothing?", "Two."]


@on_qt_loop
async def test_whoever_wants_no_notes_is_not_asked_again(tmp_path: Path) -> None:
    chats = MemoryChats("")
    async with open_chat(tmp_path, [says("One."), says("Two.")], chats=chats) as desk:
        await desk.ask("First")
        await until(desk.dock.save_notice.isVisible)
        desk.dock.save_notice.links[1].click()
        await desk.ask("Second")
        assert (desk.dock.save_notice.isVisible(), chats.save_mode, chats.notes) == (False, "off", {})


@on_qt_loop
async def test_a_notice_that_was_put_away_stays_away_and_writes_nothing(tmp_path: Path) -> None:
    chats = MemoryChats("")
    async with open_chat(tmp_path, [says("One."), says("Two.")], chats=chats) as desk:
        await desk.ask("First")
        await until(desk.dock.save_notice.isVisible)
        desk.dock.save_notice.stops[-1].click()  # type: ignore[attr-defined]  # the cross, which is a button
        await desk.ask("Second")
        assert (desk.dock.save_notice.isVisible(), chats.save_mode, chats.notes) == (False, "", {})


@on_qt_loop
async def test_a_problem_is_shown_with_retry_and_goes_when_it_is_mended(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.broken = "The disk is full."
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        await desk.ask("First")
        notice = desk.dock.save_notice
        await until(notice.isVisible)
        assert notice.text() == "This chat could not be saved. The disk is full."
        notice.links[0].click()
        assert notice.isVisible()
        chats.broken = ""
        notice.links[0].click()
        await until(lambda: not notice.isVisible())
        assert len(chats.notes) == 1


@on_qt_loop
async def test_a_choice_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    class Refusing(MemoryChats):
        def set_save_mode(self, keep: object) -> None:
            raise SettingsError("The settings cannot be written", hint="Is the disk full?")

    async with open_chat(tmp_path, [says("One.")], chats=Refusing("")) as desk:
        await desk.ask("First")
        await until(desk.dock.save_notice.isVisible)
        desk.dock.save_notice.links[0].click()
        assert desk.dock.notice.text() == "The settings cannot be written. Is the disk full?"
        assert desk.dock.save_notice.isVisible()


@on_qt_loop
async def test_under_a_private_chat_nothing_is_asked(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One."), says("Two.")], chats=MemoryChats("")) as desk:
        desk.dock.header.private.click()
        await desk.ask("First")
        await until(lambda: not desk.dock.conversations[-1].running)
        assert not desk.dock.save_notice.isVisible()
        desk.dock.new_chat()
        await desk.ask("Second")
        await until(desk.dock.save_notice.isVisible)
