"""Tests of ui/chat/chat_library.py."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.chats import MemoryChats, make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_env import ChatEnv, open_chat, streamed_text
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.ui.chat.chat_library import DeletedChat

# Through the dock.

PUMP, GARDEN = "Chats/Pump.md", "Chats/Garden.md"


def saved_chats() -> MemoryChats:
    chats = MemoryChats()
    chats.write(PUMP, make_conversation("Pump", "What does it cost?", "18,400.", "And the boiler?", "It leaks."))
    chats.write(GARDEN, make_conversation("Garden", "What grows?", "Beans."))
    return chats


def titles(env: ChatEnv) -> list[str]:
    return [item.title for item in env.dock.library.items()]


@on_qt_loop
async def test_saved_chats_and_those_of_this_session_are_in_one_list(tmp_path: Path) -> None:
    chats = saved_chats()
    chats.save_mode = "off"
    async with open_chat(tmp_path, [streamed_text("One.")], chats=chats) as env:
        await env.ask("Mine")
        assert titles(env) == ["Mine", "Garden", "Pump"]
        await env.dock.library.pin(PUMP, True)
        assert titles(env) == ["Pump", "Mine", "Garden"]
        item = env.dock.library.items()[1]
        assert (item.private, item.preview, item.key) == (False, "Mine", env.dock.conversation_id)


@on_qt_loop
async def test_chat_opened_twice_has_one_conversation(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=saved_chats()) as env:
        first = await env.open(PUMP)
        await env.open(GARDEN)
        assert await env.open(PUMP) is first
        assert [view.exchange.question for view in env.exchanges] == ["What does it cost?", "And the boiler?"]
        assert len(env.dock.conversations) == 3


@on_qt_loop
async def test_unreadable_chat_is_reported_and_the_shown_chat_stays(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=saved_chats()) as env:
        conversation_id = env.dock.conversation_id
        assert await env.dock.library.open("Chats/Gone.md") is None
        assert env.dock.notice.text() == "There is no chat Chats/Gone.md. It may have been deleted."
        assert env.dock.conversation_id == conversation_id


@on_qt_loop
async def test_chat_can_be_renamed_whether_it_is_open_or_not(tmp_path: Path) -> None:
    chats = saved_chats()
    async with open_chat(tmp_path, [], chats=chats) as env:
        await env.dock.library.rename(GARDEN, "Beds")
        controller = await env.open(PUMP)
        await env.dock.library.rename(PUMP, "Heat pump")
        assert sorted(chats.notes) == ["Chats/Beds.md", "Chats/Heat pump.md"]
        assert (controller.note, env.dock.header.title.shown_text()) == ("Chats/Heat pump.md", "Heat pump")


@on_qt_loop
async def test_deleted_chat_can_be_restored(tmp_path: Path) -> None:
    chats = saved_chats()
    async with open_chat(tmp_path, [], chats=chats) as env:
        env.dock.library._undo = chats.undo
        emitted: list[DeletedChat] = []
        env.dock.library.deleted.connect(emitted.append)
        await env.open(PUMP)
        await env.dock.library.delete(PUMP)
        assert (titles(env), env.exchanges) == (["Garden"], ())
        await env.dock.library.restore(emitted[0])
        assert env.dock.header.title.shown_text() == "Pump"
        await until(lambda: len(env.exchanges) == 2)


@on_qt_loop
async def test_deleted_chat_without_a_note_can_be_restored(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("One.")], chats=MemoryChats("off")) as env:
        emitted: list[DeletedChat] = []
        env.dock.library.deleted.connect(emitted.append)
        await env.ask("Mine")
        await env.dock.library.delete(env.dock.conversation_id)
        assert titles(env) == []
        await env.dock.library.restore(emitted[0])
        assert titles(env) == ["Mine"]
        assert [view.exchange.text for view in env.exchanges] == ["One."]


@on_qt_loop
async def test_running_answer_is_stopped_before_its_chat_is_deleted(tmp_path: Path) -> None:
    chats, hang = MemoryChats(), HangStep()
    async with open_chat(tmp_path, [[TextArrived("So"), hang, TurnEnded("end")]], chats=chats) as env:
        env.dock.ask("Mine")
        await hang.reached.wait()
        (path,) = chats.notes
        await env.dock.library.delete(path)
        assert hang.cancelled
        assert chats.notes == {}, "the partial answer was saved after the deletion"


@on_qt_loop
async def test_branch_continues_from_an_answer_and_links_to_its_parent(tmp_path: Path) -> None:
    chats = saved_chats()
    async with open_chat(tmp_path, [streamed_text("Yes.")], chats=chats) as env:
        parent = await env.open(PUMP)
        env.exchanges[0].branch_requested.emit()
        assert [view.exchange.question for view in env.exchanges] == ["What does it cost?"]
        await env.ask("Does it pay?")
        assert len(parent.exchanges) == 2, "the old chat was changed"
        assert env.dock.header.branch.accessibleName() == "Branch of Pump"
        assert [message.text for message in chats.notes["Chats/Pump (branch).md"].messages][-2:] == [
            "Does it pay?",
            "Yes.",
        ]
        env.dock.header.branch.click()
        await until(lambda: env.dock.header.title.shown_text() == "Pump")
        assert not env.dock.header.branch.isVisible()


@on_qt_loop
async def test_closing_saves_the_partial_answer_and_the_draft(tmp_path: Path) -> None:
    chats, hang = MemoryChats(), HangStep()
    async with open_chat(tmp_path, [[TextArrived("So far"), hang, TurnEnded("end")]], chats=chats) as env:
        env.dock.ask("Mine")
        await hang.reached.wait()
        env.type("half a thou")
        await env.dock.finish()
        (saved,) = chats.notes.values()
        assert [(message.text, message.cut) for message in saved.messages] == [("Mine", False), ("So far", True)]
        assert "half a thou" in chats.drafts.values()


# Chat list, by keyboard.

PUMP_CHAT, GARDEN_CHAT = "Chats/Pump.md", "Chats/Garden.md"


def two_chats() -> MemoryChats:
    chats = MemoryChats()
    chats.write(
        PUMP_CHAT, make_conversation("Pump", *(word for n in range(40) for word in (f"Cost {n}?", f"It costs {n}00.")))
    )
    chats.write(GARDEN_CHAT, make_conversation("Garden", "What grows?", "Beans."))
    return chats


@on_qt_loop
async def test_chat_is_found_by_its_title_and_opened(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=two_chats()) as env:
        env.dock.header.title.click()
        popup = env.dock.chat_list.open()
        QTest.keyClicks(popup.search, "grdn")
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        await until(lambda: env.dock.header.title.shown_text() == "Garden")
        assert [view.exchange.text for view in env.exchanges] == ["Beans."]


@on_qt_loop
async def test_chat_found_by_its_text_opens_at_the_match(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=two_chats()) as env:
        popup = env.dock.chat_list.open()
        QTest.keyClicks(popup.search, "costs 700")
        await until(lambda: popup.list.count() > 0)
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        # It is not the first exchange that is built: the ones above it are built afterwards.
        await until(lambda: env.dock.transcript.navigation.visible_number in (6, 7))
        assert "Cost 7?" in [view.exchange.question for view in env.exchanges]


@on_qt_loop
async def test_pinning_and_renaming_update_the_open_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=two_chats()) as env:
        popup = env.dock.chat_list.open()
        popup.pinned.emit(PUMP_CHAT, True)
        await until(lambda: popup.list.rows()[0].title == "Pinned")
        popup.renamed.emit(GARDEN_CHAT, "Beds")
        await until(lambda: any(entry.title == "Beds" for entry in popup.list.rows()))
        popup.close()


@on_qt_loop
async def test_deletion_can_be_undone_from_the_list_and_from_the_notification(tmp_path: Path) -> None:
    chats = two_chats()
    async with open_chat(tmp_path, [], chats=chats) as env:
        env.dock.library._undo = chats.undo
        notices: list[tuple[str, str, Callable[[], object]]] = []
        env.dock.chat_list.notice.connect(lambda *notice: notices.append(notice))
        popup = env.dock.chat_list.open()
        popup.deleted.emit(GARDEN_CHAT)
        await until(lambda: bool(notices))
        assert notices[0][:2] == ("Deleted “Garden”", "Undo")
        assert popup.undo_button.isVisible()
        popup.undo_button.click()
        await until(lambda: GARDEN_CHAT in chats.notes)
        notices[0][2]()  # The notification is still shown.
        assert GARDEN_CHAT in chats.notes
        popup.close()


@on_qt_loop
async def test_header_renames_pins_and_deletes_the_shown_chat(tmp_path: Path) -> None:
    chats = two_chats()
    async with open_chat(tmp_path, [], chats=chats) as env:
        await env.open(GARDEN_CHAT)
        env.dock.header.renamed.emit("Beds")
        await until(lambda: "Chats/Beds.md" in chats.notes)
        env.dock.header.pin_requested.emit(True)
        await until(lambda: chats.notes["Chats/Beds.md"].pinned)
        requested: list[str] = []
        env.dock.chat_list.note_requested.connect(requested.append)
        env.dock.header.note_requested.emit()
        assert requested == ["Chats/Beds.md"]
        env.dock.header.delete_requested.emit()
        await until(lambda: list(chats.notes) == [PUMP_CHAT])
        assert env.dock.header.title.shown_text() == "New chat"
