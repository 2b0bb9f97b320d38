"""Inquiry card: what is pressed is answered, once; keys work, hostile words stay plain, nothing takes the keyboard."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_desk import asks, call, open_chat, says
from tests.ui.review.test_window_approver import Slot, open_window
from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer, elicitor_of
from vaultdesk.ui.chat.pending_cards import WaitingCards
from vaultdesk.ui.chat.tool_text import step_text
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.review.window_approver import WindowApprover
from vaultdesk.ui.widgets.labels import PlainLabel

LEFT = Qt.MouseButton.LeftButton
WHICH = Elicitation("ask_1", "Which project do you mean?", ("House & garden", "Boat"))
WHAT = Elicitation("ask_2", "What should it cover?", ("Decisions", "Tasks", "Costs"), multiple=True)

SHOWN: list[ElicitationCard] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """A card left open would lie over the windows of other tests."""
    yield
    while SHOWN:
        card = SHOWN.pop()
        card.close()
        card.deleteLater()


def shown_card(elicitation: Elicitation) -> tuple[ElicitationCard, list[ElicitationAnswer]]:
    card, told = ElicitationCard(elicitation), list[ElicitationAnswer]()
    card.answered.connect(told.append)
    card.resize(320, 300)
    card.show()
    SHOWN.append(card)
    return card, told


def test_a_press_on_the_one_choice_answers_and_only_once() -> None:
    card, told = shown_card(WHICH)
    QTest.mouseClick(card.choices[0], LEFT)
    QTest.mouseClick(card.choices[1], LEFT)
    assert told == [ElicitationAnswer(("House & garden",))]


def test_several_are_ticked_and_then_answered_in_their_order() -> None:
    card, told = shown_card(WHAT)
    assert not card.answer_button.isEnabled()
    QTest.mouseClick(card.choices[2], LEFT)
    QTest.mouseClick(card.choices[0], LEFT)
    card.text_field.set_text(" and the roof ")
    QTest.mouseClick(card.answer_button, LEFT)
    assert told == [ElicitationAnswer(("Decisions", "Costs"), "and the roof")]


def test_keys_alone_choose_write_and_skip() -> None:
    card, told = shown_card(WHICH)
    QTest.keyClick(card, Qt.Key.Key_2)
    card, more = shown_card(WHICH)
    QTest.keyClicks(card.text_field.edit, "the boiler 1")
    QTest.keyClick(card.text_field.edit, Qt.Key.Key_Return)
    card, last = shown_card(WHAT)
    QTest.keyClick(card.choices[1], Qt.Key.Key_Space)
    QTest.keyClick(card.choices[1], Qt.Key.Key_Return)
    card, skipped = shown_card(WHICH)
    QTest.keyClick(card.skip_button, Qt.Key.Key_Space)
    assert [told, more, last, skipped] == [
        [ElicitationAnswer(("Boat",))],
        [ElicitationAnswer((), "the boiler 1")],
        [ElicitationAnswer(("Tasks",))],
        [DISMISSED_ANSWER],
    ]


def test_without_own_words_there_is_no_field_and_one_press_is_all() -> None:
    card, _ = shown_card(Elicitation("a", "Which?", ("One", "Two"), free_text=False))
    assert not card.text_field.isVisible()
    assert not card.answer_button.isVisible()


def test_a_models_words_are_plain_text_and_wrap() -> None:
    card, _ = shown_card(Elicitation("a", "<b>Which</b>\u202e one?", ("<i>long</i> " * 30, "Two")))
    texts = [label.text() for label in card.findChildren(PlainLabel)]
    assert "<b>Which</b><U+202E> one?" in texts
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in card.findChildren(PlainLabel))
    assert card.choices[0].height() > 2 * card.choices[1].height()


@on_qt_loop
async def test_the_window_asks_in_the_chat_and_takes_the_card_away_again() -> None:
    window = open_window()
    typing = QLineEdit()
    slot = Slot(window)
    slot.layout.addWidget(typing)
    approver = WindowApprover(window, slot, lambda: "dialog")
    assert elicitor_of(approver) is approver
    typing.setFocus()
    asked = asyncio.ensure_future(approver.elicit(WHICH))
    await until(lambda: slot.cards)
    card = slot.cards[0]
    assert isinstance(card, ElicitationCard)
    QTest.keyClicks(typing, "1 2")
    assert typing.text() == "1 2"
    QTest.mouseClick(card.choices[1], LEFT)
    assert await asked == ElicitationAnswer(("Boat",))
    assert slot.cards == []


@on_qt_loop
async def test_a_run_that_stops_takes_its_question_away_and_without_a_chat_nobody_answers() -> None:
    window = open_window()
    slot = Slot(window)
    asked = asyncio.ensure_future(WindowApprover(window, slot, lambda: "card").elicit(WHICH))
    await until(lambda: slot.cards)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert slot.cards == []
    assert await WindowApprover(window, None, lambda: "card").elicit(WHICH) == DISMISSED_ANSWER


@on_qt_loop
async def test_a_model_asks_in_the_chat_and_question_and_answer_stay_in_the_step(tmp_path: Path) -> None:
    window = open_window()
    question = call("ask_user", question="Which project do you mean?", choices=["House", "Boat"])

    def approver(cards: WaitingCards) -> WindowApprover:
        return WindowApprover(window, cards, lambda: "card")

    async with open_chat(tmp_path, [asks(question), says("The house, then.")], make_approver=approver) as desk:
        desk.type("Sum it up")
        desk.enter()
        await until(lambda: desk.dock.findChildren(ElicitationCard))
        card = desk.dock.findChildren(ElicitationCard)[0]
        QTest.mouseClick(card.choices[0], LEFT)
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.is_finished)
        step = next(block for block in desk.exchanges[0].exchange.blocks if isinstance(block, StepBlock))
        words = step_text(step)
        assert (words.verb, words.object, words.result) == ("Asked you", "Which project do you mean?", "House")
        assert '"chosen": ["House"]' in step.result.replace('":[', '": [')
