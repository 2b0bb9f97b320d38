"""Tests of model_choosing.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat


@on_qt_loop
async def test_a_choice_holds_here_and_for_conversations_to_come(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.dock.composer.model.chosen.emit("other/one")
        assert desk.dock.conversations[0].model == "other/one"
        assert desk.workspace.store.settings.chat.model == "other/one"
        view = await desk.ask("Who are you?")
        assert view.exchange.text == "The other one answers."


@on_qt_loop
async def test_another_conversation_keeps_its_own(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.dock.composer.model.chosen.emit("offline/offline")
        await desk.ask("x")
        desk.dock.new_chat()
        desk.dock.composer.model.chosen.emit("other/one")
        assert [talk.model for talk in desk.dock.conversations] == ["offline/offline", "other/one"]
