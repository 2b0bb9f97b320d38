"""Tests of answer_pane.py."""

from PySide6.QtWidgets import QWidget

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.scenes import answered, begun
from vaultdesk.providers.model_events import TextArrived
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.quick_ask.answer_pane import AnswerPane


def pane() -> AnswerPane:
    made = AnswerPane()
    made.resize(600, 400)
    return made


def test_the_last_question_stands_in_the_field_and_those_before_over_their_answers(qapp: object) -> None:
    shown = pane()
    exchanges: list[Exchange] = [answered(text="One.")]
    shown.add_exchange(exchanges[0], exchanges)
    exchanges.append(answered(text="Two."))
    shown.add_exchange(exchanges[1], exchanges)
    assert [view.card.isHidden() for view in shown.view.views] == [False, True]


@on_qt_loop
async def test_it_wants_more_height_as_the_answer_grows() -> None:
    shown = pane()
    shown.show()
    try:
        exchanges = [begun()]
        shown.add_exchange(exchanges[0], exchanges)
        await until(lambda: shown.wanted_height > 0)
        before = shown.wanted_height
        grown: list[int] = []
        shown.height_changed.connect(lambda: grown.append(shown.wanted_height))
        exchanges[0].apply(TextArrived("\n\n".join(["A paragraph of the answer."] * 6)))
        shown.view.exchange_changed(exchanges[0])
        await until(lambda: grown and grown[-1] > before + 100)
    finally:
        shown.close()


def test_an_answer_has_no_ground_of_its_own(qapp: object) -> None:
    shown = pane()
    exchanges = [begun()]
    shown.add_exchange(exchanges[0], exchanges)
    exchanges[0].apply(TextArrived("Grows."))
    shown.view.exchange_changed(exchanges[0])
    shown.view.flush()
    (answer,) = shown.view.views[0].answers
    assert not answer.viewport().autoFillBackground()


def test_the_offer_is_made_once_and_taken_away(qapp: object) -> None:
    shown = pane()
    told: list[bool] = []
    shown.tools_chosen.connect(told.append)
    shown.set_offer(wanted=True)
    shown.set_offer(wanted=True)
    assert shown.offer is not None
    shown.offer.accepted.emit()
    shown.offer.declined.emit()
    assert told == [True, False]
    shown.set_offer(wanted=False)
    assert shown.offer is None


def test_a_card_stands_below_what_was_said(qapp: object) -> None:
    shown, card = pane(), QWidget()
    shown.add_card(card)
    assert shown.isAncestorOf(card)
    shown.remove_card(card)
    assert card.isHidden()
