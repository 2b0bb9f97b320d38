"""Tests of quick_talk.py: the talk of quick ask among those of the chat."""

from pathlib import Path

from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says, until
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.ui.quick_ask.quick_talk import IN_SIGHT, QuickTalk

DOWN = ProviderUnreachable("It is down", hint="Try again.", trouble="overloaded")


@on_qt_loop
async def test_nothing_is_made_until_something_is_asked_and_then_it_stands_in_the_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("It leaks.")]) as desk:
        owner = QObject()
        talk = QuickTalk(desk.dock, desk.workspace, owner)
        assert (talk.talk, talk.exchanges, talk.in_sight, talk.running) == (None, [], False, False)
        assert len(desk.dock.conversations) == 1
        talk.ask("Boiler?")
        assert talk.talk in desk.dock.conversations
        assert talk.talk is not desk.dock.conversations[0]
        await until(lambda: not talk.running)
        assert [item.title for item in desk.dock.library.items()] == ["Boiler?"]
        assert talk.in_sight
        talk._ended -= IN_SIGHT + 1
        assert not talk.in_sight


@on_qt_loop
async def test_a_chat_that_was_deleted_is_forgotten(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("It leaks."), says("Again.")]) as desk:
        owner = QObject()
        talk = QuickTalk(desk.dock, desk.workspace, owner)
        talk.ask("Boiler?")
        await until(lambda: not talk.running)
        kept = talk.talk
        assert kept is not None
        await desk.dock.library.delete(desk.dock.library.key(kept))
        assert (talk.talk, talk.exchanges) == (None, [])
        talk.ask("Boiler again?")
        assert talk.talk is not kept
        await until(lambda: not talk.running)


@on_qt_loop
async def test_a_failed_question_is_asked_again_and_elsewhere(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [DOWN, DOWN]) as desk:
        owner = QObject()
        talk = QuickTalk(desk.dock, desk.workspace, owner)
        talk.ask("Boiler?")
        await until(lambda: talk.last is not None and talk.last.error is not None and not talk.running)
        assert talk.last is not None
        talk.retry(talk.last)
        await until(lambda: talk.last is not None and talk.last.error is not None and not talk.running)
        desk.dock.renew_models()
        talk.retry_elsewhere(talk.last)
        await until(lambda: talk.last is not None and talk.last.text == "The other one answers.")
        assert len(talk.exchanges) == 1


@on_qt_loop
async def test_a_held_question_is_asked_without_tools_or_taken_back(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Without.")], tools=False) as desk:
        owner = QObject()
        talk = QuickTalk(desk.dock, desk.workspace, owner)
        changes: list[bool] = []
        talk.held_changed.connect(lambda: changes.append(talk.held is not None))
        talk.ask("Boiler?")
        talk.stop()
        talk.ask("Boiler?")
        talk.use_tools(allowed=False)
        await until(lambda: talk.last is not None and talk.last.text == "Without.")
        assert changes == [True, False, True, False]
        assert not desk.workspace.tool_calling
