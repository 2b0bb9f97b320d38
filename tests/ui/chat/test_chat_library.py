"""Tests of ui/chat/chat_library.py."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.chats import MemoryChats, make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_desk import ChatDesk, open_chat, says
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.ui.chat.chat_library import DeletedChat

# Through the dock.

PUMP, GARDEN = "Chats/Pump.md", "Chats/Garden.md"


def saved_chats() -> MemoryChats:
    chats = MemoryChats()
    chats.write(PUMP, make_conversation("Pump", "What does it cost?", "18,400.", "And the boiler?", "It leaks."))
    chats.write(GARDEN, make_conversation("Garden", "What grows?", "Beans."))
    return chats


def titles(desk: ChatDesk) -> list[str]:
    return [item.title for item in desk.dock.library.items()]


@on_qt_loop
async def test_saved_chats_and_those_of_this_session_are_in_one_list(tmp_path: Path) -> None:
    chats = saved_chats()
    chats.save_mode = "off"
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        await desk.ask("Mine")
        assert titles(desk) == ["Mine", "Garden", "Pump"]
        await desk.dock.library.pin(PUMP, True)
        assert titles(desk) == ["Pump", "Mine", "Garden"]
        item = desk.dock.library.items()[1]
        assert (item.private, item.preview, item.key) == (False, "Mine", desk.dock.conversation_id)


@on_qt_loop
async def test_chat_opened_twice_has_one_conversation(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=saved_chats()) as desk:
        first = await desk.open(PUMP)
        await desk.open(GARDEN)
        assert await desk.open(PUMP) is first
        assert [view.exchange.question for view in desk.exchanges] == ["What does it cost?", "And the boiler?"]
        assert len(desk.dock.conversations) == 3


@on_qt_loop
async def test_unreadable_chat_is_reported_and_the_shown_chat_stays(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=saved_chats()) as desk:
        conversation_id = desk.dock.conversation_id
        assert await desk.dock.library.open("Chats/Gone.md") is None
        assert desk.dock.notice.text() == "There is no chat Chats/Gone.md. It may have been deleted."
        assert desk.dock.conversation_id == conversation_id


@on_qt_loop
async def test_chat_can_be_renamed_whether_it_is_open_or_not(tmp_path: Path) -> None:
    chats = saved_chats()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        await desk.dock.library.rename(GARDEN, "Beds")
        controller = await desk.open(PUMP)
        await desk.dock.library.rename(PUMP, "Heat pump")
        assert sorted(chats.notes) == ["Chats/Beds.md", "Chats/Heat pump.md"]
        assert (controller.note, desk.dock.header.title.shown_text()) == ("Chats/Heat pump.md", "Heat pump")


@on_qt_loop
async def test_deleted_chat_can_be_restored(tmp_path: Path) -> None:
    chats = saved_chats()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.dock.library._undo = chats.undo
        emitted: list[DeletedChat] = []
        desk.dock.library.deleted.connect(emitted.append)
        await desk.open(PUMP)
        await desk.dock.library.delete(PUMP)
        assert (titles(desk), desk.exchanges) == (["Garden"], ())
        await desk.dock.library.restore(emitted[0])
        assert desk.dock.header.title.shown_text() == "Pump"
        await until(lambda: len(desk.exchanges) == 2)


@on_qt_loop
async def test_deleted_chat_without_a_note_can_be_restored(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One.")], chats=MemoryChats("off")) as desk:
        emitted: list[DeletedChat] = []
        desk.dock.library.deleted.connect(emitted.append)
        await desk.ask("Mine")
        await desk.dock.library.delete(desk.dock.conversation_id)
        assert titles(desk) == []
        await desk.dock.library.restore(emitted[0])
        assert titles(desk) == ["Mine"]
        assert [view.exchange.text for view in desk.exchanges] == ["One."]


@on_qt_loop
async def test_running_answer_is_stopped_before_its_chat_is_deleted(tmp_path: Path) -> None:
    chats, hang = MemoryChats(), HangStep()
    async with open_chat(tmp_path, [[TextArrived("So"), hang, TurnEnded("end")]], chats=chats) as desk:
        desk.dock.ask("Mine")
        await hang.reached.wait()
        (path,) = chats.notes
        await desk.dock.library.delete(path)
        assert hang.cancelled
        assert chats.notes == {}, "the partial answer was saved after the deletion"


@on_qt_loop
async def test_branch_continues_from_an_answer_and_links_to_its_parent(tmp_path: Path) -> None:
    chats = saved_chats()
    async with open_chat(tmp_path, [says("Yes.")], chats=chats) as desk:
        parent = await desk.open(PUMP)
        desk.exchanges[0].branch_requested.emit()
        assert [view.exchange.question for view in desk.exchanges] == ["What does it cost?"]
        await desk.ask("Does it pay?")
        assert len(parent.exchanges) == 2, "the old chat was changed"
        assert desk.dock.header.branch.accessibleName() == "Branch of Pump"
        assert [message.text for message in chats.notes["Chats/Pump (branch).md"].messages][-2:] == [
            "Does it pay?",
            "Yes.",
        ]
        desk.dock.header.branch.click()
        await until(lambda: desk.dock.header.title.shown_text() == "Pump")
        assert not desk.dock.header.branch.isVisible()


@on_qt_loop
async def test_closing_saves_the_partial_answer_and_the_draft(tmp_path: Path) -> None:
    chats, hang = MemoryChats(), HangStep()
    async with open_chat(tmp_path, [[TextArrived("So far"), hang, TurnEnded("end")]], chats=chats) as desk:
        desk.dock.ask("Mine")
        await hang.reached.wait()
        desk.type("half a thou")
        await desk.dock.finish()
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
    async with open_chat(tmp_path, [], chats=two_chats()) as desk:
        desk.dock.header.title.click()
        popup = desk.dock.chat_list.open()
        QTest.keyClicks(popup.search, "grdn")
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        await until(lambda: desk.dock.header.title.shown_text() == "Garden")
        assert [view.exchange.text for view in desk.exchanges] == ["Beans."]


@on_qt_loop
async def test_chat_found_by_its_text_opens_at_the_match(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=two_chats()) as desk:
        popup = desk.dock.chat_list.open()
        QTest.keyClicks(popup.search, "costs 700")
        await until(lambda: popup.list.count() > 0)
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        # It is not the first exchange that is built: the ones above it are built afterwards.
        await until(lambda: desk.dock.transcript.navigation.visible_number in (6, 7))
        assert "Cost 7?" in [view.exchange.question for view in desk.exchanges]


@on_qt_loop
async def test_pinning_and_renaming_update_the_open_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=two_chats()) as desk:
        popup = desk.dock.chat_list.open()
        popup.pinned.emit(PUMP_CHAT, True)
        await until(lambda: popup.list.rows()[0].title == "Pinned")
        popup.renamed.emit(GARDEN_CHAT, "Beds")
        await until(lambda: any(entry.title == "Beds" for entry in popup.list.rows()))
        popup.close()


@on_qt_loop
async def test_deletion_can_be_undone_from_the_list_and_from_the_notification(tmp_path: Path) -> None:
    chats = two_chats()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.dock.library._undo = chats.undo
        notices: list[tuple[str, str, Callable[[], object]]] = []
        desk.dock.chat_list.notice.connect(lambda *notice: notices.append(notice))
        popup = desk.dock.chat_list.open()
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
    async with open_chat(tmp_path, [], chats=chats) as desk:
        await desk.open(GARDEN_CHAT)
        desk.dock.header.renamed.emit("Beds")
        await until(lambda: "Chats/Beds.md" in chats.notes)
        desk.dock.header.pin_requested.emit(True)
        await until(lambda: chats.notes["Chats/Beds.md"].pinned)
        requested: list[str] = []
        desk.dock.chat_list.note_requested.connect(requested.append)
        desk.dock.header.note_requested.emit()
        assert requested == ["Chats/Beds.md"]
        desk.dock.header.delete_requested.emit()
        await until(lambda: list(chats.notes) == [PUMP_CHAT])
        assert desk.dock.header.title.shown_text() == "New chat"
