"""Tests of chat_listing.py: the title's list does what it says, by keyboard."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.chats import MemoryChats, led
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, until

PUMP, GARDEN = "Chats/Pump.md", "Chats/Garden.md"


def shelf() -> MemoryChats:
    chats = MemoryChats()
    chats.write(PUMP, led("Pump", *(word for n in range(40) for word in (f"Cost {n}?", f"It costs {n}00."))))
    chats.write(GARDEN, led("Garden", "What grows?", "Beans."))
    return chats


@on_qt_loop
async def test_a_chat_is_found_by_its_title_and_opened(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=shelf()) as desk:
        desk.dock.head.title.click()
        popup = desk.dock.listing.open()
        QTest.keyClicks(popup.search, "grdn")
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        await until(lambda: desk.dock.head.title.words() == "Garden")
        assert [one.exchange.text for one in desk.exchanges] == ["Beans."]


@on_qt_loop
async def test_a_chat_found_by_its_words_opens_where_they_stand(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=shelf()) as desk:
        popup = desk.dock.listing.open()
        QTest.keyClicks(popup.search, "costs 700")
        await until(lambda: popup.list.count() > 0)
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.question == "Cost 7?")


@on_qt_loop
async def test_pinning_and_renaming_show_in_the_open_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=shelf()) as desk:
        popup = desk.dock.listing.open()
        popup.pinned.emit(PUMP, True)
        await until(lambda: popup.list.entries()[0].title == "Pinned")
        popup.renamed.emit(GARDEN, "Beds")
        await until(lambda: any(entry.title == "Beds" for entry in popup.list.entries()))
        popup.close()


@on_qt_loop
async def test_a_deleted_chat_is_offered_back_in_the_list_and_in_a_notice(tmp_path: Path) -> None:
    chats = shelf()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.dock.library._undo = chats.undo
        notices: list[tuple[str, str, Callable[[], object]]] = []
        desk.dock.listing.notice.connect(lambda *notice: notices.append(notice))
        popup = desk.dock.listing.open()
        popup.deleted.emit(GARDEN)
        await until(lambda: bool(notices))
        assert notices[0][:2] == ("Deleted “Garden”", "Undo")
        assert popup.undo_button.isVisible()
        popup.undo_button.click()
        await until(lambda: GARDEN in chats.notes)
        notices[0][2]()  # The notice still stands in the window.
        assert GARDEN in chats.notes
        popup.close()


@on_qt_loop
async def test_the_head_renames_pins_and_deletes_the_shown_chat(tmp_path: Path) -> None:
    chats = shelf()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        await desk.open(GARDEN)
        desk.dock.head.renamed.emit("Beds")
        await until(lambda: "Chats/Beds.md" in chats.notes)
        desk.dock.head.pin_requested.emit(True)
        await until(lambda: chats.notes["Chats/Beds.md"].pinned)
        shown: list[str] = []
        desk.dock.listing.note_requested.connect(shown.append)
        desk.dock.head.note_requested.emit()
        assert shown == ["Chats/Beds.md"]
        desk.dock.head.delete_requested.emit()
        await until(lambda: list(chats.notes) == [PUMP])
        assert desk.dock.head.title.words() == "New chat"
