"""Tests of open_conversations.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says


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
        assert [item.title for item in desk.dock.library.items()] == ["First"], "nothing else has what was said"
        assert desk.dock.header.title.shown_text() == "New chat"
