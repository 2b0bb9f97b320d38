"""Tests of exchange_wiring.py, through the dock."""

from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import MemoryChats, led
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says, until
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.ui.chat.answer_foot import AnswerFoot
from vaultdesk.ui.chat.model_popup import ModelPopup

PUMP = "Chats/Pump.md"


@on_qt_loop
async def test_the_same_is_asked_of_another_model_for_this_chat_alone(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        view = await desk.ask("First")
        view.findChildren(AnswerFoot)[0].button("ask-other").click()
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, ModelPopup)
        QTest.keyClicks(popup.search, "one")
        popup.chosen.emit("other/one")
        popup.close()
        await until(lambda: desk.exchanges[-1] is not view and desk.exchanges[-1].exchange.over)
        assert [one.exchange.text for one in desk.exchanges] == ["The other one answers."]
        assert desk.workspace.store.settings.chat.model == "offline/offline"
        talk = desk.dock.conversations[0]
        assert talk.conversation.choices.model == "other/one"
        await until(lambda: not talk.running)
        assert chats.notes[talk.note].choices.model == "other/one"


@on_qt_loop
async def test_an_answer_that_was_cut_says_so_and_is_asked_again(tmp_path: Path) -> None:
    chats = MemoryChats()
    broken = led("Pump", "Cost?")
    broken.append(Message(role="assistant", parts=(TextPart(text="It co"),), cut=True))
    chats.write(PUMP, broken)
    async with open_chat(tmp_path, [says("It costs 18,400.")], chats=chats) as desk:
        await desk.open(PUMP)
        (view,) = desk.exchanges
        assert view.cut is not None
        assert view.cut.text() == "This answer was cut off."
        view.cut.links[0].click()
        await until(lambda: desk.exchanges[-1] is not view and desk.exchanges[-1].exchange.over)
        assert [message.text for message in chats.notes[PUMP].messages] == ["Cost?", "It costs 18,400."]


@on_qt_loop
async def test_a_kept_question_is_edited_and_asked_in_its_place(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, led("Pump", "Cost?", "18,400.", "Really?", "Yes."))
    async with open_chat(tmp_path, [says("Less.")], chats=chats) as desk:
        await desk.open(PUMP)
        desk.exchanges[0].edit_requested.emit()
        assert desk.dock.composer.text == "Cost?"
        desk.type(" Today?")
        desk.enter()
        await until(lambda: len(desk.exchanges) == 1 and desk.exchanges[0].exchange.over)
        assert [message.text for message in chats.notes[PUMP].messages] == ["Cost? Today?", "Less."]


@on_qt_loop
async def test_asked_again_in_the_middle_what_was_said_after_it_stays_in_the_old_chat(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, led("Pump", "Cost?", "18,400.", "Really?", "Yes."))
    async with open_chat(tmp_path, [says("Less.")], chats=chats) as desk:
        talk = await desk.open(PUMP)
        desk.exchanges[0].retry_requested.emit()
        await until(lambda: len(desk.exchanges) == 1 and desk.exchanges[0].exchange.text == "Less.")
        assert [one.text for one in talk.exchanges] == ["18,400.", "Yes."]
        assert desk.dock.head.branch.accessibleName() == "Branch of Pump"
        assert [message.text for message in chats.notes[PUMP].messages] == ["Cost?", "18,400.", "Really?", "Yes."]
