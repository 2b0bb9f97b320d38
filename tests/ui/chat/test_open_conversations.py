"""Tests of ui/chat/open_conversations.py."""

from pathlib import Path

import pytest

from tests.support.chats import MemoryChats, make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_desk import open_chat, says
from vaultdesk.agent.agent import Agent
from vaultdesk.chat.conversation import MAX_TITLE_LENGTH, ChatChoices
from vaultdesk.chat.messages import TextPart
from vaultdesk.core.errors import UsageError
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.ui.chat.open_conversations import ConversationController


@on_qt_loop
async def test_unavailable_model_is_a_failed_answer() -> None:
    async def no_agent(_controller: ConversationController) -> Agent:
        raise UsageError("There is no provider work", hint="Choose another model.")

    controller = ConversationController(no_agent)
    controller.ask("Why?")
    await until(lambda: not controller.running)
    assert str(controller.exchanges[0].error) == "There is no provider work. Choose another model."


@on_qt_loop
async def test_internal_error_is_reported_in_the_chat_and_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def failing_agent(_controller: ConversationController) -> Agent:
        raise ZeroDivisionError

    controller = ConversationController(failing_agent)
    controller.ask("Why?")
    await until(lambda: not controller.running and bool(caplog.records))
    assert str(controller.exchanges[0].error) == "An internal error occurred. See the log for details."
    caplog.clear()


@on_qt_loop
async def test_first_question_becomes_the_title(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x")]) as desk:
        await desk.ask("word " * 40)
        title = desk.dock.conversations[0].title
        assert (len(title) <= MAX_TITLE_LENGTH, title[-5:]) == (True, "word…")


@on_qt_loop
async def test_question_asked_right_after_a_stop_is_next(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, TurnEnded("end")], says("Next.")]) as desk:
        controller = desk.dock.conversations[0]
        controller.ask("First")
        await hang.reached.wait()
        controller.stop()
        controller.ask("Second")
        await until(lambda: len(controller.exchanges) == 2 and not controller.running)
        assert [exchange.text for exchange in controller.exchanges] == ["", "Next."]


@on_qt_loop
async def test_stopping_before_the_run_starts_ends_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Never.")]) as desk:
        controller = desk.dock.conversations[0]
        controller.ask("First")
        controller.stop()
        await until(lambda: not controller.running)
        assert controller.exchanges[0].stopped
        assert controller.exchanges[0].text == ""
        assert desk.provider.requests == []


@on_qt_loop
async def test_question_after_a_stop_before_the_run_is_asked(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Second.")]) as desk:
        controller = desk.dock.conversations[0]
        controller.ask("First")
        controller.stop()
        controller.ask("Second")
        await until(lambda: len(controller.exchanges) == 2 and not controller.running)
        assert [exchange.text for exchange in controller.exchanges] == ["", "Second."]


@on_qt_loop
async def test_saved_conversation_can_be_continued(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write("Chats/Pump.md", make_conversation("Pump", "What does it cost?", "18,400."))
    async with open_chat(tmp_path, [says("It does.")], chats=chats) as desk:
        await desk.open("Chats/Pump.md")
        assert [view.exchange.text for view in desk.exchanges] == ["18,400."]
        await desk.ask("Does it pay?")
        sent = [message.text for message in desk.provider.requests[0].messages]
        assert sent == ["What does it cost?", "18,400.", "Does it pay?"]
        saved = [message.text for message in chats.notes["Chats/Pump.md"].messages]
        assert saved == ["What does it cost?", "18,400.", "Does it pay?", "It does."]


@on_qt_loop
async def test_every_change_by_the_user_is_saved(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [says("One."), says("Two.")], chats=chats) as desk:
        await desk.ask("First")
        controller = desk.dock.conversations[0]
        controller.change(title="Other", pinned=True, choices=ChatChoices(model="other/one"))
        saved = chats.notes[controller.note]
        assert (saved.title, saved.pinned, saved.choices.model) == ("Other", True, "other/one")
        controller.drop(controller.exchanges[0])
        await desk.ask("Second")
        assert [message.text for message in chats.notes[controller.note].messages][:1] == ["Second"]


@on_qt_loop
async def test_external_change_of_the_note_is_shown_and_other_exchanges_stay(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        await desk.ask("First")
        controller = desk.dock.conversations[0]
        await until(lambda: not controller.running)
        exchange = controller.exchanges[0]
        saved = chats.notes[controller.note]
        external = make_conversation("Theirs", "C", "D")
        external.reset([*saved.messages, *external.messages])
        chats.write(controller.note, external, by_another=True)
        await until(lambda: len(desk.exchanges) == 2)
        assert controller.exchanges[0] is exchange
        assert [view.exchange.question for view in desk.exchanges] == ["First", "C"]
        assert desk.dock.header.title.shown_text() == "Theirs"


@on_qt_loop
async def test_external_change_during_an_answer_is_shown_after_it(tmp_path: Path) -> None:
    chats, hang = MemoryChats(), HangStep()
    chats.write("Chats/Pump.md", make_conversation("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [[hang, TextArrived("Yes."), TurnEnded("end")]], chats=chats) as desk:
        controller = await desk.open("Chats/Pump.md")
        desk.dock.ask("Really?")
        await hang.reached.wait()
        first, answer = controller.conversation.messages[:2]
        other = answer.model_copy(update={"parts": (TextPart(text="19,000."),)})
        controller.conversation.reset([first, other, *controller.conversation.messages[2:]])
        assert desk.exchanges[0].exchange.text == "18,400."
        hang.release()
        await until(lambda: not controller.running and len(desk.exchanges) == 2)
        assert [view.exchange.text for view in desk.exchanges] == ["19,000.", "Yes."]


@on_qt_loop
async def test_deleted_note_is_reported_and_can_be_saved_again(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        await desk.ask("First")
        controller = desk.dock.conversations[0]
        await until(lambda: not controller.running)
        chats.lose(controller.note)
        await until(lambda: controller.note_lost)
        assert desk.dock.save_notice.text() == "The note of this chat was deleted. The chat is still here."
        assert len(desk.exchanges) == 1
        desk.dock.save_notice.links[0].click()
        await until(lambda: bool(controller.note))
        assert not desk.dock.save_notice.isVisible()
        assert [message.text for message in chats.notes[controller.note].messages] == ["First", "One."]


# Open conversations.


@on_qt_loop
async def test_only_one_empty_conversation_is_created(tmp_path: Path) -> None:
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
async def test_private_conversation_is_discarded_with_its_tab_and_can_be_restored(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x"), says("y")]) as desk:
        conversations = desk.dock.open_conversations
        notices: list[object] = []
        desk.dock.tabs.notice.connect(lambda text, _action, undo: notices.extend([text, undo]))
        desk.dock.header.private.click()
        private = conversations.current
        assert (private.private, private.is_saved) == (True, False)
        desk.dock.header.private.click()
        assert conversations.current is private, "one empty private conversation is enough"
        await desk.ask("Between us")
        await until(lambda: not private.running)
        desk.dock.new_chat()
        assert not conversations.current.private
        desk.dock.show_conversation(private)
        desk.dock.tabs.close_current()
        assert private not in conversations.controllers
        assert notices[0] == "The private chat was discarded."
        assert [item.title for item in desk.dock.library.items()] == []
        restore = notices[1]
        assert callable(restore)
        restore()
        assert conversations.current is private
        assert [view.exchange.text for view in desk.exchanges] == ["x"]
