"""Tests of ui/chat/pending_cards.py."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.support.desk import ListAsker
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_desk import YES, ChatDesk, asks, open_chat, read, says
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.providers.provider import TurnEnded
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.chat.pending_cards import MAX_SHOWN_QUESTIONS, PlanCard, QuestionQueue, WaitingCards
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.widgets.labels import ElidedLabel

# Question queue.


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    install_language(qapp, "en", [])


def test_an_empty_queue_takes_no_room() -> None:
    queue = QuestionQueue()
    queue.show_queue([Question(text) for text in ["a"]], running=True)
    assert not queue.isHidden()
    queue.show_queue([Question(text) for text in []])
    assert queue.isHidden()


def test_each_card_says_which_it_is() -> None:
    queue = QuestionQueue()
    emitted: list[tuple[str, int]] = []
    queue.edit_requested.connect(lambda place: emitted.append(("edit", place)))
    queue.remove_requested.connect(lambda place: emitted.append(("remove", place)))
    queue.send_requested.connect(lambda place: emitted.append(("send", place)))
    queue.show_queue([Question(text) for text in ["a", "b"]], running=True)
    for button in queue.cards[1].findChildren(QAbstractButton):
        button.click()
    assert emitted == [("edit", 1), ("remove", 1), ("send", 1)]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "zh_CN"])
@pytest.mark.parametrize("running", [True, False])
def test_why_a_question_waits_is_whole_in_a_narrow_dock(
    application: QApplication, language: str, running: bool, qtbot: QtBot
) -> None:
    install_language(application, language, [resource_path("translations")])
    queue = QuestionQueue()
    qtbot.addWidget(queue)
    queue.show_queue([Question("Why?")], running=running)
    queue.resize(320, 80)
    queue.show()
    reason = queue.cards[0].findChildren(ElidedLabel)[1]
    assert reason.sizeHint().width() <= reason.width(), reason.text()


def test_a_long_queue_is_counted() -> None:
    queue = QuestionQueue()
    queue.show_queue([Question(text) for text in [str(number) for number in range(10)]])
    assert [card.text for card in queue.cards] == ["0", "1", "2"]
    assert queue.rest.text() == f"and {10 - MAX_SHOWN_QUESTIONS} more"


def test_what_lies_beside_a_queued_question_is_told_by_its_name() -> None:
    queue = QuestionQueue()
    item = ContextItem(kind="tag", target="heating")
    queue.show_queue([Question("", (item,)), Question("And now?", (item,))])
    assert [card.text for card in queue.cards] == ["[#heating]", "And now? [#heating]"]


# Plan card.

LEFT = Qt.MouseButton.LeftButton


def shown_card() -> tuple[PlanCard, list[str]]:
    card, emitted = PlanCard("1. Look for the boiler"), list[str]()
    card.carried_out.connect(emitted.append)
    card.discarded.connect(lambda: emitted.append("discarded"))
    card.resize(320, 200)
    card.show()
    return card, emitted


def test_it_is_carried_out_as_it_stands_or_left() -> None:
    card, emitted = shown_card()
    QTest.mouseClick(card.carry_out, LEFT)
    QTest.keyClick(card.discard, Qt.Key.Key_Space)
    assert emitted == ["1. Look for the boiler", "discarded"]


def test_it_is_changed_and_then_carried_out_and_an_empty_one_cannot_be() -> None:
    card, emitted = shown_card()
    QTest.mouseClick(card.edit, LEFT)
    assert card.area is not None
    QTest.keyClicks(card.area.edit, " and the roof")
    QTest.mouseClick(card.carry_out, LEFT)
    assert emitted == ["1. Look for the boiler and the roof"]
    card.area.edit.setPlainText(" ")
    assert not card.carry_out.isEnabled()


def test_esc_ends_the_changing_with_the_plan_as_it_was() -> None:
    card, emitted = shown_card()
    QTest.mouseClick(card.edit, LEFT)
    assert card.area is not None
    QTest.keyClicks(card.area.edit, "!")
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert (card.area, card.edit.isVisible()) == (None, True)
    QTest.mouseClick(card.carry_out, LEFT)
    assert emitted == ["1. Look for the boiler"]


# Plan desk: a plan has a card; carried out it is a question, discarded it stays an answer.

PLAN = "1. Look for the boiler\n2. Tell what was decided"


@on_qt_loop
async def test_a_plan_is_carried_out_as_the_person_left_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says(PLAN), says("A heat pump.")]) as desk:
        desk.dock.composer.mode.set_plan_first(True)
        await desk.ask("What did we decide?")
        await until(lambda: desk.dock.plan_controller.card is not None)
        assert not desk.dock.composer.mode.plan_first
        card = desk.dock.plan_controller.card
        assert card is not None
        assert (card.plan, card.isVisible()) == (PLAN, True)
        card.carried_out.emit("1. Look for the boiler")
        await until(lambda: len(desk.exchanges) == 2 and desk.exchanges[1].exchange.is_finished)
        assert desk.exchanges[1].exchange.question == "Carry out this plan:\n\n1. Look for the boiler"
        assert desk.dock.plan_controller.card is None


@on_qt_loop
async def test_a_discarded_plan_stays_an_answer_and_its_card_away(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says(PLAN)]) as desk:
        desk.dock.composer.mode.set_plan_first(True)
        await desk.ask("What did we decide?")
        await until(lambda: desk.dock.plan_controller.card is not None)
        first = desk.dock.conversations[0]
        desk.dock.new_chat()
        assert desk.dock.plan_controller.card is None
        desk.dock._conversations.show_conversation(first)
        card = desk.dock.plan_controller.card
        assert card is not None
        card.discarded.emit()
        desk.dock.new_chat()
        desk.dock._conversations.show_conversation(first)
        assert desk.dock.plan_controller.card is None
        assert desk.exchanges[0].exchange.text == PLAN


# Waiting cards.

BOILER = "Projects/House/Boiler.md"


class CardAsker(ListAsker):
    """Asks by a card that says nothing, and waits for the test to answer."""

    def __init__(self, cards: WaitingCards) -> None:
        self._cards = cards
        self.shown: list[QLabel] = []
        self.yes = asyncio.Event()

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        card = QLabel(request.headline)
        self.shown.append(card)
        self._cards.add_card(card)
        try:
            await self.yes.wait()
            return YES
        finally:
            self._cards.remove_card(card)
            card.deleteLater()


@asynccontextmanager
async def asked_in_the_background(folder: Path, *, typed: str = "") -> AsyncIterator[tuple[ChatDesk, CardAsker]]:
    """The first conversation asks for a note while a second one is shown, in which *typed* stands."""
    hang, made = HangStep(), []

    def make(cards: WaitingCards) -> CardAsker:
        made.append(CardAsker(cards))
        return made[0]

    turns = [[hang, *asks(read(BOILER))], says("One.")]
    async with open_chat(folder, turns, make_approver=make) as desk:
        desk.dock.ask("First")
        await hang.reached.wait()
        desk.dock.new_chat()
        desk.type(typed)
        hang.release()
        await until(lambda: bool(made[0].shown))
        yield desk, made[0]


def shown_controller(desk: ChatDesk) -> str:
    return next(
        controller.title
        for controller in desk.dock.conversations
        if controller.conversation.id == desk.dock.conversation_id
    )


@on_qt_loop
async def test_a_conversation_that_asks_is_shown_where_nothing_is_disturbed(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path) as (desk, asker):
        assert shown_controller(desk) == "First"
        assert asker.shown[0].isVisible()
        assert not desk.dock.waiting_banner.isVisible()
        asker.yes.set()
        await until(lambda: desk.exchanges[0].exchange.is_finished)
        assert desk.exchanges[0].exchange.text == "One."


@on_qt_loop
async def test_who_is_typing_elsewhere_is_told_and_goes_there(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path, typed="half a thou") as (desk, asker):
        (card,) = asker.shown
        assert (shown_controller(desk), card.isVisible(), desk.dock.waiting_banner.isVisible()) == ("", False, True)
        assert desk.dock.composer.text == "half a thou"
        desk.dock.waiting_banner.links[0].click()
        assert (shown_controller(desk), card.isVisible(), desk.dock.waiting_banner.isVisible()) == (
            "First",
            True,
            False,
        )
        desk.dock.new_chat()
        assert (card.isVisible(), desk.dock.waiting_banner.isVisible()) == (False, True)
        asker.yes.set()
        await until(lambda: desk.dock.conversations[0].exchanges[0].is_finished)
        assert not desk.dock.waiting_banner.isVisible()


@on_qt_loop
async def test_a_running_answer_is_not_taken_out_of_sight(tmp_path: Path) -> None:
    first, second, made = HangStep(), HangStep(), []

    def make(cards: WaitingCards) -> CardAsker:
        made.append(CardAsker(cards))
        return made[0]

    turns = [[first, *asks(read(BOILER))], [second, TurnEnded("end")]]
    async with open_chat(tmp_path, turns, make_approver=make) as desk:
        desk.dock.ask("First")
        await first.reached.wait()
        desk.dock.new_chat()
        desk.dock.ask("Second")
        await second.reached.wait()
        first.release()
        await until(lambda: bool(made[0].shown))
        assert (shown_controller(desk), desk.dock.waiting_banner.isVisible()) == ("Second", True)


@on_qt_loop
async def test_a_conversation_whose_tab_is_closed_still_waits_and_is_shown_from_the_banner(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path) as (desk, asker):
        desk.dock.header.close_requested.emit()
        assert (shown_controller(desk), desk.dock.waiting_banner.isVisible(), asker.shown[0].isVisible()) == (
            "",
            True,
            False,
        )
        desk.dock.waiting_banner._show_waiting()
        assert (shown_controller(desk), asker.shown[0].isVisible()) == ("First", True)


@on_qt_loop
async def test_a_conversation_that_is_deleted_waits_no_more(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path) as (desk, _asker):
        await desk.dock.library.delete(desk.dock.conversations[0].conversation.id)
        assert not desk.dock.waiting_banner.isVisible()
        assert [controller.title for controller in desk.dock.conversations] == [""]
