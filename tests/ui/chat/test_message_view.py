"""Tests of message_view.py."""

import time

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from tests.ui.chat.scenes import answered, begun
from vaultdesk.providers.events import TextArrived
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.message_view import SLICE, ChatView

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12


def shown_view(exchanges: list[Exchange]) -> ChatView:
    view = ChatView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    settle()
    return view


def settle() -> None:
    for _ in range(4):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def test_a_growing_answer_is_followed_by_a_reader_at_the_end() -> None:
    exchange = begun()
    view = shown_view([answered(text=LONG), exchange])
    for _ in range(5):
        exchange.apply(TextArrived(LONG))
        view.exchange_changed(exchange)
        view.flush()
        settle()
        assert view.tail.at_end


def test_a_reader_who_scrolled_up_is_not_moved_and_gets_a_way_back() -> None:
    exchange = begun()
    view = shown_view([answered(text=LONG), exchange])
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place, top = bar.value(), view.views[0].mapTo(view, view.views[0].rect().topLeft())
    assert view.tail.latest.isVisible()
    for _ in range(3):
        exchange.apply(TextArrived(LONG))
        view.exchange_changed(exchange)
        view.flush()
        settle()
    assert (bar.value(), view.views[0].mapTo(view, view.views[0].rect().topLeft())) == (place, top)
    view.tail.latest.click()
    assert view.tail.at_end
    assert not view.tail.latest.isVisible()


def test_deltas_are_gathered_and_drawn_by_a_timer() -> None:
    exchange = begun()
    view = shown_view([exchange])
    for piece in ("One ", "two ", "three."):
        exchange.apply(TextArrived(piece))
        view.exchange_changed(exchange)
    (drawn,) = view.views
    assert drawn.answers == ()
    QTest.qWait(60)
    assert [answer.toPlainText().strip() for answer in drawn.answers] == ["One two three."]


def test_a_long_conversation_opens_at_its_end_and_grows_upwards_in_slices() -> None:
    exchanges = [answered(f"Question {number}", LONG) for number in range(200)]
    began = time.perf_counter()
    view = shown_view(exchanges)
    assert time.perf_counter() - began < 10
    assert [shown.exchange for shown in view.views] == exchanges[-SLICE:]
    bar = view.verticalScrollBar()
    bar.setValue(view.viewport().height() - 1)
    settle()
    assert [shown.exchange for shown in view.views] == exchanges[-2 * SLICE :]
    first_before = view.views[SLICE]
    # The reader still sees what was at the top.
    assert abs(first_before.mapTo(view, first_before.rect().topLeft()).y()) < view.viewport().height()


def test_a_card_stands_at_the_end_and_can_be_taken_away() -> None:
    view = shown_view([answered(text=LONG)])
    card = QLabel("Allow this?")
    view.add_card(card)
    settle()
    assert card.isVisible()
    assert view.tail.at_end
    view.remove_card(card)
    assert not card.isVisible()


def test_a_card_that_goes_away_says_that_the_keyboard_is_free() -> None:
    view = shown_view([answered()])
    view.activateWindow()
    card = QLineEdit()
    freed: list[bool] = []
    view.keyboard_freed.connect(lambda: freed.append(True))
    view.add_card(card)
    settle()
    card.setFocus()
    view.remove_card(card)
    assert freed == [True]


def test_jumping_goes_from_question_to_question() -> None:
    view = shown_view([answered(str(number), LONG) for number in range(3)])
    bar = view.verticalScrollBar()
    bar.setValue(0)
    view.jump(1)
    second = bar.value()
    view.jump(1)
    assert 0 < second < bar.value()
    view.jump(-1)
    assert bar.value() == second
