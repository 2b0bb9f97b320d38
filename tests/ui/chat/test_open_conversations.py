"""Tests of open_conversations.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says, until


@on_qt_loop
async def test_one_empty_conversation_is_enough(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x")]) as desk:
        desk.dock.new_chat()
        assert len(desk.dock.conversations) == 1
        await desk.ask("First")
        desk.dock.new_chat()
        desk.dock.new_chat()
        assert [controller.title for controller in desk.dock.conversations] == ["First", ""]


@on_qt_loop
async def test_closing_the_last_conversation_leaves_an_empty_one(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x")]) as desk:
        await desk.ask("First")
        desk.dock.header.close_requested.emit()
        assert desk.exchanges == ()
        assert [controller.title for controller in desk.dock._conversations.tabs] == [""]
        assert [item.title for item in desk.dock.library.items()] == ["First"], "it is kept"
        assert desk.dock.header.title.shown_text() == "New chat"


@on_qt_loop
async def test_a_private_conversation_stands_beside_the_empty_one_and_is_gone_with_its_tab(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x"), says("y")]) as desk:
        conversations = desk.dock.open_conversations
        notices: list[object] = []
        desk.dock.tabs.notice.connect(lambda words, _undo, back: notices.extend([words, back]))
        desk.dock.header.private.click()
        private = conversations.current
        assert (private.private, private.kept) == (True, False)
        desk.dock.header.private.click()
        assert conversations.current is private, "one empty private conversation is enough"
        await desk.ask("Between us")
        await until(lambda: not private.running)
        desk.dock.new_chat()
        assert not conversations.current.private
        desk.dock.show_conversation(private)
        desk.dock.tabs.close_current()
        assert private not in conversations.controllers
        assert notices[0] == "The private chat is gone."
        assert [item.title for item in desk.dock.library.items()] == []
        bring_back = notices[1]
        assert callable(bring_back)
        bring_back()
        assert conversations.current is private
        assert [one.exchange.text for one in desk.exchanges] == ["x"]
