"""Tests of drafts.py, through the dock."""

from pathlib import Path

from tests.support.chats import MemoryChats, led
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says, until
from vaultdesk.ui.chat.drafts import KEEP_AFTER, NEW

PUMP = "Chats/Pump.md"


@on_qt_loop
async def test_what_is_typed_survives_the_end_of_the_program(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, led("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.type("a new thought")
        await desk.open(PUMP)
        assert desk.dock.composer.text == ""
        desk.type("half a thou")
        await desk.dock.finish()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        assert desk.dock.composer.text == "a new thought"
        await desk.open(PUMP)
        assert desk.dock.composer.text == "half a thou"


@on_qt_loop
async def test_a_draft_survives_closing_its_chat(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, led("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [], chats=chats) as desk:
        await desk.open(PUMP)
        desk.type("half a thou")
        desk.dock.head.close_requested.emit()
        assert desk.dock.composer.text == ""
        await desk.open(PUMP)
        assert desk.dock.composer.text == "half a thou"


@on_qt_loop
async def test_what_was_sent_is_no_draft_any_more(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        desk.type("First")
        desk.dock.drafts.keep()
        assert chats.drafts == {NEW: "First"}
        desk.enter()
        assert chats.drafts[NEW] == ""
        await until(lambda: bool(desk.exchanges) and desk.exchanges[-1].exchange.over)
        desk.type("Sec")
        desk.dock.drafts.keep()
        assert chats.drafts[desk.dock.conversation_id] == "Sec"


@on_qt_loop
async def test_a_pause_in_typing_keeps_the_draft(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.type("a thought")
        assert chats.drafts == {}
        await until(lambda: chats.drafts == {NEW: "a thought"})


@on_qt_loop
async def test_a_draft_is_kept_while_the_typing_goes_on(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.type("one")
        pause = desk.dock.drafts._pause
        await until(lambda: pause.remainingTime() < KEEP_AFTER - 50)
        desk.type(" two")
        assert pause.remainingTime() < KEEP_AFTER - 50, "the next key does not put it off"
        await until(lambda: chats.drafts.get(NEW) == "one two")
