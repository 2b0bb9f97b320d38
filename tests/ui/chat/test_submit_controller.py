"""Tests of ui/chat/submit_controller.py."""

from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import MemoryChats, led
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import ChatDesk, open_chat, says, until
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import SettingsError
from vaultdesk.providers.model_events import TurnEnded
from vaultdesk.providers.scripted_provider import HangStep
from vaultdesk.ui.chat.composer.model_menu import ModelPopup
from vaultdesk.ui.chat.transcript.answer_view import AnswerFooter
from vaultdesk.ui.chat.transcript.question_card import ToolOfferView
from vaultdesk.ui.widgets.buttons import LinkButton

# Asker.


def held(desk: ChatDesk) -> list[ToolOfferView]:
    return [shown for shown in desk.dock.findChildren(ToolOfferView) if shown.parent() is not None]


@on_qt_loop
async def test_without_tools_a_question_waits_for_the_offer_and_goes_on_when_accepted(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")], tools=False) as desk:
        desk.type("May I?")
        desk.enter()
        assert (desk.provider.requests, desk.dock.composer.text) == ([], "")
        held(desk)[0].offer.accepted.emit()
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.over)
        assert desk.workspace.tool_calling
        assert desk.provider.requests[0].tools
        assert desk.exchanges[0].exchange.question == "May I?"


@on_qt_loop
async def test_declined_it_is_answered_without_notes_and_not_offered_again_here(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One."), says("Two.")], tools=False) as desk:
        desk.type("May I?")
        desk.enter()
        held(desk)[0].offer.declined.emit()
        await until(lambda: bool(desk.exchanges) and not desk.dock.conversations[0].running)
        await desk.ask("And now?")
        assert not desk.workspace.tool_calling
        assert [request.tools for request in desk.provider.requests] == [(), ()]


@on_qt_loop
async def test_esc_takes_a_held_question_back_into_the_box(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], tools=False) as desk:
        desk.type("May I?")
        desk.enter()
        desk.escape()
        assert desk.dock.composer.text == "May I?"
        assert desk.provider.requests == []
        assert not desk.dock.composer.send.stops


@on_qt_loop
async def test_a_held_question_stays_with_its_conversation(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")], tools=False) as desk:
        desk.type("May I?")
        desk.enter()
        desk.dock.new_chat()
        assert not desk.dock.composer.send.stops
        desk.go_to(0)
        held(desk)[-1].offer.accepted.emit()
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.over)


@on_qt_loop
async def test_settings_that_cannot_be_kept_are_told_and_the_question_stays(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], tools=False) as desk:

        def refuse(_allowed: bool) -> None:
            raise SettingsError("The settings cannot be written", hint="Is the disk full?")

        desk.workspace.set_tool_calling = refuse
        desk.type("May I?")
        desk.enter()
        held(desk)[0].offer.accepted.emit()
        assert desk.dock.notice.text() == "The settings cannot be written. Is the disk full?"
        desk.escape()
        assert desk.dock.composer.text == "May I?"


@on_qt_loop
async def test_a_sent_question_is_edited_and_asked_anew(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One."), says("Two."), says("Three.")]) as desk:
        await desk.ask("First")
        await desk.ask("Second")
        await until(lambda: not desk.dock.conversations[0].running)
        desk.exchanges[0].edit_requested.emit()
        assert desk.dock.composer.text == "First"
        desk.type(" again")
        desk.enter()
        await until(lambda: len(desk.exchanges) == 1 and desk.exchanges[0].exchange.over)
        assert [message.text for message in desk.provider.requests[2].messages] == ["First again"]


@on_qt_loop
async def test_editing_can_be_given_up_and_the_draft_comes_back(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One.")]) as desk:
        await desk.ask("First")
        await until(lambda: not desk.dock.conversations[0].running)
        desk.type("draft")
        desk.exchanges[0].edit_requested.emit()
        (cancel,) = (link for link in desk.dock.notice.findChildren(LinkButton) if link.text() == "Cancel")
        cancel.click()
        assert desk.dock.composer.text == "draft"
        assert len(desk.exchanges) == 1


@on_qt_loop
async def test_a_running_question_is_not_edited(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, TurnEnded("end")]]) as desk:
        desk.dock.ask("First")
        await hang.reached.wait()
        desk.exchanges[0].edit_requested.emit()
        assert desk.dock.composer.text == ""


# Exchange wiring, through the dock.

PUMP = "Chats/Pump.md"


@on_qt_loop
async def test_the_same_is_asked_of_another_model_for_this_chat_alone(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        view = await desk.ask("First")
        view.findChildren(AnswerFooter)[0].button("ask-other").click()
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, ModelPopup)
        QTest.keyClicks(popup.search, "one")
        popup.chosen.emit("other/one")
        popup.close()
        await until(lambda: desk.exchanges[-1] is not view and desk.exchanges[-1].exchange.over)
        assert [one.exchange.text for one in desk.exchanges] == ["The other one answers."]
        assert desk.workspace.store.settings.chat.model == "offline/offline"
        controller = desk.dock.conversations[0]
        assert controller.conversation.choices.model == "other/one"
        await until(lambda: not controller.running)
        assert chats.notes[controller.note].choices.model == "other/one"


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
        controller = await desk.open(PUMP)
        desk.exchanges[0].retry_requested.emit()
        await until(lambda: len(desk.exchanges) == 1 and desk.exchanges[0].exchange.text == "Less.")
        assert [one.text for one in controller.exchanges] == ["18,400.", "Yes."]
        assert desk.dock.header.branch.accessibleName() == "Branch of Pump"
        assert [message.text for message in chats.notes[PUMP].messages] == ["Cost?", "18,400.", "Really?", "Yes."]
