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

from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.support.tool_env import ListAsker
from tests.ui.chat.chat_env import YES, ChatEnv, asks, open_chat, read, streamed_text
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


def test_empty_queue_is_hidden() -> None:
    queue = QuestionQueue()
    queue.show_queue([Question(text) for text in ["a"]], running=True)
    assert not queue.isHidden()
    queue.show_queue([Question(text) for text in []])
    assert queue.isHidden()


def test_card_buttons_emit_the_position_of_the_card() -> None:
    queue = QuestionQueue()
    emitted: list[tuple[str, int]] = []
    queue.edit_requested.connect(lambda position: emitted.append(("edit", position)))
    queue.remove_requested.connect(lambda position: emitted.append(("remove", position)))
    queue.send_requested.connect(lambda position: emitted.append(("send", position)))
    queue.show_queue([Question(text) for text in ["a", "b"]], running=True)
    for button in queue.cards[1].findChildren(QAbstractButton):
        button.click()
    assert emitted == [("edit", 1), ("remove", 1), ("send", 1)]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "zh_CN"])
@pytest.mark.parametrize("running", [True, False])
def test_waiting_reason_is_not_elided_in_a_narrow_dock(
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


def test_long_queue_counts_the_rest() -> None:
    queue = QuestionQueue()
    queue.show_queue([Question(text) for text in [str(number) for number in range(10)]])
    assert [card.text for card in queue.cards] == ["0", "1", "2"]
    assert queue.rest.text() == f"and {10 - MAX_SHOWN_QUESTIONS} more"


def test_attachments_of_a_queued_question_are_named() -> None:
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


def test_plan_is_carried_out_unchanged_or_discarded() -> None:
    card, emitted = shown_card()
    QTest.mouseClick(card.carry_out, LEFT)
    QTest.keyClick(card.discard, Qt.Key.Key_Space)
    assert emitted == ["1. Look for the boiler", "discarded"]


def test_plan_can_be_edited_and_an_empty_plan_cannot_be_carried_out() -> None:
    card, emitted = shown_card()
    QTest.mouseClick(card.edit, LEFT)
    assert card.area is not None
    QTest.keyClicks(card.area.edit, " and the roof")
    QTest.mouseClick(card.carry_out, LEFT)
    assert emitted == ["1. Look for the boiler and the roof"]
    card.area.edit.setPlainText(" ")
    assert not card.carry_out.isEnabled()


def test_esc_cancels_editing_and_restores_the_plan() -> None:
    card, emitted = shown_card()
    QTest.mouseClick(card.edit, LEFT)
    assert card.area is not None
    QTest.keyClicks(card.area.edit, "!")
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert (card.area, card.edit.isVisible()) == (None, True)
    QTest.mouseClick(card.carry_out, LEFT)
    assert emitted == ["1. Look for the boiler"]


# Plan controller: a plan that is carried out becomes a question; a discarded plan stays an answer.

PLAN = "1. Look for the boiler\n2. Tell what was decided"


@on_qt_loop
async def test_edited_plan_is_carried_out_as_a_question(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text(PLAN), streamed_text("A heat pump.")]) as env:
        env.dock.composer.mode.set_plan_first(True)
        await env.ask("What did we decide?")
        await until(lambda: env.dock.plan_controller.card is not None)
        assert not env.dock.composer.mode.plan_first
        card = env.dock.plan_controller.card
        assert card is not None
        assert (card.plan, card.isVisible()) == (PLAN, True)
        card.carried_out.emit("1. Look for the boiler")
        await until(lambda: len(env.exchanges) == 2 and env.exchanges[1].is_finished)
        assert env.exchanges[1].exchange.question == "Carry out this plan:\n\n1. Look for the boiler"
        assert env.dock.plan_controller.card is None


@on_qt_loop
async def test_discarded_plan_stays_an_answer_without_a_card(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text(PLAN)]) as env:
        env.dock.composer.mode.set_plan_first(True)
        await env.ask("What did we decide?")
        await until(lambda: env.dock.plan_controller.card is not None)
        first = env.dock.conversations[0]
        env.dock.new_chat()
        assert env.dock.plan_controller.card is None
        env.dock._conversations.show_conversation(first)
        card = env.dock.plan_controller.card
        assert card is not None
        card.discarded.emit()
        env.dock.new_chat()
        env.dock._conversations.show_conversation(first)
        assert env.dock.plan_controller.card is None
        assert env.exchanges[0].exchange.text == PLAN


# Waiting cards.

BOILER = "Projects/House/Boiler.md"


class CardAsker(ListAsker):
    """Shows a card for each request, and waits for the test to approve it."""

    def __init__(self, cards: WaitingCards) -> None:
        self._cards = cards
        self.shown: list[QLabel] = []
        self.approved = asyncio.Event()

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        card = QLabel(request.headline)
        self.shown.append(card)
        self._cards.add_card(card)
        try:
            await self.approved.wait()
            return YES
        finally:
            self._cards.remove_card(card)
            card.deleteLater()


@asynccontextmanager
async def pending_in_background(folder: Path, *, typed: str = "") -> AsyncIterator[tuple[ChatEnv, CardAsker]]:
    """Open a chat whose first conversation requests a note while a second one, with the draft *typed*, is shown."""
    hang, askers = HangStep(), []

    def make_asker(cards: WaitingCards) -> CardAsker:
        askers.append(CardAsker(cards))
        return askers[0]

    turns = [[hang, *asks(read(BOILER))], streamed_text("One.")]
    async with open_chat(folder, turns, make_approver=make_asker) as env:
        env.dock.ask("First")
        await hang.reached.wait()
        env.dock.new_chat()
        env.type(typed)
        hang.release()
        await until(lambda: bool(askers[0].shown))
        yield env, askers[0]


def shown_controller(env: ChatEnv) -> str:
    return next(
        controller.title
        for controller in env.dock.conversations
        if controller.conversation.id == env.dock.conversation_id
    )


@on_qt_loop
async def test_conversation_with_a_request_is_shown_if_nothing_is_interrupted(tmp_path: Path) -> None:
    async with pending_in_background(tmp_path) as (env, asker):
        assert shown_controller(env) == "First"
        assert asker.shown[0].isVisible()
        assert not env.dock.waiting_banner.isVisible()
        asker.approved.set()
        await until(lambda: env.exchanges[0].is_finished)
        assert env.exchanges[0].exchange.text == "One."


@on_qt_loop
async def test_banner_is_shown_while_the_user_types_in_another_conversation(tmp_path: Path) -> None:
    async with pending_in_background(tmp_path, typed="half a thou") as (env, asker):
        (card,) = asker.shown
        assert (shown_controller(env), card.isVisible(), env.dock.waiting_banner.isVisible()) == ("", False, True)
        assert env.dock.composer.text == "half a thou"
        env.dock.waiting_banner.links[0].click()
        assert (shown_controller(env), card.isVisible(), env.dock.waiting_banner.isVisible()) == (
            "First",
            True,
            False,
        )
        env.dock.new_chat()
        assert (card.isVisible(), env.dock.waiting_banner.isVisible()) == (False, True)
        asker.approved.set()
        await until(lambda: env.dock.conversations[0].exchanges[0].is_finished)
        assert not env.dock.waiting_banner.isVisible()


@on_qt_loop
async def test_running_answer_is_not_replaced_by_a_request(tmp_path: Path) -> None:
    first, second, askers = HangStep(), HangStep(), []

    def make_asker(cards: WaitingCards) -> CardAsker:
        askers.append(CardAsker(cards))
        return askers[0]

    turns = [[first, *asks(read(BOILER))], [second, TurnEnded("end")]]
    async with open_chat(tmp_path, turns, make_approver=make_asker) as env:
        env.dock.ask("First")
        await first.reached.wait()
        env.dock.new_chat()
        env.dock.ask("Second")
        await second.reached.wait()
        first.release()
        await until(lambda: bool(askers[0].shown))
        assert (shown_controller(env), env.dock.waiting_banner.isVisible()) == ("Second", True)


@on_qt_loop
async def test_request_of_a_closed_tab_is_shown_from_the_banner(tmp_path: Path) -> None:
    async with pending_in_background(tmp_path) as (env, asker):
        env.dock.header.close_requested.emit()
        assert (shown_controller(env), env.dock.waiting_banner.isVisible(), asker.shown[0].isVisible()) == (
            "",
            True,
            False,
        )
        env.dock.waiting_banner._show_waiting()
        assert (shown_controller(env), asker.shown[0].isVisible()) == ("First", True)


@on_qt_loop
async def test_deleting_a_conversation_ends_its_request(tmp_path: Path) -> None:
    async with pending_in_background(tmp_path) as (env, _asker):
        await env.dock.library.delete(env.dock.conversations[0].conversation.id)
        assert not env.dock.waiting_banner.isVisible()
        assert [controller.title for controller in env.dock.conversations] == [""]
