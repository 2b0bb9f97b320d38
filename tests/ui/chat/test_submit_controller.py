"""Tests of ui/chat/submit_controller.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import MemoryChats, make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_env import open_chat, streamed_text
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.providers.provider import TurnEnded
from vaultdesk.ui.chat.composer.model_menu import ModelPopup
from vaultdesk.ui.chat.transcript.answer_view import AnswerFooter
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.chat.transcript.question_card import FormSwitch

# Submit controller.


def retype(view: ExchangeView, text: str, key: Qt.Key | None = None) -> None:
    """Replace the text of the question that is being edited, and press *key*."""
    editor = view.card.editor
    assert editor is not None
    editor.field.selectAll()
    QTest.keyClicks(editor.field, text)
    if key is not None:
        QTest.keyClick(editor.field, key)


@on_qt_loop
async def test_u15_edited_question_replaces_its_exchange_and_old_answers_stay_reachable(
    tmp_path: Path,
) -> None:
    async with open_chat(
        tmp_path, [streamed_text("One."), streamed_text("Two."), streamed_text("Three."), streamed_text("Four.")]
    ) as env:
        await env.ask("First")
        await env.ask("Second")
        await until(lambda: not env.dock.conversations[0].running)
        env.type("draft")
        env.exchanges[0].edit_requested.emit()
        assert env.dock.composer.text == "draft", "the composer is left alone"
        retype(env.exchanges[0], "First again", Qt.Key.Key_Return)
        await until(lambda: len(env.exchanges) == 1 and env.exchanges[0].is_finished)
        assert [message.text for message in env.provider.requests[2].messages] == ["First again"]
        await until(lambda: not env.dock.conversations[0].running)
        switch = env.exchanges[0].card.findChildren(FormSwitch)[0]
        assert (switch.label.text(), switch.following.isEnabled()) == ("2 of 2", False)

        switch.previous.click()
        await until(lambda: [view.exchange.text for view in env.exchanges] == ["One.", "Two."])
        switch = env.exchanges[0].card.findChildren(FormSwitch)[0]
        assert switch.label.text() == "1 of 2"
        switch.following.click()
        await until(lambda: [view.exchange.text for view in env.exchanges] == ["Three."])

        env.dock.composer.set_text("")
        await env.ask("And then?")
        texts = [message.text for message in env.provider.requests[3].messages]
        assert texts == ["First again", "Three.", "And then?"], "the model knows the shown form alone"


@on_qt_loop
async def test_u15_up_in_the_empty_composer_edits_the_last_question_and_escape_cancels(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("One.")]) as env:
        await env.ask("First")
        await until(lambda: not env.dock.conversations[0].running)
        QTest.keyClick(env.dock.composer.field, Qt.Key.Key_Up)
        (view,) = env.exchanges
        assert view.card.editor is not None
        assert view.card.editor.field.toPlainText() == "First"
        retype(view, "Something else", Qt.Key.Key_Escape)
        assert (view.card.editor, view.exchange.edited) == (None, None)
        assert view.card.question_text.isVisible()
        assert [view.exchange.question for view in env.exchanges] == ["First"]


@on_qt_loop
async def test_edited_question_is_not_submitted_while_another_answer_runs(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [streamed_text("One."), [hang, TurnEnded("end")]]) as env:
        await env.ask("First")
        await until(lambda: not env.dock.conversations[0].running)
        env.exchanges[0].edit_requested.emit()
        env.dock.ask("Second")
        await hang.reached.wait()
        retype(env.exchanges[0], "Changed", Qt.Key.Key_Return)
        assert env.dock.notice.text().startswith("Another answer is in progress.")
        assert env.exchanges[0].exchange.edited == "Changed"
        env.dock.conversations[0].stop()
        await until(lambda: not env.dock.conversations[0].running)


@on_qt_loop
async def test_running_question_cannot_be_edited(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, TurnEnded("end")]]) as env:
        env.dock.ask("First")
        await hang.reached.wait()
        env.exchanges[0].edit_requested.emit()
        assert env.exchanges[0].card.editor is None


# Actions of exchanges, through the dock.

PUMP = "Chats/Pump.md"


@on_qt_loop
async def test_question_can_be_asked_of_another_model_for_this_chat_only(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [streamed_text("One.")], chats=chats) as env:
        view = await env.ask("First")
        view.findChildren(AnswerFooter)[0].button("ask-other").click()
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, ModelPopup)
        QTest.keyClicks(popup.search, "one")
        popup.chosen.emit("other/one")
        popup.close()
        await until(lambda: env.exchanges[-1] is not view and env.exchanges[-1].is_finished)
        assert [view.exchange.text for view in env.exchanges] == ["The other one answers."]
        assert env.workspace.store.settings.chat.model == "offline/offline"
        controller = env.dock.conversations[0]
        assert controller.conversation.choices.model == "other/one"
        await until(lambda: not controller.running)
        assert chats.notes[controller.note].choices.model == "other/one"


@on_qt_loop
async def test_cut_off_answer_says_so_and_can_be_asked_again(tmp_path: Path) -> None:
    chats = MemoryChats()
    broken = make_conversation("Pump", "Cost?")
    broken.append(Message(role="assistant", parts=(TextPart(text="It co"),), cut=True))
    chats.write(PUMP, broken)
    async with open_chat(tmp_path, [streamed_text("It costs 18,400.")], chats=chats) as env:
        await env.open(PUMP)
        (view,) = env.exchanges
        assert view.cut is not None
        assert view.cut.text() == "This answer was cut off."
        view.cut.links[0].click()
        await until(lambda: env.exchanges[-1] is not view and env.exchanges[-1].is_finished)
        assert [message.text for message in chats.notes[PUMP].messages] == ["Cost?", "It costs 18,400."]


@on_qt_loop
async def test_saved_question_is_edited_and_asked_in_its_place(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, make_conversation("Pump", "Cost?", "18,400.", "Really?", "Yes."))
    async with open_chat(tmp_path, [streamed_text("Less.")], chats=chats) as env:
        await env.open(PUMP)
        env.exchanges[0].edit_requested.emit()
        retype(env.exchanges[0], "Cost? Today?")
        editor = env.exchanges[0].card.editor
        assert editor is not None
        editor.send.click()
        await until(lambda: len(env.exchanges) == 1 and env.exchanges[0].is_finished)
        assert [message.text for message in chats.notes[PUMP].messages] == ["Cost? Today?", "Less."]


@on_qt_loop
async def test_previous_version_stays_reachable_after_asking_again(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, make_conversation("Pump", "Cost?", "18,400.", "Really?", "Yes."))
    async with open_chat(tmp_path, [streamed_text("Less.")], chats=chats) as env:
        controller = await env.open(PUMP)
        env.exchanges[0].retry_requested.emit()
        await until(lambda: len(env.exchanges) == 1 and env.exchanges[0].exchange.text == "Less.")
        await until(lambda: not controller.running)
        env.exchanges[0].version_requested.emit(-1)
        await until(lambda: [view.exchange.text for view in env.exchanges] == ["18,400.", "Yes."])
        assert len(env.dock.conversations) == 2, "no other chat was made"
