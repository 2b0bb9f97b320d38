"""Tests of ui/chat/open_conversations.py."""

from pathlib import Path

import pytest

from tests.support.chats import MemoryChats, make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_env import open_chat, streamed_text
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
    async with open_chat(tmp_path, [streamed_text("x")]) as env:
        await env.ask("word " * 40)
        title = env.dock.conversations[0].title
        assert (len(title) <= MAX_TITLE_LENGTH, title[-5:]) == (True, "word…")


@on_qt_loop
async def test_question_asked_right_after_a_stop_is_next(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, TurnEnded("end")], streamed_text("Next.")]) as env:
        controller = env.dock.conversations[0]
        controller.ask("First")
        await hang.reached.wait()
        controller.stop()
        controller.ask("Second")
        await until(lambda: len(controller.exchanges) == 2 and not controller.running)
        assert [exchange.text for exchange in controller.exchanges] == ["", "Next."]


@on_qt_loop
async def test_stopping_before_the_run_starts_ends_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Never.")]) as env:
        controller = env.dock.conversations[0]
        controller.ask("First")
        controller.stop()
        await until(lambda: not controller.running)
        assert controller.exchanges[0].stopped
        assert controller.exchanges[0].text == ""
        assert env.provider.requests == []


@on_qt_loop
async def test_question_after_a_stop_before_the_run_is_asked(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Second.")]) as env:
        controller = env.dock.conversations[0]
        controller.ask("First")
        controller.stop()
        controller.ask("Second")
        await until(lambda: len(controller.exchanges) == 2 and not controller.running)
        assert [exchange.text for exchange in controller.exchanges] == ["", "Second."]


@on_qt_loop
async def test_saved_conversation_can_be_continued(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write("Chats/Pump.md", make_conversation("Pump", "What does it cost?", "18,400."))
    async with open_chat(tmp_path, [streamed_text("It does.")], chats=chats) as env:
        await env.open("Chats/Pump.md")
        assert [view.exchange.text for view in env.exchanges] == ["18,400."]
        await env.ask("Does it pay?")
        sent = [message.text for message in env.provider.requests[0].messages]
        assert sent == ["What does it cost?", "18,400.", "Does it pay?"]
        saved = [message.text for message in chats.notes["Chats/Pump.md"].messages]
        assert saved == ["What does it cost?", "18,400.", "Does it pay?", "It does."]


@on_qt_loop
async def test_every_change_by_the_user_is_saved(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [streamed_text("One."), streamed_text("Two.")], chats=chats) as env:
        await env.ask("First")
        controller = env.dock.conversations[0]
        controller.change(title="Other", pinned=True, choices=ChatChoices(model="other/one"))
        saved = chats.notes[controller.note]
        assert (saved.title, saved.pinned, saved.choices.model) == ("Other", True, "other/one")
        controller.drop(controller.exchanges[0])
        await env.ask("Second")
        assert [message.text for message in chats.notes[controller.note].messages][:1] == ["Second"]


@on_qt_loop
async def test_external_change_of_the_note_is_shown_and_other_exchanges_stay(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [streamed_text("One.")], chats=chats) as env:
        await env.ask("First")
        controller = env.dock.conversations[0]
        await until(lambda: not controller.running)
        exchange = controller.exchanges[0]
        saved = chats.notes[controller.note]
        external = make_conversation("Theirs", "C", "D")
        external.reset([*saved.messages, *external.messages])
        chats.write(controller.note, external, by_another=True)
        await until(lambda: len(env.exchanges) == 2)
        assert controller.exchanges[0] is exchange
        assert [view.exchange.question for view in env.exchanges] == ["First", "C"]
        assert env.dock.header.title.shown_text() == "Theirs"


@on_qt_loop
async def test_external_change_during_an_answer_is_shown_after_it(tmp_path: Path) -> None:
    chats, hang = MemoryChats(), HangStep()
    chats.write("Chats/Pump.md", make_conversation("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [[hang, TextArrived("Yes."), TurnEnded("end")]], chats=chats) as env:
        controller = await env.open("Chats/Pump.md")
        env.dock.ask("Really?")
        await hang.reached.wait()
        first, answer = controller.conversation.messages[:2]
        other = answer.model_copy(update={"parts": (TextPart(text="19,000."),)})
        controller.conversation.reset([first, other, *controller.conversation.messages[2:]])
        assert env.exchanges[0].exchange.text == "18,400."
        hang.release()
        await until(lambda: not controller.running and len(env.exchanges) == 2)
        assert [view.exchange.text for view in env.exchanges] == ["19,000.", "Yes."]


@on_qt_loop
async def test_deleted_note_is_reported_and_can_be_saved_again(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [streamed_text("One.")], chats=chats) as env:
        await env.ask("First")
        controller = env.dock.conversations[0]
        await until(lambda: not controller.running)
        chats.lose(controller.note)
        await until(lambda: controller.note_lost)
        assert env.dock.save_notice.text() == "The note of this chat was deleted. The chat is still here."
        assert len(env.exchanges) == 1
        env.dock.save_notice.links[0].click()
        await until(lambda: bool(controller.note))
        assert not env.dock.save_notice.isVisible()
        assert [message.text for message in chats.notes[controller.note].messages] == ["First", "One."]


# Open conversations.


@on_qt_loop
async def test_only_one_empty_conversation_is_created(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x")]) as env:
        env.dock.new_chat()
        assert len(env.dock.conversations) == 1
        await env.ask("First")
        env.dock.new_chat()
        env.dock.new_chat()
        assert [controller.title for controller in env.dock.conversations] == ["First", ""]


@on_qt_loop
async def test_closing_the_last_conversation_leaves_an_empty_one(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x")]) as env:
        await env.ask("First")
        env.dock.header.close_requested.emit()
        assert env.exchanges == ()
        assert [controller.title for controller in env.dock._conversations.tabs] == [""]
        assert [item.title for item in env.dock.library.items()] == ["First"], "it is kept"
        assert env.dock.header.title.shown_text() == "New chat"


@on_qt_loop
async def test_private_conversation_is_discarded_with_its_tab_and_can_be_restored(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x"), streamed_text("y")]) as env:
        conversations = env.dock.open_conversations
        notices: list[object] = []
        env.dock.tabs.notice.connect(lambda text, _action, undo: notices.extend([text, undo]))
        env.dock.header.private.click()
        private = conversations.current
        assert (private.private, private.is_saved) == (True, False)
        env.dock.header.private.click()
        assert conversations.current is private, "one empty private conversation is enough"
        await env.ask("Between us")
        await until(lambda: not private.running)
        env.dock.new_chat()
        assert not conversations.current.private
        env.dock.show_conversation(private)
        env.dock.tabs.close_current()
        assert private not in conversations.controllers
        assert notices[0] == "The private chat was discarded."
        assert [item.title for item in env.dock.library.items()] == []
        restore = notices[1]
        assert callable(restore)
        restore()
        assert conversations.current is private
        assert [view.exchange.text for view in env.exchanges] == ["x"]
