"""Tests of ui/review/elicitation_card.py."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_env import asks, call, open_chat, streamed_text
from tests.ui.review.test_window_approver import Slot, open_window
from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer, elicitor_of
from vaultdesk.ui.chat.pending_cards import WaitingCards
from vaultdesk.ui.chat.tool_text import step_text
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.review.window_approver import WindowApprover
from vaultdesk.ui.widgets.labels import PlainLabel

LEFT = Qt.MouseButton.LeftButton
SINGLE_CHOICE = Elicitation("ask_1", "Which project do you mean?", ("House & garden", "Boat"))
MULTIPLE_CHOICE = Elicitation("ask_2", "What should it cover?", ("Decisions", "Tasks", "Costs"), multiple=True)

OPEN_CARDS: list[ElicitationCard] = []


@pytest.fixture(autouse=True)
def close_cards() -> Iterator[None]:
    """Close the cards, which would cover the windows of other tests."""
    yield
    while OPEN_CARDS:
        card = OPEN_CARDS.pop()
        card.close()
        card.deleteLater()


def show_card(elicitation: Elicitation) -> tuple[ElicitationCard, list[ElicitationAnswer]]:
    card, answers = ElicitationCard(elicitation), list[ElicitationAnswer]()
    card.answered.connect(answers.append)
    card.resize(320, 300)
    card.show()
    OPEN_CARDS.append(card)
    return card, answers


def test_click_on_a_single_choice_answers_once() -> None:
    card, answers = show_card(SINGLE_CHOICE)
    QTest.mouseClick(card.choices[0], LEFT)
    QTest.mouseClick(card.choices[1], LEFT)
    assert answers == [ElicitationAnswer(("House & garden",))]


def test_ticked_choices_are_answered_in_their_order_with_the_typed_text() -> None:
    card, answers = show_card(MULTIPLE_CHOICE)
    assert not card.answer_button.isEnabled()
    QTest.mouseClick(card.choices[2], LEFT)
    QTest.mouseClick(card.choices[0], LEFT)
    card.text_field.set_text(" and the roof ")
    QTest.mouseClick(card.answer_button, LEFT)
    assert answers == [ElicitationAnswer(("Decisions", "Costs"), "and the roof")]


def test_keyboard_alone_can_choose_type_and_skip() -> None:
    card, answers = show_card(SINGLE_CHOICE)
    QTest.keyClick(card, Qt.Key.Key_2)
    card, typed_answers = show_card(SINGLE_CHOICE)
    QTest.keyClicks(card.text_field.edit, "the boiler 1")
    QTest.keyClick(card.text_field.edit, Qt.Key.Key_Return)
    card, multiple_answers = show_card(MULTIPLE_CHOICE)
    QTest.keyClick(card.choices[1], Qt.Key.Key_Space)
    QTest.keyClick(card.choices[1], Qt.Key.Key_Return)
    card, skip_answers = show_card(SINGLE_CHOICE)
    QTest.keyClick(card.skip_button, Qt.Key.Key_Space)
    assert [answers, typed_answers, multiple_answers, skip_answers] == [
        [ElicitationAnswer(("Boat",))],
        [ElicitationAnswer((), "the boiler 1")],
        [ElicitationAnswer(("Tasks",))],
        [DISMISSED_ANSWER],
    ]


def test_card_without_free_text_has_no_field_or_answer_button() -> None:
    card, _ = show_card(Elicitation("a", "Which?", ("One", "Two"), free_text=False))
    assert not card.text_field.isVisible()
    assert not card.answer_button.isVisible()


def test_text_of_the_model_is_plain_and_wrapped() -> None:
    card, _ = show_card(Elicitation("a", "<b>Which</b>\u202e one?", ("<i>long</i> " * 30, "Two")))
    texts = [label.text() for label in card.findChildren(PlainLabel)]
    assert "<b>Which</b><U+202E> one?" in texts
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in card.findChildren(PlainLabel))
    assert card.choices[0].height() > 2 * card.choices[1].height()


@on_qt_loop
async def test_card_is_shown_in_the_chat_and_removed_after_the_answer() -> None:
    window = open_window()
    typing = QLineEdit()
    slot = Slot(window)
    slot.layout.addWidget(typing)
    approver = WindowApprover(window, slot, lambda: "dialog")
    assert elicitor_of(approver) is approver
    typing.setFocus()
    pending = asyncio.ensure_future(approver.elicit(SINGLE_CHOICE))
    await until(lambda: slot.cards)
    card = slot.cards[0]
    assert isinstance(card, ElicitationCard)
    QTest.keyClicks(typing, "1 2")
    assert typing.text() == "1 2"
    QTest.mouseClick(card.choices[1], LEFT)
    assert await pending == ElicitationAnswer(("Boat",))
    assert slot.cards == []


@on_qt_loop
async def test_cancelled_run_removes_its_card_and_without_a_chat_the_question_is_dismissed() -> None:
    window = open_window()
    slot = Slot(window)
    pending = asyncio.ensure_future(WindowApprover(window, slot, lambda: "card").elicit(SINGLE_CHOICE))
    await until(lambda: slot.cards)
    pending.cancel()
    await asyncio.gather(pending, return_exceptions=True)
    assert slot.cards == []
    assert await WindowApprover(window, None, lambda: "card").elicit(SINGLE_CHOICE) == DISMISSED_ANSWER


@on_qt_loop
async def test_question_and_answer_of_the_model_are_stored_in_the_step(tmp_path: Path) -> None:
    window = open_window()
    question = call("ask_user", question="Which project do you mean?", choices=["House", "Boat"])

    def approver(cards: WaitingCards) -> WindowApprover:
        return WindowApprover(window, cards, lambda: "card")

    async with open_chat(tmp_path, [asks(question), streamed_text("The house, then.")], make_approver=approver) as env:
        env.type("Sum it up")
        env.enter()
        await until(lambda: env.dock.findChildren(ElicitationCard))
        card = env.dock.findChildren(ElicitationCard)[0]
        QTest.mouseClick(card.choices[0], LEFT)
        await until(lambda: bool(env.exchanges) and env.exchanges[0].is_finished)
        step = next(block for block in env.exchanges[0].exchange.blocks if isinstance(block, StepBlock))
        step_line = step_text(step)
        assert (step_line.verb, step_line.object, step_line.result) == (
            "Asked you",
            "Which project do you mean?",
            "House",
        )
        assert '"chosen": ["House"]' in step.result.replace('":[', '": [')
